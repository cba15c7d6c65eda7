import { maxAmount } from '../../schemas'
import { difference } from '../engine/compare'
import type { Exchange } from '../engine/exchange'
import type { Fields } from '../engine/fields'
import { recordOf, type Row } from '../engine/listing'
import { withOffset } from '../engine/moments'
import type { Run } from '../engine/run'
import { neverGiven } from '../engine/text'
import type { Shop, World } from '../engine/world'
import { makeCustomer } from './customerBasics'
import { makeOffer } from './offerBasics'
import {
  address,
  customerOf,
  dayFromNow,
  type Line,
  makeOne,
  makeProduct,
  namesakes,
  notNow,
  placement,
  readOrder,
  shopOf,
  unitsOf,
} from './sellingBasics'
import { oneOfTwo } from './twiceAtOnce'

/** What can't be sold is refused, and takes nothing (NO-02). */
export async function checkOrderRefusals(run: Run, world: World, shop: Shop): Promise<void> {
  const refusing = new Refusing(run, shop)
  const sold = async () => {
    const { total } = await namesakes(run, shop.tenant, 'orders', String(shop.customer['firstName']))
    return { ...(await unitsOf(run, shop)), total }
  }
  const before = await sold()
  await refusing.lines(world)
  await refusing.bodies()
  await refusing.campaigns(world)
  await refusing.gone(world)
  // Some were placed that could be, and cancelled.
  const moved = difference({ ...before, total: before.total + refusing.taken }, await sold())
  const shown = run.history.lastWrite('orders.place') ?? (await run.ask('users.me'))
  run.verify('access.noEffect', shown, moved === undefined, 'nothing sold by a refused order', moved)
}

class Refusing {
  readonly #run: Run
  readonly #shop: Shop

  constructor(run: Run, shop: Shop) {
    this.#run = run
    this.#shop = shop
  }

  async #refused(lines: Line[], more: Fields = {}, statuses: readonly number[] = notNow): Promise<void> {
    const body = placement(this.#shop, lines, more)
    const exchange = await this.#run.refuse('orders.refused', 'orders.place', { body, isValid: true }, statuses)
    if (exchange.status !== 200 || recordOf(exchange)['customerId'] !== body['customerId']) return
    this.#run.journal.made('orders', recordOf(exchange).id, this.#shop.tenant.account.name, String(body['draftId']))
  }

  /** How many orders could be placed, each of which was cancelled then. */
  taken = 0

