import { type ColumnDef, type RowData, tableFeatures, useTable } from '@tanstack/react-table'
import { useMemo } from 'react'
import { Button } from '../base/Button'
import { FilterChips } from './FilterChips'
import { RowsTable } from './RowsTable'
import { SortChoice } from './SortChoice'
import { reversedRanges } from './ranges'
import type { ColumnDefinition } from './tableColumns'
import type { DataTableProps } from './tableProps'
import { TableToolbar } from './TableToolbar'

/** The features that a table here uses; the server sorts, filters and pages. */
const features = tableFeatures({})

/** Columns in the terms of TanStack Table. */
const columnDefs = <Row extends RowData>(
  columns: readonly ColumnDefinition<Row>[],
): ColumnDef<typeof features, Row>[] =>
  columns.map((column) => ({ id: column.id, header: column.title, cell: ({ row }) => column.cell(row.original) }))

const none: readonly never[] = []
const unfiltered = {}

/** The one table of every list that is searched, narrowed or sorted (DT-01 to DT-09). */
export function DataTable<Row extends { id: string }>(props: DataTableProps<Row>) {
  const { columns, rows, hiddenColumns = none, widths, onArrange, search, views, toolbar, news, begin } = props
  const { sort, onSortChange } = props
  const { filters = none, chosenFilters = unfiltered, onFilterChange, onFiltersClear } = props
  const isNarrowed = Boolean(search?.value) || Object.keys(chosenFilters).length > 0
  const [impossible] = Object.values(reversedRanges(filters, chosenFilters))
  const visible = useMemo(() => columns.filter(({ id }) => !hiddenColumns.includes(id)), [columns, hiddenColumns])
  const definitions = useMemo(() => columnDefs(visible), [visible])
  const table = useTable({ features, columns: definitions, data: rows, getRowId: ({ id }) => id })
  return (
    <RowsTable
      {...props}
      cellsOf={({ id }) =>
        table
          .getRow(id)
          .getAllCells()
          .map((cell) => <table.FlexRender key={cell.id} cell={cell} />)
      }
      impossible={impossible}
      begin={isNarrowed ? onFiltersClear && <Button onClick={onFiltersClear}>Clear filters</Button> : begin}
      tools={
        <>
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
        </>
      }
    />
  )
}
