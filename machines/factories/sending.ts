import {
  type AnyActorLogic,
  type AnyActorRef,
  type AnyStateMachine,
  createMachine,
  type EventObject,
  type InputFrom,
  type MetaObject,
  type OutputFrom,
  type ParameterizedObject,
  type StateMachine,
  type StateSchema,
} from 'xstate'
import { withError } from '../actors'
import { type Change, changeParts } from '../pendingChanges'
import { leaveSentAgain, unansweredParts, unansweredState, unansweredTo } from './unanswered'

// What the factories of flows share: the state in which something is sent, and the type of what they make.

export type FlowActors = Readonly<Record<string, AnyActorLogic>>

/** What a flow sends to the server, and what is seen of it before and after its answer. */
export interface Sending<Context, Actors extends FlowActors, Src extends keyof Actors, Action extends string> {
  /** The state in which it waits for the answer. */
  state: string
  /** The actor that sends it. */
  src: Src
  input: (context: Context) => InputFrom<Actors[Src]>
  /** What a person sees of it before the server has confirmed it. */
  change: Change | ((context: Context) => Change)
  /** What is said when it has been done, if anything. */
  message?: string | ((context: Context) => string)
  /** What is done besides with the answer, such as to open what was made: the name of the action, and its parameters. */
  action?: { type: Action; params: (output: OutputFrom<Actors[Src]>) => object }
  /** The state in which it has been done. */
  done: string
  /**
   * What is not known when no answer comes, such as 'the order has been cancelled'. Of what has a key alone: the same is
   * sent again until it is answered, and a person who does not wait leaves for the state `left`.
   */
  unanswered?: { whether: string | ((context: Context) => string); left: string }
}
/** The same as the factories use it. */
export type AnySending = Omit<Sending<never, FlowActors, string, string>, 'action'> & {
  action?: { type: string; params: (output: never) => object }
}

/** What every flow has done: some of it by the app, which gives it, and some of it by its parts. */
type FlowAction =
  | { type: 'showMessage'; params: { message: string } }
  | { type: 'reportError'; params: { error: unknown } }
  | { type: 'showChange'; params: Change }
  | { type: 'confirmChange' | 'revertChange'; params: object | undefined }

/** A machine made by a factory, as whoever opens it knows it. */
export type Flow<
  Context extends object,
  Event extends EventObject,
  Actors extends FlowActors,
  Tag extends string,
  Input,
> = StateMachine<
  Context & Record<string, unknown>,
  Event,
  Record<string, AnyActorRef | undefined>,
  { [Src in keyof Actors & string]: { src: Src; logic: Actors[Src]; id: string | undefined } }[keyof Actors & string],
  FlowAction,
  ParameterizedObject,
  string,
  string,
  Tag,
  Input,
  unknown,
  EventObject,
  MetaObject,
  StateSchema
>

const paramsOf = <Params>(given: Params | ((context: never) => Params)) =>
  typeof given === 'function'
    ? ({ context }: { context: never }) => (given as (context: never) => Params)(context)
    : given

/** The state that sends something; `onError` is where a failure leads. */
export const sendingState = (
  { src, input, change, message, action, done }: AnySending,
  onError: object,
  tags: string | readonly string[] = ['open', 'busy'],
) => {
  const said = typeof message === 'function' ? message : undefined
  const ended = [
    ...(message === undefined
      ? []
      : [
          {
            type: 'showMessage',
            params: said ? ({ context }: { context: never }) => ({ message: said(context) }) : { message },
          },
        ]),
    ...(action
      ? [{ type: action.type, params: ({ event }: { event: { output: never } }) => action.params(event.output) }]
      : []),
  ]
  return {
    tags,
    entry: { type: 'showChange', params: paramsOf(change) },
    invoke: {
      src,
      input: ({ context }: { context: never }) => input(context),
      onDone: { target: done, actions: ended.length > 0 ? ['confirmChange', ...ended] : 'confirmChange' },
      onError,
    },
  }
}

/** Where a failure leads of which nothing is known but that it failed. */
export const failedTo = (target: string) => ({ target, actions: ['revertChange', withError('reportError')] })

/** The state that sends something, and where the failure of what can be looked up leads; with the state that does. */
export function lookedUpStates(submit: AnySending, failed: string, tags?: readonly string[]) {
  const { state, unanswered } = submit
  if (!unanswered) return { [state]: sendingState(submit, failedTo(failed), tags) }
  const { target, actions } = failedTo(failed)
  return {
    [state]: {
      ...sendingState(
        submit,
        [unansweredTo('unanswered', unanswered.whether), { target, actions: [...actions, 'forgetUnanswered'] }],
        tags,
      ),
      on: leaveSentAgain(unanswered.left),
    },
    unanswered: unansweredState(state, unanswered.left),
    ...endings(unanswered.left),
  }
}

/** States in which a flow has ended. */
export const endings = (...names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, { type: 'final' as const }]))

interface Parts {
  actors: FlowActors
  actions?: object
  guards?: object
  /** The names of actions that the app gives it beside those that every flow has. */
  given?: readonly (string | undefined)[]
}

const nothing = () => {}

/**
 * The machine of a chart, to which the app gives its actors, and what shows messages. A factory says what it is, as a chart
 * that is put together of parts says nothing of its own type.
 */
export function flowOf(chart: object, { actors, actions, guards, given = [] }: Parts): AnyStateMachine {
  const others = given.filter((name) => name !== undefined)
  const implementations = {
    actors,
    actions: {
      showMessage: nothing,
      reportError: nothing,
      ...Object.fromEntries(others.map((name) => [name, nothing])),
      ...changeParts.actions,
      ...unansweredParts.actions,
      ...actions,
    },
    guards: { ...unansweredParts.guards, ...guards },
    delays: unansweredParts.delays,
  }
  return createMachine(chart, implementations as object)
}
