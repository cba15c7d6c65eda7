import type { SandboxCard } from '../../contract/extensions/payments'
import { attemptLife } from '../../machines/lives/attemptLife'
import { whyNot } from '../../machines/lives/life'
import { declineReasons } from '../../contract/rules/declineReasons'
import { whyNotTestCard } from '../../contract/rules/testCards'
import { newToken } from '../auth/sessions'
import type { Database } from '../db/database'
import { hasKey } from '../db/keys'
import { orders } from '../db/schema/orders'
import { paymentAttempts, refunds } from '../db/schema/payments'
import { paymentLinks } from '../db/schema/paymentLinks'
import { transactions } from '../db/schema/transactions'
import { tokenHash } from '../db/tokens'
import type { Transaction } from '../db/transactions'
import { invalid, notFound, Refusal } from '../http/errors'
import { inTime } from '../inTime'
import { reasonOf } from '../log'
import type { Secrets } from '../secrets'
import { InProgress, nextAsk, noGateway, settle, storeAttempt } from './attempts'
import {
  type AskedAttempt,
  type AttemptStatus,
  type Driver,
  type GatewayAccount,
  GatewayRefused,
} from './drivers/driver'
import { accountOf } from './gateways'
import type { Link } from '../paymentLinks/record'
import { isLive, type KnownAttempt } from './record'
import { settleRefund } from './refunding'

export interface PayingOptions {
  database: Pick<Database, 'tenant' | 'system'>
  secrets: Secrets
  publicUrl: string
  drivers: Readonly<Record<GatewayAccount['kind'], Driver>>
  now: () => Date
  /** Tells whoever runs the server of what must not happen, and of gateways that do not answer. */
  log: (message: string) => void
  nudgeOutbox?: () => void
}

/** What is done with gateways; none of it holds a transaction while a gateway is waited for. */
export interface Paying {
  /** Pays through a link. Rejects with a refusal; what the gateway said is kept. */
  pay: (link: Link, attemptId: string, card: SandboxCard | undefined) => Promise<void>
  answerBank: (link: Link, attemptId: string, isApproved: boolean) => Promise<void>
  /** Asks the gateway what became of an attempt, or ends it when it is not wanted any more; whether that told anything. */
  ask: (orgId: string, attemptId: string) => Promise<boolean>
  /**
   * Asks the gateway for a refund that is stored; asked again, it refunds once, or tells that what it had refunded came
   * back. Whether that told anything.
   */
  refund: (orgId: string, refundId: string) => Promise<boolean>
  accountOf: (orgId: string, gatewayInstanceId: string) => Promise<(GatewayAccount & { driver: Driver }) | undefined>
  /** Tries the key of an account as its driver does; an answer that comes too late is none. */
  tryKey: (account: GatewayAccount) => Promise<void>
}

/** Longer than the slowest gateway that still answers. */
const patience = 25_000

