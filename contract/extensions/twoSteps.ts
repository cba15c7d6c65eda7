import * as z from 'zod/mini'
import { routes } from '../client/tsRest'
import { acknowledged, count, extension, extensionPublic, id, secret, shownText, token } from '../schemas'
import { signedIn, typedPassword } from '../users'

/** What a device of a person's signs them in by. */
export const passkey = z.object({ id, name: z.string(), createdAt: shownText, lastUsedAt: shownText })
export type Passkey = z.infer<typeof passkey>

/** The second step of a person's sign-in, as far as it is set up. */
export const twoSteps = z.object({
  /** The person's. */
  id,
  /** When the authenticator app was added; null without one. */
  appSince: shownText,
  /** Recovery codes that have not been used. */
  recoveryCodesLeft: count,
  /** The oldest first. */
  passkeys: z.array(passkey),
  /** The organizations of the user’s that demand a second step, by name: the last one stays. */
  demandedBy: z.array(z.string()),
})
export type TwoSteps = z.infer<typeof twoSteps>

/** A code of the authenticator app, or a recovery code; spaces, dashes and case mean nothing. */
export const oneTimeCode = secret(z.string().check(z.minLength(6), z.maxLength(64)))

/** Recovery codes as they are shown once. They are kept only as hashes. */
const recoveryCodes = z.array(secret(z.string()))

export const codesShown = z.extend(acknowledged, { data: z.object({ recoveryCodes: z.nullable(recoveryCodes) }) })

/** By whom the second step may be changed: whoever knows the password and has a code. */
export const proof = z.object({ password: typedPassword, oneTimeCode })
export type Proof = z.infer<typeof proof>

/** The second step at sign-in (ST-01, SE-06). */
export const twoStepCalls = routes({
  twoSteps: {
    method: 'GET',
    path: '/users/two-steps',
    summary: 'Read how far the second step at sign-in is set up',
    metadata: extension,
    responses: { 200: z.object({ data: twoSteps }) },
  },
  takeSecondStep: {
    method: 'POST',
    path: '/users/login/second-step',
    summary: 'Complete a sign-in with a code of the authenticator app or a recovery code',
    description:
      'The sign-in of an account with a second step is refused with 403 and the code second_step_needed; its details have ' +
      'the token, which is good for ten minutes, and the ways that there are beside recovery codes: app, passkey. A code works a single time. Refused with 422 at its field for a wrong or a used code, with 401 when the first step is too long ago, ' +
      'and with 429 after too many wrong codes of the app; recovery codes work then, too.',
    metadata: extensionPublic,
    body: z.object({ token, oneTimeCode }),
    responses: { 200: z.extend(signedIn, { success: z.boolean() }) },
  },
  beginApp: {
    method: 'POST',
    path: '/users/two-steps/app/begin',
    summary: 'Begin to add an authenticator app',
    description:
      'Answers the key for the app (TOTP: SHA-1, 6 digits, 30 seconds), which counts for nothing until a code of it is sent ' +
      'with the token. Refused with 409 while there is an app.',
    metadata: extension,
    body: z.object({ password: typedPassword }),
    responses: { 200: z.object({ data: z.object({ token, appKey: secret(z.string()) }) }) },
  },
  confirmApp: {
    method: 'POST',
    path: '/users/two-steps/app',
    summary: 'Add the authenticator app that has made this code',
    description:
      'From then on a sign-in asks for a code. Answers recovery codes, unless there are some already. The user is mailed.',
    metadata: extension,
    body: z.object({ token, oneTimeCode }),
    responses: { 200: codesShown },
  },
  removeApp: {
    method: 'POST',
    path: '/users/two-steps/app/remove',
    summary: 'Remove the authenticator app',
    description:
      'With the last second step its recovery codes go, too. Refused with 409 while an organization demands one. The user is mailed.',
    metadata: extension,
    body: proof,
    responses: { 200: acknowledged },
  },
  renewRecoveryCodes: {
    method: 'POST',
    path: '/users/two-steps/recovery-codes',
    summary: 'Make new recovery codes, in place of all before',
    description: 'Refused with 409 while there is no second step. The user is mailed.',
    metadata: extension,
    body: proof,
    responses: { 200: codesShown },
  },
})
export type TwoStepCall = keyof typeof twoStepCalls
