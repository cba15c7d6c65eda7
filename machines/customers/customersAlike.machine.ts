import { assign, setup } from 'xstate'
import type { CustomerAlike } from '../../contract/extensions/customers'
import type { CustomerValues } from '../../contract/forms/customers'
import { callbackActor, promiseActor } from '../actors'

/** What of a new customer tells whether there is one already. */
export type TellingValues = Pick<
  CustomerValues,
  'firstName' | 'lastName' | 'email' | 'phone' | 'postalCode' | 'country'
>
export interface CustomersAlikeInput {
  organizationId: string | undefined
}
interface Context extends CustomersAlikeInput {
  typed: TellingValues | undefined
  found: readonly CustomerAlike[]
}
export type CustomersAlikeEvent = { type: 'typed.change'; values: TellingValues }

/** Looks for who a new customer may be already, while they are typed (CU-02). What fails holds nobody up. */
export const customersAlikeMachine = setup({
  types: { input: {} as CustomersAlikeInput, context: {} as Context, events: {} as CustomersAlikeEvent },
  actors: {
    typedCustomer: callbackActor('typedCustomer'),
    findAlike: promiseActor<
      readonly CustomerAlike[],
      { organizationId: string | undefined; typed: TellingValues | undefined }
    >('findAlike'),
  },
  actions: {
    setTyped: assign({ typed: (_, { values }: { values: TellingValues }) => values }),
    setFound: assign({ found: (_, { found }: { found: readonly CustomerAlike[] }) => found }),
    forgetFound: assign({ found: [] }),
  },
  // Somebody on the phone waits for whether they are known.
  delays: { typingPause: 40 },
}).createMachine({
  id: 'customersAlike',
  context: ({ input }) => ({ ...input, typed: undefined, found: [] }),
  invoke: { src: 'typedCustomer', id: 'typedCustomer' },
  initial: 'resting',
  on: { 'typed.change': { target: '.typing', actions: { type: 'setTyped', params: ({ event }) => event } } },
  states: {
    resting: {},
    typing: { after: { typingPause: 'looking' } },
    looking: {
      invoke: {
        src: 'findAlike',
        input: ({ context: { organizationId, typed } }) => ({ organizationId, typed }),
        onDone: {
          target: 'resting',
          actions: { type: 'setFound', params: ({ event }) => ({ found: event.output }) },
        },
        onError: { target: 'resting', actions: 'forgetFound' },
      },
    },
  },
})
