import type { ReactNode } from 'react'
import { dialog } from '../../../styled-system/recipes/dialog'
import { page } from '../../../styled-system/recipes/page'
import { useTitleMeanwhile } from '../../browser/useTitleMeanwhile'

interface RecordPanelProps {
  title: string
  /** The list that the record is in, for the title of the tab. */
  within: string
  picture?: ReactNode
  badge: ReactNode
  actions: ReactNode
  children: ReactNode
}

/** A record's page over its list, in a dialog: its name, its state and what can be done stay in sight (GE-14). */
export function RecordPanel({ title, within, picture, badge, actions, children }: RecordPanelProps) {
  const styles = page()
  useTitleMeanwhile(title, within)
  return (
    <>
      <div className={dialog().head}>
        <div className={styles.headline}>
          <div className={styles.title}>
            {picture}
            <h1 title={title}>{title}</h1>
            {badge}
          </div>
        </div>
        <div className={styles.actions}>{actions}</div>
      </div>
      {children}
    </>
  )
}
