import { and, eq, isNull } from 'drizzle-orm'
import { uuidv7 } from 'uuidv7'
import { mostWebhooks, testEvent, triedForHours, webhookEvents } from '../../contract/rules/webhooks'
import type { WebhookDelivery } from '../../contract/extensions/webhooks'
import { inOwningOrganization, readableOrganization, refuseReading } from '../auth/access'
import { acknowledging, inOrganization, withRecord } from '../auth/withRecord'
import { hasKey } from '../db/keys'
import { locked, type RecordKind } from '../db/recordKind'
import { webhookDeliveries, webhooks, webhookTries } from '../db/schema/webhooks'
import type { Transaction } from '../db/transactions'
import type { Handlers } from '../http/contract'
import { invalid, Refusal } from '../http/errors'
import { giveUpWaiting } from '../webhooks/deliver'
import { whyNotSentTo } from '../webhooks/post'
import { dbNow, deliveriesOf, readDelivery, readListed, readWebhooks, waitingFor } from '../webhooks/record'
import { firstSecret, nextSecret } from '../webhooks/secrets'
import type { Services } from './services'

export const webhookHandlers = ({ database, config, secrets, now, nudgeOutbox }: Services): Handlers['webhooks'] => {
  const read = async (tx: Transaction, orgId: string, id: string) => {
    const [webhook] = await readWebhooks(tx, orgId, now(), id)
    return webhook
  }
  const aWebhook: RecordKind<typeof webhooks.$inferSelect, 'webhookId'> = {
    resource: 'webhooks',
    noun: 'Webhook',
    param: 'webhookId',
    find: locked(webhooks),
    versions: { table: webhooks, read: (tx, { orgId, id }) => read(tx, orgId, id) },
  }
  /** A message and its webhook, which is locked before it. */
  const aDelivery: RecordKind<Delivery, 'deliveryId'> = {
    resource: 'webhooks',
    noun: 'Message',
    param: 'deliveryId',
    find: findDelivery,
  }

  const refusePrivate = (address: string | undefined) => {
    const message = address === undefined ? undefined : whyNotSentTo(address, config.allowsPrivateWebhooks)
    if (message !== undefined) throw invalid([{ path: 'body.address', message }])
  }
  const nudged = (data: WebhookDelivery) => {
    nudgeOutbox()
    return { data }
  }

  return {
    list: async ({ query: { organizationId }, caller }) => {
      const orgId = readableOrganization(caller, organizationId, 'webhooks.list')
      return { data: await database.tenant(orgId, (tx) => readWebhooks(tx, orgId, now())) }
    },

    create: inOrganization(
      'Webhook',
      async ({ tx, orgId, body: { address, events } }) => {
        refusePrivate(address)
        if ((await tx.$count(webhooks, eq(webhooks.orgId, orgId))) >= mostWebhooks) throw tooMany()
        const { secret, sealed } = firstSecret(secrets)
        const [created] = await tx
          .insert(webhooks)
          .values({ orgId, address, events: inOrder(events), secrets: sealed })
          .returning({ id: webhooks.id })
        return created && withSecret(await read(tx, orgId, created.id), secret)
      },
      (data) => ({ data }),
      // The secret itself is kept nowhere but sealed.
      { keptOf: (made) => ({ ...made, webhookSecret: null }) },
    ),

    update: withRecord(aWebhook, async ({ tx, orgId, id, record, body: { address, events } }) => {
      refusePrivate(address)
      const changed = { ...(address !== undefined && { address }), ...(events && { events: inOrder(events) }) }
      // Another receiver has not failed yet.
      const isMoved = address !== undefined && address !== record.address
      if (Object.keys(changed).length > 0) {
        await tx
          .update(webhooks)
          .set({ ...changed, ...(isMoved && { failingSince: null }) })
          .where(hasKey(webhooks, orgId, id))
      }
      if (isMoved) await tx.update(webhookDeliveries).set({ runAt: dbNow() }).where(isFree(orgId, id))
      return read(tx, orgId, id)
    }),

    switch: withRecord(aWebhook, async ({ tx, orgId, id, record, body: { state } }) => {
      const enabled = state === 'enabled'
      if (record.enabled !== enabled) {
        await tx
          .update(webhooks)
          .set({ enabled, switchedOffBy: null, failingSince: null })
          .where(hasKey(webhooks, orgId, id))
      }
      if (!enabled) await giveUpWaiting(tx, orgId, id)
      return read(tx, orgId, id)
    }),

    rotateSecret: withRecord(
      aWebhook,
      async ({ tx, orgId, id, record, now: at }) => {
        const { secret, sealed, formerUntil } = nextSecret(secrets, record.secrets, at)
        await tx
          .update(webhooks)
          .set({ secrets: sealed, formerSecretUntil: formerUntil })
          .where(hasKey(webhooks, orgId, id))
        return withSecret(await read(tx, orgId, id), secret)
      },
      (data) => ({ data }),
    ),

    test: withRecord(
      aWebhook,
      async ({ tx, orgId, id: webhookId, record, now: createdAt }) => {
        if (!record.enabled) throw isOff()
        const id = uuidv7()
        await tx.insert(webhookDeliveries).values({
          orgId,
          id,
          webhookId,
          eventId: id,
          event: testEvent,
          runAt: dbNow(),
          giveUpAt: dbNow(triedForHours * 3_600),
          createdAt,
        })
        return readListed(tx, orgId, id)
      },
      nudged,
    ),

    delete: withRecord(
      aWebhook,
      async ({ tx, orgId, id }) => {
        await tx.delete(webhooks).where(hasKey(webhooks, orgId, id))
        await tx.delete(webhookDeliveries).where(eq(webhookDeliveries.webhookId, id))
        await tx.delete(webhookTries).where(eq(webhookTries.webhookId, id))
        return true
      },
      acknowledging('Webhook deleted'),
    ),

    deliveries: async ({ params: { webhookId }, query, caller }) => {
      const found = await inOwningOrganization(
        database,
        caller,
        webhookId,
        'Webhook',
        async (tx, orgId, membership) => {
          if (!(await isThere(tx, orgId, webhookId))) return undefined
          refuseReading(membership, 'webhooks.deliveries')
          return deliveriesOf(tx, { orgId, webhookId }, query)
        },
      )
      return { data: found.data, meta: { total: found.total } }
    },

    delivery: async ({ params: { deliveryId }, caller }) => ({
      data: await inOwningOrganization(database, caller, deliveryId, 'Message', async (tx, orgId, membership) => {
        const record = await readDelivery(tx, orgId, deliveryId)
        if (record) refuseReading(membership, 'webhooks.delivery')
        return record
      }),
    }),

    sendAgain: withRecord(
      aDelivery,
      async ({ tx, orgId, id, record: { webhook, delivery } }) => {
        if (!webhook.enabled) throw isOff()
        // What is in hand is being sent already.
        if (delivery.lockedBy === null) {
          const anew = {
            state: 'waiting',
            failures: 0,
            runAt: dbNow(),
            giveUpAt: dbNow(triedForHours * 3_600),
          } as const
          await tx
            .update(webhookDeliveries)
            .set(anew)
            .where(hasKey(webhookDeliveries, orgId, id))
        }
        return readListed(tx, orgId, id)
      },
      nudged,
    ),
  }
}

