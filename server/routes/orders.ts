import { inOwningOrganization, ownOrganization, refuseForbidden } from '../auth/access'
import { keepEvent } from '../db/lives'
import { hasRecord } from '../db/rows'
import { orders } from '../db/schema/orders'
import type { Handlers } from '../http/contract'
import { notFound } from '../http/errors'
import { createdOnlyNew } from '../http/idempotency'
import { refuseOutdated } from '../http/ifMatch'
import { cancelOrder, readdressOrder } from '../orders/change'
import { placeOrder } from '../orders/place'
import { readOrder } from '../orders/record'
import { linkOf, openedOrder, payableOrder, unknownLink } from '../paymentLinks/record'
import { orderPaymentHandlers } from './payments'
import type { Services } from './services'

export const orderHandlers = (services: Services): Handlers['orders'] => ({
  ...orderPaymentHandlers(services),
  ...ownHandlers(services),
})

const ownHandlers = ({
  database,
  limiter,
  now,
}: Services): Omit<Handlers['orders'], keyof ReturnType<typeof orderPaymentHandlers>> => ({
  getByToken: async ({ params: { token }, network }) => {
    const link = await database.system((tx) => linkOf(tx, token))
    if (!link) {
      await limiter.count('wrongToken', network)
      throw unknownLink()
    }
    return database.tenant(link.orgId, async (tx) =>
      payableOrder(tx, await openedOrder(tx, link, now()), link.expiresAt),
    )
  },

  get: async ({ params: { orderId }, caller }) => ({
    data: await inOwningOrganization(database, caller, orderId, 'Order', (tx, orgId) => readOrder(tx, orgId, orderId)),
  }),

  place: async (asked) => {
    const { body, caller } = asked
    const orgId = ownOrganization(caller, body.organizationId)
    refuseForbidden(caller, orgId, 'orders.place')
    const { orderId } = await database.tenant(orgId, (tx) =>
      createdOnlyNew(tx, orgId, asked, now(), () => placeOrder(tx, { orgId, caller, now: now() }, body)),
    )
    // Read once it is placed, as everybody else who sells waits until then.
    const order = await database.tenant(orgId, (tx) => readOrder(tx, orgId, orderId))
    if (!order) throw notFound('Order')
    return { data: order }
  },

  cancel: async ({ params: { orderId }, headers, body, caller }) => ({
    data: await inOwningOrganization(database, caller, orderId, 'Order', async (tx, orgId) => {
      if (!(await hasRecord(tx, orders, orgId, orderId))) return undefined
      refuseForbidden(caller, orgId, 'orders.cancel')
      const read = () => readOrder(tx, orgId, orderId)
      await refuseOutdated(tx, orders, [orgId, orderId], headers, read)
      return (await cancelOrder(tx, { orgId, orderId, caller, now: now() }, body.reason)) && read()
    }),
  }),

  addNote: async (asked) => {
    const {
      params: { orderId },
      body,
      caller,
    } = asked
    return {
      data: await inOwningOrganization(database, caller, orderId, 'Order', async (tx, orgId) => {
        if (!(await hasRecord(tx, orders, orgId, orderId))) return undefined
        refuseForbidden(caller, orgId, 'orders.addNote')
        return createdOnlyNew(tx, orgId, asked, now(), async () => {
          const happening = { orgId, resource: 'orders', recordId: orderId, caller, now: now() }
          await keepEvent(tx, happening, { kind: 'note', facts: { text: body.text } })
          return readOrder(tx, orgId, orderId)
        })
      }),
    }
  },

  updateAddress: async ({ params: { orderId }, headers, body, caller }) => ({
    data: await inOwningOrganization(database, caller, orderId, 'Order', async (tx, orgId) => {
      if (!(await hasRecord(tx, orders, orgId, orderId))) return undefined
      refuseForbidden(caller, orgId, 'orders.updateAddress')
      const read = () => readOrder(tx, orgId, orderId)
      await refuseOutdated(tx, orders, [orgId, orderId], headers, read)
      return (await readdressOrder(tx, { orgId, orderId, caller, now: now() }, body)) && read()
    }),
  }),
})
