import { useSelector } from '@xstate/react'
import ChevronFirst from 'lucide-react/icons/chevron-first'
import ChevronLast from 'lucide-react/icons/chevron-last'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import Pause from 'lucide-react/icons/pause'
import Play from 'lucide-react/icons/play'
import { inspector as inspectorRecipe } from '../../../styled-system/recipes/inspector'
import { numberOf } from '../../../machines/qa/replay/logView'
import { speeds } from '../../../machines/qa/tools/inspectorSetup'
import { formatCount } from '../../components/base/format'
import { IconButton } from '../../components/base/IconButton'
import type { InspectorRef } from './startInspector'

const steps = [
  { type: 'step.first', label: 'First event', icon: <ChevronFirst aria-hidden="true" /> },
  { type: 'step.back', label: 'Previous event', icon: <ChevronLeft aria-hidden="true" /> },
  { type: 'step.forward', label: 'Next event', icon: <ChevronRight aria-hidden="true" /> },
  { type: 'step.last', label: 'Last event', icon: <ChevronLast aria-hidden="true" /> },
] as const

/** Steps through a recording, forward, back, to any event, or plays it. */
export function ReplayControls({ inspector }: { inspector: InspectorRef }) {
  const { log, position = 0, speed } = useSelector(inspector, (state) => state.context)
  const isPlaying = useSelector(inspector, (state) => state.matches({ source: 'playing' }))
  const styles = inspectorRecipe()
  const { entries } = log
  const [now, last] = [entries[position], entries.at(-1)].map((entry) => formatCount(entry ? numberOf(entry) : 0))
  const [back, forward] = [steps.slice(0, 2), steps.slice(2)]
  const stepButton = ({ type, label, icon }: (typeof steps)[number]) => (
    <IconButton key={type} size="sm" label={label} onClick={() => inspector.send({ type })}>
      {icon}
    </IconButton>
  )
  return (
    <div className={styles.toolbar} role="group" aria-label="Replay">
      {back.map(stepButton)}
      <IconButton
        size="sm"
        variant="outline"
        label={isPlaying ? 'Pause' : 'Play'}
        onClick={() => inspector.send({ type: 'play.toggle' })}
      >
        {isPlaying ? <Pause aria-hidden="true" /> : <Play aria-hidden="true" />}
      </IconButton>
      {forward.map(stepButton)}
      <input
        type="range"
        className={styles.slider}
        aria-label="Event"
        aria-valuetext={`Event ${now} of ${last}`}
        min={0}
        max={Math.max(entries.length - 1, 0)}
        value={position}
        onChange={(event) => inspector.send({ type: 'step.to', index: Number(event.target.value) })}
      />
      <span className={styles.panelTitle}>
        <span>
          {now} of {last}, {(((entries[position]?.at ?? 0) - (entries[0]?.at ?? 0)) / 1_000).toFixed(1)} s
        </span>
      </span>
      <select
        className={styles.filter}
        aria-label="Speed"
        value={speed}
        onChange={(event) => {
          const chosen = speeds.find((each) => each === Number(event.target.value))
          if (chosen) inspector.send({ type: 'speed.choose', speed: chosen })
        }}
      >
        {speeds.map((each) => (
          <option key={each} value={each}>
            {each === 1 ? 'Recorded pace' : `${each} times as fast`}
          </option>
        ))}
      </select>
    </div>
  )
}
