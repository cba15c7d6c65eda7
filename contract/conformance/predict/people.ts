import { cents } from '../engine/amounts'
import type { Row } from '../engine/listing'
import { isMoment } from '../engine/moments'
import { textOf } from '../engine/text'
import { type Crossed, isLevel, type Lists } from './crossed'

/** A row of one list with what another one has of it. */
interface Due {
  of: string
  name: string
  from: string
  row: Row
  due: unknown
}

const isCounted = ({ status }: Row) => status !== 'cancelled' && status !== 'expired'

/** What customers have bought, by all of their orders, those of other campaigns among them. */
function bought({ customers = [], customerOrders }: Lists): Due[] {
  if (customerOrders === undefined) return []
  return customers.flatMap((row) => {
    const own = customerOrders.filter(({ customerId }) => customerId === row.id)
    const counted = own.filter(isCounted)
    const [last = null] = counted
      .map(({ createdAt }) => textOf(createdAt))
      .toSorted((one, other) => Date.parse(other) - Date.parse(one))
    const spent = own.reduce((all, order) => all + cents(order['paidTotal']) - cents(order['refundedTotal']), 0)
    const figures = { ordersCount: counted.length, totalSpent: spent / 100, lastOrderAt: last }
    return Object.entries(figures).map(([name, due]) => ({ of: 'customers', name, from: 'their orders', row, due }))
  })
}

/** What became of an order's link by which a call was sold counts for the call. */
function rung({ calls = [], orders = [] }: Lists): Due[] {
  const known = new Map(orders.map((row) => [row.id, row]))
  return calls.flatMap((row) => {
    const order = known.get(textOf(row['orderId'] ?? ''))
    if (order === undefined || !('linkReached' in order)) return []
    const isPaid = order['linkReached'] === 'paid'
    const outcome = { of: 'calls', name: 'outcome', from: 'orders', row, due: isPaid ? 'paid' : 'sold' }
    return isPaid ? [outcome] : [outcome, { ...outcome, name: 'secondsToPaid', due: null }]
  })
}

/** When an order was paid may be told a little later than when its charge began. */
const leewaySeconds = 30

/** Seconds from the beginning of a call until its order was paid by a link. */
function took({ calls = [], transactions = [] }: Lists): Crossed[] {
  const wrong = calls.flatMap((row) => {
    const { createdAt, secondsToPaid, orderId } = row
    const paid = transactions
      .filter(({ orderId: of, status, taken }) => of === orderId && status === 'succeeded' && taken === 'gateway')
      .map((charge) => charge['createdAt'])
      .filter(isMoment)
      .map((moment) => Date.parse(moment))
    if (typeof secondsToPaid !== 'number' || !isMoment(createdAt) || paid.length === 0) return []
    const due = (Math.min(...paid) - Date.parse(createdAt)) / 1_000
    if (due < 0 || Math.abs(due - secondsToPaid) <= leewaySeconds) return []
    return [`secondsToPaid of ${row.id} is ${secondsToPaid} instead of ${Math.round(due)}`]
  })
  return [{ of: 'calls', expected: 'seconds from the beginning of a call until its order was paid', wrong: wrong[0] }]
}

/** What customers and calls have to say by what the lists of orders and payments have of them. */
export function crossedPeople(lists: Lists): Crossed[] {
  const all = [...bought(lists), ...rung(lists)]
  const kinds = new Map(all.map((one) => [`${one.of} ${one.name}`, one]))
  const told = [...kinds.values()].map(({ of, name, from }): Crossed => {
    const wrong = all.find(
      ({ of: list, name: field, row, due }) => list === of && field === name && name in row && !isLevel(row[name], due),
    )
    const said =
      wrong && `${name} of ${wrong.row.id} is ${textOf(wrong.row[name] ?? null)} instead of ${textOf(wrong.due)}`
    return { of, expected: `${name} of ${of} as it follows from ${from}`, wrong: said }
  })
  return lists['calls'] === undefined ? told : [...told, ...took(lists)]
}
