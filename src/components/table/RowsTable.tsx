import type { ReactNode } from 'react'
import { dataTable } from '../../../styled-system/recipes/data-table'
import { Alert } from '../base/Alert'
import { Button } from '../base/Button'
import { EmptyState } from '../base/EmptyState'
import { ErrorState } from '../base/ErrorState'
import { Pager } from './Pager'
import { TableGrid, type TableGridProps } from './TableGrid'
import type { DataTableProps } from './tableProps'

type RowsTableProps<Row> = Omit<TableGridProps<Row>, 'isLoading'> &
  Pick<DataTableProps<Row>, 'state' | 'error' | 'onRetry' | 'pageIndex' | 'totalRows' | 'onPageChange' | 'begin'> & {
    /** What narrows the rows and what else stands above them; a few rows of a page need none. */
    tools?: ReactNode
    /** What the rows are called where they are counted; as the table, if not given. */
    noun?: string | undefined
    /** Why there can be no rows. */
    impossible?: string | undefined
  }

/** Rows with their states and their pages, as every table has them (DT-02 to DT-06). */
export function RowsTable<Row extends { id: string }>(props: RowsTableProps<Row>) {
  const { label, rows, state, error, onRetry, tools, noun = label.toLowerCase(), impossible, begin } = props
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
      {tools}
      {!isFailed && error && <Alert action={retry}>{error}</Alert>}
      <div className={styles.frame}>
        {isFailed ? (
          <ErrorState message={error ?? 'An unknown error occurred.'} onRetry={onRetry} />
        ) : (
          <TableGrid {...props} isLoading={isLoading} />
        )}
        {!isLoading && !isFailed && rows.length === 0 && (
          <EmptyState title={impossible ?? 'No records found'} level={2} actions={begin}>
            {impossible === undefined
              ? "We couldn't find any records to display at the moment. Try adjusting your filters or check back soon for new opportunities to connect and grow your business."
              : 'Nothing can be between the two.'}
          </EmptyState>
        )}
        {!isFailed && pageIndex !== undefined && pageSize !== undefined && totalRows !== undefined && onPageChange && (
          <div className={styles.footer}>
            <Pager
              pageIndex={pageIndex}
              pageSize={pageSize}
              totalRows={totalRows}
              noun={noun}
              onPageChange={onPageChange}
            />
          </div>
        )}
      </div>
    </div>
  )
}
