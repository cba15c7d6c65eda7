import { and, eq, sql } from 'drizzle-orm'
import type { Database } from '../db/database'
import { hasKey } from '../db/keys'
import { mails } from '../db/schema/mails'
import { organizations } from '../db/schema/organizations'
import { outbox } from '../db/schema/outbox'
import { pluginInstances } from '../db/schema/plugins'
import type { Transaction } from '../db/transactions'
import { reasonOf } from '../log'
import { type Secrets, Unsealable } from '../secrets'
import { MailTooLong, renderedOf } from './render'
import type { Mail } from './mail'
import type { SendMail } from './transport'
import { MailRefused, sendBySmtp, type SmtpLimits, smtpSettings, type SmtpServer } from './smtp'
import { cutText } from '../../contract/rules/cutText'

export interface DeliveringOptions {
  database: Pick<Database, 'tenant'>
  /** Opens what email providers are signed in to with. */
  secrets: Secrets
  /** Sends what goes through no organization's email provider, such as the mail of a sign-up. */
  sendMail: SendMail
  /** Whether mails may go through servers within private networks. */
  allowsPrivateSmtp: boolean
  /** How long an email provider is waited for; by standard limits unless given. */
  smtpLimits?: SmtpLimits
}

/** A job as its worker has it: whoever comes after its lease is another worker. */
export interface HeldJob {
  orgId: string
  jobId: string
  mailId: string
  worker: string
}

/**
 * Writes a kept mail from its template where that is still to be done, and delivers it through its email provider. What
 * stays here is delivered in the transaction that ends the job, so that it is there once however often a worker dies; what
 * goes elsewhere is sent before that, by a Message-ID of its own (ML-01). Rejects when it could not be delivered.
 */
export async function deliverKept(options: DeliveringOptions, job: HeldJob): Promise<void> {
  const { database } = options
  const { orgId } = job
  const found = await database.tenant(orgId, async (tx) => {
    const read = await readMail(tx, job)
    if (read?.mail.state === 'queued') return read
    await endJob(tx, job)
    return undefined
  })
  if (!found) return
  const { mail, plugin, seller } = found
  const written = writtenOf(mail)
  const state = await sendOrKeep(options, { mail: { ...mail, ...written }, plugin, seller })
  await database.tenant(orgId, (tx) => endedAs(tx, job, state, written))
}

/** Delivers a mail of an organization that is about no order, as its job has it. Rejects when it could not be delivered. */
export async function deliverPosted(
  { database, sendMail }: Pick<DeliveringOptions, 'database' | 'sendMail'>,
  job: HeldJob,
  mail: Mail,
  forgotten: Partial<typeof outbox.$inferInsert>,
): Promise<void> {
  const state = await sendMail(mail, job.mailId)
  await database.tenant(job.orgId, (tx) => endedAs(tx, job, state, {}, forgotten))
}

type KnownMail = typeof mails.$inferSelect

/** Sends a mail through its email provider, or keeps it where that sends nothing. */
async function sendOrKeep(
  { secrets, allowsPrivateSmtp, smtpLimits, sendMail }: DeliveringOptions,
  { mail, plugin, seller }: NonNullable<Awaited<ReturnType<typeof readMail>>>,
): Promise<'delivered' | 'kept'> {
  if (plugin === null) {
    const { to, subject, text, html } = mail
    const own = { senderName: seller.name, ...(seller.supportEmail === null ? {} : { replyTo: seller.supportEmail }) }
    return sendMail({ to, subject, text, html, ...own }, mail.id)
  }
  if (plugin.deletedAt !== null) throw new MailRefused('Its email provider is no longer there.', true)
  if (plugin.kind === 'outbox') return 'kept'
  const sent = { ...mail, messageId: `<${mail.id}@offerdesk>` }
  await sendBySmtp(smtpServerOf(plugin, secrets), sent, allowsPrivateSmtp, smtpLimits)
  return 'delivered'
}

