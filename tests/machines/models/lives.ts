import { attemptLife as attemptLifeMachine } from '../../../machines/lives/attemptLife'
import { callLife as callLifeMachine } from '../../../machines/lives/callLife'
import { campaignLife as campaignLifeMachine } from '../../../machines/lives/campaignLife'
import { collaborationLife as collaborationLifeMachine } from '../../../machines/lives/collaborationLife'
import { fulfilmentLife as fulfilmentLifeMachine } from '../../../machines/lives/fulfilmentLife'
import { orderLife as orderLifeMachine } from '../../../machines/lives/orderLife'
import { productLife as productLifeMachine } from '../../../machines/lives/productLife'
import { refundLife as refundLifeMachine } from '../../../machines/lives/refundLife'
import { autoresponderLife as autoresponderLifeMachine } from '../../../machines/lives/autoresponderLife'
import { inviteLife as inviteLifeMachine } from '../../../machines/lives/inviteLife'
import { mailLife as mailLifeMachine } from '../../../machines/lives/mailLife'
import type { Model } from '../explore'

// What a life's `*` stands for: an event that its state knows nothing of.
const anything = { '*': [{ type: 'anything' }] }
const untouched = { shippedParcels: 0, paid: 0, refunded: 0 }
const finished = { paid: 900, refunded: 0, total: 900, isDelivered: true }

export const orderLife: Model = {
  machine: orderLifeMachine,
  events: {
    ...anything,
    import: [{ told: 'open' }, { told: 'completed' }, { told: 'cancelled' }],
    cancel: [untouched, { ...untouched, shippedParcels: 1 }, { ...untouched, paid: 900 }],
    readdress: [{ shippedParcels: 0 }, { shippedParcels: 1 }],
    expire: [{ paid: 0 }, { paid: 900 }],
    renew: [{ isInStock: true }, { isInStock: false }],
    complete: [finished, { ...finished, paid: 0 }, { ...finished, isDelivered: false }],
  },
}

export const callLife: Model = {
  machine: callLifeMachine,
  events: {
    ...anything,
    start: [{}, { isOutgoing: true, doNotCall: true }],
    resume: [{ secondsSinceEnd: 5 }, { secondsSinceEnd: 61 }],
    close: [
      { disposition: 'sold', callBackAt: null },
      { disposition: 'call_back', callBackAt: null },
      { disposition: 'sold', callBackAt: '2026-01-05T10:00:00Z' },
    ],
  },
}

export const campaignLife: Model = { machine: campaignLifeMachine, events: anything }

export const collaborationLife: Model = { machine: collaborationLifeMachine, events: anything }

export const autoresponderLife: Model = { machine: autoresponderLifeMachine }

export const inviteLife: Model = { machine: inviteLifeMachine, events: anything }

export const mailLife: Model = { machine: mailLifeMachine, events: anything }

const orders = ['open', 'cancelled', 'expired'].map((order) => ({ order }))

export const fulfilmentLife: Model = {
  machine: fulfilmentLifeMachine,
  events: {
    ...anything,
    pack: [
      ...orders.map((order) => ({ ...order, units: 1, unpacked: 2 })),
      ...[0, 3].map((units) => ({ order: 'open', units, unpacked: 2 })),
      { order: 'open', units: 1, unpacked: 0 },
    ],
    assign: orders,
    unassign: [{ before: null }, { before: 'UPS 1Z' }],
    ship: orders,
    split: [0, 1, 2].map((units) => ({ order: 'open', units, held: 2 })),
  },
}

export const productLife: Model = { machine: productLifeMachine }

export const attemptLife: Model = {
  machine: attemptLifeMachine,
  events: {
    ...anything,
    find: [{ outcome: 'succeeded' }, { outcome: 'declined' }, { outcome: 'expired' }, { outcome: 'action_required' }],
  },
}

export const refundLife: Model = {
  machine: refundLifeMachine,
  events: {
    ...anything,
    request: [
      { amount: 900, refundable: 900 },
      { amount: 901, refundable: 900 },
      { amount: 0, refundable: 900 },
      { amount: 900, refundable: 0 },
    ],
  },
}
