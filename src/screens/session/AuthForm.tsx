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
import { PasswordField } from '../../components/form/PasswordField'
import { TextField } from '../../components/form/TextField'
import type { AuthRef } from '../../data/resources/auth'
import { authFields, authModes } from './authModes'

export const currentMode = (state: SnapshotFrom<typeof authMachine>): AuthMode => {
  // The names are the record's own.
  const modes = Object.keys(authModes) as AuthMode[]
  return modes.find((mode) => state.hasTag(mode)) ?? 'signIn'
}

/** Where the server says what it did not take. */
const refusable: ReadonlySet<string> = new Set<keyof AuthValues>(['password', 'oneTimeCode'])

/** The form of the sign-in page's current mode, with the ways to its others. */
export function AuthForm({ auth, isInPlace = false }: { auth: AuthRef; isInPlace?: boolean }) {
  const state = useSelector(auth, (snapshot) => snapshot)
  const mode = currentMode(state)
  const isBusy = state.hasTag('busy')
  const { submit, busy, fields } = authModes[mode]
  const { message, refusal, form, inviteToken, secondStep } = state.context
  // Who is invited comes into an organization that has a name.
  const asked = inviteToken === undefined ? fields : fields.filter((field) => field !== 'organizationName')
  const errors = visibleErrors(authForms[mode], form)
  const choose = (next: AuthMode) => auth.send({ type: 'mode.choose', mode: next })
  const isPasskeyTaken = mode === 'signIn' || (mode === 'secondStep' && secondStep?.ways?.includes('passkey') === true)
  const canUsePasskey = isPasskeyTaken && 'PublicKeyCredential' in window
  const isChanged = state.matches({ emailChange: 'changed' })
  if (isChanged || state.matches({ signUp: 'sent' }) || state.matches({ forgot: 'sent' })) {
    return (
      <Stack>
        <Alert tone="green">{message}</Alert>
        <Button onClick={() => choose('signIn')}>{isChanged ? 'Continue' : 'Back to sign in'}</Button>
      </Stack>
    )
  }
  return (
    <Stack>
      <Form onSubmit={() => auth.send({ type: 'form.submit' })}>
        {asked.map((field) => {
          const { label, type, autoComplete } = authFields[field]
          const props = {
            name: field,
            label,
            value: form.values[field],
            error: errors[field] ?? (refusable.has(field) && refusal ? refusal : undefined),
            optional: field === 'organizationName',
            disabled: isBusy,
            onChange: (value: string) => auth.send({ type: 'field.change', fields: { [field]: value } }),
            onBlur: () => auth.send({ type: 'field.blur', field }),
            inputProps: {
              // A dialog gives the focus itself when it opens.
              autoFocus: (!isInPlace || mode === 'secondStep') && field === fields[0],
              autoComplete: field === 'password' && mode !== 'signIn' ? 'new-password' : autoComplete,
            },
          }
          return type === 'password' ? (
            <PasswordField key={`${mode}.${field}`} {...props} />
          ) : (
            <TextField key={`${mode}.${field}`} {...props} type={type} />
          )
        })}
        <Button type="submit" variant="solid" wide busy={isBusy}>
          {isBusy ? busy : submit}
        </Button>
      </Form>
      {canUsePasskey && (
        <Button wide disabled={isBusy} onClick={() => auth.send({ type: 'passkey.use' })}>
          {mode === 'signIn' ? 'Sign in with a passkey' : 'Use a passkey'}
        </Button>
      )}
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
