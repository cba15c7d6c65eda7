import { Refusal, tooManyRequests } from '../http/errors'

/** Wrong passwords that cost nothing: people mistype. */
const free = 5
const longest = 15_000

/** How long the next try waits, in milliseconds: 0.5 s, 1 s, 2 s … 15 s. There is no end at which nobody gets in. */
export const delayAfter = (wrong: number) => (wrong < free ? 0 : Math.min(500 * 2 ** (wrong - free), longest))

/** More than this would be kept open for nobody but an attacker. */
const mostAtOnce = 1_000

/**
 * Makes tries wait before they are judged, so that neither the right nor the wrong password is told any sooner. Of one
 * account and address only one try waits at a time, so that many at once are no faster.
 */
export class SignInDelay {
  readonly #waiting = new Set<string>()
  readonly #pause: (milliseconds: number) => Promise<void>

  constructor(pause: (milliseconds: number) => Promise<void>) {
    this.#pause = pause
  }

  /** Throws a 429 while another try of the same is waiting, a 503 when there are too many of all. */
  async wait(of: string, milliseconds: number): Promise<void> {
    if (milliseconds === 0) return
    if (this.#waiting.has(of)) throw tooManyRequests(milliseconds / 1000)
    if (this.#waiting.size >= mostAtOnce) throw busy()
    this.#waiting.add(of)
    try {
      await this.#pause(milliseconds)
    } finally {
      this.#waiting.delete(of)
    }
  }
}

/** Too many people sign in at once. */
export const busy = () =>
  new Refusal(503, 'busy', 'Too many people are signing in right now. Try again.', { headers: { 'retry-after': '2' } })
