import { useSelector } from '@xstate/react'
import { callStartForm } from '../../../contract/forms/calls'
import type { FlowRef } from '../../../machines/flows'
import { FormDialog } from '../../components/form/FormDialog'
import { CheckboxField } from '../../components/form/CheckboxField'
import { TextField } from '../../components/form/TextField'
import { useForm } from '../../components/form/useForm'

/** Beginning a call with a number, or with a customer (CA-01). */
export default function CallStartDialog({ flow }: { flow: FlowRef<'callStart'> }) {
  const { field, choice } = useForm(flow, callStartForm)
  const customer = useSelector(flow, (state) => state.context.customer)
  return (
    <FormDialog
      flow={flow}
      title={customer ? `Call ${customer.name}` : 'Start call'}
      description={customer ? undefined : 'A customer with this number is found by itself.'}
      submit={['Start call', 'Starting...']}
    >
      <TextField {...field('phone')} label="Phone number" type="tel" />
      {!customer && <CheckboxField {...choice('isIncoming')} label="They are calling" />}
    </FormDialog>
  )
}
