import type { DoneActorEvent } from 'xstate'
import { withError } from '../actors'
import { editing, onError, opened, refusable } from './authParts'
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

/** A code is typed after the password, within minutes; after that the person begins again (SE-06, SE-13). */
export const secondStep = authSetup.createStateConfig({
  tags: 'secondStep',
  initial: 'editing',
  states: {
    editing: editing('secondStep'),
    submitting: {
      tags: 'busy',
      entry: 'clearRefusal',
      invoke: {
        src: 'takeSecondStep',
        input: ({ context: { form, secondStep: asked } }) => ({ ...form.values, token: asked?.token }),
        onDone: opened,
        onError: [
          {
            guard: withError('isUnauthorized'),
            target: '#auth.signIn',
            actions: ['untouch', withError('reportError')],
          },
          refusable[0],
          onError,
        ],
      },
    },
  },
})
