import { expect } from 'vitest'
import { home, openShop } from '../shop'
import { knownOf, type Known, type Started } from './start'

/** What is about oneself and in no organization, and so is everybody's. */
export const isOfOneself = (call: string): boolean =>
  call.startsWith('users.') || call === 'organizations.list' || call === 'calls.ongoing'

export type Request = [method: string, path: string, body?: object]

/** One record of each kind that calls are about, all of one organization's. */
export interface Records extends Omit<Known, 'pluginId'> {
  pluginInstanceId: string
  otherCustomerId: string
  orderItemId: string
  importId: string
  bulkJobId: string
  responderId: string
  deletedResponderId: string
  providerId: string
  mailId: string
  orderMailId: string
  sellerId: string
  memberId: string
  deviceId: string
  telephoneTokenId: string
  savedReportId: string
  savedViewId: string
  apiTokenId: string
  webhookId: string
  deliveryId: string
  callId: string
  inviteId: string
  draftId: string
  archiveId: string
  collaborationId: string
}

interface Listed {
  id: string
  email?: string
}

/** Makes what an organization lacks, by its owner; the order is the seller's, and half of it is in a parcel. */
export async function recordsOf(server: Started, email: string, sellerEmail: string): Promise<Records> {
  const [token, seller] = await Promise.all([email, sellerEmail].map(server.login))
  const known = await knownOf(server, token ?? '')
  const { orgId: organizationId, campaignId, pluginId: pluginInstanceId } = known
  const done = async <Data = Listed>(method: string, path: string, body?: object, by = token): Promise<Data> => {
    const answered = await server.call(method, path, { token: by, body })
    expect({ method, path, ...answered }).toMatchObject({ status: 200 })
    // Each caller says what the call answers.
    return (answered.body as { data: Data }).data
  }
  const all = (path: string) => done<Listed[]>('GET', `${path}?organizationId=${organizationId}`)
  const firstOf = async (path: string) => (await all(path))[0]?.id ?? expect.fail(`nothing in ${path}`)
  const create = async (path: string, body: object, by = token) =>
    (await done('POST', path, { organizationId, ...body }, by)).id

  const shop = await openShop(server, email)
  const offerId = await shop.addOffer(await shop.addProduct(10))
  const { id: orderId } = await done('POST', '/orders', shop.placement([{ offerId, quantity: 4 }]), seller)
  const { items } = await done<{ items: Listed[] }>('GET', `/orders/${orderId}`)
  const orderItemId = items[0]?.id ?? expect.fail('the order has no line')
  const packed = { items: [{ orderItemId, quantity: 2 }] }
  const { id: fulfilmentId } = await done('POST', `/orders/${orderId}/fulfilments`, packed)
  const importId = await create('/sheet-imports', { name: 'some.csv' })
  const lines = [{ line: 2, cells: { sku: 'SHEET-1', name: 'Of a sheet', price: '1' } }]
  await done('PUT', `/sheet-imports/${importId}/lines`, { lines })
  const bulkJobId = await create('/bulk-jobs', { action: 'customers.delete', ids: [shop.customerId] })
  await done('POST', `/bulk-jobs/${bulkJobId}/start`, {})
  const responder = { subject: 's', body: 'b', event: 'order.completed', from: 'a@b.example', pluginInstanceId }
  const addResponder = async () => (await done('POST', `/campaigns/${campaignId}/autoresponders/email`, responder)).id
  const [responderId, deletedResponderId] = [await addResponder(), await addResponder()]
  await server.call('DELETE', `/autoresponders/email/${deletedResponderId}`, { token })
  await create('/invites', { emails: ['invited@b.example'], role: 'agent' })
  // After the invite, whose mail is for owners alone: the newest is the one that is asked for.
  await server.call('POST', `/autoresponders/email/${responderId}/test`, { token, body: {} })
  const webhookId = await create('/outgoing-webhooks', { address: 'https://one.example', events: ['order.placed'] })
  const draftId = crypto.randomUUID()
  await done('PUT', `/order-drafts/${draftId}`, { organizationId, title: 'Typed', content: {} })
  const savedViewId = await create('/saved-views', { list: 'orders', name: 'Paid', address: {} })
  await done('PUT', `/saved-views/${savedViewId}/sharing`, { isShared: true })
  const open = await all('/calls/open/me')
  const people = await done<Listed[]>('GET', `/organizations/${organizationId}/members`)
  return {
    ...known,
    orderId,
    orderItemId,
    fulfilmentId,
    pluginInstanceId,
    otherCustomerId: shop.customerId,
    importId,
    bulkJobId,
    archiveId: await create('/archives', { name: 'shop.jsonl.gz', bytes: 9 }),
    responderId,
    deletedResponderId,
    webhookId,
    draftId,
    providerId: await create('/plugins', { name: 'Another', kind: 'outbox', from: 'a@b.example' }),
    mailId: await firstOf('/mails'),
    orderMailId: await firstOf('/order-mails'),
    sellerId: await firstOf('/sellers'),
    memberId: people.find((one) => one.email === sellerEmail)?.id ?? expect.fail('the seller is no member'),
    deviceId: (await done<Listed[]>('GET', '/users/sessions'))[0]?.id ?? expect.fail('there is no device'),
    telephoneTokenId: await create('/telephone/tokens', { name: 'Office' }),
    savedReportId: await create('/saved-reports', { name: 'Sales', question: sales }),
    savedViewId,
    apiTokenId: await create('/api-tokens', { name: 'Warehouse', duties: null }),
    deliveryId: (await done('POST', `/outgoing-webhooks/${webhookId}/test`, {})).id,
    callId: open[0]?.id ?? (await create('/calls', { phone: '5550100' })),
    inviteId: await firstOf('/invites'),
    collaborationId: await create('/collaborations', {
      email: `${crypto.randomUUID()}@elsewhere.example`,
      share: 10,
      campaigns: [{ campaignId, right: 'sell' }],
    }),
  }
}

