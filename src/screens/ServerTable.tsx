import { useSelector } from '@xstate/react'
import { type ReactNode, useMemo } from 'react'
import type { SearchResource, SearchRow } from '../../contract/search'
import { isAdding, withPending } from '../../machines/pendingChanges'
import { DataTable } from '../components/DataTable'
import type { ColumnDefinition, RowActions } from '../components/tableColumns'
import { usePendingChanges } from '../wiring/context'
import type { DataTableRef } from '../wiring/screenActors'

interface ServerTableProps<Resource extends SearchResource> {
  table: DataTableRef
  resource: Resource
  label: string
  columns: readonly ColumnDefinition<SearchRow<Resource>>[]
  /** What is said when the rows can't be read, such as 'Error fetching offers'. */
  failure: string
  rowActions?: RowActions<SearchRow<Resource>>
  toolbar?: ReactNode
}

/** The data table of a machine that reads a resource through search, with the pending changes over its rows. */
export function ServerTable<Resource extends SearchResource>(props: ServerTableProps<Resource>) {
  const { table, resource, label, columns, failure, rowActions, toolbar } = props
  const state = useSelector(table, (snapshot) => snapshot)
  const changes = usePendingChanges()
  const { request, searchText, hiddenColumns, total, rows } = state.context
  // The machine's rows come from a search for this very resource, which the client checked against its schema.
  const shown = useMemo(
    () => withPending(rows as readonly SearchRow<Resource>[], resource, changes),
    [rows, resource, changes],
  )
  const phase =
    (['loading', 'empty', 'failed'] as const).find((name) => state.matches({ rows: { querying: name } })) ?? 'populated'
  const hasError = phase === 'failed' || state.matches({ rows: { querying: { populated: 'stale' } } })
  return (
    <DataTable
      label={label}
      columns={columns}
      rows={shown}
      state={phase}
      error={hasError ? failure : undefined}
      onRetry={() => table.send({ type: 'rows.retry' })}
      hiddenColumns={hiddenColumns}
      onHiddenColumnsChange={(hidden) => table.send({ type: 'columns.change', hiddenColumns: hidden })}
      adding={isAdding(resource, changes)}
      sort={request.sort}
      onSortChange={(sort) => table.send({ type: 'sort.change', sort })}
      pageIndex={request.pageIndex}
      pageSize={request.pageSize}
      totalRows={total}
      onPageChange={(page) => table.send({ type: 'page.change', ...page })}
      search={{ value: searchText, onChange: (text) => table.send({ type: 'search.change', text }) }}
      rowActions={rowActions}
      toolbar={toolbar}
    />
  )
}
