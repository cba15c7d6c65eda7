import { useEffect } from 'react'
import type { RecordAction } from '../components/actions/recordAction'

/** Some actions of one record, whatever it is. */
interface Offered {
  actions: readonly RecordAction<unknown>[]
  record: unknown
}

/** What can be done with the records whose actions stand on the screen, in their order (WF-01). */
export const onScreen = new Set<Offered>()

const listeners = new Set<() => void>()
let changes = 0
function tell() {
  changes += 1
  for (const listener of listeners) listener()
}

/** Hears of every change of it, for as long as the answer is not called. */
export function hearOnScreen(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
export const onScreenChanges = () => changes

/** Offers actions of a record elsewhere too, for as long as they stand on the screen. */
export function useOnScreen<Row>(actions: readonly RecordAction<Row>[], record: Row): void {
  useEffect(() => {
    // Each is only ever given the record that it came with.
    const offered = { actions: actions as readonly RecordAction<never>[] as readonly RecordAction<unknown>[], record }
    onScreen.add(offered)
    tell()
    return () => {
      onScreen.delete(offered)
      tell()
    }
  }, [actions, record])
}
