import * as z from 'zod/mini'
import type { User, UserUpdate } from '../users'
import { emailAddress, requiredLine } from './fields'

const password = z
  .string()
  .check(
    z.minLength(8, 'Password must have at least 8 characters'),
    z.maxLength(128, 'Password must have at most 128 characters'),
  )

const typedText = z.string()

/** What is typed on the sign-in page. One set for all of its modes, so that an email is typed once. */
export interface AuthValues {
  email: string
  password: string
  name: string
  organizationName: string
}

/** The modes of the sign-in page, each with what it needs (SE-06, SE-08, SE-09). */
export const authForms = {
  signIn: z.object({
    email: emailAddress,
    password: z.string().check(z.minLength(1, 'Password is required')),
    name: typedText,
    organizationName: typedText,
  }),
  signUp: z.object({ email: emailAddress, password: typedText, name: typedText, organizationName: typedText }),
  completion: z.object({
    email: typedText,
    password,
    name: requiredLine('Name is required', 120),
    organizationName: z.string().check(z.trim(), z.maxLength(120, 'At most 120 characters')),
  }),
  forgot: z.object({ email: emailAddress, password: typedText, name: typedText, organizationName: typedText }),
  reset: z.object({ email: emailAddress, password, name: typedText, organizationName: typedText }),
} satisfies Record<string, z.ZodMiniType<AuthValues, AuthValues>>
export type AuthMode = keyof typeof authForms

/** One's own profile (SE-09). */
export const profileForm = z.object({
  name: requiredLine('Name is required', 120),
  email: emailAddress,
  organizationName: z.string().check(z.trim(), z.maxLength(120, 'At most 120 characters')),
})
export type ProfileValues = z.input<typeof profileForm>

export const profileValues = (user: User): ProfileValues => ({
  name: user.name ?? '',
  email: user.email,
  organizationName: user.organizationName ?? '',
})

/** The fields that differ from the user; empty ones are dropped. */
export function changedProfileFields(user: User, values: ProfileValues): UserUpdate {
  const result = z.safeParse(profileForm, values)
  if (!result.success) return {}
  const before = profileValues(user)
  return Object.fromEntries(
    Object.entries(result.data).filter(
      ([field, value]) => value !== '' && value !== before[field as keyof ProfileValues],
    ),
  )
}
