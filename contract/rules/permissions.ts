import type { AgentPermissions } from '../agentPermissions'
import { amountOf, shownAmount } from './amounts'
import { duties, type Duty, type Who } from './duties'
import { dutyLabel } from './dutyLabel'

/** What each of what owners settle is called, and what it means (ST-02). */
export const permissionTexts: { readonly [Name in keyof AgentPermissions]: { label: string; hint: string } } = {
  refundLimit: {
    label: 'Refund up to',
    hint: 'Of one order, all its refunds together; 0 for none',
  },
  changesOffers: {
    label: 'Change offers, products and prices',
    hint: 'They sell within the limits of an offer’s price either way',
  },
  seesAllOrders: {
    label: 'See the orders of others',
    hint: 'Otherwise they see those that they have sold, with their payments, parcels and mails. The leaderboard shows everybody what each has sold',
  },
  exports: {
    label: 'Export lists',
    hint: 'Orders, customers and transactions as CSV, with all rows that they see',
  },
  sharesViews: {
    label: 'Share views of lists',
    hint: 'With everybody in the organization; they keep views for themselves either way',
  },
}

/** What agents may do of it, in short. */
function shownForAgents(
  by: Who,
  { refundLimit, changesOffers, exports, sharesViews }: AgentPermissions,
  currency: string,
): string {
  switch (by) {
    case 'agents':
      return 'Yes'
    case 'owners':
      return 'No'
    case 'campaign':
      return 'Where they sell'
    case 'changesOffers':
      return changesOffers ? 'Yes' : 'No'
    case 'exports':
      return exports ? 'Yes' : 'No'
    case 'sharesViews':
      return sharesViews ? 'Yes' : 'No'
    case 'refundLimit':
      return refundLimit === 0 ? 'No' : `Up to ${shownAmount(amountOf(refundLimit), currency)} of an order`
  }
}

interface PermissionRow {
  id: string
  what: string
  owners: string
  agents: string
}

/** Who may do what, as it is read in a table (ST-01). */
export const permissionRows = (settled: AgentPermissions, currency: string): readonly PermissionRow[] => [
  ...(Object.keys(duties) as Duty[]).map((id) => ({
    id,
    what: dutyLabel(id),
    owners: 'Yes',
    agents: shownForAgents(duties[id].by, settled, currency),
  })),
  {
    id: 'allOrders',
    what: permissionTexts.seesAllOrders.label,
    owners: 'Yes',
    agents: settled.seesAllOrders ? 'Yes' : 'No',
  },
  // What nobody has as a duty: the limits of an offer's price hold for all who sell.
  { id: 'limits', what: 'Sell outside the limits of a price', owners: 'No', agents: 'No' },
]
