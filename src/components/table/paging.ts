import { formatCount } from '../base/format'

/** Page sizes that a table offers (DT-08). */
export const pageSizes = [10, 20, 50, 100] as const

/** Page numbers shown at once (DT-06). */
const windowSize = 3

/** Number of pages, at least 1 (DT-07). */
export const pageCount = (totalRows: number, pageSize: number) => Math.max(1, Math.ceil(totalRows / pageSize))

export interface PageRequest {
  /** Counted from 0. */
  pageIndex: number
  pageSize: number
}

/** A page of rows that are all here; of fewer rows than the page begins with it is the last. */
export function pageOf<Row>(all: readonly Row[], page: PageRequest): PageRequest & { rows: readonly Row[] } {
  const { pageSize } = page
  const pageIndex = Math.min(page.pageIndex, pageCount(all.length, pageSize) - 1)
  return { rows: all.slice(pageIndex * pageSize, (pageIndex + 1) * pageSize), pageIndex, pageSize }
}

/**
 * How many rows there are, and which of them are shown when that is not all (GE-01): '1,204 orders', '11–20 of 250 offers'.
 * `noun` is the plural of what they are; those of all lists only lose their last letter when there is one.
 */
export function totalText({ pageIndex, pageSize }: PageRequest, totalRows: number, noun: string): string {
  const total = `${formatCount(totalRows)} ${totalRows === 1 ? noun.replace(/s$/, '') : noun}`
  if (totalRows <= pageSize) return total
  const first = pageIndex * pageSize + 1
  return `${formatCount(first)}–${formatCount(Math.min(totalRows, pageIndex * pageSize + pageSize))} of ${total}`
}

export interface PageWindow {
  /** Page numbers counted from 1, ascending. */
  pages: number[]
  /** Whether a shortcut to the first page, and an ellipsis, stand before the numbers. */
  hasFirst: boolean
  /** Whether an ellipsis, and a shortcut to the last page, stand behind the numbers. */
  hasLast: boolean
}

/** The page numbers to show around the current page, `pageIndex` counted from 0 (DT-06). */
export function pageWindow(pageIndex: number, count: number): PageWindow {
  const length = Math.min(windowSize, count)
  const first = Math.min(Math.max(pageIndex, 1), count - length + 1)
  const last = first + length - 1
  return {
    pages: Array.from({ length }, (_, offset) => first + offset),
    hasFirst: first > 2,
    hasLast: last < count - 1,
  }
}
