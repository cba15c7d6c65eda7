import type { DoneActorEvent } from 'xstate'
import type { AuthMode } from '../../contract/forms/auth'
import { withError } from '../actors'
import type { OpenedSession } from './authSetup'

// What the states of the sign-in page have in common.

/** What a mode's form does: what is wrong is said, else it is sent, and a refusal leads back to what was typed. */
export const editing = <Mode extends AuthMode>(mode: Mode) =>
  ({
    on: {
      'form.submit': [{ guard: { type: 'isValid', params: { mode } }, target: 'submitting' }, { actions: 'touchAll' }],
    },
  }) as const
export const onError = { target: 'editing', actions: withError('reportError') } as const
/** The same beside a passkey, which takes the place of what is typed. */
export const editingOrPasskey = <Mode extends AuthMode>(mode: Mode) =>
  ({ on: { ...editing(mode).on, 'passkey.use': 'asking' } }) as const
/** A wrong password or code, or a password that is too weak, is told where it was typed; all else is told as elsewhere. */
export const refusable = [
  { guard: withError('isRefused'), target: 'editing', actions: [withError('setRefusal'), 'focusRefused'] },
  onError,
] as const
export const weakRefusable = [{ ...refusable[0], guard: withError('isPasswordRefused') }, onError] as const
export const opened = {
  target: '#auth.signedIn',
  actions: { type: 'openSession', params: ({ event }: { event: DoneActorEvent<OpenedSession> }) => event.output },
} as const
