import * as z from 'zod/mini'
import { id, shownText } from './schemas'

/** What happened to a record: an event of its life, or what else is worth a line. */
export const timelineEvent = z.object({
  id,
  /** The event of the record's life, such as `place`, or `note`. */
  kind: z.string(),
  /** The states before and after, where it has any. */
  from: shownText,
  to: shownText,
  /** What it says to people, such as the text of a note. */
  text: shownText,
  /** Nobody, for what happened by itself. */
  userName: shownText,
  createdAt: z.string(),
})
export type TimelineEvent = z.infer<typeof timelineEvent>
