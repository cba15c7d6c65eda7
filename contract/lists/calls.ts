import type { ListedCall } from '../callRows'
import type { SearchedListOf } from './description'
import { searched } from './searched'

/** Calls, by what came of them: what they are sorted by. All else of them its screen knows (CallsScreen). */
export const callList = {
  resource: 'calls',
  ...searched.calls,
  columns: {
    createdAt: { kind: 'moment', label: 'Began' },
    secondsToPaid: { kind: 'count', label: 'Until paid' },
  },
  filters: {
    outcome: { kind: 'choice', label: 'Outcome' },
    campaignId: { kind: 'id', label: 'Campaign', isFurther: true, none: 'No campaign' },
    agentId: { kind: 'id', label: 'Agent', isFurther: true, none: 'Nobody' },
    offerId: { kind: 'id', label: 'Offer', isLinked: true, none: 'No offer' },
  },
  ranges: {
    createdFrom: { kind: 'moment', column: 'createdAt', operator: 'from', label: 'From' },
    createdTo: { kind: 'moment', column: 'createdAt', operator: 'to', label: 'To' },
  },
  sorts: [],
  screenColumns: {
    customerName: 'Customer',
    agentName: 'Agent',
    campaignName: 'Campaign',
    offerName: 'Offer',
    outcome: 'Outcome',
    disposition: 'Closed as',
    orderNumber: 'Order',
  },
  finds: ['customerName', 'orderNumber'],
} as const satisfies SearchedListOf<'calls', ListedCall>
