import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate'
import { ownTransitions, stepName } from '../record/steps'

export type StepKind = 'event' | 'after' | 'always' | 'done' | 'error'

/** What is written about one transition: what makes it happen, under which condition, and what it does. */
export interface StepText {
  kind: StepKind
  trigger: string
  /** Without its brackets; `else` after guarded transitions of the same event. */
  guard: string | undefined
  actions: string[]
}

/** One line inside a state's box. A transition that goes nowhere is such a line, with its name. */
export interface StateText {
  kind: 'tag' | 'entry' | 'exit' | 'invoke' | 'step'
  text: string
  step?: string
}

/** Whether a state lies in another, however deep. */
export const isInside = (inner: AnyStateNode, outer: AnyStateNode): boolean =>
  inner.parent !== undefined && (inner.parent === outer || isInside(inner.parent, outer))

/** An action, guard or actor is named by a string or an object; in a definition that was read, functions are objects too. */
function nameOf(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value === 'object' && value !== null && 'type' in value) return String(value.type)
  return 'unnamed'
}

function duration(milliseconds: number): string {
  if (milliseconds < 1000) return `${milliseconds}\u00A0ms`
  return milliseconds < 60_000 ? `${milliseconds / 1000}\u00A0s` : `${milliseconds / 60_000}\u00A0min`
}

function delayText(machine: AnyStateMachine, delay: string): string {
  if (/^\d+$/.test(delay)) return duration(Number(delay))
  const known: unknown = machine.implementations.delays[delay]
  return typeof known === 'number' ? `${delay} (${duration(known)})` : delay
}

/** The actor that an event is of: what the invoking state calls it, not the id that xstate made up. */
function actorName(source: AnyStateNode, id: string): string {
  if (id === '*') return 'any actor'
  const invoked = source.invoke.find((invocation) => invocation.id === id)
  return invoked === undefined ? id : nameOf(invoked.src)
}

function triggerOf(machine: AnyStateMachine, { source, eventType }: AnyTransitionDefinition): [StepKind, string] {
  if (eventType === '') return ['always', 'always']
  const [, what = 'event', , rest = ''] =
    /^xstate\.(after|done\.actor|error\.actor|snapshot\.actor|done\.state)(\.(.*))?$/.exec(eventType) ?? []
  switch (what) {
    case 'after':
      return ['after', `after ${delayText(machine, rest.slice(0, -source.id.length - 1))}`]
    case 'done.actor':
      return ['done', `done ${actorName(source, rest)}`]
    case 'error.actor':
      return ['error', `error ${actorName(source, rest)}`]
    case 'snapshot.actor':
      return ['event', `snapshot ${actorName(source, rest)}`]
    case 'done.state':
      return ['done', `done ${source.key}`]
    default:
      return ['event', eventType]
  }
}

/** Whether an earlier transition of the same event is guarded, so that this one is what happens otherwise. */
const isOtherwise = (step: AnyTransitionDefinition): boolean => {
  const rivals = ownTransitions(step.source).filter(({ eventType }) => eventType === step.eventType)
  return rivals.slice(0, rivals.indexOf(step)).some(({ guard }) => guard !== undefined)
}

/** What a drawing says beside a transition. */
export function stepText(machine: AnyStateMachine, step: AnyTransitionDefinition): StepText {
  const [kind, trigger] = triggerOf(machine, step)
  const otherwise = isOtherwise(step) ? 'else' : undefined
  return {
    kind,
    trigger,
    guard: step.guard === undefined ? otherwise : nameOf(step.guard),
    actions: step.actions.map(nameOf),
  }
}

/** A transition in one line, as UML writes it. */
export const stepLine = ({ trigger, guard, actions }: StepText): string =>
  [
    trigger,
    ...(guard === undefined ? [] : [`[${guard}]`]),
    ...(actions.length > 0 ? [`/\u00A0${actions.join(', ')}`] : []),
  ].join(' ')

const tagText = (tags: readonly string[]): StateText => ({
  kind: 'tag',
  text: `${tags.length > 1 ? 'tags' : 'tag'} ${tags.join(', ')}`,
})

/** Starting and cancelling the clock of a delay are actions that xstate adds; the delay's transition shows them. */
const isDeclared = (action: unknown) => typeof action !== 'function'

/** What a drawing says inside a state's box, below its name. */
export function stateTexts(machine: AnyStateMachine, node: AnyStateNode): StateText[] {
  const staying = ownTransitions(node).filter(({ target }) => target === undefined || target.length === 0)
  return [
    ...(node.tags.length > 0 ? [tagText(node.tags)] : []),
    ...node.entry
      .filter(isDeclared)
      .map((action): StateText => ({ kind: 'entry', text: `entry /\u00A0${nameOf(action)}` })),
    ...node.exit
      .filter(isDeclared)
      .map((action): StateText => ({ kind: 'exit', text: `exit /\u00A0${nameOf(action)}` })),
    ...node.invoke.map(({ src }): StateText => ({ kind: 'invoke', text: `invoke ${nameOf(src)}` })),
    ...staying.map((step): StateText => {
      const text = stepText(machine, step)
      return {
        kind: 'step',
        text: text.actions.length > 0 ? stepLine(text) : `${stepLine(text)} is ignored`,
        step: stepName(step),
      }
    }),
  ]
}
