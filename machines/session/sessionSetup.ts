import { assign, raise, setup } from 'xstate'
import type { Call } from '../../contract/calls'
import { isUnauthorized } from '../../contract/client/errors'
import type { Organization } from '../../contract/organizations'
import type { User } from '../../contract/users'
import { promiseActor } from '../actors'
import { backOff } from '../backOff'
import { workspaceMachine } from './workspace.machine'

export interface SessionInput {
  /** Whether a token is stored, so that there is somebody to ask for (SE-01). */
  hasToken: boolean
  /** The organization that was chosen last, from storage (SE-04). */
  organizationId: string | undefined
}
interface Context {
  hasToken: boolean
  user: User | undefined
  organizations: Organization[]
  organizationId: string | undefined
  /** The organization that the person has come into this moment, until the list that has it is read. */
  enteredId: string | undefined
  /** The organization that the workspace was opened for. */
  openedOrganizationId: string | undefined
  call: Call | undefined
  /** How often in a row nobody could say who is signed in. */
  failures: number
  /** Why the person was put out, in the words of the backend. */
  ended: string | undefined
}
export type SessionEvent =
  | { type: 'session.open'; token: string; user: User }
  | { type: 'session.logout' }
  | { type: 'session.expire' }
  /** The person was put out of their last organization, so that signing in again would not help. */
  | { type: 'session.end'; message: string }
  | { type: 'token.removed' }
  | { type: 'token.replaced' }
  | { type: 'user.change'; user: User }
  | { type: 'organization.select'; organizationId: string }
  /** To where the record on the screen belongs, which stays there. */
  | { type: 'organization.follow'; organizationId: string }
  /** The person has come into one that the list does not have yet. */
  | { type: 'organization.enter'; organizationId: string | undefined }
  | { type: 'organizations.retry' }
  /** What the person is in them, or what may be done there, has changed. */
  | { type: 'organizations.reread' }
  | { type: 'organizations.settle' }
  | { type: 'connection.restored' }

type Opened = { event: { token: string; user: User } }
/** A session that was just opened, by whatever form. */
export const opened = [
  { type: 'storeToken', params: ({ event }: Opened) => event },
  { type: 'setUser', params: ({ event }: Opened) => event },
] as const

/** What a session knows, does and asks for; its states are in the machine. */
export const sessionSetup = setup({
  types: {
    input: {} as SessionInput,
    context: {} as Context,
    events: {} as SessionEvent,
    children: {} as { workspace: 'workspace' },
    tags: {} as 'loadingUser' | 'retryingUser' | 'signedOut' | 'signedIn',
  },
  actors: {
    fetchCurrentUser: promiseActor<User>('fetchCurrentUser'),
    fetchOrganizations: promiseActor<Organization[]>('fetchOrganizations'),
    fetchOngoingCall: promiseActor<Call | undefined>('fetchOngoingCall'),
    workspace: workspaceMachine,
  },
  actions: {
    setUser: assign({ user: (_, params: { user: User }) => params.user }),
    setOrganizations: assign(({ context }, params: { organizations: Organization[] }) => ({
      organizations: params.organizations,
      // The one that was just come into, or the one that was chosen, when the person belongs to it; else the first.
      organizationId: [context.enteredId, context.organizationId, params.organizations[0]?.id].find((wanted) =>
        params.organizations.some(({ id }) => id === wanted),
      ),
    })),
    noteEntered: assign({ enteredId: (_, params: { organizationId: string | undefined }) => params.organizationId }),
    forgetEntered: assign({ enteredId: undefined }),
    emptyOrganizations: assign({ organizations: [] }),
    settleOrganizations: raise({ type: 'organizations.settle' }),
    setOrganization: assign({ organizationId: (_, params: { organizationId: string }) => params.organizationId }),
    countFailure: assign({ failures: ({ context }) => context.failures + 1 }),
    forgetFailures: assign({ failures: 0 }),
    noteEnd: assign({ ended: (_, params: { message: string }) => params.message }),
    forgetEnd: assign({ ended: undefined }),
    setCall: assign((_, params: { call: Call | undefined }) => ({ call: params.call })),
    markOpened: assign(({ context }) => ({ openedOrganizationId: context.organizationId })),
    clearUser: assign({
      user: undefined,
      organizations: [],
      organizationId: undefined,
      enteredId: undefined,
      call: undefined,
    }),
    storeToken: (_, _params: { token: string }) => {},
    removeToken: () => {},
    revokeToken: () => {},
    storeOrganization: (_, _params: { organizationId: string | undefined }) => {},
    clearAnswers: () => {},
    refetchAnswers: () => {},
    leaveRecord: () => {},
    reportUserFailure: (_, _params: { error: unknown }) => {},
    reportOrganizationsFailure: (_, _params: { error: unknown }) => {},
    reportLeft: (_, _params: { name: string }) => {},
  },
  guards: {
    hasToken: ({ context }) => context.hasToken,
    isUnauthorized: (_, params: { error: unknown }) => isUnauthorized(params.error),
    isFirstFailure: ({ context }) => context.failures === 0,
    isSameUser: ({ context }, params: { user: User }) => params.user.email === context.user?.email,
    isOtherOrganization: ({ context }, params: { organizationId: string }) =>
      params.organizationId !== context.organizationId &&
      context.organizations.some(({ id }) => id === params.organizationId),
    /** Whether the person belongs to others still, but to the one that they work in no more. */
    hasLeft: ({ context }, params: { organizations: Organization[] }) =>
      params.organizations.length > 0 && !params.organizations.some(({ id }) => id === context.organizationId),
    hasOrganization: ({ context }) => context.organizationId !== undefined,
    isOpenedOtherwise: ({ context }) => context.organizationId !== context.openedOrganizationId,
  },
  delays: {
    userRetry: ({ context }) => backOff(context.failures),
  },
})
