import type { Invitation } from '../../contract/extensions/collaborations'
import { promiseActor } from '../actors'
import { confirmFlow } from '../factories/confirmFlow'
import type { FlowSurroundings } from '../flowSurroundings'

export interface CollaborationDeclineInput extends FlowSurroundings {
  invitation: Invitation
  token: string
}
type Context = Pick<CollaborationDeclineInput, 'organizationId' | 'invitation' | 'token'>

/** Declining what a partner offers, from the question to the server's answer (CO-01). */
export const collaborationDeclineMachine = confirmFlow({
  id: 'collaborationDecline',
  context: ({ organizationId, invitation, token }: CollaborationDeclineInput): Context => ({
    organizationId,
    invitation,
    token,
  }),
  actors: { declineInvitation: promiseActor<void, Context>('declineInvitation') },
  submit: {
    state: 'declining',
    src: 'declineInvitation',
    input: (context) => context,
    change: ({ invitation }) => ({
      resource: 'collaborations',
      kind: 'merge',
      id: invitation.id,
      fields: { state: 'declined' },
    }),
    message: 'Invitation declined',
    done: 'declined',
  },
  cancelled: 'kept',
  failed: 'kept',
})
