import { Fragment, type MouseEvent, type PointerEvent, type ReactNode, useMemo } from 'react'
import { dataTable } from '../../../styled-system/recipes/data-table'
import { useCurrency } from '../../app/context'
import { ofAny, rowsOnScreen } from '../../app/onScreen'
import type { DataTableProps } from './tableProps'
import { openingColumn } from './tableColumns'
import { TableHead } from './TableHead'
import { SkeletonRows, TableRow } from './TableRows'
import { useActionSurroundings } from '../actions/useAction'

export type TableGridProps<Row> = Pick<
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
  | 'widths'
  | 'onArrange'
  | 'rowActions'
  | 'choice'
  | 'hiddenColumns'
> & {
  isLoading: boolean
  /** What the cells of a row hold; what the columns say, if nothing else draws them. */
  cellsOf?: ((row: Row) => readonly ReactNode[]) | undefined
}

/** What does not fit into its cell is told in full to who points at it (GE-02); what has a title of its own keeps it. */
function tellWhole({ target }: PointerEvent) {
  const cell = target instanceof Element && target.closest('td')
  if (!cell || cell.querySelector('[title]')) return
  const isCut = cell.scrollWidth > cell.clientWidth
  if (isCut) cell.title = cell.textContent
  else cell.removeAttribute('title')
}

/** What does something of its own when it is pressed. */
const pressable = 'a, button, input, select, textarea, label, summary, [role], [contenteditable]'

/** Pressed anywhere else, a row does what its name does, in a new tab too (GE-03); whoever marks text reads. */
function openRow({ target, ctrlKey, metaKey, shiftKey }: MouseEvent) {
  if (!(target instanceof Element)) return
  // What is pressed in a menu or a dialog of the row comes here, too, though it lies elsewhere.
  const cell = target.closest('tbody > tr > td:not([data-choice], [data-actions])')
  const isOwn = target.closest(pressable)
  if (!cell || (isOwn && cell.contains(isOwn)) || getSelection()?.type === 'Range') return
  const link = cell.parentElement?.querySelector('[data-opens] a[href]')
  link?.dispatchEvent(new window.MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey }))
}

const none: readonly string[] = []

/** Head and rows, in a box of their own that scrolls; the head and the first column stay in sight. */
export function TableGrid<Row extends { id: string }>(props: TableGridProps<Row>) {
  const { label, columns, rows, hiddenColumns = none, isLoading, refreshing = false, adding = false } = props
  const { sort, onSortChange, pageSize = 10, rowActions, choice, marked = none } = props
  const currency = useCurrency()
  const visible = useMemo(() => columns.filter(({ id }) => !hiddenColumns.includes(id)), [columns, hiddenColumns])
  const { cellsOf = (row) => visible.map(({ id, cell }) => <Fragment key={id}>{cell(row)}</Fragment>) } = props
  const hasActions = rowActions !== undefined
  const opening = openingColumn(columns)
  const surroundings = useActionSurroundings()
  /** Keys and the palette do with a row what its menu does (WF-01). */
  const offerRows = (body: Element | null) => {
    if (!body || !rowActions) return
    const { actions, label: of } = rowActions
    rowsOnScreen.set(body, (inside) => {
      const id = inside.closest('tr')?.dataset['record']
      const row = rows.find((one) => one.id === id)
      return row && { actions: ofAny(actions), record: row, of: of(row), surroundings }
    })
  }
  const { widths, onArrange } = props
  const onWidth =
    onArrange &&
    ((id: string, width: number) =>
      onArrange({
        order: columns.map((one) => one.id),
        hidden: [...hiddenColumns],
        widths: { ...widths, [id]: width },
      }))
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
          onWidth={onWidth}
          hasActions={hasActions}
          choice={choice}
          rows={rows}
          currency={currency}
        />
        <tbody ref={offerRows} onPointerOver={tellWhole} onClick={openRow}>
          {isLoading ? (
            <SkeletonRows count={pageSize} columns={visible} hasChoice={choice !== undefined} hasActions={hasActions} />
          ) : (
            rows.map((row) => (
              <TableRow
                key={row.id}
                id={row.id}
                row={row}
                columns={visible}
                opening={opening}
                currency={currency}
                cells={() => cellsOf(row)}
                actions={rowActions}
                choice={choice}
                surroundings={surroundings}
                isMarked={marked.includes(row.id)}
              />
            ))
          )}
          {adding && (
            <SkeletonRows count={1} columns={visible} hasChoice={choice !== undefined} hasActions={hasActions} />
          )}
        </tbody>
      </table>
    </div>
  )
}
