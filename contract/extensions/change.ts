import * as z from 'zod/mini'
import { id } from '../schemas'

/** That a record was changed, and nothing of what it holds: who shows it reads it again (LV-01). */
export const change = z.object({
  /** As search calls it, such as `offers`; one that a client does not know is none of its concern. */
  resource: z.string(),
  /** Null when so much of the resource has changed that no record is named. */
  id: z.nullable(id),
  /** The version that the change made; null where none is counted, so that only reading the record tells what it is now. */
  version: z.nullable(z.int()),
  kind: z.catch(z.enum(['created', 'updated', 'deleted']), 'updated'),
})
export type Change = z.infer<typeof change>
