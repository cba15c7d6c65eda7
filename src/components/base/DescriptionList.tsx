import type { ReactNode } from 'react'
import { descriptionList } from '../../../styled-system/recipes/description-list'

export interface Description {
  term: string
  detail: ReactNode
  /** What may be long has a row of its own. */
  isWide?: boolean | undefined
}
interface DescriptionListProps {
  entries: readonly Description[]
  /** `grid` for facts of a page, `rows` for sums of a receipt. */
  layout?: 'grid' | 'rows' | undefined
}

export function DescriptionList({ entries, layout }: DescriptionListProps) {
  const styles = descriptionList({ layout })
  return (
    <dl className={styles.root}>
      {entries.map(({ term, detail, isWide }) => (
        <div key={term} className={styles.pair} data-wide={isWide}>
          <dt className={styles.term}>{term}</dt>
          <dd className={styles.detail}>{detail === null || detail === undefined || detail === '' ? '-' : detail}</dd>
        </div>
      ))}
    </dl>
  )
}
