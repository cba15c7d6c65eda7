import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { uuidv7 } from 'uuidv7'
import * as z from 'zod/mini'
import {
  type EmailProvider,
  type EmailProviderUpdate,
  type SmtpSecurity,
  smtpSecurity,
} from '../../contract/extensions/plugins'
import { ownOrganization } from '../auth/access'
import { acknowledging, inOrganization, withRecord } from '../auth/withRecord'
import { hasKey } from '../db/keys'
import { keepEvent } from '../db/lives'
import type { RecordKind } from '../db/recordKind'
import { emailAutoresponders } from '../db/schema/autoresponders'
import { pluginInstances } from '../db/schema/plugins'
import type { Transaction } from '../db/transactions'
import type { Handlers } from '../http/contract'
import { invalid, notFound, Refusal } from '../http/errors'
import { smtpServerOf } from '../mail/delivering'
import { queueMail } from '../mail/queue'
import { escaped } from '../mail/blocks'
import { MailRefused, verifySmtp } from '../mail/smtp'
import type { Secrets } from '../secrets'
import type { Services } from './services'

type Row = typeof pluginInstances.$inferSelect
type Given = Partial<EmailProviderUpdate>

const noun = 'Email provider'

const aProvider: RecordKind<Row, 'pluginId'> = {
  resource: 'plugins',
  noun,
  param: 'pluginId',
  find: async (tx, { orgId, id }) => (await tx.select().from(pluginInstances).where(live(orgId, id)).for('update'))[0],
  versions: { table: pluginInstances, read: (tx, { orgId, id }) => readOne(tx, orgId, id) },
}
/** One to send through, which is not held meanwhile. */
const aKnownProvider: typeof aProvider = {
  ...aProvider,
  find: async (tx, { orgId, id }) => (await tx.select().from(pluginInstances).where(live(orgId, id)))[0],
}

export const pluginHandlers = ({ database, config, secrets, now, nudgeOutbox }: Services): Handlers['plugins'] => ({
  listInstalled: async ({ query, caller }) => {
    const orgId = ownOrganization(caller, query.organizationId)
    const instances = await database.tenant(orgId, (tx) =>
      tx
        .select({ id: pluginInstances.id, name: pluginInstances.name })
        .from(pluginInstances)
        .where(
          and(eq(pluginInstances.orgId, orgId), eq(pluginInstances.enabled, true), isNull(pluginInstances.deletedAt)),
        )
        .orderBy(asc(pluginInstances.createdAt), asc(pluginInstances.id)),
    )
    return { data: instances.map((instance) => ({ instance })) }
  },

  list: async ({ query: { organizationId }, caller }) => {
    const orgId = ownOrganization(caller, organizationId)
    return {
      data: await database.tenant(orgId, async (tx) => {
        const rows = await tx
          .select({ row: pluginInstances, usedBy })
          .from(pluginInstances)
          .where(and(eq(pluginInstances.orgId, orgId), isNull(pluginInstances.deletedAt)))
          .orderBy(asc(pluginInstances.createdAt), asc(pluginInstances.id))
        return rows.map(shown)
      }),
    }
  },

  create: inOrganization(
    noun,
    async ({ tx, orgId, body, caller, now: createdAt }) => {
      const { name, kind } = body
      const set = kind === 'smtp' ? settingsAfter({}, null, body, secrets) : { settings: { from: body.from } }
      const [row] = await tx
        .insert(pluginInstances)
        .values({ orgId, name, kind, ...set, createdAt })
        .returning({ id: pluginInstances.id })
      if (!row) return undefined
      const happening = { orgId, resource: 'plugins', recordId: row.id, caller, now: createdAt }
      await keepEvent(tx, happening, { kind: 'create' })
      return readOne(tx, orgId, row.id)
    },
    (data) => ({ data }),
    {
      // What is kept of a request must not tell its password.
      bodyOf: ({ body: { password, ...told } }) => ({ ...told, hasPassword: Boolean(password) }),
    },
  ),

  update: withRecord(aProvider, async ({ tx, orgId, id, record, body, happening }) => {
    const { name, ...given } = body
    const set =
      record.kind === 'smtp'
        ? settingsAfter(record.settings, record.secrets, given, secrets)
        : { settings: { ...record.settings, ...(given.from === undefined ? {} : { from: given.from }) } }
    await tx
      .update(pluginInstances)
      .set({ ...(name === undefined ? {} : { name }), ...set })
      .where(live(orgId, id))
    await keepEvent(tx, happening, { kind: 'edit', facts: { fields: Object.keys(body) } })
    return readOne(tx, orgId, id)
  }),

  delete: withRecord(
    // Whoever begins to use it meanwhile holds the row, so that this counts them.
    aProvider,
    async ({ tx, orgId, id, happening }) => {
      const users = await tx.$count(
        emailAutoresponders,
        and(
          eq(emailAutoresponders.orgId, orgId),
          eq(emailAutoresponders.pluginInstanceId, id),
          isNull(emailAutoresponders.deletedAt),
        ),
      )
      if (users > 0) throw new Refusal(409, 'not_possible', usedSentence(users))
      await tx.update(pluginInstances).set({ deletedAt: happening.now, secrets: null }).where(live(orgId, id))
      await keepEvent(tx, happening, { kind: 'delete' })
      return true
    },
    acknowledging(`${noun} deleted`),
  ),

  verify: withRecord(
    aKnownProvider,
    async ({ record }) => record,
    async (provider, { orgId, id }) => {
      if (provider.kind === 'smtp') await connect(smtpServerOf(provider, secrets), config.allowsPrivateSmtp)
      const data = await database.tenant(orgId, async (tx) => {
        // Of other settings nothing has been learned.
        const same = and(live(orgId, id), eq(pluginInstances.version, provider.version))
        await tx.update(pluginInstances).set({ verifiedAt: now() }).where(same)
        return readOne(tx, orgId, id)
      })
      if (!data) throw notFound(noun)
      return { data }
    },
  ),

  sendTest: withRecord(
    aKnownProvider,
    async ({ tx, orgId, id, record, caller, now: createdAt }) => {
      const to = caller.user.email
      const text = `This mail was sent through ${record.name}.`
      const mail = { subject: 'A test mail of Offerdesk', html: `<p>${escaped(text)}</p>`, text: `${text}\n` }
      const own = { orgId, dedupeKey: `test:${uuidv7()}`, event: 'test', pluginInstanceId: id, pluginName: record.name }
      await queueMail(tx, { ...own, ...mail, from: settingsOf(record).from ?? to, to, createdAt })
      return { to }
    },
    ({ to }) => {
      nudgeOutbox()
      return { success: true, message: `A test mail to ${to} is on its way` }
    },
  ),
})

