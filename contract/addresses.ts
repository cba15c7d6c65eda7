import * as z from 'zod/mini'
import { shownText } from './schemas'

/** Where something is sent, as it is shown. Countries are ISO 3166-1 alpha-2. */
export const address = z.object({
  address1: shownText,
  address2: shownText,
  city: shownText,
  state: shownText,
  postalCode: shownText,
  country: shownText,
})
export type Address = z.infer<typeof address>
