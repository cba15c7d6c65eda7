import { assign, setup } from 'xstate'
import type { User } from '../../contract/users'
import { type AuthMode, authForms, type AuthValues } from '../../contract/forms/auth'
import { type FieldEvent, type Form, formActions, isFormValid, newForm } from '../form'
import { promiseActor } from '../actors'

export interface AuthInput {
  mode: AuthMode
  email: string
  organizationName: string
  /** The token of the mail that completes a sign-up or resets a password. */
  token: string | undefined
  inviteToken: string | undefined
}
interface Context {
  /** The mode that the page was opened in. */
  mode: AuthMode
  form: Form<AuthValues>
  token: string | undefined
  inviteToken: string | undefined
  /** What the server said about the mail that it sent. */
  message: string
}
export type AuthEvent = FieldEvent<AuthValues> | { type: 'form.submit' } | { type: 'mode.choose'; mode: AuthMode }

/** A session that was just opened: its token, who it belongs to, and what the server said. */
export interface OpenedSession {
  message: string
  token: string
  user: User
}

type Credentials = Pick<AuthValues, 'email' | 'password'>
type Completion = Pick<AuthValues, 'name' | 'organizationName' | 'password'> & Pick<Context, 'token' | 'inviteToken'>

const isValid = (mode: AuthMode, { form }: Context) => isFormValid(authForms[mode], form)

