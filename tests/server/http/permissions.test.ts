import { afterAll, expect, test, vi } from 'vitest'
import type { Action } from '../../../contract/permissions'
import type { knownOf as knownOfServer, Started } from './start'

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

const home = { address1: '1 Main Street', city: 'Austin', state: 'TX', postalCode: '78704', country: 'US' }

/** What changes campaigns, products and orders, on records that the person has. */
async function writesOf({ call }: Started, token: string, known: Awaited<ReturnType<typeof knownOfServer>>) {
  const { orgId: organizationId, productId, campaignId, orderId, offerId, customerId, fulfilmentId } = known
  const begun = await call('POST', '/sheet-imports', { token, body: { organizationId, name: 'some.csv' } })
  const { id: importId } = (begun.body as { data: { id: string } }).data
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
