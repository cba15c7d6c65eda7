import { afterAll, describe, expect, test } from 'vitest'
import { authenticate } from '../../../server/auth/sessions'
import { demo, knownOf, rival, type Started, startEverywhere, startOn } from './start'

const servers = await startEverywhere()

afterAll(() => Promise.all(servers.map(({ stop }) => stop())))

/**
 * The same database behind a server that believes everybody to belong everywhere. Whatever organization it asks for,
 * only the caller's own is set for the rows: row-level security is all that is left.
 */
async function withoutAppScoping(server: Started, everyOrg: string[], ownOrg: string): Promise<Started> {
  const { database } = server
  return startOn(
    { ...database, tenant: (_orgId, work) => database.tenant(ownOrg, work) },
    { whoAsks: async (request) => ({ ...(await authenticate(database, request)), orgIds: everyOrg }) },
  )
}

const home = { address1: '1 Stolen Street', city: 'Austin', state: 'TX', postalCode: '78704', country: 'US' }

const resources = ['offers', 'products', 'campaigns', 'customers', 'orders', 'fulfillments', 'transactions']

/** The ids of what an organization has, as far as its own people can see them. */
async function allIds(server: Started, organizationId: string): Promise<string[]> {
  const token = await server.login(demo)
  const pages = await Promise.all(
    resources.map((resource) =>
      server.call('POST', '/search', { token, body: { organizationId, resource, limit: 100 } }),
    ),
  )
  return pages.flatMap(({ body }) => (body as { data: { id: string }[] }).data.map(({ id }) => id))
}

/** An import that waits to be taken over. */
async function importOf(server: Started, organizationId: string): Promise<string> {
  const token = await server.login(demo)
  const body = { organizationId, name: 'theirs.csv' }
  const { data } = (await server.call('POST', '/sheet-imports', { token, body })).body as { data: { id: string } }
  const lines = [{ line: 2, cells: { sku: 'Theirs', name: 'Theirs', price: '1' } }]
  await server.call('PUT', `/sheet-imports/${data.id}/lines`, { token, body: { lines } })
  return data.id
}

/** A call that is talked, and an order that is typed. */
async function workOf(server: Started, organizationId: string) {
  const token = await server.login(demo)
  const open = await server.call('GET', `/calls/open/me?organizationId=${organizationId}`, { token })
  const [call] = (open.body as { data: { id: string }[] }).data
  const draftId = '01a098c6-0000-7000-8000-0000000000d1'
  const body = { organizationId, title: 'Theirs', content: {} }
  await server.call('PUT', `/order-drafts/${draftId}`, { token, body })
  const made = await server.call('POST', '/telephone/tokens', { token, body: { organizationId, name: 'Theirs' } })
  const { id: theirToken } = (made.body as { data: { id: string } }).data
  return { theirToken, theirCall: call?.id ?? 'the demo has a call that is talked', theirDraft: draftId }
}

