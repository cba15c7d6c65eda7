import type { AutoresponderEvent } from '../autoresponders'

/** What happens when a parcel gets its number. */
export const trackingEvent = 'order.tracking_number.assigned' satisfies AutoresponderEvent

/** Minutes that the mail about a tracking number waits, so that whoever assigned it can take it back unsent (FU-04). */
export const heldMinutes = 5

/** When the mail about something that happened now is sent. */
export const sentAt = (event: string, now: Date): Date =>
  event === trackingEvent ? new Date(now.getTime() + heldMinutes * 60_000) : now
