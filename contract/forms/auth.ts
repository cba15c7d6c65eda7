import * as z from 'zod/mini'
import { newPassword, optionalLine } from '../schemas'
import type { User, UserUpdate } from '../users'
import { changedFields, type Typed, unclearedFields } from './changedFields'
import { emailAddress, type FieldErrors, requiredLine } from './fields'

const typedText = z.string()

/** What is typed on the sign-in page. One set for all of its modes, so that an email is typed once. */
export interface AuthValues {
  email: string
  password: string
  name: string
  organizationName: string
  /** A code of the authenticator app, or a recovery code. */
  oneTimeCode: string
}

/** A code as people type it: six digits of an app, or more of a recovery code (SE-06). */
export const typedCode = z
  .string()
  .check(
    z.maxLength(64, 'At most 64 characters'),
    z.regex(/^(?:[\s-]*[\dA-Za-z]){6,}[\s-]*$/, 'Type the 6 digits of your app, or a recovery code'),
  )

/** What is wrong with a new password that everybody tries first. */
export const commonPassword = 'This password is one of the most common. Choose another one.'
export const officePassword = 'This password says no more than where it is for. Choose another one.'
export const ownAddressPassword = 'Your own email address is no password. Choose another one.'

/** Whether a password is the email address that it belongs to, or the part of it before the @. */
export const isOwnAddress = (password: string, email: string): boolean => {
  const address = email.trim().toLowerCase()
  const typed = password.trim().toLowerCase()
  return typed !== '' && (typed === address || typed === address.split('@')[0])
}
export const notOwnAddress = z.refine<Pick<AuthValues, 'email' | 'password'>>(
  ({ email, password }) => !isOwnAddress(password, email),
  {
    error: ownAddressPassword,
    path: ['password'],
  },
)

/** What a mode does not ask for may be anything. */
const anything = {
  email: typedText,
  password: typedText,
  name: typedText,
  organizationName: typedText,
  oneTimeCode: typedText,
}

/** The modes of the sign-in page, each with what it needs (SE-06, SE-08, SE-09). */
export const authForms = {
  signIn: z.object({
    ...anything,
    email: emailAddress,
    password: z.string().check(z.minLength(1, 'Password is required')),
  }),
  secondStep: z.object({ ...anything, oneTimeCode: typedCode }),
  signUp: z.object({ ...anything, email: emailAddress }),
  completion: z
    .object({
      ...anything,
      password: newPassword,
      name: requiredLine('Name is required', 120),
      organizationName: optionalLine(120),
    })
    .check(notOwnAddress),
  forgot: z.object({ ...anything, email: emailAddress }),
  reset: z.object({ ...anything, email: emailAddress, password: newPassword }).check(notOwnAddress),
  // Nothing is typed: the mail's link says it all, and is asked about before it does anything.
  emailChange: z.object(anything),
} satisfies Record<string, z.ZodMiniType<AuthValues, AuthValues>>
export type AuthMode = keyof typeof authForms

const isSameAddress = (one: string, other: string) => one.trim().toLowerCase() === other.trim().toLowerCase()

/** One's own profile (SE-09). Another email is for whoever knows the password. */
export const profileForm = z
  .object({
    name: requiredLine('Name is required', 120),
    email: emailAddress,
    organizationName: optionalLine(120),
    password: typedText.check(z.maxLength(128, 'At most 128 characters')),
    /** The email of today, which is not typed. */
    knownEmail: typedText,
  })
  .check(
    z.refine((values) => !isEmailChanged(values) || values.password !== '', {
      error: 'Password is required to change your email',
      path: ['password'],
    }),
  )
export type ProfileValues = z.input<typeof profileForm>

/** Whether another email was typed than the account has. */
export const isEmailChanged = ({ email, knownEmail }: Pick<ProfileValues, 'email' | 'knownEmail'>): boolean =>
  !isSameAddress(email, knownEmail)

export const profileValues = (user: User): ProfileValues => ({
  name: user.name ?? '',
  email: user.email,
  organizationName: user.organizationName ?? '',
  password: '',
  knownEmail: user.email,
})

/** The fields that differ from the user; empty ones are dropped. The password goes with another email only. */
export function changedProfileFields(user: User, values: ProfileValues): UserUpdate {
  const {
    password,
    knownEmail: _knownEmail,
    email,
    ...fields
  } = changedFields(profileForm, profileValues(user), values)
  return email === undefined || !isEmailChanged(values) ? fields : { ...fields, email, password }
}

/** What a person should know of their profile before they save it. */
export const profileWarnings = (form: Typed<ProfileValues>): FieldErrors<ProfileValues> => unclearedFields(form)
