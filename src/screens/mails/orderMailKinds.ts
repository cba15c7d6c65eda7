import type { OrderMail } from '../../../contract/extensions/orderMails'

/** What each of the organization's own mails is, and when it is sent (ML-04). */
export const orderMailKinds: Readonly<Record<OrderMail['event'], { name: string; when: string }>> = {
  'order.payment_link.created': { name: 'Payment link', when: 'A payment link is sent' },
  'order.completed': { name: 'Receipt', when: 'An order is paid' },
  'order.tracking_number.assigned': { name: 'On its way', when: 'A parcel gets its tracking number' },
  'order.refunded': { name: 'Refund', when: 'Money is given back' },
}
