import { type Driver, GatewayRefused } from './driver'

export function stripeDriver(): Driver {
  const none = () => Promise.reject(new GatewayRefused('not_there', 'Stripe is not there yet'))
  return {
    kind: 'stripe',
    createSession: none,
    expireSession: none,
    fetchStatus: none,
    refund: none,
    parseWebhook: () => {
      throw new GatewayRefused('not_there', 'Stripe is not there yet')
    },
    listBookings: none,
    rehearse: none,
  }
}
