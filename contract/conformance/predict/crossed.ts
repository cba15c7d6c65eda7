import { cents } from '../engine/amounts'
import type { Row } from '../engine/listing'
import { isMoment, isSameMoment } from '../engine/moments'
import { textOf } from '../engine/text'

/** Lists of one organization, by what they are of; what was not read is not there. */
export type Lists = Readonly<Record<string, readonly Row[] | undefined>>

/** Something that two lists have to agree about. */
export interface Crossed {
  /** The list that tells it. */
  of: string
  expected: string
  /** What does not fit; undefined where all does. */
  wrong: string | undefined
}

/** What the rows of a list repeat of a record that they name: the list, the field that names it, whose list has it. */
const repeated: readonly [of: string, by: string, from: string, fields: Readonly<Record<string, string>>][] = [
  [
    'orderLines',
    'orderId',
    'orders',
    {
      orderNumber: 'number',
      status: 'status',
      campaignId: 'campaignId',
      campaignName: 'campaignName',
      agentId: 'agentId',
      agentName: 'agentName',
      currency: 'currency',
      createdAt: 'createdAt',
    },
  ],
  [
    'transactions',
    'orderId',
    'orders',
    { orderNumber: 'number', campaignId: 'campaignId', agentId: 'agentId', currency: 'currency' },
  ],
  [
    'fulfillments',
    'orderId',
    'orders',
    { orderNumber: 'number', orderStatus: 'status', orderedAt: 'createdAt', customerName: 'customerName' },
  ],
  ['orders', 'campaignId', 'campaigns', { campaignName: 'name' }],
  ['calls', 'customerId', 'customers', { customerName: 'name' }],
  ['calls', 'orderId', 'orders', { orderNumber: 'number', campaignId: 'campaignId' }],
  ['calls', 'campaignId', 'campaigns', { campaignName: 'name' }],
  ['offers', 'campaignId', 'campaigns', { campaignName: 'name' }],
  ['offers', 'productId', 'products', { productSku: 'sku', productStock: 'stock', productStatus: 'status' }],
  ['transactions', 'gatewayInstanceId', 'gateways', { gatewayName: 'displayName' }],
]

const isNothing = (value: unknown) => value === null || value === undefined
export const isLevel = (one: unknown, other: unknown): boolean =>
  isNothing(one) || isNothing(other)
    ? isNothing(one) && isNothing(other)
    : isMoment(one) && isMoment(other)
      ? isSameMoment(one, other)
      : textOf(one) === textOf(other)

const said = (row: Row, name: string, due: unknown) =>
  `${name} of ${row.id} is ${textOf(row[name] ?? null)} instead of ${textOf(due ?? null)}`

function repeats(lists: Lists): Crossed[] {
  return repeated.flatMap(([of, by, from, fields]) => {
    const [rows, theirs] = [lists[of], lists[from]]
    if (rows === undefined || theirs === undefined) return []
    const known = new Map(theirs.map((row) => [row.id, row]))
    return Object.entries(fields).map(([name, theirName]): Crossed => {
      const wrong = rows.flatMap((row) => {
        const named = known.get(String(row[by]))
        if (named === undefined || !(name in row) || !(theirName in named)) return []
        return isLevel(row[name], named[theirName]) ? [] : [said(row, name, named[theirName])]
      })
      return { of, expected: `${name} of ${of} as ${from} have their ${theirName}`, wrong: wrong[0] }
    })
  })
}

/** An order with all that other lists have of it. */
interface Sold {
  order: Row
  lines: readonly Row[]
  moved: readonly Row[]
  parcels: readonly Row[]
  /** Pieces that were sold; undefined where a line does not say of what. */
  pieces: number | undefined
}

const sum = (rows: readonly Row[], of: (row: Row) => number) => rows.reduce((all, row) => all + of(row), 0)
const amounts = (rows: readonly Row[], name: string) => sum(rows, (row) => cents(row[name])) / 100
const succeeded = ({ moved }: Sold, type: string) =>
  moved.filter((row) => row['type'] === type && row['status'] === 'succeeded')
const chargesOf = ({ moved }: Sold) =>
  moved
    .filter(({ type }) => type === 'charge')
    .toSorted((one, other) => Date.parse(String(one['createdAt'])) - Date.parse(String(other['createdAt'])))
