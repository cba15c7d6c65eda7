import { useSelector } from '@xstate/react'
import { orderCancelForm } from '../../../contract/forms/orders'
import { orderName } from '../../../contract/orders'
import { shownAmount } from '../../../contract/rules/amounts'
import { paidBackElsewhere } from '../../../contract/rules/importedOrders'
import type { FlowRef } from '../../../machines/flows'
import { FormDialog } from '../../components/form/FormDialog'
import { TextAreaField } from '../../components/form/TextAreaField'
import { useForm } from '../../components/form/useForm'

/** The question before an order is cancelled, and why it is (OR-02). */
export default function OrderCancelDialog({ flow }: { flow: FlowRef<'orderCancel'> }) {
  const { field } = useForm(flow, orderCancelForm)
  const { order, refund, elsewhere } = useSelector(flow, (state) => state.context)
  const [money, others] = [refund, elsewhere].map((amount) => shownAmount(amount, order.currency ?? 'USD'))
  const told = [refund > 0 && `${money} goes back to the customer.`, elsewhere > 0 && paidBackElsewhere(others ?? '')]
  const label = refund > 0 ? `Cancel and refund ${money}` : 'Cancel order'
  return (
    <FormDialog
      flow={flow}
      title={`Cancel order ${orderName(order)}`}
      description={[...told, "What it held is for sale again at once. This can't be undone."].filter(Boolean).join(' ')}
      submit={[label, 'Cancelling...']}
      cancel="Keep order"
    >
      <TextAreaField {...field('reason')} label="Reason" />
    </FormDialog>
  )
}
