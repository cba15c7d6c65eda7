import { assign, raise, setup } from 'xstate'
import type { Call } from '../../contract/calls'
import { isUnauthorized } from '../../contract/client/errors'
import type { Organization } from '../../contract/organizations'
import type { User } from '../../contract/users'
import { promiseActor, withError } from '../actors'
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
  /** The organization that the workspace was opened for. */
  openedOrganizationId: string | undefined
  call: Call | undefined
  /** How often in a row nobody could say who is signed in. */
  failures: number
}
export type SessionEvent =
  | { type: 'session.open'; token: string; user: User }
  | { type: 'session.logout' }
  | { type: 'session.expire' }
  | { type: 'token.removed' }
  | { type: 'token.replaced' }
  | { type: 'user.change'; user: User }
  | { type: 'organization.select'; organizationId: string }
  /** To where the record on the screen belongs, which stays there. */
  | { type: 'organization.follow'; organizationId: string }
  | { type: 'organizations.retry' }
  | { type: 'organizations.settle' }
  | { type: 'connection.restored' }

/** Milliseconds between two tries to ask who is signed in: doubled from the first to the longest. */
const firstRetry = 1_000
const longestRetry = 30_000

type Opened = { event: { token: string; user: User } }
/** A session that was just opened, by whatever form. */
const opened = [
  { type: 'storeToken', params: ({ event }: Opened) => event },
  { type: 'setUser', params: ({ event }: Opened) => event },
] as const

