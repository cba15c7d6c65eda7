import type { ReactNode } from 'react'
import { descriptionList } from '../../../styled-system/recipes/description-list'

export interface Description {
  term: string
  detail: ReactNode
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
      {entries.map(({ term, detail }) => (
        <div key={term} className={styles.pair}>
          <dt className={styles.term}>{term}</dt>
          <dd className={styles.detail}>{detail === null || detail === undefined || detail === '' ? '-' : detail}</dd>
        </div>
      ))}
    </dl>
  )
}
