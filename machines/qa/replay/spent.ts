import { activeStates } from '../chart/activeStates'
import type { Log, LogActor, LogEntry } from './log'

/** How often an actor came to a state, and how long it was there altogether, in milliseconds. */
export interface Spent {
  visits: number
  time: number
}

/** The time that an actor spent in each of its states, by the id of the state, up to a place of the log. */
export function spentIn(log: Log, { session, definition, first }: LogActor, position: number): Map<string, Spent> {
  const spent = new Map<string, Spent>()
  const known = new Map<string, ReadonlySet<string>>()
  const idsOf = (state: string) => {
    const ids = known.get(state) ?? activeStates(definition, state)
    known.set(state, ids)
    return ids
  }
  const own = log.entries.filter(
    ({ actor, index, status, type }) =>
      actor === session && index <= position && status !== '' && type !== 'xstate.stop',
  )
  const end = log.entries.findLast(({ index }) => index <= position)?.at ?? 0
  let before: ReadonlySet<string> = new Set()
  const stay = (state: string, from: number, to: number) => {
    const now = idsOf(state)
    for (const id of now) {
      const { visits, time } = spent.get(id) ?? { visits: 0, time: 0 }
      spent.set(id, { visits: visits + (before.has(id) ? 0 : 1), time: time + Math.max(0, to - from) })
    }
    before = now
  }
  const [earliest] = own
  if (first.state !== '' && earliest?.type !== 'xstate.init') {
    const from = log.entries[0]?.at ?? 0
    stay(first.state, from, earliest?.at ?? end)
  }
  for (const [place, entry] of own.entries()) stay(entry.state, entry.at, endOf(entry, own[place + 1], end))
  return spent
}

/** An actor that has ended spends no more time. */
const endOf = ({ status, at }: LogEntry, next: LogEntry | undefined, end: number) =>
  next?.at ?? (status === 'active' ? end : at)

/** Spent time in a few signs: `3 ×, 1.2 s`. */
export const spentText = ({ visits, time }: Spent) =>
  `${visits} ×, ${time < 1_000 ? `${Math.round(time)} ms` : `${(time / 1_000).toFixed(1)} s`}`
