import { describe, expect, test } from 'vitest'
import { figureFormat } from './figureFormat'
import { isDrawn, type PlottedPoint } from './plotted'
import { rankedGeometry } from './rankedGeometry'
import { axisTicks } from './scale'
import { timeGeometry } from './timeGeometry'

const size = { width: 800, height: 260 }
const { formatTick } = figureFormat('money', 'USD')
const points = (...values: (number | null)[]): PlottedPoint[] =>
  values.map((value, index) => ({ key: `${index}`, label: `${index} Nov`, value }))
const drawn = (own: readonly PlottedPoint[], more: object = {}) =>
  timeGeometry({ series: [{ key: 'now', name: 'Sales', points: own }], formatTick, ...more }, size)

describe('RP-01 where a chart has its parts', () => {
  test('bars stand on zero, refunds below it, and what is nothing has none', () => {
    const { bars, zero, valueTicks } = drawn(points(100, -50, 0, null))
    const [above, below, nothing, unknown] = bars
    expect((above?.now?.y ?? 0) + (above?.now?.height ?? 0)).toBeCloseTo(zero)
    expect(below?.now?.y).toBeCloseTo(zero)
    expect(nothing?.now?.height).toBe(0)
    expect(unknown?.now).toBeNull()
    expect(valueTicks.map(({ text }) => text)).toEqual(['-$50', '$0', '$50', '$100'])
  })

  test('what is small beside the others is still seen', () => {
    expect(drawn(points(1_000_000, 1)).bars[1]?.now?.height).toBe(1)
  })

  test('a thousand points are a line, with as many names as have room', () => {
    const { bars, lines, timeTicks } = drawn(points(...Array.from({ length: 1_000 }, (_, index) => index)))
    expect(bars).toEqual([])
    expect(lines[0]?.path).toMatch(/^M/)
    expect(timeTicks.length).toBeGreaterThan(5)
    const apart = timeTicks.slice(1).map(({ x }, index) => x - (timeTicks[index]?.x ?? 0))
    expect(Math.min(...apart)).toBeGreaterThan(50)
  })

  test('a line of one point is a dot, and a gap is left where nothing is known', () => {
    expect(drawn(points(5), { isLine: true }).lines[0]?.dots).toHaveLength(1)
    const [line] = drawn(points(1, 2, null, 3, null, 4, 5), { isLine: true }).lines
    expect(line?.dots).toHaveLength(1)
    expect(line?.path.match(/M/g)).toHaveLength(3)
  })

  test('an axis of counts has whole numbers alone', () => {
    const { valueTicks } = drawn(points(1, 2), { formatTick: String, isWhole: true })
    expect(valueTicks.map(({ text }) => text)).toEqual(['0', '1', '2'])
  })

  test('an axis goes from below the least to above the most, in steps of 1, 2 or 5 that are written as they are', () => {
    expect(axisTicks([0, 1], 4)).toEqual([0, 0.2, 0.4, 0.6, 0.8, 1])
    expect(axisTicks([0, 0.03], 4)).toEqual([0, 0.01, 0.02, 0.03])
    expect(axisTicks([-3, 7], 4)).toEqual([-4, -2, 0, 2, 4, 6, 8])
    expect(axisTicks([0, 48_210], 4)).toEqual([0, 10_000, 20_000, 30_000, 40_000, 50_000])
    expect(axisTicks([0, 9e15], 4)).toEqual([0, 2e15, 4e15, 6e15, 8e15, 1e16])
  })

  test('one line alone is filled down to zero, and ends where nothing is known', () => {
    const [line] = drawn(points(1, 2, null, 4), { isLine: true }).lines
    const { zero } = drawn(points(1, 2, null, 4), { isLine: true })
    expect(line?.area?.match(/Z/g)).toHaveLength(2)
    expect(line?.area?.split(`,${zero}`)).toHaveLength(5)
    expect(drawn([...points(1, 2)], { isLine: true }).lines[0]?.path).toMatch(/^M[\d.]+,[\d.]+L[\d.]+,[\d.]+$/)
  })

  test('everything stays within the drawing, however narrow it is', () => {
    const { bars, inner } = timeGeometry(
      { series: [{ key: 'now', name: 'Sales', points: points(1, 2, 3) }], formatTick },
      { width: 300, height: 200 },
    )
    for (const { now } of bars) {
      expect(now?.x).toBeGreaterThanOrEqual(inner.left)
      expect((now?.x ?? 0) + (now?.width ?? 0)).toBeLessThanOrEqual(inner.right)
    }
  })

  test('a ranking begins with the largest, and says how many it leaves to the table', () => {
    const many = points(...Array.from({ length: 1_000 }, (_, index) => index))
    const { rows, more } = rankedGeometry(many, 600, String)
    expect(rows[0]?.point.value).toBe(999)
    expect(rows).toHaveLength(15)
    expect(more).toBe(985)
  })

  test('bars of a ranking that are negative lie on the other side', () => {
    const { rows, zero } = rankedGeometry(points(-10, 20), 600, String)
    expect(rows[0]?.now.x).toBeCloseTo(zero)
    expect((rows[1]?.now.x ?? 0) + (rows[1]?.now.width ?? 0)).toBeCloseTo(zero)
  })

  test('a currency without decimals has none, and a share is written in percent', () => {
    expect(figureFormat('money', 'JPY').format(1200)).toBe('¥1,200')
    expect(figureFormat('money', 'USD').formatTick(48_210)).toBe('$48.2K')
    expect(figureFormat('share', undefined).format(0.8734)).toBe('87.3 %')
  })

  test('zeros alone are not drawn', () => {
    expect(isDrawn([{ key: 'now', name: '', points: points(0, null) }])).toBe(false)
    expect(isDrawn([{ key: 'now', name: '', points: [{ key: 'a', label: '', value: 0, before: 3 }] }])).toBe(true)
  })
})
