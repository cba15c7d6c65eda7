import type { Config } from '../config'
import { smtpLimits, timeoutsOf } from '../mail/smtp'
import { type Finding, fine, lineOf, wrong } from './finding'

/** Whether the mail server lets us in. */
export async function* mailFindings({ smtpUrl, mailFrom, isProduction }: Config): AsyncGenerator<Finding> {
  if (smtpUrl === undefined) {
    yield isProduction
      ? wrong(
          'SMTP_URL is not set: invites and links of new passwords stay in the database; set it to your mail server',
        )
      : fine('Mails stay in the database, as SMTP_URL is not set')
    return
  }
  const { host } = new URL(smtpUrl)
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({ url: smtpUrl, ...timeoutsOf(smtpLimits) })
  try {
    await transport.verify()
    yield fine(`The mail server ${host} lets us in; mails come from ${mailFrom}, as MAIL_FROM says or PUBLIC_URL`)
  } catch (error) {
    // Some servers repeat what they were told, the password among it.
    const { code = '', responseCode } = error as { code?: string; responseCode?: number }
    const why = code === 'EAUTH' ? `it refuses user and password, ${responseCode}` : lineOf(error)
    yield wrong(`The mail server ${host} can't be used (${why}): mend SMTP_URL`)
  } finally {
    transport.close()
  }
}
