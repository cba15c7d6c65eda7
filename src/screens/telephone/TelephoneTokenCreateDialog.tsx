import { useSelector } from '@xstate/react'
import { telephoneTokenForm } from '../../../contract/forms/telephone'
import type { FlowRef } from '../../../machines/flows'
import { Button } from '../../components/base/Button'
import { Copyable } from '../../components/base/Copyable'
import { Text } from '../../components/base/Text'
import { FormDialog } from '../../components/form/FormDialog'
import { TextField } from '../../components/form/TextField'
import { useForm } from '../../components/form/useForm'
import { Dialog } from '../../components/overlay/Dialog'

/** Making a token for a telephone system, and showing it once (CA-01). */
export default function TelephoneTokenCreateDialog({ flow }: { flow: FlowRef<'telephoneTokenCreate'> }) {
  const { field } = useForm(flow, telephoneTokenForm)
  const isCreated = useSelector(flow, (state) => state.matches('created'))
  if (isCreated) return <CreatedToken flow={flow} />
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

function CreatedToken({ flow }: { flow: FlowRef<'telephoneTokenCreate'> }) {
  const { token, form } = useSelector(flow, (state) => state.context)
  return (
    <Dialog
      open
      title={`Token of ${form.values.name.trim()}`}
      description="It is shown now and never again."
      busy={false}
      onClose={() => undefined}
      footer={
        <Button variant="solid" onClick={() => flow.send({ type: 'dialog.cancel' })}>
          I have it
        </Button>
      }
    >
      {token === null ? (
        <Text tone="danger">Its answer was lost, so nobody has it. Revoke this token and make another one.</Text>
      ) : (
        <Text as="div">
          <Copyable label="Copy token" text={token} />
        </Text>
      )}
    </Dialog>
  )
}
