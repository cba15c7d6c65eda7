import { isEmailChanged, profileForm, profileWarnings } from '../../../contract/forms/auth'
import type { FlowRef } from '../../../machines/flows'
import { FormDialog } from '../../components/form/FormDialog'
import { PasswordField } from '../../components/form/PasswordField'
import { TextField } from '../../components/form/TextField'
import { useForm } from '../../components/form/useForm'

/** One's own profile (SE-09). Another email is for whoever knows the password, and for whoever gets its mail. */
export default function ProfileEditDialog({ flow }: { flow: FlowRef<'profileEdit'> }) {
  const { field, values } = useForm(flow, profileForm, profileWarnings)
  return (
    <FormDialog flow={flow} title="Your profile" submit={['Save', 'Saving...']}>
      <TextField {...field('name')} label="Name" />
      <TextField {...field('email')} label="Email" type="email" />
      {isEmailChanged(values) && (
        <PasswordField {...field('password')} label="Password" inputProps={{ autoComplete: 'current-password' }} />
      )}
      <TextField {...field('organizationName')} label="Organization Name" optional />
    </FormDialog>
  )
}
