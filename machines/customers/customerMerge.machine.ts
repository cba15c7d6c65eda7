import { assign, setup } from 'xstate'
import type { Customer } from '../../contract/customers'
import type { CustomerRecord } from '../../contract/extensions/customers'
import { type MergeChoices, mergeChoices, mergeChoicesForm } from '../../contract/forms/customerMerge'
import { promiseActor, withError } from '../actors'
import type { FlowSurroundings } from '../flowSurroundings'
import { type FieldEvent, fieldEvents, formParts, leaveTo, type LeaveEvent, newForm, type WithForm } from '../form'
import { changeParts } from '../pendingChanges'

export interface CustomerMergeInput extends FlowSurroundings {
  customer: Customer
}
/** The two that become one, as the server has them. */
export interface MergedPair {
  kept: CustomerRecord
  other: CustomerRecord
}
interface Context extends WithForm<MergeChoices> {
  organizationId: string | undefined
  customer: Customer
  search: string
  found: readonly Customer[]
  otherId: string
  /** Absent until the other one has been chosen and both have been read. */
  pair: MergedPair | undefined
}
export type CustomerMergeEvent =
  | FieldEvent<MergeChoices>
  | LeaveEvent
  | { type: 'other.search'; text: string }
  | { type: 'other.choose'; customerId: string }
  | { type: 'other.change' }
  | { type: 'options.retry' }
  | { type: 'dialog.submit' }
  | { type: 'delete.undo' }

const noChoices: MergeChoices = { name: 'kept', email: 'kept', phone: 'kept', shippingAddress: 'kept', note: 'kept' }

/** Making another customer a part of this one: found, compared field by field, merged, and undone (CU-04). */
export const customerMergeMachine = setup({
  types: {
    input: {} as CustomerMergeInput,
    context: {} as Context,
    events: {} as CustomerMergeEvent,
    tags: {} as 'open' | 'busy' | 'asking',
  },
  actors: {
    findCustomers: promiseActor<Customer[], { organizationId: string | undefined; q: string }>('findCustomers'),
    readPair: promiseActor<MergedPair, { keptId: string; otherId: string }>('readPair'),
    mergeCustomers: promiseActor<void, { pair: MergedPair | undefined; keep: MergeChoices }>('mergeCustomers'),
    unmergeCustomer: promiseActor<void, { id: string }>('unmergeCustomer'),
  },
  actions: {
    setSearch: assign({ search: (_, { text }: { text: string }) => text }),
    setFound: assign({ found: ({ context }, { found }: { found: Customer[] }) => others(found, context.customer) }),
    setOther: assign((_, { customerId }: { customerId: string }) => ({ otherId: customerId, pair: undefined })),
    compare: assign((_, { pair }: { pair: MergedPair }) => ({
      pair,
      form: newForm(mergeChoices(pair.kept, pair.other)),
    })),
    offerUndo: (_, _params: { message: string }) => {},
    showMessage: (_, _params: { message: string }) => {},
    reportError: (_, _params: { error: unknown }) => {},
  },
  // The undo stands as long as its message.
  delays: { searchDebounce: 250, undoPeriod: 10_000 },
})
  .extend(changeParts)
  .extend(formParts(mergeChoicesForm))
  .createMachine({
    id: 'customerMerge',
    context: ({ input: { customer, organizationId } }) => ({
      organizationId,
      customer,
      search: '',
      found: [],
      otherId: '',
      pair: undefined,
      form: newForm(noChoices),
    }),
    initial: 'finding',
    states: {
      finding: {
        tags: 'open',
        initial: 'idle',
        on: {
          'other.search': {
            target: '.debouncing',
            actions: { type: 'setSearch', params: ({ event }) => event },
          },
          'other.choose': { target: 'reading', actions: { type: 'setOther', params: ({ event }) => event } },
          'dialog.leave': 'cancelled',
          'dialog.cancel': 'cancelled',
        },
        states: {
          idle: {},
          debouncing: { after: { searchDebounce: 'searching' } },
          searching: {
            invoke: {
              src: 'findCustomers',
              input: ({ context: { organizationId, search: q } }) => ({ organizationId, q }),
              onDone: {
                target: 'ready',
                actions: { type: 'setFound', params: ({ event }) => ({ found: event.output }) },
              },
              onError: 'failed',
            },
          },
          ready: {},
          failed: { on: { 'options.retry': 'searching' } },
        },
      },
      reading: {
        tags: ['open', 'busy'],
        invoke: {
          src: 'readPair',
          input: ({ context: { customer, otherId } }) => ({ keptId: customer.id, otherId }),
          onDone: {
            target: 'comparing',
            actions: { type: 'compare', params: ({ event }) => ({ pair: event.output }) },
          },
          onError: { target: 'finding.ready', actions: withError('reportError') },
        },
      },
      comparing: {
        tags: 'open',
        on: {
          ...fieldEvents<MergeChoices>(),
          ...leaveTo('cancelled'),
          'other.change': 'finding.ready',
          'dialog.submit': 'merging',
        },
      },
      asking: { tags: ['open', 'asking'], on: { 'input.keep': 'comparing', 'input.discard': 'cancelled' } },
      merging: {
        tags: ['open', 'busy'],
        entry: {
          type: 'showChange',
          params: ({ context }) => ({ resource: 'customers', kind: 'remove', id: context.otherId }),
        },
        invoke: {
          src: 'mergeCustomers',
          input: ({ context: { pair, form } }) => ({ pair, keep: form.values }),
          onDone: { target: 'undoable', actions: 'confirmChange' },
          // What both are now is looked at once more: one of them may have changed (GE-09).
          onError: { target: 'reading', actions: ['revertChange', withError('reportError')] },
        },
      },
      undoable: {
        entry: { type: 'offerUndo', params: { message: 'Customers merged' } },
        on: { 'delete.undo': 'unmerging' },
        after: { undoPeriod: 'ended' },
      },
      unmerging: {
        entry: { type: 'showChange', params: { resource: 'customers', kind: 'add' } },
        invoke: {
          src: 'unmergeCustomer',
          input: ({ context }) => ({ id: context.otherId }),
          onDone: {
            target: 'ended',
            actions: ['confirmChange', { type: 'showMessage', params: { message: 'They are two customers again' } }],
          },
          onError: { target: 'ended', actions: ['revertChange', withError('reportError')] },
        },
      },
      ended: { type: 'final' },
      cancelled: { type: 'final' },
    },
  })

const others = (found: readonly Customer[], { id }: Customer) => found.filter((one) => one.id !== id)
