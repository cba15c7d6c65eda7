import type { ReactNode } from 'react'
import { simpleTable } from '../../../styled-system/recipes/simple-table'

interface SimpleTableProps {
  label: string
  /** Titles; all but the first are of numbers, which stand at the end. */
  columns: readonly string[]
  /** Those of the columns that hold text after all: it begins at their start, and wraps. */
  texts?: readonly string[] | undefined
  /** `note` says in short what a phone has no room for: all between the first column and the last. */
  rows: readonly { id: string; cells: readonly ReactNode[]; note?: string | undefined }[]
  /** Sums below the last column; the last of them is the one that counts. */
  totals: readonly { term: string; amount: string }[]
}

/** A few rows to read and what they come to, such as the items of a receipt. */
export function SimpleTable({ label, columns, texts, rows, totals }: SimpleTableProps) {
  const styles = simpleTable()
  const isText = (title: string | undefined) => (title !== undefined && texts?.includes(title)) || undefined
  return (
    <table className={styles.root} aria-label={label}>
      <thead>
        <tr>
          {columns.map((title) => (
            <th key={title} scope="col" className={styles.head} data-text={isText(title)}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ id, cells, note }) => (
          <tr key={id}>
            {cells.map((cell, index) => (
              <td key={columns[index]} className={styles.cell} data-text={isText(columns[index])}>
                {cell}
                {index === 0 && note !== undefined && <span className={styles.note}>{note}</span>}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
      <tfoot>
        {totals.map(({ term, amount }) => (
          <tr key={term} className={styles.total}>
            <th scope="row" className={styles.term}>
              {term}
            </th>
            <td className={styles.amount} colSpan={columns.length - 1}>
              {amount}
            </td>
          </tr>
        ))}
      </tfoot>
    </table>
  )
}
