import { cents, sumOf } from './amounts'
import { type Fields, isRecord } from './fields'
import { type Follows, recordsIn } from './followsBasics'
import { isAboutNow, isMoment } from './moments'
import { textOf } from './text'

const isAmount = (value: unknown) => typeof value === 'number'
const level = (name: string, is: unknown, due: number, of: string) =>
  !isAmount(is) || cents(is) === due ? undefined : `${name} is ${textOf(is)}, and ${of} ${due / 100}`

/** An order costs what its lines do. */
export const addedUp: Follows = (order) => {
  const { items, pricesIncludeTax, subtotal, shippingTotal, taxTotal, total } = order
  const lines = recordsIn(items)
  for (const [name, of] of [
    ['subtotal', 'total'],
    ['shippingTotal', 'shippingTotal'],
    ['taxTotal', 'tax'],
  ] as const) {
    if (lines.length === 0 || lines.some((line) => !isAmount(line[of]))) continue
    const wrong = level(name, order[name], sumOf(lines, of), 'its lines come to')
    if (wrong !== undefined) return wrong
  }
  if (![subtotal, shippingTotal, taxTotal].every(isAmount) || typeof pricesIncludeTax !== 'boolean') return undefined
  const due = cents(subtotal) + cents(shippingTotal) + (pricesIncludeTax ? 0 : cents(taxTotal))
  return level('total', total, due, 'its parts come to')
}

/** What was paid and given back of it is what has moved, and no more than is kept can be given back. */
const moved: Follows = ({ transactions, paidTotal, refundedTotal, refundable }) => {
  if (!Array.isArray(transactions)) return undefined
  const of = (type: string) =>
    sumOf(
      recordsIn(transactions).filter((row) => row['type'] === type && row['status'] === 'succeeded'),
      'amount',
    )
  const [paid, refunded] = [of('charge'), of('refund')]
  const wrong =
    level('paidTotal', paidTotal, paid, 'its charges come to') ??
    level('refundedTotal', refundedTotal, refunded, 'its refunds come to')
  if (wrong !== undefined) return wrong
  const isTooMuch = isAmount(refundable) && cents(refundable) > paid - refunded
  return isTooMuch ? `refundable is ${textOf(refundable)} of ${(paid - refunded) / 100} that are kept` : undefined
}

const isSame = (one: unknown, other: unknown) => textOf(one ?? '') === textOf(other ?? '')

/** What belongs to it names it, and tells of it what it tells itself. */
const belonging: Follows = (order) => {
  const repeated: readonly (readonly [of: string, names: Readonly<Record<string, string>>])[] = [
    ['transactions', { orderId: 'id', orderNumber: 'number', currency: 'currency', campaignId: 'campaignId' }],
    ['fulfilments', { orderId: 'id', orderNumber: 'number', orderStatus: 'status', customerName: 'customerName' }],
  ]
  for (const [of, names] of repeated) {
    for (const part of recordsIn(order[of])) {
      // What either does not tell says nothing.
      const wrong = Object.entries(names).find(([name, own]) => {
        const [told, due] = [part[name] ?? null, order[own] ?? null]
        return told !== null && due !== null && !isSame(told, due)
      })
      if (wrong === undefined) continue
      const [name, own] = wrong
      return `${name} is ${textOf(part[name])} in its ${of}, and ${own} is ${textOf(order[own])}`
    }
  }
  return undefined
}

/** Whose it is, they are called in it. */
const bought: Follows = ({ customer, customerId, customerName }) => {
  if (!isRecord(customer)) return undefined
  if (!isSame(customer['id'], customerId ?? customer['id']))
    return `its customer is ${textOf(customer['id'])}, and customerId ${textOf(customerId)}`
  if (typeof customerName !== 'string') return undefined
  const missing = ['firstName', 'lastName'].find(
    (name) =>
      !customerName.normalize().includes(
        textOf(customer[name] ?? '')
          .normalize()
          .trim(),
      ),
  )
  return missing && `customerName is ${customerName} without ${textOf(customer[missing])}`
}

/** Of an order that was cancelled nothing waits to be sent. */
const over: Follows = ({ status, fulfilments }) => {
  const waiting = status === 'cancelled' && recordsIn(fulfilments).find((parcel) => parcel['status'] === 'pending')
  return waiting ? `its parcel ${textOf(waiting['id'])} waits to be sent, and it was cancelled` : undefined
}

