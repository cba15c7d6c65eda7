/** What every list that a table of its own shows is called: its resource. Apart from what is told of them, as most need no more. */
export const listNames = [
  'calls',
  'campaigns',
  'customers',
  'fulfillments',
  'offers',
  'orderLines',
  'orders',
  'products',
  'transactions',
  'audit',
  'bulkJobs',
  'bulkRows',
  'collaborations',
  'mails',
  'members',
  'soldOrders',
  'webhooks',
] as const
export type ListName = (typeof listNames)[number]
