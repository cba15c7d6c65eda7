import { expect } from 'vitest'
import { sql } from 'drizzle-orm'
import { uuidv7 } from 'uuidv7'
import type { OrderPayments, Payment } from '../../../contract/extensions/payments'
import type { PaymentLinkMade } from '../../../contract/paymentLinks'
import type { OrderRecord } from '../../../contract/extensions/orders'
import { type Config, readConfig } from '../../../server/config'
import type { Database } from '../../../server/db/database'
import { gatewayInstances } from '../../../server/db/schema/gateways'
import type { Driver } from '../../../server/payments/drivers/driver'
import { createDrivers } from '../../../server/payments/drivers/drivers'
import { sealedSecrets } from '../../../server/payments/gateways'
import type { PayingOptions } from '../../../server/payments/paying'
import { createPaying, type Paying } from '../../../server/payments/paying'
import { paymentRound } from '../../../server/payments/jobs'
import { type Reconciled, reconcile } from '../../../server/payments/reconcile'
import { passingSecrets, type Secrets } from '../../../server/secrets'
import { openShop, type TestShop } from '../shop'
import { type Answer, demo, type Started, startOn } from '../http/start'

export const cards = {
  good: '4242 4242 4242 4242',
  declined: '4000 0000 0000 0002',
  insufficient: '4000 0000 0000 9995',
  asks: '4000 0025 0000 3155',
  slow: '4000 0000 0000 0077',
  lost: '4000 0000 0000 0119',
}

export const dataOf = <Data>(answer: Answer & { body: { data?: Data } | object }): Data => {
  expect(answer).toMatchObject({ status: 200 })
  return (answer.body as { data: Data }).data
}

async function addGateway(database: Database, orgId: string, kind: 'sandbox' | 'stripe', secrets: string | null) {
  const id = uuidv7()
  await database.tenant(orgId, (tx) =>
    tx.insert(gatewayInstances).values({ orgId, id, displayName: 'Till', kind, secrets }),
  )
  return id
}

/** A sum of money that a gateway took. */
export interface Sum {
  cents: number
  currency: string
}

/** A shop that takes payments through a gateway of its own, at a time that a test moves. */
export class Till {
  time = new Date()
  readonly logged: string[] = []
  readonly server: Started
  readonly shop: TestShop
  readonly gatewayId: string
  readonly paying: Paying
  readonly secrets: Secrets

  private constructor(server: Started, shop: TestShop, gatewayId: string, paying: Paying, secrets: Secrets) {
    this.server = server
    this.shop = shop
    this.gatewayId = gatewayId
    this.paying = paying
    this.secrets = secrets
  }

  /** On a node of its own over the database of a server, so that its time is its own. */
  static async open(
    base: Started,
    more: {
      drivers?: (now: () => Date) => PayingOptions['drivers']
      /** What the sandbox does otherwise than the real one. */
      sandbox?: (real: Driver) => Partial<Driver>
      kind?: 'sandbox' | 'stripe'
      sealed?: (secrets: Secrets) => string
      email?: string
      config?: Config
    } = {},
  ): Promise<Till> {
    const { database } = base
    const holder: { till?: Till } = {}
    const now = () => holder.till?.time ?? new Date()
    const secrets = passingSecrets()
    const real = more.drivers?.(now) ?? createDrivers({ database, now, pause: async () => undefined })
    const drivers = { ...real, sandbox: { ...real.sandbox, ...more.sandbox?.(real.sandbox) } }
    const { kind = 'sandbox', email = demo, config = readConfig({ NODE_ENV: 'test' }) } = more
    const server = await startOn(database, { now, secrets, drivers, config, pause: async () => undefined })
    const shop = await openShop(server, email)
    const gatewayId = await addGateway(database, shop.orgId, kind, more.sealed?.(secrets) ?? null)
    const log = (message: string) => void holder.till?.logged.push(message)
    const paying = createPaying({ database, secrets, publicUrl: 'http://localhost:3000', drivers, now, log })
    const till = new Till(server, shop, gatewayId, paying, secrets)
    holder.till = till
    return till
  }

  /** One more gateway, with secrets of its own; its id. */
  addGateway(kind: 'sandbox' | 'stripe', values: Readonly<Record<string, string>>): Promise<string> {
    return addGateway(this.server.database, this.shop.orgId, kind, sealedSecrets(this.secrets, values))
  }

