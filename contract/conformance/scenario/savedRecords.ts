import type { Account, Exchange } from '../engine/exchange'
import type { Fields } from '../engine/fields'
import { recordOf, type Row, rowsOf } from '../engine/listing'
import { one } from '../engine/made'
import type { Run } from '../engine/run'
import type { Tenant } from '../engine/tenant'
import type { RuleId } from '../rules'

/** What an organization keeps under names, and lists as a whole. */
type Saved = 'savedReports' | 'savedViews'

/** A record in its list, which has it once. */
export async function inList(
  run: Run,
  rule: RuleId,
  saved: Saved,
  { organizationId }: Tenant,
  id: string,
): Promise<[Row | undefined, Exchange]> {
  const exchange = await run.succeed(rule, `${saved}.list`, { query: { organizationId } })
  const found = rowsOf(exchange).filter((row) => row.id === id)
  run.verify(rule, exchange, found.length < 2, `each ${one(saved)} once`)
  return [found[0], exchange]
}

/** Saves a record of the run's own. */
export async function save(
  run: Run,
  rule: RuleId,
  saved: Saved,
  { account }: Pick<Tenant, 'account'>,
  ask: { as?: Account; body: Fields & { name: string }; headers?: Record<string, string> },
): Promise<[Row, Exchange]> {
  const exchange = await run.succeed(rule, `${saved}.create`, ask)
  const made = recordOf(exchange)
  run.journal.made(saved, made.id, account.name, ask.body.name)
  return [made, exchange]
}
