import type { Account, Exchange } from '../engine/exchange'
import type { Fields } from '../engine/fields'
import { recordOf, type Row, rowsOf } from '../engine/listing'
import { makings, one } from '../engine/made'
import type { Run } from '../engine/run'
import type { Tenant } from '../engine/tenant'
import { textOf } from '../engine/text'
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

/** What was deleted keeps its name from nobody; whatever has it then, which is deleted too, is returned. */
export async function saveAnew(
  run: Run,
  rule: RuleId,
  saved: Saved,
  tenant: Tenant,
  body: Fields & { name: string },
): Promise<Row> {
  const [anew, exchange] = await save(run, rule, saved, tenant, { body })
  const { name } = anew
  run.verify(
    rule,
    exchange,
    name === body.name,
    `another ${one(saved)} by the name of one that was deleted`,
    textOf(name),
  )
  await run.succeed(rule, `${saved}.delete`, { params: { [makings[saved].param]: anew.id } })
  return anew
}
