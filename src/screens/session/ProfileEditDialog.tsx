import { profileForm, profileWarnings } from '../../../contract/forms/auth'
import type { FlowRef } from '../../../machines/flows'
import { FormDialog } from '../../components/form/FormDialog'
import { TextField } from '../../components/form/TextField'
import { useForm } from '../../components/form/useForm'

/** One's own profile (SE-09). */
export default function ProfileEditDialog({ flow }: { flow: FlowRef<'profileEdit'> }) {
  const { field } = useForm(flow, profileForm, profileWarnings)
  return (
    <FormDialog flow={flow} title="Your profile" submit={['Save', 'Saving...']}>
      <TextField {...field('name')} label="Name" />
      <TextField {...field('email')} label="Email" type="email" />
      <TextField {...field('organizationName')} label="Organization Name" optional />
    </FormDialog>
  )
}