  /** What can just be sold is. */
  async #takes(lines: Line[], more: Fields = {}): Promise<[Row, Exchange]> {
    const made = await this.#places(lines, more)
    await this.#cancel(made[0])
    return made
  }

  async #places(lines: Line[], more: Fields = {}): Promise<[Row, Exchange]> {
    const body = placement(this.#shop, lines, more)
    const made = await makeOne(this.#run, this.#shop.tenant, 'orders', 'orders.place', body)
    this.taken += 1
    return made
  }

  /** Nothing was paid, so that nothing is given back, though it is asked for. */
  async #cancel({ id: orderId }: Row): Promise<Exchange> {
    const body = { refund: true, reason: '' }
    return this.#run.succeed('orders.cancel', 'orders.cancel', { params: { orderId }, body })
  }

  #line(quantity: number, unitPrice: number, offer: Row = this.#shop.offer): Line {
    return { offerId: offer.id, quantity, unitPrice }
  }

  /** Prices, quantities and stock. */
  async lines({ marker }: World): Promise<void> {
    const run = this.#run
    const { tenant } = this.#shop
    // Each line is judged, whatever is beside it.
    const right = this.#line(1, 20)
    await this.#refused([this.#line(1, 4.99), right])
    await this.#refused([right, this.#line(1, 60.01)])
    await this.#refused([this.#line(7, 20)])
    await this.#refused([this.#line(4, 20), this.#line(3, 20)])
    const fixed = (await makeOffer(run, tenant, `${marker} fixed price`, { basePrice: 20, quantity: 3 })).row
    await this.#refused([this.#line(1, 19.99, fixed)])
    await this.#refused([this.#line(1, 20.01, fixed)])
    await this.#refused([this.#line(4, 20, fixed)])
    await this.#refused([this.#line(2, 20, fixed), this.#line(2, 20, fixed)])
    const [scarce] = await makeProduct(run, tenant, `${marker}-few`, { stock: 3 })
    const few = { ...tenant, products: [scarce] }
    // A limit of one side alone leaves the own price as the other one.
    const one = (await makeOffer(run, few, `${marker} few`, { basePrice: 20, quantity: 50, minPrice: 0 })).row
    const other = (await makeOffer(run, few, `${marker} few more`, { basePrice: 20, quantity: 50, maxPrice: 30 })).row
    await this.#refused([this.#line(1, 20.01, one)])
    await this.#refused([this.#line(1, 19.99, other)])
    await this.#refused([this.#line(4, 20, one)])
    await this.#refused([this.#line(2, 20, one), this.#line(2, 20, other)])
    // The limits themselves are within: both prices, the most of an offer, all that is left of it, and all that is in stock.
    const scarcely = [this.#line(2, 0, one), this.#line(1, 30, other)]
    await this.#takes([this.#line(5, 5), this.#line(1, 60), this.#line(3, 20, fixed), ...scarcely])
    await this.#last([this.#line(2, 20, fixed)])
    const dear = { basePrice: maxAmount, shipPrice: 1, quantity: 2 }
    const above = (await makeOffer(run, tenant, `${marker} dear`, dear)).row
    await this.#refused([this.#line(1, maxAmount, above)])
    await this.#costsNothing(one)
    const [held] = await this.#places([this.#line(1, 20, one), this.#line(1, 25, other)])
    const params = { productId: scarce.id }
    await run.succeed('products.archive', 'products.archive', { params, body: {} })
    await run.succeed('offers.delete', 'offers.delete', { params: { offerId: other.id } })
    await this.#refused([right, this.#line(1, 20, one)])
    // What is offered no more goes back all the same.
    const cancelled = await this.#cancel(held)
    const { stock, left } = await unitsOf(run, { ...this.#shop, product: scarce, offer: one })
    const isBack = stock === 3 && left === 50
    const actual = `${String(stock)} and ${String(left)}`
    run.verify('orders.stock', cancelled, isBack, '3 in stock and 50 of the offer left', actual)
  }

  /** What costs nothing is paid as it is placed, and no link is made to pay it. */
  async #costsNothing(offer: Row): Promise<void> {
    const run = this.#run
    const [order, exchange] = await this.#places([this.#line(1, 0, offer)])
    const due = { total: 0, paidTotal: 0, paymentStatus: 'paid', status: 'open' }
    const wrong = difference(due, await readOrder(run, this.#shop.tenant, order.id))
    run.verify('orders.place', exchange, wrong === undefined, 'an order that costs nothing, and is paid', wrong)
    const ask = { params: { orderId: order.id }, body: { mail: false }, isValid: true }
    await run.refuse('payments.once', 'orders.createPaymentLink', ask, notNow)
    await this.#cancel(order)
  }

  /** Of what is there once two at once do not both get it. */
  async #last(lines: Line[]): Promise<void> {
    const run = this.#run
    const ask = () => ({ body: placement(this.#shop, lines) })
    const expected = 'one of two orders at once, as there are not units enough for both'
    for (const exchange of await oneOfTwo(run, 'orders.stock', 'orders.place', [ask(), ask()], expected)) {
      this.taken += 1
      await run.succeed('orders.cancel', 'orders.cancel', { params: { orderId: recordOf(exchange).id }, body: {} })
    }
  }

  /** What breaks the schema within the lines, and addresses that no mail gets to. */
  async bodies(): Promise<void> {
    const { marker = '' } = this.#run.journal.head ?? {}
    await this.#refused([])
    await this.#refused([this.#line(0, 20)])
    await this.#refused([this.#line(1.5, 20)])
    await this.#refused([this.#line(1, -20)])
    await this.#refused([this.#line(1, 12.345)])
    const addresses: Fields[] = [
      {},
      { ...address, country: 'ZZ' },
      { ...address, city: '' },
      { ...address, country: 'US' },
    ]
    for (const wrong of addresses) await this.#refused([this.#line(1, 20)], { address: wrong })
    await this.#refused([this.#line(1, 20)], { draftId: marker })
    const { campaign, customer, offer } = this.#shop
    await this.#refused([this.#line(1, 20)], { campaignId: neverGiven(campaign.id) })
    await this.#refused([this.#line(1, 20)], { customerId: neverGiven(customer.id) })
    await this.#refused([this.#line(1, 20), this.#line(1, 20, { id: neverGiven(offer.id) })])
  }

  async #update(fields: Fields): Promise<void> {
    const params = { campaignId: this.#shop.campaign.id }
    await this.#run.succeed('campaigns.update', 'campaigns.update', { params, body: fields })
  }

  /** A campaign sells from its first day to its last, while it is active, to those who agree to its terms. */
  async campaigns(world: World): Promise<void> {
    const run = this.#run
    const { campaign } = this.#shop
    const meanwhile: [Fields, Fields][] = [
      [{ startDate: dayFromNow(3) }, { startDate: dayFromNow(-30) }],
      [{ endDate: dayFromNow(-3) }, { endDate: dayFromNow(30) }],
      [{ status: 'completed' }, { status: 'active' }],
    ]
    for (const [fields, back] of meanwhile) {
      await this.#update(fields)
      await this.#refused([this.#line(1, 20)])
      await this.#update(back)
    }
    await this.#update({ mustAgreeToTerms: true, termsOfService: 'No returns.' })
    await this.#refused([this.#line(1, 20)])
    // A moment as it is written elsewhere.
    const agreedToTermsAt = withOffset(new Date(Date.now() - 20 * 86_400_000), '+02:00')
    const [agreed, exchange] = await this.#takes([this.#line(1, 20)], { agreedToTermsAt })
    const kept = Date.parse(String(agreed['agreedToTermsAt']))
    const isKept = Math.abs(kept - Date.parse(agreedToTermsAt)) < 1_000
    run.verify('orders.place', exchange, isKept, `agreed to at ${agreedToTermsAt}`, String(agreed['agreedToTermsAt']))
    // What was agreed to long ago is to be agreed to again.
    const longAgo = new Date(Date.now() - 40 * 86_400_000).toISOString()
    await this.#refused([this.#line(1, 20)], { agreedToTermsAt: longAgo })
    await this.#update({ mustAgreeToTerms: false })
    const params = { campaignId: campaign.id }
    await run.succeed('campaigns.archive', 'campaigns.archive', { params, body: {} })
    await this.#refused([this.#line(1, 20)])
    await run.succeed('campaigns.archive', 'campaigns.restore', { params, body: {} })
    const other = world.first.workplace
    if (other !== undefined && other.id !== campaign.id)
      await this.#refused([this.#line(1, 20)], { campaignId: other.id })
  }

  /** What has been deleted is not sold, and nobody who has been deleted buys. */
  async gone(world: World): Promise<void> {
    const run = this.#run
    const { tenant } = await shopOf(run, world, this.#shop.tenant)
    const { row } = await makeOffer(run, tenant, `${world.marker} gone`, { basePrice: 20, quantity: 5 })
    await run.succeed('offers.delete', 'offers.delete', { params: { offerId: row.id } })
    await this.#refused([this.#line(1, 20), this.#line(1, 20, row)])
    const [{ id: customerId }] = await makeCustomer(run, tenant, {
      ...customerOf(run, tenant, `${world.marker}-left`),
      email: `${world.marker}-left@unknown.offerdesk.example`,
    })
    await run.succeed('customers.delete', 'customers.delete', { params: { customerId } })
    await this.#refused([this.#line(1, 20)], { customerId })
  }
}
