import type { ReactNode } from 'react'
import { dataTable } from '../../styled-system/recipes/data-table'
import { Alert } from './Alert'
import { Button } from './Button'
import { EmptyState } from './EmptyState'
import { ErrorState } from './ErrorState'
import { type PageRequest, Pager } from './Pager'
import type { ColumnDefinition, RowActions, Sort } from './tableColumns'
import { TableGrid } from './TableGrid'
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
  const { columns, rows, state, error, onRetry, hiddenColumns = none, onHiddenColumnsChange, search, toolbar } = props
  const { pageIndex, pageSize, totalRows, onPageChange } = props
  const styles = dataTable()
  const isLoading = state === 'loading'
  const isFailed = state === 'failed'
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
      {!isFailed && error && <Alert action={retry}>{error}</Alert>}
      <div className={styles.frame}>
        {isFailed ? (
          <ErrorState message={error ?? 'An unknown error occurred.'} onRetry={onRetry} />
        ) : (
          <TableGrid {...props} hiddenColumns={hiddenColumns} isLoading={isLoading} />
        )}
        {!isLoading && !isFailed && rows.length === 0 && (
          <EmptyState title="No records found" level={2}>
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
