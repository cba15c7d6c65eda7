import type { Customer } from '../customers'
import type { ImportChange, ImportColumn, ImportProblem } from '../extensions/sheetImports'
import { type Amount, amountOf, shownAmount, smallestOf } from '../rules/amounts'
import type { ImportedOrder } from '../rules/importedOrders'
import { paymentOf } from '../rules/paymentStatus'
import { toldMoment } from '../rules/toldMoments'
import { cutText } from '../rules/cutText'
import { maxAmount } from '../schemas'
import { judgeCustomer } from './customerImports'
import {
  fulfilmentWords,
  paymentWords,
  readAmount,
  type ReadLine,
  readLines,
  type ReadOrder,
  type Refuse,
  wordIn,
} from './orderCells'
import type { JudgedCells } from './sheetImports'

/** An offer that a line of an order may be of. */
export interface ImportableOffer {
  id: string
  displayName: string
  productId: string
  sku: string | null
  quantityPerOrder: number
}

/** What the order is judged by. */
export interface KnownToOrder {
  /** The organization's. */
  currency: string
  timeZone: string
  now: Date
  /** Who has its email, or without one its phone. */
  customers: readonly Customer[]
  customerKey: string
  /** An order that was imported under this number before; its total in minor units. */
  earlier: { number: number; total: Amount } | undefined
  /** What the campaign sells, by SKU and by name. */
  offersBySku: (sku: string) => readonly ImportableOffer[]
  offersByName: (name: string) => readonly ImportableOffer[]
}

/** What a file says of one order: what would be added, or what is wrong with it (OR-01). */
export function judgeOrder(order: ReadOrder, known: KnownToOrder): JudgedCells & { imported?: ImportedOrder } {
  const problems: ImportProblem[] = []
  const refuse: Refuse = (field, message) => {
    problems.push({ field, message })
    return undefined
  }
  const told = toldOf(order, known, refuse)
  // What can't be read adds up to nothing.
  const costs = told && problems.length === 0 ? costsOf(told, known, refuse) : undefined
  const money = told && costs ? moneyOf(told, costs, known, refuse) : undefined
  const { customer } = order
  const [found] = known.customers
  const [firstName, lastName] = [customer.firstName || found?.firstName, customer.lastName || found?.lastName]
  const fields = { sku: order.typed.order, name: [firstName, lastName].filter(Boolean).join(' ') }
  if (!told || !costs || !money || problems.length > 0 || known.earlier) return { fields, problems, changes: [] }
  const matched = told.lines.map((line) => ({ line, offer: offerOf(line, known) }))
  const imported: ImportedOrder = {
    customerId: found?.id ?? null,
    customerKey: known.customerKey,
    customer: {
      ...customer,
      firstName: firstName ?? '',
      lastName: customer.firstName === '' ? (lastName ?? '') : customer.lastName,
    },
    currency: known.currency,
    ...costs,
    ...money,
    items: itemsOf(matched, costs, smallestOf(known.currency)),
  }
  const unknown = matched.filter(({ offer }) => !offer).map(({ line }) => line.sku || line.name)
  return { fields, problems, imported, changes: shownOf(imported, { isNew: !found, unknown }) }
}

/** What an order is told to be, before it is looked at whether that adds up; undefined when some of it can't be read. */
function toldOf({ typed, customer, items, has }: ReadOrder, known: KnownToOrder, refuse: Refuse) {
  const currency = typed.currency === '' ? known.currency : cutText(typed.currency.toUpperCase(), 10)
  const smallest = smallestOf(known.currency)
  if (typed.order === '') refuse('order', 'Order is required')
  else if (typed.order.length > 60) refuse('order', 'At most 60 characters')
  if (currency !== known.currency) {
    refuse('currency', `This order is in ${currency}, and this organization sells in ${known.currency}`)
  }
  const moment = (field: 'orderedAt' | 'paidAt' | 'cancelledAt') => momentOf(field, typed[field], known, refuse)
  const amount = (field: AmountColumn) => {
    if (typed[field] === '') return undefined
    const read = readAmount(typed[field])
    if (typeof read === 'string') return refuse(field, read)
    return read % smallest === 0 ? read : refuse(field, `${known.currency} has no decimals`)
  }
  const orderedAt = moment('orderedAt')
  const told = {
    paidAt: moment('paidAt'),
    cancelledAt: moment('cancelledAt'),
    subtotal: amount('subtotal'),
    discount: amount('discount') ?? 0,
    shipping: amount('shippingTotal') ?? 0,
    tax: amount('taxTotal') ?? 0,
    total: amount('total'),
    refunded: amount('refundedTotal') ?? 0,
    outstanding: amount('outstanding'),
  }
  const lines = readLines(items, smallest, refuse)
  for (const { field, message } of judgeCustomer(customer, known.customers).problems) refuse(field, message)
  const payment = wordIn(paymentWords, typed.paymentStatus)
  const quoted = (text: string) => cutText(text, 40)
  if (payment === undefined) refuse('paymentStatus', `What '${quoted(typed.paymentStatus)}' means is not known`)
  if (payment === 'none') refuse('paymentStatus', `This was no sale: ${quoted(typed.paymentStatus)}`)
  // What says nothing of it tells of what is long over.
  const sent = has('fulfillmentStatus') ? wordIn(fulfilmentWords, typed.fulfillmentStatus) : 'unknown'
  if (sent === undefined) refuse('fulfillmentStatus', `What '${quoted(typed.fulfillmentStatus)}' means is not known`)
  return orderedAt && lines && payment && sent && { ...told, orderedAt, lines, payment, sent }
}

