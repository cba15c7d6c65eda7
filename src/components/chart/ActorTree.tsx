import { Fragment } from 'react'
import { inspector } from '../../../styled-system/recipes/inspector'

export interface ActorNode {
  session: string
  name: string
  /** What it is now, in a few words. */
  state: string
  hasEnded: boolean
  children: readonly ActorNode[]
}
interface ActorTreeProps {
  actors: readonly ActorNode[]
  selected: string | undefined
  onSelect: (session: string) => void
}

/** A dotted path may go on in a new line behind each of its dots, and not within a name. */
const breakable = (path: string) =>
  [...path.matchAll(/[^.]+\.?/g)].map(({ 0: part, index: place }) => (
    <Fragment key={place}>
      {part}
      <wbr />
    </Fragment>
  ))

/** Actors with those that they have started below them. */
export function ActorTree({ actors, selected, onSelect }: ActorTreeProps) {
  const styles = inspector()
  return (
    <ul className={styles.tree} aria-label="Actors">
      <Branch actors={actors} selected={selected} onSelect={onSelect} />
    </ul>
  )
}

function Branch({ actors, selected, onSelect }: ActorTreeProps) {
  const styles = inspector()
  return actors.map(({ session, name, state, hasEnded, children }) => (
    <li key={session}>
      <button
        type="button"
        className={styles.actor}
        aria-pressed={session === selected}
        data-ended={hasEnded}
        onClick={() => onSelect(session)}
      >
        {name}
        <span className={styles.actorState}>{breakable(state)}</span>
      </button>
      {children.length > 0 && (
        <ul className={styles.branch}>
          <Branch actors={children} selected={selected} onSelect={onSelect} />
        </ul>
      )}
    </li>
  ))
}
