import { useSelector } from '@xstate/react'
import { useState } from 'react'
import type { Read } from '../../data/cache'
import type { Rows } from '../../data/resources/rows'
import { useList } from '../../data/useList'
import { DataTable } from '../table/DataTable'
import type { PageRequest } from '../table/paging'
import type { ColumnDefinition } from '../table/tableColumns'

const firstPage: PageRequest = { pageIndex: 0, pageSize: 10 }

interface PagedListProps<Row> {
  /** What the list's actor is called. */
  name: string
  label: string
  columns: readonly ColumnDefinition<Row>[]
  /** What is said when it can't be read. */
  failure: string
  read: (page: PageRequest) => Read<Rows<Row>>
}

/** A list within a panel or a page: what it is of is fixed, and its page is nothing that an address has to carry. */
export function PagedList<Row extends { id: string }>(props: PagedListProps<Row>) {
  const [page, setPage] = useState(firstPage)
  // Each page is a reading of its own.
  return <ListPage key={JSON.stringify(page)} {...props} page={page} onPageChange={setPage} />
}

interface ListPageProps<Row> extends PagedListProps<Row> {
  page: PageRequest
  onPageChange: (page: PageRequest) => void
}

function ListPage<Row extends { id: string }>(props: ListPageProps<Row>) {
  const { name, label, columns, failure, read, page, onPageChange } = props
  const list = useList(name, read(page))
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
