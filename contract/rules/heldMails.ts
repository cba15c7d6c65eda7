import type { AutoresponderEvent } from '../autoresponders'

/** What happens when a parcel gets its number. */
export const trackingEvent = 'order.tracking_number.assigned' satisfies AutoresponderEvent

/** Minutes that the mail about a tracking number waits, so that whoever assigned it can take it back unsent (FU-04). */
export const heldMinutes = 5

/** When the mail about something that happened now is sent. */
export const sentAt = (event: string, now: Date): Date =>
  event === trackingEvent ? new Date(now.getTime() + heldMinutes * 60_000) : now

/**
 * Who hears of a parcel's tracking number, in a sentence for whoever assigns it (FU-02): nobody says that a customer without
 * an address is mailed. Where it is not told whether there is one, it is said with an if.
 */
export function mailedLater(hasEmail: boolean | null | undefined): string {
  if (hasEmail === false) return 'Its customer has no email address, so nobody is mailed.'
  const whom = hasEmail === true ? 'Its customer' : 'A customer with an email address'
  return `${whom} is mailed ${heldMinutes} minutes later, unless it is taken back before.`
}
