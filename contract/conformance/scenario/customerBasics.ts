import { difference } from '../engine/compare'
import { Blocked } from '../engine/errors'
import type { Exchange } from '../engine/exchange'
import type { Fields } from '../engine/fields'
import { recordOf, type Row } from '../engine/listing'
import type { Run } from '../engine/run'
import type { Tenant } from '../engine/tenant'

/** Makes a customer and registers it for the cleaning up. */
export async function makeCustomer(run: Run, tenant: Tenant, body: Fields): Promise<[Row, Exchange]> {
  const exchange = await run.succeed('customers.create', 'customers.create', { as: tenant.account, body })
  const row = recordOf(exchange)
  // An id that is another customer's must not be deleted.
  if (difference({ firstName: body['firstName'] }, row) !== undefined) throw new Blocked('the new customer is another')
  run.journal.made('customers', row.id, tenant.account.name, String(body['firstName']))
  return [row, exchange]
}

export const readCustomer = async (run: Run, { account }: Tenant, customerId: string): Promise<Row> =>
  recordOf(await run.succeed('customers.create', 'customers.get', { as: account, params: { customerId } }))

/** Deletes a customer of the run's own. */
export async function deleteCustomer(run: Run, { account }: Tenant, customerId: string): Promise<void> {
  await run.succeed('customers.delete', 'customers.delete', { as: account, params: { customerId } })
}

/** Deletes a customer that is not needed any more, unless it is to be looked at afterwards. */
export async function tidyCustomer(run: Run, tenant: Tenant, customerId: string): Promise<void> {
  if (run.options.keep !== true) await deleteCustomer(run, tenant, customerId)
}

export const toldOf = ({ timeline }: Row): Fields[] | undefined =>
  Array.isArray(timeline) ? (timeline as Fields[]) : undefined

/** Whatever was done with a customer is told in their timeline, and nothing of before is lost. */
export function tellsMore(run: Run, exchange: Exchange, before: Row, now: Row): void {
  const [was, is] = [toldOf(before), toldOf(now)]
  if (was === undefined || is === undefined) return
  const expected = `more than the ${was.length} events of before in the timeline`
  run.verify('customers.timeline', exchange, is.length > was.length, expected, `${is.length}`)
}
