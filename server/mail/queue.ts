import { sentAt } from '../../contract/rules/heldMails'
import { mails } from '../db/schema/mails'
import { outbox } from '../db/schema/outbox'
import type { Transaction } from '../db/transactions'

export type NewMail = typeof mails.$inferInsert

/** The topic of jobs whose mail is a record of an organization, in place of a part of the job. */
export const keptMailTopic = 'unrenderedMail'

/** Both of its names: servers of the version before wrote the mail before its job, and know no more than the second. */
export const keptMailTopics: ReadonlySet<string> = new Set([keptMailTopic, 'keptMail'])

/** What the job of a mail is known by. */
export const jobKey = (dedupeKey: string) => `mail:${dedupeKey}`

/** Keeps a mail and the job to send it, unless one with its key is there already. Returns its id when it is new. */
export async function queueMail(tx: Transaction, mail: NewMail): Promise<string | undefined> {
  const [queued] = await tx.insert(mails).values(mail).onConflictDoNothing().returning({ id: mails.id })
  if (!queued) return undefined
  const { orgId, event, createdAt, dedupeKey } = mail
  await tx.insert(outbox).values({
    orgId,
    topic: keptMailTopic,
    payload: { mailId: queued.id },
    dedupeKey: jobKey(dedupeKey),
    ...(createdAt ? { runAt: sentAt(event, createdAt), createdAt } : {}),
  })
  return queued.id
}
