import { type ActorRefFrom, assign, type DoneActorEvent, enqueueActions, setup, stopChild } from 'xstate'
import type { Campaign } from '../contract/campaigns'
import type { AutoresponderValues } from '../contract/forms/autoresponder'
import type { CampaignUpdateValues } from '../contract/forms/campaign'
import type { Offer } from '../contract/offers'
import type { User } from '../contract/users'
import { autoresponderAddMachine } from './autoresponderAdd.machine'
import { campaignUpdateMachine } from './campaignUpdate.machine'
import { offerCreateMachine } from './offerCreate.machine'
import { offerDeleteMachine } from './offerDelete.machine'
import { offerEditMachine } from './offerEdit.machine'
import type { ChangeEvent, PendingChange } from './pendingChanges'
import { profileUpdateMachine } from './profileUpdate.machine'
import { rereadMachine } from './reread.machine'

export interface WorkspaceInput {
  organizationId: string | undefined
}

/** A flow that may outlive its screen, with the dialog that shows it. */
export type Flow =
  | { kind: 'offerEdit'; ref: ActorRefFrom<typeof offerEditMachine>; offerId: string }
  | { kind: 'offerDelete'; ref: ActorRefFrom<typeof offerDeleteMachine> }
  | { kind: 'offerCreate'; ref: ActorRefFrom<typeof offerCreateMachine> }
  | { kind: 'campaignUpdate'; ref: ActorRefFrom<typeof campaignUpdateMachine> }
  | { kind: 'autoresponderAdd'; ref: ActorRefFrom<typeof autoresponderAddMachine> }
  | { kind: 'profileUpdate'; ref: ActorRefFrom<typeof profileUpdateMachine> }

interface Context {
  organizationId: string | undefined
  /** Oldest first. */
  changes: PendingChange[]
  flows: Flow[]
  /** How many flows were opened, which numbers them. */
  opened: number
  /** What was typed before a save that failed behind a closed dialog, by campaign. */
  campaignDrafts: Record<string, CampaignUpdateValues>
  autoresponderDrafts: Record<string, AutoresponderValues>
}
export type WorkspaceEvent =
  | { type: 'offer.edit'; offer: Offer }
  | { type: 'offer.delete'; offer: Offer }
  | { type: 'offer.create'; campaignId: string }
  | { type: 'campaign.update'; campaign: Campaign }
  | { type: 'autoresponder.add'; campaignId: string }
  | { type: 'profile.edit'; user: User }
  | { type: 'offers.read'; offers: readonly Offer[] }
  | { type: 'screen.leave' }
  | ChangeEvent
  | { type: 'campaignDraft.keep'; campaignId: string; values: CampaignUpdateValues }
  | { type: 'autoresponderDraft.keep'; campaignId: string; values: AutoresponderValues }
  | DoneActorEvent

const without = <Value>(record: Record<string, Value>, key: string) =>
  Object.fromEntries(Object.entries(record).filter(([name]) => name !== key))

