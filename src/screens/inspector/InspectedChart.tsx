import { useSelector } from '@xstate/react'
import { useMemo } from 'react'
import { createMachine, type StateValue } from 'xstate'
import { inspector as inspectorRecipe } from '../../../styled-system/recipes/inspector'
import type { LogActor } from '../../../machines/qa/replay/log'
import { LoadingState } from '../../components/base/LoadingState'
import { Statechart } from '../../components/chart/Statechart'
import type { InspectorRef } from '../../wiring/tools/inspector'

interface InspectedChartProps {
  inspector: InspectorRef
  actor: LogActor | undefined
  /** The value of its state as JSON text. */
  state: string | undefined
  /** The transitions that it took last. */
  steps: readonly string[] | undefined
}

/** The statechart of the selected actor, with the states that it is in. */
export function InspectedChart({ inspector, actor, state, steps }: InspectedChartProps) {
  const chart = useSelector(inspector, (snapshot) => snapshot.context.chart)
  const drawing = useSelector(inspector, (snapshot) => snapshot.value.drawing)
  const styles = inspectorRecipe()
  const active = useMemo(() => activeStates(actor?.definition, state), [actor?.definition, state])
  const taken = useMemo(() => new Set(steps), [steps])
  if (drawing === 'drawing') {
    return (
      <div className={styles.chart}>
        <LoadingState label="Drawing the statechart" />
      </div>
    )
  }
  if (drawing === 'failed') return <p className={styles.empty}>This machine’s statechart can’t be drawn.</p>
  if (!chart) {
    return (
      <p className={styles.empty}>
        {actor
          ? 'This actor is no machine: it is a request or a source of events.'
          : 'Choose an actor to see its statechart.'}
      </p>
    )
  }
  return (
    <div className={styles.chart}>
      <Statechart chart={chart} active={active} taken={taken} />
    </div>
  )
}

/** The ids of the states that a state's value names. */
function activeStates(definition: string | undefined, state: string | undefined): ReadonlySet<string> {
  if (definition === undefined || !state) return new Set()
  try {
    const machine = createMachine(JSON.parse(definition) as object)
    const snapshot = machine.resolveState({ value: JSON.parse(state) as StateValue, context: {} })
    return new Set(snapshot._nodes.map(({ id }) => id))
  } catch {
    // A state of another machine than the one that was sent.
    return new Set()
  }
}
