import { assert, constant, integer, nat, property, record } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { pageCount, pageOf, pageWindow, totalText } from './paging'

describe('page count', () => {
  test.each([
    [0, 10, 1],
    [1, 10, 1],
    [10, 10, 1],
    [11, 10, 2],
    [250, 100, 3],
  ])('DT-07 %i rows at %i per page make %i page(s)', (totalRows, pageSize, expected) => {
    expect(pageCount(totalRows, pageSize)).toBe(expected)
  })
})

const numbers = (pageIndex: number, count: number) => pageWindow(pageIndex, count).pages

describe('page window', () => {
  test('DT-06 all numbers show when there are three or fewer', () => {
    expect(numbers(0, 1)).toEqual([1])
    expect(numbers(1, 2)).toEqual([1, 2])
    expect(numbers(2, 3)).toEqual([1, 2, 3])
  })

  test('DT-06 near the start 1 to 3 show, near the end the last 3', () => {
    expect(numbers(0, 25)).toEqual([1, 2, 3])
    expect(numbers(1, 25)).toEqual([1, 2, 3])
    expect(numbers(23, 25)).toEqual([23, 24, 25])
    expect(numbers(24, 25)).toEqual([23, 24, 25])
  })

  test('DT-06 otherwise the current number shows with one on each side', () => {
    expect(numbers(4, 25)).toEqual([4, 5, 6])
  })

  test('DT-06 shortcuts show only where the window is not adjacent to the first or last page', () => {
    expect(pageWindow(0, 25)).toMatchObject({ hasFirst: false, hasLast: true })
    expect(pageWindow(2, 25)).toMatchObject({ pages: [2, 3, 4], hasFirst: false })
    expect(pageWindow(3, 25)).toMatchObject({ pages: [3, 4, 5], hasFirst: true })
    expect(pageWindow(22, 25)).toMatchObject({ pages: [22, 23, 24], hasLast: false })
    expect(pageWindow(0, 3)).toMatchObject({ hasFirst: false, hasLast: false })
  })

  test('DT-06 the window holds the current page, at most three numbers, and only pages that exist', () => {
    const position = integer({ min: 1, max: 10_000 }).chain((count) =>
      record({ count: constant(count), pageIndex: nat({ max: count - 1 }) }),
    )
    assert(
      property(position, ({ count, pageIndex }) => {
        const { pages, hasFirst, hasLast } = pageWindow(pageIndex, count)
        const first = pages[0] ?? 0
        const last = pages.at(-1) ?? 0
        expect(pages).toContain(pageIndex + 1)
        expect(pages).toHaveLength(Math.min(3, count))
        expect(last - first).toBe(pages.length - 1)
        expect(first).toBeGreaterThanOrEqual(1)
        expect(last).toBeLessThanOrEqual(count)
        expect(hasFirst).toBe(first > 2)
        expect(hasLast).toBe(last < count - 1)
      }),
    )
  })
})

test.each([
  [0, 10, 1, 'offers', '1 offer'],
  [0, 10, 10, 'offers', '10 offers'],
  [0, 10, 11, 'offers', '1–10 of 11 offers'],
  [1, 10, 250, 'offers', '11–20 of 250 offers'],
  [24, 50, 1204, 'orders', '1,201–1,204 of 1,204 orders'],
  [0, 100, 100, 'campaigns', '100 campaigns'],
])('GE-01 page %i of %i rows each, of %i: %s are told as %s', (pageIndex, pageSize, totalRows, noun, text) => {
  expect(totalText({ pageIndex, pageSize }, totalRows, noun)).toBe(text)
})

test('DT-06 each row is on one page, and of fewer rows than the page begins with the last one is shown', () => {
  const all = Array.from({ length: 23 }, (_, index) => index)
  const pages = [0, 1, 2].map((pageIndex) => pageOf(all, { pageIndex, pageSize: 10 }).rows)
  expect(pages.flat()).toEqual(all)
  expect(pageOf(all.slice(0, 12), { pageIndex: 2, pageSize: 10 })).toMatchObject({ rows: [10, 11], pageIndex: 1 })
  expect(pageOf([], { pageIndex: 2, pageSize: 10 })).toMatchObject({ rows: [], pageIndex: 0 })
})
