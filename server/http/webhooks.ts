import type { FastifyInstance } from 'fastify'
import { and, eq } from 'drizzle-orm'
import { acting } from '../db/acting'
import type { Database } from '../db/database'
import { isId, ofGateway } from '../db/keys'
import { gatewayInstances } from '../db/schema/gateways'
import { paymentAttempts, refunds, webhookEvents } from '../db/schema/payments'
import type { Transaction } from '../db/transactions'
import { type GatewayEvent, WebhookRefused } from '../payments/drivers/driver'
import type { Paying } from '../payments/paying'
import { notFound, Refusal } from './errors'

export interface WebhookOptions {
  database: Pick<Database, 'tenant' | 'system'>
  paying: Paying
  now: () => Date
  log: (message: string) => void
}

/** Larger than anything that a gateway tells. */
const mostBytes = 256 * 1024

/**
 * What gateways tell by themselves. The body is taken as it came, as it is signed. What is told is not believed but a
 * reason to ask: so it may come twice, late, in any order, or never.
 */
export async function takeWebhooks(app: FastifyInstance, options: WebhookOptions): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: mostBytes }, (_request, body, done) =>
      done(null, body),
    )
    scope.post<{ Params: { kind: string; gatewayInstanceId: string } }>(
      '/api/v1/webhooks/:kind/:gatewayInstanceId',
      { bodyLimit: mostBytes },
      async ({ params: { kind, gatewayInstanceId }, headers, body }) => {
        const account = await accountNamed(options, kind, gatewayInstanceId)
        const text = typeof body === 'string' ? body : ''
        let event: GatewayEvent
        try {
          event = await account.driver.parseWebhook(account, text, headers, options.now())
        } catch (error) {
          if (!(error instanceof WebhookRefused)) throw error
          options.log(`A message to ${account.displayName} was refused: ${error.message}`)
          throw new Refusal(400, 'webhook_refused', error.message)
        }
        const { orgId, id, displayName } = account
        const actor = { kind: 'gateway', id, name: displayName } as const
        await acting({ actor, action: 'webhooks.take' }, () => take(options, orgId, id, event))
        return { received: true }
      },
    )
  })
}

async function accountNamed({ database, paying }: WebhookOptions, kind: string, gatewayInstanceId: string) {
  if (!isId(gatewayInstanceId)) throw notFound('Gateway')
  const [found] = await database.system((tx) =>
    tx
      .select({ orgId: gatewayInstances.orgId, kind: gatewayInstances.kind })
      .from(gatewayInstances)
      .where(eq(gatewayInstances.id, gatewayInstanceId))
      .limit(1),
  )
  const account = found?.kind === kind ? await paying.accountOf(found.orgId, gatewayInstanceId) : undefined
  if (!account) throw notFound('Gateway')
  return account
}

async function take(
  { database, paying, now }: WebhookOptions,
  orgId: string,
  gatewayInstanceId: string,
  event: GatewayEvent,
): Promise<void> {
  const reference = referenceOf(event)
  const known = await database.tenant(orgId, async (tx) => {
    await tx
      .insert(webhookEvents)
      .values({ orgId, gatewayInstanceId, eventId: event.id, kind: event.kind, reference, createdAt: now() })
      .onConflictDoNothing()
    const [kept] = await tx
      .select()
      .from(webhookEvents)
      .where(named(orgId, gatewayInstanceId, event.id))
    // One that was kept and not handled, as the node died, is handled now.
    if (!kept || kept.outcome !== 'received') return undefined
    return subjectOf(tx, orgId, gatewayInstanceId, event)
  })
  if (!known) return
  let outcome: 'handled' | 'ignored' = 'ignored'
  if (known.attemptId !== undefined) {
    await paying.ask(orgId, known.attemptId)
    outcome = 'handled'
  } else if (known.refundId !== undefined) {
    await paying.refund(orgId, known.refundId)
    outcome = 'handled'
  }
  await database.tenant(orgId, (tx) =>
    tx
      .update(webhookEvents)
      .set({ outcome, handledAt: now() })
      .where(named(orgId, gatewayInstanceId, event.id)),
  )
}

const named = (orgId: string, gatewayInstanceId: string, eventId: string) =>
  and(ofGateway(webhookEvents, orgId, gatewayInstanceId), eq(webhookEvents.eventId, eventId))

function referenceOf({ concerns }: GatewayEvent): string | null {
  if (!concerns) return null
  return 'refundReference' in concerns ? concerns.refundReference : (concerns.session ?? concerns.reference ?? null)
}

/** What of ours an event is about; neither for what is of no concern here. */
async function subjectOf(
  tx: Transaction,
  orgId: string,
  gatewayInstanceId: string,
  { concerns }: GatewayEvent,
): Promise<{ attemptId?: string | undefined; refundId?: string | undefined }> {
  if (!concerns) return {}
  if ('refundReference' in concerns) {
    const { refundId, refundReference } = concerns
    const by =
      refundId !== undefined && isId(refundId) ? eq(refunds.id, refundId) : eq(refunds.reference, refundReference)
    const [refund] = await tx
      .select({ id: refunds.id })
      .from(refunds)
      .where(and(ofGateway(refunds, orgId, gatewayInstanceId), by))
    return { refundId: refund?.id }
  }
  const { attemptId, session, reference } = concerns
  const by =
    attemptId !== undefined && isId(attemptId)
      ? eq(paymentAttempts.id, attemptId)
      : session === undefined
        ? eq(paymentAttempts.reference, reference ?? '')
        : eq(paymentAttempts.session, session)
  const [attempt] = await tx
    .select({ id: paymentAttempts.id })
    .from(paymentAttempts)
    .where(and(ofGateway(paymentAttempts, orgId, gatewayInstanceId), by))
  return { attemptId: attempt?.id }
}