/** A report that can be saved. */
const sales = { measures: ['sales'], dimensions: ['day'], period: 'last7', compare: 'previous' }

const posts = (paths: readonly string[], body: object = {}): Request[] => paths.map((path) => ['POST', path, body])
const steps = (record: string, names: string): Request[] => posts(names.split(' ').map((name) => `${record}/${name}`))

/** What reads, of every kind. */
export function readsOf(records: Records): Request[] {
  const { orgId: organizationId, campaignId, customerId, orderId, fulfilmentId, productId, memberId } = records
  const { gatewayId, offerId } = records
  const ofOrganization = `/organizations/${organizationId}`
  const lists =
    'calls/open/me calls/call-backs/me campaign-kinds gateways gateways/instances reconciliations plugins plugins/installed ' +
    'collaborations shared-campaigns mails order-mails api-tokens audit audit/csv audit/xlsx invites order-drafts product-categories sellers saved-reports saved-views ' +
    'archives sheet-imports bulk-jobs telephone/tokens outgoing-webhooks events dashboard leaderboard leaderboard/best/me'
  const own = 'users/me users/sessions users/two-steps organizations calls/ongoing/me capabilities'
  const paths = [
    ...own.split(' ').map((path) => `/${path}`),
    ...lists.split(' ').map((list) => `/${list}?organizationId=${organizationId}`),
    `/mails?organizationId=${organizationId}&orderId=${orderId}`,
    ...['audit', 'audit/csv', 'audit/xlsx'].flatMap((path) => [
      `/${path}?organizationId=${organizationId}&recordId=${orderId}`,
      `/${path}?organizationId=${organizationId}&actorId=${memberId}`,
    ]),
    `/sheet-imports?organizationId=${organizationId}&campaignId=${campaignId}`,
    ...['archive', 'members', 'permissions', 'settings', 'users', `users/${memberId}`].map(
      (part) => `${ofOrganization}/${part}`,
    ),
    ...['', '/script', '/autoresponders/email'].map((part) => `/campaigns/${campaignId}${part}`),
    `/gateways/${records.gatewayId}`,
    `/autoresponders/email/${records.responderId}/preview`,
    ...['', '/offers', '/orders', '/statement'].map(
      (part) => `/collaborations/${records.collaborationId}${part}?organizationId=${organizationId}`,
    ),
    `/collaborations/${records.collaborationId}/orders/${orderId}/payment?organizationId=${organizationId}`,
    ...[
      `campaigns/${campaignId}`,
      `collaborations/${records.collaborationId}`,
      `gateways/${gatewayId}`,
      `members/${memberId}`,
      `products/${productId}`,
    ].map((record) => `/timelines/${record}?organizationId=${organizationId}`),
    ...['', '/payments'].map((part) => `/orders/${orderId}${part}`),
    `/fulfilments/${fulfilmentId}`,
    `/mails/${records.mailId}`,
    `/order-mails/${records.orderMailId}/preview`,
    `/customers/${customerId}`,
    ...['', '/movements'].map((part) => `/products/${productId}${part}`),
    `/sheet-imports/${records.importId}/lines`,
    ...['', '/rows'].map((part) => `/bulk-jobs/${records.bulkJobId}${part}`),
    `/outgoing-webhooks/${records.webhookId}/deliveries`,
    `/webhook-deliveries/${records.deliveryId}`,
    `/order-drafts/${records.draftId}`,
    `/search?organizationId=${organizationId}&q=moss`,
    '/orders/token/no-link',
    '/payments/no-link',
  ]
  const report = { organizationId, from: '2026-01-01', to: '2026-12-31' }
  const searched = [
    'offers',
    'products',
    'campaigns',
    'customers',
    'orders',
    'orderLines',
    'calls',
    'fulfillments',
    'transactions',
  ]
  return [
    ...paths.map((path): Request => ['GET', path]),
    ...searched.map((resource): Request => ['POST', '/search', { organizationId, resource }]),
    ['POST', '/search', { organizationId, resource: 'offers', filters: { campaignId } }],
    ['POST', '/collaborations/invitation', { token: 'no-link' }],
    ['POST', '/fulfilments/packing-list', { organizationId, fulfilmentIds: [fulfilmentId] }],
    ['POST', '/customers/alike', { organizationId, email: 'ada@moss.example' }],
    ['POST', '/transactions/sums', { organizationId }],
    ['POST', '/orders/sums', { organizationId, filters: { campaignId } }],
    ['POST', '/order-lines/sums', { organizationId, filters: { campaignId } }],
    ['POST', '/calls/sums', { organizationId, filters: { campaignId } }],
    ...['/reports/csv', '/reports/xlsx'].flatMap((path): Request[] => [
      ...[{ campaignId: [campaignId] }, { agentId: [memberId] }, { gatewayInstanceId: [gatewayId] }].map(
        (filters): Request => ['POST', path, { ...report, measures: ['sales'], dimensions: ['campaign'], filters }],
      ),
      ['POST', path, { ...report, measures: ['units'], dimensions: ['offer'], filters: { offerId: [offerId] } }],
    ]),
    ...[{ campaignId: [campaignId] }, { agentId: [memberId] }, { gatewayInstanceId: [gatewayId] }].map(
      (filters): Request => ['POST', '/reports', { ...report, measures: ['sales'], filters }],
    ),
    ['POST', '/reports', { ...report, measures: ['units'], filters: { offerId: [offerId] } }],
    ['POST', '/exports/csv', { organizationId, resource: 'orders', filters: { campaignId } }],
    ['POST', '/exports/xlsx', { organizationId, resource: 'orders', filters: { campaignId } }],
    ['POST', '/invites/by-token', { token: 'no-link' }],
  ]
}

