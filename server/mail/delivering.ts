import { and, eq, sql } from 'drizzle-orm'
import type { Database } from '../db/database'
import { hasKey } from '../db/keys'
import { mails } from '../db/schema/mails'
import { outbox } from '../db/schema/outbox'
import { pluginInstances } from '../db/schema/plugins'
import type { Transaction } from '../db/transactions'
import { reasonOf } from '../log'
import { type Secrets, Unsealable } from '../secrets'
import { MailRefused, sendBySmtp, type SmtpLimits, smtpSettings, type SmtpServer } from './smtp'

export interface DeliveringOptions {
  database: Pick<Database, 'tenant'>
  /** Opens what email providers are signed in to with. */
  secrets: Secrets
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
 * Delivers a kept mail through its email provider. What stays here is delivered in the transaction that ends the job, so
 * that it is there once however often a worker dies; what goes elsewhere is sent before that, by a Message-ID of its own
 * (ML-01). Rejects when it could not be delivered.
 */
export async function deliverKept(options: DeliveringOptions, job: HeldJob): Promise<void> {
  const { database, secrets, allowsPrivateSmtp, smtpLimits } = options
  const { orgId } = job
  const sending = await database.tenant(orgId, async (tx) => {
    const found = await readMail(tx, job)
    if (!found || found.mail.state !== 'queued') {
      await endJob(tx, job)
      return undefined
    }
    const { mail, plugin } = found
    if (plugin.deletedAt !== null) throw new MailRefused('Its email provider is no longer there.', true)
    if (plugin.kind === 'outbox') {
      await deliveredAt(tx, job)
      return undefined
    }
    return { mail, server: smtpServerOf(plugin, secrets) }
  })
  if (!sending) return
  const { mail, server } = sending
  await sendBySmtp(server, { ...mail, messageId: `<${mail.id}@offerdesk>` }, allowsPrivateSmtp, smtpLimits)
  await database.tenant(orgId, (tx) => deliveredAt(tx, job))
}

/** Keeps why a mail was not delivered, with the job's next try or its end. */
export async function keepFailure(
  { database }: Pick<DeliveringOptions, 'database'>,
  job: HeldJob,
  error: unknown,
  next: { isLast: boolean; runAt: Date },
): Promise<void> {
  const isDead = next.isLast || (error instanceof MailRefused && error.isLasting)
  const reason = reasonOf(error).slice(0, 500)
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
    .select({ mail: mails, plugin: pluginInstances })
    .from(mails)
    .innerJoin(
      pluginInstances,
      and(eq(pluginInstances.orgId, mails.orgId), eq(pluginInstances.id, mails.pluginInstanceId)),
    )
    .where(hasKey(mails, orgId, mailId))
  return found
}

/** Both or neither: the job's end and what it did. */
async function deliveredAt(tx: Transaction, job: HeldJob): Promise<void> {
  if (!(await endJob(tx, job))) return
  await tx
    .update(mails)
    .set({ state: 'delivered', deliveredAt: new Date(), error: null, tries: sql`${mails.tries} + 1` })
    .where(and(hasKey(mails, job.orgId, job.mailId), eq(mails.state, 'queued')))
}

/** Whether the worker still has the job, which it then lets go of. */
async function endJob(
  tx: Transaction,
  { orgId, jobId, worker }: HeldJob,
  end: Partial<typeof outbox.$inferInsert> = { state: 'done', doneAt: new Date(), lastError: null },
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
