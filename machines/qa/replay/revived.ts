import {
  type AnyActorRef,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  createActor,
  fromCallback,
  type StateValue,
} from 'xstate'
import { RequestError } from '../../../contract/client/errors'
import type { RecordedActor } from '../record/recording'

const idle = fromCallback(() => {})
const standInActor = (id: string) => createActor(idle, { id })

/** Returns a machine in the state that it was in, with actors in the place of those that it had. */
export function resumed(machine: AnyStateMachine, { state, context, status }: NonNullable<RecordedActor['before']>) {
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
export function revived(value: unknown): unknown {
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
