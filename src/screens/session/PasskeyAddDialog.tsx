import { useSelector } from '@xstate/react'
import { passkeyAddForm } from '../../../contract/forms/passkeys'
import type { FlowRef } from '../../../machines/flows'
import { FormDialog } from '../../components/form/FormDialog'
import { PasswordField } from '../../components/form/PasswordField'
import { TextField } from '../../components/form/TextField'
import { useForm } from '../../components/form/useForm'
import { RecoveryCodes } from './RecoveryCodes'

/** Adding a passkey, by the password and what the browser asks (ST-01). */
export default function PasskeyAddDialog({ flow }: { flow: FlowRef<'passkeyAdd'> }) {
  const { field } = useForm(flow, passkeyAddForm)
  const state = useSelector(flow, (snapshot) => snapshot)
  if (state.matches('codes')) {
    return (
      <RecoveryCodes
        title="Your passkey is added. Keep these codes."
        email={state.context.email}
        codes={state.context.recoveryCodes}
        onClose={() => flow.send({ type: 'dialog.cancel' })}
      />
    )
  }
  return (
    <FormDialog
      flow={flow}
      title="Add a passkey"
      description="Your browser then asks where to keep it. Signing in with your password takes a second step from then on."
      submit={['Continue', 'Follow your browser...']}
    >
      <TextField {...field('name')} label="Name" hint="Such as Laptop or Phone" />
      <PasswordField {...field('password')} label="Password" inputProps={{ autoComplete: 'current-password' }} />
    </FormDialog>
  )
}
