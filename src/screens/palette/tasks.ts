import { type OfferedRow, onScreen } from '../../app/onScreen'
import { type ActionSurroundings, labelOf, type RecordAction, whyNotNow } from '../../components/actions/recordAction'

/** Something to begin, as the palette lists it: with the same word and the same reason against it as its own button. */
export interface Task {
  id: string
  label: string
  detail: string
  reason: string | undefined
  /** Whether it stands on the screen that is open. */
  isHere: boolean
  begin: () => void
}

/**
 * What can be done with the row in front, on this screen, and what can be begun from anywhere; what stands on the screen is not
 * listed twice.
 */
export function tasksOf(
  anywhere: readonly RecordAction<null>[],
  surroundings: ActionSurroundings,
  row: OfferedRow | undefined,
): readonly Task[] {
  const tasks = new Map<string, Task>()
  const add = <Row>(action: RecordAction<Row>, row: Row, isHere: boolean, of?: string) => {
    if (action.isFor?.(row) === false) return
    const label = labelOf(action, row)
    const key = of === undefined ? label : `${label} ${of}`
    if (tasks.has(key)) return
    const reason = whyNotNow(action, row, surroundings.membership)
    const detail = of ?? (isHere ? 'On this screen' : 'Action')
    tasks.set(key, {
      id: `task ${key}`,
      label,
      detail,
      reason,
      isHere,
      begin: () => action.open(row, surroundings),
    })
  }
  for (const { actions, record, of } of row ? [row, ...onScreen] : onScreen) {
    // What people come for mostly is the first.
    for (const action of actions.toSorted((one, other) => Number(other.primary ?? 0) - Number(one.primary ?? 0))) {
      add(action, record, true, of)
    }
  }
  for (const action of anywhere) add(action, null, false)
  return [...tasks.values()]
}
