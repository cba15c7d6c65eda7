import { assign, type OutputFrom } from 'xstate'
import type { ZodMiniType } from 'zod/mini'
import type { FlowSurroundings } from '../flowSurroundings'
import { type FieldEvent, formParts, type LeaveEvent, newForm, type WithForm } from '../form'
import { refusedTo } from '../refusedFields'
import { editingStates } from './editingStates'
import {
  type AnySending,
  endings,
  failedTo,
  type Flow,
  type FlowActors,
  flowOf,
  lookedUpStates,
  type Sending,
  sendingState,
} from './sending'
import type { WithUnanswered } from './unanswered'

export type FormFlowEvent<Values> = FieldEvent<Values> | LeaveEvent | { type: 'dialog.submit' }

/** A form that is filled in and sent. */
interface FormFlow<
  Input extends FlowSurroundings,
  Values extends object,
  About extends object,
  Actors extends FlowActors,
  Src extends keyof Actors & string,
  Action extends string,
> {
  id: string
  form: ZodMiniType<unknown, Values>
  /** What the form begins with. */
  values: (input: Input) => Values
  /** What the flow is about, beside its form. */
  context: (input: Input) => About
  actors: Actors
  submit: Sending<About & WithForm<Values>, Actors, Src, Action>
  /** Whether the server may refuse single fields, which is said at them; such a form is never unanswered. */
  refusesFields?: boolean
  /** The lists among the fields whose items are refused field by field. */
  refusesItemsOf?: readonly (keyof Values & string)[]
  /**
   * What is kept of the answer, where what came of it is shown until it is closed: the name of the action, and what it sets.
   */
  shows?: { action: string; as: (output: OutputFrom<Actors[Src]>) => Partial<About> }
  /** The state that leaving the form leads to. */
  cancelled: string
}

/** The flow of a form: filled in, sent, and again filled in when that failed. */
export const formFlow = <
  Input extends FlowSurroundings,
  Values extends object,
  About extends object,
  Actors extends FlowActors,
  Src extends keyof Actors & string,
  Action extends string = never,
>({
  id,
  form,
  values,
  context,
  actors,
  submit,
  refusesFields,
  refusesItemsOf,
  shows,
  cancelled,
}: FormFlow<Input, Values, About, Actors, Src, Action>): Flow<
  About & WithForm<Values> & WithUnanswered,
  FormFlowEvent<Values>,
  Actors,
  'open' | 'busy' | 'asking',
  Input
> => {
  const parts = formParts<Values>(form, refusesItemsOf)
  const sending: AnySending = shows ? { ...submit, action: { type: shows.action, params: shows.as } } : submit
  return flowOf(
    {
      id,
      context: ({ input }: { input: Input }) => ({ ...context(input), form: newForm(values(input)) }),
      initial: 'editing',
      states: {
        ...editingStates<Values>(submit.state, cancelled),
        ...(refusesFields
          ? { [submit.state]: sendingState(sending, [refusedTo('editing'), failedTo('editing')]) }
          : lookedUpStates(sending, 'editing')),
        ...(shows && { [submit.done]: { tags: 'open', on: { 'dialog.cancel': 'closed', 'dialog.leave': 'closed' } } }),
        ...endings(shows ? 'closed' : submit.done, cancelled),
      },
    },
    {
      actors,
      ...parts,
      actions: { ...parts.actions, ...(shows && { [shows.action]: assign((_, kept: Partial<About>) => kept) }) },
      given: [submit.action?.type],
    },
  )
}
