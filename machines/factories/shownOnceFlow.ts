import { assign, type InputFrom, type OutputFrom } from 'xstate'
import type { ZodMiniType } from 'zod/mini'
import type { FlowSurroundings } from '../flowSurroundings'
import { formParts, newForm, type WithForm } from '../form'
import type { Change } from '../pendingChanges'
import { refusedTo } from '../refusedFields'
import { editingStates } from './editingStates'
import type { FormFlowEvent } from './formFlow'
import { endings, failedTo, type Flow, type FlowActors, flowOf, sendingState } from './sending'

interface ShownOnceFlow<
  Input extends FlowSurroundings,
  Values extends object,
  About extends object,
  Actors extends FlowActors,
  Src extends keyof Actors & string,
> {
  id: string
  form: ZodMiniType<unknown, Values>
  /** What the form begins with. */
  values: Values
  /** What the flow is about beside its form, and what is shown before it is answered. */
  context: (input: Input) => About
  actors: Actors
  submit: {
    /** The state in which it is sent. */
    state: string
    src: Src
    input: (context: About & WithForm<Values>) => InputFrom<Actors[Src]>
    change: Change
    /** What is kept of the answer: the name of the action, and what it sets. */
    keeps: { action: string; as: (output: OutputFrom<Actors[Src]>) => Partial<About> }
    /** The state in which the answer is read. */
    done: string
  }
  /** Whether the server may refuse single fields, which is said at them. */
  refusesFields?: boolean
}

/** The flow of a form whose answer is shown once and can't be read again, so that nothing but its reader closes it. */
export const shownOnceFlow = <
  Input extends FlowSurroundings,
  Values extends object,
  About extends object,
  Actors extends FlowActors,
  Src extends keyof Actors & string,
>({
  id,
  form,
  values,
  context,
  actors,
  submit: { keeps, done, ...sending },
  refusesFields = false,
}: ShownOnceFlow<Input, Values, About, Actors, Src>): Flow<
  About & WithForm<Values>,
  FormFlowEvent<Values>,
  Actors,
  'open' | 'busy' | 'asking',
  Input
> => {
  const parts = formParts<Values>(form)
  const action = {
    type: keeps.action,
    params: (output: OutputFrom<Actors[Src]>) => keeps.as(output),
  }
  return flowOf(
    {
      id,
      context: ({ input }: { input: Input }) => ({ ...context(input), form: newForm(values) }),
      initial: 'editing',
      states: {
        ...editingStates<Values>(sending.state, 'cancelled'),
        [sending.state]: sendingState(
          { ...sending, action, done },
          refusesFields ? [refusedTo('editing'), failedTo('editing')] : failedTo('editing'),
        ),
        [done]: { tags: 'open', on: { 'dialog.cancel': 'closed' } },
        ...endings('closed', 'cancelled'),
      },
    },
    {
      actors,
      ...parts,
      actions: { ...parts.actions, [keeps.action]: assign((_, kept: Partial<About>) => kept) },
    },
  )
}
