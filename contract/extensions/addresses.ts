import * as z from 'zod/mini'
import { optionalLine } from '../schemas'

/** The lines of an address as they are sent; what of them its country needs is a rule of its own. */
export const addressLines = {
  address1: optionalLine(200),
  address2: optionalLine(200),
  city: optionalLine(100),
  state: optionalLine(100),
  postalCode: optionalLine(20),
}

/** ISO 3166-1 alpha-2, or empty. */
export const country = z
  .string()
  .check(z.trim(), z.toUpperCase(), z.regex(/^(?:[A-Z]{2})?$/, 'Country must be two letters, such as US'))

/** An address that is sent; a line that is absent is empty. */
export const sentAddress = z.partial(z.object({ ...addressLines, country }))
export type SentAddress = z.infer<typeof sentAddress>