/** Throws a 409 with what the server answers when nobody can send through it. */
async function connect(...server: Parameters<typeof verifySmtp>) {
  try {
    await verifySmtp(...server)
  } catch (error) {
    if (!(error instanceof MailRefused)) throw error
    throw new Refusal(409, 'not_possible', error.message)
  }
}

const live = (orgId: string, id: string) => and(hasKey(pluginInstances, orgId, id), isNull(pluginInstances.deletedAt))

// With the names of the tables: where one alone is read, a column is written without.
const usedBy = sql<number>`(select count(*)::int from email_autoresponders as users
  where users.org_id = plugin_instances.org_id and users.plugin_instance_id = plugin_instances.id and users.deleted_at is null)`

async function readOne(tx: Transaction, orgId: string, id: string): Promise<EmailProvider | undefined> {
  const [found] = await tx.select({ row: pluginInstances, usedBy }).from(pluginInstances).where(live(orgId, id))
  return found && shown(found)
}

const kept = z.partial(
  z.object({
    from: z.string(),
    host: z.string(),
    port: z.number(),
    security: smtpSecurity,
    user: z.string(),
    passwordEnd: z.string(),
  }),
)
const settingsOf = ({ settings }: Pick<Row, 'settings'>) => kept.safeParse(settings).data ?? {}

const ports: Record<SmtpSecurity, number> = { tls: 465, starttls: 587, none: 25 }

/** A password that is long enough not to be guessed by four of its characters. */
const longEnough = 12

/** What is kept of SMTP settings. Throws a 422 where a password would go to another server than it was given for. */
function settingsAfter(before: Record<string, unknown>, sealed: string | null, given: Given, secrets: Secrets) {
  const known = settingsOf({ settings: before })
  const { password, from = known.from, host = known.host, user = known.user ?? '' } = given
  const security = given.security ?? known.security ?? 'starttls'
  const port = given.port ?? known.port ?? ports[security]
  if (
    sealed !== null &&
    password === undefined &&
    (host !== known.host || port !== known.port || security !== known.security)
  ) {
    throw invalid([{ path: 'body.password', message: 'Type the password again, as the server is another one' }])
  }
  const settings = { from, host, port, security, user }
  if (password === undefined) {
    return { settings: { ...settings, passwordEnd: known.passwordEnd ?? '' }, verifiedAt: null }
  }
  const passwordEnd = password.length >= longEnough ? password.slice(-4) : ''
  return {
    settings: { ...settings, passwordEnd },
    secrets: password === '' ? null : secrets.seal(password),
    verifiedAt: null,
  }
}

/** Why a provider can't be deleted. */
const usedSentence = (users: number) =>
  users === 1
    ? 'An auto-responder sends through it. Let that one send through another provider first.'
    : `${users} auto-responders send through it. Let them send through another provider first.`

function shown({ row, usedBy: users }: { row: Row; usedBy: number }): EmailProvider {
  const { from, host, port, security, user, passwordEnd } = settingsOf(row)
  return {
    id: row.id,
    name: row.name,
    kind: row.kind,
    from: from ?? null,
    host: host ?? null,
    port: port ?? null,
    security: security ?? null,
    user: user ?? null,
    hasPassword: row.secrets !== null,
    passwordEnd: row.secrets === null ? null : (passwordEnd ?? ''),
    verifiedAt: row.verifiedAt?.toISOString() ?? null,
    usedBy: users,
    version: row.version,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}
