import type { FlowName } from './flows'

/** The flows that begin with a row of the screen, and the resource to read again when they open (GE-09). */
export const recordsOf: { readonly [Name in FlowName]?: string } = {
  campaignEdit: 'campaigns',
  offerEdit: 'offers',
  orderAddressEdit: 'orders',
  stockAdjust: 'products',
  trackingAssign: 'fulfillments',
}
