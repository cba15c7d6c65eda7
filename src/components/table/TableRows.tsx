import { memo, type ReactNode } from 'react'
import { dataTable } from '../../../styled-system/recipes/data-table'
import type { ActionSurroundings } from '../actions/recordAction'
import { RowMenu } from '../actions/RowMenu'
import { Skeleton } from '../base/Skeleton'
import { ChoiceOfRow } from './RowChoice'
import { type ColumnDefinition, fixedWidth, type RowActions, type RowChoice } from './tableColumns'

interface RowCellsProps {
  row: unknown
  columns: unknown
  currency: unknown
  render: () => ReactNode
}

/** The cells of one row, drawn again only when the row or the columns are others. */
const RowCells = memo(
  function RowCells({ render }: RowCellsProps) {
    return render()
  },
  (before, after) => before.row === after.row && before.columns === after.columns && before.currency === after.currency,
)

interface TableRowProps<Row> {
  id: string
  row: Row
  columns: readonly ColumnDefinition<Row>[]
  /** The column whose link the row opens. */
  opening: string | undefined
  currency: string | undefined
  /** The contents of the cells, in the order of the columns. */
  cells: () => readonly ReactNode[]
  actions: RowActions<Row> | undefined
  choice: RowChoice<Row> | undefined
  surroundings: ActionSurroundings
  /** Whether it has just changed (GE-06). */
  isMarked: boolean
}

export function TableRow<Row extends { id: string }>(props: TableRowProps<Row>) {
  const { id, row, columns, opening, currency, cells, actions, choice, surroundings, isMarked } = props
  const styles = dataTable()
  const renderCells = () =>
    cells().map((content, index) => {
      const column = columns[index]
      // What is absent is not worth a place on a card.
      const card = column?.card && column.cell(row) !== '-' ? column.card : undefined
      return (
        <td
          key={column?.id}
          className={styles.cell}
          style={column && fixedWidth(column)}
          data-align={column?.align}
          data-first={index === 0 || undefined}
          data-opens={column?.id === opening || undefined}
          data-wraps={column?.wraps}
          data-card={card && ''}
          data-before={card?.before}
          data-after={card?.after ?? (column?.isMoney ? currency : undefined)}
        >
          {content}
        </td>
      )
    })
  return (
    <tr className={styles.row} data-record={id} data-marked={isMarked || undefined}>
      {choice && (
        <td className={styles.cell} data-choice>
          <ChoiceOfRow choice={choice} row={row} />
        </td>
      )}
      <RowCells row={row} columns={columns} currency={currency} render={renderCells} />
      {actions && (
        <td className={styles.cell} data-actions>
          <RowMenu label={actions.label(row)} actions={actions.actions} row={row} surroundings={surroundings} />
        </td>
      )}
    </tr>
  )
}

interface SkeletonRowsProps {
  count: number
  columns: readonly ColumnDefinition<never>[]
  hasChoice: boolean
  hasActions: boolean
}

/** Rows that are still loading, or one that is being added (DT-02). */
export function SkeletonRows({ count, columns, hasChoice, hasActions }: SkeletonRowsProps) {
  const styles = dataTable()
  return Array.from({ length: count }, (_, row) => (
    <tr key={row} className={styles.row} data-skeleton aria-hidden="true">
      {hasChoice && <td className={styles.cell} data-choice />}
      {columns.map(({ id, align, card }, column) => (
        <td
          key={id}
          className={styles.cell}
          data-align={align}
          data-first={column === 0 || undefined}
          data-card={card && ''}
        >
          <Skeleton shape={align === 'end' || (row + column) % 3 === 0 ? 'short' : 'line'} />
        </td>
      ))}
      {hasActions && <td className={styles.cell} data-actions />}
    </tr>
  ))
}
