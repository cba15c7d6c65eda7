import { createMachine, getNextTransitions, type StateValue } from 'xstate'
import { isRecord } from '../../../contract/client/errors'
import type { LogActor, LogState } from './log'

/** The events that a machine takes where it is, by the definition and the state that are given as JSON text. */
export function takenEvents(
  { definition }: Pick<LogActor, 'definition'>,
  { state }: Pick<LogState, 'state'>,
): string[] {
  if (definition === undefined || state === '') return []
  const machine = createMachine(JSON.parse(definition) as object)
  const snapshot = machine.resolveState({ value: JSON.parse(state) as StateValue, context: {} })
  // Of a machine that was made of any definition, events are of any type.
  const types: string[] = getNextTransitions(snapshot).map(({ eventType }) => String(eventType))
  // What its own actors, its clock and its guards bring, nobody sends; a family of events is none.
  return [...new Set(types)].filter((type) => type !== '' && !/^xstate\.|\*$/.test(type)).toSorted()
}

/** An event as it is written by hand. Throws an `Error` of one sentence for what is none. */
export function eventByHand(type: string, fields: string): { type: string } {
  if (fields.trim() === '') return { type }
  let parsed: unknown
  try {
    parsed = JSON.parse(fields)
  } catch {
    throw new Error('What the event carries is not JSON. Write it as {"name": "value"}.')
  }
  if (!isRecord(parsed) || Array.isArray(parsed))
    throw new Error('What an event carries has names, as {"name": "value"}.')
  return { ...parsed, type }
}

/** An event that is written as a whole. Throws an `Error` of one sentence for what is none. */
export function eventAsWritten(text: string): { type: string } {
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    throw new Error('The event is not JSON. Write it as {"type": "name"}.')
  }
  if (!isRecord(parsed) || typeof parsed['type'] !== 'string' || parsed['type'] === '')
    throw new Error('An event has a type, as {"type": "name"}.')
  return { ...parsed, type: parsed['type'] }
}
