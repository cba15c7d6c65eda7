import { organizations, workspace } from './organizationStates'
import { opened, sessionSetup } from './sessionSetup'
import { loadingUser, token } from './userStates'

/** Who is signed in, in which organization (SE-01 to SE-13). */
export const sessionMachine = sessionSetup.createMachine({
  id: 'session',
  context: ({ input }) => ({
    hasToken: input.hasToken,
    user: undefined,
    organizations: [],
    organizationId: input.organizationId,
    enteredId: undefined,
    openedOrganizationId: undefined,
    call: undefined,
    failures: 0,
    ended: undefined,
  }),
  on: {
    'session.end': { target: '.signedOut', actions: { type: 'noteEnd', params: ({ event }) => event } },
  },
  initial: 'starting',
  states: {
    starting: { always: [{ guard: 'hasToken', target: 'loadingUser' }, { target: 'signedOut' }] },
    loadingUser,
    signedOut: {
      tags: 'signedOut',
      entry: ['clearUser', 'clearAnswers'],
      exit: 'forgetEnd',
      on: {
        // Read what has happened, and on to signing in.
        'session.logout': { actions: ['removeToken', 'forgetEnd'] },
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
        token,
        organizations,
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
        workspace,
      },
    },
  },
})
