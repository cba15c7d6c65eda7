import { sql } from 'drizzle-orm'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { GatewayRecord } from '../../../contract/extensions/gateways'
import type { Payment } from '../../../contract/extensions/payments'
import { openSession } from '../../../server/auth/sessions'
import { memberships } from '../../../server/db/schema/organizations'
import { ledgerEntries, paymentAttempts } from '../../../server/db/schema/payments'
import { users } from '../../../server/db/schema/users'
import { orderText } from '../../../server/http/orderText'
import { GatewayRefused } from '../../../server/payments/drivers/driver'
import { sandboxPayments } from '../../../server/db/schema/sandbox'
import { sandboxSignature } from '../../../server/payments/drivers/sandbox'
import { openedSecrets, sealedSecrets } from '../../../server/payments/gateways'
import type { Secrets } from '../../../server/secrets'
import { reconcile } from '../../../server/payments/reconcile'
import { rival, startSomewhere } from '../http/start'
import { cards, dataOf, Till } from './world'

const servers = await startSomewhere()

afterAll(() => Promise.all(servers.map(({ stop }) => stop())))

const webhookSecret = 'whsec_of_a_test'

describe.each(servers)('on $kind', (base) => {
  let till: Till
  beforeAll(async () => {
    till = await Till.open(base, { sealed: (secrets) => sealedSecrets(secrets, { webhookSecret }) })
  })

  test('PY-02 LV-02 a card is paid once, and everything says so: order, transactions, ledger, parcel, receipt', async () => {
    const { id } = await till.order()
    const token = await till.link(id)
    const attemptId = uuidv7()
    expect(dataOf<Payment>(await till.pay(token, cards.good, attemptId))).toMatchObject({
      due: 0,
      canPay: false,
      attempt: { id: attemptId, state: 'succeeded', amount: 40 },
      order: { paymentStatus: 'paid', paidTotal: 40 },
    })
    // The same attempt again is answered as it is; another one is refused.
    expect(dataOf<Payment>(await till.pay(token, cards.good, attemptId))).toMatchObject({ order: { paidTotal: 40 } })
    expect(await till.pay(token)).toMatchObject({ status: 409, body: { error: { code: 'already_paid' } } })
    expect(await till.read(id)).toMatchObject({
      paymentStatus: 'paid',
      paidTotal: 40,
      transactions: [{ id: attemptId, type: 'charge', status: 'succeeded', amount: 40 }],
      fulfilments: [{ status: 'pending' }],
    })
    expect(await till.ledger(id)).toEqual({ customer: -4_000, gateway: 4_000 })
    expect((await till.payments(id)).link?.state).toBe('paid')
    expect(
      (
        await till.rows(sql`select count(*)::int as paid from sandbox_payments where idempotency_key = ${attemptId}`)
      )[0],
    ).toEqual({ paid: 1 })
    // A day later the link still shows the receipt.
    till.later(90_000)
    await till.round()
    expect(await till.payment(token)).toMatchObject({ order: { paymentStatus: 'paid' } })
    expect((await till.read(id)).status).toBe('open')
  })

  test('PY-02 a number that is no test number is refused and kept nowhere', async () => {
    const { id } = await till.order()
    const token = await till.link(id)
    expect(await till.pay(token, '4111 1111 1111 1111')).toMatchObject({
      status: 422,
      body: { error: { details: [{ path: 'body.card.cardNumber' }] } },
    })
    expect((await till.payments(id)).attempts).toEqual([])
  })

  test('LV-02 declined, then asked by the bank, told no, told yes', async () => {
    const { id } = await till.order()
    const token = await till.link(id)
    expect(dataOf<Payment>(await till.pay(token, cards.insufficient))).toMatchObject({
      canPay: true,
      attempt: { state: 'declined', reasonCode: 'insufficient_funds', reason: expect.stringContaining('not enough') },
    })
    expect((await till.payments(id)).link).toMatchObject({ state: 'declined', reason: expect.any(String) })
    const first = uuidv7()
    expect(dataOf<Payment>(await till.pay(token, cards.asks, first))).toMatchObject({
      canPay: false,
      whyNot: 'The bank has a question about this payment. Answer it first.',
      attempt: { state: 'action_required', action: { kind: 'bank' } },
    })
    expect((await till.payments(id)).link?.state).toBe('action_required')
    // A second tab can't pay meanwhile.
    expect(await till.pay(token)).toMatchObject({ status: 409, body: { error: { code: 'payment_in_progress' } } })
    expect(dataOf<Payment>(await till.answer(token, first, false)).attempt).toMatchObject({
      state: 'declined',
      reasonCode: 'authentication_failed',
    })
    expect(await till.answer(token, first, true)).toMatchObject({ status: 409 })
    const second = uuidv7()
    await till.pay(token, cards.asks, second)
    expect(dataOf<Payment>(await till.answer(token, second, true)).order).toMatchObject({ paymentStatus: 'paid' })
    const { transactions } = await till.read(id)
    expect(transactions.map(({ status }) => status)).toEqual(['failed', 'failed', 'succeeded'])
  })

  test('LI-03 PY-04 a lost answer is unknown until the gateway is asked, and nothing else is charged meanwhile', async () => {
    const { id } = await till.order()
    const token = await till.link(id)
    expect(dataOf<Payment>(await till.pay(token, cards.lost)).attempt).toMatchObject({ state: 'unknown' })
    expect(await till.read(id)).toMatchObject({ paymentStatus: 'pending', paidTotal: 0 })
    expect(await till.pay(token)).toMatchObject({ status: 409, body: { error: { code: 'payment_in_progress' } } })
    till.later(3)
    await till.round()
    expect(await till.read(id)).toMatchObject({ paymentStatus: 'paid', paidTotal: 40 })
    expect(await till.ledger(id)).toEqual({ customer: -4_000, gateway: 4_000 })
  })

  test('PY-04 two tabs at once: one pays, the other is told so', async () => {
    const { id } = await till.order()
    const token = await till.link(id)
    const answers = await Promise.all([till.pay(token), till.pay(token), till.pay(token, cards.asks)])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const paid = await till.rows(
      sql`select count(*)::int as n from sandbox_payments where idempotency_key in (select id::text from payment_attempts where order_id = ${id})`,
    )
    expect(paid).toEqual([{ n: 1 }])
  })

  test('PY-04 PM-01 an attempt is answered through its own link alone, and its id pays nothing else', async () => {
    const { id } = await till.order()
    const attemptId = uuidv7()
    await till.pay(await till.link(id), cards.asks, attemptId)
    const { id: otherId } = await till.order()
    const otherToken = await till.link(otherId)
    expect(await till.pay(otherToken, cards.good, attemptId)).toMatchObject({ status: 409 })
    expect((await till.payments(otherId)).attempts).toEqual([])
    const theirs = await Till.open(base, { email: rival })
    for (const token of [otherToken, await theirs.link((await theirs.order()).id)]) {
      expect(await till.answer(token, attemptId, true)).toMatchObject({ status: 404 })
    }
    expect((await till.payments(id)).attempts).toMatchObject([{ state: 'action_required' }])
  })

  test('PY-05 a new link ends what is under way through the one before, which opens no receipt of what the new one pays', async () => {
    const { id } = await till.order()
    const first = await till.link(id)
    await till.pay(first, cards.asks)
    const second = await till.link(id)
    expect(dataOf<Payment>(await till.pay(second))).toMatchObject({ order: { paymentStatus: 'paid' } })
    expect((await till.payments(id)).attempts.map(({ state }) => state)).toEqual(['expired', 'succeeded'])
    for (const path of [`/payments/${first}`, `/orders/token/${first}`]) {
      const answer = await till.server.call('GET', path)
      expect(answer).toMatchObject({ status: 404, body: { error: { code: 'payment_link_replaced' } } })
    }
  })

  test('PY-04 of an order that was paid and partly refunded, what comes late is given back whole', async () => {
    const { id } = await till.order()
    const late = uuidv7()
    await till.pay(await till.link(id), cards.asks, late)
    await till.pay(await till.link(id))
    dataOf(await till.refund(id, { amount: 10 }))
    // The gateway took it after all.
    await till.take(late)
    expect(await till.reconcile()).toMatchObject({ settled: expect.toSatisfy((count: number) => count >= 1) })
    expect(await till.read(id)).toMatchObject({
      paymentStatus: 'partially_refunded',
      paidTotal: 80,
      refundedTotal: 50,
    })
    expect(await till.ledger(id)).toEqual({ customer: -3_000, gateway: 3_000, refund: 0 })
  })

  test('LI-01 a link that ends unpaid ends what is under way, expires its order and gives back the stock; a new one renews it', async () => {
    const { id, productId, offerId } = await till.order(3, 3)
    const token = await till.link(id)
    await till.pay(token, cards.asks)
    till.later(86_401)
    await till.rounds()
    expect(await till.read(id)).toMatchObject({ status: 'expired', paymentStatus: 'unpaid' })
    expect((await till.payments(id)).attempts).toMatchObject([{ state: 'expired' }])
    expect(await till.shop.stockOf(productId)).toEqual({ stock: 3, moved: 3 })
    const again = await till.link(id)
    expect((await till.read(id)).status).toBe('open')
    expect(await till.shop.stockOf(productId)).toEqual({ stock: 0, moved: 0 })
    await till.staff('POST', `/orders/${id}/cancel`, {})
    expect(await till.pay(again)).toMatchObject({ status: 404, body: { error: { code: 'payment_link_cancelled' } } })
    expect(await till.shop.stockOf(productId)).toEqual({ stock: 3, moved: 3 })
    expect(await till.shop.leftOf(offerId)).toBe(1_000)
  })

  test('LI-01 an expired order is not open again when its stock is gone', async () => {
    const { id, offerId } = await till.order(3, 3)
    await till.link(id)
    till.later(86_401)
    await till.round()
    await till.round()
    expect((await till.read(id)).status).toBe('expired')
    dataOf(await till.staff('POST', '/orders', till.shop.placement([{ offerId, quantity: 1 }])))
    expect(await till.staff('POST', `/orders/${id}/payment-links`, { mail: false })).toMatchObject({
      status: 409,
      body: { message: 'What was ordered is no longer in stock.' },
    })
  })

  test('LI-01 PY-04 what is paid late for an expired order opens it again, and takes its goods while they are there', async () => {
    const { id, productId } = await till.order(3, 3)
    const attemptId = uuidv7()
    await till.pay(await till.link(id), cards.asks, attemptId)
    till.later(86_401)
    await till.rounds()
    expect((await till.read(id)).status).toBe('expired')
    expect(await till.shop.stockOf(productId)).toEqual({ stock: 3, moved: 3 })
    await till.take(attemptId)
    await till.reconcile()
    expect(await till.read(id)).toMatchObject({ status: 'open', paymentStatus: 'paid', refundedTotal: 0 })
    expect(await till.shop.stockOf(productId)).toEqual({ stock: 0, moved: 0 })
  })

  test('LI-01 PY-04 what is paid late for an expired order whose goods are gone is given back', async () => {
    const { id, productId, offerId } = await till.order(3, 3)
    const attemptId = uuidv7()
    await till.pay(await till.link(id), cards.asks, attemptId)
    till.later(86_401)
    await till.rounds()
    dataOf(await till.staff('POST', '/orders', till.shop.placement([{ offerId, quantity: 1 }])))
    await till.take(attemptId)
    await till.reconcile()
    expect(await till.read(id)).toMatchObject({ status: 'expired', paymentStatus: 'refunded', fulfilments: [] })
    expect(await till.ledger(id)).toEqual({ customer: 0, gateway: 0, refund: 0 })
    expect(await till.shop.stockOf(productId)).toEqual({ stock: 2, moved: 2 })
  })

  test('LI-01 an order does not expire while the gateway has not said what became of its payment', async () => {
    let isDown = false
    const own = await Till.open(base, {
      sandbox: (real) => ({
        expireSession: async (...asked) => {
          if (isDown) throw new Error('the gateway is down')
          return real.expireSession(...asked)
        },
      }),
    })
    const { id } = await own.order()
    await own.pay(await own.link(id), cards.asks)
    isDown = true
    own.later(86_401)
    await own.rounds(100)
    expect((await own.read(id)).status).toBe('open')
    isDown = false
    await own.rounds(100)
    expect((await own.read(id)).status).toBe('expired')
  })

  test('LI-03 what never came to the gateway is nothing in the end: no charge is pending, and it can be paid', async () => {
    let isDown = true
    const own = await Till.open(base, {
      sandbox: (real) => ({
        createSession: async (...asked) => {
          if (isDown) throw new Error('the gateway is down')
          return real.createSession(...asked)
        },
      }),
    })
    const { id } = await own.order()
    const token = await own.link(id)
    const attemptId = uuidv7()
    expect(dataOf<Payment>(await own.pay(token, cards.good, attemptId)).attempt).toMatchObject({ state: 'unknown' })
    expect(await own.read(id)).toMatchObject({ paymentStatus: 'pending', transactions: [{ status: 'pending' }] })
    isDown = false
    await own.paying.ask(own.shop.orgId, attemptId)
    expect(await own.read(id)).toMatchObject({ paymentStatus: 'unpaid', transactions: [{ status: 'failed' }] })
    expect(dataOf<Payment>(await own.pay(token))).toMatchObject({ due: 0, order: { paymentStatus: 'paid' } })
    expect(await own.staff('POST', `/orders/${id}/payment-links/end`, {})).toMatchObject({ status: 409 })
  })

  test('PY-04 an order that is cancelled while it is paid gives the money back by itself', async () => {
    const { id } = await till.order()
    const token = await till.link(id)
    const attemptId = uuidv7()
    await till.pay(token, cards.asks, attemptId)
    dataOf(await till.staff('POST', `/orders/${id}/cancel`, {}))
    // The bank was answered before the gateway heard of the end.
    await till.answer(token, attemptId, true)
    expect(await till.read(id)).toMatchObject({ status: 'cancelled', paymentStatus: 'refunded', refundedTotal: 40 })
    expect(await till.ledger(id)).toEqual({ customer: 0, gateway: 0, refund: 0 })
  })

  test('OR-03 LI-04 refunds by lines and amounts are capped, split, put back, and made once for a key', async () => {
    const { id, productId } = await till.order(3, 5)
    await till.pay(await till.link(id))
    const order = await till.read(id)
    const itemId = order.items[0]?.id ?? ''
    const key = { 'idempotency-key': uuidv7() }
    const one = { lines: [{ itemId, quantity: 1 }], restock: true, reason: 'Broken' }
    for (let times = 0; times < 2; times += 1) {
      expect(dataOf(await till.refund(id, one, key))).toMatchObject({
        refundable: 40,
        refunds: [{ state: 'succeeded', amount: 20, reason: 'Broken' }],
      })
    }
    expect(await till.shop.stockOf(productId)).toEqual({ stock: 3, moved: 3 })
    expect(await till.refund(id, { lines: [{ itemId, quantity: 3 }] })).toMatchObject({
      status: 422,
      body: { message: 'At most 2 can be refunded' },
    })
    expect(await till.refund(id, { amount: 40.01 })).toMatchObject({ status: 409 })
    const both = await Promise.all([till.refund(id, { amount: 30 }), till.refund(id, { amount: 30 })])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    dataOf(await till.refund(id, { amount: 10 }))
    expect(await till.refund(id, { amount: 0.01 })).toMatchObject({
      status: 409,
      body: { message: 'There is nothing left to refund.' },
    })
    expect(await till.read(id)).toMatchObject({ paymentStatus: 'refunded', paidTotal: 60, refundedTotal: 60 })
    expect(await till.ledger(id)).toEqual({ customer: 0, gateway: 0, refund: 0 })
    // What a refund has put back is not put back again.
    dataOf(await till.staff('POST', `/orders/${id}/cancel`, {}))
    expect(await till.shop.stockOf(productId)).toEqual({ stock: 5, moved: 5 })
  })

  test('ML-04 link, receipt and refund are mailed, each with what is charged; the receipt is opened from the mail', async () => {
    const { id } = await till.order(2, 5, { shipPriceCents: 500 })
    const mails = async () => {
      const list = `/mails?organizationId=${till.shop.orgId}&orderId=${id}`
      const rows = dataOf<{ id: string; event: string }[]>(await till.staff('GET', list))
      const read = async (mail: { id: string }) =>
        dataOf<{ mailText: string }>(await till.staff('GET', `/mails/${mail.id}`)).mailText
      return Promise.all(rows.toReversed().map(async (row) => [row.event, await read(row)] as const))
    }
    const newest = async (event: string): Promise<string> => {
      const all = await mails()
      expect(all.at(-1)?.[0]).toBe(event)
      return all.at(-1)?.[1] ?? ''
    }
    const shown = (amount: number) => `$${amount.toFixed(2)}`
    const token = await till.link(id, { mail: true })
    const { total, shippingTotal, taxTotal } = await till.read(id)
    const asked = await newest('order.payment_link.created')
    for (const line of [
      `Pay ${shown(total ?? 0)}: `,
      `/pay/${token}`,
      `Shipping ${shown(shippingTotal ?? 0)}`,
      `Total ${shown(total ?? 0)}`,
    ])
      expect(asked).toContain(line)
    if (taxTotal) expect(asked).toMatch(new RegExp(`[Tt]ax \\(.*\\) \\${shown(taxTotal)}`))
    await till.pay(token)
    const receipt = await newest('order.completed')
    expect(receipt).toContain(`Total ${shown(total ?? 0)}`)
    expect(receipt).toContain(`Paid (Visa ending in 4242) ${shown(total ?? 0)}`)
    const [, opened = ''] = /See receipt: \S+\/pay\/(\S+)/.exec(receipt) ?? []
    expect(await till.payment(opened)).toMatchObject({ due: 0, order: { id, paymentStatus: 'paid' } })
    expect((await till.payment(opened)).refundedAt).toBeNull()
    dataOf(await till.refund(id, { amount: 10 }))
    expect(await till.payment(opened)).toMatchObject({
      refundedAt: expect.any(String),
      order: { paymentStatus: 'partially_refunded', refundedTotal: 10 },
    })
    const refund = await newest('order.refunded')
    expect(refund).toContain('Refunded now -$10.00')
    expect(refund).toContain(`Paid after refunds ${shown((total ?? 0) - 10)}`)
    expect(await mails()).toHaveLength(3)
  })

  test('PY-06 a receipt has the seller with address and tax number, the card, the tax rate and every refund', async () => {
    const query = `organizationId=${till.shop.orgId}`
    const [seller] = dataOf<{ id: string; address: string }[]>(await till.staff('GET', `/sellers?${query}`))
    const told = { address: '1 <Camp> Road\n\nAustin, TX', taxNumber: 'TX & 42' }
    dataOf(await till.staff('PUT', `/sellers/${seller?.id}`, told))
    const { id } = await till.order(1, 50)
    const token = await till.link(id)
    const asked = await till.payment(token)
    expect(asked.order).toMatchObject({ seller: told, paidBy: null, refunds: [] })
    await till.pay(token)
    for (const amount of [2, 3]) dataOf(await till.refund(id, { amount }))
    const { order } = await till.payment(token)
    expect(order).toMatchObject({ paidBy: { brand: 'Visa', last4: '4242' }, refunds: [{ amount: 2 }, { amount: 3 }] })
    // Without JavaScript it is the same, and text stays text.
    const { body } = await till.server.call('GET', `/orders/token/${token}`)
    const text = orderText(JSON.stringify(body))
    for (const line of ['Visa ending in 4242', '1 &lt;Camp&gt; Road, Austin, TX', 'TX &amp; 42', '-$2.00', '-$3.00'])
      expect(text).toContain(line)
    expect(text).toMatch(/Refunded on \w+ \d+, \d{4}/)
    expect(text).not.toContain('<Camp>')
    // No more of a card is kept than is told, wherever it is.
    const kept = await till.server.database.tenant(till.shop.orgId, async (tx) => [
      ...(await tx.select().from(paymentAttempts)),
      ...(await tx.select().from(sandboxPayments)),
    ])
    expect(JSON.stringify(kept)).not.toContain('4242424242424242')
    await till.staff('PUT', `/sellers/${seller?.id}`, { address: '', taxNumber: '' })
    expect((await till.payment(token)).order.seller).toMatchObject({ address: '', taxNumber: '' })
    expect(orderText(JSON.stringify((await till.server.call('GET', `/orders/token/${token}`)).body))).not.toContain(
      'Tax number',
    )
  })

  test('OR-03 LI-04 what could not be refunded is so another time: its units, its shipping, and in stock once', async () => {
    let isRefusing = false
    const own = await Till.open(base, {
      sandbox: (real) => ({
        refund: async (...asked) => {
          if (isRefusing) throw new GatewayRefused('card_gone', 'The card is no longer there')
          return real.refund(...asked)
        },
      }),
    })
    const { id, productId } = await own.order(3, 3, { shipPriceCents: 500 })
    await own.pay(await own.link(id))
    const order = await own.read(id)
    const itemId = order.items[0]?.id ?? ''
    const paid = 60 + (order.shippingTotal ?? 0)
    expect(order).toMatchObject({ paidTotal: paid, shippingTotal: expect.toSatisfy((sum: number) => sum > 0) })
    const two = { lines: [{ itemId, quantity: 2 }], shippingAmount: order.shippingTotal, restock: true }
    isRefusing = true
    expect(dataOf(await own.refund(id, two))).toMatchObject({
      refundable: paid,
      refundedLines: [],
      refunds: [{ state: 'failed', failure: 'The card is no longer there' }],
    })
    const all = { customer: -paid * 100, gateway: paid * 100, refund: 0 }
    expect(await own.ledger(id)).toEqual(all)
    isRefusing = false
    expect(dataOf(await own.refund(id, two))).toMatchObject({ refundable: 20 })
    // Shipping has been given back, and of three units two are back in stock already.
    const last = { lines: [{ itemId, quantity: 1 }], shipping: true, restock: true }
    expect(dataOf(await own.refund(id, last))).toMatchObject({ refundable: 0 })
    expect(await own.shop.stockOf(productId)).toEqual({ stock: 3, moved: 3 })
    expect(await own.read(id)).toMatchObject({ paymentStatus: 'refunded', refundedTotal: paid })
    expect(await own.ledger(id)).toEqual({ customer: 0, gateway: 0, refund: 0 })
  })

  test('OR-03 shipping is refunded in parts, and what was refunded of it is told', async () => {
    const { id } = await till.order(3, 3, { shipPriceCents: 500 })
    await till.pay(await till.link(id))
    const { items, paidTotal, shippingTotal } = await till.read(id)
    const itemId = items[0]?.id ?? ''
    expect([paidTotal, shippingTotal]).toEqual([65, 5])
    const one = { lines: [{ itemId, quantity: 1 }] }
    expect(dataOf(await till.refund(id, { ...one, shipping: true }))).toMatchObject({
      refundable: 43.34,
      refundedLines: [{ itemId, units: 1, hasShipping: true, shipping: 1.66 }],
    })
    expect(await till.refund(id, { ...one, shippingAmount: 3.35 })).toMatchObject({
      status: 422,
      body: {
        error: {
          details: [{ path: 'body.shippingAmount', message: 'At most $3.34 of their shipping can be refunded' }],
        },
      },
    })
    expect(dataOf(await till.refund(id, one))).toMatchObject({ refundable: 23.34 })
    expect(dataOf(await till.refund(id, { ...one, shippingAmount: 3.34 }))).toMatchObject({ refundable: 0 })
    expect(await till.read(id)).toMatchObject({ paymentStatus: 'refunded', refundedTotal: 65 })
    expect(await till.ledger(id)).toEqual({ customer: 0, gateway: 0, refund: 0 })
  })

  test('OR-02 OR-03 LI-01 a paid order is cancelled and refunded in one step, whatever was refunded before', async () => {
    const [whole, part] = [await till.order(), await till.order()]
    const token = await till.link(whole.id)
    for (const one of [token, await till.link(part.id)]) await till.pay(one)
    await till.staff('POST', `/orders/${part.id}/refunds`, { amount: 10 }, { 'idempotency-key': uuidv7() })
    expect(await till.staff('POST', `/orders/${whole.id}/cancel`, {})).toMatchObject({
      status: 409,
      body: { message: 'Refund what has been paid first.' },
    })
    for (const { id } of [whole, part]) {
      const answer = await till.staff('POST', `/orders/${id}/cancel`, { refund: true, reason: 'Changed their mind' })
      expect(answer).toMatchObject({ status: 200, body: { data: { id, status: 'cancelled', refundable: 0 } } })
      expect(await till.read(id)).toMatchObject({ status: 'cancelled', paymentStatus: 'refunded' })
    }
    expect((await till.payments(part.id)).refunds).toMatchObject([{ amount: 10 }, { state: 'succeeded' }])
    expect(await till.server.call('GET', `/payments/${token}`)).toMatchObject({
      body: { data: { canPay: false, whyNot: 'This order has been cancelled, and what was paid is given back.' } },
    })
  })

  test('ST-02 OR-03 agents give back of an order what owners let them, however it is asked for, and no cent more', async () => {
    const { server, shop } = till
    const agent = await server.database.system(async (tx) => {
      const [user] = await tx
        .insert(users)
        .values({ email: 'agent@till.example', name: 'Ines', passwordHash: '' })
        .returning({ id: users.id })
      const userId = user?.id ?? expect.fail('no user was inserted')
      await tx.insert(memberships).values({ orgId: shop.orgId, userId, role: 'agent' })
      return openSession(tx, userId)
    })
    const refund = (id: string, body: object) =>
      server.call('POST', `/orders/${id}/refunds`, { token: agent, body, headers: { 'idempotency-key': uuidv7() } })
    const cancel = (id: string) =>
      server.call('POST', `/orders/${id}/cancel`, { token: agent, body: { refund: true, reason: '' } })
    const settle = async (refundLimit: number) =>
      dataOf(await till.staff('PUT', `/organizations/${shop.orgId}/permissions`, { refundLimit }))
    const [first, second, unpaid] = [await till.order(), await till.order(), await till.order()]
    for (const { id } of [first, second]) await till.pay(await till.link(id))
    const none = { status: 403, body: { message: 'Only an owner can refund orders.', error: { code: 'forbidden' } } }
    expect(await refund(first.id, { amount: 0.01 })).toMatchObject(none)
    expect(await cancel(first.id)).toMatchObject(none)
    expect(await cancel(unpaid.id)).toMatchObject(none)
    expect(await server.call('POST', `/orders/${unpaid.id}/cancel`, { token: agent, body: {} })).toMatchObject({
      status: 200,
    })
    await settle(20.01)
    const message = 'You can refund $20.01 of an order at most. An owner can refund more.'
    const tooMuch = { status: 403, body: { message } }
    expect(await refund(first.id, { amount: 20.02 })).toMatchObject(tooMuch)
    expect(await cancel(first.id)).toMatchObject(tooMuch)
    const itemId = (await till.read(first.id)).items[0]?.id
    expect(await refund(first.id, { lines: [{ itemId, quantity: 1 }] })).toMatchObject({ status: 200 })
    const both = await Promise.all([refund(first.id, { amount: 0.01 }), refund(first.id, { amount: 0.01 })])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 403])
    // What an owner gave back counts, too; and an owner gives back the rest.
    dataOf(await till.refund(second.id, { amount: 20.01 }))
    expect(await refund(second.id, { amount: 0.01 })).toMatchObject(tooMuch)
    dataOf(await till.refund(second.id, { amount: 19.99 }))
    expect(await till.read(second.id)).toMatchObject({ refundedTotal: 40 })
    await settle(0)
  })

  test('OR-03 an outdated refund, and one of an order that was never paid, are refused', async () => {
    const { id } = await till.order()
    expect(await till.refund(id, { amount: 1 })).toMatchObject({ status: 409 })
    await till.pay(await till.link(id), cards.declined)
    expect(await till.refund(id, { amount: 1 })).toMatchObject({ status: 409 })
    expect(await till.refund(id, { amount: 1 }, { 'if-match': '"99"' })).toMatchObject({
      status: 409,
      body: { error: { code: 'outdated' } },
    })
    expect(await till.refund(id, { lines: [{ itemId: uuidv7(), quantity: 1 }] })).toMatchObject({ status: 422 })
    expect(await till.refund(id, {})).toMatchObject({ status: 422 })
  })

  const tell = (body: object, more: { secret?: string; at?: Date; kind?: string; id?: string } = {}) => {
    const text = JSON.stringify(body)
    const { secret = webhookSecret, at = till.time, kind = 'sandbox', id = till.gatewayId } = more
    return till.server.call('POST', `/webhooks/${kind}/${id}`, {
      body: text,
      headers: { 'sandbox-signature': sandboxSignature(secret, text, at) },
    })
  }

  test('GW-04 messages of gateways: signed, of this account, lately, once, in any order', async () => {
    const { id } = await till.order()
    const token = await till.link(id)
    const attemptId = uuidv7()
    await till.pay(token, cards.lost, attemptId)
    const event = {
      id: `evt_${attemptId}`,
      type: 'payment.succeeded',
      account: till.gatewayId,
      payment: { key: attemptId },
    }
    expect(await tell(event, { secret: 'another' })).toMatchObject({ status: 400 })
    for (const wrong of [-301_000, 301_000])
      expect(await tell(event, { at: new Date(till.time.getTime() + wrong) })).toMatchObject({ status: 400 })
    expect(await tell({ ...event, account: uuidv7() })).toMatchObject({ status: 400 })
    expect(await tell(event, { id: uuidv7() })).toMatchObject({ status: 404 })
    expect(await tell(event, { kind: 'stripe' })).toMatchObject({ status: 404 })
    expect(await tell({ ...event, filler: 'x'.repeat(262_144) })).toMatchObject({ status: 413 })
    expect((await till.read(id)).paidTotal).toBe(0)
    expect(await Promise.all([tell(event), tell(event), tell(event)])).toMatchObject([
      { status: 200 },
      { status: 200 },
      { status: 200 },
    ])
    expect((await till.read(id)).paidTotal).toBe(40)
    expect(await till.ledger(id)).toEqual({ customer: -4_000, gateway: 4_000 })
    expect(await tell({ id: `evt_new_${attemptId}`, type: 'weather.changed', account: till.gatewayId })).toMatchObject({
      status: 200,
    })
    const kept = await till.rows(
      sql`select kind, outcome from webhook_events where event_id like ${`%${attemptId}`} order by kind`,
    )
    expect(kept).toEqual([
      { kind: 'payment.succeeded', outcome: 'handled' },
      { kind: 'weather.changed', outcome: 'ignored' },
    ])
  })

  test('GW-01 GW-04 a sandbox gets a secret of its own as it is made, by which it signs and which nobody is told', async () => {
    const body = { organizationId: till.shop.orgId, displayName: 'Practice', kind: 'sandbox' }
    const made = await till.staff('POST', '/gateways', body)
    const { id, webhookSecretEnd } = dataOf<GatewayRecord>(made)
    const [row] = await till.rows(sql`select secrets from gateway_instances where id = ${id}`)
    const { webhookSecret: secret = '' } = openedSecrets(till.secrets, String(row?.['secrets']))
    expect(secret.length).toBeGreaterThan(30)
    expect(webhookSecretEnd).toBeNull()
    const list = await till.staff('GET', `/gateways?organizationId=${till.shop.orgId}`)
    expect(JSON.stringify([made.body, list.body])).not.toContain(secret.slice(-8))
    const event = { id: `evt_${id}`, type: 'weather.changed', account: id }
    expect(await tell(event, { id, secret: '' })).toMatchObject({ status: 400 })
    expect(await tell(event, { id, secret })).toMatchObject({ status: 200 })
  })

  test('GW-04 a message that was handled asks the gateway no more, and one gateway tells nothing of another', async () => {
    const asked: string[] = []
    const secrets = (of: Secrets) => sealedSecrets(of, { webhookSecret })
    const own = await Till.open(base, {
      sealed: secrets,
      sandbox: (real) => ({
        fetchStatus: async (account, attempt) => {
          asked.push(attempt.attemptId)
          return real.fetchStatus(account, attempt)
        },
      }),
    })
    const attemptId = uuidv7()
    await own.pay(await own.link((await own.order()).id), cards.asks, attemptId)
    const told = ({ gatewayId: account, server, time }: Till, id: string) => {
      const text = JSON.stringify({ id, type: 'payment.succeeded', account, payment: { key: attemptId } })
      const headers = { 'sandbox-signature': sandboxSignature(webhookSecret, text, time) }
      return server.call('POST', `/webhooks/sandbox/${account}`, { body: text, headers })
    }
    for (const times of [1, 2]) {
      expect(await told(own, 'evt_own')).toMatchObject({ status: 200 })
      expect({ times, asked }).toEqual({ times, asked: [attemptId] })
    }
    expect(await told(till, 'evt_other')).toMatchObject({ status: 200 })
    expect(await own.rows(sql`select outcome from webhook_events where event_id = 'evt_other'`)).toEqual([
      { outcome: 'ignored' },
    ])
  })

  test('GW-04 reconciliation books what nobody told of, and lists what differs to the cent', async () => {
    const own = await Till.open(base)
    const { id } = await own.order()
    const token = await own.link(id)
    await own.pay(token, cards.lost)
    const comparing = { database: base.database, paying: own.paying, now: () => own.time, log: () => undefined }
    const of = { orgId: own.shop.orgId, gatewayInstanceId: own.gatewayId }
    own.later(1)
    expect(await reconcile(comparing, of)).toMatchObject({ compared: 1, settled: 1, differences: [] })
    expect((await own.read(id)).paidTotal).toBe(40)
    await base.database.tenant(own.shop.orgId, async (tx) => {
      await tx.insert(sandboxPayments).values({
        orgId: own.shop.orgId,
        gatewayInstanceId: own.gatewayId,
        reference: 'sb_unheard',
        idempotencyKey: uuidv7(),
        state: 'succeeded',
        amountCents: 1_234,
        currency: 'USD',
      })
      await tx.execute(sql`update sandbox_payments set amount_cents = 3999
        where gateway_instance_id = ${own.gatewayId} and reference <> 'sb_unheard'`)
    })
    const second = await reconcile(comparing, of)
    expect(second?.differences.map(({ kind, hereCents, thereCents }) => ({ kind, hereCents, thereCents }))).toEqual(
      expect.arrayContaining([
        { kind: 'amount', hereCents: 4_000, thereCents: 3_999 },
        { kind: 'only_there', hereCents: null, thereCents: 1_234 },
      ]),
    )
    // Once a day, however many nodes ask for it.
    const day = '2026-01-01'
    const both = await Promise.all([reconcile(comparing, { ...of, day }), reconcile(comparing, { ...of, day })])
    expect(both.filter(Boolean)).toHaveLength(1)
  })

  test('GW-04 a reconciliation names what is here alone, in another currency, or has come to something else', async () => {
    const own = await Till.open(base)
    const ids: string[] = []
    for (let count = 0; count < 3; count += 1) {
      const { id } = await own.order()
      await own.pay(await own.link(id))
      ids.push(id)
    }
    const [gone, foreign, refunded] = ids
    dataOf(await own.refund(refunded ?? '', { amount: 10 }))
    own.later(600)
    expect(await own.reconcile()).toMatchObject({ compared: 4, differences: [] })
    const ofOrder = (id = '') => sql`select id::text from transactions where type = 'charge' and order_id = ${id}`
    await own.rows(sql`delete from sandbox_payments where idempotency_key in (${ofOrder(gone)})`)
    await own.rows(sql`update sandbox_payments set currency = 'EUR' where idempotency_key in (${ofOrder(foreign)})`)
    await own.rows(sql`update transactions set status = 'failed' where type = 'refund' and order_id = ${refunded}`)
    const found = await own.reconcile()
    expect(new Set(found?.differences.map(({ kind, orderId, type }) => `${kind} ${type} ${orderId}`))).toEqual(
      new Set([`only_here charge ${gone}`, `currency charge ${foreign}`, `state refund ${refunded}`]),
    )
    // What was booked a moment ago may not be in the gateway's list yet.
    const { id: late } = await own.order()
    await own.pay(await own.link(late))
    await own.rows(sql`delete from sandbox_payments where idempotency_key in (${ofOrder(late)})`)
    expect((await own.reconcile())?.differences.map(({ orderId }) => orderId)).not.toContain(late)
  })

  test('GW-02 GW-04 a rehearsal pays, refunds and books nothing, and a reconciliation leaves it out', async () => {
    const own = await Till.open(base)
    const { steps } = dataOf<{ steps: { isPassed: boolean }[] }>(
      await own.staff('POST', `/gateways/${own.gatewayId}/rehearsals`, {}),
    )
    expect(steps.map(({ isPassed }) => isPassed)).toEqual(Array.from({ length: 5 }, () => true))
    own.later(600)
    expect(await own.reconcile()).toMatchObject({ compared: 0, settled: 0, differences: [] })
    const booked = sql`select count(*)::int as n from transactions where gateway_instance_id = ${own.gatewayId}`
    expect(await own.rows(booked)).toEqual([{ n: 0 }])
  })

  test('GW-04 a charge that was begun days before it was taken is found, and one that is heard of days later is no difference', async () => {
    const own = await Till.open(base)
    const [begun, heard] = [uuidv7(), uuidv7()]
    const orders = [await own.order(), await own.order()]
    for (const [at, attemptId] of [begun, heard].entries()) {
      await own.pay(await own.link(orders[at]?.id ?? ''), cards.asks, attemptId)
    }
    await own.take(heard)
    own.later(6 * 86_400)
    await own.rounds()
    await own.take(begun)
    own.later(600)
    expect(await own.reconcile()).toMatchObject({ compared: 1, settled: 1, differences: [] })
    for (const { id } of orders) expect((await own.read(id)).paymentStatus).toMatch(/^(paid|refunded)$/)
  })

  test('GW-04 what was taken while nothing was compared for days, as the server was away or the gateway failed, is found', async () => {
    const own = await Till.open(base)
    const takenUnheard = async () => {
      const [{ id }, attemptId] = [await own.order(), uuidv7()]
      await own.pay(await own.link(id), cards.declined, attemptId)
      await own.take(attemptId)
      own.later(5 * 86_400)
      return id
    }
    const first = await takenUnheard()
    expect(await own.reconcile()).toMatchObject({ compared: 1, settled: 1, differences: [] })
    const second = await takenUnheard()
    // It was asked for all the time, and not once answered.
    await own.rows(sql`insert into reconciliations (org_id, id, gateway_instance_id, since, created_at, ended_at, failure)
      select org_id, gen_random_uuid(), id, created_at, ${own.time.toISOString()}, ${own.time.toISOString()}, 'It is away'
      from gateway_instances where id = ${own.gatewayId}`)
    expect(await own.reconcile()).toMatchObject({ settled: 1, differences: [] })
    for (const id of [first, second]) expect((await own.read(id)).paidTotal).toBe(40)
    // From then on it is a matter of three days again.
    expect(await own.reconcile()).toMatchObject({ compared: 0, settled: 0, differences: [] })
  })

  test('GW-04 a gateway that was switched off is compared with for a while, as what was begun there may still be paid', async () => {
    const own = await Till.open(base)
    const [{ id }, attemptId] = [await own.order(), uuidv7()]
    await own.pay(await own.link(id), cards.declined, attemptId)
    await own.rows(sql`update gateway_instances set enabled = false where id = ${own.gatewayId}`)
    await own.take(attemptId)
    own.later(86_400)
    await own.round()
    expect((await own.read(id)).paidTotal).toBe(40)
    own.later(31 * 86_400)
    await own.round()
    const compared = sql`select count(*)::int as n from reconciliations where gateway_instance_id = ${own.gatewayId}`
    expect(await own.rows(compared)).toEqual([{ n: 1 }])
  })

  test.each([
    ['USD', 3_999, '$39.99'],
    ['USD', 4_001, '$40.01'],
    ['EUR', 4_000, '€40.00'],
  ])(
    'PY-03 PY-04 another sum than was asked for (%s %i) pays nothing: it is given back once, and the order can be paid again',
    async (currency, cents, shown) => {
      const own = await Till.open(base)
      const { id } = await own.order()
      const token = await own.link(id)
      const attemptId = uuidv7()
      await own.pay(token, cards.asks, attemptId)
      await own.take(attemptId, { cents, currency })
      await Promise.all([1, 2].map(() => own.paying.ask(own.shop.orgId, attemptId)))
      await own.paying.ask(own.shop.orgId, attemptId)
      const reason = `The gateway took ${shown} where $40.00 was asked for`
      expect(await own.payments(id)).toMatchObject({
        attempts: [{ id: attemptId, state: 'declined', reason: `${reason}; it is given back.` }],
        refunds: [{ state: 'succeeded', amount: cents / 100, currency, reason }],
        refundable: 0,
        due: 40,
      })
      const order = await own.read(id)
      expect(order).toMatchObject({
        paidTotal: 0,
        refundedTotal: 0,
        paymentStatus: 'unpaid',
        transactions: [{ type: 'charge', status: 'failed', failureMessage: `${reason}; it is given back.` }],
      })
      expect(order.timeline.filter(({ kind }) => kind === 'payment_mismatch')).toHaveLength(1)
      expect(own.logged.filter((text) => text.includes(reason))).toHaveLength(1)
      expect(await own.ledger(id)).toEqual({ customer: 0, gateway: 0, refund: 0 })
      expect(
        await own.rows(
          sql`select amount_cents::int as cents from sandbox_refunds where gateway_instance_id = ${own.gatewayId}`,
        ),
      ).toEqual([{ cents }])
      expect(dataOf<Payment>(await own.pay(token)).due).toBe(0)
      expect(await own.ledger(id)).toEqual({ customer: -4_000, gateway: 4_000, refund: 0 })
      own.later(121)
      expect(await own.reconcile()).toMatchObject({ compared: 3, differences: [] })
    },
  )

  test('PY-03 PY-04 another sum that is taken after its attempt has ended is found by reconciliation and given back', async () => {
    const own = await Till.open(base)
    const { id } = await own.order()
    const token = await own.link(id)
    const attemptId = uuidv7()
    await own.pay(token, cards.declined, attemptId)
    await own.take(attemptId, { cents: 1, currency: 'USD' })
    own.later(121)
    expect(await own.reconcile()).toMatchObject({ settled: 1, differences: [] })
    expect(await own.reconcile()).toMatchObject({ compared: 2, settled: 0, differences: [] })
    expect(await own.payments(id)).toMatchObject({ refunds: [{ state: 'succeeded', amount: 0.01 }], due: 40 })
    expect(await own.ledger(id)).toEqual({ customer: 0, gateway: 0, refund: 0 })
  })

  test('PY-04 what waits elsewhere is ended once its order is paid', async () => {
    const own = await Till.open(base)
    const { id } = await own.order()
    const token = await own.link(id)
    const late = uuidv7()
    await own.pay(token, cards.declined, late)
    const waiting = uuidv7()
    await own.pay(token, cards.asks, waiting)
    await own.take(late)
    await own.paying.ask(own.shop.orgId, late)
    expect((await own.read(id)).paymentStatus).toBe('paid')
    await own.round()
    expect((await own.payments(id)).attempts).toMatchObject([{ state: 'succeeded' }, { state: 'expired' }])
    expect(await own.rows(sql`select state from sandbox_payments where idempotency_key = ${waiting}`)).toEqual([
      { state: 'expired' },
    ])
  })

  test('GW-01 a gateway takes no more than its cap of a month', async () => {
    const own = await Till.open(base)
    await base.database.tenant(own.shop.orgId, (tx) =>
      tx.execute(sql`update gateway_instances set monthly_cap_cents = 7999 where id = ${own.gatewayId}`),
    )
    const [first, second] = [await own.order(), await own.order()]
    const [token, other] = [await own.link(first.id), await own.link(second.id)]
    expect(dataOf<Payment>(await own.pay(token)).due).toBe(0)
    expect(await own.pay(other)).toMatchObject({ status: 409, body: { error: { code: 'not_possible' } } })
    const body = { mail: false, gatewayInstanceId: own.gatewayId }
    expect(await own.staff('POST', `/orders/${second.id}/payment-links`, body)).toMatchObject({
      status: 409,
      body: { message: 'This payment gateway would take more than its cap for this month.' },
    })
    // The page of the order knows before it is asked for, and what another gateway would take.
    const told = (await own.payments(second.id)).gateways ?? []
    expect(told.find(({ id }) => id === own.gatewayId)?.whyNot).toBe(
      'This payment gateway would take more than its cap for this month.',
    )
    expect(told.filter(({ whyNot }) => !whyNot).length).toBeGreaterThan(0)
  })

  test('GW-01 what is under way counts towards the cap, and a gateway that was disabled meanwhile takes nothing', async () => {
    const own = await Till.open(base)
    await own.rows(sql`update gateway_instances set monthly_cap_cents = 7999 where id = ${own.gatewayId}`)
    const [first, second] = [await own.order(), await own.order()]
    const [token, other] = [await own.link(first.id), await own.link(second.id)]
    const attemptId = uuidv7()
    await own.pay(token, cards.asks, attemptId)
    expect(await own.pay(other)).toMatchObject({ status: 409, body: { error: { code: 'not_possible' } } })
    await own.answer(token, attemptId, false)
    await own.rows(sql`update gateway_instances set enabled = false where id = ${own.gatewayId}`)
    expect(await own.pay(other)).toMatchObject({ status: 409, body: { error: { code: 'not_possible' } } })
    await own.rows(sql`update gateway_instances set enabled = true where id = ${own.gatewayId}`)
    expect(dataOf<Payment>(await own.pay(other)).due).toBe(0)
  })

  test("GW-01 days and months begin in the organization's zone, for the figures of a gateway and for its cap", async () => {
    const own = await Till.open(base, { email: rival })
    const { orgId } = own.shop
    await own.rows(sql`update organizations set time_zone = 'Asia/Tokyo' where id = ${orgId}`)
    await own.rows(sql`update gateway_instances set monthly_cap_cents = 7999 where id = ${own.gatewayId}`)
    const [paid, next] = [await own.order(), await own.order()]
    await own.pay(await own.link(paid.id))
    const ahead = 9 * 3_600_000
    const there = new Date(own.time.getTime() + ahead)
    const [year, month, day] = [there.getUTCFullYear(), there.getUTCMonth(), there.getUTCDate()]
    const thisMonth = Date.UTC(year, month) - ahead
    const today = Date.UTC(year, month, day) - ahead
    const chargedAt = async (moment: number) => {
      const at = new Date(moment).toISOString()
      await own.rows(sql`update transactions set created_at = ${at} where order_id = ${paid.id}`)
      const gateways = dataOf<GatewayRecord[]>(await own.staff('GET', `/gateways?organizationId=${orgId}`))
      return gateways.find(({ id }) => id === own.gatewayId)
    }
    const body = { mail: false, gatewayInstanceId: own.gatewayId }
    const linked = () => own.staff('POST', `/orders/${next.id}/payment-links`, body)
    expect(await chargedAt(today)).toMatchObject({ chargedToday: 40 })
    expect(await chargedAt(today - 1)).toMatchObject({ chargedToday: 0 })
    expect(await chargedAt(thisMonth)).toMatchObject({ chargedThisMonth: 40 })
    expect(await linked()).toMatchObject({ status: 409 })
    expect(await chargedAt(thisMonth - 1)).toMatchObject({ chargedThisMonth: 0 })
    expect(await linked()).toMatchObject({ status: 200 })
  })

  test('LI-02 what costs nothing is paid as it is placed, and its parcel is packed', async () => {
    const offerId = await till.shop.addOffer(await till.shop.addProduct(3), { minPriceCents: 0, basePriceCents: 0 })
    const placed = await till.staff('POST', '/orders', till.shop.placement([{ offerId, unitPrice: 0 }]))
    expect(placed.body).toMatchObject({ data: { paymentStatus: 'paid', fulfilments: [{ status: 'pending' }] } })
  })

  test('LI-02 an entry that does not add up is refused by the database', async () => {
    const { id } = await till.order()
    const { orgId } = till.shop
    const entry = {
      orgId,
      orderId: id,
      bookingId: uuidv7(),
      transactionId: uuidv7(),
      gatewayInstanceId: till.gatewayId,
    }
    await expect(
      base.database.tenant(orgId, (tx) =>
        tx.insert(ledgerEntries).values({ ...entry, account: 'customer', amountCents: -1, currency: 'USD' }),
      ),
    ).rejects.toThrow(/does not add up/)
    await expect(
      base.database.tenant(orgId, (tx) => tx.execute(sql`update ledger_entries set amount_cents = 1`)),
    ).rejects.toThrow(/ledger_entries/)
  })
})
