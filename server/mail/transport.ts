import type { Transporter } from 'nodemailer'
import { traced } from '../tracing/tracing'
import type { Mail } from './mail'
import { systemSender } from './sender'
import { smtpCall, smtpLimits, timeoutsOf } from './smtp'

/** What a mail may have beside its text. */
interface SentMail extends Mail {
  html?: string
  /** Who it is sent for, and who reads the answer. */
  senderName?: string
  replyTo?: string
}

/** Hands a mail over, or keeps it where nothing sends it; rejects when it could not. `messageId` is the same for the same mail. */
export type SendMail = (mail: SentMail, messageId: string) => Promise<'delivered' | 'kept'>

export interface MailTransportOptions {
  smtpUrl: string | undefined
  /** Whether a mail that stays here may be announced with its text, links included, and with who it is for. */
  mayShowText: boolean
  announce: (message: string) => void
}

/** SMTP where there is an address for it; else the mail stays in the outbox, and the log tells of it. */
export function createMailTransport({ smtpUrl, mayShowText, announce }: MailTransportOptions): SendMail {
  if (smtpUrl === undefined) {
    return (mail) => {
      announce(
        mayShowText
          ? `Mail in the outbox for ${mail.to}: ${mail.subject}\n${mail.text}`
          : 'A mail stays in the outbox, as SMTP_URL is not set.',
      )
      return Promise.resolve('kept')
    }
  }
  let smtp: Transporter | undefined
  return async (mail, messageId) => {
    // Loaded with the first mail: it is a part of what a start takes.
    smtp ??= (await import('nodemailer')).createTransport({ url: smtpUrl, ...timeoutsOf(smtpLimits) })
    const signal = AbortSignal.timeout(smtpLimits.whole)
    const { to, subject, text, html, replyTo, senderName: name = 'Offerdesk' } = mail
    const from = { name, address: systemSender() }
    const fields = { ...(html === undefined ? {} : { html }), ...(replyTo === undefined ? {} : { replyTo }) }
    const sent = { from, to, subject, text, ...fields, messageId: `<${messageId}@offerdesk>`, signal }
    const transport = smtp
    await traced(smtpCall(new URL(smtpUrl).hostname), () => transport.sendMail(sent))
    return 'delivered'
  }
}
