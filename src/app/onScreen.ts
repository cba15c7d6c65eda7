import { useEffect } from 'react'
import type { ActionSurroundings, ReadAction, RecordAction } from '../components/actions/recordAction'
import type { MenuEntry } from '../components/base/menuEntry'

/** Some actions of one record, whatever it is. */
interface Offered {
  actions: readonly RecordAction<unknown>[]
  record: unknown
  /** Of what they are, where several records on the screen have some of the same name. */
  of?: string | undefined
}

/** What can be done with a row, and what that begins by. */
export interface OfferedRow extends Offered {
  surroundings: ActionSurroundings
}

/** What can be done with the row of a list that an element is in, by the body of its table (WF-01). */
export const rowsOnScreen = new WeakMap<Element, (inside: Element) => OfferedRow | undefined>()

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

/** Each is only ever given the record that it comes with. */
export const ofAny = <Row>(actions: readonly RecordAction<Row>[]) =>
  actions as readonly RecordAction<never>[] as readonly RecordAction<unknown>[]

/** Offers actions of a record elsewhere too, for as long as they stand on the screen. */
export function useOnScreen<Row>(actions: readonly RecordAction<Row>[], record: Row, of?: string): void {
  useEffect(() => {
    const offered = { actions: ofAny(actions), record, of }
    onScreen.add(offered)
    tell()
    return () => {
      onScreen.delete(offered)
      tell()
    }
  }, [actions, record, of])
}

/**
 * Offers the entries of a menu elsewhere too, by their words and what its button says. Their rights were asked for with their
 * reasons.
 */
export function useEntriesOnScreen(entries: readonly MenuEntry[], choose: (id: string) => void, of?: string): void {
  const actions = entries.map(({ id, label, reason }): ReadAction<null> => ({
    reads: true,
    label,
    whyNot: () => reason,
    open: () => choose(id),
  }))
  useOnScreen(actions, null, of)
}
