import { useSelector } from '@xstate/react'
import { type CSSProperties, useMemo, useState } from 'react'
import { inspector as inspectorRecipe } from '../../../styled-system/recipes/inspector'
import { errorMessage } from '../../../contract/client/errors'
import type { Log, LogActor, LogState } from '../../../machines/qa/replay/log'
import { begunActors, pageOf, stateText } from '../../../machines/qa/replay/logView'
import { type ActorGroup, type ActorNode, ActorTree } from '../../components/chart/ActorTree'
import { Alert } from '../../components/base/Alert'
import { Splitter } from '../../components/layout/Splitter'
import { useInspector } from './startInspector'
import { ActorPanels } from './ActorPanels'
import { InspectorEvents } from './InspectorEvents'
import { InspectorHeader } from './InspectorHeader'
import { tabName } from './tabName'
import { Partings } from './Partings'
import { ReplayControls } from './ReplayControls'
import { WhatIfStates } from './WhatIf'

/** Our own inspector, for networks that reach nothing outside: a page's actors live, or a recording step by step. */
export function InspectorScreen() {
  const inspector = useInspector()
  const { log, flow, selected, position, error } = useSelector(inspector, (state) => state.context)
  const [actorsWidth, setActorsWidth] = useState(256)
  const [detailsWidth, setDetailsWidth] = useState(352)
  const [eventsHeight, setEventsHeight] = useState(Math.round(window.innerHeight * 0.36))
  const styles = inspectorRecipe()
  const groups = useMemo(() => groupsOf(log, position), [log, position])
  // Properties of our own are styles that React's types do not know.
  const sizes = {
    '--actors': `${actorsWidth}px`,
    '--details': `${detailsWidth}px`,
    '--events': `${eventsHeight}px`,
  } as CSSProperties
  return (
    <main className={styles.root} style={sizes}>
      <InspectorHeader inspector={inspector} />
      <div>
        {error !== undefined && <Alert tone="red">{errorMessage(error)}</Alert>}
        <Partings inspector={inspector} />
        <WhatIfStates inspector={inspector} />
        {flow && <ReplayControls inspector={inspector} />}
      </div>
      <div className={styles.body}>
        <section className={styles.panel} aria-label="Actors">
          <h2 className={styles.panelTitle}>Actors</h2>
          <ActorTree
            groups={groups}
            selected={selected}
            onSelect={(session) => inspector.send({ type: 'actor.select', session })}
          />
        </section>
        <Splitter
          label="Width of the actors"
          orientation="vertical"
          value={actorsWidth}
          min={140}
          max={600}
          onChange={setActorsWidth}
        />
        <ActorPanels inspector={inspector} detailsWidth={detailsWidth} onDetailsWidth={setDetailsWidth} />
      </div>
      <Splitter
        label="Height of the events"
        orientation="horizontal"
        value={eventsHeight}
        min={120}
        max={900}
        isBehind
        onChange={setEventsHeight}
      />
      <InspectorEvents inspector={inspector} />
    </main>
  )
}

/** The actors that there are at a place of the log, by tab where there are several. */
function groupsOf(log: Log, position: number | undefined): ActorGroup[] {
  const actors = treeOf(log, position)
  const { pages } = log
  if (pages.length < 2) return [{ name: '', actors }]
  const inOrder = pages.toSorted((a, b) => a.place - b.place)
  const grouped = inOrder.map((page) => ({
    name: tabName(page),
    actors: actors.filter((actor) => pageOf(log, actor) === page),
  }))
  const others = actors.filter((actor) => pageOf(log, actor) === undefined)
  return [...grouped, { name: '', actors: others }].filter((group) => group.actors.length > 0)
}

/** The actors that there are at a place of the log, as a tree. */
function treeOf(log: Log, position: number | undefined): ActorNode[] {
  const latest = new Map<string, LogState>()
  for (const entry of log.entries) {
    if (position !== undefined && entry.index > position) break
    if (entry.status !== '') latest.set(entry.actor, entry)
  }
  const actors = begunActors(log, position)
  const nodeOf = (actor: LogActor): ActorNode => {
    const now = latest.get(actor.session) ?? actor.first
    return {
      session: actor.session,
      name: actor.name,
      state: stateText(now),
      hasEnded: now.status !== 'active',
      children: actors.filter(({ parent }) => parent === actor.session).map(nodeOf),
    }
  }
  const sessions = new Set(actors.map(({ session }) => session))
  return actors.filter(({ parent }) => parent === undefined || !sessions.has(parent)).map(nodeOf)
}
