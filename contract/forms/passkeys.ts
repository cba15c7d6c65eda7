import * as z from 'zod/mini'
import { longestPasskeyName } from '../rules/twoSteps'
import { requiredLine } from './fields'

const name = requiredLine('Name is required', longestPasskeyName)
const password = z.string().check(z.minLength(1, 'Password is required'), z.maxLength(128, 'At most 128 characters'))

/** Adding a passkey: what it is called, by whoever knows the password (ST-01). */
export const passkeyAddForm = z.object({ name, password })
export type PasskeyAddValues = z.input<typeof passkeyAddForm>

export const passkeyRenameForm = z.object({ name })
export type PasskeyRenameValues = z.input<typeof passkeyRenameForm>

export const passkeyRemoveForm = z.object({ password })
export type PasskeyRemoveValues = z.input<typeof passkeyRemoveForm>