/** What is in its parcels is of its lines, called as they are, and no more of each than there is. */
const contained: Follows = ({ items, fulfilments }) => {
  const lines = recordsIn(items)
  if (lines.length === 0) return undefined
  const packed = new Map<unknown, number>()
  for (const { contents, status } of recordsIn(fulfilments)) {
    for (const { orderItemId, quantity, ...part } of recordsIn(contents)) {
      const line = lines.find(({ id }) => id === orderItemId)
      if (line === undefined) return `a parcel has some of ${textOf(orderItemId)}, which is no line of it`
      // A line of several pieces is told as its product.
      const isPlain = line['quantityPerOrder'] === 1
      const other = isPlain && ['name', 'sku'].find((name) => !isSame(part[name], line[name]))
      if (other) return `${other} is ${textOf(part[other])} in a parcel, and ${textOf(line[other])} of the line`
      if (status !== 'cancelled') packed.set(line, (packed.get(line) ?? 0) + Number(quantity))
    }
  }
  const over = lines.find(
    (line) => (packed.get(line) ?? 0) > Number(line['quantity']) * Number(line['quantityPerOrder'] ?? Infinity),
  )
  return over && `${packed.get(over)} of ${textOf(over['name'])} are in parcels`
}

/** A moment may be kept to the second, or taken by another clock. */
const slack = 2_000

/** What has happened to a record last has left it as it is, and was when it was changed last, or before. */
const lived: Follows = ({ status, updatedAt, timeline }) => {
  const steps = recordsIn(timeline).filter(
    ({ to, createdAt }) => typeof to === 'string' && to !== '' && isMoment(createdAt),
  )
  if (typeof status !== 'string' || steps.length === 0) return undefined
  const timeOf = ({ createdAt }: Fields) => Date.parse(String(createdAt))
  const last = Math.max(...steps.map(timeOf))
  // Of what happened at the same moment either may be told last.
  const reached = steps.filter((step) => timeOf(step) === last).map(({ to }) => to)
  if (!reached.includes(status)) {
    return `status is ${status}, and its timeline ends with ${reached.map(textOf).join(', ')}`
  }
  if (!isMoment(updatedAt) || Date.parse(updatedAt) >= last - slack) return undefined
  return `updatedAt is ${updatedAt}, before it came to be ${status} at ${new Date(last).toISOString()}`
}

export const ofOrders: readonly Follows[] = [addedUp, moved, belonging, bought, over, contained, lived]

/** What was sent was sent before it arrived. */
const travelled: Follows = ({ shippedAt, deliveredAt }) =>
  isMoment(shippedAt) && isMoment(deliveredAt) && Date.parse(deliveredAt) < Date.parse(shippedAt)
    ? `deliveredAt is ${deliveredAt}, before it was shipped at ${shippedAt}`
    : undefined

/** Since when it is so far is when its timeline says that it came to be so; of what was taken over from elsewhere it may differ. */
const since =
  (name: string, state: string): Follows =>
  (record) => {
    const moment = record[name]
    const steps = recordsIn(record['timeline']).flatMap(({ to, createdAt }) =>
      to === state && isMoment(createdAt) ? [createdAt] : [],
    )
    if (!isMoment(moment) || steps.length === 0 || !isAboutNow(record['createdAt'])) return undefined
    const isThen = steps.some((step) => Math.abs(Date.parse(step) - Date.parse(moment)) <= slack)
    return isThen ? undefined : `${name} is ${moment}, and its timeline has it ${state} at ${steps.join(', ')}`
  }

/** As many pieces as are in it. */
export const packed: Follows = ({ units, contents }) => {
  if (typeof units !== 'number' || !Array.isArray(contents)) return undefined
  const inIt = recordsIn(contents).reduce((sum, { quantity }) => sum + Number(quantity), 0)
  return units === inIt ? undefined : `units is ${units}, and ${inIt} pieces are in it`
}

export const ofParcels: readonly Follows[] = [
  packed,
  travelled,
  lived,
  since('shippedAt', 'shipped'),
  since('deliveredAt', 'delivered'),
]

/** A line of a spreadsheet is refused where something is wrong with it, and changes what it says that it does. */
const judged: Follows = ({ verdict, problems, changes }) => {
  if (!Array.isArray(problems) || !Array.isArray(changes)) return undefined
  if ((verdict === 'refused') !== problems.length > 0)
    return `verdict is ${textOf(verdict)} with ${problems.length} problems`
  const isRight = verdict === 'update' ? changes.length > 0 : verdict !== 'same' || changes.length === 0
  return isRight ? undefined : `verdict is ${textOf(verdict)} with ${changes.length} changes`
}

/** Of an import nothing is told that has not come about. */
const imported: Follows = (record) => {
  const { state, committedAt, create, update, kept } = record
  if (typeof state !== 'string') return undefined
  const early = (
    state === 'open' ? ['committedAt', 'undoneAt', 'undoUntil'] : state === 'committed' ? ['undoneAt'] : []
  ).find((name) => (record[name] ?? null) !== null)
  if (early !== undefined) return `${early} is ${textOf(record[early])} of an import that is ${state}`
  if (state === 'committed' && !isMoment(committedAt)) return 'committedAt is not told of an import that was taken over'
  const done = Number(create) + Number(update)
  return Number(kept) > (state === 'undone' ? done : 0)
    ? `kept is ${textOf(kept)} of ${done} lines of an import that is ${state}`
    : undefined
}

export const ofImports: readonly Follows[] = [judged, imported]
