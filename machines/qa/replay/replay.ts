import {
  type AnyEventObject,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  initialTransition,
  transition,
} from 'xstate'
import { canonical, fingerprint, machineVersion } from '../record/fingerprint'
import { kept } from '../record/keep'
import type { Machines, RecordedActor, RecordedEvent, Recording } from '../record/recording'
import { stepName } from '../record/steps'
import { resumed, revived } from './revived'
import { watched } from './watched'

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
}

/** One event, replayed. */
export interface Frame {
  recorded: RecordedEvent
  /** What the machine is now; undefined for actors that are no machines. */
  snapshot: AnyMachineSnapshot | undefined
  divergence: Divergence | undefined
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
  for (const recorded of recording.events) {
    const replayed = actors.get(recorded.actor)
    const place = orderDivergence(recorded, expected, present, replayed)
    expected = recorded.number + 1
    const divergence = replayed?.take(recorded)
    yield { recorded, snapshot: replayed?.snapshot, divergence: place ?? divergence }
  }
  const last = recording.events.at(-1)
  if (last && last.number < recording.lastEvent) {
    yield { recorded: last, snapshot: undefined, divergence: missing(last.number + 1, recording.lastEvent) }
  }
}

/** The first place where the recording and its replay part, if they do. */
export function firstDivergence(recording: Recording, machines: Machines): Divergence | undefined {
  for (const { divergence } of replay(recording, machines)) if (divergence) return divergence
  return undefined
}

const missing = (from: number, to: number): Divergence => ({
  number: from,
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
  if (number > expected && !present.has(expected)) return missing(expected, number - 1)
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
  snapshot: AnyMachineSnapshot | undefined
  /** An actor of a screen may be stopped and go on later; it then goes on from here. */
  #beforeStop: AnyMachineSnapshot | undefined
  /** Undefined for actors that are no machines. */
  #logic: AnyStateMachine | undefined
  /** The transitions of the last step. */
  #steps: string[] = []

  constructor(actor: RecordedActor, machines: Machines) {
    this.actor = actor
    const machine = actor.machine === undefined ? undefined : machines[actor.machine]
    if (!machine) return
    this.#logic = watched(machine, (taken) => {
      this.#steps = taken.map(stepName)
    })
    if (actor.before) this.snapshot = resumed(machine, actor.before)
  }

  take(recorded: RecordedEvent): Divergence | undefined {
    const { event, number } = recorded
    const { machine = '', id } = this.actor
    if (!this.#logic) return undefined
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
      this.#step(this.#logic, event)
    } catch (error) {
      return part('outcome', 'a new state', `an error: ${error instanceof Error ? error.message : String(error)}`)
    }
    const { value, context, status } = this.snapshot ?? {}
    const differences: [string, string, string][] = [
      ['transitions', recorded.steps.join('\n') || 'none', this.#steps.join('\n') || 'none'],
      ['state', canonical(recorded.state), canonical(value)],
      ['status', recorded.status ?? 'none', status ?? 'none'],
      ['context', recorded.context ?? 'none', fingerprint(kept(context))],
    ]
    const difference = differences.find(([, was, is]) => was !== is)
    return difference && part(...difference)
  }

  #step(logic: AnyStateMachine, event: { type: string }): void {
    this.#steps = []
    if (event.type === 'xstate.init') {
      this.snapshot = this.#beforeStop ?? initialTransition(logic, revived(this.actor.input))[0]
      this.#beforeStop = undefined
      return
    }
    if (!this.snapshot) throw new Error('it had not begun yet')
    this.#beforeStop = event.type === 'xstate.stop' ? this.snapshot : undefined
    // What is revived of an event keeps its type.
    this.snapshot = transition(logic, this.snapshot, revived(event) as AnyEventObject)[0]
  }
}
