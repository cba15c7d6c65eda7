import * as z from 'zod/mini'
import { newPassword } from '../schemas'
import { notOwnAddress } from './auth'

/** The dialog in which a person changes their password (ST-01). */
export const passwordForm = z
  .object({
    currentPassword: z
      .string()
      .check(z.minLength(1, 'Current password is required'), z.maxLength(128, 'At most 128 characters')),
    password: newPassword,
    /** The email of the account, which is not typed. */
    email: z.string(),
  })
  .check(notOwnAddress)
export type PasswordValues = z.input<typeof passwordForm>

export const wrongCurrentPassword = 'This is not your password'
export const passwordChanged = 'Your password has been changed. You are signed out everywhere else.'
