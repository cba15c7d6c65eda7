import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { Webhook, WebhookDelivery, WebhookDeliveryRecord, WebhookTry } from '../../contract/extensions/webhooks'
import { hasKey } from '../db/keys'
import { named } from '../db/rows'
import { webhookDeliveries, webhooks, webhookTries } from '../db/schema/webhooks'
import type { Transaction } from '../db/transactions'

type KnownDelivery = typeof webhookDeliveries.$inferSelect
type KnownTry = typeof webhookTries.$inferSelect

/** What a message is known by, in every try and to every webhook. */
export const messageIdOf = ({ eventId }: Pick<KnownDelivery, 'eventId'>) => `msg_${eventId}`

const shownTry = ({
  triedAt,
  milliseconds,
  status,
  failure,
}: Pick<KnownTry, 'triedAt' | 'milliseconds' | 'status' | 'failure'>): Omit<WebhookTry, 'id' | 'answer'> => ({
  triedAt: triedAt.toISOString(),
  milliseconds,
  status,
  failure,
})

/** The newest try of any message of a webhook. */
async function lastTryOf(tx: Transaction, orgId: string, webhookId: string) {
  const [found] = await tx
    .select()
    .from(webhookTries)
    .where(and(eq(webhookTries.orgId, orgId), eq(webhookTries.webhookId, webhookId)))
    .orderBy(desc(webhookTries.triedAt))
    .limit(1)
  return found ? shownTry(found) : null
}

/** The webhooks of an organization, the oldest first, or one of them. */
export async function readWebhooks(tx: Transaction, orgId: string, now: Date, only?: string): Promise<Webhook[]> {
  const found = await tx
    .select()
    .from(webhooks)
    .where(only === undefined ? eq(webhooks.orgId, orgId) : hasKey(webhooks, orgId, only))
    .orderBy(webhooks.createdAt, webhooks.id)
  return Promise.all(
    found.map(async ({ id, address, events, enabled, switchedOffBy, version, ...row }) => ({
      id,
      address,
      events,
      state: enabled ? ('enabled' as const) : ('disabled' as const),
      switchedOffBy,
      failingSince: row.failingSince?.toISOString() ?? null,
      formerSecretUntil:
        row.formerSecretUntil && row.formerSecretUntil > now ? row.formerSecretUntil.toISOString() : null,
      lastTry: await lastTryOf(tx, orgId, id),
      waitingCount: await tx.$count(webhookDeliveries, waitingFor(orgId, id)),
      version,
      createdAt: row.createdAt.toISOString(),
      updatedAt: row.updatedAt.toISOString(),
    })),
  )
}

interface Of {
  orgId: string
  webhookId: string
}
interface Narrowed {
  state?: KnownDelivery['state'] | undefined
}
const foundDeliveries = ({ orgId, webhookId }: Of, { state }: Narrowed) =>
  and(
    eq(webhookDeliveries.orgId, orgId),
    eq(webhookDeliveries.webhookId, webhookId),
    state && eq(webhookDeliveries.state, state),
  )

/** The messages that wait for a webhook. */
export const waitingFor = (orgId: string, webhookId: string) =>
  foundDeliveries({ orgId, webhookId }, { state: 'waiting' })

/** A message with how often it was tried, and how the last time. */
const withTries = {
  delivery: webhookDeliveries,
  triesCount: sql<number>`(
    select count(*)::int from webhook_tries as tries
    where tries.org_id = webhook_deliveries.org_id and tries.delivery_id = webhook_deliveries.id)`,
  lastTry: sql<JsonTry | null>`(
    select to_jsonb(tries) from webhook_tries as tries
    where tries.org_id = webhook_deliveries.org_id and tries.delivery_id = webhook_deliveries.id
    order by tries.tried_at desc, tries.id desc limit 1)`,
}
interface JsonTry extends Pick<KnownTry, 'milliseconds' | 'status' | 'failure'> {
  tried_at: string
}

