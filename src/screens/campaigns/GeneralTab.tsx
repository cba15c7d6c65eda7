import type { Campaign } from '../../../contract/campaigns'
import { ActionButton } from '../../components/actions/ActionButton'
import { Card } from '../../components/base/Card'
import { DescriptionList } from '../../components/base/DescriptionList'
import { formatDay } from '../../components/base/format'
import { Stack } from '../../components/base/Stack'
import { StatusBadge } from '../../components/base/StatusBadge'
import { useApp } from '../../app/context'
import { assignMembers } from './actions'

/** CD-02, and who sells in it, where the backend says (CP-02). */
export function GeneralTab({ campaign }: { campaign: Campaign }) {
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
        <Card title="Members" action={extensions && <ActionButton action={assignMembers} row={campaign} size="sm" />}>
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
