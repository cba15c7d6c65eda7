import { and, asc, desc, eq, getTableColumns, gte, inArray, isNotNull, isNull, lte, ne, or, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { uuidv7 } from 'uuidv7'
import { maxDifferences } from '../../contract/extensions/gateways'
import { shownAmount } from '../../contract/rules/amounts'
import type { Database } from '../db/database'
import { hasKey, isId, ofGateway } from '../db/keys'
import { gatewayInstances } from '../db/schema/gateways'
import { paymentAttempts, reconciliationDifferences, reconciliations, refunds } from '../db/schema/payments'
import { transactions } from '../db/schema/transactions'
import type { Transaction } from '../db/transactions'
import { reasonOf } from '../log'
import type { GatewayBooking } from './drivers/driver'
import type { Paying } from './paying'
import { isTakenWrongly, liveStates, takenWrongly } from './record'

export interface ReconcileOptions {
  database: Pick<Database, 'tenant' | 'system'>
  paying: Paying
  now: () => Date
  log: (message: string) => void
}

/** What we and a gateway tell differently. */
export type Difference = Omit<typeof reconciliationDifferences.$inferSelect, 'orgId' | 'id' | 'reconciliationId'>

export interface Reconciled {
  id: string
  /** How many payments and refunds the gateway named. */
  compared: number
  /** How many attempts and refunds were settled by it, among them charges whose message was lost. */
  settled: number
  differences: Difference[]
}

const dayMs = 86_400_000
const leastMs = 3 * dayMs
/** How long before a comparison that ended well something may have happened that the gateway had not listed by then. */
const lateMs = 2 * dayMs
/** What a gateway lists may have begun before. */
const widerMs = 2 * dayMs
/** How long a gateway that was switched off is compared with: what was begun before may still be paid there. */
const latelyMs = 30 * dayMs
/** What is younger is still on its way. */
const restMs = 120_000

/**
 * Since when the books are compared: three days, and longer where no comparison has ended well for longer, such as while the
 * server was away or the gateway was not answering. So no moment is ever left out.
 */
async function beginningOf(tx: Transaction, now: Date, orgId: string, gatewayInstanceId: string): Promise<Date> {
  const least = now.getTime() - leastMs
  const before = (at: Date) => new Date(Math.min(least, at.getTime() - lateMs))
  const [last] = await tx
    .select({ at: reconciliations.createdAt })
    .from(reconciliations)
    .where(
      and(
        ofGateway(reconciliations, orgId, gatewayInstanceId),
        isNotNull(reconciliations.endedAt),
        isNull(reconciliations.failure),
      ),
    )
    .orderBy(desc(reconciliations.createdAt))
    .limit(1)
  if (last) return before(last.at)
  const [made] = await tx
    .select({ at: gatewayInstances.createdAt })
    .from(gatewayInstances)
    .where(hasKey(gatewayInstances, orgId, gatewayInstanceId))
  return made ? before(made.at) : new Date(least)
}

/**
 * Compares what was booked here with a gateway's own books, to the cent (GW-04): first asks what became of everything that is
 * not known, and of what the gateway has and nobody has booked; then lists what still differs.
 * Undefined when there is no such gateway.
 */
export async function reconcile(
  options: ReconcileOptions,
  {
    orgId,
    gatewayInstanceId,
    day = null,
  }: {
    orgId: string
    gatewayInstanceId: string
    day?: string | null
  },
): Promise<Reconciled | undefined> {
  const { database, paying, now, log } = options
  const account = await paying.accountOf(orgId, gatewayInstanceId)
  if (!account) return undefined
  const id = uuidv7()
  const from = await database.tenant(orgId, async (tx) => {
    const since = await beginningOf(tx, now(), orgId, gatewayInstanceId)
    const rows = await tx
      .insert(reconciliations)
      .values({ orgId, id, gatewayInstanceId, day, since, createdAt: now() })
      .onConflictDoNothing()
      .returning({ since: reconciliations.since })
    return rows[0]?.since
  })
  // Another node compares.
  if (!from) return undefined
  try {
    const settled = await settleOpen(options, orgId, gatewayInstanceId)
    const bookings = await account.driver.listBookings(account, from)
    const found = await settleUnbooked(options, { orgId, gatewayInstanceId, from }, bookings)
    const differences = await differencesOf(options, { orgId, gatewayInstanceId, from }, bookings)
    const result = { id, compared: bookings.length, settled: settled + found, differences }
    await database.tenant(orgId, async (tx) => {
      if (differences.length > 0) {
        await tx
          .insert(reconciliationDifferences)
          .values(differences.map((difference) => ({ ...difference, orgId, reconciliationId: id })))
      }
      const { compared, settled: count } = result
      await tx
        .update(reconciliations)
        .set({ compared, settled: count, endedAt: now() })
        .where(hasKey(reconciliations, orgId, id))
    })
    for (const { text } of differences) log(`${account.displayName}: ${text}`)
    return result
  } catch (error) {
    const failure = reasonOf(error)
    await database.tenant(orgId, (tx) =>
      tx
        .update(reconciliations)
        .set({ failure, endedAt: now() })
        .where(hasKey(reconciliations, orgId, id)),
    )
    throw error
  }
}

interface Comparing {
  orgId: string
  gatewayInstanceId: string
  from: Date
}

/** Asks what became of every attempt and refund that has not ended. */
async function settleOpen({ database, paying, now }: ReconcileOptions, orgId: string, gatewayInstanceId: string) {
  const [attempts, given] = await database.tenant(orgId, async (tx) => [
    await tx
      .select({ id: paymentAttempts.id })
      .from(paymentAttempts)
      .where(
        and(
          ofGateway(paymentAttempts, orgId, gatewayInstanceId),
          inArray(paymentAttempts.state, [...liveStates]),
          // A payment that has only begun is still being answered.
          or(ne(paymentAttempts.state, 'created'), lte(paymentAttempts.askAt, now())),
        ),
      ),
    await tx
      .select({ id: refunds.id })
      .from(refunds)
      .where(and(ofGateway(refunds, orgId, gatewayInstanceId), inArray(refunds.state, ['requested', 'pending']))),
  ])
  let settled = 0
  for (const { id } of attempts) if (await paying.ask(orgId, id)) settled += 1
  for (const { id } of given) if (await paying.refund(orgId, id)) settled += 1
  return settled
}

/** Asks about charges that the gateway has and that are not booked here, and refunds that came back: their message was lost. */
async function settleUnbooked(
  { database, paying }: ReconcileOptions,
  { orgId, gatewayInstanceId }: Comparing,
  bookings: readonly GatewayBooking[],
): Promise<number> {
  const isNamed = (ids: PgColumn, type: GatewayBooking['type'], state: GatewayBooking['state']) => {
    const named = bookings.flatMap(({ ownId, ...one }) =>
      one.type === type && one.state === state && ownId !== null && isId(ownId) ? [ownId] : [],
    )
    // In one parameter, as a statement has room for no more than 65,535.
    return sql`${ids} = any(${sql.param(named)}::uuid[])`
  }
  const [attempts, cameBack] = await database.tenant(orgId, async (tx) => [
    await tx
      .select({ id: paymentAttempts.id, state: paymentAttempts.state, reasonCode: paymentAttempts.reasonCode })
      .from(paymentAttempts)
      .where(
        and(
          ofGateway(paymentAttempts, orgId, gatewayInstanceId),
          isNamed(paymentAttempts.id, 'charge', 'succeeded'),
          ne(paymentAttempts.state, 'succeeded'),
        ),
      ),
    await tx
      .select({ id: refunds.id })
      .from(refunds)
      .where(
        and(
          ofGateway(refunds, orgId, gatewayInstanceId),
          isNamed(refunds.id, 'refund', 'failed'),
          eq(refunds.state, 'succeeded'),
        ),
      ),
  ])
  let settled = 0
  for (const attempt of attempts) if (!isTakenWrongly(attempt) && (await paying.ask(orgId, attempt.id))) settled += 1
  for (const { id } of cameBack) if (await paying.refund(orgId, id)) settled += 1
  return settled
}

async function differencesOf(
  { database, now }: ReconcileOptions,
  { orgId, gatewayInstanceId, from }: Comparing,
  bookings: readonly GatewayBooking[],
): Promise<Difference[]> {
  const wider = new Date(from.getTime() - widerMs)
  const own = await database.tenant(orgId, async (tx) => {
    const moved = await tx
      .select({ ...getTableColumns(transactions), begunAt: paymentAttempts.createdAt })
      .from(transactions)
      // A charge has the id of its attempt.
      .leftJoin(
        paymentAttempts,
        and(eq(paymentAttempts.orgId, transactions.orgId), eq(paymentAttempts.id, transactions.id)),
      )
      .where(
        and(
          ofGateway(transactions, orgId, gatewayInstanceId),
          or(gte(transactions.createdAt, wider), gte(transactions.updatedAt, from)),
        ),
      )
    return withTakenWrongly(tx, orgId, moved)
  })
  const byReference = new Map(own.flatMap((one) => (one.reference === null ? [] : [[one.reference, one] as const])))
  const byId = new Map(own.map((one) => [one.id, one]))
  const matched = new Set<string>()
  const differences: Difference[] = []
  for (const booking of bookings) {
    const here = byReference.get(booking.reference) ?? (booking.ownId === null ? undefined : byId.get(booking.ownId))
    if (here) matched.add(here.id)
    const difference = differenceOf(booking, here)
    if (difference) differences.push(difference)
  }
  const settledBy = new Date(now().getTime() - restMs)
  for (const here of own) {
    // A payment that was begun before the gateway's list begins may be in its books before that, however late it was
    // heard of.
    const begunAt = here.begunAt ?? here.createdAt
    if (matched.has(here.id) || here.status !== 'succeeded' || begunAt < from || here.createdAt > settledBy) continue
    const amount = shownAmount(here.amountCents, here.currency)
    differences.push({
      kind: 'only_here',
      type: here.type,
      reference: here.reference,
      transactionId: here.id,
      orderId: here.orderId,
      hereCents: here.amountCents,
      thereCents: null,
      currency: here.currency,
      text: `A ${here.type} of ${amount} for order ${here.orderNumber} is booked here, and the gateway does not know it.`,
    })
  }
  return differences
}

type Moved = typeof transactions.$inferSelect & { begunAt: Date | null }

/** Wrongly taken money as the gateway has it: a charge of another sum, and the refund of it. */
async function withTakenWrongly(tx: Transaction, orgId: string, moved: readonly Moved[]): Promise<Moved[]> {
  const wrong = moved.filter(({ failureCode }) => failureCode === takenWrongly)
  if (wrong.length === 0) return [...moved]
  const ids = wrong.map(({ id }) => id)
  const given = await tx
    .select()
    .from(refunds)
    .where(and(eq(refunds.orgId, orgId), inArray(refunds.chargeId, ids)))
  return moved.flatMap((charge) => {
    const refund =
      charge.failureCode === takenWrongly ? given.find(({ chargeId }) => chargeId === charge.id) : undefined
    if (!refund) return [charge]
    const { id, reference, amountCents, currency, createdAt } = refund
    const status = refund.state === 'requested' ? 'pending' : refund.state
    return [
      { ...charge, status: 'succeeded' as const, amountCents, currency },
      {
        ...charge,
        id,
        type: 'refund' as const,
        status,
        reference,
        amountCents,
        currency,
        createdAt,
        begunAt: createdAt,
      },
    ]
  })
}

function differenceOf(booking: GatewayBooking, here: Moved | undefined): Difference | undefined {
  const { type, reference, amountCents: thereCents, currency, state } = booking
  const there = shownAmount(thereCents, currency.toUpperCase())
  const of = {
    type,
    reference,
    transactionId: here?.id ?? null,
    orderId: here?.orderId ?? null,
    hereCents: here?.amountCents ?? null,
    thereCents,
    currency: currency.toUpperCase(),
  }
  if (!here) {
    if (state !== 'succeeded') return undefined
    return {
      ...of,
      kind: 'only_there',
      text: `The gateway has a ${type} of ${there} (${reference}) that is not booked here.`,
    }
  }
  const what = `The ${type} for order ${here.orderNumber} (${reference})`
  if (currency.toUpperCase() !== here.currency) {
    return { ...of, kind: 'currency', text: `${what} is in ${here.currency} here and in ${of.currency} there.` }
  }
  if (thereCents !== here.amountCents) {
    const amount = shownAmount(here.amountCents, here.currency)
    return { ...of, kind: 'amount', text: `${what} is ${amount} here and ${there} there.` }
  }
  if (state !== here.status) {
    return { ...of, kind: 'state', text: `${what} has ${here.status} here and ${state} there.` }
  }
  return undefined
}

/** The day of which each gateway was looked at last by this node, so that it does not ask the database each second. */
const lookedAt = new WeakMap<object, string>()

/** Whether a payment was begun through a gateway lately, whatever it came to. */
const wasPaidByLately = ({ database, now }: ReconcileOptions, orgId: string, gatewayInstanceId: string) =>
  database.tenant(orgId, async (tx) => {
    const lately = gte(paymentAttempts.createdAt, new Date(now().getTime() - latelyMs))
    const [attempt] = await tx
      .select({ id: paymentAttempts.id })
      .from(paymentAttempts)
      .where(and(ofGateway(paymentAttempts, orgId, gatewayInstanceId), lately))
      .limit(1)
    return attempt !== undefined
  })

/** Compares with every gateway that is enabled or was paid by lately, once a day however many nodes ask for it. */
export async function reconcileDaily(options: ReconcileOptions): Promise<void> {
  const { database, now, log } = options
  const day = now().toISOString().slice(0, 10)
  if (lookedAt.get(database) === day) return
  lookedAt.set(database, day)
  const gateways = await database.system((tx) =>
    tx
      .select({ orgId: gatewayInstances.orgId, id: gatewayInstances.id, isEnabled: gatewayInstances.enabled })
      .from(gatewayInstances),
  )
  for (const { orgId, id, isEnabled } of gateways) {
    try {
      if (!isEnabled && !(await wasPaidByLately(options, orgId, id))) continue
      await reconcile(options, { orgId, gatewayInstanceId: id, day })
    } catch (error) {
      log(`A gateway can't be compared with: ${reasonOf(error)}`)
    }
  }
}

/** The last comparison with each gateway that has ended, and what it has left, by the gateway's name. */
export async function lastComparisons(tx: Transaction, orgId: string) {
  const last = await tx
    .select({
      id: reconciliations.id,
      gatewayInstanceId: reconciliations.gatewayInstanceId,
      gatewayName: gatewayInstances.displayName,
      endedAt: reconciliations.endedAt,
      failure: reconciliations.failure,
      compared: reconciliations.compared,
      settled: reconciliations.settled,
    })
    .from(reconciliations)
    .innerJoin(
      gatewayInstances,
      and(
        eq(gatewayInstances.orgId, reconciliations.orgId),
        eq(gatewayInstances.id, reconciliations.gatewayInstanceId),
      ),
    )
    .where(
      and(
        eq(reconciliations.orgId, orgId),
        sql`${reconciliations.id} in (
          select distinct on (gateway_instance_id) id from reconciliations
          where org_id = ${orgId} and ended_at is not null
          order by gateway_instance_id, created_at desc, id desc
        )`,
      ),
    )
    .orderBy(asc(gatewayInstances.displayName), asc(gatewayInstances.id))
  const left = await tx
    .select()
    .from(reconciliationDifferences)
    .where(
      and(
        eq(reconciliationDifferences.orgId, orgId),
        inArray(
          reconciliationDifferences.reconciliationId,
          last.map(({ id }) => id),
        ),
      ),
    )
    .orderBy(asc(reconciliationDifferences.id))
    .limit(maxDifferences)
  return last.map((comparison) => ({
    ...comparison,
    differences: left.filter(({ reconciliationId }) => reconciliationId === comparison.id),
  }))
}
