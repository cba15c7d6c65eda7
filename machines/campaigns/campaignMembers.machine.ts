import { assign, setup } from 'xstate'
import { currentRecord } from '../../contract/versions'
import type { Campaign } from '../../contract/campaigns'
import {
  type CampaignMembersValues,
  campaignMembersForm,
  type Sellers,
  sellersChosen,
} from '../../contract/forms/members'
import { promiseActor, withError } from '../actors'
import type { FlowSurroundings } from '../flowSurroundings'
import {
  answersTo,
  type FieldEvent,
  fieldEvents,
  formParts,
  leaveTo,
  type LeaveEvent,
  newForm,
  type WithForm,
} from '../form'
import { changeParts } from '../pendingChanges'
import { rebased } from '../recordForm'

export interface CampaignMembersInput extends FlowSurroundings {
  campaign: Campaign
}
interface Context extends WithForm<CampaignMembersValues> {
  campaign: Campaign
  organizationId: string | undefined
  /** Absent while it is read for the first time. */
  sellers: Sellers | undefined
  /** Whether somebody else chose meanwhile, which the person is to look at before they save again. */
  isJoined: boolean
}
export type CampaignMembersEvent = FieldEvent<CampaignMembersValues> | LeaveEvent | { type: 'dialog.submit' }

const asked = ({ context: { organizationId, campaign } }: { context: Context }) => ({
  organizationId,
  campaignId: campaign.id,
})

const chosen = {
  target: 'editing',
  actions: { type: 'choose', params: ({ event }: { event: { output: Sellers } }) => ({ sellers: event.output }) },
} as const

/** Choosing who sells in a campaign (CP-02). What two people choose at once is joined, and shown before it is saved. */
export const campaignMembersMachine = setup({
  types: {
    input: {} as CampaignMembersInput,
    context: {} as Context,
    events: {} as CampaignMembersEvent,
    tags: {} as 'open' | 'busy' | 'asking',
  },
  actors: {
    fetchSellers: promiseActor<Sellers, { organizationId: string | undefined; campaignId: string }>('fetchSellers'),
    saveSellers: promiseActor<void, { campaignId: string; version: number | null; memberIds: string[] }>('saveSellers'),
  },
  actions: {
    /** What was chosen before is chosen upon what the server holds now. */
    choose: assign(({ context: { form } }, { sellers }: { sellers: Sellers }) => ({
      sellers,
      form: rebased(form, sellersChosen(sellers)),
    })),
    noteOthers: assign({ isJoined: true }),
    showMessage: (_, _params: { message: string }) => {},
    reportError: (_, _params: { error: unknown }) => {},
  },
})
  .extend(changeParts)
  .extend(formParts(campaignMembersForm))
  .extend({
    guards: {
      isOutdated: (_: object, { error }: { error: unknown }) => currentRecord(error) !== undefined,
    },
  })
  .createMachine({
    id: 'campaignMembers',
    context: ({ input: { campaign, organizationId } }) => ({
      campaign,
      organizationId,
      sellers: undefined,
      isJoined: false,
      form: newForm({}),
    }),
    initial: 'reading',
    states: {
      reading: {
        invoke: {
          src: 'fetchSellers',
          input: asked,
          onDone: chosen,
          onError: { target: 'failed', actions: withError('reportError') },
        },
      },
      rereading: {
        tags: ['open', 'busy'],
        invoke: {
          src: 'fetchSellers',
          input: asked,
          onDone: chosen,
          onError: { target: 'editing', actions: withError('reportError') },
        },
      },
      editing: {
        tags: 'open',
        on: {
          ...fieldEvents<CampaignMembersValues>(),
          ...leaveTo('cancelled'),
          'dialog.submit': 'saving',
        },
      },
      asking: { tags: ['open', 'asking'], on: answersTo('cancelled') },
      saving: {
        tags: ['open', 'busy'],
        entry: {
          type: 'showChange',
          params: ({ context }) => ({ resource: 'campaigns', kind: 'merge', id: context.campaign.id, fields: {} }),
        },
        invoke: {
          src: 'saveSellers',
          input: ({ context: { campaign, sellers, form } }) => ({
            campaignId: campaign.id,
            version: sellers?.version ?? null,
            memberIds: Object.keys(form.values).filter((id) => form.values[id]),
          }),
          onDone: {
            target: 'saved',
            actions: ['confirmChange', { type: 'showMessage', params: { message: 'Members saved' } }],
          },
          onError: [
            {
              guard: withError('isOutdated'),
              target: 'rereading',
              actions: ['revertChange', 'noteOthers'],
            },
            { target: 'editing', actions: ['revertChange', withError('reportError')] },
          ],
        },
      },
      saved: { type: 'final' },
      cancelled: { type: 'final' },
      failed: { type: 'final' },
    },
  })
