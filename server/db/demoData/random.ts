/** Numbers that look random and are the same every time (mulberry32). */
export class Random {
  #state: number

  constructor(seed: number) {
    this.#state = seed
  }

  /** From 0 up to but not including 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  /** A whole number, both ends included. */
  between(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1))
  }

  chance(probability: number): boolean {
    return this.next() < probability
  }

  pick<T>(choices: readonly T[]): T {
    const choice = choices[this.between(0, choices.length - 1)]
    if (choice === undefined) throw new RangeError('nothing to pick from')
    return choice
  }

  /** `part` if chance has it, else nothing. */
  maybe<T>(probability: number, part: () => T): T | null {
    return this.chance(probability) ? part() : null
  }

  digits(count: number): string {
    return Array.from({ length: count }, () => this.between(0, 9)).join('')
  }

  /** A UUIDv7 of the moment given. */
  uuid(at: Date): string {
    const hex = (length: number) => Array.from({ length }, () => this.between(0, 15).toString(16)).join('')
    const time = at.getTime().toString(16).padStart(12, '0')
    return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(3)}-${this.pick(['8', '9', 'a', 'b'])}${hex(3)}-${hex(12)}`
  }
}
