import type { Exchange } from '../engine/exchange'
import { recordOf, rowsOf, totalOf } from '../engine/listing'
import { movementsOf } from './sellingBasics'
import { balance, nth, type Trade } from './trade'

const rule = 'shop.figures'

/** A deletion that is undone has taken nothing along. */
export async function bringBackOffer(trade: Trade, index: number): Promise<void> {
  const { run, books, offers } = trade
  if (run.lacks('offers.restore')) return
  const offer = nth(offers, index)
  const exchange = await run.succeed(rule, 'offers.restore', { params: { offerId: offer.id }, body: {} })
  const known = books.offers.get(offer.id)
  if (known !== undefined) books.offers.set(offer.id, { ...known, isGone: false })
  await balance(trade, exchange, 'a deleted offer is brought back', ['offers', 'campaigns'])
}

/** A gateway counts the offers that are paid through it: not one that is deleted, and again what is brought back. */
export async function countsOffers({ run, till }: Trade, by: number, work: () => Promise<void>): Promise<void> {
  const params = { gatewayInstanceId: till.id }
  const read = () => run.succeed('gateways.figures', 'gateways.get', { params })
  const countIn = (exchange: Exchange) => Number(recordOf(exchange)['offersCount'])
  const due = countIn(await read()) + by
  await work()
  const exchange = await read()
  const count = countIn(exchange)
  run.verify('gateways.figures', exchange, count === due, `${due} offers that are paid through it`, `${count}`)
}

/** As many units as are said to be left are left, whatever was sold before. */
export async function recount(trade: Trade, index: number, quantity: number): Promise<void> {
  const { run, books, offers } = trade
  const params = { offerId: nth(offers, index).id }
  const exchange = await run.succeed(rule, 'offers.update', { params, body: { quantity } })
  books.left(params.offerId, quantity)
  await balance(trade, exchange, `${quantity} units of an offer are left`, ['offers'])
}

/** Whatever was taken from a stock or came back to it is told with its order, one order apart from the other. */
export async function checkLedger({ run, place: { tenant }, books, products }: Trade): Promise<void> {
  for (const { id } of products.slice(0, 2)) {
    const exchange = await movementsOf(run, tenant, id, { limit: '100' })
    const rows = rowsOf(exchange)
    if (totalOf(exchange) > rows.length) continue
    for (const [orderId, pieces] of books.takenFrom(id)) {
      const own = rows.filter((row) => row['orderId'] === orderId)
      const taken = own.reduce((all, { quantity }) => all - Number(quantity), 0)
      const expected = `movements of order ${orderId} that come to ${pieces} pieces`
      run.verify('products.movements', exchange, taken === pieces, expected, `${taken} in ${own.length} movements`)
      const numbers = new Set(own.map(({ orderNumber }) => orderNumber))
      const isOne = numbers.size < 2 && !numbers.has(null)
      run.verify('products.movements', exchange, isOne, 'the number of their order', [...numbers].join(', '))
    }
  }
}
