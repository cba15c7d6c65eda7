import { uuidv7 } from 'uuidv7'
import type { MailPreview } from '../../contract/extensions/autoresponders'
import type { Transaction } from '../db/transactions'
import { Refusal } from '../http/errors'
import { queueMail } from './queue'
import { keptUnrendered, MailTooLong, renderMail } from './render'
import type { MailTemplate } from './responders'
import type { TriedOn } from './triedOn'

/** The mail of a template, through the renderer that sends. Throws a 409 when it is too long. */
export function previewOf({ from, ...template }: MailTemplate, { facts, order }: TriedOn): MailPreview {
  try {
    const { subject, html, text } = renderMail(template, facts)
    return { from, subject, mailHtml: html, mailText: text, order }
  } catch (error) {
    if (error instanceof MailTooLong) throw new Refusal(409, 'not_possible', error.message)
    throw error
  }
}

/** Sends that mail to whoever tries it out. */
export async function sendTried(
  tx: Transaction,
  template: MailTemplate,
  { facts, order }: TriedOn,
  { to, now: createdAt }: { to: string; now: Date },
): Promise<void> {
  const { orgId, from, pluginInstanceId, pluginName, autoresponderId } = template
  await queueMail(tx, {
    orgId,
    dedupeKey: `test:${uuidv7()}`,
    event: 'test',
    from,
    to,
    ...keptUnrendered(template, facts),
    orderId: order?.id ?? null,
    orderNumber: order?.number ?? null,
    autoresponderId,
    pluginInstanceId,
    pluginName,
    createdAt,
  })
}

/** The answer to whoever has sent one to themselves; it leaves at once. */
export const tellingTried =
  (nudgeOutbox: () => void) =>
  ({ to }: { to: string }) => {
    nudgeOutbox()
    return { success: true, message: `A test mail to ${to} is on its way` }
  }
