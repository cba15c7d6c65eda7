import { useSelector } from '@xstate/react'
import type { SnapshotFrom } from 'xstate'
import { type AuthMode, authForms, type AuthValues } from '../../../contract/forms/auth'
import type { authMachine } from '../../../machines/session/auth.machine'
import { visibleErrors } from '../../../machines/form'
import { Alert } from '../../components/base/Alert'
import { Button } from '../../components/base/Button'
import { Form } from '../../components/form/Form'
import { Row } from '../../components/base/Row'
import { Stack } from '../../components/base/Stack'
import { TextField } from '../../components/form/TextField'
import type { AuthRef } from '../../wiring/resources/auth'

const modes = [
  'signIn',
  'signUp',
  'completion',
  'forgot',
  'reset',
  'emailChange',
] as const satisfies readonly AuthMode[]

export const currentMode = (state: SnapshotFrom<typeof authMachine>): AuthMode =>
  modes.find((mode) => state.hasTag(mode)) ?? 'signIn'

export const authTitles: Record<AuthMode, { title: string; description: string; submit: string; busy: string }> = {
  signIn: { title: 'Sign in', description: 'Welcome back.', submit: 'Sign in', busy: 'Signing in...' },
  signUp: {
    title: 'Sign up',
    description: 'We send you a link that completes your account.',
    submit: 'Sign up',
    busy: 'Sending...',
  },
  completion: {
    title: 'Complete your account',
    description: 'Choose how you are called here, and a password.',
    submit: 'Complete sign-up',
    busy: 'Completing...',
  },
  forgot: {
    title: 'Forgot your password?',
    description: 'We send you a link that lets you choose a new one.',
    submit: 'Send link',
    busy: 'Sending...',
  },
  reset: {
    title: 'Choose a new password',
    description: 'It replaces the old one at once, and ends every open session.',
    submit: 'Set password',
    busy: 'Saving...',
  },
  emailChange: {
    title: 'Change your email',
    description: 'You then sign in with the address that this link was mailed to.',
    submit: 'Change email',
    busy: 'Changing...',
  },
}

const fields: Record<AuthMode, (keyof AuthValues)[]> = {
  signIn: ['email', 'password'],
  signUp: ['email'],
  completion: ['name', 'organizationName', 'password'],
  forgot: ['email'],
  reset: ['email', 'password'],
  emailChange: [],
}

const controls = {
  email: { label: 'Email', type: 'email', autoComplete: 'username' },
  password: { label: 'Password', type: 'password', autoComplete: 'current-password' },
  name: { label: 'Name', type: 'text', autoComplete: 'name' },
  organizationName: { label: 'Organization Name', type: 'text', autoComplete: 'organization' },
} as const

/** The form of the sign-in page's current mode, with the ways to its others. */
export function AuthForm({ auth, isInPlace = false }: { auth: AuthRef; isInPlace?: boolean }) {
  const state = useSelector(auth, (snapshot) => snapshot)
  const mode = currentMode(state)
  const isBusy = state.hasTag('busy')
  const errors = visibleErrors(authForms[mode], state.context.form)
  const { submit, busy } = authTitles[mode]
  const choose = (next: AuthMode) => auth.send({ type: 'mode.choose', mode: next })
  const isChanged = state.matches({ emailChange: 'changed' })
  if (isChanged || state.matches({ signUp: 'sent' }) || state.matches({ forgot: 'sent' })) {
    return (
      <Stack>
        <Alert tone="green">{state.context.message}</Alert>
        <Button onClick={() => choose('signIn')}>{isChanged ? 'Continue' : 'Back to sign in'}</Button>
      </Stack>
    )
  }
  return (
    <Stack>
      <Form onSubmit={() => auth.send({ type: 'form.submit' })}>
        {fields[mode].map((field) => (
          <TextField
            key={`${mode}.${field}`}
            name={field}
            label={controls[field].label}
            type={controls[field].type}
            value={state.context.form.values[field]}
            error={errors[field] ?? (field === 'password' && state.context.refusal ? state.context.refusal : undefined)}
            optional={field === 'organizationName'}
            disabled={isBusy}
            onChange={(value) => auth.send({ type: 'field.change', fields: { [field]: value } })}
            onBlur={() => auth.send({ type: 'field.blur', field })}
            inputProps={{
              // A dialog gives the focus itself.
              autoFocus: !isInPlace && field === fields[mode][0],
              autoComplete: field === 'password' && mode !== 'signIn' ? 'new-password' : controls[field].autoComplete,
            }}
          />
        ))}
        <Button type="submit" variant="solid" wide busy={isBusy}>
          {isBusy ? busy : submit}
        </Button>
      </Form>
      {!isInPlace && (
        <Row justify="between">
          {mode !== 'signIn' && (
            <Button variant="link" onClick={() => choose('signIn')}>
              Sign in
            </Button>
          )}
          {mode === 'signIn' && (
            <>
              <Button variant="link" onClick={() => choose('forgot')}>
                Forgot password?
              </Button>
              <Button variant="link" onClick={() => choose('signUp')}>
                Sign up
              </Button>
            </>
          )}
        </Row>
      )}
    </Stack>
  )
}
