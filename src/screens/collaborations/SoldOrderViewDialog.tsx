import { useSelector } from '@xstate/react'
import { orderName } from '../../../contract/orders'
import type { FlowRef } from '../../../machines/flows'
import { Stack } from '../../components/base/Stack'
import { ViewDialog } from '../../components/overlay/ViewDialog'
import { SalePayment } from './SalePayment'

/** An order that was sold in what a partner shares, beside their list (CO-02). */
export default function SoldOrderViewDialog({ flow }: { flow: FlowRef<'soldOrderView'> }) {
  const { collaborationId, order } = useSelector(flow, (state) => state.context)
  return (
    <ViewDialog flow={flow} title={`Order ${orderName(order)}`}>
      <Stack>
        <SalePayment collaborationId={collaborationId} order={order} />
      </Stack>
    </ViewDialog>
  )
}
