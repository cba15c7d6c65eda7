import { Link } from '@tanstack/react-router'
import type { Order } from '../../../contract/orders'

// What rows about a sale name, as the way to it (GE-03).

/** Whose the row is. */
export const CustomerLink = ({
  row: { customerId, customerName },
}: {
  row: Pick<Order, 'customerId' | 'customerName'>
}) =>
  customerId ? (
    <Link to="/customers/$customerId" params={{ customerId }}>
      {customerName || '-'}
    </Link>
  ) : (
    customerName || '-'
  )

/** The campaign that it belongs to. */
export const CampaignLink = ({
  row: { campaignId, campaignName },
}: {
  row: Pick<Order, 'campaignId' | 'campaignName'>
}) =>
  campaignId ? (
    <Link to="/campaigns/$campaignId" params={{ campaignId }} search={{ tab: 'general' }}>
      {campaignName || '-'}
    </Link>
  ) : (
    campaignName || '-'
  )
