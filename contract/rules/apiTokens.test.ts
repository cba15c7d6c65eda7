import { expect, test } from 'vitest'
import { tokenDuties, whyNotByToken } from './apiTokens'

test.each(['users.changePassword', 'apiTokens.create', 'invites.create', 'invites.copyLink', 'members.enable'])(
  'ST-01 no token is used for %s: who came in by it would outlive it',
  (call) => expect(whyNotByToken(call)).toContain('Sign in for that.'),
)

test.each(['users.me', 'orders.place', 'organizations.members', 'orderDrafts.keep'])(
  'ST-01 a token may be used for %s',
  (call) => expect(whyNotByToken(call)).toBeUndefined(),
)

test('ST-01 no token is given a duty about who is let in', () => {
  for (const duty of ['apiTokens', 'team', 'users', 'leaving']) expect(tokenDuties).not.toContain(duty)
})
