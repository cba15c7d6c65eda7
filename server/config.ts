import { isIP } from 'node:net'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { type SignUp, signUps } from '../contract/rules/signUp'
import { readAddress, usualConnections } from './db/address'

function numberFrom(least: number, most: number) {
  const message = `must be a number from ${least} to ${most}`
  return z.pipe(
    z.string().check(z.regex(/^\d{1,5}$/, message)),
    z.pipe(
      z.transform((text: string) => Number(text)),
      z.number().check(z.minimum(least, message), z.maximum(most, message)),
    ),
  )
}

const port = numberFrom(0, 65_535)

const url = (protocols: RegExp, message: string) =>
  z.string().check(z.refine((text) => URL.canParse(text) && protocols.test(new URL(text).protocol), message))

const http = url(/^https?:$/, 'must be an http or https address such as https://api.example.com')

const database = z
  .string()
  .check(
    z.refine((text) => readAddress(text) !== undefined, 'must be an address such as postgresql://user@host/database'),
  )
const written = database.check(
  z.refine(
    (text) => ['read-write', 'primary', undefined].includes(readAddress(text)?.attributes),
    'target_session_attrs must be read-write, as it is written to',
  ),
)

const places = new Set(['loopback', 'linklocal', 'uniquelocal'])
function isProxy(text: string): boolean {
  const [address = '', bits = '0', ...more] = text.split('/')
  const most = { 4: 32, 6: 128 }[isIP(address)]
  return places.has(text) || (most !== undefined && /^\d+$/.test(bits) && Number(bits) <= most && more.length === 0)
}
const proxies = z.pipe(
  z.string(),
  z.pipe(
    z.transform((text: string) => text.split(',').map((one) => one.trim())),
    z
      .array(z.string())
      .check(z.refine((given) => given.every(isProxy), 'must be addresses of proxies, such as 10.0.0.0/8, loopback')),
  ),
)

const environment = z.object({
  LOG_LEVEL: z.optional(
    z.enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'must be fatal, error, warn, info, debug, trace or silent',
    ),
  ),
  PORT: z._default(port, 3000),
  HOST: z._default(z.string(), '127.0.0.1'),
  DATA_DIR: z._default(z.string(), '.data'),
  DATABASE_URL: z.optional(written),
  /** PostgreSQL itself, where DATABASE_URL leads to PgBouncer. */
  DATABASE_DIRECT_URL: z.optional(written),
  /** A standby that follows the database, for what may be some seconds old. */
  DATABASE_READ_URL: z.optional(database),
  DATABASE_CONNECTIONS: z._default(numberFrom(2, 100), usualConnections),
  SEED: z.optional(z.enum(['demo', 'none'], 'must be demo or none')),
  SIGNUP: z._default(z.enum(signUps, `must be ${signUps[0]}, ${signUps[1]} or ${signUps[2]}`), 'open'),
  API_HOST: z._default(http, ''),
  INSPECTOR_URL: z._default(http, ''),
  STRIPE_URL: z.optional(http),
  SMTP_URL: z.optional(url(/^smtps?:$/, 'must be an address such as smtp://user:password@host:587')),
  /** The address that the server's own mails come from; no-reply at the host of PUBLIC_URL when left out. */
  MAIL_FROM: z.optional(z.email('must be an address such as no-reply@shop.example')),
  /** The address that mails lead to; the server's own when left out. */
  PUBLIC_URL: z.optional(http),
  HSTS_SUBDOMAINS: z._default(z.enum(['on', 'off'], 'must be on or off'), 'off'),
  TRUST_PROXY: z.optional(proxies),
  SECRET_KEY: z.optional(z.string()),
  LOST_KEY: z._default(z.enum(['on', 'off'], 'must be on or off'), 'off'),
  WORKER: z._default(z.enum(['on', 'off'], 'must be on or off'), 'on'),
  SMTP_PRIVATE_HOSTS: z._default(z.enum(['on', 'off'], 'must be on or off'), 'off'),
  WEBHOOKS_ALLOW_PRIVATE: z._default(z.enum(['on', 'off'], 'must be on or off'), 'off'),
  /** Where what is measured is told; nowhere when left out. */
  METRICS_PORT: z.optional(port),
  METRICS_HOST: z._default(z.string(), '127.0.0.1'),
  NODE_ENV: z._default(z.string(), 'development'),
  VALIDATE_ANSWERS: z.optional(z.enum(['0', '1'], 'must be 0 or 1')),
})

export interface Config {
  port: number
  host: string
  dataDir: string
  databaseUrl: string | undefined
  /** PostgreSQL itself, where `databaseUrl` leads to PgBouncer: for what needs a session of its own. */
  directUrl: string | undefined
  /** A standby, from which reports are read. */
  readUrl: string | undefined
  /** How many connections to PostgreSQL requests and jobs share. */
  connections: number
  seed: 'demo' | 'none'
  /** Who may make an account. */
  signUp: SignUp
  /** Where the app finds its backend; empty for this server itself (AP-06). */
  apiHost: string
  /** The inspector that `?inspect` opens; empty for Stately's. */
  inspectorUrl: string
  /** Where Stripe is asked; undefined for Stripe's own address. */
  stripeUrl: string | undefined
  smtpUrl: string | undefined
  /** What mails come from that nobody's email provider sends. */
  mailFrom: string
  publicUrl: string
  /** Whether browsers are to keep to TLS for the hosts below that of `publicUrl`, too. */
  hasSubdomainsOverTls: boolean
  /** The proxies whose word is taken for where a request comes from. */
  trustProxy: string[] | false
  /** What seals secrets, the newest key first; undefined for a key in `secretFile`. */
  secretKey: string | undefined
  /** Made when it is first needed. */
  secretFile: string
  /** Whether a start goes on although the keys open nothing of what is sealed. */
  isKeyLost: boolean
  /** Whether the server does its jobs itself, mails among them; else `offerdesk worker` does. */
  isWorker: boolean
  /** Whether mails may be sent through servers within private networks. */
  allowsPrivateSmtp: boolean
  /** Whether webhooks may lead into private networks, and there without TLS. */
  allowsPrivateWebhooks: boolean
  /** Where Prometheus asks what is measured; undefined for nowhere. */
  metricsPort: number | undefined
  metricsHost: string
  isProduction: boolean
  logLevel: string
  /** Whether answers are checked against the contract before they are sent. */
  validateAnswers: boolean
}

