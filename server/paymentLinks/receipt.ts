import { and, desc, eq, sql } from 'drizzle-orm'
import { newToken } from '../auth/sessions'
import { paymentLinks, paymentLinkTokens } from '../db/schema/paymentLinks'
import { tokenHash } from '../db/tokens'
import type { Transaction } from '../db/transactions'

/**
 * Makes an address under which the customer of a paid order finds its receipt: one more token of the link that it was paid
 * through, as of that one only the hash is kept. Undefined for what was never to be paid.
 */
export async function receiptLink(
  tx: Transaction,
  { orgId, orderId, now }: { orgId: string; orderId: string; now: Date },
  publicUrl: string,
): Promise<string | undefined> {
  const [link] = await tx
    .select({ id: paymentLinks.id })
    .from(paymentLinks)
    .where(and(eq(paymentLinks.orgId, orgId), eq(paymentLinks.orderId, orderId)))
    .orderBy(sql`used_at desc nulls last`, desc(paymentLinks.createdAt))
    .limit(1)
  if (!link) return undefined
  const token = newToken()
  await tx.insert(paymentLinkTokens).values({ orgId, linkId: link.id, tokenHash: tokenHash(token), createdAt: now })
  return `${publicUrl}/pay/${token}`
}
