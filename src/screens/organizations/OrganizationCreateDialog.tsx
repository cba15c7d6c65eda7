import { organizationCreateForm } from '../../../contract/forms/organizations'
import type { FlowRef } from '../../../machines/flows'
import { FormDialog } from '../../components/form/FormDialog'
import { TextField } from '../../components/form/TextField'
import { useForm } from '../../components/form/useForm'

/** A new organization, of whoever makes it (ST-01). */
export default function OrganizationCreateDialog({ flow }: { flow: FlowRef<'organizationCreate'> }) {
  const { field } = useForm(flow, organizationCreateForm)
  return (
    <FormDialog
      flow={flow}
      title="New organization"
      description="It begins empty, is yours, and shares nothing with the others."
      submit={['Create', 'Creating...']}
    >
      <TextField {...field('name')} label="Name" inputProps={{ autoComplete: 'organization' }} />
    </FormDialog>
  )
}
