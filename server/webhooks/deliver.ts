import { and, eq, ne, sql } from 'drizzle-orm'
import { triedForHours, waitBeforeTry } from '../../contract/rules/webhooks'
import type { Database } from '../db/database'
import { hasKey } from '../db/keys'
import { webhookDeliveries, webhooks, webhookTries } from '../db/schema/webhooks'
import type { Transaction } from '../db/transactions'
import { webhookOffMail } from '../mail/mail'
import { postOfficeMail } from '../mail/officeMails'
import { ownersOf } from '../members/owners'
import { type Secrets, Unsealable } from '../secrets'
import { payloadOf } from './messages'
import { post, type PostAnswer, type PostLimits, postLimits, Unanswered } from './post'
import { dbNow, messageIdOf, waitingFor } from './record'
import { signedHeaders } from './secrets'

export interface DeliveringOptions {
  database: Pick<Database, 'tenant'>
  /** Opens what messages are signed by. */
  secrets: Secrets
  allowsPrivate: boolean
  /** Where the app is, for the mail to the owners. */
  publicUrl: string
  /** By standard limits unless given. */
  limits?: PostLimits
}

/** A message as its worker has it: whoever comes after its lease is another worker. */
export interface HeldMessage {
  orgId: string
  id: string
  worker: string
}

type KnownWebhook = typeof webhooks.$inferSelect
type KnownDelivery = typeof webhookDeliveries.$inferSelect

/** A message with its body, and where it goes. */
interface Prepared {
  webhook: KnownWebhook
  delivery: KnownDelivery
  body: string
}

/** What came of a try: an answer, or why there is none. */
type Tried = { milliseconds: number } & (PostAnswer | { failure: string })

/**
 * Hands a message to its receiver once, and keeps how that went. Its body is written before the first try; its id and its
 * body are the same in each, so that a receiver knows one that comes twice. When the worker is stopped meanwhile, nothing
 * is kept of the try, and the message is given back.
 */
export async function deliver(options: DeliveringOptions, held: HeldMessage, stopping: AbortSignal): Promise<void> {
  const { database } = options
  const { orgId } = held
  const prepared = await database.tenant(orgId, (tx) => prepare(tx, held))
  if (!prepared) return
  const tried = await tryOnce(options, prepared, stopping)
  if (stopping.aborted && 'failure' in tried) {
    await database.tenant(orgId, async (tx) => {
      await tx.update(webhookDeliveries).set({ runAt: dbNow(), lockedBy: null }).where(isHeld(held))
    })
  } else await database.tenant(orgId, (tx) => keep(tx, options, held, prepared, tried))
}

const isHeld = ({ orgId, id, worker }: HeldMessage) =>
  and(
    hasKey(webhookDeliveries, orgId, id),
    eq(webhookDeliveries.lockedBy, worker),
    eq(webhookDeliveries.state, 'waiting'),
  )

/** Gives back what could not even be tried, to be looked at later. */
export const putOff = (tx: Transaction, held: HeldMessage) =>
  tx
    .update(webhookDeliveries)
    .set({ lockedBy: null, runAt: dbNow(60) })
    .where(isHeld(held))

/** The message with its body; undefined when it is not to be sent, as its webhook is off or gone. */
async function prepare(tx: Transaction, held: HeldMessage): Promise<Prepared | undefined> {
  const { orgId } = held
  const [delivery] = await tx.select().from(webhookDeliveries).where(isHeld(held))
  if (!delivery) return undefined
  const [webhook] = await tx
    .select()
    .from(webhooks)
    .where(hasKey(webhooks, orgId, delivery.webhookId))
  if (!webhook?.enabled) {
    await tx.update(webhookDeliveries).set({ state: 'failed', lockedBy: null }).where(isHeld(held))
    return undefined
  }
  if (delivery.payload !== null) return { webhook, delivery, body: delivery.payload }
  const body = await payloadOf(tx, delivery)
  await tx.update(webhookDeliveries).set({ payload: body }).where(isHeld(held))
  return { webhook, delivery, body }
}

async function tryOnce(
  { secrets, allowsPrivate, limits = postLimits }: DeliveringOptions,
  { webhook, delivery, body }: Prepared,
  stopping: AbortSignal,
): Promise<Tried> {
  const begun = performance.now()
  const took = () => ({ milliseconds: Math.round(performance.now() - begun) })
  try {
    const messageId = messageIdOf(delivery)
    const signed = signedHeaders(secrets, { sealed: webhook.secrets, messageId, body, now: new Date() })
    const headers = { ...signed, 'content-type': 'application/json', 'user-agent': 'Offerdesk-Webhooks' }
    const answer = await post(webhook.address, { headers, body }, { allowsPrivate, limits, stopping })
    return { ...answer, ...took() }
  } catch (error) {
    if (error instanceof Unsealable)
      return { failure: 'Its secret can not be opened any more. Make a new one.', ...took() }
    if (error instanceof Unanswered) return { failure: error.message, ...took() }
    throw error
  }
}

const gone = 410

