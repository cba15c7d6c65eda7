import { campaignStateOf } from '../../../machines/lives/campaignLife'
import type { FlowRef } from '../../../machines/flows'
import { SelectField } from '../../components/form/SelectField'
import { campaignChoices, useCampaigns } from '../orders/filterChoices'

interface ImportCampaignProps {
  flow: FlowRef<'sheetImport'>
  campaignId: string | undefined
}

/** The campaign that orders come into, whose offers their lines are matched to. */
export function ImportCampaign({ flow, campaignId }: ImportCampaignProps) {
  const campaigns = useCampaigns().filter((campaign) => campaign.isMine && campaignStateOf(campaign) !== 'archived')
  return (
    <SelectField
      name="campaignId"
      label="Campaign"
      hint="The orders come into it, and their lines are matched to its offers by SKU, or else by name."
      placeholder="Choose a campaign"
      options={campaignChoices(campaigns)}
      value={campaignId ?? ''}
      onChange={(id) => {
        if (id !== '') flow.send({ type: 'campaign.choose', campaign: { id } })
      }}
    />
  )
}
