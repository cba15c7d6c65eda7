import { useSelector } from '@xstate/react'
import type { Read } from '../../data/cache'
import type { Rows } from '../../data/resources/rows'
import { useList } from '../../data/useList'
import { DataTable } from '../table/DataTable'
import type { PageRequest } from '../table/paging'
import type { ColumnDefinition } from '../table/tableColumns'

/** What such a list begins with. */
export const firstListPage: PageRequest = { pageIndex: 0, pageSize: 10 }

interface PagedListProps<Row> {
  /** What the list's actor is called. */
  name: string
  label: string
  columns: readonly ColumnDefinition<Row>[]
  /** What is said when it can't be read. */
  failure: string
  read: Read<Rows<Row>>
  /** Give the list another key with every page. */
  page: PageRequest
  onPageChange: (page: PageRequest) => void
}

/** A list within a panel: what it is of is fixed, and its page is nothing that an address has to carry. */
export function PagedList<Row extends { id: string }>(props: PagedListProps<Row>) {
  const { name, label, columns, failure, read, page, onPageChange } = props
  const list = useList(name, read)
  const state = useSelector(list, (snapshot) => snapshot)
  return (
    <DataTable
      label={label}
      columns={columns}
      rows={state.context.rows}
      state={state.value}
      error={state.matches('failed') ? failure : undefined}
      onRetry={() => list.send({ type: 'list.retry' })}
      {...page}
      totalRows={Math.max(state.context.total, page.pageIndex * page.pageSize)}
      onPageChange={onPageChange}
    />
  )
}
