import { Blocked } from './errors'
import type { Account } from './exchange'
import { type Row, rowsOf, searchPage } from './listing'
import type { Run } from './run'

/** What one account can work with, in one organization of its own. */
export interface Tenant {
  account: Account
  organizationId: string
  organizations: Row[]
  /** At most 100 of each. */
  campaigns: Row[]
  products: Row[]
  gateways: Row[]
  plugins: { id: string; name: string }[]
  /** The campaign that offers are made in: the one with the fewest. */
  workplace: Row | undefined
}

const filled = 'an account with campaigns and products'

/** Reads what an account has. Throws Blocked when there is nothing to go on with. */
export async function tenantOf(
  run: Run,
  account: Account,
  apartFrom: ReadonlySet<string> = new Set(),
): Promise<Tenant> {
  const listed = await run.succeed('session.organizations', 'organizations.list', { as: account })
  const organizations = rowsOf(listed)
  run.verify('session.organizations', listed, organizations.length > 0, 'at least one organization')
  const candidates = organizations.filter(({ id }) => !apartFrom.has(id))
  run.verify(
    'access.organizations',
    listed,
    candidates.length > 0 || organizations.length === 0,
    'an organization that the first account is not a member of, as the second account has to have',
    'organizations of the first account alone',
  )
  let best: Tenant | undefined
  for (const { id } of candidates.slice(0, 5)) {
    const tenant = await readTenant(run, account, id, organizations)
    if (tenant.campaigns.length > 0 && tenant.products.length > 0) {
      run.verify('lists.filled', listed, true, filled)
      return withWorkplace(run, tenant)
    }
    best ??= tenant
  }
  if (best === undefined) throw new Blocked('the account has no organization of its own')
  // The second account need only be apart from the first.
  if (apartFrom.size === 0 && ['campaigns', 'offers', 'search'].some((name) => run.covers(name))) {
    const isEmpty = best.campaigns.length === 0 && best.products.length === 0
    run.verify('lists.filled', listed, !isEmpty, filled, 'it has none of either')
  }
  return withWorkplace(run, best)
}

/** What the account has in one organization of its own. */
export const tenantIn = async (run: Run, { account, organizations }: Tenant, organizationId: string): Promise<Tenant> =>
  withWorkplace(run, await readTenant(run, account, organizationId, organizations))

async function readTenant(run: Run, account: Account, organizationId: string, organizations: Row[]): Promise<Tenant> {
  const list = (resource: 'campaigns' | 'products') =>
    searchPage(run, { organizationId, resource, limit: 100, page: 1 }, account)
  const campaigns = await list('campaigns')
  const products = await list('products')
  const query = { organizationId }
  const gateways = await run.succeed('shape.valid', 'gateways.listInstances', { as: account, query })
  const plugins = await run.succeed('shape.valid', 'plugins.listInstalled', { as: account, query })
  return {
    account,
    organizationId,
    organizations,
    campaigns: campaigns.rows,
    // What an earlier run has put away sells nothing.
    products: products.rows.filter(({ status }) => status !== 'archived'),
    gateways: rowsOf(gateways),
    plugins: instancesOf(plugins.json),
    workplace: undefined,
  }
}

function instancesOf(json: unknown): { id: string; name: string }[] {
  const { data } = (json ?? {}) as { data?: unknown }
  const entries = Array.isArray(data) ? (data as { instance?: { id?: unknown; name?: unknown } }[]) : []
  return entries.flatMap(({ instance }) =>
    typeof instance?.id === 'string' && typeof instance.name === 'string'
      ? [{ id: instance.id, name: instance.name }]
      : [],
  )
}

async function withWorkplace(run: Run, tenant: Tenant): Promise<Tenant> {
  let fewest = Number.POSITIVE_INFINITY
  let workplace: Row | undefined
  for (const campaign of tenant.campaigns.slice(0, 20)) {
    const { total } = await searchPage(
      run,
      {
        organizationId: tenant.organizationId,
        resource: 'offers',
        filters: { campaignId: campaign.id },
        limit: 1,
        page: 1,
      },
      tenant.account,
    )
    if (total < fewest) {
      fewest = total
      workplace = campaign
    }
  }
  return { ...tenant, workplace }
}

/** The campaign to make offers in. Throws Blocked when there is none. */
export function workplaceOf({ workplace }: Tenant): Row {
  if (workplace === undefined) throw new Blocked('the account has no campaign to work in')
  return workplace
}

export function productOf({ products }: Tenant): Row {
  const [product] = products
  if (product === undefined) throw new Blocked('the account has no product to offer')
  return product
}
