import { useTable } from '@tanstack/react-table'
import { useMemo } from 'react'
import { dataTable } from '../../../styled-system/recipes/data-table'
import type { DataTableProps } from './tableProps'
import { actionsWidth, columnDefs, features, tableWidth } from './tableColumns'
import { TableHead } from './TableHead'
import { SkeletonRows, TableRow } from './TableRows'

type TableGridProps<Row> = Pick<
  DataTableProps<Row>,
  'label' | 'columns' | 'rows' | 'refreshing' | 'adding' | 'sort' | 'onSortChange' | 'pageSize' | 'rowActions'
> & { hiddenColumns: readonly string[]; isLoading: boolean }

/** Head and rows, in a box of their own that scrolls sideways. */
export function TableGrid<Row extends { id: string }>(props: TableGridProps<Row>) {
  const { label, columns, rows, hiddenColumns, isLoading, refreshing = false, adding = false } = props
  const { sort, onSortChange, pageSize = 10, rowActions } = props
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
  const hasActions = rowActions !== undefined
  const isSized = visible.some(({ size }) => size !== undefined)
  const styles = dataTable({ fixed: isSized })
  return (
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
            <SkeletonRows count={pageSize} columns={visible} hasActions={hasActions} />
          ) : (
            table
              .getRowModel()
              .rows.map((row) => (
                <TableRow
                  key={row.id}
                  id={row.id}
                  row={row.original}
                  columns={visible}
                  cells={() => row.getVisibleCells().map((cell) => <table.FlexRender key={cell.id} cell={cell} />)}
                  actions={rowActions}
                />
              ))
          )}
          {adding && <SkeletonRows count={1} columns={visible} hasActions={hasActions} />}
        </tbody>
      </table>
    </div>
  )
}
