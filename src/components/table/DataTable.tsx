import { dataTable } from '../../../styled-system/recipes/data-table'
import { Alert } from '../base/Alert'
import { Button } from '../base/Button'
import { EmptyState } from '../base/EmptyState'
import { ErrorState } from '../base/ErrorState'
import { Pager } from './Pager'
import { TableGrid } from './TableGrid'
import { FilterChips } from './FilterChips'
import { SortChoice } from './SortChoice'
import { reversedRanges } from './ranges'
import type { DataTableProps } from './tableProps'
import { TableToolbar } from './TableToolbar'

const none: readonly never[] = []
const unfiltered = {}

/** The one table of every list (DT-01 to DT-09). */
export function DataTable<Row extends { id: string }>(props: DataTableProps<Row>) {
  const {
    label,
    columns,
    rows,
    state,
    error,
    onRetry,
    hiddenColumns = none,
    widths,
    onArrange,
    search,
    views,
    toolbar,
    news,
    begin,
  } = props
  const { sort, onSortChange, pageIndex, pageSize, totalRows, onPageChange } = props
  const { filters = none, chosenFilters = unfiltered, onFilterChange, onFiltersClear } = props
  const isNarrowed = Boolean(search?.value) || Object.keys(chosenFilters).length > 0
  const [impossible] = Object.values(reversedRanges(filters, chosenFilters))
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
        widths={widths}
        onArrange={onArrange}
        views={views}
        filters={filters}
        chosenFilters={chosenFilters}
        onFilterChange={onFilterChange}
      >
        {onSortChange ? (
          <>
            <SortChoice columns={columns} sort={sort} onSortChange={onSortChange} />
            {toolbar}
          </>
        ) : (
          toolbar
        )}
      </TableToolbar>
      <FilterChips filters={filters} chosen={chosenFilters} onChange={onFilterChange} />
      {news}
      {!isFailed && error && <Alert action={retry}>{error}</Alert>}
      <div className={styles.frame}>
        {isFailed ? (
          <ErrorState message={error ?? 'An unknown error occurred.'} onRetry={onRetry} />
        ) : (
          <TableGrid {...props} hiddenColumns={hiddenColumns} isLoading={isLoading} />
        )}
        {!isLoading && !isFailed && rows.length === 0 && (
          <EmptyState
            title={impossible ?? 'No records found'}
            level={2}
            actions={isNarrowed ? onFiltersClear && <Button onClick={onFiltersClear}>Clear filters</Button> : begin}
          >
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
              noun={label.toLowerCase()}
              onPageChange={onPageChange}
            />
          </div>
        )}
      </div>
    </div>
  )
}
