import type { Amount } from './amounts'

/** A line of an order, as far as a refund of it is concerned; amounts in minor units. */
export interface RefundableLine {
  id: string
  quantity: number
  /** Units of it that have been refunded already. */
  refundedQuantity: number
  /** Of all its units: what they cost, with the tax that was put on top of them, without shipping. */
  total: Amount
  shipping: Amount
}

const floorShare = (total: Amount, part: number, whole: number) => Math.floor((total * part) / whole)

/**
 * What so many units of a line cost, such that all units together cost the line to the cent: the difference of two sums,
 * each rounded down.
 */
export const shareOf = ({ total, quantity, refundedQuantity }: RefundableLine, units: number): Amount =>
  floorShare(total, refundedQuantity + units, quantity) - floorShare(total, refundedQuantity, quantity)

/** Why so many units can't be refunded, in one sentence; undefined when they can. */
export function whyNotUnits({ quantity, refundedQuantity }: RefundableLine, units: number): string | undefined {
  const left = quantity - refundedQuantity
  if (left === 0) return 'All of this has been refunded'
  return units > left ? `At most ${left} can be refunded` : undefined
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
