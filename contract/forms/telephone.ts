import * as z from 'zod/mini'
import { requiredLine } from './fields'

/** Making a token for a telephone system (CA-01). */
export const telephoneTokenForm = z.object({ name: requiredLine('Say which telephone system it is for', 100) })
export type TelephoneTokenValues = z.input<typeof telephoneTokenForm>
