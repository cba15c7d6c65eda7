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
    openedOrganizationId: undefined,
    call: undefined,
    failures: 0,
  }),
  initial: 'starting',
  states: {
    starting: { always: [{ guard: 'hasToken', target: 'loadingUser' }, { target: 'signedOut' }] },
    loadingUser,
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
