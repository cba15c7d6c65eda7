import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { Database } from '../db/database'
import { coalesced } from './coalesced'
import type { NotedChange } from './notedChange'

export interface ChangesRead {
  /** In the order in which they were written; undefined when there are too many to read. */
  changes: NotedChange[] | undefined
  /**
   * The number from which on transactions may still be under way: every change of an earlier one has been seen. Whoever
   * reads on from here misses nothing, and may read what they know already.
   */
  upTo: string
}

/** From where to read: a transaction's number, so many seconds ago, or nothing but how far it is now. */
export type ReadFrom = { xid: string } | { seconds: number } | 'now'

/** More than a page can make use of. */
const mostAtOnce = 1_000

/** Reads what was noted of an organization. A number of a transaction that has yet to come is of another database. */
export function readChanges(database: Database, orgId: string, from: ReadFrom): Promise<ChangesRead> {
  const since =
    from === 'now'
      ? sql`false`
      : 'xid' in from
        ? sql`changes.xid >= ${from.xid}::xid8`
        : sql`changes.created_at > now() - make_interval(secs => ${from.seconds})`
  return database.tenant(orgId, async (tx) => {
    // One statement has one view of what is under way.
    const { rows } = await tx.execute<{ up_to: string; is_to_come: boolean } & Record<keyof NotedChange, unknown>>(sql`
      select pg_snapshot_xmin(pg_current_snapshot())::text as up_to,
        ${from !== 'now' && 'xid' in from ? sql`${from.xid}::xid8 > pg_snapshot_xmax(pg_current_snapshot())` : sql`false`}
          as is_to_come,
        found.*
      from (values (1)) as one left join lateral (
        select id::text, xid::text, resource, record_id as "recordId", version, kind from changes
        where org_id = (select current_org()) and ${since} order by changes.id limit ${mostAtOnce + 1}
      ) as found on true`)
    const [first] = rows
    if (!first) throw new Error('nothing was answered')
    const found = first.id === null ? [] : (rows as Record<string, unknown>[] as unknown as NotedChange[])
    const isTooMuch = found.length > mostAtOnce || first.is_to_come
    return { changes: isTooMuch ? undefined : found.map(changeOf), upTo: first.up_to }
  })
}

const changeOf = ({ id, xid, resource, recordId, version, kind }: NotedChange): NotedChange => ({
  id,
  xid,
  resource,
  recordId,
  version,
  kind,
})

/** What has just been read: nothing known means that all has to be read again. */
export interface Told {
  changes: readonly NotedChange[] | undefined
  /** The transaction from which on to read further. */
  upTo: string
}

/**
 * Milliseconds between two reads, so that a thousand writes a second are not a thousand reads. What the transactions of one
 * payment write is mostly told at once by this, and nobody waits for it: pages gather for longer.
 */
const spacing = 100
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
    const told = { changes: news && coalesced(news), upTo }
    for (const hear of this.#hearers) hear(told)
  }
}
