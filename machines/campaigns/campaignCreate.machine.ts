import type { Campaign } from '../../contract/campaigns'
import { campaignCreateForm, campaignCreateValues, type CampaignCreateValues } from '../../contract/forms/campaigns'
import { promiseActor } from '../actors'
import { formFlow } from '../factories/formFlow'
import type { FlowSurroundings } from '../flowSurroundings'

export interface CampaignCreateInput extends FlowSurroundings {
  /** The campaign that the new one begins with all of; none for an empty one. */
  source: Campaign | null
}

/** What a new campaign is made of. */
export interface NewCampaign {
  organizationId: string | undefined
  copiedFrom: string | undefined
  values: CampaignCreateValues
}

/** Starting a campaign, alone or after another one; it opens on its offers (CP-01). */
export const campaignCreateMachine = formFlow({
  id: 'campaignCreate',
  form: campaignCreateForm,
  values: ({ source }: CampaignCreateInput) => campaignCreateValues(source),
  context: ({ source, organizationId }) => ({ source, organizationId }),
  actors: { createCampaign: promiseActor<Campaign, NewCampaign>('createCampaign') },
  submit: {
    state: 'creating',
    src: 'createCampaign',
    input: ({ organizationId, source, form }) => ({
      organizationId,
      copiedFrom: form.values.copiedFrom ?? source?.id,
      values: form.values,
    }),
    change: { resource: 'campaigns', kind: 'add' },
    message: 'Campaign created',
    action: { type: 'openCampaign', params: ({ id }) => ({ campaignId: id }) },
    done: 'created',
  },
  cancelled: 'cancelled',
})
