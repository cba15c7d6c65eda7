import { setTimeout as delay } from 'node:timers/promises'
import type { ChangesRead, NotedChange, ReadFrom } from '../db/changes'

/** What has just been read: nothing known means that all has to be read again. */
export interface Told {
  changes: readonly NotedChange[] | undefined
  /** The transaction from which on to read further. */
  upTo: string
}

/** Milliseconds between two reads, so that a thousand writes a second are not a thousand reads. */
const spacing = 25
/** Milliseconds before the next try, when the database does not answer. */
const retryAfter = 1_000

/**
 * Follows what is noted of one organization, for all who watch it on this node. Every change is told once, however
 * transactions overlap: whatever was still under way at one read is looked for at the next.
 */
export class Tail {
  readonly #read: (from: ReadFrom) => Promise<ChangesRead>
  readonly #hearers = new Set<(told: Told) => void>()
  #upTo: string | undefined
  /** What was told of transactions from there on. */
  #told = new Set<string>()
  #isWoken = false
  #isRunning = false

  constructor(read: (from: ReadFrom) => Promise<ChangesRead>) {
    this.#read = read
  }

  get isWatched(): boolean {
    return this.#hearers.size > 0
  }

  /** Whose reads go up to here by now; undefined before the first. */
  get upTo(): string | undefined {
    return this.#upTo
  }

  /** Whatever is committed after this resolves is told. Returns how to stop. */
  async watch(hear: (told: Told) => void): Promise<() => void> {
    this.#hearers.add(hear)
    const stop = () => void this.#hearers.delete(hear)
    if (this.#upTo === undefined) {
      try {
        const { upTo } = await this.#read('now')
        this.#upTo ??= upTo
      } catch (error) {
        stop()
        throw error
      }
    }
    return stop
  }

  /** Something may have been written. */
  wake(): void {
    this.#isWoken = true
    if (!this.#isRunning) void this.#run()
  }

  async #run(): Promise<void> {
    this.#isRunning = true
    while (this.#isWoken && this.isWatched && this.#upTo !== undefined) {
      this.#isWoken = false
      try {
        await this.#readOn(this.#upTo)
        await delay(spacing, undefined, { ref: false })
      } catch {
        this.#isWoken = true
        await delay(retryAfter, undefined, { ref: false })
      }
    }
    this.#isWoken = false
    this.#isRunning = false
  }

  async #readOn(from: string): Promise<void> {
    const { changes, upTo } = await this.#read({ xid: from })
    const news = changes?.filter(({ id }) => !this.#told.has(id))
    this.#upTo = upTo
    const lowest = BigInt(upTo)
    this.#told = new Set(changes?.filter(({ xid }) => BigInt(xid) >= lowest).map(({ id }) => id))
    if (news?.length === 0) return
    for (const hear of this.#hearers) hear({ changes: news, upTo })
  }
}
