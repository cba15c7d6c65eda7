import * as z from 'zod/mini'
import { routes } from '../client/tsRest'
import { longestPasskeyName } from '../rules/twoSteps'
import { acknowledged, extension, extensionPublic, id, line, token } from '../schemas'
import { signedIn, typedPassword } from '../users'
import { codesShown } from './twoSteps'

const base64url = (max: number) => z.string().check(z.minLength(1), z.maxLength(max), z.regex(/^[\w-]+$/))

const known = z.array(
  z.object({
    id: z.string(),
    type: z.literal('public-key'),
    transports: z.optional(z.array(z.string())),
  }),
)

// Both as browsers take them (WebAuthn Level 3).
const creationOptions = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.optional(z.string()), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ alg: z.number(), type: z.literal('public-key') })),
  timeout: z.optional(z.number()),
  excludeCredentials: z.optional(known),
  authenticatorSelection: z.optional(
    z.object({
      residentKey: z.optional(z.enum(['required', 'preferred', 'discouraged'])),
      requireResidentKey: z.optional(z.boolean()),
      userVerification: z.optional(z.enum(['required', 'preferred', 'discouraged'])),
    }),
  ),
  attestation: z.optional(z.literal('none')),
  extensions: z.optional(z.object({ credProps: z.optional(z.boolean()) })),
})
export type CreationOptions = z.infer<typeof creationOptions>
const requestOptions = z.object({
  challenge: z.string(),
  timeout: z.optional(z.number()),
  rpId: z.optional(z.string()),
  allowCredentials: z.optional(known),
  userVerification: z.optional(z.enum(['required', 'preferred', 'discouraged'])),
})
export type RequestOptions = z.infer<typeof requestOptions>

const credential = {
  id: base64url(1_400),
  rawId: base64url(1_400),
  type: z.literal('public-key'),
  authenticatorAttachment: z.nullish(z.string().check(z.maxLength(40))),
}
/** What a browser answers when a passkey was made. */
export const madePasskey = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(4_000),
    attestationObject: base64url(20_000),
    transports: z.nullish(z.array(z.string().check(z.maxLength(40))).check(z.maxLength(10))),
  }),
})
export type MadePasskey = z.infer<typeof madePasskey>
/** What a browser answers when a passkey was used. */
export const usedPasskey = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(4_000),
    authenticatorData: base64url(4_000),
    signature: base64url(10_000),
    userHandle: z.nullish(base64url(200)),
  }),
})
export type UsedPasskey = z.infer<typeof usedPasskey>

const name = line(longestPasskeyName)
const passkeyId = z.object({ passkeyId: id })

/** Passkeys, as a second step at sign-in and without a password (ST-01, SE-06). */
export const passkeyCalls = routes({
  beginPasskey: {
    method: 'POST',
    path: '/users/two-steps/passkeys/begin',
    summary: 'Begin to add a passkey',
    description:
      'Answers what the browser makes it of (WebAuthn), which is good for five minutes and one answer. Refused with 409 while there are twenty.',
    metadata: extension,
    body: z.object({ password: typedPassword }),
    responses: { 200: z.object({ data: z.object({ options: creationOptions }) }) },
  },
  addPasskey: {
    method: 'POST',
    path: '/users/two-steps/passkeys',
    summary: 'Add the passkey that the browser has made',
    description: 'Answers recovery codes, unless there are some already. The user is mailed.',
    metadata: extension,
    body: z.object({ name, credential: madePasskey }),
    responses: { 200: codesShown },
  },
  renamePasskey: {
    method: 'PUT',
    path: '/users/two-steps/passkeys/:passkeyId',
    summary: 'Rename a passkey',
    metadata: extension,
    pathParams: passkeyId,
    body: z.object({ name }),
    responses: { 200: acknowledged },
  },
  removePasskey: {
    method: 'POST',
    path: '/users/two-steps/passkeys/:passkeyId/remove',
    summary: 'Remove a passkey',
    description:
      'With the last second step its recovery codes go, too. Refused with 409 while an organization demands one. The user is mailed.',
    metadata: extension,
    pathParams: passkeyId,
    body: z.object({ password: typedPassword }),
    responses: { 200: acknowledged },
  },
  askPasskey: {
    method: 'POST',
    path: '/users/login/passkey/begin',
    summary: 'Begin a sign-in by a passkey',
    description:
      'With the token of a sign-in that needs a second step it is that step; without it, the passkey alone signs in. Answers ' +
      'what the browser asks it (WebAuthn), which is good for five minutes and one answer.',
    metadata: extensionPublic,
    body: z.object({ token: z.optional(token) }),
    responses: { 200: z.object({ data: z.object({ options: requestOptions }) }) },
  },
  takePasskey: {
    method: 'POST',
    path: '/users/login/passkey',
    summary: 'Complete a sign-in by a passkey',
    description:
      'Refused with 401 when the answer comes too late or again, or the passkey is none here, and with 422 when it is not right: of another ' +
      'address, of another account, without a check of its user, or counting backwards.',
    metadata: extensionPublic,
    body: z.object({ token: z.optional(token), credential: usedPasskey }),
    responses: { 200: z.extend(signedIn, { success: z.boolean() }) },
  },
})
export type PasskeyCall = keyof typeof passkeyCalls
