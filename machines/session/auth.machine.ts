import type { DoneActorEvent } from 'xstate'
import type { AuthMode, AuthValues } from '../../contract/forms/auth'
import { fieldEvents, newForm } from '../form'
import { editing, editingOrPasskey, onError, opened, refusable, weakRefusable } from './authParts'
import { authSetup } from './authSetup'
import { secondStep, firstStepDone } from './secondStepState'

type Answered = { event: DoneActorEvent<{ message: string }> }
const showAnswer = { type: 'showMessage', params: ({ event }: Answered) => event.output } as const
const mailSent = {
  target: 'sent',
  actions: [{ type: 'setMessage', params: ({ event }: Answered) => event.output }, showAnswer],
} as const

/** The modes that the page itself leads to; the others are opened by the links of mails. */
const chosenModes = ['signIn', 'signUp', 'forgot'] as const satisfies readonly AuthMode[]
const modes = [...chosenModes, 'completion', 'reset', 'emailChange'] as const satisfies readonly AuthMode[]

/** Signing in, signing up and its completion, and getting back in with a forgotten password (SE-06, SE-08, SE-09). */
export const authMachine = authSetup.createMachine({
  id: 'auth',
  context: ({ input }) => ({
    mode: input.mode,
    form: newForm({
      email: input.email,
      password: '',
      name: '',
      organizationName: input.organizationName,
      oneTimeCode: '',
    }),
    token: input.token,
    inviteToken: input.inviteToken,
    secondStep: undefined,
    message: '',
    refusal: '',
  }),
  initial: 'deciding',
  on: {
    ...fieldEvents<AuthValues>(),
    'field.change': { actions: [{ type: 'changeField', params: ({ event }) => event }, 'clearRefusal'] },
    'mode.choose': chosenModes.map((mode) => ({
      guard: { type: 'isMode', params: ({ event }) => ({ mode, asked: event.mode }) },
      target: `.${mode}`,
      actions: ['untouch', 'clearRefusal', { type: 'writeMode', params: { mode } }],
    })),
  },
  states: {
    deciding: {
      always: modes.map((mode) => ({
        guard: { type: 'isMode', params: ({ context }) => ({ mode, asked: context.mode }) },
        target: mode,
      })),
    },
    signIn: {
      tags: 'signIn',
      initial: 'editing',
      states: {
        editing: editingOrPasskey('signIn'),
        // A passkey alone is enough: it checks who uses it.
        asking: {
          tags: 'busy',
          entry: 'clearRefusal',
          invoke: { src: 'usePasskey', input: { token: undefined }, onDone: opened, onError },
        },
        submitting: {
          tags: 'busy',
          entry: 'clearRefusal',
          invoke: {
            src: 'logIn',
            input: ({ context }) => context.form.values,
            onDone: firstStepDone,
            onError: refusable,
          },
        },
      },
    },
    secondStep,
    signUp: {
      tags: 'signUp',
      initial: 'editing',
      states: {
        editing: editing('signUp'),
        submitting: {
          tags: 'busy',
          invoke: { src: 'startSignUp', input: ({ context }) => context.form.values, onDone: mailSent, onError },
        },
        sent: {},
      },
    },
    completion: {
      tags: 'completion',
      initial: 'editing',
      states: {
        editing: editing('completion'),
        submitting: {
          tags: 'busy',
          entry: 'clearRefusal',
          invoke: {
            src: 'completeSignUp',
            input: ({ context: { form, token, inviteToken } }) => ({ ...form.values, token, inviteToken }),
            onDone: opened,
            onError: weakRefusable,
          },
        },
      },
    },
    forgot: {
      tags: 'forgot',
      initial: 'editing',
      states: {
        editing: editing('forgot'),
        submitting: {
          tags: 'busy',
          invoke: {
            src: 'startPasswordReset',
            input: ({ context }) => context.form.values,
            onDone: mailSent,
            onError,
          },
        },
        sent: {},
      },
    },
    reset: {
      tags: 'reset',
      initial: 'editing',
      states: {
        editing: editing('reset'),
        submitting: {
          tags: 'busy',
          entry: 'clearRefusal',
          invoke: {
            src: 'resetPassword',
            input: ({ context: { form, token } }) => ({ ...form.values, token }),
            onDone: {
              target: '#auth.signIn',
              actions: [showAnswer, 'untouch', { type: 'writeMode', params: { mode: 'signIn' } }],
            },
            onError: weakRefusable,
          },
        },
      },
    },
    emailChange: {
      tags: 'emailChange',
      initial: 'editing',
      states: {
        // Nothing is typed that could be wrong.
        editing: { on: { 'form.submit': 'submitting' } },
        submitting: {
          tags: 'busy',
          invoke: {
            src: 'confirmEmail',
            input: ({ context }) => ({ token: context.token }),
            onDone: {
              target: 'changed',
              actions: [{ type: 'setMessage', params: ({ event }) => event.output }, 'rereadUser'],
            },
            onError,
          },
        },
        changed: {},
      },
    },
    signedIn: { type: 'final' },
  },
})
