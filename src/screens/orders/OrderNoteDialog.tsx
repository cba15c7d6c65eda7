import { useSelector } from '@xstate/react'
import { orderNoteForm } from '../../../contract/forms/orders'
import { orderName } from '../../../contract/orders'
import type { FlowRef } from '../../../machines/flows'
import { FormDialog } from '../../components/form/FormDialog'
import { TextAreaField } from '../../components/form/TextAreaField'
import { useForm } from '../../components/form/useForm'

/** A note about an order, for colleagues (OR-02). */
export default function OrderNoteDialog({ flow }: { flow: FlowRef<'orderNote'> }) {
  const { field } = useForm(flow, orderNoteForm)
  const order = useSelector(flow, (state) => state.context.order)
  return (
    <FormDialog
      flow={flow}
      title="Add note"
      description={`It stands in the timeline of order ${orderName(order)}; the customer does not see it.`}
      submit={['Add note', 'Adding...']}
    >
      <TextAreaField {...field('text')} label="Note" />
    </FormDialog>
  )
}
