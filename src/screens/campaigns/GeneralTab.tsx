import type { Campaign } from '../../../contract/campaigns'
import { ActionButton } from '../../components/actions/ActionButton'
import { Card } from '../../components/base/Card'
import { DescriptionList } from '../../components/base/DescriptionList'
import { formatDay } from '../../components/base/format'
import { StatusBadge } from '../../components/base/StatusBadge'
import { RecordColumns } from '../../components/record/RecordColumns'
import { useApp } from '../../app/context'
import { assignMembers } from './actions'

/** CD-02, and who sells in it, where the backend says (CP-02). */
export function GeneralTab({ campaign }: { campaign: Campaign }) {
  const { extensions } = useApp().config
  const hasMembers = campaign.members && (extensions || campaign.members.length > 0)
  return (
    <RecordColumns side={hasMembers && <Members campaign={campaign} />}>
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
    </RecordColumns>
  )
}

function Members({ campaign }: { campaign: Campaign }) {
  const { extensions } = useApp().config
  const names = campaign.members?.map(({ name, email, id }) => name || email || id) ?? []
  return (
    <Card title="Members" action={extensions && <ActionButton action={assignMembers} row={campaign} size="sm" />}>
      <DescriptionList entries={[{ term: 'Sold by', detail: names.join(', ') }]} />
    </Card>
  )
}
