import type { Mail, OfficeMail } from '../extensions/mails'
import type { OrderMail } from '../extensions/orderMails'

/** What each of the organization's own mails is, and when it is sent (ML-04). */
export const orderMailKinds: Readonly<Record<OrderMail['event'], { name: string; when: string }>> = {
  'order.payment_link.created': { name: 'Payment link', when: 'A payment link is sent' },
  'order.completed': { name: 'Receipt', when: 'An order is paid' },
  'order.tracking_number.assigned': { name: 'On its way', when: 'A parcel gets its tracking number' },
  'order.refunded': { name: 'Refund', when: 'Money is given back' },
}

const officeMailKinds: Readonly<Record<OfficeMail, string>> = {
  invite: 'Invite',
  'invite.asked': 'Asks for an invite',
  collaboration: 'Partner invited',
  'webhook.off': 'Webhook off',
  report: 'Report',
}

const names: ReadonlyMap<string, string> = new Map([
  ...Object.entries(orderMailKinds).map(([event, { name }]) => [event, name] as const),
  ...Object.entries(officeMailKinds),
  ['test', 'Test'],
])

/** Whether it is about no order, so that its text is its receiver's. */
export const isOfficeMail = ({ event }: Pick<Mail, 'event'>): boolean => !!event && event in officeMailKinds

/** What people call what a mail is about. */
export const mailKind = ({ event }: Pick<Mail, 'event'>): string => (event && names.get(event)) || event || '-'
