import { inOwningOrganization, ownMembership, ownOrganization, refuseForbidden } from '../auth/access'
import { inOrganization, withRecord } from '../auth/withRecord'
import { keepEvent } from '../db/lives'
import { searchedSums } from '../db/searchedSums'
import type { Handlers } from '../http/contract'
import { notFound } from '../http/errors'
import { anOrder } from '../orders/anOrder'
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
  paying,
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

  place: inOrganization(
    'Order',
    async ({ tx, body, ...working }) => {
      // Whoever may not add a customer adds none with an order either.
      if (body.newCustomer) refuseForbidden(ownMembership(working.caller, working.orgId), 'customers.create')
      return placeOrder(tx, working, body)
    },
    // Read once it is placed, as everybody else who sells waits until then.
    async ({ orderId }, { orgId }) => {
      const order = await database.tenant(orgId, (tx) => readOrder(tx, orgId, orderId))
      if (!order) throw notFound('Order')
      return { data: order }
    },
  ),

  cancel: withRecord(
    anOrder,
    async ({ tx, orgId, id: orderId, body, caller, now: at }) => {
      if (body.refund) refuseForbidden(ownMembership(caller, orgId), 'orders.refund')
      const refundIds = await cancelOrder(tx, { orgId, orderId, caller, now: at }, body)
      return refundIds && { refundIds }
    },
    async ({ refundIds }, { orgId, id: orderId }) => {
      for (const refundId of refundIds) await paying.refund(orgId, refundId)
      const data = await database.tenant(orgId, (tx) => readOrder(tx, orgId, orderId))
      if (!data) throw notFound('Order')
      return { data }
    },
  ),

  addNote: withRecord(anOrder, async ({ tx, orgId, id, body, happening }) => {
    await keepEvent(tx, happening, { kind: 'note', facts: { text: body.text } })
    return readOrder(tx, orgId, id)
  }),

  sums: async ({ body: { organizationId, ...search }, caller }) => {
    const orgId = ownOrganization(caller, organizationId)
    return { data: await database.tenant(orgId, (tx) => searchedSums(tx, 'orders', search)) }
  },

  updateAddress: withRecord(anOrder, async ({ tx, orgId, id: orderId, body, caller, now }) => {
    await readdressOrder(tx, { orgId, orderId, caller, now }, body)
    return readOrder(tx, orgId, orderId)
  }),
})
