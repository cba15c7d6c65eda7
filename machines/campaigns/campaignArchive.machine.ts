import { setup } from 'xstate'
import type { Campaign } from '../../contract/campaigns'
import { promiseActor, withError } from '../actors'
import type { FlowSurroundings } from '../flowSurroundings'
import { changeParts } from '../pendingChanges'
import { campaignStateOf } from '../lives/campaignLife'

export interface CampaignArchiveInput extends FlowSurroundings {
  campaign: Campaign
}
interface Context {
  campaign: Campaign
}
export type CampaignArchiveEvent = { type: 'dialog.submit' } | { type: 'dialog.cancel' } | { type: 'delete.undo' }

/** Putting a campaign away, with Undo, and taking one back, each after a question (CP-01). */
export const campaignArchiveMachine = setup({
  types: {
    input: {} as CampaignArchiveInput,
    context: {} as Context,
    events: {} as CampaignArchiveEvent,
    tags: {} as 'open' | 'busy',
  },
  actors: {
    archiveCampaign: promiseActor<void, Context>('archiveCampaign'),
    restoreCampaign: promiseActor<void, Context>('restoreCampaign'),
  },
  actions: {
    /** Says that it is put away, with a way to undo it. */
    offerUndo: (_, _params: { message: string }) => {},
    showMessage: (_, _params: { message: string }) => {},
    reportError: (_, _params: { error: unknown }) => {},
  },
  guards: { isArchived: ({ context: { campaign } }) => campaignStateOf(campaign) === 'archived' },
  // As long as the message with the way to undo it stands.
  delays: { undoPeriod: 10_000 },
})
  .extend(changeParts)
  .createMachine({
    id: 'campaignArchive',
    context: ({ input: { campaign } }) => ({ campaign }),
    initial: 'confirming',
    states: {
      confirming: {
        tags: 'open',
        on: {
          'dialog.submit': [{ guard: 'isArchived', target: 'restoring' }, { target: 'archiving' }],
          'dialog.cancel': 'ended',
        },
      },
      archiving: {
        tags: ['open', 'busy'],
        entry: {
          type: 'showChange',
          params: ({ context }) => ({ resource: 'campaigns', kind: 'remove', id: context.campaign.id }),
        },
        invoke: {
          src: 'archiveCampaign',
          input: ({ context }) => context,
          onDone: { target: 'undoable', actions: 'confirmChange' },
          onError: { target: 'ended', actions: ['revertChange', withError('reportError')] },
        },
      },
      undoable: {
        entry: { type: 'offerUndo', params: { message: 'Campaign archived' } },
        on: { 'delete.undo': 'restoring' },
        after: { undoPeriod: 'ended' },
      },
      restoring: {
        entry: { type: 'showChange', params: { resource: 'campaigns', kind: 'add' } },
        invoke: {
          src: 'restoreCampaign',
          input: ({ context }) => context,
          onDone: {
            target: 'ended',
            actions: ['confirmChange', { type: 'showMessage', params: { message: 'Campaign restored' } }],
          },
          onError: { target: 'ended', actions: ['revertChange', withError('reportError')] },
        },
      },
      ended: { type: 'final' },
    },
  })
