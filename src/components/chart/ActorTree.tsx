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
/** The actors of one page; unnamed where there is but one. */
export interface ActorGroup {
  name: string
  actors: readonly ActorNode[]
}
interface BranchProps {
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

interface ActorTreeProps extends Pick<BranchProps, 'selected' | 'onSelect'> {
  groups: readonly ActorGroup[]
}

/** Actors with those that they have started below them. */
export function ActorTree({ groups, selected, onSelect }: ActorTreeProps) {
  const styles = inspector()
  return (
    <ul className={styles.tree} aria-label="Actors">
      {groups.map(({ name, actors }) =>
        name === '' ? (
          <Branch key={name} actors={actors} selected={selected} onSelect={onSelect} />
        ) : (
          <li key={name}>
            <h3 className={styles.tab}>{name}</h3>
            <ul className={styles.branch} aria-label={name}>
              <Branch actors={actors} selected={selected} onSelect={onSelect} />
            </ul>
          </li>
        ),
      )}
    </ul>
  )
}

function Branch({ actors, selected, onSelect }: BranchProps) {
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
