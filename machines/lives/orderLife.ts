import { setup } from 'xstate'
import { lifeActions, refuse } from './life'

/** The facts that decide: units on their way to the customer, money that is kept, all of it in minor units. */
export interface OrderFacts {
  shippedParcels: number
  paid: number
  refunded: number
  total: number
  /** Whether every parcel has been delivered, and no unit is without one. */
  isDelivered: boolean
}

type OrderEvent =
  | { type: 'place' }
  /** It was placed elsewhere, and is what it was there. */
  | { type: 'import'; told: 'open' | 'completed' | 'cancelled'; text?: string }
  | ({ type: 'cancel'; reason?: string | null } & Pick<OrderFacts, 'shippedParcels' | 'paid' | 'refunded'>)
  /** Another address to send it to; both are kept as they read. */
  | ({ type: 'readdress'; before?: string; after?: string } & Pick<OrderFacts, 'shippedParcels'>)
  | ({ type: 'expire' } & Pick<OrderFacts, 'paid'>)
  | { type: 'renew'; isInStock: boolean }
  | ({ type: 'complete' } & Pick<OrderFacts, 'paid' | 'refunded' | 'total' | 'isDelivered'>)

/** The life of an order (LI-01). */
export const orderLife = setup({
  types: { events: {} as OrderEvent },
  guards: {
    isShipped: ({ event }) => 'shippedParcels' in event && event.shippedParcels > 0,
    isMoneyKept: ({ event }) => event.type === 'cancel' && event.paid > event.refunded,
    isPaidFor: ({ event }) => event.type === 'expire' && event.paid > 0,
    isInStock: ({ event }) => event.type === 'renew' && event.isInStock,
    isToldCompleted: ({ event }) => event.type === 'import' && event.told === 'completed',
    isToldCancelled: ({ event }) => event.type === 'import' && event.told === 'cancelled',
    isUnpaid: ({ event }) => event.type === 'complete' && event.paid < event.total,
    isUndelivered: ({ event }) => event.type === 'complete' && !event.isDelivered,
  },
  actions: lifeActions,
}).createMachine({
  id: 'orderLife',
  initial: 'draft',
  states: {
    draft: {
      on: {
        place: 'open',
        import: [
          { guard: 'isToldCompleted', target: 'completed' },
          { guard: 'isToldCancelled', target: 'cancelled' },
          { target: 'open' },
        ],
        '*': refuse('This order has not been placed yet.'),
      },
    },
    open: {
      on: {
        cancel: [
          { guard: 'isShipped', ...refuse('Part of this order has been shipped already.') },
          { guard: 'isMoneyKept', ...refuse('Refund what has been paid first.') },
          { target: 'cancelled' },
        ],
        readdress: [
          { guard: 'isShipped', ...refuse('Part of this order has been shipped already.') },
          { target: 'open' },
        ],
        expire: [{ guard: 'isPaidFor', ...refuse('Something has been paid for this order.') }, { target: 'expired' }],
        complete: [
          { guard: 'isUnpaid', ...refuse('This order has not been paid in full.') },
          { guard: 'isUndelivered', ...refuse('Not all of this order has been delivered.') },
          { target: 'completed' },
        ],
        '*': refuse('This order is open.'),
      },
    },
    expired: {
      on: {
        renew: [{ guard: 'isInStock', target: 'open' }, refuse('What was ordered is no longer in stock.')],
        '*': refuse('This order has expired.'),
      },
    },
    completed: { on: { '*': refuse('This order is completed.') } },
    cancelled: { on: { '*': refuse('This order has been cancelled.') } },
  },
})
