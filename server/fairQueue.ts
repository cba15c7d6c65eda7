/** Someone whose turn has not come. */
interface Waiting {
  start: () => void
  refuse: () => void
}

export interface FairQueueOptions {
  /** How many work at once, over all lanes. */
  atOnce: number
  /** How many may wait in each lane. */
  places: number
  /** What is thrown to whom there is no place for. */
  full: () => Error
}

/**
 * Work that is done a few at a time. The lanes take turns, so that a crowd in one holds nobody up in another; within a
 * lane whoever asks takes turns, so that asking often does not help. Where there is no place left, whoever waits most
 * often gives one of theirs up to a newcomer.
 */
export class FairQueue<Lane extends string> {
  readonly #options: FairQueueOptions
  /** Per lane who waits, in the order of their turns. */
  readonly #lanes: Map<Lane, Map<string, Waiting[]>>
  #running = 0

  constructor(lanes: readonly Lane[], options: FairQueueOptions) {
    this.#options = options
    this.#lanes = new Map(lanes.map((lane) => [lane, new Map()]))
  }

  /** Does the work when it is the asker's turn; rejects with `full()` when there is no place to wait. */
  async take<T>(lane: Lane, asker: string, work: () => Promise<T>): Promise<T> {
    if (this.#running < this.#options.atOnce) this.#running += 1
    else await this.#wait(lane, asker)
    try {
      return await work()
    } finally {
      const next = this.#next()
      if (next) next.start()
      else this.#running -= 1
    }
  }

  #wait(lane: Lane, asker: string): Promise<void> {
    const askers = this.#lanes.get(lane) ?? new Map<string, Waiting[]>()
    const waiting = [...askers.values()].reduce((sum, list) => sum + list.length, 0)
    if (waiting >= this.#options.places && !makesPlace(askers, asker)) throw this.#options.full()
    return new Promise<void>((start, reject) => {
      const own = askers.get(asker)
      const one = { start, refuse: () => reject(this.#options.full()) }
      if (own) own.push(one)
      else askers.set(asker, [one])
    })
  }

  #next(): Waiting | undefined {
    for (const [lane, askers] of this.#lanes) {
      const [first] = askers
      if (first === undefined) continue
      const [asker, list] = first
      const next = list.shift()
      // Whoever had a turn is last, and so is the lane.
      askers.delete(asker)
      if (list.length > 0) askers.set(asker, list)
      this.#lanes.delete(lane)
      this.#lanes.set(lane, askers)
      return next
    }
    return undefined
  }
}

/** Whether somebody who waits at least twice more than the newcomer could be sent away instead. */
function makesPlace(askers: Map<string, Waiting[]>, newcomer: string): boolean {
  const own = askers.get(newcomer)?.length ?? 0
  let most: Waiting[] = []
  for (const list of askers.values()) if (list.length > most.length) most = list
  if (most.length <= own + 1) return false
  most.pop()?.refuse()
  return true
}
