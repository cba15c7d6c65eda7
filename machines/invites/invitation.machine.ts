import { assign, setup } from 'xstate'
import { isRefusedForGood } from '../../contract/client/errors'
import type { Invitation } from '../../contract/extensions/invites'
import type { InviteState } from '../../contract/rules/invites'
import { promiseActor, withError } from '../actors'

export interface InvitationInput {
  token: string
  /** The address of who is signed in. */
  email: string | undefined
}
interface Context extends InvitationInput {
  invitation: Invitation | undefined
  /** The organization that the person is in by now. */
  organizationId: string | undefined
  /** Why there is none. */
  error: unknown
}
export type InvitationEvent =
  | { type: 'invitation.retry' }
  | { type: 'invitation.accept' }
  | { type: 'invitation.decline' }
  | { type: 'invitation.ask' }
  | { type: 'invitation.enter' }
  | { type: 'account.switch' }

interface Accepted {
  organizationId: string
  message: string
}
const ofToken = ({ context: { token } }: { context: Context }) => ({ token })
// What was refused is told, and what holds instead is read.
const reread = { target: 'loading', actions: withError('reportError') } as const
const isState = (state: InviteState) => ({ type: 'isState', params: { state } }) as const

/** The page of an invite's link: each state of the invite, and of who opens it, is a state of its own (IN-02). */
export const invitationMachine = setup({
  types: {
    input: {} as InvitationInput,
    context: {} as Context,
    events: {} as InvitationEvent,
    tags: {} as 'busy',
  },
  actors: {
    readInvitation: promiseActor<Invitation, { token: string }>('readInvitation'),
    acceptInvite: promiseActor<Accepted, { token: string }>('acceptInvite'),
    /** Ends as soon as the session is in the organization, or when that takes too long to wait for. */
    organizationEntered: promiseActor<void, { organizationId: string | undefined }>('organizationEntered'),
    declineInvite: promiseActor<void, { token: string }>('declineInvite'),
    askForInvite: promiseActor<void, { token: string }>('askForInvite'),
  },
  actions: {
    setInvitation: assign((_, { invitation }: { invitation: Invitation }) => ({ invitation, error: undefined })),
    setError: assign((_, { error }: { error: unknown }) => ({ error })),
    setOrganization: assign((_, { organizationId }: { organizationId: string | undefined }) => ({ organizationId })),
    enterOrganization: (_, _params: { organizationId: string | undefined }) => {},
    leave: () => {},
    switchAccount: () => {},
    showMessage: (_, _params: { message: string }) => {},
    reportError: (_, _params: { error: unknown }) => {},
  },
  guards: {
    isRefusedForGood: (_, params: { error: unknown }) => isRefusedForGood(params.error),
    isState: ({ context: { invitation } }, { state }: { state: InviteState }) => invitation?.state === state,
    isAsked: ({ context: { invitation } }) => invitation?.state === 'expired' && invitation.isAsked,
    /** Who is signed in is who is invited, and in the organization already. */
    isIn: ({ context: { invitation, email } }) => invitation?.isMember === true && invitation.email === email,
    isForMe: ({ context: { invitation, email } }) => invitation?.email === email,
    isSignedIn: ({ context: { email } }) => email !== undefined,
    hasAccount: ({ context: { invitation } }) => invitation?.hasAccount === true,
  },
}).createMachine({
  id: 'invitation',
  context: ({ input: { token, email } }) => ({
    token,
    email,
    invitation: undefined,
    organizationId: undefined,
    error: undefined,
  }),
  initial: 'loading',
  states: {
    loading: {
      invoke: {
        src: 'readInvitation',
        input: ofToken,
        onDone: {
          target: 'deciding',
          actions: { type: 'setInvitation', params: ({ event }) => ({ invitation: event.output }) },
        },
        onError: [
          { guard: withError('isRefusedForGood'), target: 'unknown', actions: withError('setError') },
          { target: 'unreachable', actions: withError('setError') },
        ],
      },
    },
    unreachable: { on: { 'invitation.retry': 'loading' } },
    unknown: {},
    deciding: {
      always: [
        { guard: isState('gone'), target: 'gone' },
        { guard: 'isIn', target: 'member' },
        { guard: isState('accepted'), target: 'used' },
        { guard: isState('revoked'), target: 'revoked' },
        { guard: isState('declined'), target: 'declined' },
        { guard: 'isAsked', target: 'asked' },
        { guard: isState('expired'), target: 'expired' },
        { guard: 'isForMe', target: 'pending.open' },
        { guard: 'isSignedIn', target: 'pending.another' },
        { guard: 'hasAccount', target: 'pending.signIn' },
        { target: 'pending.signUp' },
      ],
    },
    pending: {
      on: { 'invitation.decline': 'declining' },
      initial: 'open',
      states: {
        open: { on: { 'invitation.accept': '#invitation.accepting' } },
        another: { on: { 'account.switch': { actions: 'switchAccount' } } },
        // Whoever signs in or up here opens the page anew, as who they are then.
        signIn: {},
        signUp: {},
      },
    },
    accepting: {
      tags: 'busy',
      invoke: {
        src: 'acceptInvite',
        input: ofToken,
        onDone: {
          target: 'accepted',
          actions: [
            { type: 'showMessage', params: ({ event }) => event.output },
            { type: 'setOrganization', params: ({ event }) => event.output },
          ],
        },
        onError: reread,
      },
    },
    accepted: {
      entry: { type: 'enterOrganization', params: ({ context }) => context },
      invoke: {
        src: 'organizationEntered',
        input: ({ context: { organizationId } }) => ({ organizationId }),
        onDone: { actions: 'leave' },
      },
    },
    member: {
      on: {
        'invitation.enter': {
          target: 'accepted',
          actions: {
            type: 'setOrganization',
            params: ({ context: { invitation } }) => ({ organizationId: invitation?.organizationId ?? undefined }),
          },
        },
      },
    },
    declining: { tags: 'busy', invoke: { src: 'declineInvite', input: ofToken, onDone: 'declined', onError: reread } },
    declined: {},
    used: {},
    revoked: {},
    gone: {},
    expired: { on: { 'invitation.ask': 'asking' } },
    asking: { tags: 'busy', invoke: { src: 'askForInvite', input: ofToken, onDone: 'asked', onError: reread } },
    asked: {},
  },
})
