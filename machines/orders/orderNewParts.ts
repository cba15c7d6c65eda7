import type { DoneActorEvent } from 'xstate'
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

/** How a draft becomes an order: by one request that has all of it, however often it takes (NO-04). */
export const placingOf = () =>
  ({
    // Nothing of the draft is under way as it is placed: the version that it is placed in is the server's.
    keeping: {
      tags: 'busy',
      entry: 'hold',
      on: {
        'draft.held': {
          target: 'placing',
          actions: { type: 'noteHeld', params: ({ event }: Of<'draft.held'>) => event },
        },
        'draft.kept': { actions: ['noteKept', 'hold'] },
        'draft.away': { target: 'unanswered', actions: 'noteAway' },
        'draft.wait': 'editing',
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
            // Keeping it tells whether it was changed or discarded elsewhere.
            actions: [withError('refuseOrder'), 'flush', 'readFacts', withError('reportError')],
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
    },
  }) as const
