import type { Handlers } from '../http/contract'
import { Refusal } from '../http/errors'
import { isReplaced, linkOf, payableOrder } from '../payments/paymentLinks'
import type { Services } from './services'

const unknownLink = () => new Refusal(404, 'not_found', 'This payment link opens no order. Check the address.')
const expiredLink = () =>
  new Refusal(404, 'payment_link_expired', 'This payment link has expired. Ask the seller for a new one.')

export const orderHandlers = ({ database, limiter, now }: Services): Handlers['orders'] => ({
  getByToken: async ({ params: { token }, network }) => {
    const link = await database.system((tx) => linkOf(tx, token))
    if (!link) {
      await limiter.count('wrongToken', network)
      throw unknownLink()
    }
    return database.tenant(link.orgId, async (tx) => {
      if (link.expiresAt <= now() || (await isReplaced(tx, link))) throw expiredLink()
      const order = await payableOrder(tx, link)
      if (!order) throw unknownLink()
      return order
    })
  },
})
