import type { Log, LogEntry } from './log'
import { kindOf, stateText, withoutHousekeeping } from './logView'

/** Where two recordings part first: the events there, in the first and in the second one. */
export interface Split {
  actor: string
  here: LogEntry | undefined
  there: LogEntry | undefined
}

/** What a machine took and did then, by which two recordings are compared; without the regions that it did not touch. */
const stepOf = (entry: LogEntry) => `${entry.type} ${entry.steps.length > 0 ? entry.steps.join() : stateText(entry)}`

/** The entries of one recording that the other has not, or not as often. */
function withoutCommon(entries: readonly LogEntry[], others: readonly LogEntry[]): readonly LogEntry[] {
  const left = new Map<string, number>()
  for (const other of others) left.set(stepOf(other), (left.get(stepOf(other)) ?? 0) + 1)
  return entries.filter((entry) => {
    const step = stepOf(entry)
    const count = left.get(step) ?? 0
    left.set(step, count - 1)
    return count < 1
  })
}

type Entries = ReadonlyMap<string, readonly LogEntry[]>

/** The entries of each machine, by its name; of one name, in the order of their beginning. */
function byActor(log: Log): Entries {
  const machines = new Map<string, string>()
  const counts = new Map<string, number>()
  for (const { session, name, definition } of log.actors) {
    if (definition === undefined) continue
    const base = kindOf(name)
    const place = (counts.get(base) ?? 0) + 1
    counts.set(base, place)
    machines.set(session, `${base} ${place}`)
  }
  const entries = new Map<string, LogEntry[]>()
  for (const entry of withoutHousekeeping(log)) {
    const machine = machines.get(entry.actor)
    if (machine === undefined || entry.type === 'xstate.stop') continue
    entries.set(machine, [...(entries.get(machine) ?? []), entry])
  }
  return entries
}

/** A split with what came in the one recording where the other has an event that the one lacks. */
function withInstead({ actor, here, there }: Split, ours: Entries, theirs: Entries): Split {
  const [a, b] = [ours.get(actor) ?? [], theirs.get(actor) ?? []]
  return { actor, here: here ?? (there && a[b.indexOf(there)]), there: there ?? (here && b[a.indexOf(here)]) }
}

/**
 * Where the machines did something else in one recording than in another, the first place first; nothing when none did. Each machine is
 * compared by itself and whatever the order of its answers, which is another one every time.
 */
export function splitsOf(here: Log, there: Log): Split[] {
  const [ours, theirs] = [byActor(here), byActor(there)]
  const splits = [...new Set([...ours.keys(), ...theirs.keys()])].flatMap((actor): Split[] => {
    const [a, b] = [ours.get(actor) ?? [], theirs.get(actor) ?? []]
    const [one] = withoutCommon(a, b)
    const [other] = withoutCommon(b, a)
    return one || other ? [{ actor, here: one, there: other }] : []
  })
  // Where one only lacks an event, or has ended sooner, nothing was done otherwise.
  const otherwise = splits.filter(({ here: one, there: other }) => one && other)
  const lacking = splits.map((split) => withInstead(split, ours, theirs))
  return (otherwise.length > 0 ? otherwise : lacking).toSorted(
    (a, b) => (a.here?.index ?? Infinity) - (b.here?.index ?? Infinity),
  )
}

/** What a recording has at a split, in words. */
export const splitText = (entry: LogEntry | undefined): string => {
  if (!entry) return 'nothing more'
  const state = stateText(entry)
  return state === '' ? entry.type : `${entry.type}, then ${state}`
}
