import type { InputFrom, OutputFrom } from 'xstate'
import type { ZodMiniType } from 'zod/mini'
import type { FlowSurroundings } from '../flowSurroundings'
import type { FlowActors } from './sending'
import { shownOnceFlow } from './shownOnceFlow'

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

/** The flow of a form by which a token is made. */
export const tokenFlow = <Values extends object, Actors extends FlowActors>({
  resource,
  src,
  ...flow
}: TokenFlow<Values, Actors>) =>
  shownOnceFlow({
    ...flow,
    context: ({ organizationId }: FlowSurroundings): MadeToken & Pick<FlowSurroundings, 'organizationId'> => ({
      organizationId,
      token: null,
    }),
    submit: {
      state: 'creating',
      src,
      input: ({ organizationId, form: { values } }) => ({ organizationId, values }) as InputFrom<Actors[keyof Actors]>,
      change: { resource, kind: 'add' },
      keeps: { action: 'setToken', as: ({ token }: OutputFrom<Actors[keyof Actors]> & MadeToken) => ({ token }) },
      done: 'created',
    },
  })
