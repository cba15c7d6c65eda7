import { type Amount, shownAmount } from './amounts'

/** A line of an order, as far as a refund of it is concerned; amounts in minor units, of all its units. */
export interface RefundableLine {
  id: string
  quantity: number
  /** Units of it that have been refunded already. */
  refundedQuantity: number
  goods: Amount
  /** What was put on top of goods and shipping; 0 where prices include it. */
  tax: Amount
  shipping: Amount
  /** Shipping of it that has been refunded already. */
  refundedShipping: Amount
  /** The smallest amount of its currency, of which all its amounts are multiples. */
  smallest: Amount
}

/** What is given back of a line. */
export interface RefundParts {
  goods: Amount
  /** Of the goods and of their shipping, which are taxed as one: it goes back with the goods. */
  tax: Amount
  shipping: Amount
  total: Amount
}

/** Units of a line that are to be refunded. */
export interface ChosenUnits<Line extends RefundableLine = RefundableLine> {
  line: Line
  units: number
}

/** How much of the shipping goes back with the goods: as much of it as of the goods, or so much. */
export type ShippingBack = 'share' | Amount

const floorShare = (total: Amount, part: number, whole: number, smallest: Amount) =>
  Math.floor(((total / smallest) * part) / whole) * smallest

/**
 * What so many units have of an amount of their line, such that all units together have all of it, in whatever parts: the
 * difference of two sums, each rounded down.
 */
const shareOf = (amount: Amount, { quantity, refundedQuantity, smallest }: RefundableLine, units: number): Amount =>
  floorShare(amount, refundedQuantity + units, quantity, smallest) -
  floorShare(amount, refundedQuantity, quantity, smallest)

/** Shipping of a line that can still be refunded. */
export const shippingLeft = ({ shipping, refundedShipping }: RefundableLine): Amount =>
  Math.max(0, shipping - refundedShipping)

/** The shipping of so many units, and never more than is left of it. */
const shippingShare = (line: RefundableLine, units: number): Amount =>
  Math.min(shippingLeft(line), shareOf(line.shipping, line, units))

/** What units of lines come to, by line: their goods, their tax, and shipping as it is asked for (OR-03). */
export function refundParts(chosen: readonly ChosenUnits[], shippingBack: ShippingBack): RefundParts[] {
  let left = shippingBack === 'share' ? 0 : shippingBack
  return chosen.map(({ line, units }) => {
    const shipping = shippingBack === 'share' ? shippingShare(line, units) : Math.min(left, shippingLeft(line))
    left -= shipping
    // Goods and tax are rounded together, and told apart then: a unit costs what it costs with its tax.
    const both = shareOf(line.goods + line.tax, line, units)
    const tax = Math.min(both, shareOf(line.tax, line, units))
    return { goods: both - tax, tax, shipping, total: both + shipping }
  })
}

/** What parts come to together. */
export function sumOfParts(parts: readonly RefundParts[]): RefundParts {
  const sumOf = (name: keyof RefundParts) => parts.reduce((sum, part) => sum + part[name], 0)
  return { goods: sumOf('goods'), tax: sumOf('tax'), shipping: sumOf('shipping'), total: sumOf('total') }
}

/** Why so many units can't be refunded, in one sentence; undefined when they can. */
export function whyNotUnits({ quantity, refundedQuantity }: RefundableLine, units: number): string | undefined {
  const left = quantity - refundedQuantity
  if (left === 0) return 'All of this has been refunded'
  return units > left ? `At most ${left} can be refunded` : undefined
}

/** Why so much shipping of lines can't be refunded, in one sentence; undefined when it can. */
export function whyNotShipping(lines: readonly RefundableLine[], amount: Amount, currency: string): string | undefined {
  const left = lines.reduce((sum, line) => sum + shippingLeft(line), 0)
  if (amount <= left) return undefined
  return left === 0
    ? 'Their shipping has been refunded already'
    : `At most ${shownAmount(left, currency)} of their shipping can be refunded`
}

export interface Charge {
  id: string
  /** What was charged, less its refunds that have not failed. */
  refundable: Amount
}

/**
 * How a refund is split over charges, the newest first, as its card is the likeliest to be still there (OR-03). Their sum
 * is the amount; the caller has made sure that there is enough.
 */
export function splitOver(charges: readonly Charge[], amount: Amount): { id: string; amount: Amount }[] {
  let left = amount
  return charges.toReversed().flatMap(({ id, refundable }) => {
    const taken = Math.min(left, refundable)
    left -= taken
    return taken > 0 ? [{ id, amount: taken }] : []
  })
}
