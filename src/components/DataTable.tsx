import { useTable } from '@tanstack/react-table'
import { type ReactNode, useMemo } from 'react'
import { dataTable } from '../../styled-system/recipes/data-table'
import { Alert } from './Alert'
import { Button } from './Button'
import { EmptyState } from './EmptyState'
import { ErrorState } from './ErrorState'
import { type PageRequest, Pager } from './Pager'
import {
  actionsWidth,
  columnDefs,
  type ColumnDefinition,
  features,
  type RowActions,
  type Sort,
  tableWidth,
} from './tableColumns'
import { TableHead } from './TableHead'
import { SkeletonRows, TableRow } from './TableRows'
import { type TableSearch, TableToolbar } from './TableToolbar'

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
  onHiddenColumnsChange?: ((hiddenColumns: string[]) => void) | undefined
  /** Shows one more skeleton row while a row is being added (DT-02). */
  adding?: boolean | undefined
  sort?: Sort | undefined
  onSortChange?: ((sort: Sort | undefined) => void) | undefined
  pageIndex?: number | undefined
  pageSize?: number | undefined
  totalRows?: number | undefined
  onPageChange?: ((page: PageRequest) => void) | undefined
  search?: TableSearch | undefined
  rowActions?: RowActions<Row> | undefined
  /** Further tools beside the search box. */
  toolbar?: ReactNode
}

const none: readonly string[] = []

/** The one table of every list (DT-01 to DT-09). */
export function DataTable<Row extends { id: string }>(props: DataTableProps<Row>) {
  const { label, rows, state, error, onRetry, refreshing = false, adding = false, hiddenColumns = none } = props
  const { sort, onSortChange, pageIndex, pageSize, totalRows, onPageChange, search, rowActions, toolbar } = props
  const { columns, onHiddenColumnsChange } = props
  const definitions = useMemo(() => columnDefs(columns), [columns])
  const columnVisibility = useMemo(() => Object.fromEntries(hiddenColumns.map((id) => [id, false])), [hiddenColumns])
  const table = useTable({
    features,
    columns: definitions,
    data: rows,
    getRowId: (row) => row.id,
    state: { columnVisibility },
  })
  const visible = useMemo(() => columns.filter(({ id }) => !hiddenColumns.includes(id)), [columns, hiddenColumns])
  const isSized = visible.some(({ size }) => size !== undefined)
  const styles = dataTable({ fixed: isSized })
  const hasActions = rowActions !== undefined
  const isLoading = state === 'loading'
  const retry = onRetry && (
    <Button size="sm" onClick={onRetry}>
      Try again
    </Button>
  )
  return (
    <div className={styles.root}>
      <TableToolbar
        search={search}
        columns={columns}
        hiddenColumns={hiddenColumns}
        onHiddenColumnsChange={onHiddenColumnsChange}
      >
        {toolbar}
      </TableToolbar>
      {state !== 'failed' && error && <Alert action={retry}>{error}</Alert>}
      <div className={styles.frame}>
        {state === 'failed' ? (
          <ErrorState message={error ?? 'An unknown error occurred.'} onRetry={onRetry} />
        ) : (
          <div className={styles.scroller} role="region" aria-label={label} tabIndex={0}>
            <table
              className={styles.table}
              style={isSized ? { minWidth: tableWidth(visible, hasActions) } : undefined}
              aria-label={label}
              aria-busy={isLoading || refreshing || adding}
              data-refreshing={refreshing || undefined}
            >
              <colgroup>
                {visible.map(({ id, size }) => (
                  <col key={id} style={size === undefined ? undefined : { width: size }} />
                ))}
                {hasActions && <col style={{ width: actionsWidth }} />}
              </colgroup>
              <TableHead columns={visible} sort={sort} onSortChange={onSortChange} hasActions={hasActions} />
              <tbody>
                {isLoading ? (
                  <SkeletonRows count={pageSize ?? 10} columns={visible} hasActions={hasActions} />
                ) : (
                  table
                    .getRowModel()
                    .rows.map((row) => (
                      <TableRow
                        key={row.id}
                        row={row.original}
                        columns={visible}
                        cells={() =>
                          row.getVisibleCells().map((cell) => <table.FlexRender key={cell.id} cell={cell} />)
                        }
                        actions={rowActions}
                      />
                    ))
                )}
                {adding && <SkeletonRows count={1} columns={visible} hasActions={hasActions} />}
              </tbody>
            </table>
          </div>
        )}
        {!isLoading && state !== 'failed' && rows.length === 0 && (
          <EmptyState title="No records found">
            We couldn't find any records to display at the moment. Try adjusting your filters or check back soon for new
            opportunities to connect and grow your business.
          </EmptyState>
        )}
        {pageIndex !== undefined && pageSize !== undefined && totalRows !== undefined && onPageChange && (
          <div className={styles.footer}>
            <Pager pageIndex={pageIndex} pageSize={pageSize} totalRows={totalRows} onPageChange={onPageChange} />
          </div>
        )}
      </div>
    </div>
  )
}
