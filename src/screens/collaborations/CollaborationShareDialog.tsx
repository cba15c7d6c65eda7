import { sharingForm } from '../../../contract/forms/collaborations'
import type { FlowRef } from '../../../machines/flows'
import { FormDialog } from '../../components/form/FormDialog'
import { useForm } from '../../components/form/useForm'
import { OwnCampaignFields } from './OwnCampaignFields'

/** Which campaigns a partner sees and sells (CO-01). */
export default function CollaborationShareDialog({ flow }: { flow: FlowRef<'collaborationShare'> }) {
  const { field } = useForm(flow, sharingForm)
  return (
    <FormDialog
      flow={flow}
      title="Shared campaigns"
      description="It holds at once: what is no longer shared is gone from the partner’s screens."
      submit={['Save', 'Saving...']}
      placement="side"
    >
      <OwnCampaignFields {...field('campaigns')} />
    </FormDialog>
  )
}
