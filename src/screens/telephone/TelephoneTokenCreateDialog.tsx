import { useSelector } from '@xstate/react'
import { telephoneTokenForm } from '../../../contract/forms/telephone'
import type { FlowRef } from '../../../machines/flows'
import { FormDialog } from '../../components/form/FormDialog'
import { TextField } from '../../components/form/TextField'
import { useForm } from '../../components/form/useForm'
import { CreatedToken } from '../CreatedToken'

/** Making a token for a telephone system, and showing it once (CA-01). */
export default function TelephoneTokenCreateDialog({ flow }: { flow: FlowRef<'telephoneTokenCreate'> }) {
  const { field, values } = useForm(flow, telephoneTokenForm)
  const isCreated = useSelector(flow, (state) => state.matches('created'))
  const token = useSelector(flow, (state) => state.context.token)
  if (isCreated) {
    return <CreatedToken name={values.name} token={token} onClose={() => flow.send({ type: 'dialog.cancel' })} />
  }
  return (
    <FormDialog
      flow={flow}
      title="New token"
      description="A telephone system begins calls of your colleagues with it."
      submit={['Create', 'Creating...']}
    >
      <TextField {...field('name')} label="Name" />
    </FormDialog>
  )
}
