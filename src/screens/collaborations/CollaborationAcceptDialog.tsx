import { useSelector } from '@xstate/react'
import { sharingForm } from '../../../contract/forms/collaborations'
import type { FlowRef } from '../../../machines/flows'
import { FormDialog } from '../../components/form/FormDialog'
import { useForm } from '../../components/form/useForm'
import { RightFields } from './RightFields'

/** Accepting what is offered, or less of it (CO-01). */
export default function CollaborationAcceptDialog({ flow }: { flow: FlowRef<'collaborationAccept'> }) {
  const { field } = useForm(flow, sharingForm)
  const invitation = useSelector(flow, (state) => state.context.invitation)
  const campaigns = (invitation.campaigns ?? []).map(({ campaignId, name, right }) => ({
    id: campaignId,
    name,
    most: right ?? 'see',
  }))
  return (
    <FormDialog
      flow={flow}
      title="Accept invitation"
      description="You may take less than is offered."
      submit={['Accept', 'Accepting...']}
    >
      <RightFields {...field('campaigns')} campaigns={campaigns} none="Don’t take" />
    </FormDialog>
  )
}