/** What changes something, in an order in which what goes is asked for last. */
export function writesOf(records: Records): Request[] {
  const { orgId: organizationId, campaignId, customerId, orderId, offerId, productId, memberId } = records
  const { gatewayId: gatewayInstanceId, pluginInstanceId, orderItemId, fulfilmentId, draftId } = records
  const responder = { subject: 's', body: 'b', event: 'order.completed', from: 'a@b.example', pluginInstanceId }
  const campaigns = [{ campaignId, right: 'sell' }]
  const lines = [{ offerId, quantity: 1, unitPrice: 1 }]
  const one = { items: [{ orderItemId, quantity: 1 }] }
  const invitation = { organizationId, token: 'no-link' }
  const told = { organizationId, address: 'https://one.example', events: ['order.placed'] }
  const placing = { organizationId, draftId: crypto.randomUUID(), campaignId, customerId, lines, address: home }
  const buyer = { customer: { firstName: 'Ada' }, address: home }
  const sale = { organizationId, draftId: crypto.randomUUID(), campaignId, lines, ...buyer }
  const offered = { organizationId, productId, gatewayInstanceId, displayName: 'x', quantity: 1, basePrice: 1 }
  const [product, order, fulfilment] = [`/products/${productId}`, `/orders/${orderId}`, `/fulfilments/${fulfilmentId}`]
  const [campaign, gateway] = [`/campaigns/${campaignId}`, `/gateways/${gatewayInstanceId}`]
  const [provider, mail] = [`/plugins/${records.providerId}`, `/order-mails/${records.orderMailId}`]
  const [ofResponder, customer] = [`/autoresponders/email/${records.responderId}`, `/customers/${customerId}`]
  const [webhook, invite] = [`/outgoing-webhooks/${records.webhookId}`, `/invites/${records.inviteId}`]
  const [call, ofMember] = [`/calls/${records.callId}`, `/organizations/${organizationId}/users/${memberId}`]
  const [ofPartner, ofImport] = [`/collaborations/${records.collaborationId}`, `/sheet-imports/${records.importId}`]
  return [
    ['POST', '/products', { organizationId, name: 'Lamp', sku: crypto.randomUUID(), price: 1 }],
    ['PUT', product, { name: 'Other' }],
    ...steps(product, 'archive restore duplicate'),
    ['POST', `${product}/stock`, { by: 1, reason: 'Found' }],
    ['PUT', `/archives/${records.archiveId}/parts`, { place: 0, content: 'H4sI' }],
    ...steps(`/archives/${records.archiveId}`, 'take give-up'),
    ['POST', '/archives', { organizationId, name: 'more.jsonl.gz', bytes: 9 }],
    ['POST', '/sheet-imports', { organizationId, name: 'more.csv' }],
    ['POST', '/sheet-imports', { organizationId, campaignId, name: 'more.csv' }],
    ['PUT', `${ofImport}/lines`, { lines: [{ line: 3, cells: {} }] }],
    ...steps(ofImport, 'commit undo withdraw'),
    ['POST', '/bulk-jobs', { organizationId, action: 'customers.delete', ids: [customerId] }],
    ['POST', '/bulk-jobs', { organizationId, action: 'customers.delete', search: { q: 'ada' } }],
    ...steps(`/bulk-jobs/${records.bulkJobId}`, 'start cancel undo'),
    ['POST', `${order}/fulfilments`, one],
    ['PUT', `${fulfilment}/tracking`, { trackingNumber: '1Z999AA10123456784' }],
    ['POST', `${fulfilment}/unassign`, {}],
    ['POST', '/fulfilments/scan', { organizationId, orderNumber: '1001', trackingNumber: '1Z99' }],
    ['POST', `${fulfilment}/split`, one],
    ...steps(fulfilment, 'ship deliver cancel'),
    ['POST', '/fulfilments/steps', { organizationId, step: 'ship', fulfilmentIds: [fulfilmentId] }],
    ['POST', '/campaigns', { organizationId, name: 'Another', copiedFrom: campaignId }],
    ['PUT', campaign, { name: 'Other' }],
    ...steps(campaign, 'archive restore'),
    ['PUT', `${campaign}/script`, { script: 'Hello' }],
    ['POST', '/collaborations', { organizationId, email: `${crypto.randomUUID()}@b.example`, share: 10, campaigns }],
    ['PUT', ofPartner, { campaigns }],
    ...steps(ofPartner, 'renew pause resume end'),
    ['POST', `${ofPartner}/orders`, sale],
    ['POST', `${ofPartner}/orders/${orderId}/payment-links`, { organizationId, mail: false }],
    ['POST', `${ofPartner}/orders/${orderId}/payment-links/end`, { organizationId }],
    ['POST', '/collaborations/accept', { ...invitation, campaigns }],
    ['POST', '/collaborations/decline', invitation],
    ['POST', '/orders', placing],
    ['POST', `${order}/notes`, { text: 'A note' }],
    ['PUT', `${order}/address`, home],
    ['POST', `${order}/payment-links`, { mail: false, gatewayInstanceId }],
    ['POST', `${order}/payment-links/end`, {}],
    ['POST', `${order}/refunds`, { lines: [{ itemId: orderItemId, quantity: 1 }] }],
    ['POST', `${order}/cancel`, {}],
    ['PUT', `/order-drafts/${crypto.randomUUID()}`, { organizationId, title: 'Kept', content: {} }],
    ['PUT', `/order-drafts/${draftId}`, { organizationId, title: 'Kept', content: {} }],
    ['POST', '/gateways', { organizationId, displayName: 'Another', kind: 'sandbox' }],
    ['PUT', gateway, { displayName: 'Other' }],
    ['POST', `${gateway}/state`, { state: 'disabled' }],
    ...posts([`${gateway}/rehearsals`, `${gateway}/reconciliations`]),
    ['POST', '/plugins', { organizationId, name: 'Another', kind: 'outbox', from: 'a@b.example' }],
    ['PUT', provider, { name: 'Other' }],
    ...steps(provider, 'verify test'),
    ['PUT', ofResponder, { subject: 'Other', pluginInstanceId }],
    ['POST', `/autoresponders/email/${records.deletedResponderId}/restore`, {}],
    ...steps(ofResponder, 'pause resume test'),
    ['POST', `/mails/${records.mailId}/retry`, {}],
    ['POST', `/mails/${records.mailId}/drop`, {}],
    ['PUT', mail, { subject: 'Other' }],
    ...steps(mail, 'reset disable enable test'),
    ['PUT', `/leaderboard/goals/${organizationId}`, { month: 9_000 }],
    ['PUT', `/sellers/${records.sellerId}`, { taxNumber: '2' }],
    ['POST', '/saved-reports', { organizationId, name: 'Other', question: sales }],
    ['PUT', `/saved-reports/${records.savedReportId}`, { name: 'Other' }],
    ['PUT', `/saved-reports/${records.savedReportId}/mail`, { isMailed: true }],
    ['DELETE', `/saved-reports/${records.savedReportId}`],
    ['POST', '/saved-views', { organizationId, list: 'orders', name: 'Other', address: {} }],
    ['PUT', `/saved-views/${records.savedViewId}`, { name: 'Other' }],
    ['PUT', `/saved-views/${records.savedViewId}/default`, { isDefault: true }],
    ['PUT', `/saved-views/${records.savedViewId}/sharing`, { isShared: true }],
    ['POST', `/saved-views/${records.savedViewId}/restore`, {}],
    ['DELETE', `/saved-views/${records.savedViewId}`],
    ['POST', '/calls', { organizationId, customerId }],
    ...steps(call, 'called-back end resume end'),
    ['POST', `${call}/close`, { disposition: 'no_answer' }],
    ['POST', `${customer}/merge`, { otherId: records.otherCustomerId, keep: {} }],
    ['POST', `${customer}/unmerge`, {}],
    ['POST', '/telephone/tokens', { organizationId, name: 'Switchboard' }],
    ['POST', '/api-tokens', { organizationId, name: 'Shop', duties: null }],
    ['POST', '/outgoing-webhooks', told],
    ['PUT', webhook, { events: ['order.paid'] }],
    ['POST', `${webhook}/state`, { state: 'enabled' }],
    ...steps(webhook, 'secret test'),
    ['POST', `/webhook-deliveries/${records.deliveryId}/send`, {}],
    ['POST', '/invites', { organizationId, emails: [`${crypto.randomUUID()}@b.example`], role: 'agent' }],
    ...steps(invite, 'send-again link revoke'),
    ['POST', `${campaign}/offers`, offered],
    ['PUT', `/offers/${offerId}`, { displayName: 'Other' }],
    ['POST', `${campaign}/autoresponders/email`, responder],
    ['PUT', `/organizations/${organizationId}/settings`, { pricesIncludeTax: false }],
    ['POST', '/customers', { organizationId, firstName: 'Other', email: 'other@b.example' }],
    ['PUT', customer, { firstName: 'Other' }],
    ['DELETE', customer],
    ['POST', `${customer}/restore`, {}],
    ['DELETE', `/offers/${offerId}`],
    ['POST', `/offers/${offerId}/restore`, {}],
    ['DELETE', `/order-drafts/${draftId}`],
    ['DELETE', ofResponder],
    ['POST', `${ofResponder}/restore`, {}],
    // What is gone after these is in `goes`.
    ['PUT', `/organizations/${organizationId}/permissions`, { changesOffers: false }],
    ['PUT', `${campaign}/members`, { memberIds: [memberId] }],
    ['DELETE', provider],
    ['DELETE', webhook],
    ['DELETE', `/telephone/tokens/${records.telephoneTokenId}`],
    ['DELETE', `/api-tokens/${records.apiTokenId}`],
    ['PUT', `${ofMember}/role`, { role: 'agent' }],
    ...steps(ofMember, 'disable enable remove'),
    // Whoever has kept a draft stays, as nobody is named who takes it over.
    ['POST', `/organizations/${organizationId}/leave`, {}],
  ]
}