interface Delivery {
  webhook: typeof webhooks.$inferSelect
  delivery: typeof webhookDeliveries.$inferSelect
}

const findDelivery: RecordKind<Delivery, 'deliveryId'>['find'] = async (tx, place) => {
  const [known] = await tx
    .select({ webhookId: webhookDeliveries.webhookId })
    .from(webhookDeliveries)
    .where(hasKey(webhookDeliveries, place.orgId, place.id))
  const webhook = known && (await locked(webhooks)(tx, { ...place, id: known.webhookId }))
  const delivery = webhook && (await locked(webhookDeliveries)(tx, place))
  return delivery && { webhook, delivery }
}

const isFree = (orgId: string, webhookId: string) =>
  and(waitingFor(orgId, webhookId), isNull(webhookDeliveries.lockedBy))

async function isThere(tx: Transaction, orgId: string, webhookId: string): Promise<boolean> {
  return (await tx.$count(webhooks, hasKey(webhooks, orgId, webhookId))) > 0
}

const inOrder = (events: readonly string[]) => webhookEvents.filter((event) => events.includes(event))

const withSecret = <Shown extends object>(webhook: Shown | undefined, webhookSecret: string | null) =>
  webhook && { ...webhook, webhookSecret }

const tooMany = () => new Refusal(409, 'not_possible', `An organization has at most ${mostWebhooks} webhooks.`)
const isOff = () => new Refusal(409, 'not_possible', 'This webhook is switched off. Switch it on first.')
