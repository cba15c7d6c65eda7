import * as z from 'zod/mini'
import {
  acknowledged,
  core,
  corePublic,
  email,
  extension,
  id,
  isGiven,
  line,
  newPassword,
  noFields,
  secret,
  shownText,
  token,
} from './schemas'
import { routes } from './client/tsRest'

/** A signed-in person, as the session knows them. */
export const user = z.object({
  id: z.nullish(id),
  email: z.string(),
  name: shownText,
  organizationName: shownText,
  /** What `PUT /users/preferences` has been told; each of them is absent until then. */
  preferences: z.nullish(
    z.object({
      theme: shownText,
      density: shownText,
      language: shownText,
      clock: shownText,
      /** How the columns of each list are arranged, by its name. */
      lists: z.catch(z.nullish(z.record(z.string(), z.unknown())), undefined),
    }),
  ),
})
export type User = z.infer<typeof user>

export const signedIn = z.object({
  message: z.string(),
  data: z.object({ token: secret(z.string().check(z.minLength(1))), user }),
})

/** A password that there is already, as it was typed. */
export const typedPassword = secret(z.string().check(z.minLength(1), z.maxLength(128)))

export const login = z.object({ email, password: typedPassword })

export const signupCompletion = z
  .object({
    password: newPassword,
    name: line(120),
    organizationName: z.optional(line(120)),
    inviteToken: z.optional(token),
    token: z.optional(token),
  })
  .check(
    z.refine((body) => (body.inviteToken === undefined) !== (body.token === undefined), {
      error: 'Either inviteToken or token is required',
      path: ['token'],
    }),
  )

export type SignupCompletion = z.infer<typeof signupCompletion>

export const userUpdate = z
  .object({
    name: z.optional(line(120)),
    email: z.optional(email),
    organizationName: z.optional(line(120)),
    /** Asked for by a backend that changes an email only for whoever knows the password. */
    password: z.optional(typedPassword),
  })
  .check(z.refine(({ password: _password, ...fields }) => isGiven(fields), noFields))

export type UserUpdate = z.infer<typeof userUpdate>

/** Signing in, signing up, and the person's own profile (SE-06 to SE-09). */
export const users = routes({
  login: {
    method: 'POST',
    path: '/users/login',
    summary: 'Sign in with email and password',
    metadata: corePublic,
    body: login,
    responses: { 200: z.extend(signedIn, { success: z.boolean() }) },
  },
  me: {
    method: 'GET',
    path: '/users/me',
    summary: 'Read the signed-in user',
    metadata: core,
    responses: { 200: z.object({ data: user }) },
  },
  startPasswordReset: {
    method: 'POST',
    path: '/users/forgot-password/start',
    summary: 'Ask for a mail with a link that resets the password',
    metadata: corePublic,
    body: z.object({ email }),
    responses: { 200: acknowledged },
  },
  resetPassword: {
    method: 'POST',
    path: '/users/forgot-password',
    summary: 'Set a new password with the token of the mail',
    metadata: corePublic,
    body: z.object({ email, password: newPassword, token }),
    responses: { 200: acknowledged },
  },
  signup: {
    method: 'POST',
    path: '/users/signup',
    summary: 'Ask for a mail with a link that completes the sign-up',
    metadata: corePublic,
    body: z.object({ email }),
    responses: { 200: acknowledged },
  },
  completeSignup: {
    method: 'POST',
    path: '/users/signup/complete',
    summary: 'Complete a sign-up or accept an invite',
    metadata: corePublic,
    body: signupCompletion,
    responses: { 200: signedIn },
  },
  update: {
    method: 'PUT',
    path: '/users/update',
    summary: "Change the signed-in user's own profile",
    metadata: core,
    body: userUpdate,
    responses: { 200: z.extend(acknowledged, { data: z.object({ user }) }) },
  },
  logout: {
    method: 'POST',
    path: '/users/logout',
    summary: 'End the session that the bearer token belongs to',
    metadata: extension,
    body: z.object({}),
    responses: { 200: acknowledged },
  },
})
