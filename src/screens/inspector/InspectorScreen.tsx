import { useSelector } from '@xstate/react'
import { useMemo } from 'react'
import { inspector as inspectorRecipe } from '../../../styled-system/recipes/inspector'
import { errorMessage } from '../../../contract/client/errors'
import type { Log, LogActor, LogState } from '../../../machines/qa/replay/log'
import { entryAt, leafNames } from '../../../machines/qa/replay/logView'
import { type ActorNode, ActorTree } from '../../components/chart/ActorTree'
import { Alert } from '../../components/base/Alert'
import { JsonText } from '../../components/chart/JsonText'
import { useInspector } from '../../wiring/tools/inspector'
import { InspectedChart } from './InspectedChart'
import { InspectorEvents } from './InspectorEvents'
import { InspectorHeader } from './InspectorHeader'
import { ReplayControls } from './ReplayControls'

/** Our own inspector, for networks that reach nothing outside: a page's actors live, or a recording step by step. */
export function InspectorScreen() {
  const inspector = useInspector()
  const { log, flow, selected, position, error } = useSelector(inspector, (state) => state.context)
  const styles = inspectorRecipe()
  const actor = log.actors.find(({ session }) => session === selected)
  const entry = selected === undefined ? undefined : entryAt(log, selected, position)
  const now = entry ?? actor?.first
  const tree = useMemo(() => treeOf(log, position), [log, position])
  return (
    <main className={styles.root}>
      <InspectorHeader inspector={inspector} />
      <div>
        {error !== undefined && <Alert tone="red">{errorMessage(error)}</Alert>}
        {flow?.changed.map((name) => (
          <Alert key={name} tone="amber">
            The machine {name} has changed since this was recorded.
          </Alert>
        ))}
        {flow?.divergence && (
          <Alert tone="red">
            At event {flow.divergence.number} the replay parts from the recording ({flow.divergence.what}): recorded{' '}
            {flow.divergence.recorded}, replayed {flow.divergence.replayed}
          </Alert>
        )}
        {flow && <ReplayControls inspector={inspector} />}
      </div>
      <div className={styles.body}>
        <section className={styles.panel} aria-label="Actors">
          <h2 className={styles.panelTitle}>Actors</h2>
          <ActorTree
            actors={tree}
            selected={selected}
            onSelect={(session) => inspector.send({ type: 'actor.select', session })}
          />
        </section>
        <section className={styles.panel} aria-label="Statechart">
          <h2 className={styles.panelTitle}>
            {actor?.name ?? 'Statechart'}
            <span>{now && now.state !== '' && leafNames(JSON.parse(now.state)).join(', ')}</span>
          </h2>
          <InspectedChart inspector={inspector} actor={actor} state={now?.state} steps={entry?.steps} />
        </section>
        <section className={styles.panel} aria-label="Details">
          <h2 className={styles.panelTitle}>
            Event and context
            <span>{entry?.type}</span>
          </h2>
          {now ? (
            <JsonText
              label="Event and context as JSON"
              parts={[
                { name: 'event', json: entry?.event ?? '' },
                { name: 'state', json: now.state },
                { name: 'context', json: now.context },
              ]}
            />
          ) : (
            <p className={styles.empty}>Nothing has happened yet.</p>
          )}
        </section>
      </div>
      <InspectorEvents inspector={inspector} />
    </main>
  )
}

/** The actors that are known at a place of the log, as a tree. */
function treeOf(log: Log, position: number | undefined): ActorNode[] {
  const latest = new Map<string, LogState>()
  for (const entry of log.entries) {
    if (position !== undefined && entry.index > position) break
    if (entry.status !== '') latest.set(entry.actor, entry)
  }
  const nodeOf = (actor: LogActor): ActorNode => {
    const now = latest.get(actor.session) ?? actor.first
    return {
      session: actor.session,
      name: actor.name,
      state: shortState(now),
      hasEnded: now.status !== 'active',
      children: log.actors.filter(({ parent }) => parent === actor.session).map(nodeOf),
    }
  }
  const sessions = new Set(log.actors.map(({ session }) => session))
  return log.actors.filter(({ parent }) => parent === undefined || !sessions.has(parent)).map(nodeOf)
}

const shortState = ({ state, status }: LogState): string => {
  if (status !== 'active') return status
  // The innermost names of a state say most.
  return state === '' ? '' : leafNames(JSON.parse(state)).join(', ')
}
