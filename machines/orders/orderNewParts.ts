import type { DoneActorEvent } from 'xstate'
import type { Customer } from '../../contract/customers'
import type { OrderRecord } from '../../contract/extensions/orders'
import { withError } from '../actors'
import type { OrderNewContext, OrderNewEvent } from './orderNewSetup'

type Of<Type extends OrderNewEvent['type']> = { event: Extract<OrderNewEvent, { type: Type }> }

/** What a person types and chooses while a new order is edited; all of it is kept. */
export const changesOf = () =>
  ({
    'field.change': {
      actions: [{ type: 'changeField', params: ({ event }: Of<'field.change'>) => event }, 'keepTyped'],
    },
    'field.blur': { actions: { type: 'touchField', params: ({ event }: Of<'field.blur'>) => event } },
    'campaign.choose': {
      actions: [
        { type: 'chooseCampaign', params: ({ event }: Of<'campaign.choose'>) => event },
        { type: 'rememberCampaign', params: ({ event }: Of<'campaign.choose'>) => event },
        'setCampaign',
        'keepTyped',
      ],
    },
    'campaign.undo': { actions: ['undoMove', 'setCampaign', 'keepTyped'] },
    'strays.remove': { actions: ['removeStrays', 'keepTyped'] },
    'customer.choose': {
      actions: [
        { type: 'chooseCustomer', params: ({ event }: Of<'customer.choose'>) => event },
        'clearSearch',
        'keepTyped',
      ],
    },
    'customer.new': {
      actions: [
        { type: 'beginCustomer', params: ({ event }: Of<'customer.new'>) => event },
        'clearSearch',
        'keepTyped',
      ],
    },
    'customer.change': { actions: ['changeCustomer', 'keepTyped'] },
    'offer.add': {
      actions: [{ type: 'addOffer', params: ({ event }: Of<'offer.add'>) => event }, 'clearSearch', 'keepTyped'],
    },
    'line.remove': {
      actions: [{ type: 'removeLine', params: ({ event }: Of<'line.remove'>) => event }, 'keepTyped'],
    },
    'terms.agree': { actions: [{ type: 'agree', params: ({ event }: Of<'terms.agree'>) => event }, 'keepTyped'] },
  }) as const

/** What it is called from now on; a backend that counts no orders calls one by its id. */
const placedAs = ({ event: { output } }: { event: DoneActorEvent<OrderRecord> }) => ({
  order: { id: output.id, number: output.number ?? output.id },
})
const placedOrder = ({ event }: { event: DoneActorEvent<OrderRecord> }) => ({ order: event.output })

/** How a draft becomes an order: kept, with its new customer made, and placed however often it takes (NO-04). */
export const placingOf = () =>
  ({
    // A draft is on the server before it becomes an order: one that was placed or discarded elsewhere is found out.
    keeping: {
      tags: 'busy',
      entry: 'flush',
      on: {
        'draft.kept': [
          { guard: 'isNewCustomer', target: 'creatingCustomer', actions: 'noteKept' },
          { target: 'placing', actions: 'noteKept' },
        ],
        'draft.away': { target: 'unanswered', actions: 'noteAway' },
        'draft.wait': 'editing',
      },
    },
    creatingCustomer: {
      tags: 'busy',
      invoke: {
        src: 'createCustomer',
        input: ({ context }: { context: OrderNewContext }) => context,
        onDone: {
          target: 'keeping',
          actions: [
            {
              type: 'setCreated',
              params: ({ event }: { event: DoneActorEvent<Customer> }) => ({ customer: event.output }),
            },
            'keepTyped',
          ],
        },
        onError: [
          {
            guard: withError('isRefused'),
            target: 'editing',
            actions: [withError('refuseCustomer'), withError('reportError')],
          },
          { target: 'unanswered' },
        ],
      },
    },
    placing: {
      tags: 'busy',
      invoke: {
        src: 'placeOrder',
        input: ({ context }: { context: OrderNewContext }) => context,
        onDone: {
          target: '#orderNew.placed',
          actions: [
            { type: 'announceOrder', params: placedOrder },
            { type: 'setPlaced', params: placedAs },
          ],
        },
        onError: [
          {
            guard: withError('isRefused'),
            target: 'editing',
            actions: [withError('refuseOrder'), 'readFacts', withError('reportError')],
          },
          { target: 'unanswered' },
        ],
      },
    },
    // Whether the order was placed is not known: the same draft is placed again, which makes one order (NO-04).
    unanswered: {
      tags: 'busy',
      entry: 'countFailure',
      after: { retryDelay: 'keeping' },
      on: { 'draft.kept': { target: 'keeping', actions: 'noteKept' }, 'draft.wait': 'editing' },
    },
  }) as const
