import { useSelector } from '@xstate/react'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import Download from 'lucide-react/icons/download'
import { inspector as inspectorRecipe } from '../../../styled-system/recipes/inspector'
import { begunActors, entryAt, eventOfActor, stateText } from '../../../machines/qa/replay/logView'
import { IconButton } from '../../components/base/IconButton'
import { ToggleButton } from '../../components/base/ToggleButton'
import { Splitter } from '../../components/layout/Splitter'
import type { InspectorRef } from './startInspector'
import { ActorDetails } from './ActorDetails'
import { Parting } from './Partings'
import { InspectedChart } from './InspectedChart'
import { SendEvent } from './SendEvent'
import { WhatIfForm } from './WhatIf'

const steps = [
  { type: 'actor.back', step: -1, label: 'Previous event of this actor', icon: <ChevronLeft aria-hidden="true" /> },
  { type: 'actor.forward', step: 1, label: 'Next event of this actor', icon: <ChevronRight aria-hidden="true" /> },
] as const

interface ActorPanelsProps {
  inspector: InspectorRef
  detailsWidth: number
  onDetailsWidth: (width: number) => void
}

/** The selected actor at the place of the log that is looked at: its statechart, and what it took and holds. */
export function ActorPanels({ inspector, detailsWidth, onDetailsWidth }: ActorPanelsProps) {
  const { log, flow, selected, position, isFollowing } = useSelector(inspector, (state) => state.context)
  const isDrawn = useSelector(inspector, (state) => state.matches({ drawing: 'drawn' }))
  const styles = inspectorRecipe()
  const actor = begunActors(log, position).find(({ session }) => session === selected)
  const entry = actor && entryAt(log, actor.session, position)
  const now = entry ?? actor?.first
  const divergences = flow?.divergences.filter(({ number }) => entry?.message === `${number}.event`) ?? []
  return (
    <>
      <section className={styles.panel} aria-label="Statechart">
        <div className={styles.panelHead}>
          <h2 className={styles.panelTitle}>
            {actor?.name ?? 'Statechart'}
            <span>{now && stateText(now)}</span>
          </h2>
          {steps.map(({ type, step, label, icon }) => (
            <IconButton
              key={type}
              label={label}
              size="sm"
              disabled={eventOfActor({ log, selected, position }, step) === undefined}
              onClick={() => inspector.send({ type })}
            >
              {icon}
            </IconButton>
          ))}
          <ToggleButton
            pressed={isFollowing}
            title="Show the statechart of the actor that acts"
            onClick={() => inspector.send({ type: 'actor.follow' })}
          >
            Follow
          </ToggleButton>
          <IconButton
            label="Export as SVG"
            size="sm"
            disabled={!isDrawn}
            onClick={() => inspector.send({ type: 'chart.export' })}
          >
            <Download aria-hidden="true" />
          </IconButton>
        </div>
        <InspectedChart
          inspector={inspector}
          actor={actor}
          state={now?.state}
          recordedState={divergences.find(({ what }) => what === 'state')?.recorded ?? now?.state}
          steps={entry?.steps}
        />
      </section>
      <Splitter
        label="Width of the details"
        orientation="vertical"
        value={detailsWidth}
        min={180}
        max={800}
        isBehind
        onChange={onDetailsWidth}
      />
      <section className={styles.panel} aria-label="Details">
        <h2 className={styles.panelTitle}>
          Event and context
          <span>{entry?.type}</span>
        </h2>
        {divergences.length > 0 && <Parting divergences={divergences} />}
        {now ? (
          <ActorDetails log={log} entry={entry} now={now} />
        ) : (
          <p className={styles.empty}>Nothing has happened yet.</p>
        )}
        {flow && entry && actor?.definition !== undefined && (
          <WhatIfForm key={entry.index} inspector={inspector} actor={actor} entry={entry} />
        )}
        {actor?.definition !== undefined && !flow && position === undefined && (
          <SendEvent key={actor.session} inspector={inspector} actor={actor} now={now} />
        )}
      </section>
    </>
  )
}
