import { passkeyRenameForm } from '../../../contract/forms/passkeys'
import type { FlowRef } from '../../../machines/flows'
import { FormDialog } from '../../components/form/FormDialog'
import { TextField } from '../../components/form/TextField'
import { useForm } from '../../components/form/useForm'

/** Renaming a passkey (ST-01). */
export default function PasskeyRenameDialog({ flow }: { flow: FlowRef<'passkeyRename'> }) {
  const { field } = useForm(flow, passkeyRenameForm)
  return (
    <FormDialog
      flow={flow}
      title="Rename passkey"
      description="Only you see its name."
      submit={['Rename', 'Renaming...']}
    >
      <TextField {...field('name')} label="Name" />
    </FormDialog>
  )
}
