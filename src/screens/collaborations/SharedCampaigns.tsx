import type { ReactNode } from 'react'
import type { SharedCampaign } from '../../../contract/extensions/collaborations'
import { Card } from '../../components/base/Card'
import { Text } from '../../components/base/Text'
import { SimpleTable } from '../../components/layout/SimpleTable'
import { rightTexts } from '../../../contract/rules/partnerTexts'

interface SharedCampaignsProps {
  campaigns: readonly SharedCampaign[]
  /** Whether the partner looks. */
  isPartner: boolean
  action?: ReactNode
  /** What is said where none is shown. */
  none?: string
}

/** The campaigns that are shared, and what the partner may do with each (CO-01). */
export function SharedCampaigns({
  campaigns,
  isPartner,
  action,
  none = 'No campaign is shared.',
}: SharedCampaignsProps) {
  const may = isPartner ? 'You may' : 'The partner may'
  return (
    <Card title="Shared campaigns" action={action}>
      {campaigns.length === 0 ? (
        <Text tone="muted">{none}</Text>
      ) : (
        <SimpleTable
          label="Shared campaigns"
          columns={['Campaign', may, 'On sale']}
          texts={[may, 'On sale']}
          rows={campaigns.map(({ campaignId, name, right, isOnSale }) => ({
            id: campaignId,
            cells: [name || campaignId, rightTexts[right ?? 'see'], isOnSale === false ? 'No, it has ended' : 'Yes'],
            note: rightTexts[right ?? 'see'],
          }))}
          totals={[]}
        />
      )}
    </Card>
  )
}
