import type { OrderRecord } from '../../contract/extensions/orders'
import type { OrderPayments } from '../../contract/extensions/payments'
import { amountOf } from '../../contract/rules/amounts'
import type { TimelineEvent } from '../../contract/timeline'
import { orderLife } from './orderLife'

/** What an order was, and what it held, once something had happened to it (OR-04). Amounts are major units. */
export interface OrderThen {
  /** Of its life; undefined before its first state is told. */
  state: string | undefined
  paid: number
  refunded: number
  total: number
  /** In one line; undefined where it is no other than now. */
  address: string | undefined
  parcels: readonly ParcelThen[]
}

/** A parcel as it was. */
export interface ParcelThen {
  id: string
  state: 'pending' | 'shipped' | 'delivered' | 'cancelled'
  /** What was in it, in words. */
  contents: string
}

const isOfLife = (state: string | null | undefined): state is string =>
  typeof state === 'string' && state in orderLife.states

const isBy = (moment: string | null | undefined, then: number) =>
  typeof moment === 'string' && Date.parse(moment) <= then

/** The order as it was after the event. */
export function orderThen(
  {
    timeline,
    fulfilments,
    total,
    importedNumber,
    paidTotal,
  }: Pick<OrderRecord, 'timeline' | 'fulfilments' | 'total' | 'importedNumber' | 'paidTotal'>,
  { attempts, refunds }: Pick<OrderPayments, 'attempts' | 'refunds'>,
  event: TimelineEvent,
): OrderThen {
  const index = timeline.findIndex(({ id }) => id === event.id)
  const until = timeline.slice(0, index + 1)
  // What an event brought is written with it, or a moment later; it holds until the next.
  const own = Date.parse(event.createdAt)
  const next = timeline[index + 1]
  const then = Math.max(own, next === undefined ? Infinity : Date.parse(next.createdAt) - 1)
  const sumOf = (
    all: readonly { state: string; amount?: number | null | undefined; endedAt?: string | null | undefined }[],
  ) =>
    all.reduce(
      (sum, { state, amount, endedAt }) => (state === 'succeeded' && isBy(endedAt, then) ? sum + (amount ?? 0) : sum),
      0,
    )
  // What was paid elsewhere had been before the order came here.
  const ever = attempts.reduce((sum, { state, amount }) => sum + (state === 'succeeded' ? amountOf(amount ?? 0) : 0), 0)
  const elsewhere = importedNumber ? amountOf(paidTotal ?? 0) - ever : 0
  return {
    state: until.map(({ to }) => to).findLast(isOfLife) ?? undefined,
    paid: (amountOf(sumOf(attempts)) + elsewhere) / 100,
    refunded: sumOf(refunds),
    total: total ?? 0,
    // The next change of the address tells what it was before.
    address: timeline
      .slice(index + 1)
      .find(({ kind }) => kind === 'readdress')
      ?.text?.split(' → ')[0],
    parcels: fulfilments.flatMap(({ id, contents, ...parcel }) =>
      isBy(parcel.createdAt, then) ? [{ id, state: parcelState(parcel, then), contents: unitsText(contents) }] : [],
    ),
  }
}

/** A parcel that is given up changes no more. */
function parcelState(
  { status, updatedAt, shippedAt, deliveredAt }: Omit<OrderRecord['fulfilments'][number], 'id' | 'contents'>,
  then: number,
): ParcelThen['state'] {
  if (isBy(deliveredAt, then)) return 'delivered'
  if (isBy(shippedAt, then)) return 'shipped'
  return status === 'cancelled' && isBy(updatedAt, then) ? 'cancelled' : 'pending'
}

/** So many of what, in one line. */
export const unitsText = (
  items: readonly { quantity?: number | null | undefined; name?: string | null | undefined }[],
): string => items.map(({ quantity, name }) => `${quantity ?? 0} × ${name || '-'}`).join(', ')

/** What became of an order by an event, as a seller says it (OR-04). */
export function toldThen(then: OrderThen, { kind }: Pick<TimelineEvent, 'kind'>): string {
  const { state, paid, refunded } = then
  if (kind === 'expire') return 'Expired, as it was not paid in time'
  if (kind === 'renew') return 'Opened again by a new payment link'
  if (kind === 'complete') return 'Completed: paid, and all of it delivered'
  if (state === 'cancelled') {
    if (paid === 0) return 'Cancelled, as nothing had been paid'
    return refunded < paid
      ? 'Cancelled; what had been paid was on its way back'
      : 'Cancelled; what had been paid was given back'
  }
  if (state === 'expired') return 'Expired, and not paid'
  return `${paymentThen(then)}, ${parcelsThen(then)}`
}

function paymentThen({ paid, refunded, total }: OrderThen): string {
  if (paid === 0) return 'Not paid yet'
  if (refunded >= paid) return 'Paid, and all of it given back'
  if (refunded > 0) return 'Paid, and part of it given back'
  return paid < total ? 'Paid in part' : 'Paid'
}

function parcelsThen({ parcels }: OrderThen): string {
  const live = parcels.filter(({ state }) => state !== 'cancelled')
  const count = (wanted: ParcelThen['state']) => live.filter(({ state }) => state === wanted).length
  const [shipped, delivered] = [count('shipped'), count('delivered')]
  if (live.length === 0) return 'and nothing packed'
  if (delivered === live.length) return 'and delivered'
  if (shipped + delivered === 0) return 'and nothing sent'
  return `and ${shipped + delivered} of ${live.length === 1 ? '1 parcel' : `${live.length} parcels`} sent`
}