/** What stands in a mail. Throws {@link MailRefused} for one that is too long, which it stays. */
function writtenOf(mail: KnownMail) {
  try {
    const { html, text } = renderedOf(mail)
    return { html, text }
  } catch (error) {
    throw error instanceof MailTooLong ? new MailRefused(error.message, true) : error
  }
}

/** Keeps why a mail was not delivered, with the job's next try or its end. */
export async function keepFailure(
  { database }: Pick<DeliveringOptions, 'database'>,
  job: HeldJob,
  error: unknown,
  next: { isLast: boolean; runAt: Date },
): Promise<void> {
  const isDead = next.isLast || (error instanceof MailRefused && error.isLasting)
  const reason = cutText(reasonOf(error), 500)
  await database.tenant(job.orgId, async (tx) => {
    const state = isDead ? 'dead' : 'ready'
    if (!(await endJob(tx, job, { state, runAt: next.runAt, lastError: reason, doneAt: null }))) return
    await tx
      .update(mails)
      .set({ state: isDead ? 'dead' : 'queued', error: reason, tries: sql`${mails.tries} + 1` })
      .where(and(hasKey(mails, job.orgId, job.mailId), eq(mails.state, 'queued')))
  })
}

async function readMail(tx: Transaction, { orgId, mailId }: HeldJob) {
  const [found] = await tx
    .select({
      mail: mails,
      plugin: pluginInstances,
      seller: { name: organizations.name, supportEmail: organizations.supportEmail },
    })
    .from(mails)
    .innerJoin(organizations, eq(organizations.id, mails.orgId))
    .leftJoin(
      pluginInstances,
      and(eq(pluginInstances.orgId, mails.orgId), eq(pluginInstances.id, mails.pluginInstanceId)),
    )
    .where(hasKey(mails, orgId, mailId))
  return found
}

/** Both or neither: the job's end and what it did. */
async function endedAs(
  tx: Transaction,
  job: HeldJob,
  state: 'delivered' | 'kept',
  written: Partial<ReturnType<typeof writtenOf>>,
  forgotten: Partial<typeof outbox.$inferInsert> = {},
): Promise<void> {
  if (!(await endJob(tx, job, { ...ended(), ...forgotten }))) return
  await tx
    .update(mails)
    .set({
      ...written,
      unrendered: null,
      state,
      deliveredAt: new Date(),
      error: null,
      tries: sql`${mails.tries} + 1`,
    })
    .where(and(hasKey(mails, job.orgId, job.mailId), eq(mails.state, 'queued')))
}

const ended = () => ({ state: 'done' as const, doneAt: new Date(), lastError: null })

/** Whether the worker still has the job, which it then lets go of. */
async function endJob(
  tx: Transaction,
  { orgId, jobId, worker }: HeldJob,
  end: Partial<typeof outbox.$inferInsert> = ended(),
): Promise<boolean> {
  const ended = await tx
    .update(outbox)
    .set({ ...end, lockedBy: null, lockedUntil: null })
    .where(and(hasKey(outbox, orgId, jobId), eq(outbox.lockedBy, worker), eq(outbox.state, 'running')))
    .returning({ id: outbox.id })
  return ended.length > 0
}

/** The server of an SMTP provider, with its password opened. Throws {@link MailRefused} when it can't be. */
export function smtpServerOf(plugin: typeof pluginInstances.$inferSelect, secrets: Secrets): SmtpServer {
  const settings = smtpSettings.safeParse(plugin.settings)
  if (!settings.success) throw new MailRefused('Its email provider has no complete settings.', true)
  try {
    return { ...settings.data, password: plugin.secrets === null ? '' : secrets.unseal(plugin.secrets) }
  } catch (error) {
    if (!(error instanceof Unsealable)) throw error
    throw new MailRefused('The password of its email provider can not be opened. Type it once more.', true)
  }
}
