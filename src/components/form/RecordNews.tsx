import type { MouseEvent } from 'react'
import { recordNews } from '../../../styled-system/recipes/record-news'
import { Button } from '../base/Button'

/** What somebody else did to a field of the record on screen. */
interface News {
  label: string
  from: string
  to: string
}

/** What was shown in place of what the person saw, as they had typed nothing: nothing is to be decided. */
export interface TakenNews {
  news: readonly News[]
  isTaken: true
}

export interface RecordNewsProps {
  news: readonly News[]
  isTaken?: never
  /** What nobody else can change, the person has changed elsewhere. */
  isOwn?: boolean
  onUseTheirs: () => void
  onKeepMine: () => void
}

const firstField = 'input:not(:disabled), select:not(:disabled), textarea:not(:disabled)'

/** The record has changed while it was edited: in what, and whose input counts where something was typed (GE-09). */
export function RecordNews(props: RecordNewsProps | TakenNews) {
  const styles = recordNews()
  return (
    <div className={styles.root} role="status">
      <p>{titleOf(props)}</p>
      <dl className={styles.list}>
        {props.news.map(({ label, from, to }) => (
          <div key={label} className={styles.entry}>
            <dt className={styles.term}>{label}</dt>
            <dd className={styles.values}>
              <del>{from || 'empty'}</del> <span aria-hidden="true">→</span> <ins>{to || 'empty'}</ins>
            </dd>
          </div>
        ))}
      </dl>
      {!props.isTaken && <Answers {...props} />}
    </div>
  )
}

/** Who it was is not known: it may be the person in another tab. */
function titleOf(props: RecordNewsProps | TakenNews): string {
  if (props.isTaken) return 'This has just been changed elsewhere. You see it as it is now:'
  return props.isOwn
    ? 'You have changed this in another tab or browser meanwhile:'
    : 'This has been changed elsewhere meanwhile:'
}

function Answers({ isOwn = false, onUseTheirs, onKeepMine }: RecordNewsProps) {
  const styles = recordNews()
  const answer = (decide: () => void) => (event: MouseEvent<HTMLButtonElement>) => {
    // The buttons go away, and the focus must not go with them.
    event.currentTarget.form?.querySelector<HTMLElement>(firstField)?.focus()
    decide()
  }
  return (
    <div className={styles.actions}>
      <Button size="sm" onClick={answer(onUseTheirs)}>
        {isOwn ? 'Use the other one' : 'Use theirs'}
      </Button>
      <Button size="sm" onClick={answer(onKeepMine)}>
        {isOwn ? 'Keep this one' : 'Keep mine'}
      </Button>
    </div>
  )
}
