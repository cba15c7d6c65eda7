import type { OfferCreate } from '../../offers'
import { difference, disagreement } from '../engine/compare'
import { Blocked } from '../engine/errors'
import type { Exchange } from '../engine/exchange'
import { ownPrice } from '../engine/journal'
import { recordOf, type Row, searchPage, walk } from '../engine/listing'
import type { Run } from '../engine/run'
import { productOf, type Tenant, workplaceOf } from '../engine/tenant'
import type { RuleId } from '../rules'

export type OfferFields = Partial<Omit<OfferCreate, 'organizationId' | 'productId'>>

/** What the contract demands of a new offer, and the gateway where there is one. */
export function offerBody(tenant: Tenant, displayName: string, fields: OfferFields = {}) {
  const [gateway] = tenant.gateways
  return {
    organizationId: tenant.organizationId,
    productId: productOf(tenant).id,
    ...(gateway === undefined ? {} : { gatewayInstanceId: gateway.id }),
    displayName,
    quantity: 7,
    basePrice: ownPrice,
    ...fields,
  }
}

/** The list that an offer is read back from: there is no call that reads a single one. */
export const offersOf = (run: Run, tenant: Tenant, campaignId = workplaceOf(tenant).id) =>
  walk(
    run,
    { organizationId: tenant.organizationId, resource: 'offers', filters: { campaignId } },
    { as: tenant.account },
  )

/** The offer as its campaign's list shows it, newest page first as any page may hold it. */
export async function findOffer(run: Run, tenant: Tenant, id: string): Promise<Row | undefined> {
  const query = {
    organizationId: tenant.organizationId,
    resource: 'offers' as const,
    filters: { campaignId: workplaceOf(tenant).id },
    limit: 100,
  }
  for (let page = 1; page <= 20; page += 1) {
    const { rows, total } = await searchPage(run, { ...query, page }, tenant.account)
    const found = rows.find((row) => row.id === id)
    if (found !== undefined || page * 100 >= total) return found
  }
  return undefined
}

/** Registers a new offer for the cleaning up, unless the id that was answered is another one's. */
export function keepIfOurs(run: Run, { account }: Tenant, row: Row | undefined, displayName: string): row is Row {
  const isOurs = row !== undefined && difference({ displayName }, row) === undefined
  if (isOurs) run.journal.made('offers', row.id, account.name, displayName)
  return isOurs
}

/**
 * Makes an offer, proves that it is what was sent, and registers it for the cleaning up. An id that turns out not to be
 * the new offer's is never used again. Throws Blocked when there is no offer to go on with.
 */
export async function makeOffer(
  run: Run,
  tenant: Tenant,
  displayName: string,
  fields: OfferFields = {},
  rule: RuleId = 'offers.create',
): Promise<{ row: Row; exchange: Exchange }> {
  const body = offerBody(tenant, displayName, fields)
  const { organizationId: _organizationId, ...sent } = body
  const params = { campaignId: workplaceOf(tenant).id }
  const exchange = await run.succeed(rule, 'offers.create', { as: tenant.account, params, body })
  const answered = recordOf(exchange)
  const wrong = difference(withReferences(sent, answered), answered)
  run.verify('offers.create', exchange, wrong === undefined, 'the offer as it was sent', wrong)
  const row = await findOffer(run, tenant, answered.id)
  const isOurs = keepIfOurs(run, tenant, row, displayName)
  const lost =
    row === undefined
      ? `no offer with the answered id ${answered.id} in the list`
      : difference(withReferences(sent, row), row)
  run.verify('offers.create', exchange, lost === undefined, "the offer as it was sent in its campaign's list", lost)
  if (!isOurs) throw new Blocked('the new offer can not be found')
  const differs = disagreement(answered, row)
  run.verify('offers.create', exchange, differs === undefined, 'the answer as the list has it', differs)
  for (const shown of [answered, row]) {
    const elsewhere = wrongReference({ ...params, ...body }, shown)
    run.verify('offers.create', exchange, elsewhere === undefined, 'the offer in its campaign', elsewhere)
    const limit = limitOfNobody(run, sent, shown)
    run.verify('offers.create', exchange, limit === undefined, 'no limit that was not sent', limit)
  }
  return { row, exchange }
}

const references = ['campaignId', 'productId', 'gatewayInstanceId'] as const

/** The first reference that is not what was asked, in words; an answer need not have them. */
export function wrongReference(asked: Record<string, unknown>, shown: Row): string | undefined {
  const names = references.filter((name) => name in asked && typeof shown[name] === 'string')
  return difference(Object.fromEntries(names.map((name) => [name, asked[name]])), shown)
}

/** References may be left out of what is shown, but neither be wrong nor lost. */
const withReferences = (sent: Record<string, unknown>, shown: Row) =>
  Object.fromEntries(Object.entries(sent).filter(([name]) => !name.endsWith('Id') || name in shown))

const limits = ['minPrice', 'maxPrice', 'maxQuantity', 'shipPrice'] as const

/** The first limit that nobody asked for; at level core, one that nothing could be sold within. */
function limitOfNobody(run: Run, sent: Record<string, unknown>, shown: Row): string | undefined {
  const names = run.isFull ? limits : (['maxPrice', 'maxQuantity'] as const)
  const name = names.find((one) => {
    const value = shown[one]
    return !(one in sent) && value !== null && value !== undefined && (run.isFull || value === 0)
  })
  return name && `${name} is ${String(shown[name])}`
}

/** Deletes an offer of the run's own; returns the exchange. */
export const deleteOffer = (run: Run, { account }: Tenant, id: string, rule: RuleId = 'offers.delete') =>
  run.succeed(rule, 'offers.delete', { as: account, params: { offerId: id } })

/** Deletes an offer that is not needed any more, unless it is to be looked at afterwards. */
export async function tidyOffer(run: Run, tenant: Tenant, id: string, rule: RuleId = 'offers.delete'): Promise<void> {
  if (run.options.keep !== true) await deleteOffer(run, tenant, id, rule)
}

export const allOffers = (run: Run, { organizationId, account }: Tenant) =>
  walk(run, { organizationId, resource: 'offers' }, { as: account })