type AmountColumn = 'subtotal' | 'discount' | 'shippingTotal' | 'taxTotal' | 'total' | 'refundedTotal' | 'outstanding'
type Told = Exclude<ReturnType<typeof toldOf>, undefined | ''>

const firstMoment = new Date('1990-01-01T00:00:00Z')

function momentOf(
  field: ImportColumn,
  text: string,
  { timeZone, now }: KnownToOrder,
  refuse: Refuse,
): Date | undefined {
  if (text === '') return field === 'orderedAt' ? refuse(field, 'Date is required') : undefined
  const moment = toldMoment(text, timeZone)
  if (!moment) refuse(field, 'Must be a date with the year first, such as 2024-03-31 14:05:00 +0100')
  else if (moment > now) refuse(field, 'This is still to come')
  else if (moment < firstMoment) refuse(field, 'This is too long ago')
  return moment
}

/** What an order costs; undefined when that does not add up, which has been told then. */
function costsOf({ lines, discount, shipping: told, tax, ...said }: Told, { currency }: KnownToOrder, refuse: Refuse) {
  const money = (amount: Amount) => shownAmount(amount, currency)
  const goods = lines.reduce((sum, { gross }) => sum + gross, 0)
  if (goods > amountOf(maxAmount))
    return refuse('itemPrice', `The lines come to more than ${money(amountOf(maxAmount))}`)
  const subtotal = said.subtotal ?? Math.max(0, goods - discount)
  if (subtotal !== goods - discount && subtotal !== goods) {
    const less = discount > 0 ? `, less a discount of ${money(discount)},` : ''
    return refuse('subtotal', `The lines come to ${money(goods)}${less} and not to ${money(subtotal)}`)
  }
  // A discount that the goods have not had is one on the shipping, before or after which that is told.
  const shippings = subtotal === goods && discount > 0 && discount <= told ? [told, told - discount] : [told]
  for (const shipping of shippings) {
    const onTop = subtotal + shipping + tax
    const total = said.total ?? onTop
    const pricesIncludeTax = total !== onTop
    if (pricesIncludeTax && total !== subtotal + shipping) continue
    const taxed = subtotal + shipping - (pricesIncludeTax ? tax : 0)
    const taxRate = taxed > 0 ? Math.round((tax / taxed) * 100_000) : 0
    return { subtotal, shipping, tax, total, pricesIncludeTax, taxRate }
  }
  const parts = `${money(subtotal)}, ${money(told)} for shipping and ${money(tax)} of tax`
  return refuse('total', `${parts} do not come to ${money(said.total ?? 0)}`)
}

type Costs = Exclude<ReturnType<typeof costsOf>, undefined>

