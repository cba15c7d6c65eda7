import { randomInt } from 'node:crypto'

/** Some area codes of North America, in each of which 555-0100 to 555-0199 are kept for stories: nobody has them. */
const areas =
  '201 202 203 205 206 207 208 209 210 212 213 214 215 216 217 218 219 225 228 229 231 234 239 240 248 251 252 253 254 256 ' +
  '260 262 267 269 270 276 281 301 302 303 304 305 307 308 309 310 312 313 314 315 316 317 318 319 320 321 323 325 330 331 ' +
  '334 336 337 352 360 361 385 386 401 402 404 405 406 407 408 409 410 412 413 414 415 417 419 423 424 425 432 434 435 440 ' +
  '443 458 469 478 479 480 484 501 502 503 504 505 507 508 509 510 512 513 515 516 517 518 520 530 531 534 539 540 541 551'
const areaCodes = areas.split(' ')
const linesPerArea = 100
const count = areaCodes.length * linesPerArea

/**
 * The phone numbers of one run: a call is its customer's by the number alone, so that no two people have the same. Each run
 * begins somewhere else among some ten thousand, so that it hardly meets whom an earlier one has left.
 */
export class Phones {
  #place = randomInt(count)

  /** A number that the run has given to nobody yet, such as +12025550193. */
  next(): string {
    this.#place = (this.#place + 1) % count
    const area = areaCodes[Math.floor(this.#place / linesPerArea)]
    return `+1${area}55501${String(this.#place % linesPerArea).padStart(2, '0')}`
  }
}

/** How people type a number of a run's. */
export const typedPhone = (phone: string): string => phone.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, '+1 ($1) $2-$3')

/** The digits of a number, in whatever spelling. */
export const digitsOf = (phone: string): string => phone.replaceAll(/\D/g, '')