/** What a signed-in person does in one organization: the dialogs, and the writes in flight (EO-09, SE-11). */
export const workspaceMachine = setup({
  types: { input: {} as WorkspaceInput, context: {} as Context, events: {} as WorkspaceEvent },
  actors: {
    offerEdit: offerEditMachine,
    offerDelete: offerDeleteMachine,
    offerCreate: offerCreateMachine,
    campaignUpdate: campaignUpdateMachine,
    autoresponderAdd: autoresponderAddMachine,
    profileUpdate: profileUpdateMachine,
    reread: rereadMachine,
  },
  actions: {
    editOffer: assign(({ context, spawn }, { offer }: { offer: Offer }) => {
      const ref = spawn('offerEdit', { id: `offerEdit.${context.opened}`, input: { offer } })
      return {
        opened: context.opened + 1,
        flows: [...context.flows, { kind: 'offerEdit' as const, ref, offerId: offer.id }],
      }
    }),
    deleteOffer: assign(({ context, spawn }, { offer }: { offer: Offer }) => {
      const ref = spawn('offerDelete', { id: `offerDelete.${context.opened}`, input: { offer } })
      return { opened: context.opened + 1, flows: [...context.flows, { kind: 'offerDelete' as const, ref }] }
    }),
    createOffer: assign(({ context, spawn }, { campaignId }: { campaignId: string }) => {
      const { organizationId } = context
      const ref = spawn('offerCreate', { id: `offerCreate.${context.opened}`, input: { campaignId, organizationId } })
      return { opened: context.opened + 1, flows: [...context.flows, { kind: 'offerCreate' as const, ref }] }
    }),
    updateCampaign: assign(({ context, spawn }, { campaign }: { campaign: Campaign }) => {
      const ref = spawn('campaignUpdate', {
        id: `campaignUpdate.${context.opened}`,
        input: { campaign, draft: context.campaignDrafts[campaign.id] },
      })
      return {
        opened: context.opened + 1,
        flows: [...context.flows, { kind: 'campaignUpdate' as const, ref }],
        campaignDrafts: without(context.campaignDrafts, campaign.id),
      }
    }),
    addAutoresponder: assign(({ context, spawn }, { campaignId }: { campaignId: string }) => {
      const ref = spawn('autoresponderAdd', {
        id: `autoresponderAdd.${context.opened}`,
        input: {
          campaignId,
          organizationId: context.organizationId,
          draft: context.autoresponderDrafts[campaignId],
        },
      })
      return {
        opened: context.opened + 1,
        flows: [...context.flows, { kind: 'autoresponderAdd' as const, ref }],
        autoresponderDrafts: without(context.autoresponderDrafts, campaignId),
      }
    }),
    editProfile: assign(({ context, spawn }, { user }: { user: User }) => {
      const ref = spawn('profileUpdate', { id: `profileUpdate.${context.opened}`, input: { user } })
      return { opened: context.opened + 1, flows: [...context.flows, { kind: 'profileUpdate' as const, ref }] }
    }),
    // By its id: a step must follow from its event alone, so that a recording can be replayed.
    removeFinished: assign({
      flows: ({ context }, { actorId }: { actorId: string }) => context.flows.filter(({ ref }) => ref.id !== actorId),
    }),
    dropReread: assign({
      changes: ({ context }, { actorId }: { actorId: string }) =>
        context.changes.filter(({ rereadId }) => rereadId !== actorId),
    }),
    stopFinished: stopChild((_, { actorId }: { actorId: string }) => actorId),
    refreshEdits: enqueueActions(({ context, enqueue }, { offers }: { offers: readonly Offer[] }) => {
      for (const flow of context.flows) {
        if (flow.kind !== 'offerEdit') continue
        const offer = offers.find(({ id }) => id === flow.offerId)
        if (offer) enqueue.sendTo(flow.ref, { type: 'offer.refresh', offer })
      }
    }),
    cancelDialogs: enqueueActions(({ context, enqueue }) => {
      for (const { ref } of context.flows) enqueue.sendTo(ref, { type: 'dialog.cancel' })
    }),
    showChange: assign({
      changes: ({ context }, { change }: { change: PendingChange }) => [...context.changes, change],
    }),
    // The change stays on screen until an answer carries it that was asked for after the server took it.
    rereadConfirmed: assign(({ context, spawn }, { changeId }: { changeId: string }) => {
      const rereadId = `reread.${context.opened}`
      const confirmed = context.changes.find((change) => change.changeId === changeId)
      if (!confirmed) return {}
      spawn('reread', { id: rereadId, input: { resource: confirmed.resource } })
      return {
        opened: context.opened + 1,
        changes: context.changes.map((change) => (change === confirmed ? { ...change, rereadId } : change)),
      }
    }),
    // Whether the server took a request that got no answer is not known, so what it holds is read again.
    rereadReverted: assign(({ context, spawn }, { changeId }: { changeId: string }) => {
      const reverted = context.changes.find((change) => change.changeId === changeId)
      if (!reverted) return {}
      spawn('reread', { id: `reread.${context.opened}`, input: { resource: reverted.resource } })
      return {
        opened: context.opened + 1,
        changes: context.changes.filter((change) => change !== reverted),
      }
    }),
    keepCampaignDraft: assign({
      campaignDrafts: ({ context }, params: { campaignId: string; values: CampaignUpdateValues }) => ({
        ...context.campaignDrafts,
        [params.campaignId]: params.values,
      }),
    }),
    keepAutoresponderDraft: assign({
      autoresponderDrafts: ({ context }, params: { campaignId: string; values: AutoresponderValues }) => ({
        ...context.autoresponderDrafts,
        [params.campaignId]: params.values,
      }),
    }),
  },
}).createMachine({
  id: 'workspace',
  context: ({ input }) => ({
    organizationId: input.organizationId,
    changes: [],
    flows: [],
    opened: 0,
    campaignDrafts: {},
    autoresponderDrafts: {},
  }),
  on: {
    'offer.edit': { actions: { type: 'editOffer', params: ({ event }) => event } },
    'offer.delete': { actions: { type: 'deleteOffer', params: ({ event }) => event } },
    'offer.create': { actions: { type: 'createOffer', params: ({ event }) => event } },
    'campaign.update': { actions: { type: 'updateCampaign', params: ({ event }) => event } },
    'autoresponder.add': { actions: { type: 'addAutoresponder', params: ({ event }) => event } },
    'profile.edit': { actions: { type: 'editProfile', params: ({ event }) => event } },
    'offers.read': { actions: { type: 'refreshEdits', params: ({ event }) => event } },
    'screen.leave': { actions: 'cancelDialogs' },
    'change.show': { actions: { type: 'showChange', params: ({ event }) => event } },
    'change.confirm': { actions: { type: 'rereadConfirmed', params: ({ event }) => event } },
    'change.revert': { actions: { type: 'rereadReverted', params: ({ event }) => event } },
    'campaignDraft.keep': { actions: { type: 'keepCampaignDraft', params: ({ event }) => event } },
    'autoresponderDraft.keep': { actions: { type: 'keepAutoresponderDraft', params: ({ event }) => event } },
    'xstate.done.actor.*': {
      actions: [
        { type: 'removeFinished', params: ({ event }) => event },
        { type: 'dropReread', params: ({ event }) => event },
        { type: 'stopFinished', params: ({ event }) => event },
      ],
    },
  },
})
