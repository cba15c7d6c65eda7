import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type MoneyOfMonth, saleTold, statementOf, statementTotals, whyNotSold } from './collaborations'

const cents = fc.integer({ min: 0, max: 10 ** 11 })
const month = fc
  .record({ year: fc.integer({ min: 2020, max: 2040 }), month: fc.integer({ min: 1, max: 12 }) })
  .map((at) => `${at.year}-${String(at.month).padStart(2, '0')}`)
const line = fc.record({ month, currency: fc.constantFrom('USD', 'EUR', 'JPY'), paid: cents, refunded: cents })
/** One line of each month and currency, as they are read. */
const statement = fc.uniqueArray(line, { selector: (one) => `${one.month} ${one.currency}`, maxLength: 40 })
const points = fc.integer({ min: 0, max: 10_000 })
const sum = (lines: readonly MoneyOfMonth[], of: 'paid' | 'refunded') => lines.reduce((all, one) => all + one[of], 0)

describe('the statement', () => {
  test('CO-01 the months add up to the share of all that was paid less refunded, to the cent', () => {
    fc.assert(
      fc.property(statement, points, (moved, share) => {
        for (const total of statementTotals(statementOf(moved, share))) {
          const own = moved.filter(({ currency }) => currency === total.currency)
          expect([total.paid, total.refunded]).toEqual([sum(own, 'paid'), sum(own, 'refunded')])
          // Twice the difference from what is exact is at most one cent: it was rounded once.
          const exact = BigInt(total.paid - total.refunded) * BigInt(share)
          const off = BigInt(total.share) * 10_000n - exact
          expect(off > -5_000n && off <= 5_000n).toBe(true)
        }
      }),
    )
  })

  test('CO-01 a month that is over stays as it is, whatever comes later and in whichever order it is read', () => {
    fc.assert(
      fc.property(statement, points, fc.nat({ max: 40 }), (moved, share, cut) => {
        const all = statementOf(moved, share)
        expect(statementOf(moved.toReversed(), share)).toEqual(all)
        expect(statementOf(all.slice(0, cut), share)).toEqual(all.slice(0, cut))
      }),
    )
  })

  test('CO-01 a third of a cent goes astray in no month, and what is given back is taken off', () => {
    const paid = (at: string, amount: number, refunded = 0) => ({ month: at, currency: 'USD', paid: amount, refunded })
    const thirds = statementOf([paid('2026-01', 10), paid('2026-02', 10), paid('2026-03', 10)], 3_333)
    expect(thirds.map(({ share }) => share)).toEqual([3, 4, 3])
    const back = statementOf([paid('2026-01', 1_000), paid('2026-02', 0, 1_000)], 1_250)
    expect(back.map(({ share }) => share)).toEqual([125, -125])
    expect(statementOf([paid('2026-01', 5)], 10_000).map(({ share }) => share)).toEqual([5])
  })
})

test('CO-02 why nothing is sold is said in a sentence of its own', () => {
  expect(whyNotSold('active', 'sell')).toBeUndefined()
  expect(whyNotSold('active', 'see')).toBe(saleTold.seeOnly)
  expect(whyNotSold('active', undefined)).toBe(saleTold.unshared)
  expect(whyNotSold('paused', undefined)).toBe(saleTold.paused)
  expect(whyNotSold('ended', 'sell')).toBe(saleTold.ended)
})
