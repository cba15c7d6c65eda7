import { useState } from 'react'
import { pageOf, type PageRequest } from './paging'

/** Rows that are all here, some at once, with what a table needs to go on to the others. */
export function useRowsPage<Row>(all: readonly Row[], atOnce: number) {
  const [page, onPageChange] = useState<PageRequest>({ pageIndex: 0, pageSize: atOnce })
  return { ...pageOf(all, page), totalRows: all.length, onPageChange }
}
