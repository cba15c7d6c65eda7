import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import type { Transporter } from 'nodemailer'
import * as z from 'zod/mini'
import { isPrivateAddress } from '../privateAddresses'
import { traced } from '../tracing/tracing'
import { oneLineOf } from './render'

export const smtpSettings = z.object({
  host: z.string(),
  port: z.number(),
  security: z.enum(['tls', 'starttls', 'none']),
  user: z.string(),
})
export interface SmtpServer extends z.infer<typeof smtpSettings> {
  password: string
}

export interface SmtpMail {
  from: string
  to: string
  subject: string
  html: string
  text: string
  /** The same for the same mail, so that a receiver may know it again. */
  messageId: string
}

/** Why a mail was not taken. A lasting refusal is the same however often it is asked. */
export class MailRefused extends Error {
  readonly isLasting: boolean
  constructor(message: string, isLasting: boolean) {
    super(message)
    this.name = 'MailRefused'
    this.isLasting = isLasting
  }
}

/** How long a server is waited for, in milliseconds. */
export interface SmtpLimits {
  /** Until it greets. */
  greeting: number
  /** While it says nothing. */
  silence: number
  /**
   * The whole takes no longer, however much the server says. It ends before the lease of a job does, so that no other
   * worker begins meanwhile.
   */
  whole: number
}
export const smtpLimits: SmtpLimits = { greeting: 10_000, silence: 20_000, whole: 45_000 }

/** The limits that nodemailer keeps by itself; it has none for the whole. */
export const timeoutsOf = ({ greeting, silence }: SmtpLimits) => ({
  connectionTimeout: greeting,
  greetingTimeout: greeting,
  socketTimeout: silence,
})

/** A mail that is handed over, as it is traced. */
export const smtpCall = (host: string) => ({
  name: 'smtp send',
  kind: 'call' as const,
  facts: { 'server.address': host, 'network.protocol.name': 'smtp' },
})

/** The address of a server, which is then the one that is called: a name may lead elsewhere the next time. */
async function addressOf(host: string, allowsPrivate: boolean): Promise<string> {
  const found = await lookup(host, { all: true }).catch(() => {
    throw new MailRefused(`There is no server ${host}.`, false)
  })
  if (!allowsPrivate && found.some(({ address }) => isPrivateAddress(address))) {
    throw new MailRefused(`${host} is within a private network, where mails are not sent through.`, true)
  }
  const [first] = found
  if (!first) throw new MailRefused(`There is no server ${host}.`, false)
  return first.address
}

async function withServer<Done>(
  server: SmtpServer,
  { allowsPrivate, limits }: { allowsPrivate: boolean; limits: SmtpLimits },
  work: (transport: Transporter, signal: AbortSignal) => Promise<Done>,
): Promise<Done> {
  const { host, port, security, user, password } = server
  const ending = new AbortController()
  let clock: NodeJS.Timeout | undefined
  const worked = async () => {
    const address = await addressOf(host, allowsPrivate)
    // Loaded with the first mail: it is a part of what a start takes.
    const { createTransport } = await import('nodemailer')
    const transport = createTransport({
      host: address,
      port,
      secure: security === 'tls',
      requireTLS: security === 'starttls',
      ignoreTLS: security === 'none',
      ...(isIP(host) ? {} : { tls: { servername: host } }),
      ...(user === '' ? {} : { auth: { user, pass: password } }),
      disableFileAccess: true,
      disableUrlAccess: true,
      ...timeoutsOf(limits),
    })
    return work(transport, ending.signal)
  }
  try {
    const tooLate = new Promise<never>((_, reject) => {
      clock = setTimeout(() => reject(new MailRefused(`${host} took too long to answer.`, false)), limits.whole)
    })
    return await traced(smtpCall(host), () => Promise.race([worked(), tooLate]))
  } catch (error) {
    throw refusalOf(error, server)
  } finally {
    clearTimeout(clock)
    // A connection that is given up is not used any more: the mail is tried again.
    ending.abort()
  }
}

/** Hands a mail to a server. Rejects with {@link MailRefused}. */
export const sendBySmtp = (
  server: SmtpServer,
  mail: SmtpMail,
  allowsPrivate: boolean,
  limits = smtpLimits,
): Promise<void> =>
  withServer(server, { allowsPrivate, limits }, async (transport, signal) => {
    const { from, to, subject, html, text, messageId } = mail
    await transport.sendMail({
      // As objects, so that nothing of an address is read as a second one.
      from: { name: '', address: from },
      to: { name: '', address: to },
      subject: oneLineOf(subject),
      html,
      text,
      messageId,
      signal,
    })
  })

/** Connects to a server and signs in, and sends nothing. Rejects with {@link MailRefused}. */
export const verifySmtp = (server: SmtpServer, allowsPrivate: boolean): Promise<void> =>
  withServer(server, { allowsPrivate, limits: smtpLimits }, async (transport) => void (await transport.verify()))

/** What a server answered, in a line without what was signed in with. */
function refusalOf(error: unknown, { user, password }: SmtpServer): MailRefused {
  if (error instanceof MailRefused) return error
  const said = error instanceof Error ? error.message : String(error)
  const code = error instanceof Error && 'responseCode' in error ? Number(error.responseCode) : 0
  const forms = password === '' ? [] : [password, base64(password), base64(`\0${user}\0${password}`)]
  const shown = forms.reduce((text, form) => text.replaceAll(form, '…'), said)
  return new MailRefused(oneLineOf(shown), code >= 500 && code < 600)
}

const base64 = (text: string) => Buffer.from(text).toString('base64')
