import { rowsOf, totalOf } from '../engine/listing'
import { hidden } from '../engine/outsiders'
import type { Run } from '../engine/run'
import type { Tenant } from '../engine/tenant'
import type { World } from '../engine/world'

export { hidden } from '../engine/outsiders'

/** A reference that is not the organization's own may be hidden, or be a wrong field. */
export const hiddenInBody = [400, 401, 403, 404, 409, 422]

/** A marker in the name of what belongs to one account, so that it is known when the other sees it. */
export const secretOf = ({ marker }: World, { account }: Tenant) =>
  `yw${marker.slice(2)}${account.name === 'first' ? 'a' : 'b'}`

/** A filter by what is not the organization's own is refused or finds nothing. */
export async function findNothing(run: Run, tenant: Tenant, filters: Record<string, string>): Promise<void> {
  const body = { organizationId: tenant.organizationId, resource: 'offers', filters, limit: 10, page: 1 }
  const exchange = await run.ask('search.search', { as: tenant.account, body })
  const isRefused = [400, ...hidden, 422].includes(exchange.status)
  const isEmpty = exchange.status === 200 && rowsOf(exchange).length === 0 && totalOf(exchange) === 0
  run.verify('access.foreignFilter', exchange, isRefused || isEmpty, 'nothing found')
}
