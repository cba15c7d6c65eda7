import { afterAll, expect, test, vi } from 'vitest'
import type { Action } from '../../../contract/permissions'
import { extensionWrites, nameOfCall } from './idsOfCalls'
import type { Answer, knownOf as knownOfServer, Started } from './start'

vi.mock(import('../../../contract/permissions'), () => ({ whyForbidden: vi.fn(() => undefined) }))
// Tests share what they have loaded: the policy is replaced in copies of this file's own.
vi.resetModules()
const { whyForbidden } = await import('../../../contract/permissions')
const { demo, knownOf, startEverywhere } = await import('./start')

const servers = await startEverywhere()
afterAll(async () => {
  await Promise.all(servers.map(({ stop }) => stop()))
  vi.resetModules()
})

const idIn = ({ body }: Answer) => (body as { data: { id: string } }).data
const home = { address1: '1 Main Street', city: 'Austin', state: 'TX', postalCode: '78704', country: 'US' }

/** What changes without a permission of its own as yet, and what only reads. */
const unasked: ReadonlySet<string> = new Set([
  'users.logout',
  'calls.end',
  'calls.close',
  'customers.create',
  'customers.update',
  'customers.delete',
  'customers.restore',
  'offers.restore',
  'orderDrafts.discard',
  'customers.findAlike',
  'fulfilments.packingList',
  'transactions.sums',
])

