import type { DoneActorEvent } from 'xstate'
import { withError } from '../actors'
import { editingOrPasskey, onError, opened, refusable } from './authParts'
import { authSetup, type OpenedSession, type SecondStep } from './authSetup'

type Answered = { event: DoneActorEvent<OpenedSession | SecondStep> }

/** Where a right password leads: into the app, or to the second step of an account that has one (SE-06). */
export const firstStepDone = [
  {
    guard: { type: 'isSecondStep', params: ({ event }: Answered) => event },
    target: '#auth.secondStep',
    // By the guard it is one.
    actions: ['untouch', { type: 'setSecondStep', params: ({ event }: Answered) => event.output as SecondStep }],
  },
  {
    ...opened,
    // By the guard it is none.
    actions: { type: 'openSession', params: ({ event }: Answered) => event.output as OpenedSession },
  },
] as const

const beginsAgain = {
  guard: withError('isUnauthorized'),
  target: '#auth.signIn',
  actions: ['untouch', withError('reportError')],
} as const

/** A code is typed, or a passkey used, after the password, within minutes; after that the person begins again (SE-06, SE-13). */
export const secondStep = authSetup.createStateConfig({
  tags: 'secondStep',
  initial: 'editing',
  states: {
    editing: editingOrPasskey('secondStep'),
    asking: {
      tags: 'busy',
      entry: 'clearRefusal',
      invoke: {
        src: 'usePasskey',
        input: ({ context }) => ({ token: context.secondStep?.token }),
        onDone: opened,
        onError: [beginsAgain, onError],
      },
    },
    submitting: {
      tags: 'busy',
      entry: 'clearRefusal',
      invoke: {
        src: 'takeSecondStep',
        input: ({ context: { form, secondStep: asked } }) => ({ ...form.values, token: asked?.token }),
        onDone: opened,
        onError: [beginsAgain, refusable[0], onError],
      },
    },
  },
})