/** What was paid and given back of an order, and what it is by that. */
function moneyOf(
  { payment, paidAt, cancelledAt, orderedAt, outstanding, sent, refunded: toldRefund }: Told,
  { total }: Costs,
  { currency, earlier }: KnownToOrder,
  refuse: Refuse,
) {
  const money = (amount: Amount) => shownAmount(amount, currency)
  const unpaid = payment === 'unpaid' && !paidAt
  const left = payment === 'partiallyPaid' ? (outstanding ?? total) : unpaid || payment === 'void' ? total : 0
  const paid = Math.max(0, total - left)
  const refunded = payment === 'refunded' ? total : paid === 0 ? 0 : toldRefund
  if (payment === 'partiallyPaid' && outstanding === undefined) {
    refuse('outstanding', 'Of what is partially paid it must be told what is outstanding')
  }
  if (payment === 'partiallyRefunded' && toldRefund === 0) {
    refuse('refundedTotal', 'Of what is partially refunded it must be told how much')
  }
  if (refunded > paid) refuse('refundedTotal', `More has been refunded than the ${money(paid)} that were paid`)
  const isSent = sent === 'delivered' || (sent === 'unknown' && paid >= total)
  const isGivenBack = paid > 0 && refunded === paid
  const isCancelled = cancelledAt !== undefined || payment === 'void' || (isGivenBack && !isSent)
  if (isCancelled && paid > refunded) {
    refuse('cancelledAt', `This order was cancelled, and ${money(paid - refunded)} of it was kept. Refund it first.`)
  }
  if (earlier && earlier.total !== total) {
    const before = `Order #${earlier.number} was imported under this number before`
    refuse('total', `${before}, with a total of ${money(earlier.total)}`)
  }
  const moved = [
    { type: 'charge' as const, status: 'succeeded' as const, amount: paid },
    { type: 'refund' as const, status: 'succeeded' as const, amount: refunded },
  ]
  const movedAt = paidAt ?? orderedAt
  const [status, fulfillmentStatus] = isCancelled
    ? (['cancelled', 'unfulfilled'] as const)
    : ([
        isSent && paid >= total ? 'completed' : 'open',
        isSent ? 'delivered' : sent === 'partial' ? 'partial' : 'unfulfilled',
      ] as const)
  return {
    orderedAt: orderedAt.toISOString(),
    paidAt: movedAt.toISOString(),
    endedAt: (cancelledAt ?? movedAt).toISOString(),
    paid,
    refunded,
    paymentStatus: paymentOf(total, moved).status,
    status,
    fulfillmentStatus,
  }
}

/** So much for each, in the proportion of the weights; all of it together, in multiples of the smallest amount. */
export function spread(amount: Amount, weights: readonly number[], smallest: Amount): Amount[] {
  const whole = weights.reduce((sum, weight) => sum + weight, 0)
  const shares = whole === 0 ? weights.map(() => 1) : weights
  let before = 0
  let given = 0
  return shares.map((weight, index) => {
    before += weight
    // Of the largest amounts a product is not exact; the last one has what is left.
    const isLast = index === shares.length - 1
    const until = isLast ? amount : Math.floor(((amount / smallest) * before) / (whole || shares.length)) * smallest
    const share = until - given
    given = until
    return share
  })
}

interface Matched {
  line: ReadLine
  offer: ImportableOffer | undefined
}

/** The lines with their shares of what the order says of all of them. */
function itemsOf(matched: readonly Matched[], { subtotal, shipping, tax }: Costs, smallest: Amount) {
  const grosses = matched.map(({ line }) => line.gross)
  const totals = spread(subtotal, grosses, smallest)
  const shippings = spread(shipping, grosses, smallest)
  const taxed = totals.map((total, index) => total + (shippings[index] ?? 0))
  const taxes = spread(tax, taxed, smallest)
  return matched.map(({ line, offer }, index) => {
    const total = totals[index] ?? 0
    return {
      name: line.name,
      sku: line.sku || offer?.sku || null,
      quantity: line.quantity,
      offerId: offer?.id ?? null,
      productId: offer?.productId ?? null,
      quantityPerOrder: offer?.quantityPerOrder ?? 1,
      listPrice: line.price,
      unitPrice: Math.floor(total / line.quantity / smallest) * smallest,
      shipping: shippings[index] ?? 0,
      tax: taxes[index] ?? 0,
      total,
    }
  })
}

/** The campaign's offer that a line is of: the one of its SKU, of several the one of its name; without one, the one of its name. */
function offerOf({ sku, name }: ReadLine, { offersBySku, offersByName }: KnownToOrder): ImportableOffer | undefined {
  const bySku = sku === '' ? [] : offersBySku(sku)
  if (bySku.length === 1) return bySku[0]
  const named = bySku.length > 0 ? bySku.filter(({ displayName }) => displayName === name) : offersByName(name)
  return named.length === 1 ? named[0] : undefined
}

/** What is shown of an order before it is added. */
function shownOf(
  { orderedAt, items, total, currency, paymentStatus, refunded, status, customer }: ImportedOrder,
  { isNew, unknown }: { isNew: boolean; unknown: readonly string[] },
): ImportChange[] {
  const person = customer.email || customer.phone
  const back = refunded > 0 && `${shownAmount(refunded, currency)} given back`
  const shown: [ImportColumn, string][] = [
    ['orderedAt', orderedAt.slice(0, 10)],
    ['customerName', isNew ? `${person}, who is new` : person],
    ['itemName', items.map(({ quantity, name }) => `${quantity} × ${name}`).join(', ')],
    ['itemSku', unknown.length === 0 ? '' : `${unknown.join(', ')}: no offer of this campaign, kept as it is told`],
    ['total', shownAmount(total, currency)],
    ['paymentStatus', [paymentStatus.replaceAll('_', ' '), back, status].filter(Boolean).join(', ')],
  ]
  return shown.flatMap(([field, to]) => (to === '' ? [] : [{ field, from: null, to: cutText(to, 500) }]))
}
