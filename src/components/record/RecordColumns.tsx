import type { ReactNode } from 'react'
import { recordColumns } from '../../../styled-system/recipes/record-columns'

interface RecordColumnsProps {
  /** In which state it is and what it comes to, which is read first. */
  summary?: ReactNode
  /** What the record is made of, such as its items and its timeline. */
  children: ReactNode
  /** Who and where. */
  side: ReactNode
}

/** A record's page: what it is made of wide, and who and where narrow beside it where there is room (GE-14). */
export function RecordColumns({ summary, children, side }: RecordColumnsProps) {
  const styles = recordColumns()
  return (
    <div className={styles.root}>
      {summary}
      <div className={styles.main}>{children}</div>
      <div className={styles.side}>{side}</div>
    </div>
  )
}
