import { type ActorRefFrom, fromPromise } from 'xstate'
import { answer } from '../../contract/client/client'
import { errorMessage } from '../../contract/client/errors'
import type { AuthMode, AuthValues } from '../../contract/forms/auth'
import { authMachine, type OpenedSession } from '../../machines/auth.machine'
import type { App } from './app'

export type AuthRef = ActorRefFrom<typeof authMachine>

type Tokens = { token: string | undefined; inviteToken: string | undefined }

/** What a place that shows the form does about its address. */
export interface AuthPlace {
  writeMode: (mode: AuthMode) => void
  /** Goes on to where the person wanted to be, once they are signed in. */
  leave: () => void
}

/** The sign-in page with its real effects: requests, the session that it opens, messages, and its address. */
export function wireAuth({ client, session, toast }: App, { writeMode, leave }: AuthPlace) {
  return authMachine.provide({
    actors: {
      logIn: fromPromise<OpenedSession, Pick<AuthValues, 'email' | 'password'>>(
        async ({ input: { email, password } }) => {
          const { message, data } = answer(await client.users.login({ body: { email: email.trim(), password } }))
          return { message, ...data }
        },
      ),
      startSignUp: fromPromise<{ message: string }, { email: string }>(async ({ input: { email } }) =>
        answer(await client.users.signup({ body: { email: email.trim() } })),
      ),
      completeSignUp: fromPromise<OpenedSession, Pick<AuthValues, 'name' | 'organizationName' | 'password'> & Tokens>(
        async ({ input: { name, organizationName, password, token, inviteToken } }) => {
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
        },
      ),
      startPasswordReset: fromPromise<{ message: string }, { email: string }>(async ({ input: { email } }) =>
        answer(await client.users.startPasswordReset({ body: { email: email.trim() } })),
      ),
      resetPassword: fromPromise<
        { message: string },
        Pick<AuthValues, 'email' | 'password'> & { token: string | undefined }
      >(async ({ input: { email, password, token = '' } }) =>
        answer(await client.users.resetPassword({ body: { email: email.trim(), password, token } })),
      ),
    },
    actions: {
      showMessage: (_, { message }) => toast('success', message),
      openSession: (_, { message, token, user }) => {
        toast('success', message)
        session.send({ type: 'session.open', token, user })
        leave()
      },
      writeMode: (_, { mode }) => writeMode(mode),
      reportError: (_, { error }) => toast('error', errorMessage(error)),
    },
  })
}
