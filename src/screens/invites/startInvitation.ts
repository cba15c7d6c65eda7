import { type ActorRefFrom, fromPromise, sendTo } from 'xstate'
import { errorMessage } from '../../../contract/client/errors'
import type { Invitation } from '../../../contract/extensions/invites'
import { invitationMachine } from '../../../machines/invites/invitation.machine'
import type { App } from '../../app/app'
import { organizationEntered } from '../../app/organizationEntered'
import { toastAction } from '../../app/toasts'
import { invitationActors } from '../../data/resources/invites'

export type InvitationRef = ActorRefFrom<typeof invitationMachine>

/** Who invites to what. */
export const invitedTo = ({ invitedByName, organizationName }: Invitation): string =>
  `${invitedByName || 'Somebody'} invites you to work in ${organizationName ?? 'their organization'}.`

/** The page of an invite's link with its real effects; `leave` goes on to the organization. */
export const wireInvitation = ({ api, session, toasts }: App, leave: () => void) =>
  invitationMachine.provide({
    actors: {
      ...invitationActors(api),
      organizationEntered: fromPromise(({ input, signal }) =>
        organizationEntered(session, input.organizationId, signal),
      ),
    },
    actions: {
      // As actions of the machine, so that recordings name it as the sender.
      enterOrganization: sendTo(session, (_, { organizationId }) => ({ type: 'organization.enter', organizationId })),
      leave,
      switchAccount: sendTo(session, { type: 'session.logout' }),
      showMessage: toastAction(toasts, ({ message }) => ({ kind: 'success', message })),
      reportError: toastAction(toasts, ({ error }) => ({ kind: 'error', message: errorMessage(error) })),
    },
  })
