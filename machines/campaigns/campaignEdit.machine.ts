import { setup } from 'xstate'
import type { Campaign, CampaignUpdate } from '../../contract/campaigns'
import {
  campaignEditForm,
  campaignEditValues,
  type CampaignEditValues,
  changedCampaignFields,
} from '../../contract/forms/campaigns'
import { type FieldEvent, fieldEvents, type LeaveEvent, leaveTo, newForm, submitTo } from '../form'
import { changeParts } from '../pendingChanges'
import { type RecordChange, type RecordEvent, type RecordForm, recordFormParts } from '../recordForm'
import { outdatedTo, recordQuestions, refreshOf } from '../recordNews'
import { promiseActor, withError } from '../actors'
import type { FlowSurroundings } from '../flowSurroundings'

export interface CampaignEditInput extends FlowSurroundings {
  campaign: Campaign
  draft?: CampaignEditValues | undefined
}
type Context = RecordForm<Campaign, CampaignEditValues>
export type CampaignEditEvent =
  | FieldEvent<CampaignEditValues>
  | RecordEvent<Campaign>
  | LeaveEvent
  | { type: 'dialog.submit' }
  /** For the other tab, without input. */
  | { type: 'tab.leave' }

const fieldsOf = ({ record, form }: Context) => changedCampaignFields(record, form.values)

/** Updating a campaign; the dialog closes at once and the change is shown before it is confirmed (UC-01 to UC-04). */
export const campaignEditMachine = setup({
  types: {
    input: {} as CampaignEditInput,
    context: {} as Context,
    events: {} as CampaignEditEvent,
    tags: {} as 'open' | 'busy' | 'asking' | 'deciding',
  },
  actors: {
    saveCampaign: promiseActor<void, RecordChange<CampaignUpdate>>('saveCampaign'),
  },
  actions: {
    showMessage: (_, _params: { message: string }) => {},
    reportError: (_, _params: { error: unknown }) => {},
  },
})
  .extend(changeParts)
  .extend(recordFormParts<Campaign, CampaignEditValues>(campaignEditForm, campaignEditValues))
  .createMachine({
    id: 'campaignEdit',
    context: ({ input }) => ({
      record: input.campaign,
      form: newForm(campaignEditValues(input.campaign), input.draft),
      theirs: undefined,
    }),
    initial: 'editing',
    states: {
      editing: {
        tags: 'open',
        on: {
          ...fieldEvents<CampaignEditValues>(),
          ...refreshOf<Campaign>(),
          ...leaveTo('cancelled'),
          'tab.leave': 'cancelled',
          'dialog.submit': submitTo('updating'),
        },
      },
      ...recordQuestions<Campaign, CampaignEditValues>(),
      updating: {
        tags: 'busy',
        entry: {
          type: 'showChange',
          params: ({ context }) => ({
            resource: 'campaigns',
            kind: 'merge',
            id: context.record.id,
            fields: fieldsOf(context),
          }),
        },
        invoke: {
          src: 'saveCampaign',
          input: ({ context }) => ({
            id: context.record.id,
            version: context.record.version,
            fields: fieldsOf(context),
          }),
          onDone: {
            target: 'saved',
            actions: ['confirmChange', { type: 'showMessage', params: { message: 'Campaign updated' } }],
          },
          // The dialog comes back when there is something to decide (GE-09).
          onError: [
            ...outdatedTo('updating'),
            { target: 'failed', actions: ['revertChange', 'keepDraft', withError('reportError')] },
          ],
        },
      },
      saved: { type: 'final' },
      failed: { type: 'final' },
      cancelled: { type: 'final' },
    },
  })
