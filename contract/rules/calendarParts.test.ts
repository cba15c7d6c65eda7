import { expect, it } from 'vitest'
import { cutOf } from './calendarParts'

it('RP-01 says how much of a week or of a month a period has, where that is not all of it', () => {
  expect(cutOf('week', '2026-10-26', { from: '2026-11-01', to: '2026-11-01' })).toBe('1 of 7 days')
  expect(cutOf('week', '2026-11-02', { from: '2026-11-02', to: '2026-11-08' })).toBeUndefined()
  expect(cutOf('month', '2026-02-01', { from: '2026-02-01', to: '2026-02-14' })).toBe('14 of 28 days')
  expect(cutOf('day', '2026-02-01', { from: '2026-02-01', to: '2026-02-01' })).toBeUndefined()
})
