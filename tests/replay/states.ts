import { canonical } from '../../machines/qa/record/fingerprint'
import type { Recording } from '../../machines/qa/record/recording'

/** A state that a machine came to, and by which event: 0 for what it was before the recording. */
interface Reached {
  state: string
  number: number
}

/** The regions that are compared of machines with others that tell how fast a disk is, or the drawing of what is new. */
const comparedRegions: Readonly<Record<string, readonly string[]>> = {
  draftKeeping: ['server'],
  changeFeed: ['channel', 'fallback'],
}

function compared(machine: string, state: unknown): string {
  const regions = comparedRegions[machine]
  if (!regions) return canonical(state)
  return canonical(regions.map((region) => (state as Record<string, unknown>)[region]))
}

/** The name that a machine has in every run: flows that begin are counted, and not always so many do. */
const nameOf = (machine: string, id: string) => {
  const plain = id.replaceAll(/\.\d+(?=\.|$)/g, '')
  return plain === machine ? machine : `${machine} ${plain}`
}

/** The states that each machine went through, one after the other; machines of one name in the order of their start. */
export function statesOf({ actors, events }: Recording): Map<string, Reached[]> {
  const states = new Map<string, Reached[]>()
  const counts = new Map<string, number>()
  for (const { session, machine, id, before } of actors) {
    // How long a message stays depends on where the pointer is.
    if (machine === undefined || machine === 'toast') continue
    const reached = events.flatMap(({ actor, state, event, number }) =>
      actor === session && state !== undefined && event.type !== 'xstate.stop'
        ? [{ state: compared(machine, state), number }]
        : [],
    )
    if (before) reached.unshift({ state: compared(machine, before.state), number: 0 })
    const changes = reached.filter(({ state }, index) => state !== reached[index - 1]?.state)
    // What came and went and did nothing says only how fast a page was.
    const hasGone = events.some(({ actor, event }) => actor === session && event.type === 'xstate.stop')
    if (changes.length === 0 || (changes.length === 1 && hasGone)) continue
    const name = nameOf(machine, id)
    const place = (counts.get(name) ?? 0) + 1
    counts.set(name, place)
    states.set(`${name} ${place}`, changes)
  }
  return states
}

/** Where a machine did something else than in the recording, or has yet to do what it did there. */
export interface Parting {
  machine: string
  place: number
  of: number
  recorded: string
  /** Undefined as long as it may still come. */
  driven: string | undefined
}

/** The first place up to an event where what was driven is not what was recorded. */
export function parting(
  recorded: ReadonlyMap<string, readonly Reached[]>,
  driven: ReadonlyMap<string, readonly Reached[]>,
  upTo = Infinity,
): Parting | undefined {
  let missing: Parting | undefined
  for (const [machine, all] of recorded) {
    const expected = all.filter(({ number }) => number < upTo)
    const [first] = expected
    if (!first) continue
    const come = driven.get(machine) ?? []
    // A recording may begin later than the page does.
    const begin = come.findIndex(({ state }) => state === first.state)
    const reached = come.slice(Math.max(0, begin))
    const place = expected.findIndex(({ state }, index) => state !== reached[index]?.state)
    const at = expected[place]
    if (!at) continue
    const found = { machine, place: place + 1, of: all.length, recorded: at.state, driven: reached[place]?.state }
    if (found.driven !== undefined && begin >= 0) return found
    missing ??= found
  }
  return missing
}
