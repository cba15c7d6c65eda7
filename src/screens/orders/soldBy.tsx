import { Link } from '@tanstack/react-router'
import type { Order } from '../../../contract/orders'

/** The campaign that an order was sold in, as the way to it (GE-03). */
export const SoldIn = ({ order: { campaignId, campaignName } }: { order: Order }) =>
  campaignId ? (
    <Link to="/campaigns/$campaignId" params={{ campaignId }}>
      {campaignName || campaignId}
    </Link>
  ) : (
    campaignName || '-'
  )

/** Who sold it: there is no page of an agent, so their name leads to their orders (GE-03). */
export const SoldBy = ({ order: { agentId, agentName } }: { order: Order }) =>
  agentId ? (
    <Link to="/orders" search={{ agentId }}>
      {agentName || agentId}
    </Link>
  ) : (
    agentName || '-'
  )
