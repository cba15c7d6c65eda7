import type { Page } from 'playwright'
import type { Recording } from '../../machines/qa/record/recording'
import { recordedBy } from './recordedBy'
import { type Parting, parting, statesOf } from './states'

/** How long a control may take to appear, and a machine to come to a state, in milliseconds. */
export const patience = 10_000

/** Milliseconds of the page's clock that are enough to draw. */
const frame = 10

/** Milliseconds in which nothing happens that are a person's, and not a machine's. */
const pause = 1_000

/** What the app does while it is driven: its clock, and the states that its machines come to. */
export class DrivenApp {
  readonly #page: Page
  readonly #recorded: ReturnType<typeof statesOf>
  #driven: ReturnType<typeof statesOf> = new Map()
  /** Milliseconds of the recording that have passed for the page. */
  #passed = 0
  /** By how much the page's clock is ahead of the recording's, as a slow machine needs more of it. */
  #ahead: number | undefined
  /** Up to where the recording has gone. */
  #at = 0

  constructor(recording: Recording, page: Page) {
    this.#page = page
    this.#recorded = statesOf(recording)
  }

  get states(): number {
    return [...this.#recorded.values()].reduce((sum, states) => sum + states.length, 0)
  }

  get machines(): number {
    return this.#recorded.size
  }

  async passTo(at: number): Promise<void> {
    // As long as nobody did anything then, nobody does now.
    if (at - this.#at > pause) this.#ahead = Math.max(this.#ahead ?? 0, this.#passed - this.#at)
    this.#at = Math.max(this.#at, at)
    const due = at + (this.#ahead ?? 0)
    if (due <= this.#passed) return
    await this.#page.clock.runFor(due - this.#passed)
    this.#passed = due
  }

  /** Says that the page is where the recording was at a moment, when it is so for the first time. */
  begin(at: number): void {
    this.#ahead ??= Math.max(0, this.#passed - at)
  }

  /** Waits until the machines have come to what was recorded before an event. Returns where they have not. */
  async reach(number?: number, longest = patience): Promise<Parting | undefined> {
    const end = performance.now() + longest
    for (;;) {
      const driven = await recordedBy(this.#page)
      if (driven) this.#driven = statesOf(driven)
      const found = parting(this.#recorded, this.#driven, number)
      if (!found || found.driven !== undefined || performance.now() > end) return found
      await this.tick()
    }
  }

  /** Lets the page go on until something is done, and what it opened or closed be drawn. */
  async during(work: Promise<void>): Promise<void> {
    const state = { isOver: false }
    const over = work.finally(() => (state.isOver = true))
    // Whoever waits for the work gets its failure.
    over.catch(() => {})
    while (!state.isOver) await this.tick()
    await over
    for (let count = 0; count < 3; count += 1) await this.tick()
  }

  /** Lets the page draw. */
  async tick(): Promise<void> {
    await this.#page.clock.runFor(frame).catch(() => {})
    this.#passed += frame
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
