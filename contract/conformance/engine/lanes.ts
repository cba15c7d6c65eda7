import type { Run } from './run'

interface Lane {
  /** What it is working on, and what waits behind that. */
  titles: string[]
  work: Promise<void>
}

/** Work of a run that goes on side by side: in a lane one thing after the other, and no lane waits for another. */
export class Lanes {
  readonly #run: Run
  readonly #lanes = new Map<string, Lane>()
  /** What has ended a lane before its time. */
  #failures: unknown[] = []

  constructor(run: Run) {
    this.#run = run
  }

  /** Works in a lane once all is done that it has to do before. */
  begin(name: string, title: string, work: () => Promise<void>): void {
    const lane = this.#lanes.get(name) ?? { titles: [], work: Promise.resolve() }
    lane.titles.push(title)
    lane.work = lane.work.then(async () => {
      try {
        if (this.#failures.length === 0) await work()
      } catch (error) {
        this.#failures.push(error)
        // The others end with their next request.
        this.#run.isOver = true
      }
      lane.titles.shift()
    })
    this.#lanes.set(name, lane)
  }

  /** Waits for a lane. Throws what has ended any of them. */
  async ended(name: string): Promise<void> {
    await this.#lanes.get(name)?.work
    if (this.#failures.length > 0) throw this.#failures[0]
  }

  /** Waits for all lanes. Throws what has ended any of them. */
  async joined(): Promise<void> {
    for (const name of this.#lanes.keys()) await this.ended(name)
  }

  /** Lets nothing more be asked, and waits for what is under way. */
  async stopped(): Promise<void> {
    this.#run.isOver = true
    await Promise.all([...this.#lanes.values()].map(({ work }) => work))
  }

  /** What is worked on, in words. */
  get titles(): string {
    return [...this.#lanes.values()].flatMap(({ titles }) => titles.slice(0, 1)).join(', ')
  }
}
