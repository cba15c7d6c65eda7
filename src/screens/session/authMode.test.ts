import { expect, test } from 'vitest'
import { authModeOf } from './authMode'

test.each([
  [{}, 'signIn'],
  [{ mode: 'signup' }, 'signUp'],
  [{ mode: 'forgot' }, 'forgot'],
  [{ mode: 'anything' }, 'signIn'],
  [{ mode: 'signup', token: 't' }, 'completion'],
  [{ mode: 'reset', token: 't' }, 'reset'],
  [{ mode: 'email', token: 't' }, 'emailChange'],
  [{ inviteToken: 'i', token: 't', mode: 'reset' }, 'completion'],
])('RT-02 the address %j is for %s', (search, mode) => {
  expect(authModeOf(search)).toBe(mode)
})