/** A setting of the environment that can't be used. Its message is one line that says what would be right. */
export class InvalidConfig extends Error {}

/** Reads the settings; an empty one counts as left out. Throws {@link InvalidConfig}. */
export function readConfig(env: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const result = z.safeParse(environment, given)
  if (!result.success) {
    const [issue] = result.error.issues
    throw new InvalidConfig(`${issue?.path.join('.') ?? 'environment'}: ${issue?.message ?? 'invalid'}`)
  }
  const { data } = result
  const isProduction = data.NODE_ENV === 'production'
  if (data.DATABASE_DIRECT_URL !== undefined && data.DATABASE_URL === undefined) {
    throw new InvalidConfig('DATABASE_DIRECT_URL: goes with DATABASE_URL, which leads to PgBouncer')
  }
  if (data.DATABASE_READ_URL !== undefined && data.DATABASE_URL === undefined) {
    throw new InvalidConfig('DATABASE_READ_URL: goes with DATABASE_URL, whose standby it leads to')
  }
  if (data.WORKER === 'off' && data.DATABASE_URL === undefined) {
    throw new InvalidConfig('WORKER: off needs DATABASE_URL, as no worker can share the embedded database')
  }
  // Nodes that share a database must open what the others have sealed.
  if (isProduction && data.DATABASE_URL !== undefined && data.SECRET_KEY === undefined) {
    throw new InvalidConfig('SECRET_KEY: must be set beside DATABASE_URL, to what `openssl rand -base64 32` makes')
  }
  const publicUrl = (
    data.PUBLIC_URL ?? `http://${data.HOST === '127.0.0.1' ? 'localhost' : data.HOST}:${data.PORT}`
  ).replace(/\/+$/, '')
  return {
    port: data.PORT,
    host: data.HOST,
    dataDir: data.DATA_DIR,
    databaseUrl: data.DATABASE_URL,
    directUrl: data.DATABASE_DIRECT_URL,
    readUrl: data.DATABASE_READ_URL,
    connections: data.DATABASE_CONNECTIONS,
    // Everybody knows the password of the demo accounts.
    seed: data.SEED ?? (isProduction ? 'none' : 'demo'),
    signUp: data.SIGNUP,
    apiHost: data.API_HOST.replace(/\/+$/, ''),
    inspectorUrl: data.INSPECTOR_URL,
    stripeUrl: data.STRIPE_URL,
    smtpUrl: data.SMTP_URL,
    mailFrom: data.MAIL_FROM ?? `no-reply@${mailHostOf(publicUrl)}`,
    publicUrl,
    hasSubdomainsOverTls: data.HSTS_SUBDOMAINS === 'on',
    trustProxy: data.TRUST_PROXY ?? false,
    secretKey: data.SECRET_KEY,
    secretFile: join(data.DATA_DIR, 'secret.key'),
    isKeyLost: data.LOST_KEY === 'on',
    isWorker: data.WORKER === 'on',
    allowsPrivateSmtp: data.SMTP_PRIVATE_HOSTS === 'on',
    allowsPrivateWebhooks: data.WEBHOOKS_ALLOW_PRIVATE === 'on',
    metricsPort: data.METRICS_PORT,
    metricsHost: data.METRICS_HOST,
    isProduction,
    logLevel: data.LOG_LEVEL ?? (isProduction ? 'info' : 'warn'),
    validateAnswers: data.VALIDATE_ANSWERS === undefined ? !isProduction : data.VALIDATE_ANSWERS === '1',
  }
}

/** Mail servers take no address of a machine, or of a name without a dot. */
function mailHostOf(publicUrl: string): string {
  const { hostname } = new URL(publicUrl)
  return hostname.includes('.') && isIP(hostname) === 0 ? hostname : 'offerdesk.example'
}

/** What all settings are called. */
export const settingNames: readonly string[] = Object.keys(environment.shape)

/** How many letters are to be changed, left out, put in or swapped with the next to make one text of the other. */
function distance(one: string, other: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let row = 1; row <= one.length; row += 1) {
    const next = [row]
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1]
      const isSwapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      next[column] = Math.min(
        (last[column] ?? 0) + 1,
        (next[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
        ...(isSwapped ? [(beforeLast[column - 2] ?? 0) + 1] : []),
      )
    }
    beforeLast = last
    last = next
  }
  return last[other.length] ?? 0
}

// A short name is near to what others call theirs, such as HOST to HOME.
function isNear(name: string, ours: string): boolean {
  const most = ours.length < 6 ? 1 : 2
  return Math.abs(name.length - ours.length) <= most && distance(name, ours) <= most
}

/** Says of each variable that looks like a setting of ours and is none which one may be meant, in a line. */
export function misspelt(env: Record<string, string | undefined>): string[] {
  return Object.keys(env)
    .filter((name) => !settingNames.includes(name))
    .flatMap((name) => {
      const meant = settingNames.find((ours) => isNear(name.toUpperCase(), ours))
      return meant === undefined ? [] : [`${name} is no setting; ${meant} may be meant`]
    })
}
