import type { Disposition } from '../extensions/calls'

/**
 * The dispositions of calls in which somebody was talked to who could have bought. Whoever was not reached, was somebody else
 * or wanted help with an order counts for nobody's close rate (LB-01).
 */
const counting: ReadonlySet<Disposition> = new Set([
  'sold',
  'link_sent',
  'call_back',
  'not_interested',
  'do_not_call',
] as const)

export const countingDispositions: readonly Disposition[] = [...counting]

/** Whether a call counts for a close rate: what was sold in it does, whatever it was called. */
export const countsAsCall = ({ disposition, isSold }: { disposition: Disposition | null; isSold: boolean }): boolean =>
  isSold || (disposition !== null && counting.has(disposition))

/** The calls in which something was sold as a share of those that count; of no calls there is none. */
export const closeRate = (sold: number, counted: number): number | null => (counted === 0 ? null : sold / counted)
