import type { Invitation } from '../../contract/extensions/collaborations'
import { chosenOf, sharingForm, type SharingValues } from '../../contract/forms/collaborations'
import { promiseActor } from '../actors'
import { formFlow } from '../factories/formFlow'
import type { FlowSurroundings } from '../flowSurroundings'

export interface CollaborationAcceptInput extends FlowSurroundings {
  invitation: Invitation
  /** Of the link, which is nobody else's. */
  token: string
}
type Context = Pick<CollaborationAcceptInput, 'organizationId' | 'invitation' | 'token'>

/** Accepting what a partner offers, or less of it, for the organization that is worked in (CO-01). */
export const collaborationAcceptMachine = formFlow({
  id: 'collaborationAccept',
  form: sharingForm,
  values: ({ invitation }: CollaborationAcceptInput): SharingValues => ({ campaigns: chosenOf(invitation.campaigns) }),
  context: ({ organizationId, invitation, token }: CollaborationAcceptInput): Context => ({
    organizationId,
    invitation,
    token,
  }),
  actors: {
    acceptInvitation: promiseActor<void, Context & { values: SharingValues }>('acceptInvitation'),
  },
  submit: {
    state: 'accepting',
    src: 'acceptInvitation',
    input: ({ organizationId, invitation, token, form }) => ({
      organizationId,
      invitation,
      token,
      values: form.values,
    }),
    change: ({ invitation }) => ({ resource: 'collaborations', kind: 'merge', id: invitation.id, fields: {} }),
    message: 'Invitation accepted',
    done: 'accepted',
  },
  cancelled: 'cancelled',
})
