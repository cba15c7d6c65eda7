import { setup } from 'xstate'
import type { Campaign, CampaignUpdate } from '../../contract/campaigns'
import {
  campaignEditForm,
  campaignEditValues,
  type CampaignEditValues,
  changedCampaignFields,
} from '../../contract/forms/campaigns'
import { type FieldEvent, type Form, fieldEvents, formParts, newForm, submitTo } from '../form'
import { changeParts } from '../pendingChanges'
import { promiseActor, withError } from '../actors'
import type { FlowSurroundings } from '../flows'

export interface CampaignEditInput extends FlowSurroundings {
  campaign: Campaign
  draft?: CampaignEditValues | undefined
}
interface Context {
  campaign: Campaign
  form: Form<CampaignEditValues>
}
export type CampaignEditEvent = FieldEvent<CampaignEditValues> | { type: 'dialog.submit' } | { type: 'dialog.cancel' }

const fieldsOf = ({ campaign, form }: Context) => changedCampaignFields(campaign, form.values)

/** Updating a campaign; the dialog closes at once and the change is shown before it is confirmed (UC-01 to UC-04). */
export const campaignEditMachine = setup({
  types: {
    input: {} as CampaignEditInput,
    context: {} as Context,
    events: {} as CampaignEditEvent,
    tags: {} as 'open' | 'busy',
  },
  actors: {
    saveCampaign: promiseActor<void, { id: string; fields: CampaignUpdate }>('saveCampaign'),
  },
  actions: {
    reportError: (_, _params: { error: unknown }) => {},
  },
})
  .extend(changeParts)
  .extend(formParts<CampaignEditValues>(campaignEditForm))
  .createMachine({
    id: 'campaignEdit',
    context: ({ input }) => ({
      campaign: input.campaign,
      form: newForm(input.draft ?? campaignEditValues(input.campaign)),
    }),
    initial: 'editing',
    states: {
      editing: {
        tags: 'open',
        on: {
          ...fieldEvents<CampaignEditValues>(),
          'dialog.submit': submitTo('updating'),
          'dialog.cancel': 'cancelled',
        },
      },
      updating: {
        tags: 'busy',
        entry: {
          type: 'showChange',
          params: ({ context }) => ({
            resource: 'campaigns',
            kind: 'merge',
            id: context.campaign.id,
            fields: fieldsOf(context),
          }),
        },
        invoke: {
          src: 'saveCampaign',
          input: ({ context }) => ({ id: context.campaign.id, fields: fieldsOf(context) }),
          onDone: { target: 'saved', actions: 'confirmChange' },
          onError: {
            target: 'failed',
            actions: ['revertChange', 'keepDraft', withError('reportError')],
          },
        },
      },
      saved: { type: 'final' },
      failed: { type: 'final' },
      cancelled: { type: 'final' },
    },
  })
