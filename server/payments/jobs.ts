import { and, asc, eq, inArray, lte } from 'drizzle-orm'
import { orderLife } from '../../machines/lives/orderLife'
import { actingAsJob } from '../db/acting'
import type { Database } from '../db/database'
import { hasKey } from '../db/keys'
import { takeStep } from '../db/lives'
import { orders } from '../db/schema/orders'
import { paymentAttempts, refunds } from '../db/schema/payments'
import { paymentLinks } from '../db/schema/paymentLinks'
import type { Transaction } from '../db/transactions'
import { reasonOf } from '../log'
import { lockOrder } from '../orders/lock'
import { giveBack } from '../orders/stock'
import { endLink } from '../paymentLinks/make'
import { traced } from '../tracing/tracing'
import { hasReceipt, newestLink } from '../paymentLinks/record'
import type { Paying } from './paying'
import { liveStates } from './record'
import { reconcileDaily } from './reconcile'

export interface PaymentJobOptions {
  database: Pick<Database, 'tenant' | 'system'>
  paying: Paying
  now: () => Date
  log: (message: string) => void
  /** Milliseconds between looks. */
  interval?: number
}

/** Few enough to leave the embedded database to people meanwhile. */
const atOnce = 20
/** Seconds for which what is being asked about is left alone by other nodes. */
const claimSeconds = 60

/** Rows of a table that are due, claimed for this node. */
async function claimed(
  { database, now }: PaymentJobOptions,
  table: typeof paymentAttempts | typeof refunds,
): Promise<{ orgId: string; id: string }[]> {
  const due = await database.system((tx) =>
    tx
      .select({ orgId: table.orgId, id: table.id })
      .from(table)
      .where(lte(table.askAt, now()))
      .orderBy(asc(table.askAt))
      .limit(atOnce),
  )
  const own: { orgId: string; id: string }[] = []
  for (const { orgId, id } of due) {
    const rows = await database.tenant(orgId, (tx) =>
      tx
        .update(table)
        .set({ askAt: new Date(now().getTime() + claimSeconds * 1_000) })
        .where(and(hasKey(table, orgId, id), lte(table.askAt, now())))
        .returning({ id: table.id }),
    )
    if (rows.length > 0) own.push({ orgId, id })
  }
  return own
}

/** Asks gateways what is due, ends links that are over, and compares with gateways once a day; how much there was. */
export const paymentRound = (options: PaymentJobOptions): Promise<number> =>
  actingAsJob('settlePayments', () => lookAfterPayments(options))

async function lookAfterPayments(options: PaymentJobOptions): Promise<number> {
  const { database, paying, now, log } = options
  const links = await database.system((tx) =>
    tx
      .select({ orgId: paymentLinks.orgId, id: paymentLinks.id, orderId: paymentLinks.orderId })
      .from(paymentLinks)
      .where(lte(paymentLinks.settleAt, now()))
      .orderBy(asc(paymentLinks.settleAt))
      .limit(atOnce),
  )
  /** One that fails does not hold up the others. */
  const each = async <Due extends { id: string }>(
    what: string,
    due: readonly Due[],
    work: (one: Due) => Promise<unknown>,
  ) => {
    for (const one of due) {
      const job = { name: `jobs.settlePayments ${what.toLowerCase()}`, kind: 'job' as const }
      await traced(job, () => work(one)).catch((error: unknown) =>
        log(`${what} ${one.id} can't be looked after: ${reasonOf(error)}`),
      )
    }
  }
  await each('Payment link', links, (link) =>
    database.tenant(link.orgId, (tx) => settleLink(tx, { ...link, linkId: link.id, now: now() })),
  )
  const attempts = await claimed(options, paymentAttempts)
  await each('Attempt', attempts, ({ orgId, id }) => paying.ask(orgId, id))
  const given = await claimed(options, refunds)
  await each('Refund', given, ({ orgId, id }) => paying.refund(orgId, id))
  await reconcileDaily({ database, paying, now, log })
  return links.length + attempts.length + given.length
}

interface LinkSettling {
  orgId: string
  linkId: string
  orderId: string
  now: Date
}

/**
 * What the end of a link brings: what is under way through it is ended, and then an order that nobody has paid expires
 * and gives back what it held (LI-01).
 */
export async function settleLink(tx: Transaction, { orgId, linkId, orderId, now }: LinkSettling): Promise<void> {
  const order = await lockOrder(tx, { orgId, orderId })
  const [link] = await tx
    .select()
    .from(paymentLinks)
    .where(hasKey(paymentLinks, orgId, linkId))
  if (!order || !link?.settleAt) return
  const settle = (settleAt: Date | null) =>
    tx
      .update(paymentLinks)
      .set({ settleAt })
      .where(hasKey(paymentLinks, orgId, linkId))
  if (hasReceipt(order)) return void (await settle(null))
  const newest = await newestLink(tx, orgId, orderId)
  if (link.endedReason === null) {
    if (link.expiresAt > now) return void (await settle(link.expiresAt))
    if (newest?.id === linkId) await endLink(tx, { orgId, orderId, caller: undefined, now }, 'expired')
  }
  const live = await tx.$count(
    paymentAttempts,
    and(
      eq(paymentAttempts.orgId, orgId),
      eq(paymentAttempts.orderId, orderId),
      inArray(paymentAttempts.state, [...liveStates]),
    ),
  )
  const isOver = newest?.id === linkId && (link.endedReason ?? 'expired') === 'expired'
  if (!isOver) return void (await settle(null))
  if (live > 0) return void (await settle(new Date(now.getTime() + 5_000)))
  if (order.status === 'open') {
    const happening = { orgId, resource: 'orders', recordId: orderId, caller: undefined, now }
    const status = await takeStep(tx, happening, orderLife, order.status, { type: 'expire', paid: order.paidCents })
    if (status !== 'expired') throw new Error(`an order expired and is ${status}`)
    await tx
      .update(orders)
      .set({ status, updatedAt: now })
      .where(hasKey(orders, orgId, orderId))
    await settle(null)
    return giveBack(tx, { orgId, orderId, caller: undefined, now }, order)
  }
  await settle(null)
}

/** Does rounds until it is stopped. Any number of nodes may do so. */
export function startPaymentJobs(options: PaymentJobOptions) {
  const { log, interval = 1_000 } = options
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  let running = Promise.resolve()
  const next = () => {
    running = paymentRound(options)
      .then(
        () => undefined,
        (error: unknown) => log(`Payments can't be looked after: ${reasonOf(error)}`),
      )
      .finally(() => {
        if (!isStopped) timer = setTimeout(next, interval).unref()
      })
  }
  next()
  return {
    /** Ends after the round in hand. */
    stop: async () => {
      isStopped = true
      clearTimeout(timer)
      await running
    },
  }
}
