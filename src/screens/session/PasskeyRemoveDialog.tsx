import { useSelector } from '@xstate/react'
import { passkeyRemoveForm } from '../../../contract/forms/passkeys'
import type { FlowRef } from '../../../machines/flows'
import { FormDialog } from '../../components/form/FormDialog'
import { PasswordField } from '../../components/form/PasswordField'
import { useForm } from '../../components/form/useForm'

/** Removing a passkey, by whoever knows the password (ST-01). */
export default function PasskeyRemoveDialog({ flow }: { flow: FlowRef<'passkeyRemove'> }) {
  const { field } = useForm(flow, passkeyRemoveForm)
  const name = useSelector(flow, ({ context }) => context.passkey.name)
  return (
    <FormDialog
      flow={flow}
      title="Remove passkey"
      description={`“${name}” opens nothing here any more. Delete it on your device, too. With your last second step your recovery codes go.`}
      submit={['Remove', 'Removing...']}
    >
      <PasswordField {...field('password')} label="Password" inputProps={{ autoComplete: 'current-password' }} />
    </FormDialog>
  )
}