const isOver = ({ order }: Sold) => order['status'] === 'cancelled' || order['status'] === 'expired'
const isRefunded = ({ moved }: Sold) => moved.some(({ type }) => type === 'refund')

function paymentStatus(sold: Sold): string | undefined {
  const [paid, refunded] = ['charge', 'refund'].map((type) => cents(amounts(succeeded(sold, type), 'amount')))
  const total = cents(sold.order['total'])
  if (paid === undefined || refunded === undefined || total === 0) return undefined
  const kept = paid - refunded
  if (paid > 0 && kept <= 0) return 'refunded'
  if (kept >= total) return kept > total ? 'overpaid' : 'paid'
  if (paid >= total) return 'partially_refunded'
  // While a charge is under way, either may be said.
  return sold.moved.some(({ status }) => status === 'pending') || sold.order['paymentStatus'] === 'pending'
    ? undefined
    : 'unpaid'
}

const unitsOf = ({ parcels }: Sold, ...states: string[]) =>
  sum(
    parcels.filter(({ status }) => states.includes(String(status))),
    ({ units }) => Number(units),
  )

function fulfillmentStatus(sold: Sold): string | undefined {
  const { pieces } = sold
  // Of what was given back nothing need be sent.
  if (pieces === undefined || pieces === 0 || isRefunded(sold)) return undefined
  const [sent, arrived] = [unitsOf(sold, 'shipped', 'delivered'), unitsOf(sold, 'delivered')]
  if (sent === 0) return 'unfulfilled'
  if (arrived >= pieces) return 'delivered'
  return sent >= pieces ? 'shipped' : 'partial'
}

/** How far it is, as it was paid and has arrived. */
function status(sold: Sold): string | undefined {
  const [paid, sent] = [paymentStatus(sold), fulfillmentStatus(sold)]
  if (isOver(sold) || paid === undefined || sent === undefined) return undefined
  return paid === 'paid' && sent === 'delivered' ? 'completed' : 'open'
}

/** That of its charges, where all are of one. */
function gatewayInstanceId(sold: Sold): unknown {
  const ids = new Set(chargesOf(sold).map((row) => row['gatewayInstanceId'] ?? null))
  return ids.size === 1 ? [...ids][0] : undefined
}

function lastAttempt(sold: Sold): unknown {
  const newest = chargesOf(sold).at(-1)
  if (isOver(sold) || newest?.['status'] === 'pending') return undefined
  if (newest === undefined || newest['status'] === 'succeeded') return null
  return /declined|insufficient/.test(String(newest['failureCode'])) ? 'declined' : undefined
}

function linkReached(sold: Sold): string | undefined {
  const charges = chargesOf(sold).filter(({ taken }) => taken === 'gateway')
  if (charges.some((row) => row['status'] === 'succeeded')) return 'paid'
  return charges.some((row) => row['status'] === 'failed') ? 'tried' : undefined
}

/** What an order's own row has to say, by what the other lists have of it; undefined where they don't tell. */
const figures: Readonly<Record<string, (sold: Sold) => unknown>> = {
  subtotal: ({ lines }) =>
    lines.length === 0 ? undefined : sum(lines, (row) => Number(row['quantity']) * cents(row['unitPrice'])) / 100,
  shippingTotal: ({ lines }) => (lines.length === 0 ? undefined : amounts(lines, 'shippingTotal')),
  taxTotal: ({ lines }) => (lines.length === 0 ? undefined : amounts(lines, 'tax')),
  total: ({ lines }) => (lines.length === 0 ? undefined : amounts(lines, 'total')),
  paidTotal: (sold) => amounts(succeeded(sold, 'charge'), 'amount'),
  refundedTotal: (sold) => amounts(succeeded(sold, 'refund'), 'amount'),
  paymentStatus,
  fulfillmentStatus,
  status,
  gatewayInstanceId,
  lastAttempt,
  linkReached,
}

