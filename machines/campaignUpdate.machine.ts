import { assign, sendParent, setup } from 'xstate'
import type { Campaign, CampaignUpdate } from '../contract/campaigns'
import { fieldErrors } from '../contract/forms/fields'
import {
  campaignUpdateForm,
  campaignUpdateValues,
  type CampaignUpdateValues,
  changedCampaignFields,
} from '../contract/forms/campaign'
import { type FieldEvent, type Form, newForm, withAllTouched, withFields, withTouched } from './form'
import { changeParts } from './pendingChanges'
import { promiseActor } from './actors'

export interface CampaignUpdateInput {
  campaign: Campaign
  /** What was typed before an update that failed, so that it is not lost. */
  draft?: CampaignUpdateValues | undefined
}
interface Context {
  campaign: Campaign
  form: Form<CampaignUpdateValues>
}
export type CampaignUpdateEvent =
  | FieldEvent<CampaignUpdateValues>
  | { type: 'dialog.submit' }
  | { type: 'dialog.cancel' }

const fieldsOf = ({ campaign, form }: Context) => changedCampaignFields(campaign, form.values)

/** Updating a campaign; the dialog closes at once and the change is shown before it is confirmed (UC-01 to UC-04). */
export const campaignUpdateMachine = setup({
  types: {
    input: {} as CampaignUpdateInput,
    context: {} as Context,
    events: {} as CampaignUpdateEvent,
    tags: {} as 'open' | 'busy',
  },
  actors: {
    saveCampaign: promiseActor<void, { id: string; fields: CampaignUpdate }>('saveCampaign'),
  },
  actions: {
    changeField: assign({
      form: ({ context }, params: Partial<CampaignUpdateValues>) => withFields(context.form, params),
    }),
    touchField: assign({
      form: ({ context }, params: { field: keyof CampaignUpdateValues }) => withTouched(context.form, params.field),
    }),
    touchAll: assign({ form: ({ context }) => withAllTouched(context.form) }),
    keepDraft: sendParent((_, draft: { campaignId: string; values: CampaignUpdateValues }) => ({
      type: 'campaignDraft.keep',
      ...draft,
    })),
    reportError: (_, _params: { error: unknown }) => {},
  },
  guards: {
    isValid: ({ context }) => Object.keys(fieldErrors(campaignUpdateForm, context.form.values)).length === 0,
  },
})
  .extend(changeParts)
  .createMachine({
    id: 'campaignUpdate',
    context: ({ input }) => ({
      campaign: input.campaign,
      form: newForm(input.draft ?? campaignUpdateValues(input.campaign)),
    }),
    initial: 'editing',
    states: {
      editing: {
        tags: 'open',
        on: {
          'field.change': { actions: { type: 'changeField', params: ({ event }) => event.fields } },
          'field.blur': { actions: { type: 'touchField', params: ({ event }) => ({ field: event.field }) } },
          'dialog.submit': [{ guard: 'isValid', target: 'updating' }, { actions: 'touchAll' }],
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
            actions: [
              'revertChange',
              {
                type: 'keepDraft',
                params: ({ context }) => ({ campaignId: context.campaign.id, values: context.form.values }),
              },
              { type: 'reportError', params: ({ event }) => ({ error: event.error }) },
            ],
          },
        },
      },
      saved: { type: 'final' },
      failed: { type: 'final' },
      cancelled: { type: 'final' },
    },
  })
