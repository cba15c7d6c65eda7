import type { ReactNode } from 'react'
import type { ListLayout } from '../../../contract/rules/listLayout'
import type { PageRequest } from './paging'
import type { ColumnDefinition, Filter, RowActions, RowChoice, Sort } from './tableColumns'

export interface TableSearch {
  value: string
  onChange: (text: string) => void
  /** The box's accessible name and placeholder; 'Search Table' if not given (OT-03). */
  label?: string | undefined
}

export interface DataTableProps<Row> {
  /** Names the table and the box it scrolls in. */
  label: string
  columns: readonly ColumnDefinition<Row>[]
  rows: readonly Row[]
  state: 'loading' | 'empty' | 'populated' | 'failed'
  /** In place of the rows when failed, above them when they could only not be read again. */
  error?: string | undefined
  onRetry?: (() => void) | undefined
  /** The rows are about to be replaced: they stay, dimmed. */
  refreshing?: boolean | undefined
  hiddenColumns?: readonly string[] | undefined
  /** The widths that the person has given columns. */
  widths?: ListLayout['widths']
  /** The columns are put in another order, hidden, or given another width. */
  onArrange?: ((layout: ListLayout) => void) | undefined
  /** Shows one more skeleton row while a row is being added (DT-02). */
  adding?: boolean | undefined
  /** The ids of the rows that have just changed (GE-06). */
  marked?: readonly string[] | undefined
  sort?: Sort | undefined
  onSortChange?: ((sort: Sort | undefined) => void) | undefined
  pageIndex?: number | undefined
  pageSize?: number | undefined
  totalRows?: number | undefined
  onPageChange?: ((page: PageRequest) => void) | undefined
  search?: TableSearch | undefined
  filters?: readonly Filter[] | undefined
  chosenFilters?: Readonly<Record<string, string>> | undefined
  onFilterChange?: ((name: string, value: string | undefined) => void) | undefined
  /** Takes off the filters and the search. */
  onFiltersClear?: (() => void) | undefined
  rowActions?: RowActions<Row> | undefined
  choice?: RowChoice<Row> | undefined
  /** What an empty list leads on to, while nothing narrows it. */
  begin?: ReactNode
  /** The views of the list. */
  views?: ReactNode
  /** Further tools beside the search box. */
  toolbar?: ReactNode
  /** What goes on over rows of the table, on a line of its own. */
  news?: ReactNode
}
