import { and, eq, isNull } from 'drizzle-orm'
import { invites } from '../db/schema/organizations'

/** Invites of an address that are neither answered nor revoked. */
export const unansweredTo = (email: string) =>
  and(eq(invites.email, email), eq(invites.revoked, false), isNull(invites.acceptedAt), isNull(invites.declinedAt))
