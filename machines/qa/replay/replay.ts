import type { AnyMachineSnapshot } from 'xstate'
import { canonical, fingerprint, machineVersion } from '../record/fingerprint'
import { kept } from '../record/keep'
import type { Machines, RecordedActor, RecordedEvent, Recording } from '../record/recording'
import { changed } from '../record/changes'
import { type Difference, differences } from './difference'
import { Folded } from './folded'

/** Where a replay and its recording part. */
export interface Divergence {
  number: number
  /** Id of the actor and its machine. */
  actor: string
  machine: string
  /** The event that led there; undefined when an event is missing. */
  event: { type: string } | undefined
  what: string
  recorded: string
  replayed: string
  /** The values that differ, where the recording has them. */
  values?: Difference[] | undefined
}

/** One event, replayed. */
export interface Frame {
  recorded: RecordedEvent
  /** What the machine is now; undefined for actors that are no machines. */
  snapshot: AnyMachineSnapshot | undefined
  /** Where it and the recording part at this event: that others are missing before it, and what it led to. */
  divergences: readonly Divergence[]
}

/** The machines whose configuration is not the one that the recording was made with. */
export const changedMachines = (recording: Recording, machines: Machines): string[] =>
  Object.entries(recording.machines).flatMap(([name, version]) => {
    const machine = machines[name]
    return machine && machineVersion(machine) === version ? [] : [name]
  })

/** Folds the recorded events through the machines and compares what comes out, one event at a time. */
export function* replay(recording: Recording, machines: Machines): Generator<Frame> {
  const actors = new Map(recording.actors.map((actor) => [actor.session, new Replayed(actor, machines)]))
  const present = new Set(recording.events.map(({ number }) => number))
  let expected = recording.firstEvent
  const last = recording.events.at(-1)
  for (const recorded of recording.events) {
    const replayed = actors.get(recorded.actor)
    const place = orderDivergence(recorded, expected, present, replayed)
    expected = recorded.number + 1
    const led = replayed?.take(recorded, recording.definitions !== undefined)
    const isCut = recorded === last && last.number < recording.lastEvent
    const end = isCut ? missing(last.number, last.number + 1, recording.lastEvent) : undefined
    yield { recorded, snapshot: replayed?.came, divergences: [place, led, end].filter((each) => each !== undefined) }
  }
}

/** The first place where the recording and its replay part, if they do. */
export function firstDivergence(recording: Recording, machines: Machines): Divergence | undefined {
  for (const { divergences } of replay(recording, machines)) if (divergences[0]) return divergences[0]
  return undefined
}

/** Events that are missing, told at one that is there. */
const missing = (number: number, from: number, to: number): Divergence => ({
  number,
  actor: '',
  machine: '',
  event: undefined,
  what: 'events',
  recorded: from === to ? `event ${from} is missing` : `events ${from} to ${to} are missing`,
  replayed: 'every event in its order',
})

function orderDivergence(
  { number, event }: RecordedEvent,
  expected: number,
  present: ReadonlySet<number>,
  of: Replayed | undefined,
): Divergence | undefined {
  if (number === expected) return undefined
  if (number > expected && !present.has(expected)) return missing(number, expected, number - 1)
  return {
    number,
    actor: of?.actor.id ?? '',
    machine: of?.actor.machine ?? '',
    event,
    what: 'order of events',
    recorded: `event ${number} stands where event ${expected} should`,
    replayed: 'every event in its order',
  }
}

/** One recorded actor as it is replayed. */
class Replayed {
  readonly actor: RecordedActor
  /** What the last event led to, whatever it is compared with afterwards. */
  came: AnyMachineSnapshot | undefined
  /** Undefined for actors that are no machines. */
  readonly #folded: Folded | undefined
  /** What the context was according to the recording; undefined where it does not say. */
  #recorded: unknown

  constructor(actor: RecordedActor, machines: Machines) {
    this.actor = actor
    const machine = actor.machine === undefined ? undefined : machines[actor.machine]
    if (!machine) return
    this.#folded = new Folded(actor, machine)
    this.#recorded = actor.before?.context
  }

  take(recorded: RecordedEvent, hasContexts: boolean): Divergence | undefined {
    const { event, number, changes } = recorded
    if (changes) this.#recorded = changed(this.#recorded, changes)
    const { machine = '', id } = this.actor
    const folded = this.#folded
    if (!folded) return undefined
    const part = (what: string, was: string, is: string): Divergence => ({
      number,
      actor: id,
      machine,
      event,
      what,
      recorded: was,
      replayed: is,
    })
    try {
      folded.take(event)
    } catch (error) {
      return part('outcome', 'a new state', `an error: ${error instanceof Error ? error.message : String(error)}`)
    }
    this.came = folded.snapshot
    const { value, context, status } = folded.snapshot ?? {}
    const compared: [string, string, string][] = [
      ['transitions', recorded.steps.join('\n') || 'none', folded.steps.join('\n') || 'none'],
      ['state', canonical(recorded.state), canonical(value)],
      ['status', recorded.status ?? 'none', status ?? 'none'],
      ['context', recorded.context ?? 'none', fingerprint(kept(context))],
    ]
    const difference = compared.find(([, was, is]) => was !== is)
    if (!difference) return undefined
    const values = hasContexts && recorded.context ? differences(this.#recorded, kept(context)) : undefined
    // From here on it is compared with what was recorded, so that one fault is told once.
    if (hasContexts) this.#resume(folded, recorded)
    return { ...part(...difference), values }
  }

  #resume(folded: Folded, { state, status }: RecordedEvent): void {
    if (state === undefined || status !== 'active') return
    try {
      folded.resume({ state, status, context: this.#recorded })
    } catch {
      // The machine has no such state any more.
    }
  }
}
