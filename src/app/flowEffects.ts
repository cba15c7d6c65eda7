import { type AnyActorRef, type AnyStateMachine, fromPromise, sendTo } from 'xstate'
import { errorMessage, serverMessage } from '../../contract/client/errors'
import type { User } from '../../contract/users'
import { type FlowName, flows } from '../../machines/flows'
import type { Place } from '../../machines/palette/palette.machine'
import type { SharedAction } from '../../machines/pendingChanges'
import { type DeletableResource, deletionOf, isRestorable } from '../../machines/records'
import type { Api } from '../data/api'
import type { Connection } from '../browser/connection'
import { setKeysOn } from './keys'
import { addRecentPlace } from '../screens/palette/recentPlaces'
import type { ActorsOf } from '../data/flowActors'
import { apiTokenActors, revokeApiToken } from '../data/resources/apiTokens'
import { archiveActors } from '../data/resources/archives'
import { autoresponderActors } from '../data/resources/autoresponders'
import { bulkJobActors } from '../data/resources/bulkJobActors'
import { callStartActors, finishCallBack } from '../data/resources/openCalls'
import { campaignActors } from '../data/resources/campaigns'
import { collaborationActors } from '../data/resources/collaborationActors'
import { customerActors } from '../data/resources/customers'
import { fulfilmentActors } from '../data/resources/fulfilments'
import { gatewayActors } from '../data/resources/gateways'
import { inviteActors, revokeInvite } from '../data/resources/invites'
import { leaderboardActors } from '../data/resources/leaderboard'
import { dropMail, mailActors } from '../data/resources/mailActors'
import { memberActors } from '../data/resources/members'
import { savedReportActors } from '../data/resources/savedReports'
import { savedViewActors } from '../data/resources/savedViews'
import { sellerActors } from '../data/resources/sellers'
import { deleteOffer, offerActors } from '../data/resources/offers'
import { discardDraft } from '../data/resources/orderDrafts'
import { orderActors } from '../data/resources/orders'
import { paletteActors } from '../data/resources/palette'
import { permissionActors } from '../data/resources/organizationSettings'
import { pluginActors } from '../data/resources/plugins'
import { deleteRecord, recordActors, restoreRecord } from '../data/resources/records'
import { sheetImportActors } from '../data/resources/sheetImports'
import { productActors } from '../data/resources/products'
import { revokeTelephoneToken, telephoneActors } from '../data/resources/telephone'
import { twoStepActors } from '../data/resources/twoSteps'
import { userActors } from '../data/resources/account'
import { webhookActors } from '../data/resources/webhooks'
import { toastAction, type ToastsRef } from './toasts'

type AllOf<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer All) => void
  ? All
  : never
/** Every real actor that any flow asks for. */
type FlowActors = AllOf<{ [Name in FlowName]: ActorsOf<Name> }[FlowName]>

type RecordCall = (api: Api, id: string) => Promise<void>

/** How records are deleted that are not deleted by a call of that name beyond the twenty. */
const deletions = {
  apiTokens: revokeApiToken,
  callBacks: finishCallBack,
  invites: revokeInvite,
  mails: dropMail,
  offers: deleteOffer,
  orderDrafts: discardDraft,
  telephoneTokens: revokeTelephoneToken,
} satisfies { readonly [Resource in DeletableResource]?: RecordCall }
const isDeletedOtherwise = (resource: DeletableResource): resource is keyof typeof deletions => resource in deletions

/** What flows need of what is around the workspace. */
export interface FlowNeeds {
  api: Api
  connection: Pick<Connection, 'reason'>
  toasts: ToastsRef
  /** Opens a page by its address. */
  openPage: (href: string) => void
  sessionRef: () => AnyActorRef
}

