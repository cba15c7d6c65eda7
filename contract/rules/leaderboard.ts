import { closeRate } from './closeRate'
import type { RankedBy } from './leaderboardPeriods'

/** What is counted of one agent in a period, in cents. */
export interface Tally {
  /** Paid less refunded. */
  net: number
  orders: number
  /** Of the orders' totals. */
  total: number
  /** Calls that count for the close rate, and those of them in which something was sold. */
  calls: number
  sold: number
}

export const nothing: Tally = { net: 0, orders: 0, total: 0, calls: 0, sold: 0 }

export const added = (a: Tally, b: Tally): Tally => ({
  net: a.net + b.net,
  orders: a.orders + b.orders,
  total: a.total + b.total,
  calls: a.calls + b.calls,
  sold: a.sold + b.sold,
})

/** The figure that agents are ranked by; null where there is nothing to divide by. */
export function figureOf(tally: Tally, by: RankedBy): number | null {
  switch (by) {
    case 'revenue':
      return tally.net
    case 'orders':
      return tally.orders
    case 'averageOrder':
      return tally.orders === 0 ? null : tally.total / tally.orders
    case 'closeRate':
      return closeRate(tally.sold, tally.calls)
  }
}

export interface Ranking {
  by: RankedBy
  /** Who has fewer calls that count has no rank. */
  minCalls: number
}

/**
 * The rank of each agent by their id: 1 for the best, the same for who is level, and then as many left out. Who has too few
 * calls, or nothing to be ranked by, is not in it.
 */
export function ranksOf(tallies: ReadonlyMap<string, Tally>, { by, minCalls }: Ranking): Map<string, number> {
  const ranked = [...tallies]
    .filter(([, { calls }]) => calls >= minCalls)
    .flatMap(([id, tally]) => {
      const figure = figureOf(tally, by)
      return figure === null ? [] : [{ id, figure }]
    })
    .toSorted((a, b) => b.figure - a.figure)
  const ranks = new Map<string, number>()
  ranked.forEach(({ id, figure }, place) => {
    const above = ranked[place - 1]
    ranks.set(id, above?.figure === figure ? (ranks.get(above.id) ?? place) : place + 1)
  })
  return ranks
}
