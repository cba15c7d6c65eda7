import { fromPromise } from 'xstate'
import type { Campaign } from '../../../contract/campaigns'
import { answer, pathParams, searchPage } from '../../../contract/client/client'
import { isNotFound, serverDetails } from '../../../contract/client/errors'
import type { Customer } from '../../../contract/customers'
import type { DraftContent } from '../../../contract/extensions/orderDrafts'
import type { OrderPlace, OrderRecord } from '../../../contract/extensions/orders'
import { customerCreateRequest, customerValues } from '../../../contract/forms/customers'
import type { Offer } from '../../../contract/offers'
import type { DraftAsked, OpenedOrder, OrderAsked, OrderNewInput } from '../../../machines/orders/orderNewSetup'
import { type OrderFacts, placementOf, straysOf } from '../../../contract/rules/orderNew'
import { dayIn } from '../../../contract/rules/days'
import type { Api } from '../api'
import { readAgain } from '../cache'
import { ofNewOrders, removeStored } from '../../browser/storedDrafts'
import { required } from '../flowActors'
import { ownFirst, readCampaign } from './campaigns'
import { fetchTalking } from './openCalls'
import { openDraft } from './orderDrafts'
import { readOrder } from './orders'
import { readRecord } from './records'

/** Pages of a list that are looked through, so that no list however long holds a phone call up. */
const mostPages = 10

/** Every campaign that is active, by name; those in which the person sells come first (CP-02). */
async function fetchCampaigns({ client }: Api, organizationId: string): Promise<Campaign[]> {
  const campaigns: Campaign[] = []
  const request = { organizationId, resource: 'campaigns' as const, limit: 100, filters: { status: 'active' } }
  for (let page = 1; page <= mostPages; page += 1) {
    const { rows, total } = await searchPage(client, { ...request, page, sortBy: 'name', sortOrder: 'asc' })
    campaigns.push(...rows)
    if (page * 100 >= total) break
  }
  return ownFirst(campaigns)
}

/** The rows of a list with these ids, which are at most as many as a page has; those that are no more are left out. */
async function readNamed<Resource extends 'offers' | 'products'>(
  { client }: Api,
  organizationId: string,
  resource: Resource,
  ids: readonly string[],
  signal: AbortSignal,
) {
  if (ids.length === 0) return []
  const request = { organizationId, resource, limit: 100, page: 1, filters: { ids: [...ids] } }
  return (await searchPage(client, request, signal)).rows
}

/** What a campaign sells of products that an order has in another campaign's offers. */
async function readCounterparts(
  { client }: Api,
  organizationId: string,
  campaignId: string | undefined,
  productIds: readonly string[],
  signal: AbortSignal,
): Promise<Offer[]> {
  if (campaignId === undefined || productIds.length === 0) return []
  const request = { organizationId, resource: 'offers' as const, limit: 100, page: 1 }
  return (await searchPage(client, { ...request, filters: { campaignId, productId: [...productIds] } }, signal)).rows
}

/** A record, or undefined when it is not there (any more). */
const unlessGone = <Row>(reading: Promise<Row>): Promise<Row | undefined> =>
  reading.catch((error: unknown) => {
    if (isNotFound(error)) return undefined
    throw error
  })

/** A customer; or who they are now that they were merged into another one, perhaps more than once (CU-04). */
async function readBuyer(api: Api, id: string, signal: AbortSignal): Promise<Pick<OrderFacts, 'customer' | 'merged'>> {
  try {
    return { customer: await readRecord(api, 'customers', id).fetch(signal), merged: undefined }
  } catch (error) {
    if (!isNotFound(error)) throw error
    const next = serverDetails(error)?.['mergedInto']
    if (typeof next !== 'string') return { customer: undefined, merged: undefined }
    const { customer, merged } = await readBuyer(api, next, signal)
    return { customer: undefined, merged: { id, into: customer ?? merged?.into } }
  }
}
const nobody = { customer: undefined, merged: undefined }

async function fetchFacts(
  api: Api,
  timeZone: string,
  { organizationId, content }: DraftAsked,
  signal: AbortSignal,
): Promise<OrderFacts> {
  const { campaignId, customerId, lines = [] } = content
  const ids = lines.map(({ offerId }) => offerId)
  const [campaign, { customer, merged }, offers] = await Promise.all([
    campaignId === undefined ? undefined : unlessGone(readCampaign(api, campaignId).fetch(signal)),
    customerId === undefined ? nobody : readBuyer(api, customerId, signal),
    readNamed(api, organizationId, 'offers', ids, signal),
  ])
  const strays = new Set(straysOf(content, { offers }).map(({ offerId }) => offerId))
  const strayProducts = offers.flatMap(({ id, productId }) => (strays.has(id) && productId ? productId : []))
  const productIds = [...new Set(offers.flatMap(({ productId }) => productId ?? []))]
  const [products, counterparts] = await Promise.all([
    readNamed(api, organizationId, 'products', productIds, signal),
    readCounterparts(api, organizationId, campaignId, strayProducts, signal),
  ])
  const gone = [
    ...(campaignId !== undefined && !campaign ? [campaignId] : []),
    ...(customerId !== undefined && !customer && !merged ? [customerId] : []),
    ...ids.filter((id) => !offers.some((offer) => offer.id === id)),
  ]
  return { today: dayIn(timeZone, new Date()), campaign, customer, merged, offers, products, counterparts, gone }
}