function shownDelivery({
  delivery,
  triesCount,
  lastTry: last,
}: {
  delivery: KnownDelivery
  triesCount: number
  lastTry: JsonTry | null
}): WebhookDelivery {
  const { id, webhookId, event, state, createdAt } = delivery
  return {
    id,
    webhookId,
    messageId: messageIdOf(delivery),
    event,
    state,
    triesCount,
    lastTry: last && shownTry({ ...last, triedAt: new Date(last.tried_at) }),
    nextTryAt: nextTryOf(delivery)?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  }
}

/** A message as lists show it; undefined when there is none. */
export async function readListed(tx: Transaction, orgId: string, id: string): Promise<WebhookDelivery | undefined> {
  const [found] = await tx
    .select(withTries)
    .from(webhookDeliveries)
    .where(hasKey(webhookDeliveries, orgId, id))
  return found && shownDelivery(found)
}

const newestFirst = [desc(webhookDeliveries.createdAt), desc(webhookDeliveries.id)]

/** When a message is tried next: what is in hand is tried now, and what is over is not. */
export const nextTryOf = <Moment>({
  state,
  lockedBy,
  runAt,
}: {
  state: string
  lockedBy: string | null
  runAt: Moment
}) => (state === 'waiting' && lockedBy === null ? runAt : null)

/** The statement that tells all messages to a webhook, the newest first, with what {@link nextTryOf} takes. */
export const everyDelivery = (tx: Transaction, of: Of, asked: Narrowed): SQL => {
  const { event, state, runAt, lockedBy, createdAt } = webhookDeliveries
  const { triesCount, lastTry } = withTries
  return tx
    .select(named({ event, state, triesCount, lastTry, runAt, lockedBy, createdAt }))
    .from(webhookDeliveries)
    .where(foundDeliveries(of, asked))
    .orderBy(...newestFirst)
    .getSQL()
}

/** A page of the messages to a webhook, the newest first, and how many there are. */
export async function deliveriesOf(
  tx: Transaction,
  of: Of,
  { limit, page, ...narrowed }: Narrowed & { limit: number; page: number },
): Promise<{ data: WebhookDelivery[]; total: number }> {
  const asked = foundDeliveries(of, narrowed)
  const total = await tx.$count(webhookDeliveries, asked)
  const found = await tx
    .select(withTries)
    .from(webhookDeliveries)
    .where(asked)
    .orderBy(...newestFirst)
    .limit(limit)
    .offset((page - 1) * limit)
  return { data: found.map(shownDelivery), total }
}

/** How many tries of a message are shown; it has about ten each time that it is sent. */
const mostTries = 100

/** A message with what is sent and its tries, the newest first; undefined when there is none. */
export async function readDelivery(
  tx: Transaction,
  orgId: string,
  id: string,
): Promise<WebhookDeliveryRecord | undefined> {
  const [found] = await tx
    .select(withTries)
    .from(webhookDeliveries)
    .where(hasKey(webhookDeliveries, orgId, id))
  if (!found) return undefined
  const { delivery } = found
  const [webhook] = await tx
    .select({ address: webhooks.address })
    .from(webhooks)
    .where(hasKey(webhooks, orgId, delivery.webhookId))
  if (!webhook) return undefined
  const tries = await tx
    .select()
    .from(webhookTries)
    .where(and(eq(webhookTries.orgId, orgId), eq(webhookTries.deliveryId, id)))
    .orderBy(desc(webhookTries.triedAt), desc(webhookTries.id))
    .limit(mostTries)
  return {
    ...shownDelivery(found),
    organizationId: orgId,
    address: webhook.address,
    payload: delivery.payload,
    tries: tries.map((one) => ({ ...shownTry(one), id: one.id, answer: one.answer })),
  }
}

/** The moment of the database's clock, by which messages wait: those of several nodes may differ. */
export const dbNow = (seconds = 0): SQL => sql`now() + make_interval(secs => ${seconds})`
