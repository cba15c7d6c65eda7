import type { Amount } from './amounts'

export type PaymentStatus = 'unpaid' | 'pending' | 'paid' | 'overpaid' | 'partially_refunded' | 'refunded'

/** A charge or a refund, as far as it decides. */
export interface MoneyMoved {
  type: 'charge' | 'refund'
  status: 'pending' | 'succeeded' | 'failed'
  amount: Amount
}

export interface Paid {
  status: PaymentStatus
  paid: Amount
  refunded: Amount
}

/** What was paid for an order of the total, and what is said of it (LI-02). It is never set: it follows from what moved. */
export function paymentOf(total: Amount, moved: readonly MoneyMoved[]): Paid {
  const sumOf = (type: MoneyMoved['type']) =>
    moved.reduce((sum, one) => (one.type === type && one.status === 'succeeded' ? sum + one.amount : sum), 0)
  const [paid, refunded] = [sumOf('charge'), sumOf('refund')]
  const isPending = moved.some(({ type, status }) => type === 'charge' && status === 'pending')
  return { status: statusOf(total, paid, refunded, isPending), paid, refunded }
}

function statusOf(total: Amount, paid: Amount, refunded: Amount, isPending: boolean): PaymentStatus {
  const kept = paid - refunded
  if (paid > 0 && kept <= 0) return 'refunded'
  // What was paid twice and given back is paid.
  if (kept > total) return 'overpaid'
  if (kept === total) return 'paid'
  if (paid >= total) return 'partially_refunded'
  return isPending ? 'pending' : 'unpaid'
}
