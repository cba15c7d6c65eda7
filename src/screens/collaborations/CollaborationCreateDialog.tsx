import { collaborationCreateForm } from '../../../contract/forms/collaborations'
import type { FlowRef } from '../../../machines/flows'
import { FormDialog } from '../../components/form/FormDialog'
import { NumberField } from '../../components/form/NumberField'
import { TextField } from '../../components/form/TextField'
import { useForm } from '../../components/form/useForm'
import { OwnCampaignFields } from './OwnCampaignFields'

/** Inviting a partner (CO-01). */
export default function CollaborationCreateDialog({ flow }: { flow: FlowRef<'collaborationCreate'> }) {
  const { field } = useForm(flow, collaborationCreateForm)
  return (
    <FormDialog
      flow={flow}
      title="Invite partner"
      description="Somebody of another organization is mailed a link that they alone can accept. They see and sell what you share, and nothing else of yours."
      submit={['Send invitation', 'Sending...']}
      placement="side"
    >
      <TextField {...field('email')} label="Email" type="email" hint="Of an owner of the other organization" />
      <NumberField
        {...field('share')}
        label="Share"
        kind="amount"
        unit="%"
        hint="What the partner gets of each of their sales. It stays as both have agreed upon."
      />
      <OwnCampaignFields {...field('campaigns')} />
    </FormDialog>
  )
}
