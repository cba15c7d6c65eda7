import { expect, test } from 'vitest'
import { closeRate, countsAsCall } from './closeRate'
import { nothing, ranksOf, type Tally } from './leaderboard'

const tallies = (of: Record<string, Partial<Tally>>) =>
  new Map(Object.entries(of).map(([id, tally]) => [id, { ...nothing, ...tally }]))
const ranks = (...asked: Parameters<typeof ranksOf>) => Object.fromEntries(ranksOf(...asked))

test('LB-01 who is level shares a rank, and the next one is left out', () => {
  const net = tallies({ ann: { net: 5 }, bo: { net: 9 }, cy: { net: 9 }, di: { net: 9 }, ed: { net: -1 } })
  expect(ranks(net, { by: 'revenue', minCalls: 0 })).toEqual({ bo: 1, cy: 1, di: 1, ann: 4, ed: 5 })
})

test('LB-01 who has fewer calls than the least, or nothing to be ranked by, has no rank', () => {
  const some = tallies({
    ann: { orders: 2, total: 300, calls: 10, sold: 2 },
    bo: { orders: 1, total: 900, calls: 9, sold: 9 },
    cy: { calls: 10 },
  })
  expect(ranks(some, { by: 'closeRate', minCalls: 10 })).toEqual({ ann: 1, cy: 2 })
  expect(ranks(some, { by: 'averageOrder', minCalls: 0 })).toEqual({ bo: 1, ann: 2 })
  expect(ranks(new Map(), { by: 'orders', minCalls: 0 })).toEqual({})
})

test('LB-01 a call counts in which somebody could have bought, and any in which something was sold', () => {
  const counts = (disposition: Parameters<typeof countsAsCall>[0]['disposition']) =>
    countsAsCall({ disposition, isSold: false })
  expect(['sold', 'link_sent', 'call_back', 'not_interested', 'do_not_call'].every((one) => counts(one as never))).toBe(
    true,
  )
  expect(['no_answer', 'voicemail', 'wrong_number', 'service'].some((one) => counts(one as never))).toBe(false)
  expect(counts(null)).toBe(false)
  expect(countsAsCall({ disposition: 'service', isSold: true })).toBe(true)
  expect(closeRate(1, 4)).toBe(0.25)
  expect(closeRate(0, 0)).toBeNull()
})