/** Why an answer counts as failed, in a sentence; null when the message was taken. */
function failureOf(tried: Tried): string | null {
  if ('failure' in tried) return tried.failure
  const { status } = tried
  if (status >= 200 && status < 300) return null
  if (status >= 300 && status < 400) return `It answered ${status}. Nobody is followed to another address.`
  return status === gone ? 'It answered 410: it takes no more.' : `It answered ${status}.`
}

/** Keeps how a try went, and what follows from it for the message and its webhook, which is locked first. */
async function keep(
  tx: Transaction,
  options: DeliveringOptions,
  held: HeldMessage,
  { delivery: { webhookId }, webhook: { address } }: Prepared,
  tried: Tried,
): Promise<void> {
  const { orgId, id } = held
  const [webhook] = await tx
    .select()
    .from(webhooks)
    .where(hasKey(webhooks, orgId, webhookId))
    .for('update')
  if (!webhook) return
  const failure = failureOf(tried)
  const { milliseconds } = tried
  await tx.insert(webhookTries).values({
    orgId,
    webhookId,
    deliveryId: id,
    triedAt: dbNow(-milliseconds / 1_000),
    milliseconds,
    failure,
    ...('failure' in tried ? {} : { status: tried.status, answer: tried.text }),
  })
  if (failure === null) {
    // Even where somebody has given it up meanwhile.
    await tx
      .update(webhookDeliveries)
      .set({ state: 'delivered', lockedBy: null })
      .where(and(hasKey(webhookDeliveries, orgId, id), ne(webhookDeliveries.state, 'delivered')))
    if (webhook.failingSince) await setFailing(tx, orgId, webhookId, null)
    return
  }
  if (!webhook.enabled) return
  const isLast = await putBack(tx, held)
  // An address that was changed meanwhile has not failed yet.
  if (webhook.address !== address) return
  const isGone = 'status' in tried && tried.status === gone
  if (isGone || (isLast && (await failsTooLong(tx, orgId, webhookId)))) {
    await switchOff(tx, options, webhook, isGone ? 'gone' : 'failing')
  } else if (!webhook.failingSince) await setFailing(tx, orgId, webhookId, dbNow(-milliseconds / 1_000))
}

const setFailing = (tx: Transaction, orgId: string, webhookId: string, failingSince: ReturnType<typeof dbNow> | null) =>
  tx
    .update(webhooks)
    .set({ failingSince })
    .where(hasKey(webhooks, orgId, webhookId))

/** Has a message wait for its next try, or gives it up after the last one, of which it tells. */
async function putBack(tx: Transaction, held: HeldMessage): Promise<boolean> {
  const [waiting] = await tx
    .select({
      failures: webhookDeliveries.failures,
      // Of the first that fails on, so that a webhook is not switched off a moment before it has failed for so long.
      secondsLeft: sql<string>`extract(epoch from
        greatest(give_up_at, case when failures = 0 then now() + make_interval(hours => ${triedForHours}) end) - now())`,
    })
    .from(webhookDeliveries)
    .where(isHeld(held))
  if (!waiting) return false
  const failures = waiting.failures + 1
  const secondsLeft = Number(waiting.secondsLeft)
  const wait = waitBeforeTry(failures, secondsLeft)
  await tx
    .update(webhookDeliveries)
    .set({
      failures,
      lockedBy: null,
      ...(wait === undefined ? { state: 'failed' } : { runAt: dbNow(wait), giveUpAt: dbNow(secondsLeft) }),
    })
    .where(isHeld(held))
  return wait === undefined
}

/** Whether nothing has been taken for as long as messages are tried. */
async function failsTooLong(tx: Transaction, orgId: string, webhookId: string): Promise<boolean> {
  const [found] = await tx
    .select({ id: webhooks.id })
    .from(webhooks)
    .where(
      and(
        hasKey(webhooks, orgId, webhookId),
        sql`${webhooks.failingSince} <= now() - make_interval(hours => ${triedForHours})`,
      ),
    )
  return found !== undefined
}

/** Gives up all that waits for a webhook; what was taken meanwhile is still kept as taken. */
export const giveUpWaiting = (tx: Transaction, orgId: string, webhookId: string) =>
  tx.update(webhookDeliveries).set({ state: 'failed', lockedBy: null }).where(waitingFor(orgId, webhookId))

/** Switches a locked webhook off, and tells the owners. */
async function switchOff(
  tx: Transaction,
  { publicUrl }: DeliveringOptions,
  { orgId, id, address }: KnownWebhook,
  switchedOffBy: 'gone' | 'failing',
): Promise<void> {
  await tx
    .update(webhooks)
    .set({ enabled: false, switchedOffBy })
    .where(hasKey(webhooks, orgId, id))
  await giveUpWaiting(tx, orgId, id)
  const page = `${publicUrl}/settings?tab=webhooks`
  for (const { email } of await ownersOf(tx, orgId))
    await postOfficeMail(tx, orgId, 'webhook.off', webhookOffMail(email, { address, switchedOffBy, page }))
}
