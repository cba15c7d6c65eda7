import { withError } from '../actors'
import { opened, sessionSetup } from './sessionSetup'

/** Only a refused token signs the person out; as long as nobody answers, the same is asked again (SE-01, SE-07). */
export const loadingUser = sessionSetup.createStateConfig({
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
})

/** Whether the token of a signed-in person is still good. */
export const token = sessionSetup.createStateConfig({
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
})
