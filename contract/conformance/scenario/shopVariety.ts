import { fulfilmentsOf, pack, trackingNumber } from './parcels'
import { cards, linkTo, payBy } from './paying'
import { placeOne, readOrder } from './sellingBasics'
import { sellInCall } from './shopCalls'
import { pay, sell } from './shopSales'
import { nth, shopOf, type Trade } from './trade'

const rule = 'shop.figures'

/**
 * Of what lists tell apart each has at least two: parcels of two carriers, sent one after the other; payments that came and one
 * that did not; a link that is open; a second call that sold; what is put away, and what is over.
 */
export async function makeVariety(trade: Trade): Promise<void> {
  const { run, customers, campaigns, products } = trade
  const sold = await sellInCall(trade, nth(customers, 1), async () => {
    const first = await sell(trade, { customer: 1, campaign: 1, lines: [[1, 1, 20.25]] })
    // A call names what was sold first in it.
    const [{ id: orderId }] = await placeOne(run, { ...shopOf(trade), customer: nth(customers, 1) })
    await run.succeed(rule, 'orders.cancel', { params: { orderId }, body: {} })
    return first
  })
  await pay(trade, sold)
  await send(trade, sold.id, { trackingNumber: trackingNumber() })
  const declined = await sell(trade, { customer: 2, campaign: 0, lines: [[0, 1, 20]] })
  await send(trade, declined.id, { trackingNumber: trackingNumber(), carrier: 'dhl' })
  const { token } = await linkTo(run, shopOf(trade), declined.id)
  await payBy(run, rule, token, cards.declined)
  const campaign = { params: { campaignId: nth(campaigns, 2).id }, body: { status: 'completed' } }
  await run.succeed(rule, 'campaigns.update', campaign)
  await run.succeed(rule, 'products.archive', { params: { productId: nth(products, 2).id }, body: {} })
}

/** Sends all of an order by a carrier; what was paid is packed already. */
async function send(
  { run, place: { tenant } }: Trade,
  orderId: string,
  body: { trackingNumber: string; carrier?: string },
): Promise<void> {
  const [known] = fulfilmentsOf(await readOrder(run, tenant, orderId, rule))
  const { id: fulfilmentId } = known ?? (await pack(run, orderId))[0]
  const params = { fulfilmentId }
  await run.succeed(rule, 'fulfilments.assign', { params, body })
  await run.succeed(rule, 'fulfilments.ship', { params, body: {} })
}
