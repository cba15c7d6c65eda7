import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down'
import type { ReactNode } from 'react'
import { dataTable } from '../../../styled-system/recipes/data-table'
import { ChoiceOfAll } from './RowChoice'
import { type ColumnDefinition, fixedWidth, type RowChoice, type Sort } from './tableColumns'

interface TableHeadProps<Row> {
  columns: readonly ColumnDefinition<Row>[]
  sort: Sort | undefined
  onSortChange: ((sort: Sort | undefined) => void) | undefined
  /** A column is made wider or narrower. */
  onWidth: ((id: string, width: number) => void) | undefined
  hasActions: boolean
  choice: RowChoice<Row> | undefined
  /** The rows that are shown. */
  rows: readonly Row[]
  /** Drawn behind the titles of amounts, which keep their names. */
  currency: string | undefined
}

const orders = { asc: 'ascending', desc: 'descending' } as const

/** Ascending, then descending, then the server's own order. */
const nextSort = (by: string, sort: Sort | undefined): Sort | undefined => {
  if (sort?.by !== by) return { by, order: 'asc' }
  return sort.order === 'asc' ? { by, order: 'desc' } : undefined
}

function SortIcon({ order }: { order: Sort['order'] | undefined }): ReactNode {
  if (order === undefined) return <ChevronsUpDown aria-hidden="true" />
  return order === 'asc' ? <ArrowUp aria-hidden="true" /> : <ArrowDown aria-hidden="true" />
}

/** Titles with an optional icon (DT-03), and the order of the rows. */
export function TableHead<Row extends { id: string }>(props: TableHeadProps<Row>) {
  const { columns, sort, onSortChange, onWidth, hasActions, choice, rows, currency } = props
  const styles = dataTable()
  return (
    <thead className={styles.head}>
      <tr>
        {choice && (
          <td className={styles.headCell} data-choice>
            <ChoiceOfAll choice={choice} rows={rows} />
          </td>
        )}
        {columns.map((column, index) => {
          const order = sort?.by === column.id ? sort.order : undefined
          const title = (
            <span className={styles.title} data-currency={column.isMoney ? currency : undefined}>
              {column.icon}
              {column.title}
            </span>
          )
          return (
            <th
              key={column.id}
              scope="col"
              className={styles.headCell}
              style={fixedWidth(column)}
              data-column={column.id}
              data-first={index === 0 || undefined}
              data-align={column.align}
              aria-sort={order && orders[order]}
            >
              {column.sortable && onSortChange ? (
                <button type="button" className={styles.sort} onClick={() => onSortChange(nextSort(column.id, sort))}>
                  {title}
                  <SortIcon order={order} />
                </button>
              ) : (
                title
              )}
              {onWidth && (
                <span
                  className={styles.edge}
                  aria-hidden="true"
                  onPointerDown={({ currentTarget: edge, pointerId, clientX }) => {
                    edge.setPointerCapture(pointerId)
                    void import('./dragEdge').then(({ dragEdge }) =>
                      dragEdge(edge, pointerId, clientX, (width) => onWidth(column.id, width)),
                    )
                  }}
                />
              )}
            </th>
          )
        })}
        {hasActions && <td className={styles.headCell} data-actions />}
      </tr>
    </thead>
  )
}
