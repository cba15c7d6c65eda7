import { type SQL, sql } from 'drizzle-orm'
import { actingAsJob } from './db/acting'
import type { Database } from './db/database'
import { organizations } from './db/schema/organizations'
import type { Transaction } from './db/transactions'
import { type SealedColumn, sealedOfOrganizations, sealedOfPeople } from './sealed'
import { type Secrets, Unsealable } from './secrets'

export interface Resealed {
  resealed: number
  /** How many can't be opened any more, as their key is gone or they were changed; they are left as they are. */
  lost: number
  /** How many others have sealed by an older key once more. */
  left: number
}

type Reseals = Pick<Database, 'system' | 'tenant'>

/** So many at once, as whoever uses them waits. */
const rowsAtOnce = 200
/** Whoever still seals by an older key is gone after so often; it is told what is left. */
const mostRounds = 10

/**
 * Seals anew by the key that seals whatever another one has sealed, and looks again until nothing is left. Each step is a
 * transaction of its own: cut anywhere, it goes on when it is done again.
 */
export const resealAll = (database: Reseals, secrets: Secrets): Promise<Resealed> =>
  actingAsJob('rotateSecrets', async () => {
    const all: Resealed = { resealed: 0, lost: 0, left: 0 }
    for (let round = 1; round <= mostRounds; round += 1) {
      const { resealed, lost, left } = await resealEverywhere(database, secrets)
      all.resealed += resealed
      Object.assign(all, { lost, left })
      if (resealed === 0) break
      all.left = 0
    }
    return all
  })

/** How many secrets each key has sealed, by its id. */
export const sealedByKey = (database: Reseals): Promise<Map<string, number>> =>
  actingAsJob('rotateSecrets', async () => {
    const all = new Map<string, number>()
    for await (const { counts } of everywhere(database)) {
      for (const { key, count } of counts) all.set(key, (all.get(key) ?? 0) + count)
    }
    return all
  })

interface Place {
  among: SQL
  columns: readonly SealedColumn[]
  counts: { at: number; key: string; count: number }[]
  transact: <T>(work: (tx: Transaction) => Promise<T>) => Promise<T>
}

/** What people have sealed, and each organization. */
async function* everywhere(database: Reseals): AsyncGenerator<Place> {
  const counted = async (place: Omit<Place, 'counts'>): Promise<Place> => ({
    ...place,
    counts: await place.transact((tx) => countsOf(tx, place)),
  })
  yield await counted({ among: sql`true`, columns: sealedOfPeople, transact: (work) => database.system(work) })
  const everyone = await database.system((tx) => tx.select({ id: organizations.id }).from(organizations))
  for (const { id } of everyone) {
    const transact: Place['transact'] = (work) => database.tenant(id, work)
    yield await counted({ among: sql`org_id = ${id}`, columns: sealedOfOrganizations, transact })
  }
}

async function countsOf(tx: Transaction, { among, columns }: Pick<Place, 'among' | 'columns'>) {
  const each = columns.map(
    ({ table, text }, at) =>
      sql`select ${at}::int as at, ${text} as text from ${table} where ${among} and ${text} like 'v1.%'`,
  )
  const { rows } = await tx.execute<Place['counts'][number]>(
    sql`select at, split_part(text, '.', 2) as key, count(*)::int as count
      from (${sql.join(each, sql` union all `)}) as sealed group by 1, 2`,
  )
  return rows
}

async function resealEverywhere(database: Reseals, secrets: Secrets): Promise<Resealed> {
  const [current, ...older] = secrets.keyIds()
  const all: Resealed = { resealed: 0, lost: 0, left: 0 }
  for await (const place of everywhere(database)) {
    const others = place.counts.filter(({ key }) => key !== current)
    for (const { key, count } of others) if (!older.includes(key)) all.lost += count
    for (const at of new Set(others.filter(({ key }) => older.includes(key)).map((one) => one.at))) {
      const column = place.columns[at]
      if (column) await resealColumn(place, column, { secrets, older, all })
    }
  }
  return all
}

async function resealColumn(
  { among, transact }: Place,
  { table, column, text, stored }: SealedColumn,
  { secrets, older, all }: { secrets: Secrets; older: string[]; all: Resealed },
): Promise<void> {
  const unsealable: string[] = []
  const batch = async (tx: Transaction) => {
    const known = unsealable.length === 0 ? sql`true` : sql`${text} not in ${unsealable}`
    const { rows } = await tx.execute<{ place: string; before: string }>(
      sql`select ctid::text as place, ${text} as before from ${table} where ${among} and ${text} like 'v1.%'
        and split_part(${text}, '.', 2) in ${older} and ${known} limit ${rowsAtOnce} for update`,
    )
    let resealed = 0
    const failed: string[] = []
    for (const { place, before } of rows) {
      try {
        const after = stored(secrets.seal(secrets.unseal(before)))
        const { rowCount } = await tx.execute(
          sql`update ${table} set ${column} = ${after} where ctid = ${place}::tid and ${among} and ${text} = ${before}`,
        )
        resealed += rowCount ?? 0
      } catch (error) {
        if (!(error instanceof Unsealable)) throw error
        failed.push(before)
      }
    }
    return { resealed, failed }
  }
  for (;;) {
    const { resealed, failed } = await transact(batch)
    unsealable.push(...failed)
    all.resealed += resealed
    all.lost += failed.length
    if (resealed + failed.length === 0) return
  }
}
