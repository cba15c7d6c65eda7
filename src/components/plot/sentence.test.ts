import { describe, expect, test } from 'vitest'
import { formatPrice } from '../base/format'
import { changeText, plotSentence, stagesSentence, type Told } from './sentence'

const dollars = (value: number) => formatPrice(value, 'USD', { maximumFractionDigits: 0 })
const days = (...values: (number | null)[]) =>
  values.map((value, index) => ({ key: `${index}`, label: `Day ${index + 1}`, tick: `${index + 1} Nov`, value }))
const sales: Told = {
  label: 'Sales',
  kind: 'time',
  isSum: true,
  format: dollars,
  part: 'day',
  total: 300,
  before: 200,
  points: days(100, 200),
}
const names = [
  { key: 'a', label: 'Summer', value: 75 },
  { key: 'b', label: 'Winter', value: 225 },
]

describe('RP-01 the sentence of a chart', () => {
  test.each<[string, Partial<Told>]>([
    ['Sales rose by 50 % to $300; the best day was 2 Nov ($200).', {}],
    ['Sales fell by 25 % to $300; the best day was 2 Nov ($200).', { before: 400 }],
    ['Sales stayed at $300; the best day was 2 Nov ($200).', { before: 300 }],
    ['Sales: $300, after none before; the best day was 2 Nov ($200).', { before: 0 }],
    ['Sales: $300; the best day was 2 Nov ($200).', { before: undefined }],
    ['Refunds rose by 50 % to $300; the highest day was 2 Nov ($200).', { label: 'Refunds', isCost: true }],
    // Of one point there is no best, and of points that are all alike neither.
    ['Sales rose by 50 % to $300.', { points: days(300) }],
    ['Sales rose by 50 % to $300.', { points: days(150, 150) }],
    ['Sales rose by 50 % to $300; Winter leads with $225, 75 % of all.', { kind: 'ranked', points: names }],
    // Parts that are negative are no shares of a whole.
    [
      'Net revenue: $150; Winter leads with $225.',
      {
        label: 'Net revenue',
        kind: 'ranked',
        total: 150,
        before: undefined,
        points: [...names.slice(1), { key: 'c', label: 'Spring', value: -75 }],
      },
    ],
    [
      'Net revenue: -$50; the best day was 2 Nov ($10).',
      { label: 'Net revenue', total: -50, before: undefined, points: days(-60, 10) },
    ],
    ['Nothing to show for sales in this period.', { total: 0, before: undefined, points: days(0, 0) }],
    ['Nothing to show for approval rate in this period.', { label: 'Approval rate', total: null, points: days(null) }],
  ])('%s', (sentence, told) => {
    expect(plotSentence({ ...sales, ...told })).toBe(sentence)
  })

  test('what has changed is said in percent, and of shares in points', () => {
    expect(changeText(112, 100)).toBe('+12 %')
    expect(changeText(97.5, 100)).toBe('−2.5 %')
    expect(changeText(-50, -100)).toBe('+50 %')
    expect(changeText(0.87, 0.9, true)).toBe('−3 points')
    expect(changeText(5, 0)).toBeNull()
    expect(changeText(3, 3)).toBeNull()
    expect(changeText(0.5, 0.5, true)).toBeNull()
    expect(changeText(null, 3)).toBeNull()
  })

  test.each<[string, number[]]>([
    ['Of 120 links made, 30 come to links paid (25 %); most are lost before links opened: 60.', [120, 60, 30]],
    ['Of 10 links made, 10 come to links paid (100 %).', [10, 10, 10]],
    ['Nothing to show in this period.', [0, 0, 0]],
  ])('%s', (sentence, counts) => {
    const labels = ['Links made', 'Links opened', 'Links paid']
    expect(stagesSentence(counts.map((value, place) => ({ label: labels[place] ?? '', value })))).toBe(sentence)
  })
})
