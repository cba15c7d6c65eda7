import { passwordForm } from '../../../contract/forms/password'
import type { FlowRef } from '../../../machines/flows'
import { FormDialog } from '../../components/form/FormDialog'
import { PasswordField } from '../../components/form/PasswordField'
import { useForm } from '../../components/form/useForm'

/** Another password, for whoever knows the one of today (ST-01). */
export default function PasswordChangeDialog({ flow }: { flow: FlowRef<'passwordChange'> }) {
  const { field } = useForm(flow, passwordForm)
  return (
    <FormDialog
      flow={flow}
      title="Change password"
      description="You stay signed in here, and are signed out on all other devices."
      submit={['Change password', 'Changing...']}
    >
      <PasswordField
        {...field('currentPassword')}
        label="Current password"
        inputProps={{ autoComplete: 'current-password' }}
      />
      <PasswordField {...field('password')} label="New password" inputProps={{ autoComplete: 'new-password' }} />
    </FormDialog>
  )
}
