import * as z from 'zod/mini'
import { typedCode } from './auth'

const password = z.string().check(z.minLength(1, 'Password is required'), z.maxLength(128, 'At most 128 characters'))

/** What the second step is changed by: the password, and a code of the app or a recovery code (ST-01). */
export const proofForm = z.object({ password, oneTimeCode: typedCode })
export type ProofValues = z.input<typeof proofForm>

/** Adding an authenticator app: first whoever knows the password, then a code of the app itself (ST-01). */
export const appAddForms = {
  password: z.object({ password, oneTimeCode: z.string() }),
  code: z.object({ password: z.string(), oneTimeCode: typedCode }),
}
export type AppAddStep = keyof typeof appAddForms

/** What the dialogs begin with. */
export const noProof: ProofValues = { password: '', oneTimeCode: '' }