function soldOf({ orders = [], orderLines = [], transactions = [], fulfillments = [], offers = [] }: Lists): Sold[] {
  const pieces = new Map(offers.map((row) => [row.id, Number(row['quantityPerOrder'] ?? 1)]))
  return orders.map((order) => {
    const own = (rows: readonly Row[]) => rows.filter((row) => row['orderId'] === order.id)
    const lines = own(orderLines)
    const each = lines.map((row) => pieces.get(String(row['offerId'])))
    const isKnown = each.every((one) => one !== undefined)
    const sold = lines.reduce((all, row, index) => all + Number(row['quantity']) * (each[index] ?? 0), 0)
    return {
      order,
      lines,
      moved: own(transactions),
      parcels: own(fulfillments),
      pieces: isKnown ? sold : undefined,
    }
  })
}

function derived(lists: Lists): Crossed[] {
  if (lists['orders'] === undefined) return []
  const sold = soldOf(lists)
  const ofOrders = Object.entries(figures).map(([name, dueOf]): Crossed => {
    const wrong = sold.flatMap((one) => {
      const due = dueOf(one)
      return due === undefined || !(name in one.order) || isLevel(one.order[name], due)
        ? []
        : [said(one.order, name, due)]
    })
    return {
      of: 'orders',
      expected: `${name} of orders as it follows from what other lists have of them`,
      wrong: wrong[0],
    }
  })
  const most = sold.find(
    (one) => one.pieces !== undefined && unitsOf(one, 'pending', 'shipped', 'delivered') > one.pieces,
  )
  const packed: Crossed = {
    of: 'fulfillments',
    expected: 'no more pieces in the parcels of an order than it has',
    wrong:
      most && `${unitsOf(most, 'pending', 'shipped', 'delivered')} of the ${String(most.pieces)} of ${most.order.id}`,
  }
  return [...ofOrders, packed, { ...packed, ...allOfPaid(sold) }]
}

/** What is paid here waits in parcels, all of it, unless somebody has given one up. */
function allOfPaid(sold: readonly Sold[]): Pick<Crossed, 'expected' | 'wrong'> {
  const isDue = (one: Sold) =>
    !isOver(one) &&
    !isRefunded(one) &&
    paymentStatus(one) === 'paid' &&
    chargesOf(one).every(({ taken = 'gateway' }) => taken === 'gateway') &&
    unitsOf(one, 'cancelled') === 0
  const inAll = (one: Sold) => unitsOf(one, 'pending', 'shipped', 'delivered')
  const short = sold.find((one) => one.pieces !== undefined && isDue(one) && inAll(one) < one.pieces)
  return {
    expected: 'all pieces of an order that is paid in its parcels',
    wrong: short && `${inAll(short)} of the ${String(short.pieces)} of ${short.order.id}`,
  }
}

const isText = (value: unknown) => typeof value === 'string' && value.trim() !== ''
const isMoved = (row: Row, ...states: string[]) => states.includes(String(row['status']))

/** What a row has to say as it is, whatever other lists have. */
const own: readonly [of: string, expected: string, isRight: (row: Row) => boolean][] = [
  [
    'fulfillments',
    'shippedAt of what was sent, and of nothing else',
    (row) => isMoved(row, 'cancelled') || isText(row['shippedAt']) === isMoved(row, 'shipped', 'delivered'),
  ],
  [
    'fulfillments',
    'deliveredAt of what has arrived, and of nothing else',
    (row) => isMoved(row, 'cancelled') || isText(row['deliveredAt']) === isMoved(row, 'delivered'),
  ],
  [
    'transactions',
    'why a charge has failed, and of no other',
    (row) => row['type'] !== 'charge' || isText(row['failureMessage'] ?? row['failureCode']) === isMoved(row, 'failed'),
  ],
  [
    'transactions',
    'taken by a gateway what names one, and nothing else',
    (row) =>
      isNothing(row['taken']) || row['taken'] === (isNothing(row['gatewayInstanceId']) ? 'elsewhere' : 'gateway'),
  ],
  [
    'products',
    'low what is at most ten',
    (row) => isNothing(row['stock']) || (row['stockLevel'] === 'low') === Number(row['stock']) <= 10,
  ],
]

/** Everything that lists of the same records have to agree about, foretold from nothing but their rows. */
export function crossed(lists: Lists): Crossed[] {
  const alone = own.flatMap(([of, expected, isRight]): Crossed[] => {
    const wrong = lists[of]?.find((row) => !isRight(row))
    return lists[of] === undefined ? [] : [{ of, expected, wrong: wrong && JSON.stringify(wrong).slice(0, 400) }]
  })
  return [...repeats(lists), ...derived(lists), ...alone]
}
