import { useSelector } from '@xstate/react'
import { type ReactNode, useState } from 'react'
import type { Read } from '../../data/cache'
import type { Rows } from '../../data/resources/rows'
import { useList } from '../../data/useList'
import { Text } from '../base/Text'
import { RowsTable } from '../table/RowsTable'
import type { PageRequest } from '../table/paging'
import type { ColumnDefinition } from '../table/tableColumns'

const firstPage: PageRequest = { pageIndex: 0, pageSize: 10 }

interface ListBeginning {
  rows: number
  /** By how much the whole is. */
  whole: (total: number) => ReactNode
}

interface PagedListProps<Row> {
  /** What the list's actor is called. */
  name: string
  label: string
  columns: readonly ColumnDefinition<Row>[]
  /** What is said when it can't be read. */
  failure: string
  /** A sentence in its place while there is nothing. */
  none?: string | undefined
  /** Its beginning alone is shown, and below it what leads on to the whole, where there is more. */
  beginning?: ListBeginning | undefined
  read: (page: PageRequest) => Read<Rows<Row>>
}

/** A list within a panel or a page: what it is of is fixed, and its page is nothing that an address has to carry. */
export function PagedList<Row extends { id: string }>(props: PagedListProps<Row>) {
  const [page, setPage] = useState(firstPage)
  const { beginning } = props
  const shown = beginning ? { pageIndex: 0, pageSize: beginning.rows } : page
  // Each page is a reading of its own.
  return <ListPage key={JSON.stringify(shown)} {...props} page={shown} onPageChange={setPage} />
}

interface ListPageProps<Row> extends PagedListProps<Row> {
  page: PageRequest
  onPageChange: (page: PageRequest) => void
}

function ListPage<Row extends { id: string }>(props: ListPageProps<Row>) {
  const { name, label, columns, failure, none, beginning, read, page, onPageChange } = props
  const list = useList(name, read(page))
  const state = useSelector(list, (snapshot) => snapshot)
  const { rows, total } = state.context
  if (none && state.matches('empty') && page.pageIndex === 0) return <Text tone="muted">{none}</Text>
  return (
    <>
      <RowsTable
        label={label}
        columns={columns}
        rows={rows}
        state={state.value}
        error={state.matches('failed') ? failure : undefined}
        onRetry={() => list.send({ type: 'list.retry' })}
        pageSize={page.pageSize}
        {...(!beginning && {
          pageIndex: page.pageIndex,
          totalRows: Math.max(total, page.pageIndex * page.pageSize),
          onPageChange,
        })}
      />
      {beginning && total > rows.length && beginning.whole(total)}
    </>
  )
}
