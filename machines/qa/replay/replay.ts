import {
  type AnyActorRef,
  type AnyActorScope,
  type AnyEventObject,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type AnyTransitionDefinition,
  createActor,
  fromCallback,
  initialTransition,
  type StateValue,
  transition,
} from 'xstate'
import { RequestError } from '../../../contract/client/errors'
import { canonical, fingerprint, machineVersion } from '../record/fingerprint'
import { kept } from '../record/keep'
import { machines } from '../machines'
import type { RecordedActor, RecordedEvent, Recording } from '../record/recording'
import { stepName } from '../record/steps'

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
export const changedMachines = (recording: Recording): string[] =>
  Object.entries(recording.machines).flatMap(([name, version]) => {
    const machine = machines[name]
    return machine && machineVersion(machine) === version ? [] : [name]
  })

/** Folds the recorded events through the machines and compares what comes out, one event at a time. */
export function* replay(recording: Recording): Generator<Frame> {
  const actors = new Map(recording.actors.map((actor) => [actor.session, new Replayed(actor)]))
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
export function firstDivergence(recording: Recording): Divergence | undefined {
  for (const { divergence } of replay(recording)) if (divergence) return divergence
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
  #watched: Watched | undefined

  constructor(actor: RecordedActor) {
    this.actor = actor
    const machine = actor.machine === undefined ? undefined : machines[actor.machine]
    if (!machine) return
    this.#watched = watched(machine)
    if (actor.before) this.snapshot = resumed(machine, actor.before)
  }

  take(recorded: RecordedEvent): Divergence | undefined {
    const { event, number } = recorded
    const { machine = '', id } = this.actor
    if (!this.#watched) return undefined
    const part = (what: string, was: string, is: string): Divergence => ({
      number,
      actor: id,
      machine,
      event,
      what,
      recorded: was,
      replayed: is,
    })
    let steps: string[]
    try {
      steps = this.#step(this.#watched, event)
    } catch (error) {
      return part('outcome', 'a new state', `an error: ${error instanceof Error ? error.message : String(error)}`)
    }
    const { value, context, status } = this.snapshot ?? {}
    const differences: [string, string, string][] = [
      ['transitions', recorded.steps.join('\n') || 'none', steps.join('\n') || 'none'],
      ['state', canonical(recorded.state), canonical(value)],
      ['status', recorded.status ?? 'none', status ?? 'none'],
      ['context', recorded.context ?? 'none', fingerprint(kept(context))],
    ]
    const difference = differences.find(([, was, is]) => was !== is)
    return difference && part(...difference)
  }

  #step({ logic, steps }: Watched, event: { type: string }): string[] {
    if (event.type === 'xstate.init') {
      if (this.#beforeStop) {
        this.snapshot = this.#beforeStop
        this.#beforeStop = undefined
        return []
      }
      const [first] = initialTransition(logic, revived(this.actor.input))
      this.snapshot = first
      return steps()
    }
    if (!this.snapshot) throw new Error('it had not begun yet')
    this.#beforeStop = event.type === 'xstate.stop' ? this.snapshot : undefined
    // What is revived of an event keeps its type.
    const [next] = transition(logic, this.snapshot, revived(event) as AnyEventObject)
    this.snapshot = next
    return steps()
  }
}

interface Watched {
  logic: AnyStateMachine
  /** The transitions of the last step. */
  steps: () => string[]
}

/** A machine that also tells which transitions a step took, which xstate tells only its inspectors. */
function watched(machine: AnyStateMachine): Watched {
  let taken: AnyTransitionDefinition[] = []
  const watch = (scope: AnyActorScope): AnyActorScope => {
    taken = []
    const system = scope.system as unknown as {
      _sendInspectionEvent: (event: { type: string; _transitions?: AnyTransitionDefinition[] }) => void
    }
    system._sendInspectionEvent = ({ type, _transitions = [] }) => {
      if (type === '@xstate.microstep') taken.push(..._transitions)
    }
    // A flow speaks to its workspace, for which an actor stands in that does nothing.
    return { ...scope, self: Object.create(scope.self, { _parent: { value: standInActor('parent') } }) as AnyActorRef }
  }
  const logic: AnyStateMachine = Object.assign(Object.create(machine), {
    transition: (state: AnyMachineSnapshot, event: AnyEventObject, scope: AnyActorScope) =>
      machine.transition(state, event, watch(scope)),
    getInitialSnapshot: (scope: AnyActorScope, input: unknown) => machine.getInitialSnapshot(watch(scope), input),
  })
  return { logic, steps: () => taken.map(stepName) }
}

const idle = fromCallback(() => {})
const standInActor = (id: string) => createActor(idle, { id })

/** A machine in the state that it was in, with actors in the place of those that it had. */
function resumed(machine: AnyStateMachine, { state, context, status }: NonNullable<RecordedActor['before']>) {
  const snapshot = machine.resolveState({
    value: state as StateValue,
    context: revived(context),
    status: status as AnyMachineSnapshot['status'],
  })
  const invoked = snapshot._nodes.flatMap(({ invoke }) => invoke.map(({ id }) => id))
  const spawned = actorsIn(snapshot.context)
  const children: Record<string, AnyActorRef> = {
    ...Object.fromEntries(invoked.map((id) => [id, standInActor(id)])),
    ...Object.fromEntries(spawned.map((actor) => [actor.id, actor])),
  }
  return Object.assign(snapshot, { children })
}

const isActor = (value: object): value is AnyActorRef => 'sessionId' in value

function actorsIn(value: unknown): AnyActorRef[] {
  if (typeof value !== 'object' || value === null) return []
  if (isActor(value)) return [value]
  return Object.values(value).flatMap(actorsIn)
}

/** Turns what was kept of errors and actors into such again. */
function revived(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(revived)
  if ('$error' in value) return revivedError(value.$error as Record<string, unknown>)
  if ('$actor' in value) return standInActor(String(value.$actor))
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, revived(part)]))
}

function revivedError({ name, message, endpoint, status, body }: Record<string, unknown>): Error {
  if (name === 'RequestError') {
    const answered = typeof status === 'number' ? { status, body } : {}
    return new RequestError(String(message), { endpoint: String(endpoint), ...answered })
  }
  return Object.assign(new Error(String(message)), { name: String(name) })
}
