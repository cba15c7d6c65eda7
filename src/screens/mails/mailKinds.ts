import type { Mail, OfficeMail } from '../../../contract/extensions/mails'
import { orderMailKinds } from './orderMailKinds'

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
