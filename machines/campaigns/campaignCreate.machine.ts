import { setup } from 'xstate'
import type { Campaign } from '../../contract/campaigns'
import { campaignCreateForm, campaignCreateValues, type CampaignCreateValues } from '../../contract/forms/campaigns'
import { promiseActor, withError } from '../actors'
import type { FlowSurroundings } from '../flowSurroundings'
import {
  answersTo,
  type FieldEvent,
  fieldEvents,
  type Form,
  formParts,
  type LeaveEvent,
  leaveTo,
  newForm,
  submitTo,
} from '../form'
import { changeParts } from '../pendingChanges'

export interface CampaignCreateInput extends FlowSurroundings {
  /** The campaign that the new one begins with all of; none for an empty one. */
  source: Campaign | null
}
interface Context {
  source: Campaign | null
  organizationId: string | undefined
  form: Form<CampaignCreateValues>
}
export type CampaignCreateEvent = FieldEvent<CampaignCreateValues> | LeaveEvent | { type: 'dialog.submit' }

/** What a new campaign is made of. */
export type NewCampaign = Pick<Context, 'organizationId'> & {
  copiedFrom: string | undefined
  values: CampaignCreateValues
}

/** Starting a campaign, alone or after another one; it opens on its offers (CP-01). */
export const campaignCreateMachine = setup({
  types: {
    input: {} as CampaignCreateInput,
    context: {} as Context,
    events: {} as CampaignCreateEvent,
    tags: {} as 'open' | 'busy' | 'asking',
  },
  actors: { createCampaign: promiseActor<Campaign, NewCampaign>('createCampaign') },
  actions: {
    showMessage: (_, _params: { message: string }) => {},
    reportError: (_, _params: { error: unknown }) => {},
    openCampaign: (_, _params: { campaignId: string }) => {},
  },
})
  .extend(changeParts)
  .extend(formParts<CampaignCreateValues>(campaignCreateForm))
  .createMachine({
    id: 'campaignCreate',
    context: ({ input: { source, organizationId } }) => ({
      source,
      organizationId,
      form: newForm(campaignCreateValues(source)),
    }),
    initial: 'editing',
    states: {
      editing: {
        tags: 'open',
        on: {
          ...fieldEvents<CampaignCreateValues>(),
          ...leaveTo('cancelled'),
          'dialog.submit': submitTo('creating'),
        },
      },
      asking: { tags: ['open', 'asking'], on: answersTo('cancelled') },
      creating: {
        tags: ['open', 'busy'],
        entry: { type: 'showChange', params: { resource: 'campaigns', kind: 'add' } },
        invoke: {
          src: 'createCampaign',
          input: ({ context: { organizationId, source, form } }) => ({
            organizationId,
            copiedFrom: source?.id,
            values: form.values,
          }),
          onDone: {
            target: 'created',
            actions: [
              'confirmChange',
              { type: 'showMessage', params: { message: 'Campaign created' } },
              { type: 'openCampaign', params: ({ event }) => ({ campaignId: event.output.id }) },
            ],
          },
          onError: { target: 'editing', actions: ['revertChange', withError('reportError')] },
        },
      },
      created: { type: 'final' },
      cancelled: { type: 'final' },
    },
  })
