import type { OrderMail, OrderMailUpdate } from '../../contract/extensions/orderMails'
import { changedOrderMailFields, orderMailForm, orderMailValues } from '../../contract/forms/orderMails'
import { promiseActor } from '../actors'
import { changing, recordFlow } from '../factories/recordFlow'
import type { FlowSurroundings } from '../flowSurroundings'
import type { RecordChange } from '../recordForm'

export interface OrderMailEditInput extends FlowSurroundings {
  orderMail: OrderMail
}

/** Writing one of the organization's own mails about orders anew (ML-04). */
export const orderMailEditMachine = recordFlow({
  id: 'orderMailEdit',
  form: orderMailForm,
  valuesOf: (orderMail: OrderMail) => orderMailValues(orderMail),
  context: (_input: OrderMailEditInput) => ({}),
  record: ({ orderMail }) => orderMail,
  actors: { saveOrderMail: promiseActor<void, RecordChange<OrderMailUpdate>>('saveOrderMail') },
  isReread: false,
  submit: {
    state: 'saving',
    src: 'saveOrderMail',
    ...changing('orderMails', changedOrderMailFields),
    message: 'Mail saved',
    done: 'saved',
  },
})
