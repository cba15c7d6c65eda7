import { and, desc, eq } from 'drizzle-orm'
import type { emailAutoresponders } from '../db/schema/autoresponders'
import { orders } from '../db/schema/orders'
import { organizations } from '../db/schema/organizations'
import type { Transaction } from '../db/transactions'
import { mailFacts } from './autoresponding'
import type { MailFacts } from './render'

interface TriedOn {
  facts: MailFacts
  /** Null for one made up. */
  order: { id: string; number: number } | null
}

/** What an auto-responder is tried out on: its campaign's newest order, or one made up. */
export async function triedOn(
  tx: Transaction,
  responder: typeof emailAutoresponders.$inferSelect,
  publicUrl: string,
  now: Date,
): Promise<TriedOn> {
  const { orgId, campaignId } = responder
  const [newest] = await tx
    .select({ id: orders.id, number: orders.number })
    .from(orders)
    .where(and(eq(orders.orgId, orgId), eq(orders.campaignId, campaignId)))
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(1)
  // A link that opens nothing: who tries a mail out is not to pay.
  const made = { paymentLink: `${publicUrl}/pay/example`, trackingNumber: 'EXAMPLE-1' }
  const known = newest && (await mailFacts(tx, orgId, newest.id, made))
  const facts = known ?? { ...(await sample(tx, orgId, now)), ...made }
  return { facts, order: newest ?? null }
}

async function sample(tx: Transaction, orgId: string, now: Date): Promise<MailFacts> {
  const [organization] = await tx
    .select({
      timeZone: organizations.timeZone,
      liveUrl: organizations.liveUrl,
      currency: organizations.currency,
    })
    .from(organizations)
    .where(eq(organizations.id, orgId))
  return {
    number: 1001,
    customerFirstName: 'Ada',
    currency: organization?.currency ?? 'USD',
    totalCents: 5400,
    items: [{ name: 'Example', quantity: 2, totalCents: 5400 }],
    address1: '12 Harbor Street',
    address2: null,
    city: 'Portland',
    state: 'OR',
    postalCode: '97201',
    country: 'US',
    createdAt: now,
    timeZone: organization?.timeZone ?? 'UTC',
    liveUrl: organization?.liveUrl ?? '',
    paymentLink: '',
    trackingNumber: '',
  }
}
