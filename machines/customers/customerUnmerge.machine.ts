import { setup } from 'xstate'
import { promiseActor, withError } from '../actors'
import type { FlowSurroundings } from '../flowSurroundings'
import { changeParts } from '../pendingChanges'

export interface CustomerUnmergeInput extends FlowSurroundings {
  /** Who became a part of another customer. */
  id: string
  /** What they were called, for the question. */
  name: string
}
type Context = Pick<CustomerUnmergeInput, 'id' | 'name'>
export type CustomerUnmergeEvent = { type: 'dialog.submit' } | { type: 'dialog.cancel' }

/** Making two customers of one again, within a day of their becoming one (CU-04). */
export const customerUnmergeMachine = setup({
  types: {
    input: {} as CustomerUnmergeInput,
    context: {} as Context,
    events: {} as CustomerUnmergeEvent,
    tags: {} as 'open' | 'busy',
  },
  actors: { unmergeCustomer: promiseActor<void, { id: string }>('unmergeCustomer') },
  actions: {
    showMessage: (_, _params: { message: string }) => {},
    reportError: (_, _params: { error: unknown }) => {},
  },
})
  .extend(changeParts)
  .createMachine({
    id: 'customerUnmerge',
    context: ({ input: { id, name } }) => ({ id, name }),
    initial: 'confirming',
    states: {
      confirming: { tags: 'open', on: { 'dialog.submit': 'unmerging', 'dialog.cancel': 'ended' } },
      unmerging: {
        tags: ['open', 'busy'],
        entry: { type: 'showChange', params: { resource: 'customers', kind: 'add' } },
        invoke: {
          src: 'unmergeCustomer',
          input: ({ context }) => context,
          onDone: {
            target: 'ended',
            actions: ['confirmChange', { type: 'showMessage', params: { message: 'They are two customers again' } }],
          },
          onError: { target: 'ended', actions: ['revertChange', withError('reportError')] },
        },
      },
      ended: { type: 'final' },
    },
  })