/** Signing in, signing up and its completion, and getting back in with a forgotten password (SE-06, SE-08, SE-09). */
export const authMachine = setup({
  types: {
    input: {} as AuthInput,
    context: {} as Context,
    events: {} as AuthEvent,
    tags: {} as 'busy' | AuthMode,
  },
  actors: {
    logIn: promiseActor<OpenedSession, Credentials>('logIn'),
    startSignUp: promiseActor<{ message: string }, { email: string }>('startSignUp'),
    completeSignUp: promiseActor<OpenedSession, Completion>('completeSignUp'),
    startPasswordReset: promiseActor<{ message: string }, { email: string }>('startPasswordReset'),
    resetPassword: promiseActor<{ message: string }, Credentials & { token: string | undefined }>('resetPassword'),
  },
  actions: {
    // What was typed stays, so that an email need not be typed again in another mode.
    untouch: assign({ form: ({ context }) => newForm({ ...context.form.values, password: '' }) }),
    setMessage: assign({ message: (_, params: { message: string }) => params.message }),
    showMessage: (_, _params: { message: string }) => {},
    openSession: (_, _params: OpenedSession) => {},
    writeMode: (_, _params: { mode: AuthMode }) => {},
    reportError: (_, _params: { error: unknown }) => {},
  },
  guards: {
    isSignInValid: ({ context }) => isValid('signIn', context),
    isSignUpValid: ({ context }) => isValid('signUp', context),
    isCompletionValid: ({ context }) => isValid('completion', context),
    isForgotValid: ({ context }) => isValid('forgot', context),
    isResetValid: ({ context }) => isValid('reset', context),
    isSignIn: (_, params: { mode: AuthMode }) => params.mode === 'signIn',
    isSignUp: (_, params: { mode: AuthMode }) => params.mode === 'signUp',
    isCompletion: (_, params: { mode: AuthMode }) => params.mode === 'completion',
    isForgot: (_, params: { mode: AuthMode }) => params.mode === 'forgot',
  },
})
  .extend(formActions<AuthValues>())
  .createMachine({
    id: 'auth',
    context: ({ input }) => ({
      mode: input.mode,
      form: newForm({ email: input.email, password: '', name: '', organizationName: input.organizationName }),
      token: input.token,
      inviteToken: input.inviteToken,
      message: '',
    }),
    initial: 'deciding',
    on: {
      'field.change': { actions: { type: 'changeField', params: ({ event }) => event } },
      'field.blur': { actions: { type: 'touchField', params: ({ event }) => event } },
      'mode.choose': [
        {
          guard: { type: 'isSignIn', params: ({ event }) => event },
          target: '.signIn',
          actions: ['untouch', { type: 'writeMode', params: ({ event }) => event }],
        },
        {
          guard: { type: 'isSignUp', params: ({ event }) => event },
          target: '.signUp',
          actions: ['untouch', { type: 'writeMode', params: ({ event }) => event }],
        },
        {
          guard: { type: 'isCompletion', params: ({ event }) => event },
          target: '.completion',
          actions: ['untouch', { type: 'writeMode', params: ({ event }) => event }],
        },
        {
          guard: { type: 'isForgot', params: ({ event }) => event },
          target: '.forgot',
          actions: ['untouch', { type: 'writeMode', params: ({ event }) => event }],
        },
        { target: '.reset', actions: ['untouch', { type: 'writeMode', params: ({ event }) => event }] },
      ],
    },
    states: {
      deciding: {
        always: [
          { guard: { type: 'isSignIn', params: ({ context }) => context }, target: 'signIn' },
          { guard: { type: 'isSignUp', params: ({ context }) => context }, target: 'signUp' },
          { guard: { type: 'isCompletion', params: ({ context }) => context }, target: 'completion' },
          { guard: { type: 'isForgot', params: ({ context }) => context }, target: 'forgot' },
          { target: 'reset' },
        ],
      },
      signIn: {
        tags: 'signIn',
        initial: 'editing',
        states: {
          editing: {
            on: { 'form.submit': [{ guard: 'isSignInValid', target: 'submitting' }, { actions: 'touchAll' }] },
          },
          submitting: {
            tags: 'busy',
            invoke: {
              src: 'logIn',
              input: ({ context }) => context.form.values,
              onDone: {
                target: '#auth.signedIn',
                actions: { type: 'openSession', params: ({ event }) => event.output },
              },
              onError: {
                target: 'editing',
                actions: { type: 'reportError', params: ({ event }) => ({ error: event.error }) },
              },
            },
          },
        },
      },
      signUp: {
        tags: 'signUp',
        initial: 'editing',
        states: {
          editing: {
            on: { 'form.submit': [{ guard: 'isSignUpValid', target: 'submitting' }, { actions: 'touchAll' }] },
          },
          submitting: {
            tags: 'busy',
            invoke: {
              src: 'startSignUp',
              input: ({ context }) => context.form.values,
              onDone: {
                target: 'sent',
                actions: [
                  { type: 'setMessage', params: ({ event }) => event.output },
                  { type: 'showMessage', params: ({ event }) => event.output },
                ],
              },
              onError: {
                target: 'editing',
                actions: { type: 'reportError', params: ({ event }) => ({ error: event.error }) },
              },
            },
          },
          sent: {},
        },
      },
      completion: {
        tags: 'completion',
        initial: 'editing',
        states: {
          editing: {
            on: { 'form.submit': [{ guard: 'isCompletionValid', target: 'submitting' }, { actions: 'touchAll' }] },
          },
          submitting: {
            tags: 'busy',
            invoke: {
              src: 'completeSignUp',
              input: ({ context }) => ({
                ...context.form.values,
                token: context.token,
                inviteToken: context.inviteToken,
              }),
              onDone: {
                target: '#auth.signedIn',
                actions: { type: 'openSession', params: ({ event }) => event.output },
              },
              onError: {
                target: 'editing',
                actions: { type: 'reportError', params: ({ event }) => ({ error: event.error }) },
              },
            },
          },
        },
      },
      forgot: {
        tags: 'forgot',
        initial: 'editing',
        states: {
          editing: {
            on: { 'form.submit': [{ guard: 'isForgotValid', target: 'submitting' }, { actions: 'touchAll' }] },
          },
          submitting: {
            tags: 'busy',
            invoke: {
              src: 'startPasswordReset',
              input: ({ context }) => context.form.values,
              onDone: {
                target: 'sent',
                actions: [
                  { type: 'setMessage', params: ({ event }) => event.output },
                  { type: 'showMessage', params: ({ event }) => event.output },
                ],
              },
              onError: {
                target: 'editing',
                actions: { type: 'reportError', params: ({ event }) => ({ error: event.error }) },
              },
            },
          },
          sent: {},
        },
      },
      reset: {
        tags: 'reset',
        initial: 'editing',
        states: {
          editing: {
            on: { 'form.submit': [{ guard: 'isResetValid', target: 'submitting' }, { actions: 'touchAll' }] },
          },
          submitting: {
            tags: 'busy',
            invoke: {
              src: 'resetPassword',
              input: ({ context }) => ({ ...context.form.values, token: context.token }),
              onDone: {
                target: '#auth.signIn',
                actions: [
                  { type: 'showMessage', params: ({ event }) => event.output },
                  'untouch',
                  { type: 'writeMode', params: { mode: 'signIn' } },
                ],
              },
              onError: {
                target: 'editing',
                actions: { type: 'reportError', params: ({ event }) => ({ error: event.error }) },
              },
            },
          },
        },
      },
      signedIn: { type: 'final' },
    },
  })
