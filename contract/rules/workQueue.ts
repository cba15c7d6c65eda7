/** What waits for somebody to do something, in the order in which it is told (DB-01). */
export const waiting = ['linksEnding', 'declined', 'toPack', 'lowStock', 'callBacks', 'deadMails'] as const
export type Waiting = (typeof waiting)[number]

/** Minutes before its end from which a payment link is about to end; the view order_rows says so of each order. */
export const endsSoonMinutes = 60

/** What finds it in its list: what is counted is exactly what is shown there. */
export const waitingIn = {
  linksEnding: { list: 'orders', filters: { linkEnds: 'soon' } },
  declined: { list: 'orders', filters: { lastAttempt: 'declined' } },
  toPack: {
    list: 'orders',
    filters: {
      status: 'open',
      // Whatever was refunded of it in part, it is still to be sent.
      paymentStatus: ['paid', 'overpaid', 'partially_refunded'],
      fulfillmentStatus: ['unfulfilled', 'partial'],
    },
  },
  lowStock: { list: 'products', filters: { status: 'active', stockLevel: 'low' } },
} as const satisfies Partial<Record<Waiting, object>>

/** What an organization does first, each after the one before it (DB-03). */
export const firstSteps = ['product', 'campaign', 'offer', 'gateway', 'order', 'payment'] as const
export type FirstStep = (typeof firstSteps)[number]
