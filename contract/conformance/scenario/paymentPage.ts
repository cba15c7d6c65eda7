import { cents } from '../engine/amounts'
import { difference } from '../engine/compare'
import type { Exchange } from '../engine/exchange'
import type { Fields } from '../engine/fields'
import type { Row } from '../engine/listing'
import type { Run } from '../engine/run'
import { textOf } from '../engine/text'
import type { Shop } from '../engine/world'
import { isLevel } from '../predict/crossed'
import { dataOf, fieldsOf, listOf } from './paying'

const pick = (of: Fields, names: readonly string[]): Fields =>
  Object.fromEntries(names.filter((name) => name in of).map((name) => [name, of[name]]))

const amounts = [
  'subtotal',
  'shippingTotal',
  'taxTotal',
  'taxRate',
  'pricesIncludeTax',
  'total',
  'paidTotal',
  'refundedTotal',
  'currency',
  'paymentStatus',
  'createdAt',
] as const

/** What is left to be paid of an order, in cents: nothing of one that was cancelled. */
const dueOf = (order: Fields) =>
  order['status'] === 'cancelled' ? 0 : Math.max(0, cents(order['total']) - cents(order['paidTotal']))

/** Whoever pays is shown the order as its seller reads it: what was sold to whom, its tax, and what was paid and given back. */
export function verifyPage(run: Run, exchange: Exchange, order: Row): void {
  const page = dataOf(exchange)
  const shown = fieldsOf(page['order'])
  const verify = (wrong: string | undefined, expected: string) =>
    run.verify('payments.link', exchange, wrong === undefined, expected, wrong)
  const wrong = amounts.find((name) => name in order && !isLevel(order[name] || 0, shown[name] || 0))
  const said = wrong && `${wrong} is ${textOf(shown[wrong])} instead of ${textOf(order[wrong])}`
  verify(said, 'the amounts of the order as its seller reads them')
  const customer = pick(fieldsOf(order['customer']), ['firstName', 'lastName'])
  if ((shown['customer'] ?? null) !== null)
    verify(difference(customer, fieldsOf(shown['customer'])), 'the name of its customer')
  const address = fieldsOf(order['shippingAddress'])
  const goesTo = fieldsOf(shown['shippingAddress'])
  verify(difference(pick(address, Object.keys(goesTo)), goesTo), 'where it goes')
  const [sold, told] = [listOf(order['items']), listOf(shown['items'])]
  const lines = sold.map((item, index) =>
    difference(pick(item, ['name', 'quantity', 'unitPrice', 'total']), told[index] ?? {}),
  )
  const isEach = sold.length === told.length
  verify(lines.find(Boolean) ?? (isEach ? undefined : `${told.length} lines`), 'what was sold, line by line')
  const due = dueOf(order)
  verify(cents(page['due']) === due ? undefined : String(page['due']), `${due / 100} as left to be paid`)
  verifyGiven(verify, page, order)
}

/** What was given back, the oldest first. */
function verifyGiven(verify: (wrong: string | undefined, expected: string) => void, page: Fields, order: Row): void {
  const given = listOf(order['transactions']).filter(({ type, status }) => type === 'refund' && status === 'succeeded')
  const told = listOf(fieldsOf(page['order'])['refunds'])
  const [due, is] = [given, told].map((refunds) => refunds.map(({ amount }) => cents(amount) / 100).join(', '))
  verify(is === due ? undefined : is, `refunds of ${due || 'nothing'}, the oldest first`)
  const times = told.map(({ at }) => Date.parse(String(at)))
  const isInOrder = times.every((time, index) => index === 0 || time >= (times[index - 1] ?? 0))
  verify(isInOrder ? undefined : times.join(', '), 'refunds, the oldest first')
}

/** A link that is made for no gateway is for the one that comes first, which is the one of what was sold where it takes money. */
export function verifyUsual(run: Run, opened: Exchange, gateways: readonly Row[], { offer }: Shop): void {
  const [usual] = gateways
  const isOffered = gateways.some(({ id, whyNot = null }) => id === offer['gatewayInstanceId'] && whyNot === null)
  const isFirst = !isOffered || usual?.id === offer['gatewayInstanceId']
  run.verify('payments.link', opened, isFirst, 'the gateway of what was sold before all others', usual?.id)
  const { displayName = null } = fieldsOf(dataOf(opened)['gateway'])
  const isUsual = usual === undefined || displayName === usual['displayName']
  run.verify(
    'payments.link',
    opened,
    isUsual,
    `${String(usual?.['displayName'])} as the usual gateway`,
    String(displayName),
  )
}