/** Every write that asks for a permission, on records that the person has. */
async function writesOf({ call }: Started, token: string, known: Awaited<ReturnType<typeof knownOfServer>>) {
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
  const provider = { organizationId, name: 'Another', kind: 'outbox', from: 'a@b.example' }
  const made = await call('POST', '/telephone/tokens', { token, body: { organizationId, name: 'Office' } })
  const begin = { organizationId, phone: '5550100' }
  const open = await call('GET', `/calls/open/me?organizationId=${organizationId}`, { token })
  const [phoneCall] = (open.body as { data: { id: string }[] }).data
  const product = { name: 'Lamp', sku: 'FORBIDDEN-1', price: 1 }
  const sold = { campaignId, customerId, lines: [{ offerId, quantity: 1, unitPrice: 1 }], address: home }
  const writes: [action: Action, method: string, path: string, body?: object][] = [
    ['products.create', 'POST', '/products', { organizationId, ...product }],
    ['products.update', 'PUT', `/products/${productId}`, { name: 'Other' }],
    ['products.archive', 'POST', `/products/${productId}/archive`, {}],
    ['products.restore', 'POST', `/products/${productId}/restore`, {}],
    ['products.duplicate', 'POST', `/products/${productId}/duplicate`, {}],
    ['products.adjustStock', 'POST', `/products/${productId}/stock`, { by: 1, reason: 'Found' }],
    ['sheetImports.create', 'POST', '/sheet-imports', { organizationId, name: 'more.csv' }],
    ['sheetImports.addLines', 'PUT', `/sheet-imports/${importId}/lines`, { lines: [{ line: 2, cells: {} }] }],
    ['sheetImports.commit', 'POST', `/sheet-imports/${importId}/commit`, {}],
    ['sheetImports.undo', 'POST', `/sheet-imports/${importId}/undo`, {}],
    ['sheetImports.withdraw', 'POST', `/sheet-imports/${importId}/withdraw`, {}],
    ['fulfilments.pack', 'POST', `/orders/${orderId}/fulfilments`, {}],
    ['fulfilments.assign', 'PUT', `/fulfilments/${fulfilmentId}/tracking`, { trackingNumber: '1Z999AA10123456784' }],
    [
      'fulfilments.assign',
      'POST',
      '/fulfilments/scan',
      { organizationId, orderNumber: '1001', trackingNumber: '1Z99' },
    ],
    ['fulfilments.split', 'POST', `/fulfilments/${fulfilmentId}/split`, { items: [{ orderItemId: 'x', quantity: 1 }] }],
    ['fulfilments.ship', 'POST', `/fulfilments/${fulfilmentId}/ship`, {}],
    ['fulfilments.deliver', 'POST', `/fulfilments/${fulfilmentId}/deliver`, {}],
    ['fulfilments.cancel', 'POST', `/fulfilments/${fulfilmentId}/cancel`, {}],
    ['fulfilments.ship', 'POST', '/fulfilments/steps', { organizationId, step: 'ship', fulfilmentIds: [fulfilmentId] }],
    ['campaigns.create', 'POST', '/campaigns', { organizationId, name: 'Another' }],
    ['campaigns.update', 'PUT', `/campaigns/${campaignId}`, { name: 'Other' }],
    ['campaigns.archive', 'POST', `/campaigns/${campaignId}/archive`, {}],
    ['campaigns.restore', 'POST', `/campaigns/${campaignId}/restore`, {}],
    ['campaigns.setMembers', 'PUT', `/campaigns/${campaignId}/members`, { memberIds: [] }],
    ['campaigns.setScript', 'PUT', `/campaigns/${campaignId}/script`, { script: 'Hello' }],
    ['orders.place', 'POST', '/orders', { organizationId, draftId: crypto.randomUUID(), ...sold }],
    ['orders.cancel', 'POST', `/orders/${orderId}/cancel`, {}],
    ['orders.addNote', 'POST', `/orders/${orderId}/notes`, { text: 'A note' }],
    ['orders.createPaymentLink', 'POST', `/orders/${orderId}/payment-links`, { mail: false }],
    ['orders.endPaymentLink', 'POST', `/orders/${orderId}/payment-links/end`, {}],
    ['orders.refund', 'POST', `/orders/${orderId}/refunds`, { amount: 1 }],
    ['orders.place', 'PUT', `/order-drafts/${crypto.randomUUID()}`, { organizationId, title: 'Kept', content: {} }],
    ['gateways.create', 'POST', '/gateways', { organizationId, displayName: 'Another', kind: 'sandbox' }],
    ['gateways.update', 'PUT', `/gateways/${gatewayId}`, { displayName: 'Other' }],
    ['gateways.switch', 'POST', `/gateways/${gatewayId}/state`, { state: 'disabled' }],
    ['gateways.rehearse', 'POST', `/gateways/${gatewayId}/rehearsals`, {}],
    ['gateways.reconcile', 'POST', `/gateways/${gatewayId}/reconciliations`, {}],
    ['plugins.create', 'POST', '/plugins', provider],
    ['plugins.update', 'PUT', `/plugins/${pluginInstanceId}`, { name: 'Other' }],
    ['plugins.delete', 'DELETE', `/plugins/${pluginInstanceId}`],
    ['plugins.verify', 'POST', `/plugins/${pluginInstanceId}/verify`, {}],
    ['plugins.sendTest', 'POST', `/plugins/${pluginInstanceId}/test`, {}],
    ['autoresponders.update', 'PUT', ofResponder, { subject: 'Other' }],
    ['autoresponders.delete', 'DELETE', ofResponder],
    ['autoresponders.restore', 'POST', `${ofDeleted}/restore`, {}],
    ['autoresponders.pause', 'POST', `${ofResponder}/pause`, {}],
    ['autoresponders.resume', 'POST', `${ofResponder}/resume`, {}],
    ['autoresponders.sendTest', 'POST', `${ofResponder}/test`, {}],
    ['mails.retry', 'POST', `/mails/${mail?.id}/retry`, {}],
    ['calls.start', 'POST', '/calls', begin],
    ['calls.calledBack', 'POST', `/calls/${phoneCall?.id}/called-back`, {}],
    ['customers.merge', 'POST', `/customers/${customerId}/merge`, { otherId: customerId, keep: {} }],
    ['customers.merge', 'POST', `/customers/${customerId}/unmerge`, {}],
    ['telephone.revokeToken', 'DELETE', `/telephone/tokens/${idIn(made).id}`],
    ['telephone.createToken', 'POST', '/telephone/tokens', { organizationId, name: 'Switchboard' }],
    ['orders.updateAddress', 'PUT', `/orders/${orderId}/address`, home],
  ]
  return writes
}

test.each(servers)(
  'GE-05 what a member may not do is refused with the sentence that they read: $kind',
  async (server) => {
    const token = await server.login(demo)
    const writes = await writesOf(server, token, await knownOf(server, token))
    const tried = new Set(writes.map(([, method, path]) => nameOfCall(method, path)))
    expect(extensionWrites.filter((name) => !tried.has(name) && !unasked.has(name))).toEqual([])
    vi.mocked(whyForbidden).mockImplementation((_, action) => `You may not do ${action}.`)
    for (const [action, method, path, body] of writes) {
      const { status, body: answer } = await server.call(method, path, { token, body })
      expect([action, status, answer]).toEqual([
        action,
        403,
        expect.objectContaining({
          message: `You may not do ${action}.`,
          error: expect.objectContaining({ code: 'forbidden' }),
        }),
      ])
    }
    vi.mocked(whyForbidden).mockReset()
  },
)
