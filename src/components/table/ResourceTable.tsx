import { useSelector } from '@xstate/react'
import { type ReactNode, Suspense, useMemo } from 'react'
import type { ListName } from '../../../contract/lists/names'
import { arrange, type ListLayout } from '../../../contract/rules/listLayout'
import type { TableRequest } from '../../../machines/table/dataTable.machine'
import type { TableResource, TableRow } from '../../data/resources/search'
import { useApp, useIsAdding, useIsOnline, useMarked, usePending } from '../../app/context'
import { chooseLayout } from '../../app/chooseLayout'
import { useListLayout } from '../../app/listLayouts'
import { useTable } from '../../data/useTable'
import { lazyPage } from '../../app/lazyPage'
import type { BulkActions, BulkMenuProps } from '../bulk/BulkMenu'
import { DataTable } from './DataTable'
import { LaterTool, PlaceOfTool } from './LaterTool'
import type { ColumnDefinition, Filter, RowActions } from './tableColumns'
import { chooseLabel, useRowChoice } from './useRowChoice'
import { Views } from './Views'

/** What has a table of its own. */
type Listed = TableResource & ListName

interface ResourceTableProps<Resource extends Listed> {
  resource: Resource
  /** What every row belongs to, such as a campaign; keep it outside of the component, or in a memo. */
  within?: Readonly<Record<string, string>> | undefined
  label: string
  columns: readonly ColumnDefinition<TableRow<Resource>>[]
  /** What is said when the rows can't be read, such as 'Error fetching offers'. */
  failure: string
  /** The server looks for nothing that is typed. */
  withoutSearch?: boolean | undefined
  /** What the rows can be narrowed by; the address carries it under these names. Keep it outside of the component. */
  filters?: readonly Filter[] | undefined
  rowActions?: RowActions<TableRow<Resource>> | undefined
  /** What can be done with several of the rows together: a box in each row, and a menu beside the search. */
  bulk?: BulkActions<TableRow<Resource>> | undefined
  /** What else stands beside the search, for what the table asks. */
  toolbar?: ReactNode | ((request: TableRequest) => ReactNode)
  /** What an empty list leads on to. */
  begin?: ReactNode
}

/** Its code comes behind the list. */
const GoingOn = lazyPage(() => import('../bulk/GoingOn'))
const BulkMenu = lazyPage<BulkMenuProps<never>>(() => import('../bulk/BulkMenu'))

const everything = {}
const none: readonly Filter[] = []

/** The list of a resource: its rows as the server searches, sorts, filters and pages them, with the pending changes over them. */
export function ResourceTable<Resource extends Listed>(props: ResourceTableProps<Resource>) {
  const { resource, within = everything, label, columns, failure, withoutSearch, filters = none, rowActions } = props
  const { bulk, toolbar, begin } = props
  const filterNames = useMemo(() => filters.map(({ name }) => name), [filters])
  const table = useTable({ resource, within, filters: filterNames })
  const state = useSelector(table, (snapshot) => snapshot)
  const { request, searchText, total, rows } = state.context
  const app = useApp()
  const layout = useListLayout(resource)
  const arranged = useMemo(() => arrange(columns, layout, request.columns), [columns, layout, request.columns])
  const arrangeColumns = ({ order = [], hidden = [], widths }: ListLayout) => {
    // What a view shows is the view's own; how wide that is, is the person's.
    if (request.columns) table.send({ type: 'columns.change', columns: order.filter((id) => !hidden.includes(id)) })
    void chooseLayout(app, resource, request.columns ? { ...layout, widths } : { order, hidden, widths })
  }
  const shown = usePending(resource, rows)
  const isAdding = useIsAdding(resource)
  const choice = { ...useRowChoice(shown, request), label: bulk?.label ?? String }
  const isOnline = useIsOnline()
  const marked = useMarked()
  const phase =
    (['loading', 'empty', 'failed'] as const).find((name) => state.matches({ rows: { querying: name } })) ?? 'populated'
  const hasError = phase === 'failed' || (isOnline && state.matches({ rows: { querying: { populated: 'stale' } } }))
  return (
    <DataTable
      label={label}
      columns={arranged.columns}
      rows={shown}
      state={phase}
      error={hasError ? failure : undefined}
      onRetry={() => table.send({ type: 'rows.retry' })}
      hiddenColumns={arranged.hidden}
      widths={layout.widths}
      onArrange={arrangeColumns}
      adding={isAdding}
      marked={marked}
      sort={request.sort}
      onSortChange={(sort) => table.send({ type: 'sort.change', sort })}
      pageIndex={request.pageIndex}
      pageSize={request.pageSize}
      totalRows={total}
      onPageChange={(page) => table.send({ type: 'page.change', ...page })}
      search={
        withoutSearch
          ? undefined
          : { value: searchText, onChange: (text) => table.send({ type: 'search.change', text }) }
      }
      filters={filters}
      chosenFilters={request.filters}
      onFilterChange={(name, value) => table.send({ type: 'filter.change', name, value })}
      onFiltersClear={() => table.send({ type: 'filters.clear' })}
      rowActions={rowActions}
      choice={bulk && choice}
      begin={begin}
      views={app.config.extensions && <Views list={resource} label={label} request={request} columns={arranged} />}
      news={
        bulk &&
        total > 0 && (
          <Suspense fallback={null}>
            <GoingOn list={bulk.list.resource} />
          </Suspense>
        )
      }
      toolbar={
        <>
          {typeof toolbar === 'function' ? toolbar(request) : toolbar}
          {bulk && phase === 'loading' && <PlaceOfTool label={chooseLabel} />}
          {bulk && total > 0 && (
            <LaterTool label={chooseLabel}>
              {/* They are the rows of this table, which a part that comes later can't tell by its type. */}
              <BulkMenu {...({ bulk, choice, shown, total, request, within } as unknown as BulkMenuProps<never>)} />
            </LaterTool>
          )}
        </>
      }
    />
  )
}
