import { setup } from 'xstate'
import type { Campaign } from '../../contract/campaigns'
import type { CampaignScript } from '../../contract/extensions/campaigns'
import { campaignScriptForm, campaignScriptValues, type CampaignScriptValues } from '../../contract/forms/campaigns'
import { promiseActor, withError } from '../actors'
import type { FlowSurroundings } from '../flowSurroundings'
import { type FieldEvent, fieldEvents, type LeaveEvent, leaveTo, newForm, submitTo } from '../form'
import { changeParts } from '../pendingChanges'
import { type RecordChange, type RecordEvent, type RecordForm, recordFormParts } from '../recordForm'
import { outdatedTo, saveQuestions } from '../recordNews'

export interface CampaignScriptInput extends FlowSurroundings {
  /** Not by itself, as the rows that the workspace passes on to the flows of a record say nothing of its script. */
  of: { campaign: Campaign }
}
/** The record is absent while it is read. */
interface Context extends RecordForm<CampaignScript | undefined, CampaignScriptValues> {
  campaign: Campaign
}
export type CampaignScriptEvent =
  | FieldEvent<CampaignScriptValues>
  | Exclude<RecordEvent<CampaignScript>, { type: 'record.refresh' }>
  | LeaveEvent
  | { type: 'dialog.submit' }
  /** For the other tab, without input. */
  | { type: 'tab.leave' }

/** Writing what agents say in a campaign, beside the other fields of Update Campaign (NO-05). */
export const campaignScriptMachine = setup({
  types: {
    input: {} as CampaignScriptInput,
    context: {} as Context,
    events: {} as CampaignScriptEvent,
    tags: {} as 'open' | 'busy' | 'asking' | 'deciding',
  },
  actors: {
    fetchScript: promiseActor<CampaignScript, { campaignId: string }>('fetchScript'),
    saveScript: promiseActor<void, RecordChange<CampaignScriptValues>>('saveScript'),
  },
  actions: {
    showMessage: (_, _params: { message: string }) => {},
    reportError: (_, _params: { error: unknown }) => {},
  },
})
  .extend(changeParts)
  .extend(recordFormParts<CampaignScript | undefined, CampaignScriptValues>(campaignScriptForm, campaignScriptValues))
  .createMachine({
    id: 'campaignScript',
    context: ({ input: { of } }) => ({
      campaign: of.campaign,
      record: undefined,
      form: newForm(campaignScriptValues()),
      theirs: undefined,
    }),
    initial: 'loading',
    states: {
      loading: {
        invoke: {
          src: 'fetchScript',
          input: ({ context }) => ({ campaignId: context.campaign.id }),
          onDone: {
            target: 'editing',
            actions: { type: 'beginWith', params: ({ event }) => ({ record: event.output }) },
          },
          onError: { target: 'failed', actions: withError('reportError') },
        },
      },
      editing: {
        tags: 'open',
        on: {
          ...fieldEvents<CampaignScriptValues>(),
          ...leaveTo('cancelled'),
          'tab.leave': 'cancelled',
          'dialog.submit': submitTo('saving'),
        },
      },
      ...saveQuestions<CampaignScriptValues>(),
      saving: {
        tags: ['open', 'busy'],
        // Other lists show nothing of it, but the campaign has another version now.
        entry: {
          type: 'showChange',
          params: ({ context }) => ({ resource: 'campaigns', kind: 'merge', id: context.campaign.id, fields: {} }),
        },
        invoke: {
          src: 'saveScript',
          input: ({ context: { campaign, record, form } }) => ({
            id: campaign.id,
            version: record?.version,
            fields: form.values,
          }),
          onDone: {
            target: 'saved',
            actions: ['confirmChange', { type: 'showMessage', params: { message: 'Script saved' } }],
          },
          onError: [
            ...outdatedTo('saving'),
            { target: 'editing', actions: ['revertChange', withError('reportError')] },
          ],
        },
      },
      saved: { type: 'final' },
      cancelled: { type: 'final' },
      failed: { type: 'final' },
    },
  })
