import type { CollaborationRecord } from '../../../contract/extensions/collaborations'
import { Stack } from '../../components/base/Stack'
import { SoldOrders } from './SoldOrders'
import { StatementCard } from './StatementCard'

export interface OrdersTabProps {
  collaboration: CollaborationRecord
  as: 'partner' | undefined
}

/** What the partner has sold, and what is owed for it (CO-01). */
export default function OrdersTab({ collaboration, as }: OrdersTabProps) {
  const { id, partner, email, side } = collaboration
  return (
    <Stack>
      <SoldOrders collaborationId={id} isOwn={side === 'given'} as={as} />
      <StatementCard id={id} as={as} partner={partner || email || ''} isOwed={side === 'received'} />
    </Stack>
  )
}
