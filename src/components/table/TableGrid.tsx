import { useTable } from '@tanstack/react-table'
import { type PointerEvent, useMemo } from 'react'
import { dataTable } from '../../../styled-system/recipes/data-table'
import { useCurrency } from '../../app/context'
import type { DataTableProps } from './tableProps'
import { columnDefs, features } from './tableColumns'
import { TableHead } from './TableHead'
import { SkeletonRows, TableRow } from './TableRows'
import { useActionSurroundings } from '../actions/useActionSurroundings'

type TableGridProps<Row> = Pick<
  DataTableProps<Row>,
  | 'label'
  | 'columns'
  | 'rows'
  | 'refreshing'
  | 'adding'
  | 'marked'
  | 'sort'
  | 'onSortChange'
  | 'pageSize'
  | 'rowActions'
> & { hiddenColumns: readonly string[]; isLoading: boolean }

/** What does not fit into its cell is told in full to who points at it (GE-02); what has a title of its own keeps it. */
function tellWhole({ target }: PointerEvent) {
  const cell = target instanceof Element && target.closest('td')
  if (!cell || cell.querySelector('[title]')) return
  const isCut = cell.scrollWidth > cell.clientWidth
  if (isCut) cell.title = cell.textContent
  else cell.removeAttribute('title')
}

const none: readonly string[] = []

/** Head and rows, in a box of their own that scrolls; the head and the first column stay in sight. */
export function TableGrid<Row extends { id: string }>(props: TableGridProps<Row>) {
  const { label, columns, rows, hiddenColumns, isLoading, refreshing = false, adding = false } = props
  const { sort, onSortChange, pageSize = 10, rowActions, marked = none } = props
  const currency = useCurrency()
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
  const surroundings = useActionSurroundings()
  const styles = dataTable()
  return (
    <div className={styles.scroller} role="region" aria-label={label} tabIndex={0}>
      <table
        className={styles.table}
        aria-label={label}
        aria-busy={isLoading || refreshing || adding}
        data-refreshing={refreshing || undefined}
      >
        <TableHead
          columns={visible}
          sort={sort}
          onSortChange={onSortChange}
          hasActions={hasActions}
          currency={currency}
        />
        <tbody onPointerOver={tellWhole}>
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
                  currency={currency}
                  cells={() => row.getVisibleCells().map((cell) => <table.FlexRender key={cell.id} cell={cell} />)}
                  actions={rowActions}
                  surroundings={surroundings}
                  isMarked={marked.includes(row.id)}
                />
              ))
          )}
          {adding && <SkeletonRows count={1} columns={visible} hasActions={hasActions} />}
        </tbody>
      </table>
    </div>
  )
}
