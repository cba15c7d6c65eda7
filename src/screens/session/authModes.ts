import type { AuthMode, AuthValues } from '../../../contract/forms/auth'

interface Mode {
  title: string
  description: string
  submit: string
  /** The button while it is sent. */
  busy: string
  fields: readonly (keyof AuthValues)[]
}

/** What the sign-in page says in each of its modes, and what it asks for. */
export const authModes: Record<AuthMode, Mode> = {
  signIn: {
    title: 'Sign in',
    description: 'Welcome back.',
    submit: 'Sign in',
    busy: 'Signing in...',
    fields: ['email', 'password'],
  },
  secondStep: {
    title: 'One more step',
    description: 'Type a code of your authenticator app, or one of your recovery codes.',
    submit: 'Sign in',
    busy: 'Signing in...',
    fields: ['oneTimeCode'],
  },
  signUp: {
    title: 'Sign up',
    description: 'We send you a link that completes your account.',
    submit: 'Sign up',
    busy: 'Sending...',
    fields: ['email'],
  },
  completion: {
    title: 'Complete your account',
    description: 'Choose how you are called here, and a password.',
    submit: 'Complete sign-up',
    busy: 'Completing...',
    fields: ['name', 'organizationName', 'password'],
  },
  forgot: {
    title: 'Forgot your password?',
    description: 'We send you a link that lets you choose a new one.',
    submit: 'Send link',
    busy: 'Sending...',
    fields: ['email'],
  },
  reset: {
    title: 'Choose a new password',
    description: 'It replaces the old one at once, and ends every open session.',
    submit: 'Set password',
    busy: 'Saving...',
    fields: ['email', 'password'],
  },
  emailChange: {
    title: 'Change your email',
    description: 'You then sign in with the address that this link was mailed to.',
    submit: 'Change email',
    busy: 'Changing...',
    fields: [],
  },
}

/** What is said of the second step, by what it can be taken. */
export function secondStepText(ways: readonly string[]): string {
  if (!ways.includes('passkey')) return authModes.secondStep.description
  return ways.includes('app')
    ? 'Use a passkey, or type a code of your authenticator app or one of your recovery codes.'
    : 'Use your passkey, or type one of your recovery codes.'
}

/** What a field is called, whatever the mode is. */
export const authFields = {
  email: { label: 'Email', type: 'email', autoComplete: 'username' },
  password: { label: 'Password', type: 'password', autoComplete: 'current-password' },
  name: { label: 'Name', type: 'text', autoComplete: 'name' },
  organizationName: { label: 'Organization Name', type: 'text', autoComplete: 'organization' },
  oneTimeCode: { label: 'Code', type: 'text', autoComplete: 'one-time-code' },
} as const
