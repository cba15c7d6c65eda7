import { createHash } from 'node:crypto'
import type { ledgerEntries, paymentAttempts, refunds } from '../schema/payments'
import type { sandboxPayments, sandboxRefunds } from '../schema/sandbox'
import type { Sales } from './sales'

export interface Books {
  attempts: (typeof paymentAttempts.$inferInsert)[]
  refunds: (typeof refunds.$inferInsert)[]
  ledger: (typeof ledgerEntries.$inferInsert)[]
  sandboxPayments: (typeof sandboxPayments.$inferInsert)[]
  sandboxRefunds: (typeof sandboxRefunds.$inferInsert)[]
}

/** An id that follows from another one. */
function idFrom(id: string, what: string): string {
  const hex = createHash('sha256').update(`${id} ${what}`).digest('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  )
}

/** What stands behind the transactions of sales: attempts, refunds, the ledger, and the gateways' own books. */
export function booksOf({ transactions, links }: Pick<Sales, 'transactions' | 'links'>): Books {
  const books: Books = { attempts: [], refunds: [], ledger: [], sandboxPayments: [], sandboxRefunds: [] }
  const linkOf = new Map(links.map((link) => [link.orderId, link.id]))
  const charges = new Map<string, (typeof transactions)[number] & { id: string }>()
  for (const { id = '', ...moved } of transactions) {
    const { orgId, orderId, gatewayInstanceId, amountCents, currency, createdAt, failureCode, failureMessage } = moved
    const reference = moved.reference ?? ''
    const at = { createdAt, updatedAt: createdAt }
    const money = { orgId, gatewayInstanceId, amountCents, currency }
    const post = (booking: string, moves: Record<string, number>) =>
      books.ledger.push(
        ...Object.entries(moves).map(([account, cents]) => ({
          orgId,
          id: idFrom(id, `${booking} ${account}`),
          bookingId: idFrom(id, booking),
          orderId,
          transactionId: id,
          gatewayInstanceId,
          // One of the four accounts, as the literals below are.
          account: account as 'customer',
          amountCents: cents,
          currency,
          createdAt,
        })),
      )
    if (moved.type === 'charge') {
      const state = moved.status === 'succeeded' ? ('succeeded' as const) : ('declined' as const)
      const cardLast4 = state === 'succeeded' ? '4242' : null
      books.attempts.push({
        ...money,
        ...at,
        id,
        orderId,
        linkId: linkOf.get(orderId) ?? '',
        state,
        reference,
        session: reference,
        reasonCode: failureCode ?? null,
        reason: failureMessage ?? null,
        endedAt: createdAt ?? null,
        ...(cardLast4 !== null && { cardBrand: 'Visa', cardLast4 }),
      })
      const key = { id: idFrom(id, 'sandbox'), idempotencyKey: id, reference }
      books.sandboxPayments.push({ ...money, ...at, ...key, state, reasonCode: failureCode ?? null, cardLast4 })
      if (state === 'succeeded') {
        charges.set(orderId, { ...moved, id })
        post('charge', { customer: -amountCents, gateway: amountCents })
      }
    } else {
      const charge = charges.get(orderId)
      if (!charge) throw new RangeError('a refund of nothing')
      const own = { orderId, chargeId: charge.id, state: 'succeeded' as const, reference }
      books.refunds.push({ ...money, ...at, ...own, id, requestId: idFrom(id, 'request'), endedAt: createdAt ?? null })
      const key = { id: idFrom(id, 'sandbox'), idempotencyKey: id, reference }
      books.sandboxRefunds.push({ ...money, ...key, paymentReference: charge.reference ?? '', createdAt })
      post('refund', { customer: amountCents, refund: -amountCents })
      post('refunded', { refund: amountCents, gateway: -amountCents })
    }
  }
  return books
}
