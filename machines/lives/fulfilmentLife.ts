import { setup } from 'xstate'
import { lifeActions, refuse } from './life'

/** What an order says about its parcels: one that is over gets none, and none of its are sent. */
export type OrderState = 'open' | 'completed' | 'cancelled' | 'expired'

type FulfilmentEvent =
  /** Units of an order go into a parcel; so many of it were in none. */
  | { type: 'pack'; order: OrderState; units: number; unpacked: number }
  /** How the parcel is found on its way; both as they were before, and as they are. */
  | {
      type: 'assign'
      order: OrderState
      carrier: string | null
      trackingNumber: string
      before?: string | null
      after?: string | null
    }
  /** What was assigned is taken back, alone or together with others. */
  | { type: 'unassign'; before?: string | null; after?: string | null }
  | { type: 'ship'; order: OrderState }
  | { type: 'deliver' }
  | { type: 'cancel'; reason?: string | null }
  /** So many of its units go into another parcel. */
  | { type: 'split'; order: OrderState; units: number; held: number }

/** The life of a parcel of an order (LI-04): packed, sent and delivered, or given up while it is still here. */
export const fulfilmentLife = setup({
  types: { events: {} as FulfilmentEvent },
  guards: {
    isOrderCancelled: ({ event }) => 'order' in event && event.order === 'cancelled',
    isOrderExpired: ({ event }) => 'order' in event && event.order === 'expired',
    isAllPacked: ({ event }) => event.type === 'pack' && event.unpacked === 0,
    isNothing: ({ event }) => (event.type === 'pack' || event.type === 'split') && event.units <= 0,
    isTooMuch: ({ event }) => event.type === 'pack' && event.units > event.unpacked,
    hasNoNumber: ({ event }) => event.type === 'unassign' && (event.before ?? null) === null,
    isAllOfIt: ({ event }) => event.type === 'split' && event.units >= event.held,
  },
  actions: lifeActions,
}).createMachine({
  id: 'fulfilmentLife',
  initial: 'planned',
  states: {
    planned: {
      on: {
        pack: [
          { guard: 'isOrderCancelled', ...refuse('This order has been cancelled.') },
          { guard: 'isOrderExpired', ...refuse('This order has expired.') },
          { guard: 'isAllPacked', ...refuse('All of this order is in parcels already.') },
          { guard: 'isNothing', ...refuse('Nothing has been put into this parcel.') },
          { guard: 'isTooMuch', ...refuse('Not so much of this order is left to send.') },
          { target: 'pending' },
        ],
        '*': refuse('This parcel has not been packed yet.'),
      },
    },
    pending: {
      on: {
        assign: [
          { guard: 'isOrderCancelled', ...refuse('This order has been cancelled.') },
          { guard: 'isOrderExpired', ...refuse('This order has expired.') },
          { target: 'pending' },
        ],
        ship: [
          { guard: 'isOrderCancelled', ...refuse('This order has been cancelled.') },
          { guard: 'isOrderExpired', ...refuse('This order has expired.') },
          { target: 'shipped' },
        ],
        split: [
          { guard: 'isNothing', ...refuse('Choose what goes into the other parcel.') },
          { guard: 'isAllOfIt', ...refuse('Something has to stay in this parcel.') },
          { target: 'pending' },
        ],
        deliver: refuse('This parcel has not been shipped yet.'),
        unassign: [{ guard: 'hasNoNumber', ...refuse('This parcel has no tracking number.') }, { target: 'pending' }],
        cancel: 'cancelled',
        '*': refuse('This parcel is waiting to be sent.'),
      },
    },
    shipped: {
      on: {
        // A number that was read wrongly is put right while the parcel is on its way.
        assign: [{ guard: 'isOrderCancelled', ...refuse('This order has been cancelled.') }, { target: 'shipped' }],
        deliver: 'delivered',
        '*': refuse('This parcel has been shipped already.'),
      },
    },
    delivered: { on: { '*': refuse('This parcel has been delivered.') } },
    cancelled: {
      on: {
        assign: [
          { guard: 'isOrderCancelled', ...refuse('This order has been cancelled.') },
          refuse('This parcel has been cancelled.'),
        ],
        '*': refuse('This parcel has been cancelled.'),
      },
    },
  },
})

export type FulfilmentState = 'pending' | 'shipped' | 'delivered' | 'cancelled'

/** A parcel as far as it decides: what of the order is in it, in units. */
export interface FulfilmentUnits {
  status: FulfilmentState
  units: number
}

export type FulfilmentStatus = 'unfulfilled' | 'partial' | 'shipped' | 'delivered'

const unitsIn = (fulfilments: readonly FulfilmentUnits[], ...states: readonly FulfilmentState[]) =>
  fulfilments.reduce((sum, { status, units }) => (states.includes(status) ? sum + units : sum), 0)

/** How far an order of so many units is (LI-04). It is never set: it follows from its parcels. */
export function fulfilmentStatusOf(units: number, fulfilments: readonly FulfilmentUnits[]): FulfilmentStatus {
  const sent = unitsIn(fulfilments, 'shipped', 'delivered')
  if (sent === 0) return 'unfulfilled'
  if (sent < units) return 'partial'
  return unitsIn(fulfilments, 'delivered') >= units ? 'delivered' : 'shipped'
}

/** How many units of an order are in no parcel. */
export const unpackedOf = (units: number, fulfilments: readonly FulfilmentUnits[]): number =>
  Math.max(units - unitsIn(fulfilments, 'pending', 'shipped', 'delivered'), 0)