export function createPaying(options: PayingOptions): Paying {
  const { database, secrets, publicUrl, drivers, now, log, nudgeOutbox = () => undefined } = options

  const withDriver = (tx: Transaction, orgId: string, gatewayInstanceId: string) =>
    accountOf(tx, secrets, orgId, gatewayInstanceId)

  /** All that a gateway is told of an attempt. */
  async function askedOf(tx: Transaction, attempt: KnownAttempt): Promise<AskedAttempt> {
    const { orgId, id: attemptId, orderId, amountCents, currency, session, reference, createdAt, returnToken } = attempt
    const [found] = await tx
      .select({ number: orders.number, email: orders.customerEmail, expiresAt: paymentLinks.expiresAt })
      .from(orders)
      .innerJoin(paymentLinks, hasKey(paymentLinks, orgId, attempt.linkId))
      .where(hasKey(orders, orgId, orderId))
    if (!found) throw new Error('an attempt without an order')
    return {
      attemptId,
      orderId,
      orderNumber: found.number,
      amountCents,
      currency,
      customerEmail: found.email,
      // Told once, when the session is made.
      returnUrl: returnToken === null || session !== null ? '' : `${publicUrl}/pay/${secrets.unseal(returnToken)}`,
      createdAt,
      expiresAt: found.expiresAt,
      session,
      reference,
    }
  }

  /** Keeps what was told, and asks for the refunds that follow from it. */
  async function keep(orgId: string, attemptId: string, told: AttemptStatus | undefined): Promise<boolean> {
    const settled = await database.tenant(orgId, (tx) =>
      settle(tx, { orgId, attemptId, now: now(), publicUrl, shout: log }, told),
    )
    if (settled?.isChanged === true) nudgeOutbox()
    for (const refundId of settled?.refundIds ?? []) await refund(orgId, refundId)
    return settled?.isChanged ?? false
  }

  /** What the gateway tells; undefined when it does not, or nothing that can be understood. */
  async function told(what: string, answer: Promise<AttemptStatus>): Promise<AttemptStatus | undefined> {
    try {
      return await inTime(answer, patience)
    } catch (error) {
      if (error instanceof GatewayRefused) throw error
      log(`${what}: the gateway did not answer: ${reasonOf(error)}`)
      return undefined
    }
  }

  async function load(orgId: string, attemptId: string) {
    return database.tenant(orgId, async (tx) => {
      const [attempt] = await tx
        .select()
        .from(paymentAttempts)
        .where(hasKey(paymentAttempts, orgId, attemptId))
      const account = attempt && (await withDriver(tx, orgId, attempt.gatewayInstanceId))
      return attempt && account ? { attempt, account, asked: await askedOf(tx, attempt) } : undefined
    })
  }

  async function begin(link: Link, attemptId: string, card: SandboxCard | undefined) {
    return database.tenant(link.orgId, async (tx) => {
      const { gatewayInstanceId } = link
      const account = gatewayInstanceId === null ? undefined : await withDriver(tx, link.orgId, gatewayInstanceId)
      if (!account?.isEnabled) throw noGateway()
      refuseCard(account.kind, card)
      // Somebody who comes back from a page of the gateway's own has a token of their own, as the link's is not kept.
      const token = account.kind === 'sandbox' ? undefined : newToken()
      const returning = token === undefined ? undefined : { hash: tokenHash(token), sealed: secrets.seal(token) }
      const { attempt, isNew } = await storeAttempt(tx, link, attemptId, now(), returning)
      return { account, isNew, asked: await askedOf(tx, attempt) }
    })
  }

  async function pay(link: Link, attemptId: string, card: SandboxCard | undefined): Promise<void> {
    const begun = await begin(link, attemptId, card).catch(async (error: unknown) => {
      if (!(error instanceof InProgress) || error.unwanted.length === 0) throw error
      // An attempt that was begun through a link that has ended is ended first.
      for (const unwanted of error.unwanted) await ask(link.orgId, unwanted)
      return begin(link, attemptId, card)
    })
    const { account, asked, isNew } = begun
    if (!isNew) return
    const driver = drivers[account.kind]
    const status = await told(`Attempt ${attemptId}`, driver.createSession(account, asked, card)).catch(
      (error: unknown): AttemptStatus => {
        if (!(error instanceof GatewayRefused)) throw error
        log(`Attempt ${attemptId}: the gateway refused: ${error.message}`)
        return {
          state: 'declined',
          session: null,
          reference: null,
          reasonCode: error.code in declineReasons ? error.code : 'gateway_refused',
        }
      },
    )
    await keep(link.orgId, attemptId, status)
  }

  async function answerBank(link: Link, attemptId: string, isApproved: boolean): Promise<void> {
    const loaded = await load(link.orgId, attemptId)
    if (loaded?.attempt.linkId !== link.id) throw notFound('Attempt')
    const { attempt, account, asked } = loaded
    const driver = drivers[account.kind]
    if (attempt.state !== 'action_required' || attempt.action !== 'bank' || !driver.answerBank) {
      const why = whyNot(attemptLife, attempt.state, { type: 'ask' }) ?? 'The bank has asked nothing.'
      throw new Refusal(409, 'not_possible', why)
    }
    await keep(link.orgId, attemptId, await told(`Attempt ${attemptId}`, driver.answerBank(account, asked, isApproved)))
  }

  async function ask(orgId: string, attemptId: string): Promise<boolean> {
    const loaded = await load(orgId, attemptId)
    if (!loaded) return false
    const { attempt, account, asked } = loaded
    const driver = drivers[account.kind]
    const isEnded = attempt.isUnwanted && isLive(attempt)
    const answer = isEnded ? driver.expireSession(account, asked) : driver.fetchStatus(account, asked)
    const status = await told(`Attempt ${attemptId}`, answer).catch((error: unknown) => {
      log(`Attempt ${attemptId}: the gateway refused to tell: ${reasonOf(error)}`)
      return undefined
    })
    await postpone(paymentAttempts, orgId, attemptId)
    return status === undefined ? false : keep(orgId, attemptId, status)
  }

  /** Asked once more, later and later. */
  async function postpone(table: typeof paymentAttempts | typeof refunds, orgId: string, id: string): Promise<void> {
    await database.tenant(orgId, async (tx) => {
      const [row] = await tx
        .select({ asks: table.asks, askAt: table.askAt })
        .from(table)
        .where(hasKey(table, orgId, id))
        .for('update')
      if (!row?.askAt) return
      await tx
        .update(table)
        .set({ asks: row.asks + 1, askAt: nextAsk(row.asks, now()) })
        .where(hasKey(table, orgId, id))
    })
  }

  async function refund(orgId: string, refundId: string): Promise<boolean> {
    const loaded = await database.tenant(orgId, async (tx) => {
      const [found] = await tx
        .select()
        .from(refunds)
        .where(hasKey(refunds, orgId, refundId))
      if (!found || found.state === 'failed') return undefined
      const [charge] = await tx
        .select({ reference: transactions.reference })
        .from(transactions)
        .where(hasKey(transactions, orgId, found.chargeId))
      const account = await withDriver(tx, orgId, found.gatewayInstanceId)
      return account && { found, account, chargeReference: charge?.reference ?? '' }
    })
    if (!loaded) return false
    const { found, account, chargeReference } = loaded
    const { amountCents, currency, reference } = found
    const asked = { refundId, chargeReference, amountCents, currency, reference }
    try {
      const status = await inTime(drivers[account.kind].refund(account, asked), patience)
      if (status.state === 'pending') await postpone(refunds, orgId, refundId)
      return await database.tenant(orgId, (tx) => settleRefund(tx, { orgId, refundId, now: now(), publicUrl }, status))
    } catch (error) {
      // A gateway that refuses to tell of a refund that was made says nothing about it.
      if (error instanceof GatewayRefused && reference === null) {
        const failed = { state: 'failed' as const, reference: null, reason: error.message }
        return database.tenant(orgId, (tx) => settleRefund(tx, { orgId, refundId, now: now(), publicUrl }, failed))
      }
      log(`Refund ${refundId}: the gateway did not answer: ${reasonOf(error)}`)
      await postpone(refunds, orgId, refundId)
      return false
    }
  }

  return {
    pay,
    answerBank,
    ask,
    refund,
    accountOf: async (orgId, gatewayInstanceId) => {
      const account = await database.tenant(orgId, (tx) => withDriver(tx, orgId, gatewayInstanceId))
      return account && { ...account, driver: drivers[account.kind] }
    },
    tryKey: (account) => inTime(drivers[account.kind].tryKey(account), patience),
  }
}

function refuseCard(kind: GatewayAccount['kind'], card: SandboxCard | undefined): void {
  if (kind !== 'sandbox') {
    if (card) throw invalid([{ path: 'body.card', message: 'This gateway asks for the card on its own page' }])
    return
  }
  if (!card) throw invalid([{ path: 'body.card', message: 'Type a test card' }])
  const message = whyNotTestCard(card.cardNumber)
  if (message !== undefined) throw invalid([{ path: 'body.card.cardNumber', message }])
}
