import type { PgColumn } from 'drizzle-orm/pg-core'
import { versionTag } from '../../contract/versions'
import type { Caller } from '../auth/sessions'
import { Refusal } from '../http/errors'
import { hasKey, type TenantTable } from './keys'
import type { Transaction } from './transactions'

/** A record that is asked for, in an organization of the caller's. */
export interface Place {
  orgId: string
  id: string
  caller: Caller
  now: Date
}

/** How the records of a resource are found for a write. */
export interface RecordKind<Row, Param extends string> {
  /** As timelines name it. */
  resource: string
  /** What people read when there is none. */
  noun: string
  /** The parameter of the path that is its id. */
  param: Param
  /**
   * Finds the record and locks it until the transaction ends, behind whatever has to be locked before it; undefined when
   * there is none.
   */
  find: (tx: Transaction, place: Place) => Promise<Row | undefined>
  /** The campaign that it is of, on which it may depend who changes it. */
  campaignOf?: (row: Row) => string
  /** The order that it is of, if any, which not everybody may see. */
  orderOf?: (row: Row) => string | null
  /** Of records that count their versions: where, and how one is shown to whoever has read an older one (GE-09). */
  versions?: {
    table: TenantTable & { version: PgColumn }
    read: (tx: Transaction, place: Place) => Promise<object | undefined>
  }
}

/** Finds the row of a table by its id. Nothing is locked: for work that first locks something else. */
export const known =
  <Table extends TenantTable>(table: Table) =>
  async (tx: Transaction, { orgId, id }: Place): Promise<Table['$inferSelect'] | undefined> =>
    rowsOf<Table>(
      await tx
        .select()
        .from<TenantTable>(table)
        .where(hasKey(table, orgId, id)),
    )[0]

/** Finds the row of a table by its id, and locks it until the transaction ends. */
export const locked =
  <Table extends TenantTable>(table: Table) =>
  async (tx: Transaction, { orgId, id }: Place): Promise<Table['$inferSelect'] | undefined> =>
    rowsOf<Table>(
      await tx
        .select()
        .from<TenantTable>(table)
        .where(hasKey(table, orgId, id))
        .for('update'),
    )[0]

interface IfMatch {
  'if-match'?: string | undefined
}
const asksForAny = ({ 'if-match': demanded = '*' }: IfMatch) => demanded === '*'

/** Whether the caller has read another version than this one. */
export const isOutdated = (headers: IfMatch = {}, version: number): boolean =>
  !asksForAny(headers) && !headers['if-match']?.match(/"[^"]*"/g)?.includes(versionTag(version))

/**
 * Throws a 409 with the record as it is now when the caller has read another version of it (GE-09). The row stays locked
 * until the transaction ends, so that what was judged is what is changed.
 */
export async function refuseOutdated(
  tx: Transaction,
  table: TenantTable & { version: PgColumn },
  [orgId, id]: [orgId: string, id: string],
  headers: IfMatch,
  read: () => Promise<object | undefined>,
): Promise<void> {
  if (asksForAny(headers)) return
  const [row] = await tx
    .select({ version: table.version })
    .from(table)
    .where(hasKey(table, orgId, id))
    .for('update')
  if (!row || !isOutdated(headers, Number(row.version))) return
  const current = await read()
  // Whoever changes what is gone is told so by the change itself.
  if (current) throw outdated(current)
}

/** What somebody else has changed since it was seen; `current` is as it is now. */
export const outdated = (current: object) =>
  new Refusal(409, 'outdated', 'Someone else has changed it meanwhile', { details: { current: { ...current } } })

// Drizzle types the rows of a table only where it is told which one it is.
const rowsOf = <Table extends TenantTable>(rows: unknown[]) => rows as Table['$inferSelect'][]