/** Who is signed in, in which organization (SE-01 to SE-13). */
export const sessionMachine = setup({
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
      // The chosen organization stays when the person belongs to it; else the first is taken.
      organizationId: params.organizations.some(({ id }) => id === context.organizationId)
        ? context.organizationId
        : params.organizations[0]?.id,
    })),
    emptyOrganizations: assign({ organizations: [] }),
    settleOrganizations: raise({ type: 'organizations.settle' }),
    setOrganization: assign({ organizationId: (_, params: { organizationId: string }) => params.organizationId }),
    countFailure: assign({ failures: ({ context }) => context.failures + 1 }),
    forgetFailures: assign({ failures: 0 }),
    setCall: assign((_, params: { call: Call | undefined }) => ({ call: params.call })),
    markOpened: assign(({ context }) => ({ openedOrganizationId: context.organizationId })),
    clearUser: assign({ user: undefined, organizations: [], organizationId: undefined, call: undefined }),
    storeToken: (_, _params: { token: string }) => {},
    removeToken: () => {},
    revokeToken: () => {},
    storeOrganization: (_, _params: { organizationId: string | undefined }) => {},
    clearAnswers: () => {},
    refetchAnswers: () => {},
    leaveRecord: () => {},
    reportUserFailure: (_, _params: { error: unknown }) => {},
    reportOrganizationsFailure: (_, _params: { error: unknown }) => {},
  },
  guards: {
    hasToken: ({ context }) => context.hasToken,
    isUnauthorized: (_, params: { error: unknown }) => isUnauthorized(params.error),
    isFirstFailure: ({ context }) => context.failures === 0,
    isSameUser: ({ context }, params: { user: User }) => params.user.email === context.user?.email,
    isOtherOrganization: ({ context }, params: { organizationId: string }) =>
      params.organizationId !== context.organizationId &&
      context.organizations.some(({ id }) => id === params.organizationId),
    hasOrganization: ({ context }) => context.organizationId !== undefined,
    isOpenedOtherwise: ({ context }) => context.organizationId !== context.openedOrganizationId,
  },
  delays: {
    userRetry: ({ context }) => Math.min(firstRetry * 2 ** (context.failures - 1), longestRetry),
  },
}).createMachine({
  id: 'session',
  context: ({ input }) => ({
    hasToken: input.hasToken,
    user: undefined,
    organizations: [],
    organizationId: input.organizationId,
    openedOrganizationId: undefined,
    call: undefined,
    failures: 0,
  }),
  initial: 'starting',
  states: {
    starting: { always: [{ guard: 'hasToken', target: 'loadingUser' }, { target: 'signedOut' }] },
    // Only a refused token signs the person out; as long as nobody answers, the same is asked again (SE-01, SE-07).
    loadingUser: {
      tags: 'loadingUser',
      initial: 'asking',
      exit: 'forgetFailures',
      on: {
        'token.removed': 'signedOut',
        'token.replaced': '.asking',
        'session.open': { target: 'signedIn', actions: opened },
      },
      states: {
        asking: {
          invoke: {
            src: 'fetchCurrentUser',
            onDone: {
              target: '#session.signedIn',
              actions: { type: 'setUser', params: ({ event }) => ({ user: event.output }) },
            },
            onError: [
              {
                guard: withError('isUnauthorized'),
                target: '#session.signedOut',
                actions: ['removeToken', withError('reportUserFailure')],
              },
              {
                guard: 'isFirstFailure',
                target: 'retrying',
                actions: ['countFailure', withError('reportUserFailure')],
              },
              { target: 'retrying', actions: 'countFailure' },
            ],
          },
        },
        retrying: {
          tags: 'retryingUser',
          after: { userRetry: 'asking' },
          on: { 'connection.restored': 'asking' },
        },
      },
    },
    signedOut: {
      tags: 'signedOut',
      entry: ['clearUser', 'clearAnswers'],
      on: {
        'session.open': { target: 'signedIn', actions: opened },
        'token.replaced': 'loadingUser',
      },
    },
    signedIn: {
      tags: 'signedIn',
      type: 'parallel',
      on: {
        'session.logout': { target: 'signedOut', actions: ['revokeToken', 'removeToken'] },
        'token.removed': 'signedOut',
        'user.change': { actions: { type: 'setUser', params: ({ event }) => event } },
      },
      states: {
        token: {
          initial: 'valid',
          states: {
            valid: { entry: 'forgetFailures', on: { 'session.expire': 'expired', 'token.replaced': 'checking' } },
            // The work on the screen waits while the person signs in again over it (SE-13).
            expired: {
              entry: 'forgetFailures',
              on: {
                'token.replaced': 'checking',
                'session.open': [
                  {
                    guard: { type: 'isSameUser', params: ({ event }) => event },
                    target: 'valid',
                    actions: [...opened, 'refetchAnswers'],
                  },
                  {
                    target: '#session.loadingUser',
                    actions: [{ type: 'storeToken', params: ({ event }) => event }, 'clearUser', 'clearAnswers'],
                  },
                ],
              },
            },
            // Another tab signed in anew, perhaps as somebody else.
            checking: {
              invoke: {
                src: 'fetchCurrentUser',
                onDone: [
                  {
                    guard: { type: 'isSameUser', params: ({ event }) => ({ user: event.output }) },
                    target: 'valid',
                    actions: 'refetchAnswers',
                  },
                  { target: '#session.loadingUser', actions: ['clearUser', 'clearAnswers'] },
                ],
                onError: [
                  { guard: withError('isUnauthorized'), target: 'expired' },
                  { target: 'retrying', actions: 'countFailure' },
                ],
              },
              on: { 'token.replaced': { target: 'checking', reenter: true } },
            },
            retrying: {
              after: { userRetry: 'checking' },
              on: { 'connection.restored': 'checking', 'token.replaced': 'checking', 'session.expire': 'expired' },
            },
          },
        },
        organizations: {
          initial: 'loading',
          states: {
            loading: {
              invoke: {
                src: 'fetchOrganizations',
                onDone: {
                  target: 'ready',
                  actions: { type: 'setOrganizations', params: ({ event }) => ({ organizations: event.output }) },
                },
                onError: {
                  target: 'failed',
                  actions: ['emptyOrganizations', withError('reportOrganizationsFailure')],
                },
              },
            },
            ready: { entry: 'settleOrganizations' },
            failed: {
              entry: 'settleOrganizations',
              on: { 'organizations.retry': 'loading', 'connection.restored': 'loading' },
            },
          },
        },
        call: {
          initial: 'loading',
          states: {
            loading: {
              invoke: {
                src: 'fetchOngoingCall',
                onDone: {
                  target: 'ready',
                  actions: { type: 'setCall', params: ({ event }) => ({ call: event.output }) },
                },
                onError: 'failed',
              },
            },
            ready: {},
            failed: {},
          },
        },
        workspace: {
          initial: 'waiting',
          states: {
            // A stored organization opens the workspace at once; without one its list decides.
            waiting: {
              always: { guard: 'hasOrganization', target: 'open' },
              on: { 'organizations.settle': 'open' },
            },
            open: {
              entry: ['markOpened', { type: 'storeOrganization', params: ({ context }) => context }],
              invoke: {
                src: 'workspace',
                id: 'workspace',
                input: ({ context }) => ({ organizationId: context.organizationId }),
              },
              on: {
                // The stored organization turned out to be none of the person's own.
                'organizations.settle': {
                  guard: 'isOpenedOtherwise',
                  target: 'open',
                  reenter: true,
                  actions: ['clearAnswers', 'leaveRecord'],
                },
                'organization.follow': {
                  guard: { type: 'isOtherOrganization', params: ({ event }) => event },
                  target: 'open',
                  reenter: true,
                  actions: [{ type: 'setOrganization', params: ({ event }) => event }, 'clearAnswers'],
                },
                'organization.select': {
                  guard: { type: 'isOtherOrganization', params: ({ event }) => event },
                  target: 'open',
                  reenter: true,
                  actions: [{ type: 'setOrganization', params: ({ event }) => event }, 'clearAnswers', 'leaveRecord'],
                },
              },
            },
          },
        },
      },
    },
  },
})
