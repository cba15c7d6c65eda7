import type { Campaign } from '../../contract/campaigns'
import type { CampaignScript } from '../../contract/extensions/campaigns'
import { campaignScriptForm, campaignScriptValues, type CampaignScriptValues } from '../../contract/forms/campaigns'
import { promiseActor } from '../actors'
import { recordFlow } from '../factories/recordFlow'
import type { FlowSurroundings } from '../flowSurroundings'
import type { RecordChange } from '../recordForm'

export interface CampaignScriptInput extends FlowSurroundings {
  /** Not by itself, as the rows that the workspace passes on to the flows of a record say nothing of its script. */
  of: { campaign: Campaign }
}

/** Writing what agents say in a campaign, beside the other fields of Update Campaign (NO-05). */
export const campaignScriptMachine = recordFlow({
  id: 'campaignScript',
  form: campaignScriptForm,
  valuesOf: campaignScriptValues,
  context: ({ of: { campaign } }: CampaignScriptInput) => ({ campaign }),
  actors: {
    fetchScript: promiseActor<CampaignScript, { campaignId: string }>('fetchScript'),
    saveScript: promiseActor<void, RecordChange<CampaignScriptValues>>('saveScript'),
  },
  load: { src: 'fetchScript', input: ({ campaign }) => ({ campaignId: campaign.id }) },
  isReread: false,
  // For the other tab, without input.
  leftBy: 'tab.leave',
  submit: {
    state: 'saving',
    src: 'saveScript',
    input: ({ campaign, record, form }) => ({ id: campaign.id, version: record?.version, fields: form.values }),
    // Other lists show nothing of it, but the campaign has another version now.
    change: ({ campaign }) => ({ resource: 'campaigns', kind: 'merge', id: campaign.id, fields: {} }),
    message: 'Script saved',
    done: 'saved',
  },
})
