import type { MouseEvent } from 'react'
import { recordNews } from '../../../styled-system/recipes/record-news'
import { Button } from '../base/Button'

/** What somebody else did to a field of the record on screen. */
interface News {
  label: string
  from: string
  to: string
}

export interface RecordNewsProps {
  news: readonly News[]
  /** What nobody else can change, the person has changed elsewhere. */
  isOwn?: boolean
  onUseTheirs: () => void
  onKeepMine: () => void
}

const firstField = 'input:not(:disabled), select:not(:disabled), textarea:not(:disabled)'

/** The record has changed while it was edited: what somebody else did, and whose input counts (GE-09). */
export function RecordNews({ news, isOwn = false, onUseTheirs, onKeepMine }: RecordNewsProps) {
  const styles = recordNews()
  const answer = (decide: () => void) => (event: MouseEvent<HTMLButtonElement>) => {
    // The buttons go away, and the focus must not go with them.
    event.currentTarget.form?.querySelector<HTMLElement>(firstField)?.focus()
    decide()
  }
  return (
    <div className={styles.root} role="status">
      <p>
        {isOwn
          ? 'You have changed this in another tab or browser meanwhile:'
          : 'Somebody else has changed this meanwhile:'}
      </p>
      <dl className={styles.list}>
        {news.map(({ label, from, to }) => (
          <div key={label} className={styles.entry}>
            <dt className={styles.term}>{label}</dt>
            <dd className={styles.values}>
              <del>{from || 'empty'}</del> <span aria-hidden="true">→</span> <ins>{to || 'empty'}</ins>
            </dd>
          </div>
        ))}
      </dl>
      <div className={styles.actions}>
        <Button size="sm" onClick={answer(onUseTheirs)}>
          {isOwn ? 'Use the other one' : 'Use theirs'}
        </Button>
        <Button size="sm" onClick={answer(onKeepMine)}>
          {isOwn ? 'Keep this one' : 'Keep mine'}
        </Button>
      </div>
    </div>
  )
}
