import { useSelector } from '@xstate/react'
import { campaignMembersForm } from '../../../contract/forms/members'
import type { FlowRef } from '../../../machines/flows'
import { Alert } from '../../components/base/Alert'
import { Stack } from '../../components/base/Stack'
import { Text } from '../../components/base/Text'
import { CheckboxField } from '../../components/form/CheckboxField'
import { FormDialog } from '../../components/form/FormDialog'
import { useForm } from '../../components/form/useForm'

/** Who sells in a campaign, of all who work in the organization (CP-02). */
export default function CampaignMembersDialog({ flow }: { flow: FlowRef<'campaignMembers'> }) {
  const { choice } = useForm(flow, campaignMembersForm)
  const people = useSelector(flow, (state) => state.context.sellers?.people ?? [])
  const isJoined = useSelector(flow, (state) => state.context.isJoined)
  return (
    <FormDialog
      flow={flow}
      title="Members"
      description="Who sells in this campaign."
      submit={['Save', 'Saving...']}
      notice={
        isJoined && (
          <Alert tone="amber">
            This has been changed elsewhere meanwhile. Look at who is chosen now, and save again.
          </Alert>
        )
      }
    >
      <Stack gap="sm">
        {people.map(({ id, name, email }) => (
          <CheckboxField
            key={id}
            {...choice(id)}
            label={name || email || id}
            hint={name ? (email ?? undefined) : undefined}
          />
        ))}
        {people.length === 0 && <Text tone="muted">Nobody works in this organization.</Text>}
      </Stack>
    </FormDialog>
  )
}
