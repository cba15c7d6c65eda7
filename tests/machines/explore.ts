import { getAdjacencyMap } from '@xstate/graph'
import {
  type AnyEventObject,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type AnyStateNode,
  type AnyTransitionDefinition,
  getNextTransitions,
} from 'xstate'
import { allNodes, ownTransitions, stepName } from '../../machines/qa/record/steps'
import { watched } from '../../machines/qa/replay/watched'

/** How to walk through a machine: what it may be given, and what must hold wherever it gets. */
export interface Model {
  machine: AnyStateMachine
  /** Each input begins a walk of its own. */
  inputs?: readonly unknown[]
  /** The payloads to try for an event's type. An event without any is sent bare. */
  events?: Readonly<Record<string, readonly object[]>>
  /** What an invoked actor may come to, by its name; nothing when left out. */
  outputs?: Readonly<Record<string, readonly unknown[]>>
  /** What an invoked actor may fail with, by its name. */
  errors?: Readonly<Record<string, readonly unknown[]>>
  /** What of the context tells two states apart; keep it small, so that the walk ends. */
  identity?: (context: never) => unknown
  /** Throws when a state that was reached breaks a promise. */
  invariant?: (snapshot: AnyMachineSnapshot) => void
}

export interface Coverage {
  states: { covered: number; missing: string[]; total: number }
  transitions: { covered: number; missing: string[]; total: number }
}

/** Walks through every state that the model's inputs and events can reach, by the machine's pure transition. */
export function explore(model: Model): Coverage {
  const { machine } = model
  const taken = new Set<AnyTransitionDefinition>()
  const reached = new Set<AnyStateNode>()
  const nodes = allNodes(machine.root)
  const sources = new Map(
    nodes.flatMap(({ invoke }) => invoke.map(({ id, src }) => [id, typeof src === 'string' ? src : ''])),
  )

  const logic = watched(machine, (steps) => {
    for (const step of steps) {
      taken.add(step)
      // A state that is left without an event is passed within one step of the walk.
      reached.add(step.source)
    }
  })

  for (const input of model.inputs ?? [undefined]) {
    getAdjacencyMap(logic, {
      input,
      limit: 20_000,
      events: (snapshot: AnyMachineSnapshot) => eventsFor(snapshot, model, sources),
      serializeEvent: (event) => JSON.stringify(event),
      serializeState: (snapshot: AnyMachineSnapshot) => {
        for (const node of snapshot._nodes) reached.add(node)
        model.invariant?.(snapshot)
        return JSON.stringify([snapshot.value, snapshot.status, model.identity?.(snapshot.context as never)])
      },
    })
  }
  const transitions = nodes.flatMap(ownTransitions)
  const missing = transitions.filter((transition) => !taken.has(transition))
  const unreached = nodes.filter((node) => !reached.has(node))
  return {
    states: { covered: nodes.length - unreached.length, total: nodes.length, missing: unreached.map(({ id }) => id) },
    transitions: {
      covered: transitions.length - missing.length,
      total: transitions.length,
      missing: missing.map(stepName),
    },
  }
}

function eventsFor(snapshot: AnyMachineSnapshot, model: Model, sources: Map<string, string>): AnyEventObject[] {
  if (snapshot.status !== 'active') return []
  const types = new Set(getNextTransitions(snapshot).map(({ eventType }) => eventType))
  return [...types].filter(Boolean).flatMap((type) => payloads(type, model, sources))
}

function payloads(type: string, { events, outputs, errors }: Model, sources: Map<string, string>): AnyEventObject[] {
  const [, outcome, actor = ''] = /^xstate\.(done|error)\.actor\.(.*)$/.exec(type) ?? []
  const name = sources.get(actor) ?? actor
  if (outcome === 'done') {
    return (outputs?.[name] ?? [undefined]).map((output) => ({
      type: type.replace('*', 'any'),
      output,
      actorId: actor,
    }))
  }
  if (outcome === 'error') {
    return (errors?.[name] ?? [new Error('refused')]).map((error) => ({ type, error, actorId: actor }))
  }
  return (events?.[type] ?? [{}]).map((payload) => ({ type, ...payload }))
}
