import { type ActorRefFrom, enqueueActions, fromPromise } from 'xstate'
import { answer } from '../../../contract/client/client'
import { errorMessage } from '../../../contract/client/errors'
import type { AuthMode } from '../../../contract/forms/auth'
import { authMachine } from '../../../machines/session/auth.machine'
import type { OpenedSession } from '../../../machines/session/authSetup'
import type { App } from '../../app/app'
import { toastAction } from '../../app/toasts'

export type AuthRef = ActorRefFrom<typeof authMachine>

/** What a place that shows the form does about its address. */
export interface AuthPlace {
  writeMode: (mode: AuthMode) => void
  /** Goes on to where the person wanted to be, once they are signed in. */
  leave: () => void
}

/** The sign-in page with its real effects: requests, the session that it opens, messages, and its address. */
export function wireAuth({ api: { client }, session, toasts }: App, { writeMode, leave }: AuthPlace) {
  return authMachine.provide({
    actors: {
      logIn: fromPromise(async ({ input: { email, password } }) => {
        const { message, data } = answer(await client.users.login({ body: { email: email.trim(), password } }))
        return { message, ...data }
      }),
      startSignUp: fromPromise(async ({ input: { email } }) =>
        answer(await client.users.signup({ body: { email: email.trim() } })),
      ),
      completeSignUp: fromPromise(async ({ input: { name, organizationName, password, token, inviteToken } }) => {
        const { message, data } = answer(
          await client.users.completeSignup({
            body: {
              name: name.trim(),
              password,
              ...(organizationName.trim() === '' ? {} : { organizationName: organizationName.trim() }),
              ...(inviteToken === undefined ? { token } : { inviteToken }),
            },
          }),
        )
        return { message, ...data }
      }),
      startPasswordReset: fromPromise(async ({ input: { email } }) =>
        answer(await client.users.startPasswordReset({ body: { email: email.trim() } })),
      ),
      resetPassword: fromPromise(async ({ input: { email, password, token = '' } }) =>
        answer(await client.users.resetPassword({ body: { email: email.trim(), password, token } })),
      ),
      confirmEmail: fromPromise(async ({ input: { token = '' } }) =>
        answer(await client.users.confirmEmail({ body: { token } })),
      ),
    },
    actions: {
      showMessage: toastAction(toasts, ({ message }) => ({ kind: 'success', message })),
      openSession: enqueueActions(({ enqueue }, { message, token, user }: OpenedSession) => {
        enqueue.sendTo(toasts, { type: 'toast.show', kind: 'success', message })
        enqueue.sendTo(session, { type: 'session.open', token, user })
        // What is sent is taken at the end of this step, and the page that comes next asks who is signed in.
        enqueue(() => queueMicrotask(leave))
      }),
      // Who is signed in here has another email now, or is somebody else: the session asks.
      rereadUser: () => {
        if (session.getSnapshot().hasTag('signedIn')) session.send({ type: 'token.replaced' })
      },
      // The fields come back to life with the next frame.
      focusPassword: () =>
        void requestAnimationFrame(() => {
          const field = document.querySelector<HTMLInputElement>('input[name=password]:not(:disabled)')
          field?.focus()
          field?.select()
        }),
      writeMode: (_, { mode }) => writeMode(mode),
      reportError: toastAction(toasts, ({ error }) => ({ kind: 'error', message: errorMessage(error) })),
    },
  })
}
