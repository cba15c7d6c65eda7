import { assign } from 'xstate'
import type { ZodMiniType } from 'zod/mini'
import type { FlowSurroundings } from '../flowSurroundings'
import { answersTo, fieldEvents, formParts, leaveTo, newForm, submitTo, type WithForm } from '../form'
import { refusedTo } from '../refusedFields'
import type { FormFlowEvent } from './formFlow'
import { endings, failedTo, type Flow, type FlowActors, flowOf, sendingState } from './sending'

/** What is answered to whoever makes a token. */
export interface MadeToken {
  /** Null when the server has answered it before, to somebody who did not hear it. */
  token: string | null
}

/** What a token is made of. */
export interface TokenAsked<Values> {
  organizationId: string | undefined
  values: Values
}

interface TokenContext<Values> extends WithForm<Values>, MadeToken {
  organizationId: string | undefined
}

interface TokenFlow<Values extends object, Actors extends FlowActors> {
  id: string
  form: ZodMiniType<unknown, Values>
  values: Values
  /** Of the list that shows it. */
  resource: string
  actors: Actors
  /** The actor that makes it. */
  src: keyof Actors & string
  /** Whether the server may refuse single fields, which is said at them. */
  refusesFields?: boolean
}

/** The flow of a form by which a token is made, that is shown once and never again. */
export const tokenFlow = <Values extends object, Actors extends FlowActors>({
  id,
  form,
  values,
  resource,
  actors,
  src,
  refusesFields = false,
}: TokenFlow<Values, Actors>): Flow<
  TokenContext<Values>,
  FormFlowEvent<Values>,
  Actors,
  'open' | 'busy' | 'asking',
  FlowSurroundings
> =>
  flowOf(
    {
      id,
      context: ({ input: { organizationId } }: { input: FlowSurroundings }) => ({
        organizationId,
        form: newForm(values),
        token: null,
      }),
      initial: 'editing',
      states: {
        editing: {
          tags: 'open',
          on: { ...fieldEvents<Values>(), ...leaveTo('cancelled'), 'dialog.submit': submitTo('creating') },
        },
        asking: { tags: ['open', 'asking'], on: answersTo('cancelled') },
        creating: sendingState(
          {
            state: 'creating',
            src,
            input: ({ organizationId, form: { values: typed } }: TokenContext<Values>) => ({
              organizationId,
              values: typed,
            }),
            change: { resource, kind: 'add' },
            action: { type: 'setToken', params: ({ token }: MadeToken) => ({ token }) },
            done: 'created',
          },
          refusesFields ? [refusedTo('editing'), failedTo('editing')] : failedTo('editing'),
        ),
        // It can't be read again, so nothing but its reader closes it.
        created: { tags: 'open', on: { 'dialog.cancel': 'closed' } },
        ...endings('closed', 'cancelled'),
      },
    },
    {
      actors,
      ...formParts<Values>(form),
      actions: {
        ...formParts<Values>(form).actions,
        setToken: assign((_, { token }: MadeToken) => ({ token })),
      },
    },
  )
