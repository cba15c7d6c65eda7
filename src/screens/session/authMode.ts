import type { AuthMode } from '../../../contract/forms/auth'

/** What the sign-in page is for, by its address: mails bring tokens, links choose modes (RT-02, SE-08, SE-09). */
export function authModeOf({
  mode,
  token,
  inviteToken,
}: {
  mode?: string | undefined
  token?: string | undefined
  inviteToken?: string | undefined
}): AuthMode {
  if (inviteToken !== undefined) return 'completion'
  if (token !== undefined) return mode === 'reset' ? 'reset' : mode === 'email' ? 'emailChange' : 'completion'
  if (mode === 'signup') return 'signUp'
  if (mode === 'forgot') return 'forgot'
  return 'signIn'
}

/** The `mode` that an address carries for what can be chosen on the page itself. */
export const modeParameter = (mode: AuthMode) =>
  ({ signUp: 'signup', forgot: 'forgot', reset: 'reset' })[mode as string]
