import { fromPromise } from 'xstate'
import { errorMessage, serverMessage } from '../../contract/client/errors'
import { autoresponderAddMachine } from '../../machines/autoresponderAdd.machine'
import { campaignUpdateMachine } from '../../machines/campaignUpdate.machine'
import { offerCreateMachine } from '../../machines/offerCreate.machine'
import { offerDeleteMachine } from '../../machines/offerDelete.machine'
import { offerEditMachine } from '../../machines/offerEdit.machine'

import { profileUpdateMachine } from '../../machines/profileUpdate.machine'
import { rereadMachine } from '../../machines/reread.machine'
import { workspaceMachine } from '../../machines/workspace.machine'
import type { Services } from './services'

/** The workspace with its real effects: requests, the pending changes that it shows, and messages. */
export function wireWorkspace({ writes, queries, toast, sessionRef }: Services) {
  const reportError = (_: unknown, { error }: { error: unknown }) => toast('error', errorMessage(error))
  const saveOffer = fromPromise<void, Parameters<typeof writes.saveOffer>[0]>(({ input }) => writes.saveOffer(input))

  const offerEdit = offerEditMachine.provide({
    actors: { saveOffer },
    actions: {
      reportError,
    },
  })

  const offerDelete = offerDeleteMachine.provide({
    actors: {
      deleteOffer: fromPromise<void, { id: string }>(({ input }) => writes.deleteOffer(input)),
    },
    actions: {
      reportDeleteFailure: () => toast('error', 'Failed to delete offer'),
    },
  })

  const offerCreate = offerCreateMachine.provide({
    actors: {
      createOffer: fromPromise<void, Parameters<typeof writes.createOffer>[0]>(({ input }) =>
        writes.createOffer(input),
      ),
      fetchGateways: fromPromise(async ({ input: { organizationId } }) =>
        organizationId === undefined ? [] : queries.gateways(organizationId),
      ),
      searchProducts: fromPromise(async ({ input: { organizationId, q } }) =>
        organizationId === undefined ? [] : queries.products(organizationId, q),
      ),
    },
    actions: {
      logError: (_, { error }) => console.error(`Creating the offer failed: ${errorMessage(error)}`),
      reportError,
    },
  })

  const campaignUpdate = campaignUpdateMachine.provide({
    actors: {
      saveCampaign: fromPromise<void, Parameters<typeof writes.saveCampaign>[0]>(({ input }) =>
        writes.saveCampaign(input),
      ),
    },
    actions: {
      reportError,
    },
  })

  const autoresponderAdd = autoresponderAddMachine.provide({
    actors: {
      createAutoresponder: fromPromise<void, Parameters<typeof writes.createAutoresponder>[0]>(({ input }) =>
        writes.createAutoresponder(input),
      ),
      fetchPlugins: fromPromise(async ({ input: { organizationId } }) =>
        organizationId === undefined ? [] : queries.plugins(organizationId),
      ),
    },
    actions: {
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

  const reread = rereadMachine.provide({
    actors: { readAgain: fromPromise<void, { resource: string }>(({ input }) => writes.readAgain(input)) },
  })

  return workspaceMachine.provide({
    actors: { offerEdit, offerDelete, offerCreate, campaignUpdate, autoresponderAdd, profileUpdate, reread },
  })
}
