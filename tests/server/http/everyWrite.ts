import type { Answer, Known, Started } from './start'

const idIn = ({ body }: Answer) => (body as { data: { id: string } }).data
export const home = { address1: '1 Main Street', city: 'Austin', state: 'TX', postalCode: '78704', country: 'US' }

/** What everybody may do, as it is about oneself and in no organization. */
export const ofOneself: ReadonlySet<string> = new Set([
  'users.update',
  'users.logout',
  'users.endSession',
  'users.endOtherSessions',
  'users.changePassword',
  'users.setPreferences',
  'users.beginApp',
  'users.confirmApp',
  'users.removeApp',
  'users.renewRecoveryCodes',
  'users.acceptInvite',
  'users.createOrganization',
])

export type Write = [method: string, path: string, body?: object]

/** Every write that asks for the permission of its own name, on records that the person has. */
export async function writesOf({ call }: Started, token: string, known: Known) {
  const { orgId: organizationId, productId, campaignId, orderId, offerId, customerId, fulfilmentId } = known
  const begun = await call('POST', '/sheet-imports', { token, body: { organizationId, name: 'some.csv' } })
  const { id: importId } = idIn(begun)
  const { gatewayId, pluginId: pluginInstanceId } = known
  const responder = { subject: 's', body: 'b', event: 'order.completed', from: 'a@b.example', pluginInstanceId }
  const addResponder = async () => {
    const path = `/campaigns/${campaignId}/autoresponders/email`
    return `/autoresponders/email/${idIn(await call('POST', path, { token, body: responder })).id}`
  }
  const [ofResponder, ofDeleted] = [await addResponder(), await addResponder()]
  await call('DELETE', ofDeleted, { token })
  await call('POST', `${ofResponder}/test`, { token, body: {} })
  const mails = await call('GET', `/mails?organizationId=${organizationId}`, { token })
  const [mail] = (mails.body as { data: { id: string }[] }).data
  const orderMails = await call('GET', `/order-mails?organizationId=${organizationId}`, { token })
  const [ownMail] = (orderMails.body as { data: { id: string }[] }).data
  const sellers = await call('GET', `/sellers?organizationId=${organizationId}`, { token })
  const [seller] = (sellers.body as { data: { id: string }[] }).data
  const people = await call('GET', `/organizations/${organizationId}/members`, { token })
  const member = (people.body as { data: { id: string; email: string }[] }).data.find(({ email }) =>
    email.startsWith('miles'),
  )
  const ofMember = `/organizations/${organizationId}/users/${member?.id}`
  const provider = { organizationId, name: 'Another', kind: 'outbox', from: 'a@b.example' }
  const made = await call('POST', '/telephone/tokens', { token, body: { organizationId, name: 'Office' } })
  const letIn = { organizationId, name: 'Warehouse', duties: null }
  const program = await call('POST', '/api-tokens', { token, body: letIn })
  const told = { organizationId, address: 'https://one.example', events: ['order.placed'] }
  const webhook = `/outgoing-webhooks/${idIn(await call('POST', '/outgoing-webhooks', { token, body: told })).id}`
  const message = idIn(await call('POST', `${webhook}/test`, { token, body: {} }))
  const begin = { organizationId, phone: '5550100' }
  const open = await call('GET', `/calls/open/me?organizationId=${organizationId}`, { token })
  const [phoneCall] = (open.body as { data: { id: string }[] }).data
  await call('POST', '/invites', { token, body: { organizationId, emails: ['invited@b.example'], role: 'agent' } })
  const invited = await call('GET', `/invites?organizationId=${organizationId}`, { token })
  const [invite] = (invited.body as { data: { id: string }[] }).data
  const draftId = crypto.randomUUID()
  await call('PUT', `/order-drafts/${draftId}`, { token, body: { organizationId, title: 'Typed', content: {} } })
  const campaigns = [{ campaignId, right: 'sell' }]
  const shared = { organizationId, email: 'partner@elsewhere.example', share: 10, campaigns }
  const ofPartner = `/collaborations/${idIn(await call('POST', '/collaborations', { token, body: shared })).id}`
  const link = { organizationId, token: 'no-link' }
  const product = { name: 'Lamp', sku: 'FORBIDDEN-1', price: 1 }
  const sold = { campaignId, customerId, lines: [{ offerId, quantity: 1, unitPrice: 1 }], address: home }
  const writes: Write[] = [
    ['POST', '/products', { organizationId, ...product }],
    ['PUT', `/products/${productId}`, { name: 'Other' }],
    ['POST', `/products/${productId}/archive`, {}],
    ['POST', `/products/${productId}/restore`, {}],
    ['POST', `/products/${productId}/duplicate`, {}],
    ['POST', `/products/${productId}/stock`, { by: 1, reason: 'Found' }],
    ['POST', '/sheet-imports', { organizationId, name: 'more.csv' }],
    ['PUT', `/sheet-imports/${importId}/lines`, { lines: [{ line: 2, cells: {} }] }],
    ['POST', `/sheet-imports/${importId}/commit`, {}],
    ['POST', `/sheet-imports/${importId}/undo`, {}],
    ['POST', `/sheet-imports/${importId}/withdraw`, {}],
    ['POST', `/orders/${orderId}/fulfilments`, {}],
    ['PUT', `/fulfilments/${fulfilmentId}/tracking`, { trackingNumber: '1Z999AA10123456784' }],
    ['POST', `/fulfilments/${fulfilmentId}/unassign`, {}],
    ['POST', '/fulfilments/scan', { organizationId, orderNumber: '1001', trackingNumber: '1Z99' }],
    ['POST', `/fulfilments/${fulfilmentId}/split`, { items: [{ orderItemId: 'x', quantity: 1 }] }],
    ['POST', `/fulfilments/${fulfilmentId}/ship`, {}],
    ['POST', `/fulfilments/${fulfilmentId}/deliver`, {}],
    ['POST', `/fulfilments/${fulfilmentId}/cancel`, {}],
    ['POST', '/fulfilments/steps', { organizationId, step: 'ship', fulfilmentIds: [fulfilmentId] }],
    ['POST', '/campaigns', { organizationId, name: 'Another' }],
    ['PUT', `/campaigns/${campaignId}`, { name: 'Other' }],
    ['POST', `/campaigns/${campaignId}/archive`, {}],
    ['POST', `/campaigns/${campaignId}/restore`, {}],
    ['PUT', `/campaigns/${campaignId}/members`, { memberIds: [] }],
    ['PUT', `/campaigns/${campaignId}/script`, { script: 'Hello' }],
    ['POST', '/collaborations', { ...shared, email: 'another@elsewhere.example' }],
    ['PUT', ofPartner, { campaigns }],
    ...['renew', 'pause', 'resume', 'end'].map((step): Write => ['POST', `${ofPartner}/${step}`, {}]),
    ['POST', '/collaborations/accept', { ...link, campaigns }],
    ['POST', '/collaborations/decline', link],
    ['POST', '/orders', { organizationId, draftId: crypto.randomUUID(), ...sold }],
    ['POST', `/orders/${orderId}/cancel`, {}],
    ['POST', `/orders/${orderId}/notes`, { text: 'A note' }],
    ['POST', `/orders/${orderId}/payment-links`, { mail: false }],
    ['POST', `/orders/${orderId}/payment-links/end`, {}],
    ['POST', `/orders/${orderId}/refunds`, { amount: 1 }],
    ['PUT', `/order-drafts/${crypto.randomUUID()}`, { organizationId, title: 'Kept', content: {} }],
    ['POST', '/gateways', { organizationId, displayName: 'Another', kind: 'sandbox' }],
    ['PUT', `/gateways/${gatewayId}`, { displayName: 'Other' }],
    ['POST', `/gateways/${gatewayId}/state`, { state: 'disabled' }],
    ['POST', `/gateways/${gatewayId}/rehearsals`, {}],
    ['POST', `/gateways/${gatewayId}/reconciliations`, {}],
    ['POST', '/plugins', provider],
    ['PUT', `/plugins/${pluginInstanceId}`, { name: 'Other' }],
    ['DELETE', `/plugins/${pluginInstanceId}`],
    ['POST', `/plugins/${pluginInstanceId}/verify`, {}],
    ['POST', `/plugins/${pluginInstanceId}/test`, {}],
    ['PUT', ofResponder, { subject: 'Other' }],
    ['DELETE', ofResponder],
    ['POST', `${ofDeleted}/restore`, {}],
    ['POST', `${ofResponder}/pause`, {}],
    ['POST', `${ofResponder}/resume`, {}],
    ['POST', `${ofResponder}/test`, {}],
    ['POST', `/mails/${mail?.id}/retry`, {}],
    ['PUT', `/order-mails/${ownMail?.id}`, { subject: 'Other' }],
    ['PUT', `/sellers/${seller?.id}`, { taxNumber: '2' }],
    ...['reset', 'disable', 'enable', 'test'].map((step): Write => ['POST', `/order-mails/${ownMail?.id}/${step}`, {}]),
    ['POST', '/calls', begin],
    ['POST', `/calls/${phoneCall?.id}/called-back`, {}],
    ['POST', `/customers/${customerId}/merge`, { otherId: customerId, keep: {} }],
    ['POST', `/customers/${customerId}/unmerge`, {}],
    ['DELETE', `/telephone/tokens/${idIn(made).id}`],
    ['POST', '/telephone/tokens', { organizationId, name: 'Switchboard' }],
    ['DELETE', `/api-tokens/${idIn(program).id}`],
    ['POST', '/api-tokens', { organizationId, name: 'Shop', duties: null }],
    ['POST', '/outgoing-webhooks', told],
    ['PUT', webhook, { events: ['order.paid'] }],
    ['POST', `${webhook}/state`, { state: 'enabled' }],
    ['POST', `${webhook}/secret`, {}],
    ['POST', `${webhook}/test`, {}],
    ['POST', `/webhook-deliveries/${message.id}/send`, {}],
    ['DELETE', webhook],
    ['POST', '/invites', { organizationId, emails: ['another@b.example'], role: 'agent' }],
    ['POST', `/invites/${invite?.id}/send-again`, {}],
    ['POST', `/invites/${invite?.id}/link`, {}],
    ['POST', `/invites/${invite?.id}/revoke`, {}],
    ['PUT', `/orders/${orderId}/address`, home],
    [
      'POST',
      `/campaigns/${campaignId}/offers`,
      { organizationId, productId, displayName: 'x', quantity: 1, basePrice: 1 },
    ],
    ['PUT', `/offers/${offerId}`, { displayName: 'Other' }],
    ['DELETE', `/offers/${offerId}`],
    ['POST', `/offers/${offerId}/restore`, {}],
    ['POST', `/campaigns/${campaignId}/autoresponders/email`, responder],
    ['PUT', `/organizations/${organizationId}/permissions`, { changesOffers: false }],
    ['PUT', `/organizations/${organizationId}/settings`, { pricesIncludeTax: false }],
    ['POST', '/customers', { organizationId, firstName: 'Other', email: 'other@b.example' }],
    ['PUT', `/customers/${customerId}`, { firstName: 'Other' }],
    ['DELETE', `/customers/${customerId}`],
    ['POST', `/customers/${customerId}/restore`, {}],
    ['POST', `/calls/${phoneCall?.id}/end`, {}],
    ['POST', `/calls/${phoneCall?.id}/resume`, {}],
    ['POST', `/calls/${phoneCall?.id}/end`, {}],
    ['POST', `/calls/${phoneCall?.id}/close`, { disposition: 'no_answer' }],
    ['DELETE', `/order-drafts/${draftId}`],
    ...['disable', 'enable', 'remove'].map((step): Write => ['POST', `${ofMember}/${step}`, {}]),
    // Whoever has kept a draft stays, as nobody is named who takes it over.
    ['POST', `/organizations/${organizationId}/leave`, {}],
  ]
  return writes
}
