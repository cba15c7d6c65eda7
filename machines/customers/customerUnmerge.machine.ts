import { promiseActor } from '../actors'
import { confirmFlow } from '../factories/confirmFlow'
import type { FlowSurroundings } from '../flowSurroundings'

export interface CustomerUnmergeInput extends FlowSurroundings {
  /** Who became a part of another customer. */
  id: string
  /** What they were called, for the question. */
  name: string
}

/** Making two customers of one again, within a day of their becoming one (CU-04). */
export const customerUnmergeMachine = confirmFlow({
  id: 'customerUnmerge',
  context: ({ id, name }: CustomerUnmergeInput) => ({ id, name }),
  actors: { unmergeCustomer: promiseActor<void, { id: string }>('unmergeCustomer') },
  submit: {
    state: 'unmerging',
    src: 'unmergeCustomer',
    input: (context) => context,
    change: { resource: 'customers', kind: 'add' },
    message: 'They are two customers again',
    done: 'ended',
  },
  cancelled: 'ended',
  failed: 'ended',
})
