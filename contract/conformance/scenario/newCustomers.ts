import { difference } from '../engine/compare'
import type { Fields } from '../engine/fields'
import { recordOf, type Row, searchPage } from '../engine/listing'
import type { Run } from '../engine/run'
import { textOf } from '../engine/text'
import type { Shop, World } from '../engine/world'
import { readCustomer } from './customerBasics'
import { customerOf, type Line, makeOne, notNow, placement } from './sellingBasics'

const rule = 'orders.place'

/** Who is new is added with their first order, once, and not without it (NO-04). */
export async function checkNewCustomers(run: Run, { marker }: World, shop: Shop): Promise<void> {
  const { tenant } = shop
  const { organizationId, account } = tenant
  const { organizationId: _, ...typed } = customerOf(run, tenant, `${marker}-comes`)
  const named = async () => {
    const query = { organizationId, resource: 'customers' as const, q: typed.email, limit: 100 }
    return (await searchPage(run, query, account)).rows.filter(({ email }) => email === typed.email)
  }
  const body = (unitPrice: number, more: Fields): Fields => {
    const line: Line = { offerId: shop.offer.id, quantity: 1, unitPrice }
    const { customerId: __, ...placed } = placement(shop, [line])
    return { ...placed, ...more }
  }
  const newCustomer = typed
  for (const wrong of [
    body(4.99, { newCustomer }),
    body(20, { newCustomer, customerId: shop.customer.id }),
    body(20, {}),
  ]) {
    await run.refuse('orders.refused', 'orders.place', { body: wrong, isValid: true }, notNow)
  }
  const shown = run.history.lastWrite('orders.place')
  const [early] = await named()
  if (early !== undefined) run.journal.made('customers', early.id, account.name, typed.firstName)
  if (shown) run.verify('access.noEffect', shown, early === undefined, 'no customer of an order that was refused')
  const sent = body(20, { newCustomer })
  const [order, exchange] = await makeOne(run, tenant, 'orders', rule, sent)
  const again = await run.succeed('orders.once', 'orders.place', { body: sent })
  run.verify('orders.once', again, recordOf(again).id === order.id, 'the order that the draft became')
  const added = await named()
  for (const { id } of added) run.journal.made('customers', id, account.name, typed.firstName)
  run.verify(rule, exchange, added.length === 1, 'one customer who was added', `${added.length}`)
  const customer = await readCustomer(run, tenant, textOf(order['customerId']))
  const { shippingAddress, ...fields } = typed
  const address = (customer['shippingAddress'] ?? {}) as Fields
  const wrong = difference({ ...fields, ordersCount: 1 }, customer) ?? difference(shippingAddress, address)
  run.verify(rule, exchange, wrong === undefined, 'the new customer as they were sent, with one order', wrong)
  const differs = difference({ ...fields, id: customer.id }, (order['customer'] ?? {}) as Row)
  run.verify(rule, exchange, differs === undefined, 'the order of the new customer', differs)
  await run.succeed('orders.cancel', 'orders.cancel', { params: { orderId: order.id }, body: {} })
}
