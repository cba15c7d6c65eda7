import type { Campaign, CampaignUpdate } from '../../contract/campaigns'
import {
  campaignEditForm,
  campaignEditValues,
  type CampaignEditValues,
  changedCampaignFields,
} from '../../contract/forms/campaigns'
import { promiseActor } from '../actors'
import { changing, recordFlow } from '../factories/recordFlow'
import type { FlowSurroundings } from '../flowSurroundings'
import type { RecordChange } from '../recordForm'

export interface CampaignEditInput extends FlowSurroundings {
  campaign: Campaign
  draft?: CampaignEditValues | undefined
}

/** Updating a campaign; the dialog closes at once and the change is shown before it is confirmed (UC-01 to UC-04). */
export const campaignEditMachine = recordFlow({
  id: 'campaignEdit',
  form: campaignEditForm,
  valuesOf: campaignEditValues,
  context: (_: CampaignEditInput) => ({}),
  record: ({ campaign }) => campaign,
  draft: ({ draft }) => draft,
  actors: { saveCampaign: promiseActor<void, RecordChange<CampaignUpdate>>('saveCampaign') },
  isReread: true,
  // For the other tab, without input.
  leftBy: 'tab.leave',
  submit: {
    state: 'updating',
    src: 'saveCampaign',
    ...changing('campaigns', changedCampaignFields),
    message: 'Campaign updated',
    done: 'saved',
  },
  // The dialog comes back when there is something to decide (GE-09).
  closesAtOnce: true,
})
