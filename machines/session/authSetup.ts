import { assign, setup } from 'xstate'
import { errorMessage, isRefused, isUnauthorized } from '../../contract/client/errors'
import { isFieldRefused } from '../../contract/client/refusedFields'
import type { User } from '../../contract/users'
import { type AuthMode, authForms, type AuthValues } from '../../contract/forms/auth'
import { type FieldEvent, type Form, formActions, isFormValid, newForm } from '../form'
import { promiseActor } from '../actors'

export interface AuthInput {
  mode: AuthMode
  email: string
  organizationName: string
  /** The token of the mail that completes a sign-up, resets a password or changes an email. */
  token: string | undefined
  inviteToken: string | undefined
}
interface Context {
  /** The mode that the page was opened in. */
  mode: AuthMode
  form: Form<AuthValues>
  token: string | undefined
  inviteToken: string | undefined
  /** What the password was answered with, until the second step is taken. */
  secondStep: SecondStep['secondStep'] | undefined
  /** What the server said about the mail that it sent. */
  message: string
  /** Why the server did not take email and password, or the code; empty when nothing was refused, or something else is typed. */
  refusal: string
}
export type AuthEvent =
  | FieldEvent<AuthValues>
  | { type: 'form.submit' }
  | { type: 'mode.choose'; mode: AuthMode }
  | { type: 'passkey.use' }

/** A session that was just opened: its token, who it belongs to, and what the server said. */
export interface OpenedSession {
  message: string
  token: string
  user: User
}

/** What a right password is answered with where an account has a second step. */
export interface SecondStep {
  secondStep: {
    token: string
    /** By what it is taken, beside recovery codes. */
    ways?: readonly string[] | null | undefined
  }
}

type Credentials = Pick<AuthValues, 'email' | 'password'>
type Completion = Pick<AuthValues, 'name' | 'organizationName' | 'password'> & Pick<Context, 'token' | 'inviteToken'>

/** What the sign-in page knows, does and asks for; its states are in the machine. */
export const authSetup = setup({
  types: {
    input: {} as AuthInput,
    context: {} as Context,
    events: {} as AuthEvent,
    tags: {} as 'busy' | AuthMode,
  },
  actors: {
    logIn: promiseActor<OpenedSession | SecondStep, Credentials>('logIn'),
    takeSecondStep: promiseActor<OpenedSession, Pick<AuthValues, 'oneTimeCode'> & { token: string | undefined }>(
      'takeSecondStep',
    ),
    // The browser asks the person meanwhile, who may decline; without a token the passkey alone signs in.
    usePasskey: promiseActor<OpenedSession, { token: string | undefined }>('usePasskey'),
    startSignUp: promiseActor<{ message: string }, { email: string }>('startSignUp'),
    completeSignUp: promiseActor<OpenedSession, Completion>('completeSignUp'),
    startPasswordReset: promiseActor<{ message: string }, { email: string }>('startPasswordReset'),
    resetPassword: promiseActor<{ message: string }, Credentials & { token: string | undefined }>('resetPassword'),
    confirmEmail: promiseActor<{ message: string }, { token: string | undefined }>('confirmEmail'),
  },
  actions: {
    // What was typed stays, so that an email need not be typed again in another mode.
    untouch: assign({ form: ({ context }) => newForm({ ...context.form.values, password: '', oneTimeCode: '' }) }),
    setMessage: assign({ message: (_, params: { message: string }) => params.message }),
    setRefusal: assign({ refusal: (_, { error }: { error: unknown }) => errorMessage(error) }),
    clearRefusal: assign({ refusal: '' }),
    setSecondStep: assign({ secondStep: (_, params: SecondStep) => params.secondStep }),
    focusRefused: () => {},
    showMessage: (_, _params: { message: string }) => {},
    openSession: (_, _params: OpenedSession) => {},
    rereadUser: () => {},
    writeMode: (_, _params: { mode: AuthMode }) => {},
    reportError: (_, _params: { error: unknown }) => {},
  },
  guards: {
    isValid: ({ context }, { mode }: { mode: AuthMode }) => isFormValid(authForms[mode], context.form),
    isRefused: (_, params: { error: unknown }) => isRefused(params.error),
    isUnauthorized: (_, params: { error: unknown }) => isUnauthorized(params.error),
    isSecondStep: (_, { output }: { output: OpenedSession | SecondStep }) => 'secondStep' in output,
    isPasswordRefused: (_, params: { error: unknown }) => isFieldRefused(params.error, 'password'),
    isMode: (_, { mode, asked }: { mode: AuthMode; asked: AuthMode }) => mode === asked,
  },
}).extend(formActions<AuthValues>())
