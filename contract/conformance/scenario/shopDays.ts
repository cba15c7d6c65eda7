import { daysLater } from '../../rules/days'
import { dayAt } from '../../rules/reportPeriods'
import { notNow, placement } from './sellingBasics'
import { sell } from './shopSales'
import { nth, shopOf, type Trade } from './trade'

/** Time before midnight in which a day may be over before it was asked about. */
const soon = 120_000

/** A campaign sells from its first day to its last, both included, as days are where the organization is (NO-02). */
export async function sellByDay(trade: Trade): Promise<void> {
  const { run, campaigns, place } = trade
  const today = dayAt(new Date(), place.zone)
  if (dayAt(new Date(Date.now() + soon), place.zone) !== today) {
    return run.recorder.skip('orders.refused', 'it is about midnight where the organization is')
  }
  const params = { campaignId: nth(campaigns, 1).id }
  const settle = (from: number, to: number) => {
    const body = { startDate: daysLater(today, from), endDate: daysLater(today, to) }
    return run.succeed('campaigns.update', 'campaigns.update', { params, body })
  }
  const shop = shopOf(trade, 1)
  const body = () => placement(shop, [{ offerId: nth(trade.offers, 3).id, quantity: 1, unitPrice: 4 }])
  for (const [from, to] of [
    [1, 30],
    [-30, -1],
  ] as const) {
    await settle(from, to)
    await run.refuse('orders.refused', 'orders.place', { body: body(), isValid: true }, notNow)
  }
  await settle(0, 0)
  await sell(trade, { customer: 2, campaign: 1, lines: [[3, 1, 4]] })
  await settle(-30, 30)
}
