import { fromPromise } from 'xstate'
import { answer, pathParams } from '../../../contract/client/client'
import { upon } from '../../../contract/versions'
import type { Api } from '../api'
import { readAgain } from '../cache'
import { type ActorsOf, required } from '../flowActors'

const organization = (organizationId: string | undefined) => required(organizationId, 'Organization ID is required')

/** What was begun as a new order has become somebody else's. */
async function endDraft(api: Api, draftId: string): Promise<void> {
  const { discardDraft } = await import('./orderDrafts')
  await discardDraft(api, draftId)
  await readAgain(api.queryClient, 'orderDrafts')
}

/** With the forms themselves, whose code is loaded when they are opened. */
const loadForms = () => import('../../../contract/forms/collaborations')

export const collaborationActors = (
  api: Api,
): ActorsOf<'collaborationCreate'> &
  ActorsOf<'collaborationShare'> &
  ActorsOf<'collaborationSell'> &
  ActorsOf<'collaborationStep'> &
  ActorsOf<'collaborationAccept'> &
  ActorsOf<'collaborationDecline'> => ({
  inviteCollaborator: fromPromise(async ({ input: { organizationId, values } }) => {
    const { collaborations } = (await api.extended('collaborations')).client
    const { invitationRequest } = await loadForms()
    const body = { organizationId: organization(organizationId), ...invitationRequest(values) }
    await api.createOnce({ body }, (keyed) => collaborations.create({ body, ...keyed }))
  }),
  sellByCollaboration: fromPromise(async ({ input: { organizationId, collaboration, begun, values } }) => {
    const { collaborations } = (await api.extended('collaborations')).client
    const params = pathParams({ collaborationId: collaboration.id })
    const { partnerSaleRequest } = await import('../../../contract/forms/partnerSales')
    const asked = partnerSaleRequest(values, new Date())
    const body = { organizationId: organization(organizationId), ...asked }
    // The same sale is placed once, whenever the customer is said to have agreed.
    const placed = await api.createOnce({ params, body: { ...body, agreedToTermsAt: undefined } }, (keyed) =>
      collaborations.sell({ params, body, ...keyed }),
    )
    // It is sold, whatever becomes of the draft that it was begun as.
    if (begun?.draftId !== undefined) await endDraft(api, begun.draftId).catch(() => undefined)
    return { sold: answer(placed).data }
  }),
  saveSharing: fromPromise(async ({ input: { collaboration, values } }) => {
    const { collaborations } = (await api.extended('collaborations')).client
    const { sharingsOf } = await loadForms()
    const params = pathParams({ collaborationId: collaboration.id })
    await collaborations.share({ params, ...upon(collaboration.version), body: { campaigns: sharingsOf(values) } })
  }),
  takeCollaborationStep: fromPromise(async ({ input: { collaboration, step } }) => {
    const { collaborations } = (await api.extended('collaborations')).client
    await collaborations[step]({ params: pathParams({ collaborationId: collaboration.id }), body: {} })
  }),
  acceptInvitation: fromPromise(async ({ input: { organizationId, invitation, token, values } }) => {
    const { collaborations } = (await api.extended('collaborations')).client
    const { sharingsOf } = await loadForms()
    const body = { organizationId: organization(organizationId), token, campaigns: sharingsOf(values) }
    try {
      await collaborations.accept({ body, ...upon(invitation.version) })
    } catch (error) {
      // What is offered now is on the page when the dialog is closed.
      void api.queryClient.invalidateQueries({ queryKey: ['collaborations', 'invitation'] })
      throw error
    }
  }),
  declineInvitation: fromPromise(async ({ input: { organizationId, token } }) => {
    const { collaborations } = (await api.extended('collaborations')).client
    await collaborations.decline({ body: { organizationId: organization(organizationId), token } })
  }),
})
