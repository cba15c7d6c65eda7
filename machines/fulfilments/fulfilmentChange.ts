import type { Order } from '../../contract/orders'
import type { Change } from '../pendingChanges'

export type FulfilmentOrder = Pick<Order, 'id' | 'number'>

/** What a person sees of a parcel before the server has confirmed it: in lists what changes, on its order's page nothing yet. */
export const fulfilmentChange = (id: string, order: FulfilmentOrder | undefined, fields: object): Change =>
  order
    ? { resource: 'orders', kind: 'merge', id: order.id, fields: {} }
    : { resource: 'fulfillments', kind: 'merge', id, fields }
