import { expect, test } from 'vitest'
import { daysOf } from './businessDays'
import { previousDays } from './reportPeriods'

test('DB-02 a period ends today, and is compared with as many days before it', () => {
  const days = (period: Parameters<typeof daysOf>[0], today: string) => {
    const of = daysOf(period, today)
    return [of, previousDays(of)]
  }
  expect(days('today', '2026-03-01')).toEqual([
    { from: '2026-03-01', to: '2026-03-01' },
    { from: '2026-02-28', to: '2026-02-28' },
  ])
  expect(days('7d', '2028-03-03')).toEqual([
    { from: '2028-02-26', to: '2028-03-03' },
    { from: '2028-02-19', to: '2028-02-25' },
  ])
  expect(days('30d', '2026-01-01')[0]).toEqual({ from: '2025-12-03', to: '2026-01-01' })
  expect(days('month', '2026-11-26')).toEqual([
    { from: '2026-11-01', to: '2026-11-26' },
    { from: '2026-10-06', to: '2026-10-31' },
  ])
})
