import { and, eq, sql } from 'drizzle-orm'
import type { ArchiveTold } from '../../contract/extensions/archives'
import { acting, actingAsJob } from '../db/acting'
import type { Database } from '../db/database'
import { diskFull, isConnectionLost } from '../db/errors'
import { hasKey } from '../db/keys'
import { archiveImports } from '../db/schema/archives'
import type { Transaction } from '../db/transactions'
import { repeating } from '../jobs/repeating'
import { reasonOf } from '../log'
import { BadArchive, check } from './lines'
import { sentLines } from './parts'
import { type Taken, takeOver } from './take'
import { ownSchema } from './write'

type Import = typeof archiveImports.$inferSelect

/** Whoever has not been there for so long was killed, and somebody else begins anew. */
const secondsUntilGone = 60
const millisecondsBetweenBeats = 1_000

/** Somebody has given it up. */
class GivenUp extends Error {}

/**
 * Takes over the archives that wait for it, one after the other, and lets go of what has come of those that are over, until it is
 * stopped. Any number of nodes may do so.
 */
export function startTakingOver(database: Database, log: (message: string) => void) {
  return repeating({
    work: async () => {
      while (await takeNext(database, log));
      while (await forgetParts(database));
    },
    failed: (error) => log(`An archive could not be taken over: ${reasonOf(error)}`),
    every: 5_000,
  })
}

/** Takes over the archive that has waited longest. Tells whether there was one. */
export async function takeNext(database: Database, log: (message: string) => void): Promise<boolean> {
  const found = await actingAsJob('takeArchives', () => database.system(claim))
  if (!found) return false
  const { userId, userName } = found
  const as = { actor: { kind: 'person' as const, id: userId, name: userName }, action: 'archives.take' }
  await acting(as, () => take(database, found, log))
  return true
}

async function claim(tx: Transaction): Promise<Import | undefined> {
  const [claimed] = await tx
    .update(archiveImports)
    .set({ beatAt: sql`now()` })
    .where(
      sql`(org_id, id) = (select org_id, id from archive_imports where state = 'taking'
        and (beat_at is null or beat_at < now() - make_interval(secs => ${secondsUntilGone}))
        order by created_at limit 1 for update skip locked)`,
    )
    .returning()
  return claimed
}

const isTaking = ({ orgId, id }: Import) => and(hasKey(archiveImports, orgId, id), eq(archiveImports.state, 'taking'))

async function take(database: Database, one: Import, log: (message: string) => void): Promise<void> {
  const { orgId, id } = one
  const beat = beating(database, one)
  const living = stayingAlive(database, one)
  try {
    await check(
      sentLines((work) => database.tenant(orgId, work), orgId, id),
      ownSchema(),
      () => beat(0),
    )
    await database.archive(orgId, 'writes', async (tx) => {
      const taken = await takeOver(
        tx,
        orgId,
        sentLines((work) => work(tx), orgId, id),
        async (rows, total) => {
          // The embedded database does one thing at a time, which is this.
          if (database.kind === 'postgres') await beat(rows, total)
        },
      )
      await end(tx, one, { state: 'taken', rowsDone: taken.rows, rowsTotal: taken.rows, told: await toldOf(tx, taken) })
    })
    // PostgreSQL does so by itself.
    if (database.kind === 'pglite') await database.analyze()
  } catch (error) {
    if (error instanceof GivenUp) return
    // Whoever finds it a minute later begins anew.
    if (isConnectionLost(error)) throw error
    if (!(error instanceof BadArchive)) log(`The archive ${id} could not be taken over: ${reasonOf(error)}`)
    const failure =
      error instanceof BadArchive
        ? error.message
        : (diskFull(error)?.message ?? 'The server could not take the archive over. Nothing of it was: try once more.')
    await database
      .tenant(orgId, (tx) => end(tx, one, { state: 'failed', failure }))
      .catch((given: unknown) => {
        if (!(given instanceof GivenUp)) throw given
      })
  } finally {
    clearInterval(living)
  }
}

/** Says that somebody is at it, also while one statement takes long. The embedded database has nobody else to hear it. */
function stayingAlive(database: Database, one: Import): NodeJS.Timeout | undefined {
  if (database.kind === 'pglite') return undefined
  const say = () =>
    database
      .tenant(one.orgId, (tx) =>
        tx
          .update(archiveImports)
          .set({ beatAt: sql`now()` })
          .where(isTaking(one)),
      )
      .catch(() => undefined)
  return setInterval(() => void say(), (secondsUntilGone / 4) * 1_000)
}

/** Says now and then how far it is, and stops it once somebody has given it up. */
function beating(database: Database, one: Import) {
  let last = performance.now()
  return async (rowsDone: number, rowsTotal?: number) => {
    if (performance.now() - last < millisecondsBetweenBeats) return
    last = performance.now()
    const told = await database.tenant(one.orgId, (tx) =>
      tx
        .update(archiveImports)
        .set({ rowsDone, beatAt: sql`now()`, ...(rowsTotal === undefined ? {} : { rowsTotal }) })
        .where(isTaking(one))
        .returning({ id: archiveImports.id }),
    )
    if (told.length === 0) throw new GivenUp()
  }
}

/** It ends as other changes of the organization do, and is told by the audit. */
async function end(tx: Transaction, one: Import, fields: Partial<typeof archiveImports.$inferInsert>): Promise<void> {
  await tx.execute(sql`select set_config('role', 'app_rw', true)`)
  const ended = await tx
    .update(archiveImports)
    .set({ ...fields, endedAt: sql`now()` })
    .where(isTaking(one))
    .returning({ id: archiveImports.id })
  if (ended.length === 0) throw new GivenUp()
}

/** Few enough for one statement: each is half a megabyte, and two gigabytes take longer to delete than a statement may. */
const partsAtOnce = 200

/** Lets go of some parts of archives that are over or that nobody goes on sending. Tells whether there may be more. */
export const forgetParts = (database: Database): Promise<boolean> =>
  actingAsJob('takeArchives', () =>
    database.system(async (tx) => {
      const { rowCount } = await tx.execute(sql`
        delete from archive_parts where ctid = any(array(select archive_parts.ctid from archive_parts
          join archive_imports on archive_imports.org_id = archive_parts.org_id and archive_imports.id = import_id
          where state in ('taken', 'failed', 'given_up') or (state = 'open' and coalesce(beat_at, created_at) < now() - interval '1 day')
          limit ${partsAtOnce}))`)
      return rowCount === partsAtOnce
    }),
  )

async function toldOf(tx: Transaction, { head }: Taken): Promise<ArchiveTold> {
  const { rows } = await tx.execute<{ name: string }>(
    sql`select name from past_people where org_id = current_org() order by name`,
  )
  const { organization, madeAt, anew } = head
  return { from: organization.name, madeAt, anew, people: rows.map(({ name }) => name) }
}
