import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import {
  daysMistake,
  daysOf,
  fitting,
  possibleFilters,
  questionOf,
  readyMade,
  reportQuestion,
  searchOf,
} from './reports'
import { measures } from '../rules/measures'

describe('RP-01 the address of a report', () => {
  test.each([
    [
      {},
      {
        measures: ['sales', 'orders', 'averageOrder', 'refundsBySale'],
        dimensions: ['day'],
        period: 'last30',
        compare: 'previous',
      },
    ],
    [
      { figures: 'tax,sales', by: 'month', period: 'thisYear', compare: 'year' },
      { measures: ['sales', 'tax'], dimensions: ['month'], period: 'thisYear', compare: 'year' },
    ],
    [
      { by: 'none', compare: 'none' },
      { dimensions: [], compare: 'none' },
    ],
    [
      { period: 'days', from: '2026-03-01', to: '2026-03-09' },
      { period: 'days', from: '2026-03-01', to: '2026-03-09' },
    ],
    // What is wrong falls back.
    [
      { figures: 'luck,sales', by: 'moon,day', period: 'eternity', compare: 'them' },
      { measures: ['sales'], dimensions: ['day'], period: 'last30' },
    ],
    [{ period: 'days', from: 'yesterday', to: '2026-03-09' }, { period: 'last30' }],
    [{ by: 'day,month' }, { dimensions: ['day'] }],
    [{ by: 'day,campaign,agent' }, { dimensions: ['day', 'campaign'] }],
    // A figure that can't be split so is left out, and another one that can is there.
    [
      { figures: 'sales,units', by: 'offer' },
      { measures: ['units'], dimensions: ['offer'] },
    ],
    [
      { figures: 'sales', by: 'offer' },
      { measures: ['itemSales', 'units'], dimensions: ['offer'] },
    ],
    [{ basis: 'money' }, { measures: ['revenue', 'charged', 'refunds', 'approvalRate'] }],
    [
      { basis: 'money', by: 'offer' },
      { dimensions: [], measures: ['revenue', 'charged', 'refunds', 'approvalRate'] },
    ],
    [{ by: 'offer,gateway' }, { dimensions: ['offer'] }],
    // What it is narrowed to is kept as far as its figures can be.
    [
      { campaignId: 'one,two,one,', agentId: 'none', chart: 'orders' },
      {
        measures: ['sales', 'orders', 'averageOrder', 'refundsBySale'],
        filters: { campaignId: ['one', 'two'], agentId: ['none'] },
      },
    ],
    [
      { figures: 'sales', offerId: 'lamp' },
      { measures: ['itemSales', 'units'], filters: { offerId: ['lamp'] } },
    ],
    [
      { by: 'offer', gatewayInstanceId: 'stripe' },
      { dimensions: ['offer'], filters: undefined },
    ],
    [{ basis: 'money', offerId: 'lamp', gatewayInstanceId: 'stripe' }, { filters: { gatewayInstanceId: ['stripe'] } }],
    [{ campaignId: ['one'], offerId: '' }, { filters: undefined }],
  ])('%j', (search, question) => {
    expect(questionOf(search)).toMatchObject(question)
    // Whatever it is, it can be asked, kept and found again.
    expect(z.parse(reportQuestion, questionOf(search))).toBeDefined()
    expect(questionOf(searchOf(questionOf(search)))).toEqual(questionOf(search))
  })

  test('every report to begin with can be had as it is', () => {
    for (const { measures: asked, dimensions } of readyMade) {
      const [first] = asked
      const basis = first ? measures[first].basis : 'sale'
      const fit = fitting(basis, asked, dimensions)
      expect(fit.dimensions).toEqual(dimensions)
      expect(fit.measures.toSorted()).toEqual([...asked].toSorted())
    }
  })

  test('a report is narrowed by what its figures can be, and by nothing else', () => {
    const filters = { campaignId: ['one'], offerId: ['lamp'] }
    expect(possibleFilters(['sales'], filters)).toEqual({ campaignId: ['one'] })
    expect(possibleFilters(['units'], filters)).toEqual(filters)
    const saved = { ...questionOf({}), filters }
    expect(z.safeParse(reportQuestion, saved).error?.issues).toMatchObject([
      { path: ['filters'], message: "Sales can't be narrowed by offer" },
    ])
    expect(z.safeParse(reportQuestion, { ...saved, filters: { campaignId: [] } }).success).toBe(false)
  })

  test('own days that end before they begin are told', () => {
    expect(daysMistake({ from: '2026-03-02', to: '2026-03-01' })).toBe('The last day is before the first')
    expect(daysMistake({ from: '2026-03-01', to: '2026-03-01' })).toBeUndefined()
    expect(daysOf({ period: 'last7' }, '2026-03-07')).toEqual({ from: '2026-03-01', to: '2026-03-07' })
  })
})
