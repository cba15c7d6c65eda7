import { onScreen } from '../../app/onScreen'
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

/** What can be done on this screen, and what can be begun from anywhere; what stands on the screen is not listed twice. */
export function tasksOf(anywhere: readonly RecordAction<null>[], surroundings: ActionSurroundings): readonly Task[] {
  const tasks = new Map<string, Task>()
  const add = <Row>(action: RecordAction<Row>, row: Row, isHere: boolean) => {
    if (action.isFor?.(row) === false) return
    const label = labelOf(action, row)
    if (tasks.has(label)) return
    const reason = whyNotNow(action, row, surroundings.membership)
    const detail = isHere ? 'On this screen' : 'Action'
    tasks.set(label, {
      id: `task ${label}`,
      label,
      detail,
      reason,
      isHere,
      begin: () => action.open(row, surroundings),
    })
  }
  for (const { actions, record } of onScreen) {
    // What people come for mostly is the first.
    for (const action of actions.toSorted((one, other) => Number(other.primary ?? 0) - Number(one.primary ?? 0))) {
      add(action, record, true)
    }
  }
  for (const action of anywhere) add(action, null, false)
  return [...tasks.values()]
}
