import { type AnyActorRef, fromPromise } from 'xstate'
import { errorMessage, serverMessage } from '../../contract/client/errors'
import { autoresponderAddMachine } from '../../machines/autoresponderAdd.machine'
import { campaignUpdateMachine } from '../../machines/campaignUpdate.machine'
import { offerCreateMachine } from '../../machines/offerCreate.machine'
import { offerDeleteMachine } from '../../machines/offerDelete.machine'
import { offerEditMachine } from '../../machines/offerEdit.machine'
import { offersRereadMachine } from '../../machines/offersReread.machine'
import type { PendingChange } from '../../machines/pendingChanges'
import { profileUpdateMachine } from '../../machines/profileUpdate.machine'
import { type WorkspaceEvent, workspaceMachine } from '../../machines/workspace.machine'
import type { Services } from './services'

interface Source {
  self: AnyActorRef
}

const tellWorkspace = ({ self }: Source, event: WorkspaceEvent) => self._parent?.send(event)

// A flow has at most one change at a time, so the flow's own id names it.
const show = ({ self }: Source, change: PendingChange) => tellWorkspace({ self }, { type: 'change.show', change })
const dropChange = ({ self }: Source) => tellWorkspace({ self }, { type: 'change.drop', changeId: self.id })

/** The workspace with its real effects: requests, the pending changes that it shows, and messages. */
export function wireWorkspace({ writes, queries, toast, sessionRef }: Services) {
  const reportError = (_: unknown, { error }: { error: unknown }) => toast('error', errorMessage(error))
  const saveOffer = fromPromise<void, Parameters<typeof writes.saveOffer>[0]>(({ input }) => writes.saveOffer(input))
  const refetchOffers = fromPromise<void>(writes.refetchOffers)

  const offerEdit = offerEditMachine.provide({
    actors: { saveOffer, refetchOffers },
    actions: {
      showChange: ({ self }, { id, fields }) =>
        show({ self }, { changeId: self.id, resource: 'offers', kind: 'merge', id, fields }),
      dropChange,
      requestRefetch: ({ self }) => tellWorkspace({ self }, { type: 'offers.reread' }),
      reportError,
    },
  })

  const offerDelete = offerDeleteMachine.provide({
    actors: {
      deleteOffer: fromPromise<void, { id: string }>(({ input }) => writes.deleteOffer(input)),
      refetchOffers,
    },
    actions: {
      showChange: ({ self }, { id }) => show({ self }, { changeId: self.id, resource: 'offers', kind: 'remove', id }),
      dropChange,
      reportDeleteFailure: () => toast('error', 'Failed to delete offer'),
    },
  })

  const offerCreate = offerCreateMachine.provide({
    actors: {
      createOffer: fromPromise<void, Parameters<typeof writes.createOffer>[0]>(({ input }) =>
        writes.createOffer(input),
      ),
      refetchOffers,
      fetchGateways: fromPromise(async ({ input: { organizationId } }) =>
        organizationId === undefined ? [] : queries.gateways(organizationId),
      ),
      searchProducts: fromPromise(async ({ input: { organizationId, q } }) =>
        organizationId === undefined ? [] : queries.products(organizationId, q),
      ),
    },
    actions: {
      showChange: ({ self }) => show({ self }, { changeId: self.id, resource: 'offers', kind: 'add' }),
      dropChange,
      logError: (_, { error }) => console.error(`Creating the offer failed: ${errorMessage(error)}`),
      reportError,
    },
  })

  const campaignUpdate = campaignUpdateMachine.provide({
    actors: {
      saveCampaign: fromPromise<void, Parameters<typeof writes.saveCampaign>[0]>(({ input }) =>
        writes.saveCampaign(input),
      ),
      refetchCampaign: fromPromise<void, { id: string }>(({ input }) => writes.refetchCampaign(input)),
    },
    actions: {
      showChange: ({ self }, { id, fields }) =>
        show({ self }, { changeId: self.id, resource: 'campaigns', kind: 'merge', id, fields }),
      dropChange,
      keepDraft: ({ self }, draft) => tellWorkspace({ self }, { type: 'campaignDraft.keep', ...draft }),
      reportError,
    },
  })

  const autoresponderAdd = autoresponderAddMachine.provide({
    actors: {
      createAutoresponder: fromPromise<void, Parameters<typeof writes.createAutoresponder>[0]>(({ input }) =>
        writes.createAutoresponder(input),
      ),
      refetchAutoresponders: fromPromise<void, { campaignId: string }>(({ input }) =>
        writes.refetchAutoresponders(input),
      ),
      fetchPlugins: fromPromise(async ({ input: { organizationId } }) =>
        organizationId === undefined ? [] : queries.plugins(organizationId),
      ),
    },
    actions: {
      showChange: ({ self }) => show({ self }, { changeId: self.id, resource: 'autoresponders', kind: 'add' }),
      dropChange,
      keepDraft: ({ self }, draft) => tellWorkspace({ self }, { type: 'autoresponderDraft.keep', ...draft }),
      reportAddFailure: (_, { error }) => toast('error', serverMessage(error) ?? 'Error setting up auto-responder'),
    },
  })

  const profileUpdate = profileUpdateMachine.provide({
    actors: {
      saveProfile: fromPromise<
        Awaited<ReturnType<typeof writes.saveProfile>>,
        Parameters<typeof writes.saveProfile>[0]
      >(({ input }) => writes.saveProfile(input)),
    },
    actions: {
      showProfile: (_, { message, user }) => {
        toast('success', message)
        sessionRef().send({ type: 'user.change', user })
      },
      reportError,
    },
  })

  const offersReread = offersRereadMachine.provide({ actors: { refetchOffers } })

  return workspaceMachine.provide({
    actors: { offerEdit, offerDelete, offerCreate, campaignUpdate, autoresponderAdd, profileUpdate, offersReread },
  })
}
