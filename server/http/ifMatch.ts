import type { PgColumn } from 'drizzle-orm/pg-core'
import { versionTag } from '../../contract/versions'
import { hasKey, type TenantTable } from '../db/keys'
import type { Transaction } from '../db/transactions'
import { Refusal } from './errors'

/**
 * Throws a 409 with the record as it is now when the caller has read another version of it (GE-09). The row stays locked
 * until the transaction ends, so that what was judged is what is changed.
 */
export async function refuseOutdated(
  tx: Transaction,
  table: TenantTable & { version: PgColumn },
  [orgId, id]: [orgId: string, id: string],
  { 'if-match': demanded = '*' }: { 'if-match'?: string | undefined },
  read: () => Promise<object | undefined>,
): Promise<void> {
  if (demanded === '*') return
  const [row] = await tx
    .select({ version: table.version })
    .from(table)
    .where(hasKey(table, orgId, id))
    .for('update')
  if (!row || demanded.match(/"[^"]*"/g)?.includes(versionTag(Number(row.version)))) return
  const current = await read()
  // Whoever changes what is gone is told so by the change itself.
  if (current) throw outdated(current)
}

/** What somebody else has changed since it was seen; `current` is as it is now. */
export const outdated = (current: object) =>
  new Refusal(409, 'outdated', 'Someone else has changed it meanwhile', { details: { current: { ...current } } })
