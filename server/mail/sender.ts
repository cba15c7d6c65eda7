import { readConfig } from '../config'

let address = readConfig({}).mailFrom

/** The address that mails come from which nobody's email provider sends: one for all that a process keeps in its lists. */
export const systemSender = (): string => address

/** Says which it is, once, when the settings have been read (`MAIL_FROM`). */
export function sendMailsFrom(mailFrom: string): void {
  address = mailFrom
}