describe.each(servers)('on $kind', (server: Started) => {
  test.each(['with both guards', 'with row-level security alone'])(
    'PM-01 SE-11 %s, nothing of another organization can be had or changed',
    async (guards) => {
      const theirs = await knownOf(server, await server.login(demo))
      const theirImport = await importOf(server, theirs.orgId)
      const { theirCall, theirDraft, theirToken } = await workOf(server, theirs.orgId)
      const token = await server.login(rival)
      const own = await knownOf(server, token)
      const { call } =
        guards === 'with both guards' ? server : await withoutAppScoping(server, [theirs.orgId, own.orgId], own.orgId)
      const secrets = await allIds(server, theirs.orgId)
      expect(secrets.length).toBeGreaterThan(300)
      const offer = { displayName: 'Stolen', quantity: 1, basePrice: 1 }
      const responder = { subject: 's', body: 'b', event: 'order.completed', from: 'a@b.example' }
      const attempts: [method: string, path: string, body?: object][] = [
        ['GET', `/campaigns/${theirs.campaignId}`],
        ['PUT', `/campaigns/${theirs.campaignId}`, { name: 'Stolen' }],
        ['PUT', `/offers/${theirs.offerId}`, { displayName: 'Stolen' }],
        ['DELETE', `/offers/${theirs.offerId}`],
        ['GET', `/campaigns/${theirs.campaignId}/autoresponders/email`],
        ['POST', '/campaigns', { organizationId: theirs.orgId, name: 'Stolen' }],
        ['POST', '/campaigns', { organizationId: own.orgId, name: 'Stolen', copiedFrom: theirs.campaignId }],
        ['POST', `/campaigns/${theirs.campaignId}/archive`, {}],
        ['POST', `/campaigns/${theirs.campaignId}/restore`, {}],
        ['PUT', `/campaigns/${theirs.campaignId}/members`, { memberIds: [] }],
        ['GET', `/campaigns/${theirs.campaignId}/script`],
        ['PUT', `/campaigns/${theirs.campaignId}/script`, { script: 'Hello' }],
        ['POST', `/offers/${theirs.offerId}/restore`, {}],
        ['GET', `/customers/${theirs.customerId}`],
        ['PUT', `/customers/${theirs.customerId}`, { firstName: 'Stolen' }],
        ['DELETE', `/customers/${theirs.customerId}`],
        ['POST', `/customers/${theirs.customerId}/restore`, {}],
        ['POST', `/customers/${theirs.customerId}/merge`, { otherId: own.customerId, keep: {} }],
        ['POST', `/customers/${theirs.customerId}/unmerge`, {}],
        ['POST', `/customers/${own.customerId}/merge`, { otherId: theirs.customerId, keep: {} }],
        ['POST', '/customers', { organizationId: theirs.orgId, firstName: 'Stolen', email: 'stolen@b.example' }],
        ['POST', '/customers/alike', { organizationId: theirs.orgId, email: 'ada@moss.example' }],
        ['GET', `/organizations/${theirs.orgId}/members`],
        ['POST', '/calls', { organizationId: theirs.orgId, phone: '5550100' }],
        ['POST', '/calls', { organizationId: own.orgId, customerId: theirs.customerId }],
        ['GET', `/calls/open/me?organizationId=${theirs.orgId}`],
        ['GET', `/calls/call-backs/me?organizationId=${theirs.orgId}`],
        ['POST', `/calls/${theirCall}/called-back`, {}],
        ['POST', `/calls/${theirCall}/end`, {}],
        ['POST', `/calls/${theirCall}/close`, { disposition: 'sold' }],
        ['GET', `/gateways?organizationId=${theirs.orgId}`],
        ['POST', '/gateways', { organizationId: theirs.orgId, displayName: 'Stolen', kind: 'sandbox' }],
        ['GET', `/gateways/${theirs.gatewayId}`],
        ['PUT', `/gateways/${theirs.gatewayId}`, { displayName: 'Stolen' }],
        ['POST', `/gateways/${theirs.gatewayId}/state`, { state: 'disabled' }],
        ['POST', `/gateways/${theirs.gatewayId}/rehearsals`, {}],
        ['POST', `/gateways/${theirs.gatewayId}/reconciliations`, {}],
        ['GET', `/reconciliations?organizationId=${theirs.orgId}`],
        ['POST', '/transactions/sums', { organizationId: theirs.orgId }],
        ['GET', `/telephone/tokens?organizationId=${theirs.orgId}`],
        ['POST', '/telephone/tokens', { organizationId: theirs.orgId, name: 'Stolen' }],
        ['DELETE', `/telephone/tokens/${theirToken}`],
        ['GET', `/order-drafts?organizationId=${theirs.orgId}`],
        ['GET', `/order-drafts/${theirDraft}`],
        ['PUT', `/order-drafts/${theirDraft}`, { organizationId: theirs.orgId, title: 'Stolen', content: {} }],
        ['DELETE', `/order-drafts/${theirDraft}`],
        ['GET', `/orders/${theirs.orderId}`],
        ['POST', `/orders/${theirs.orderId}/cancel`, {}],
        ['POST', `/orders/${theirs.orderId}/notes`, { text: 'Stolen' }],
        ['PUT', `/orders/${theirs.orderId}/address`, home],
        ['GET', `/orders/${theirs.orderId}/payments`],
        ['POST', `/orders/${theirs.orderId}/payment-links`, { mail: false }],
        ['POST', `/orders/${own.orderId}/payment-links`, { mail: false, gatewayInstanceId: theirs.gatewayId }],
        ['POST', `/orders/${theirs.orderId}/payment-links/end`, {}],
        ['POST', `/orders/${theirs.orderId}/refunds`, { amount: 1 }],
        ['POST', `/orders/${theirs.orderId}/fulfilments`, {}],
        ['GET', `/fulfilments/${theirs.fulfilmentId}`],
        ['PUT', `/fulfilments/${theirs.fulfilmentId}/tracking`, { trackingNumber: '1Z999AA10123456784' }],
        [
          'POST',
          `/fulfilments/${theirs.fulfilmentId}/split`,
          { items: [{ orderItemId: theirs.orderId, quantity: 1 }] },
        ],
        ...['ship', 'deliver', 'cancel'].map((step): [string, string, object] => [
          'POST',
          `/fulfilments/${theirs.fulfilmentId}/${step}`,
          {},
        ]),
        ...[theirs.orgId, own.orgId].flatMap((organizationId): [string, string, object][] => [
          ['POST', '/fulfilments/steps', { organizationId, step: 'ship', fulfilmentIds: [theirs.fulfilmentId] }],
          ['POST', '/fulfilments/packing-list', { organizationId, fulfilmentIds: [theirs.fulfilmentId] }],
        ]),
        [
          'POST',
          '/fulfilments/scan',
          { organizationId: theirs.orgId, orderNumber: '1001', trackingNumber: '1Z999AA10123456784' },
        ],
        ...[
          { organizationId: theirs.orgId },
          { campaignId: theirs.campaignId },
          { customerId: theirs.customerId },
          { lines: [{ offerId: theirs.offerId, quantity: 1, unitPrice: 1 }] },
        ].map((ids): [string, string, object] => [
          'POST',
          '/orders',
          {
            organizationId: own.orgId,
            draftId: '01a098c6-0000-7000-8000-00000000000a',
            campaignId: own.campaignId,
            customerId: own.customerId,
            lines: [{ offerId: own.offerId, quantity: 1, unitPrice: 1 }],
            address: home,
            ...ids,
          },
        ]),
        [
          'POST',
          `/campaigns/${theirs.campaignId}/autoresponders/email`,
          { ...responder, pluginInstanceId: own.pluginId },
        ],
        [
          'POST',
          `/campaigns/${own.campaignId}/autoresponders/email`,
          { ...responder, pluginInstanceId: theirs.pluginId },
        ],
        ['GET', `/products/${theirs.productId}`],
        ['PUT', `/products/${theirs.productId}`, { name: 'Stolen' }],
        ['POST', `/products/${theirs.productId}/archive`, {}],
        ['POST', `/products/${theirs.productId}/restore`, {}],
        ['POST', `/products/${theirs.productId}/duplicate`, {}],
        ['POST', `/products/${theirs.productId}/stock`, { by: 1, reason: 'Stolen' }],
        ['GET', `/products/${theirs.productId}/movements`],
        ['POST', '/products', { organizationId: theirs.orgId, name: 'Stolen', sku: 'stolen', price: 1 }],
        ['POST', '/sheet-imports', { organizationId: theirs.orgId, name: 'stolen.csv' }],
        ['POST', '/sheet-imports', { organizationId: own.orgId, campaignId: theirs.campaignId, name: 'stolen.csv' }],
        ['GET', `/product-categories?organizationId=${theirs.orgId}`],
        ['GET', `/campaign-kinds?organizationId=${theirs.orgId}`],
        ['GET', `/sheet-imports?organizationId=${theirs.orgId}`],
        ['GET', `/sheet-imports?organizationId=${own.orgId}&campaignId=${theirs.campaignId}`],
        ['PUT', `/sheet-imports/${theirImport}/lines`, { lines: [{ line: 2, cells: { sku: 'stolen' } }] }],
        ['GET', `/sheet-imports/${theirImport}/lines`],
        ['POST', `/sheet-imports/${theirImport}/commit`, {}],
        ['POST', `/sheet-imports/${theirImport}/undo`, {}],
        ['POST', `/sheet-imports/${theirImport}/withdraw`, {}],
        ['GET', `/gateways/instances?organizationId=${theirs.orgId}`],
        ['GET', `/plugins/installed?organizationId=${theirs.orgId}`],
        ...resources.map((resource): [string, string, object] => [
          'POST',
          '/search',
          { organizationId: theirs.orgId, resource },
        ]),
        [
          'POST',
          '/search',
          { organizationId: own.orgId, resource: 'offers', filters: { campaignId: theirs.campaignId } },
        ],
        ...[
          { organizationId: theirs.orgId, productId: theirs.productId },
          { organizationId: own.orgId, productId: own.productId },
        ].map((ids): [string, string, object] => [
          'POST',
          `/campaigns/${theirs.campaignId}/offers`,
          { ...offer, ...ids },
        ]),
        [
          'POST',
          `/campaigns/${own.campaignId}/offers`,
          { ...offer, organizationId: theirs.orgId, productId: own.productId },
        ],
        [
          'POST',
          `/campaigns/${own.campaignId}/offers`,
          { ...offer, organizationId: own.orgId, productId: theirs.productId },
        ],
        [
          'POST',
          `/campaigns/${own.campaignId}/offers`,
          { ...offer, organizationId: own.orgId, productId: own.productId, gatewayInstanceId: theirs.gatewayId },
        ],
      ]
      for (const [method, path, body] of attempts) {
        const answer = await call(method, path, { token, body })
        // The row-level guard alone may let a call pass that finds something of the caller's own.
        if (guards === 'with both guards') {
          const isEmpty = answer.status === 200 && JSON.stringify(answer.body).includes('"data":[]')
          expect({ method, path, body, refused: isEmpty || [404, 422].includes(answer.status) }).toMatchObject({
            refused: true,
          })
        }
        const asked = `${path} ${JSON.stringify(body ?? {})}`
        const leaked = secrets.filter((id) => !asked.includes(id) && JSON.stringify(answer.body).includes(id))
        expect({ method, path, body, leaked }).toMatchObject({ leaked: [] })
      }
      const untouched = await server.call('GET', `/campaigns/${theirs.campaignId}`, { token: await server.login(demo) })
      expect(untouched.status).toBe(200)
      expect(JSON.stringify(untouched.body)).not.toContain('Stolen')
      for (const resource of ['offers', 'customers']) {
        const stolen = await server.call('POST', '/search', {
          token: await server.login(demo),
          body: { organizationId: theirs.orgId, resource, q: 'Stolen' },
        })
        expect(stolen.body).toMatchObject({ meta: { total: 0 } })
      }
    },
  )

  test('PM-01 an id of another organization and one that never was are answered alike', async () => {
    const theirs = await knownOf(server, await server.login(demo))
    const token = await server.login(rival)
    const never = '01a098c6-0000-7000-8000-000000000000'
    for (const [method, prefix, body] of [
      ['GET', '/campaigns/', undefined],
      ['PUT', '/campaigns/', { name: 'x' }],
      ['DELETE', '/offers/', undefined],
      ['GET', '/customers/', undefined],
      ['DELETE', '/customers/', undefined],
      ['GET', '/orders/', undefined],
      ['GET', '/fulfilments/', undefined],
    ] as const) {
      const id = {
        '/campaigns/': theirs.campaignId,
        '/offers/': theirs.offerId,
        '/customers/': theirs.customerId,
        '/orders/': theirs.orderId,
        '/fulfilments/': theirs.fulfilmentId,
      }[prefix]
      const [foreign, unknown] = await Promise.all(
        [id, never].map((one) => server.call(method, `${prefix}${one}`, { token, body })),
      )
      expect([foreign?.status, foreign?.body]).toEqual([unknown?.status, unknown?.body])
    }
  })
})
