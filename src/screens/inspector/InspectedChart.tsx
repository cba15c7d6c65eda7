import { useSelector } from '@xstate/react'
import { useMemo } from 'react'
import { inspector as inspectorRecipe } from '../../../styled-system/recipes/inspector'
import { activeStates } from '../../../machines/qa/chart/activeStates'
import { positionOf } from '../../../machines/qa/replay/logView'
import { type Spent, spentIn, spentText } from '../../../machines/qa/replay/spent'
import type { LogActor } from '../../../machines/qa/replay/log'
import { LoadingState } from '../../components/base/LoadingState'
import { MovedChart } from '../../components/chart/MovedChart'
import type { InspectorRef } from './startInspector'

const noTimes: ReadonlyMap<string, string> = new Map()

interface InspectedChartProps {
  inspector: InspectorRef
  actor: LogActor | undefined
  /** The value of its state as JSON text. */
  state: string | undefined
  /** The same as it was recorded, where the replay is another one. */
  recordedState: string | undefined
  /** The transitions that it took last. */
  steps: readonly string[] | undefined
}

/** The statechart of the selected actor, with the states that it is in. */
export function InspectedChart({ inspector, actor, state, recordedState, steps }: InspectedChartProps) {
  const chart = useSelector(inspector, (snapshot) => snapshot.context.chart)
  const recorded = useSelector(inspector, (snapshot) => snapshot.context.recordedChart)
  const drawing = useSelector(inspector, (snapshot) => snapshot.value.drawing)
  const styles = inspectorRecipe()
  const active = useMemo(() => activeStates(actor?.definition, state), [actor?.definition, state])
  const taken = useMemo(() => new Set(steps), [steps])
  const log = useSelector(inspector, (snapshot) => snapshot.context.log)
  const place = useSelector(inspector, (snapshot) => positionOf(snapshot.context))
  const spent = useMemo(() => {
    const times = actor ? spentIn(log, actor, place) : new Map<string, Spent>()
    return new Map([...times].map(([id, time]) => [id, spentText(time)]))
  }, [log, actor, place])
  if (drawing === 'drawing') {
    return (
      <div className={styles.chart}>
        <LoadingState label="Drawing the statechart" />
      </div>
    )
  }
  if (drawing === 'failed') return <p className={styles.empty}>This machine’s statechart can’t be drawn.</p>
  if (chart && recorded) {
    const was = activeStates(actor?.recorded, recordedState)
    return (
      <div className={styles.beside}>
        <figure>
          <figcaption>As it was recorded</figcaption>
          <MovedChart chart={recorded} active={was} taken={taken} spent={noTimes} />
        </figure>
        <figure>
          <figcaption>As it is now</figcaption>
          <MovedChart chart={chart} active={active} taken={taken} spent={spent} />
        </figure>
      </div>
    )
  }
  if (chart) return <MovedChart chart={chart} active={active} taken={taken} spent={spent} />
  return (
    <p className={styles.empty}>
      {actor
        ? 'This actor is no machine: it is a request or a source of events.'
        : 'Choose an actor to see its statechart.'}
    </p>
  )
}