/** What flows ask for, by the names that they ask for it. A name means the same in all of them. */
function flowEffects({ api, connection, toasts, openPage, sessionRef }: FlowNeeds) {
  const actors: FlowActors = {
    ...apiTokenActors(api),
    ...archiveActors(api),
    ...autoresponderActors(api),
    ...bulkJobActors(api),
    ...callStartActors(api),
    ...campaignActors(api),
    ...collaborationActors(api),
    ...customerActors(api),
    ...fulfilmentActors(api),
    ...gatewayActors(api),
    ...inviteActors(api),
    ...leaderboardActors(api),
    ...mailActors(api),
    ...memberActors(api),
    ...permissionActors(api),
    ...savedReportActors(api),
    ...savedViewActors(api),
    ...sellerActors(api),
    ...offerActors(api),
    ...orderActors(api),
    ...paletteActors(api),
    ...pluginActors(api),
    ...productActors(api),
    ...recordActors(api),
    ...sheetImportActors(api),
    ...telephoneActors(api),
    ...twoStepActors(api),
    ...userActors(api),
    ...webhookActors(api),
    deleteRecord: fromPromise(async ({ input: { resource, id } }) => {
      if (isDeletedOtherwise(resource)) await deletions[resource](api, id)
      else await deleteRecord(api, resource, id)
    }),
    restoreRecord: fromPromise(async ({ input: { resource, id } }) => {
      if (isRestorable(resource)) await restoreRecord(api, resource, id)
    }),
  }
  const failure = (message: (error: unknown) => string) =>
    toastAction(toasts, ({ error }: { error: unknown }) => ({ kind: 'error', message: message(error) }))
  const actions = {
    reportError: failure(errorMessage),
    reportAddFailure: failure(
      (error) => serverMessage(error) ?? connection.reason() ?? 'Error setting up auto-responder',
    ),
    reportDeleteFailure: toastAction(toasts, ({ resource }: { resource: DeletableResource }) => {
      const { noun, verbs } = deletionOf(resource)
      return { kind: 'error', message: `Failed to ${verbs[0].toLowerCase()} ${noun.toLowerCase()}` }
    }),
    logError: (_: unknown, { error }: { error: unknown }) =>
      console.error(`Creating the offer failed: ${errorMessage(error)}`),
    offerUndo: toastAction(toasts, ({ message }: { message: string }, flowId) => ({
      kind: 'success',
      message,
      undo: { flowId },
    })),
    enterOrganization: sendTo(sessionRef, (_, { organizationId }: { organizationId: string }) => ({
      type: 'organization.enter',
      organizationId,
    })) as unknown as SharedAction<{ organizationId: string }>,
    openCampaign: (_: unknown, { campaignId }: { campaignId: string }) =>
      openPage(`/campaigns/${encodeURIComponent(campaignId)}?tab=offers`),
    openCustomer: (_: unknown, { customerId }: { customerId: string }) =>
      openPage(`/customers/${encodeURIComponent(customerId)}`),
    openPlace: (
      { self }: { self: AnyActorRef },
      { place, organizationId }: { place: Place; organizationId: string | undefined },
    ) => {
      if (self._parent) addRecentPlace(self._parent, organizationId, place)
      openPage(place.href)
    },
    openView: (_: unknown, { href }: { href: string }) => openPage(href),
    storeKeys: (_: unknown, { isOn }: { isOn: boolean }) => setKeysOn(isOn),
    showMessage: toastAction(toasts, ({ message }: { message: string }) => ({ kind: 'success', message })),
    rereadOrganizations: sendTo(sessionRef, { type: 'organizations.reread' }),
    changeUser: sendTo(sessionRef, (_, { user }: { user: User } & undefined) => ({
      type: 'user.change',
      user,
    })) as unknown as SharedAction<{ user: User }>,
  }
  return { actors, actions }
}

/** The machine of a flow with its real effects. */
export async function wireFlow(name: FlowName, needs: FlowNeeds): Promise<AnyStateMachine> {
  const flow: AnyStateMachine = await flows[name]()
  return flow.provide(flowEffects(needs))
}
