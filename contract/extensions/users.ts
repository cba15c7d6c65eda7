import * as z from 'zod/mini'
import { routes } from '../client/tsRest'
import { listNames } from '../lists/names'
import { organization } from '../organizations'
import { preferenceChoices } from '../preferences'
import { listLayout } from '../rules/listLayout'
import { acknowledged, extension, extensionPublic, id, line, newPassword, noFields, shownText, token } from '../schemas'
import { typedPassword, user } from '../users'
import { idempotencyKey } from '../versions'

/** A device that is signed in. Its id opens nothing: the token is told to nobody but the device. */
export const session = z.object({
  id,
  /** In plain words, such as `Firefox on Windows`. */
  device: shownText,
  /** Where it was seen last, without the part that tells one line from its neighbours. */
  network: shownText,
  createdAt: shownText,
  /** To the minute. */
  lastSeenAt: shownText,
  /** Whether it is the one that asks. */
  isCurrent: z.nullish(z.boolean()),
})
export type Session = z.infer<typeof session>

export const passwordChange = z.object({ currentPassword: typedPassword, password: newPassword })
export type PasswordChange = z.infer<typeof passwordChange>

const { theme, density, language, clock } = preferenceChoices

/** What changes of a person's preferences; the others stay. */
export const preferencesUpdate = z
  .partial(
    z.object({
      theme: z.enum(theme),
      density: z.enum(density),
      language: z.enum(language),
      clock: z.enum(clock),
      /** Of the lists that are named; those of others stay. */
      lists: z.partialRecord(z.enum(listNames), listLayout),
    }),
  )
  // Also to say that nothing of a list is arranged any more.
  .check(z.refine((fields) => Object.values(fields).some((field) => field !== undefined), noFields))
export type PreferencesUpdate = z.infer<typeof preferencesUpdate>

export const organizationCreate = z.object({ name: line(120) })

/** Where a person is signed in, how the app looks for them, their password, and the organizations that they come into. */
export const users = routes({
  confirmEmail: {
    method: 'POST',
    path: '/users/update/email',
    summary: 'Change the email of an account with the token that was mailed to the new address',
    metadata: extensionPublic,
    body: z.object({ token }),
    responses: { 200: acknowledged },
  },
  sessions: {
    method: 'GET',
    path: '/users/sessions',
    summary: 'List the devices on which the user is signed in: the one that asks, then the last seen first',
    metadata: extension,
    responses: { 200: z.object({ data: z.array(session) }) },
  },
  endSession: {
    method: 'DELETE',
    path: '/users/sessions/:sessionId',
    summary: 'Sign the user out on one device',
    metadata: extension,
    pathParams: z.object({ sessionId: id }),
    body: z.optional(z.object({})),
    responses: { 200: acknowledged },
  },
  endOtherSessions: {
    method: 'POST',
    path: '/users/sessions/end-others',
    summary: 'Sign the user out everywhere but on the device that asks',
    metadata: extension,
    body: z.object({}),
    responses: { 200: acknowledged },
  },
  changePassword: {
    method: 'PUT',
    path: '/users/password',
    summary: 'Change the password, and sign the user out everywhere but on the device that asks',
    description:
      'A wrong current password is refused with 422 at its field, and makes the next try wait as one at sign-in does. ' +
      'The user is mailed that the password has been changed. Asked for again, it is done already.',
    metadata: extension,
    body: passwordChange,
    responses: { 200: acknowledged },
  },
  setPreferences: {
    method: 'PUT',
    path: '/users/preferences',
    summary: 'Choose how the app looks and writes for the user, on every device',
    metadata: extension,
    body: preferencesUpdate,
    responses: { 200: z.object({ data: user }) },
  },
  acceptInvite: {
    method: 'POST',
    path: '/users/invites/accept',
    summary: 'Accept an invite by the token of its link, as the person whom it is for',
    description:
      'Refused with 403 for anybody else, and with 409 for an invite that is used, declined, revoked or expired, whose ' +
      'organization is gone, or that is for a member. The same person may send it again and is answered as before.',
    metadata: extension,
    body: z.object({ token }),
    responses: {
      200: z.extend(acknowledged, { data: z.object({ organizationId: id, organizationName: z.string() }) }),
    },
  },
  createOrganization: {
    method: 'POST',
    path: '/organizations',
    summary: 'Make an organization, whose owner the user is',
    description: 'The same key again makes no other one.',
    metadata: extension,
    headers: idempotencyKey,
    body: organizationCreate,
    responses: { 200: z.object({ data: organization }) },
  },
})
