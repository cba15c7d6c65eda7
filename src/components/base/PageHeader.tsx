import type { ReactNode } from 'react'
import { page } from '../../../styled-system/recipes/page'
import { useTitle } from '../../browser/useTitle'

interface PageHeaderProps {
  title: string
  /** The list that the page's record is in, for the title of the tab. */
  within?: string | undefined
  /** Of a record the name, its state and what can be done stay in sight while the page is scrolled (GE-14). */
  isRecord?: boolean
  /** A router Link to the page above. */
  back?: ReactNode
  /** Beside the title, such as a status badge. */
  badge?: ReactNode
  description?: ReactNode
  actions?: ReactNode
}

export function PageHeader({ title, within, isRecord, back, badge, description, actions }: PageHeaderProps) {
  const styles = page()
  useTitle(title, within)
  return (
    <div className={styles.header} data-record={isRecord || undefined}>
      <div className={styles.headline}>
        {back && <div className={styles.back}>{back}</div>}
        <div className={styles.title}>
          <h1 title={title}>{title}</h1>
          {badge}
        </div>
        {description && <div className={styles.description}>{description}</div>}
      </div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </div>
  )
}