/** Whom a new order is for: who was chosen before, or is on the phone now; what can't be read is left to be chosen. */
async function fetchBuyer(
  api: Api,
  { organizationId, customerId }: OrderNewInput,
  signal: AbortSignal,
): Promise<Customer | undefined> {
  const id = customerId ?? (await fetchTalking(api, organizationId, signal))?.customerId
  const { customer, merged } = id ? await readBuyer(api, id, signal).catch(() => nobody) : nobody
  return customer ?? merged?.into
}

async function openOrder(api: Api, userId: string, input: OrderNewInput, signal: AbortSignal): Promise<OpenedOrder> {
  const { organizationId } = input
  const [{ draft, placedOrder }, campaigns, customer] = await Promise.all([
    openDraft(api, { userId, ...input }),
    fetchCampaigns(api, organizationId).catch(() => undefined),
    fetchBuyer(api, input, signal),
  ])
  return { draft, placedOrder, campaigns, lastCampaignId: ofNewOrders.lastCampaignId(organizationId), customer }
}

/** Without what is undefined. */
const given = <Fields extends object>(fields: Fields | undefined) =>
  // Whole entries are left out, and none is added.
  Object.fromEntries(Object.entries(fields ?? {}).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Fields]: NonNullable<Fields[Name]>
  }

/** For whom it is placed: somebody who is there, or somebody new, who is sent with it. */
const buyerOf = ({ customerId, newCustomer, address }: DraftContent): Pick<OrderPlace, 'customerId' | 'newCustomer'> =>
  newCustomer
    ? // Lines that were not typed are empty.
      { newCustomer: customerCreateRequest({ ...customerValues(), ...given(newCustomer), ...given(address) }) }
    : { customerId: required(customerId, 'Choose a customer, or add a new one.') }

/** Whatever an order changes is read again; of orders none is on the screen. */
const changed = ['orderDrafts', 'offers', 'products', 'customers', 'campaigns']

async function placeOrder(api: Api, draft: OrderAsked): Promise<OrderRecord> {
  const { organizationId, draftId, draftVersion, content } = draft
  const { client } = await api.extended('orders')
  const seen = draftVersion === null ? {} : { draftVersion }
  const body = { organizationId, draftId, ...seen, ...buyerOf(content), ...placementOf(content) }
  // It may be an order by now, whether the answer comes or not.
  ofNewOrders.removeUntoldDraft(draftId)
  const order = answer(await client.orders.place({ body })).data
  await removeStored(draftId).catch(() => undefined)
  ofNewOrders.setPlacedDraft(draftId)
  for (const resource of changed) void readAgain(api.queryClient, resource).catch(() => undefined)
  api.queryClient.removeQueries({ queryKey: ['orders'], type: 'inactive' })
  // Its own screen has it already.
  api.queryClient.setQueryData(readOrder(api, order.id).key, order)
  return order
}

/** The real actors of a new order, for one person and the zone of the organization. */
export const orderNewActors = (api: Api, userId: string, timeZone: string) => ({
  openOrder: fromPromise<OpenedOrder, OrderNewInput>(({ input, signal }) => openOrder(api, userId, input, signal)),
  fetchFacts: fromPromise<OrderFacts, DraftAsked>(({ input, signal }) => fetchFacts(api, timeZone, input, signal)),
  placeOrder: fromPromise<OrderRecord, OrderAsked>(({ input }) => placeOrder(api, input)),
})

/** What its lists of options ask for: of customers nobody before something is typed, of offers the campaign's first. */
export const orderOptionsActors = (api: Api) => ({
  fetchCampaigns: fromPromise<Campaign[], { organizationId: string }>(({ input }) =>
    fetchCampaigns(api, input.organizationId),
  ),
  searchCustomers: fromPromise<Customer[], { organizationId: string; q: string }>(
    async ({ input: { organizationId, q }, signal }) => {
      if (q.trim() === '') return []
      const request = { organizationId, resource: 'customers' as const, limit: 20, page: 1, q }
      return (await searchPage(api.client, request, signal)).rows
    },
  ),
  searchOffers: fromPromise<Offer[], { organizationId: string; campaignId: string | undefined; q: string }>(
    async ({ input: { organizationId, campaignId, q }, signal }) => {
      if (campaignId === undefined) return []
      const request = { organizationId, resource: 'offers' as const, limit: 20, page: 1, filters: { campaignId } }
      return (await searchPage(api.client, { ...request, ...(q === '' ? {} : { q }) }, signal)).rows
    },
  ),
})

/** What agents say in a campaign. */
export const readScript = ({ extended }: Api, campaignId: string) => ({
  key: ['campaigns', 'record', campaignId, 'script'],
  fetch: async (signal: AbortSignal) => {
    const { reads } = await extended('campaigns')
    return answer(await reads.campaigns.script.query({ params: pathParams({ campaignId }), fetchOptions: { signal } }))
      .data
  },
})
