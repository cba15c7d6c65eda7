import { type ActorRefFrom, enqueueActions, fromPromise } from 'xstate'
import { answer } from '../../../contract/client/client'
import * as z from 'zod/mini'
import { errorMessage, serverCode, serverDetails } from '../../../contract/client/errors'
import type { AuthMode } from '../../../contract/forms/auth'
import { secondStepDetails } from '../../../contract/schemas'
import { authMachine } from '../../../machines/session/auth.machine'
import type { OpenedSession, SecondStep } from '../../../machines/session/authSetup'
import type { App } from '../../app/app'
import { toastAction } from '../../app/toasts'

export type AuthRef = ActorRefFrom<typeof authMachine>

/** What a place that shows the form does about its address. */
export interface AuthPlace {
  writeMode: (mode: AuthMode) => void
  /** Goes on to where the person wanted to be, once they are signed in. */
  leave: () => void
}

/** What is asked for when a right password is not enough (SE-06). */
function secondStepOf(error: unknown): SecondStep | undefined {
  if (serverCode(error) !== 'second_step_needed') return undefined
  const { data } = z.safeParse(secondStepDetails, serverDetails(error))
  return data
}

/** The sign-in page with its real effects: requests, the session that it opens, messages, and its address. */
export function wireAuth({ api: { client, extended }, session, toasts }: App, { writeMode, leave }: AuthPlace) {
  return authMachine.provide({
    actors: {
      logIn: fromPromise(async ({ input: { email, password } }) => {
        try {
          const { message, data } = answer(await client.users.login({ body: { email: email.trim(), password } }))
          return { message, ...data }
        } catch (error) {
          const asked = secondStepOf(error)
          if (asked) return asked
          throw error
        }
      }),
      takeSecondStep: fromPromise(async ({ input: { token = '', oneTimeCode } }) => {
        const { users } = (await extended('users')).client
        const { message, data } = answer(await users.takeSecondStep({ body: { token, oneTimeCode } }))
        return { message, ...data }
      }),
      usePasskey: fromPromise(async ({ input: { token } }) => {
        const { users } = (await extended('users')).client
        const asking = token === undefined ? {} : { token }
        const { options } = answer(await users.askPasskey({ body: asking })).data
        const credential = await (await import('../../browser/passkeys')).usePasskey(options)
        const { message, data } = answer(await users.takePasskey({ body: { ...asking, credential } }))
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
      confirmEmail: fromPromise(async ({ input: { token = '' } }) => {
        const { users } = (await extended('users')).client
        return answer(await users.confirmEmail({ body: { token } }))
      }),
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
      rereadUser: enqueueActions(({ enqueue }) => {
        if (session.getSnapshot().hasTag('signedIn')) enqueue.sendTo(session, { type: 'token.replaced' })
      }),
      // The fields come back to life with the next frame.
      focusRefused: () =>
        void requestAnimationFrame(() => {
          const field = document.querySelector<HTMLInputElement>(
            ':is(input[name=password], input[name=oneTimeCode]):not(:disabled)',
          )
          field?.focus()
          field?.select()
        }),
      writeMode: (_, { mode }) => writeMode(mode),
      reportError: toastAction(toasts, ({ error }) => ({ kind: 'error', message: errorMessage(error) })),
    },
  })
}
