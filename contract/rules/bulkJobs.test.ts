import { expect, test } from 'vitest'
import { type BulkJob, bulkJobCreate } from '../extensions/bulkJobs'
import { bulkForm, bulkParamsOf, bulkValues } from '../forms/bulkJobs'
import { fieldErrors } from '../forms/fields'
import { changedPrice, shownPass, whyNotBulk } from './bulkJobs'
import { jobTitle } from './bulkTexts'

test.each([
  [1_000, { kind: 'set', value: 12.5 }, 1_250],
  [1_000, { kind: 'amount', value: -0.01 }, 999],
  [1_000, { kind: 'amount', value: -20 }, -1_000],
  [1_005, { kind: 'percent', value: 10 }, 1_106],
  [999, { kind: 'percent', value: -33.33 }, 666],
  // In floating point 1.15 × 100 is less than 115.
  [100, { kind: 'percent', value: 15 }, 115],
  [0, { kind: 'percent', value: 50 }, 0],
] as const)('WF-03 a price of %i cents, changed by %j, is %i', (before, change, after) => {
  expect(changedPrice(before, change)).toBe(after)
})

const done = { state: 'done', action: 'offers.price', changed: 2, isOld: false } as const

test.each([
  ['undo', done, undefined],
  ['undo', { ...done, state: 'cancelled' }, undefined],
  ['undo', { ...done, changed: 0 }, 'Nothing was changed.'],
  ['undo', { ...done, isOld: true }, 'It can be undone for a day, and this one is older.'],
  ['undo', { ...done, state: 'running' }, 'It is not over yet.'],
  ['undo', { ...done, state: 'undone' }, 'It has been undone already.'],
  ['undo', { ...done, action: 'fulfilments.ship' }, 'This can not be undone: customers have been told.'],
  ['cancel', done, 'It is over already.'],
  ['cancel', { ...done, state: 'undoing' }, undefined],
  ['start', { ...done, state: 'checking' }, undefined],
  ['start', done, 'It has been begun already.'],
] as const)('WF-03 GE-05 to %s %j: %s', (step, job, why) => {
  expect(whyNotBulk(step, job)).toBe(why)
})

test('WF-03 what is typed says how prices change, or which limits are set, or why it says neither', () => {
  const price = { ...bulkValues('offers.price'), value: '-2,5' }
  expect(bulkParamsOf(price)).toEqual({ price: { kind: 'percent', value: -2.5 } })
  expect(bulkParamsOf({ ...bulkValues('offers.limits'), maxPrice: '20' })).toEqual({ limits: { maxPrice: 20 } })
  expect(bulkParamsOf(bulkValues('offers.delete'))).toEqual({})
  expect(fieldErrors(bulkForm, bulkValues('offers.limits'))).toEqual({ minPrice: 'Give at least one limit' })
  expect(fieldErrors(bulkForm, { ...price, value: '-100' }).value).toContain('above -100')
  expect(fieldErrors(bulkForm, { ...price, kind: 'set', value: '-1' }).value).toContain('zero or greater')
})

test.each([
  ['percent', -101, 'above -100'],
  ['percent', 0, 'A percentage is required'],
  ['amount', 0, 'An amount is required'],
  ['set', -1, 'zero or greater'],
] as const)('WF-03 no program changes prices by %s %d either', (kind, value, why) => {
  const asked = { organizationId: 'org_1', action: 'products.price', ids: ['prd_1'], price: { kind, value } }
  const { error } = bulkJobCreate.safeParse(asked)
  expect(error?.issues).toMatchObject([{ path: ['price', 'value'], message: expect.stringContaining(why) as string }])
})

test('WF-03 a job shows its trial until it is begun, and its undoing once somebody takes it back, named or not', () => {
  expect(shownPass({})).toBe('check')
  expect(shownPass({ startedAt: null, undoUserName: null })).toBe('check')
  expect(shownPass({ startedAt: new Date(), undoUserName: null })).toBe('run')
  expect(shownPass({ startedAt: '2026-11-28T20:00:00Z' })).toBe('run')
  expect(shownPass({ startedAt: new Date(), undoUserName: 'Dana Reyes' })).toBe('undo')
  expect(shownPass({ startedAt: new Date(), undoUserName: '' })).toBe('undo')
})

test('WF-03 limits are named in one order, whichever they were told in', () => {
  const written = { count: String, amount: (value: number) => value.toFixed(2) }
  const titled = (limits: object) => jobTitle({ action: 'offers.limits', limits } as BulkJob, written)
  const due = 'Set limits of offers: Min price 4.25, Max quantity 4'
  expect([titled({ minPrice: 4.25, maxQuantity: 4 }), titled({ maxQuantity: 4, minPrice: 4.25 })]).toEqual([due, due])
})
