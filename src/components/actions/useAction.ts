import { labelOf, type RecordAction, whyNotNow } from './recordAction'
import { useActionSurroundings } from './useActionSurroundings'

/** An action for one record, as it is now: what it is called, why it is not possible, and its beginning when it is. */
export function useAction<Row>(action: RecordAction<Row>, row: Row) {
  const surroundings = useActionSurroundings()
  const reason = whyNotNow(action, row, surroundings.membership)
  return {
    isOffered: action.isFor?.(row) !== false,
    label: labelOf(action, row),
    reason,
    begin: () => {
      if (reason === undefined) action.open(row, surroundings)
    },
  }
}
