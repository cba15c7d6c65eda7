import type { Campaign } from '../../../contract/campaigns'
import { Button } from '../../components/base/Button'
import { Card } from '../../components/base/Card'
import { DescriptionList } from '../../components/base/DescriptionList'
import { formatDay } from '../../components/base/format'
import { Stack } from '../../components/base/Stack'
import { StatusBadge } from '../../components/base/StatusBadge'
import { useApp, useWorkspace } from '../../app/context'

/** CD-02, and who sells in it, where the backend says (CP-02). */
export function GeneralTab({ campaign }: { campaign: Campaign }) {
  const workspace = useWorkspace()
  const { extensions } = useApp().config
  return (
    <Stack>
      <Card>
        <DescriptionList
          entries={[
            { term: 'Campaign Name', detail: campaign.name },
            { term: 'Category', detail: campaign.category },
            { term: 'Start Date', detail: formatDay(campaign.startDate) },
            { term: 'End Date', detail: formatDay(campaign.endDate) },
            { term: 'Status', detail: <StatusBadge status={campaign.status} /> },
            { term: 'Type', detail: campaign.type },
          ]}
        />
      </Card>
      <Card title="Additional Information">
        <DescriptionList
          entries={[
            { term: 'Must Agree to Terms Of Service?', detail: campaign.mustAgreeToTerms ? 'Yes' : 'No' },
            { term: 'Internal Note', detail: campaign.internalNote, isWide: true },
          ]}
        />
      </Card>
      {campaign.members && (extensions || campaign.members.length > 0) && (
        <Card
          title="Members"
          action={
            extensions && (
              <Button
                size="sm"
                onClick={() =>
                  workspace.send({ type: 'open.campaignMembers', recordId: campaign.id, input: { campaign } })
                }
              >
                Assign
              </Button>
            )
          }
        >
          <DescriptionList
            entries={[
              {
                term: 'Sold by',
                detail: campaign.members.map(({ name, email, id }) => name || email || id).join(', '),
              },
            ]}
          />
        </Card>
      )}
    </Stack>
  )
}
