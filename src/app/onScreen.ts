import { useEffect } from 'react'
import type { RecordAction } from '../components/actions/recordAction'

/** Some actions of one record, whatever it is. */
interface Offered {
  actions: readonly RecordAction<unknown>[]
  record: unknown
}

/** What can be done with the records whose actions stand on the screen, in their order (WF-01). */
export const onScreen = new Set<Offered>()

/** Offers actions of a record elsewhere too, for as long as they stand on the screen. */
export function useOnScreen<Row>(actions: readonly RecordAction<Row>[], record: Row): void {
  useEffect(() => {
    // Each is only ever given the record that it came with.
    const offered = { actions: actions as readonly RecordAction<never>[] as readonly RecordAction<unknown>[], record }
    onScreen.add(offered)
    return () => void onScreen.delete(offered)
  }, [actions, record])
}