  later(seconds: number): void {
    this.time = new Date(this.time.getTime() + seconds * 1_000)
  }

  /** One round of what servers do by themselves. */
  round(): Promise<number> {
    const { database } = this.server
    return paymentRound({ database, paying: this.paying, now: () => this.time, log: () => undefined })
  }

  /** As many rounds, so many seconds apart, as it takes until all that has come due is done. */
  async rounds(apart = 10): Promise<void> {
    for (let round = 0; round < 3; round += 1) {
      await this.round()
      this.later(apart)
    }
  }

  staff(method: string, path: string, body?: object, headers: Record<string, string> = {}): Promise<Answer> {
    return this.server.call(method, path, { token: this.shop.token, body, headers })
  }

  /** A new order of so many units for 20 each. */
  async order(
    quantity = 2,
    stock = 10,
    offer: Parameters<TestShop['addOffer']>[1] = {},
  ): Promise<{ id: string; productId: string; offerId: string }> {
    const productId = await this.shop.addProduct(stock)
    const offerId = await this.shop.addOffer(productId, offer)
    const placed = await this.staff('POST', '/orders', this.shop.placement([{ offerId, quantity }]))
    return { id: dataOf<OrderRecord>(placed).id, productId, offerId }
  }

  /** The token of a new link to the order. */
  async link(orderId: string, more: { mail?: boolean } = {}): Promise<string> {
    const body = { mail: more.mail ?? false, gatewayInstanceId: this.gatewayId }
    const made = dataOf<PaymentLinkMade>(await this.staff('POST', `/orders/${orderId}/payment-links`, body))
    return made.linkUrl.slice(made.linkUrl.lastIndexOf('/') + 1)
  }

  pay(token: string, cardNumber: string | undefined = cards.good, attemptId: string = uuidv7()): Promise<Answer> {
    const card = { cardNumber, expiry: '12/99', securityCode: '123' }
    return this.server.call('POST', `/payments/${token}/attempts`, { body: { attemptId, card } })
  }

  answer(token: string, attemptId: string, approved: boolean): Promise<Answer> {
    return this.server.call('POST', `/payments/${token}/attempts/${attemptId}/answer`, { body: { approved } })
  }

  async payment(token: string): Promise<Payment> {
    return dataOf<Payment>(await this.server.call('GET', `/payments/${token}`))
  }

  async payments(orderId: string): Promise<OrderPayments> {
    return dataOf<OrderPayments>(await this.staff('GET', `/orders/${orderId}/payments`))
  }

  async read(orderId: string): Promise<OrderRecord> {
    return dataOf<OrderRecord>(await this.staff('GET', `/orders/${orderId}`))
  }

  refund(orderId: string, body: object, headers: Record<string, string> = {}): Promise<Answer> {
    return this.staff('POST', `/orders/${orderId}/refunds`, body, headers)
  }

  /** The gateway takes money for what has not been paid, whatever was said of it; not what was asked for, when it is told. */
  async take(attemptId: string, instead?: Sum): Promise<void> {
    await this.rows(sql`
      update sandbox_payments set state = 'succeeded', amount_cents = coalesce(${instead?.cents ?? null}::bigint, amount_cents),
        currency = coalesce(${instead?.currency ?? null}, currency), updated_at = ${this.time.toISOString()}
      where gateway_instance_id = ${this.gatewayId} and idempotency_key = ${attemptId} and state <> 'succeeded'`)
  }

  /** Compares with the gateway's books. */
  reconcile(gatewayInstanceId: string = this.gatewayId): Promise<Reconciled | undefined> {
    const { database } = this.server
    const comparing = { database, paying: this.paying, now: () => this.time, log: () => undefined }
    return reconcile(comparing, { orgId: this.shop.orgId, gatewayInstanceId })
  }

  async rows(query: ReturnType<typeof sql>): Promise<Record<string, unknown>[]> {
    return this.server.database.tenant(this.shop.orgId, async (tx) => (await tx.execute(query)).rows)
  }

  /** The sums of the ledger by account, of one order. */
  async ledger(orderId: string): Promise<Record<string, number>> {
    const rows = await this.rows(
      sql`select account, sum(amount_cents)::int as cents from ledger_entries where order_id = ${orderId} group by account`,
    )
    return Object.fromEntries(rows.map(({ account, cents }) => [String(account), Number(cents)]))
  }
}
