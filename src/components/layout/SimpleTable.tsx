import type { ReactNode } from 'react'
import { dataTable } from '../../../styled-system/recipes/data-table'

interface SimpleTableProps {
  label: string
  /** Titles; all but the first are of numbers, which stand at the end. */
  columns: readonly string[]
  rows: readonly { id: string; cells: readonly ReactNode[] }[]
}

/** A few rows to read, such as the items of a receipt. */
export function SimpleTable({ label, columns, rows }: SimpleTableProps) {
  const styles = dataTable()
  return (
    <div className={styles.scroller} role="region" aria-label={label} tabIndex={0}>
      <table className={styles.table} aria-label={label}>
        <thead>
          <tr>
            {columns.map((title, index) => (
              <th key={title} scope="col" className={styles.headCell} data-align={index === 0 ? 'start' : 'end'}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, cells }) => (
            <tr key={id} className={styles.row}>
              {cells.map((cell, index) => (
                <td key={columns[index]} className={styles.cell} data-align={index === 0 ? 'start' : 'end'}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
