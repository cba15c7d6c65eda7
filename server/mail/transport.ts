import { createTransport } from 'nodemailer'
import type { Mail } from './mail'
import { smtpLimits, timeoutsOf } from './smtp'

/** Hands a mail over; rejects when it could not. `messageId` is the same for the same mail. */
export type SendMail = (mail: Mail, messageId: string) => Promise<void>

export interface MailTransportOptions {
  smtpUrl: string | undefined
  sender: string
  /** Whether a mail that stays here may be announced with its text, links included. */
  mayShowText: boolean
  announce: (message: string) => void
}

/** SMTP where there is an address for it; else the mail stays in the outbox, and the log tells of it. */
export function createMailTransport({ smtpUrl, sender, mayShowText, announce }: MailTransportOptions): SendMail {
  if (smtpUrl === undefined) {
    return (mail) => {
      announce(`Mail in the outbox for ${mail.to}: ${mail.subject}${mayShowText ? `\n${mail.text}` : ''}`)
      return Promise.resolve()
    }
  }
  const smtp = createTransport({ url: smtpUrl, ...timeoutsOf(smtpLimits) })
  return async ({ to, subject, text }, messageId) => {
    const signal = AbortSignal.timeout(smtpLimits.whole)
    await smtp.sendMail({ from: sender, to, subject, text, messageId: `<${messageId}@offerdesk>`, signal })
  }
}
