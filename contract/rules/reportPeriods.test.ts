import { describe, expect, test } from 'vitest'
import { dayAt, daysBefore, periodNames, periods } from './reportPeriods'

describe('RP-01 periods of reports', () => {
  test('each ends today or before, and is what it is called', () => {
    expect(
      Object.fromEntries(periodNames.map((name) => [name, Object.values(periods[name].of('2026-03-01')).join(' ')])),
    ).toEqual({
      today: '2026-03-01 2026-03-01',
      yesterday: '2026-02-28 2026-02-28',
      last7: '2026-02-23 2026-03-01',
      last30: '2026-01-31 2026-03-01',
      thisMonth: '2026-03-01 2026-03-01',
      lastMonth: '2026-02-01 2026-02-28',
      thisYear: '2026-01-01 2026-03-01',
    })
  })

  test('a part of a period is compared with the same part of the one before, or of the year before', () => {
    const whole = { from: '2026-02-01', to: '2026-02-28' }
    const day = { from: '2026-02-03', to: '2026-02-03' }
    expect(daysBefore(whole, whole, 'previous')).toEqual({ from: '2026-01-04', to: '2026-01-31' })
    expect(daysBefore(day, whole, 'previous')).toEqual({ from: '2026-01-06', to: '2026-01-06' })
    expect(daysBefore(day, whole, 'year')).toEqual({ from: '2025-02-03', to: '2025-02-03' })
    expect(daysBefore(day, whole, 'none')).toBeUndefined()
  })

  test('a day begins in the zone of the organization', () => {
    const moment = new Date('2026-03-02T03:00:00Z')
    expect(dayAt(moment, 'America/Chicago')).toBe('2026-03-01')
    expect(dayAt(moment, 'Asia/Tokyo')).toBe('2026-03-02')
    expect(dayAt(moment, 'Nowhere/At-all')).toBe('2026-03-02')
  })
})
