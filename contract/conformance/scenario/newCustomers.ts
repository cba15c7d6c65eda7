import { countryCodes } from '../../countries'
import { newCustomer as newCustomerSchema } from '../../extensions/customers'
import { neededLines } from '../../forms/addresses'
import { difference } from '../engine/compare'
import type { Fields } from '../engine/fields'
import { recordOf, type Row, searchPage } from '../engine/listing'
import type { Run } from '../engine/run'
import { textOf } from '../engine/text'
import type { Shop, World } from '../engine/world'
import { filled, optionalOf } from '../generate/limits'
import { readCustomer } from './customerBasics'
import { linesOf } from './customersPartly'
import { customerOf, type Line, makeOne, notNow, placement } from './sellingBasics'

const rule = 'orders.place'

/** Who is new is added with their first order, once, and not without it (NO-04). */
export async function checkNewCustomers(run: Run, { marker }: World, shop: Shop): Promise<void> {
  const { tenant } = shop
  const { organizationId, account } = tenant
  const { organizationId: _, ...newcomer } = customerOf(run, tenant, `${marker}-comes`)
  // As long as each may be.
  const lines = {
    address1: filled('9 ', 200),
    address2: filled('c/o ', 200),
    state: filled('Ø ', 100),
    postalCode: filled('0 ', 20),
  }
  const shippingAddress = { ...newcomer.shippingAddress, ...lines, city: filled('Oslo ', 100) }
  const firstName = filled(`${newcomer.firstName} <b>&amp; `, 100)
  const typed = {
    ...newcomer,
    firstName,
    shippingAddress,
    lastName: filled('O’Neil ', 100),
    note: filled('a\nb ', 5_000),
  }
  const named = async () => {
    const query = { organizationId, resource: 'customers' as const, q: typed.email, limit: 100 }
    return (await searchPage(run, query, account)).rows.filter(({ email }) => email === typed.email)
  }
  const body = (unitPrice: number, more: Fields): Fields => {
    const line: Line = { offerId: shop.offer.id, quantity: 1, unitPrice }
    const { customerId: __, ...placed } = placement(shop, [line])
    return { ...placed, address: shippingAddress, ...more }
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
  const { shippingAddress: home, ...fields } = typed
  const address = (customer['shippingAddress'] ?? {}) as Fields
  const wrong = difference({ ...fields, ordersCount: 1 }, customer) ?? difference(home, address)
  run.verify(rule, exchange, wrong === undefined, 'the new customer as they were sent, with one order', wrong)
  const { note: _note, ...buyer } = fields
  const differs = difference({ ...buyer, id: customer.id }, (order['customer'] ?? {}) as Row)
  run.verify(rule, exchange, differs === undefined, 'the order of the new customer', differs)
  const sentTo = difference(shippingAddress, (order['shippingAddress'] ?? {}) as Fields)
  run.verify(rule, exchange, sentTo === undefined, 'the order to where it was sent, as it was typed', sentTo)
  await run.succeed('orders.cancel', 'orders.cancel', { params: { orderId: order.id }, body: {} })
}

/** The country whose addresses need the least. */
const [leastOf = ''] = countryCodes.toSorted((one, other) => neededLines(one).length - neededLines(other).length)

/** Of who is new, and of where it goes, only what is needed has to be said; what is left out is nothing, and so is an empty text. */
export async function checkLeast(run: Run, { marker }: World, shop: Shop): Promise<void> {
  const { tenant } = shop
  const none: Fields = Object.fromEntries(linesOf('orders.updateAddress').map((line) => [line, '']))
  const needed = Object.fromEntries(neededLines(leastOf).map((line) => [line, '9 Far Road']))
  const unsaid = optionalOf(newCustomerSchema).filter((name) => name !== 'shippingAddress')
  const nothing: Fields = Object.fromEntries(unsaid.map((name) => [name, '']))
  const homes: (Fields | undefined)[] = [undefined, { city: 'Oslo' }, { ...none, postalCode: '0150' }]
  const places = homes.map(async (home, index) => {
    const more = home === undefined ? {} : { ...nothing, shippingAddress: home }
    const firstName = `${marker}-least${index} Åsa`
    const address = { ...(index === 0 ? {} : none), ...needed, country: leastOf }
    const line: Line = { offerId: shop.offer.id, quantity: 1, unitPrice: 20 }
    const { customerId: _, ...placed } = placement(shop, [line], { address, agreedToTermsAt: null })
    const sent = { ...placed, newCustomer: { firstName, ...more } }
    const [order, exchange] = await makeOne(run, tenant, 'orders', rule, sent)
    const customer = await readCustomer(run, tenant, textOf(order['customerId']))
    const wrong = difference({ ...nothing, firstName }, customer)
    run.verify(rule, exchange, wrong === undefined, 'a new customer of whom no more is known than was sent', wrong)
    if (wrong === undefined) run.journal.made('customers', customer.id, tenant.account.name, firstName)
    const shown = (customer['shippingAddress'] ?? {}) as Fields
    const strange = home === undefined ? undefined : difference({ ...none, ...home }, shown)
    run.verify(rule, exchange, strange === undefined, 'as much of their address as was sent', strange)
    const elsewhere = difference({ ...none, ...address }, (order['shippingAddress'] ?? {}) as Fields)
    run.verify(
      rule,
      exchange,
      elsewhere === undefined,
      `an address in ${leastOf}, with no more than was sent`,
      elsewhere,
    )
    await run.succeed('orders.cancel', 'orders.cancel', { params: { orderId: order.id }, body: {} })
  })
  await Promise.all(places)
}
