import { Stripe } from 'stripe'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Payment } from '../../../contract/extensions/payments'
import { createDrivers } from '../../../server/payments/drivers/drivers'
import { sealedSecrets } from '../../../server/payments/gateways'
import { reconcile } from '../../../server/payments/reconcile'
import { startSomewhere } from '../http/start'
import { dataOf, Till } from '../payments/world'
import { rules, statefulRules } from './rules'
import { type Message, StripeStandIn } from './standIn'

const servers = await startSomewhere()

afterAll(() => Promise.all(servers.map(({ stop }) => stop())))

describe.each(servers)('Stripe on $kind', (base) => {
  let till: Till
  let stripe: StripeStandIn
  let api: Awaited<ReturnType<StripeStandIn['start']>>
  beforeAll(async () => {
    stripe = new StripeStandIn(() => till?.time ?? new Date())
    api = await stripe.start()
    const { database } = base
    till = await Till.open(base, {
      kind: 'stripe',
      drivers: (now) => createDrivers({ database, now, pause: async () => undefined, stripeUrl: stripe.url }),
      sealed: (secrets) => sealedSecrets(secrets, { secretKey: stripe.secretKey, webhookSecret: stripe.webhookSecret }),
    })
  })
  afterAll(() => stripe.stop())

  const begin = async () => {
    const { id } = await till.order()
    const token = await till.link(id)
    const attemptId = uuidv7()
    const answer = await till.server.call('POST', `/payments/${token}/attempts`, { body: { attemptId } })
    return { id, token, attemptId, answer, session: [...stripe.sessions.keys()].at(-1) ?? '' }
  }
  const deliver = ({ payload, signature }: Message, headers: Record<string, string> = {}) =>
    till.server.call('POST', `/webhooks/stripe/${till.gatewayId}`, {
      body: payload,
      headers: { 'stripe-signature': signature, ...headers },
    })
  const newest = () => stripe.messages.at(-1) ?? { payload: '', signature: '' }

  test('PY-03 PY-06 the customer goes to Checkout, is declined, pays, and comes back with a token of their own', async () => {
    const { id, token, answer, session } = await begin()
    const { attempt } = dataOf<Payment>(answer)
    expect(attempt).toMatchObject({
      state: 'action_required',
      action: { kind: 'redirect', url: `https://checkout.stripe.com/c/pay/${session}` },
    })
    stripe.customerIsDeclined(session, 'insufficient_funds')
    expect(await deliver(newest())).toMatchObject({ status: 200 })
    expect((await till.payments(id)).link).toMatchObject({
      state: 'declined',
      reason: expect.stringContaining('money'),
    })
    stripe.feeCents = 146
    stripe.customerPays(session)
    expect(await deliver(newest())).toMatchObject({ status: 200 })
    stripe.feeCents = 0
    expect(await till.payment(token)).toMatchObject({
      order: { paymentStatus: 'paid', paidBy: { brand: 'Visa', last4: '4242' } },
      due: 0,
    })
    expect(await till.ledger(id)).toEqual({ customer: -4_000, gateway: 3_854, fee: 146 })
  })

  test('PY-04 messages doubled, late, out of order or never: charged once', async () => {
    const { id, session, attemptId } = await begin()
    stripe.customerIsDeclined(session, 'generic_decline')
    const declined = newest()
    stripe.customerPays(session)
    const paid = stripe.messages.slice(-2)
    for (const message of [...paid.toReversed(), ...paid, declined, declined]) {
      expect(await deliver(message)).toMatchObject({ status: 200 })
    }
    expect((await till.read(id)).transactions).toMatchObject([{ id: attemptId, status: 'succeeded' }])
    const lost = await begin()
    stripe.customerPays(lost.session)
    till.later(301)
    await till.round()
    expect((await till.read(lost.id)).paymentStatus).toBe('paid')
  })

  test('PY-03 a message with a wrong signature, one of another time, mode or account is refused', async () => {
    const { id, session } = await begin()
    stripe.customerPays(session)
    const { payload, signature } = newest()
    expect(await deliver({ payload: payload.replace('"paid"', '"paid "'), signature })).toMatchObject({ status: 400 })
    expect(await deliver({ payload, signature: '' })).toMatchObject({ status: 400 })
    const object = { id: session, object: 'checkout.session', metadata: { gatewayInstanceId: till.gatewayId } }
    const at = Math.floor(till.time.getTime() / 1_000)
    const wrong = [
      stripe.tell('checkout.session.completed', object, { secret: 'whsec_other' }),
      stripe.tell('checkout.session.completed', object, { at: at - 301 }),
      stripe.tell('checkout.session.completed', object, { at: at + 301 }),
      stripe.tell('checkout.session.completed', object, { livemode: true }),
      stripe.tell('checkout.session.completed', { ...object, metadata: { gatewayInstanceId: uuidv7() } }),
    ]
    for (const message of wrong) expect(await deliver(message)).toMatchObject({ status: 400 })
    expect((await till.read(id)).paidTotal).toBe(0)
    for (const type of ['customer.created', 'checkout.session.completed']) {
      expect(await deliver(stripe.tell(type, { id: 'other', object: 'customer', metadata: {} }))).toMatchObject({
        status: 200,
      })
    }
    expect(await deliver({ payload, signature })).toMatchObject({ status: 200 })
    expect((await till.read(id)).paidTotal).toBe(40)
  })

  test('PY-03 a message of a clock that goes a little otherwise is taken', async () => {
    const { id, session } = await begin()
    stripe.customerPays(session)
    const at = Math.floor(till.time.getTime() / 1_000)
    expect(await deliver(stripe.signed(newest().payload, stripe.webhookSecret, at + 290))).toMatchObject({
      status: 200,
    })
    expect((await till.read(id)).paidTotal).toBe(40)
  })

  test.each(['lost answer', 'lost request', 'nonsense', 'too many', 'broken'] as const)(
    'PY-04 LI-03 a %s leaves the attempt unknown, and its one session is found by its key',
    async (fault) => {
      // A connection that broke is tried once more by the package itself.
      stripe.faults.push(...(fault.startsWith('lost') ? [fault, fault] : [fault]))
      const { id, token, answer } = await begin()
      expect(dataOf<Payment>(answer).attempt).toMatchObject({ state: 'unknown' })
      till.later(3)
      await till.round()
      const { attempt } = await till.payment(token)
      expect(attempt).toMatchObject({ state: 'action_required', action: { kind: 'redirect' } })
      const mine = [...stripe.sessions.values()].filter(({ clientReference }) => clientReference === attempt?.id)
      expect(mine).toHaveLength(1)
      stripe.customerPays(mine[0]?.id ?? '')
      await deliver(newest())
      expect((await till.read(id)).paymentStatus).toBe('paid')
    },
  )

  test('PY-05 the session ends with its link, and what was paid before is booked all the same', async () => {
    const { id, session } = await begin()
    dataOf(await till.staff('POST', `/orders/${id}/payment-links/end`, {}))
    await till.round()
    expect(stripe.sessions.get(session)?.status).toBe('expired')
    expect((await till.payments(id)).attempts).toMatchObject([{ state: 'expired' }])
    const raced = await begin()
    stripe.customerPays(raced.session)
    dataOf(await till.staff('POST', `/orders/${raced.id}/cancel`, {}))
    await till.round()
    expect(await till.read(raced.id)).toMatchObject({ status: 'cancelled', paymentStatus: 'refunded' })
    expect(await till.ledger(raced.id)).toEqual({ customer: 0, gateway: 0, refund: 0 })
  })

  test('OR-03 a refund is pending until Stripe says more, is made once when its answer was lost, and may fail', async () => {
    const { id, session } = await begin()
    stripe.customerPays(session)
    await deliver(newest())
    stripe.refundsArePending = true
    // The first asks for what there is, the second makes it.
    const before = stripe.refunds.size
    expect(dataOf(await till.refund(id, { amount: 10 }))).toMatchObject({
      refunds: [{ state: 'pending' }],
      refundable: 30,
    })
    const [pending] = [...stripe.refunds.values()].slice(before)
    stripe.endRefund(pending?.id ?? '', 'failed')
    await deliver(newest())
    expect(await till.payments(id)).toMatchObject({
      refunds: [{ state: 'failed', failure: expect.any(String) }],
      refundable: 40,
    })
    stripe.refundsArePending = false
    const made = stripe.refunds.size
    for (const fault of ['broken', 'broken'] as const) stripe.faults.push(fault)
    expect(dataOf(await till.refund(id, { amount: 15 }))).toMatchObject({ refundable: 25 })
    stripe.faults.length = 0
    till.later(31)
    await till.round()
    till.later(60)
    await till.round()
    expect(stripe.refunds.size - made).toBe(1)
    expect(await till.read(id)).toMatchObject({ paymentStatus: 'partially_refunded', refundedTotal: 15 })
    expect(await till.ledger(id)).toEqual({ customer: -2_500, gateway: 2_500, refund: 0 })
  })

  test.each(['told', 'compared', 'told, and compared, and told again'])(
    'OR-03 LI-04 a refund that came back after it had succeeded is taken back, once, when it is %s',
    async (how) => {
      const { id, session } = await begin()
      stripe.customerPays(session)
      await deliver(newest())
      dataOf(await till.refund(id, { amount: 15 }))
      const refund = [...stripe.refunds.keys()].at(-1) ?? ''
      expect(await till.read(id)).toMatchObject({ paymentStatus: 'partially_refunded', refundedTotal: 15 })
      till.later(200)
      // What the gateway refuses to tell says nothing.
      stripe.faults.push('broken')
      await till.paying.refund(till.shop.orgId, (await till.payments(id)).refunds[0]?.id ?? '')
      stripe.endRefund(refund, 'failed')
      const failed = newest()
      if (how.startsWith('told')) expect(await deliver(failed)).toMatchObject({ status: 200 })
      if (how.includes('compared')) {
        // Later than what is compared otherwise.
        if (how === 'compared') till.later(20 * 86_400)
        const { differences } = (await till.reconcile()) ?? {}
        expect(differences?.filter((one) => one.orderId === id)).toEqual([])
      }
      if (how.endsWith('again')) await deliver(failed)
      const order = await till.read(id)
      expect(order).toMatchObject({
        paymentStatus: 'paid',
        paidTotal: 40,
        refundedTotal: 0,
        transactions: expect.arrayContaining([
          expect.objectContaining({
            type: 'refund',
            status: 'failed',
            failureMessage: expect.stringContaining('Stripe'),
          }),
        ]),
      })
      expect(order.timeline.filter(({ kind }) => kind === 'refund_failed')).toMatchObject([
        { text: expect.stringMatching(/^\$15\.00 that had been refunded came back: Stripe could not refund it/) },
      ])
      expect(await till.payments(id)).toMatchObject({ refunds: [{ state: 'failed' }], refundable: 40 })
      expect(await till.ledger(id)).toEqual({ customer: -4_000, gateway: 4_000, refund: 0 })
    },
  )

  test('PY-03 a card is not taken here', async () => {
    const { id } = await till.order()
    expect(await till.pay(await till.link(id))).toMatchObject({
      status: 422,
      body: { error: { details: [{ path: 'body.card' }] } },
    })
  })

  test('GW-04 reconciliation finds charges and refunds that nobody told of', async () => {
    const { id, session } = await begin()
    stripe.customerPays(session)
    const comparing = { database: base.database, paying: till.paying, now: () => till.time, log: () => undefined }
    const of = { orgId: till.shop.orgId, gatewayInstanceId: till.gatewayId }
    await reconcile(comparing, of)
    expect((await till.read(id)).paidTotal).toBe(40)
    // In the dashboard, by somebody who knows nothing of us.
    const direct = new Stripe(stripe.secretKey, { ...api, maxNetworkRetries: 0 })
    const refund = await direct.refunds.create({
      payment_intent: stripe.sessions.get(session)?.intent ?? '',
      amount: 300,
    })
    const after = await reconcile(comparing, of)
    expect(after?.differences).toMatchObject([
      { kind: 'only_there', type: 'refund', reference: refund.id, thereCents: 300 },
    ])
  })

  test('GW-02 a rehearsal says what works, and what to mend', async () => {
    const account = await till.paying.accountOf(till.shop.orgId, till.gatewayId)
    if (!account) throw new Error('no gateway')
    const comparing = { database: base.database, paying: till.paying, now: () => till.time, log: () => undefined }
    const compare = () => reconcile(comparing, { orgId: till.shop.orgId, gatewayInstanceId: till.gatewayId })
    const before = await compare()
    const steps = await account.driver.rehearse(account)
    expect(steps.filter(({ isPassed }) => !isPassed)).toEqual([])
    // What a rehearsal moves is compared with nothing.
    const { compared, differences } = { ...before }
    expect(await compare()).toMatchObject({ compared, differences })
    const wrong = { ...account, secrets: { secretKey: 'sk_test_wrong', webhookSecret: '' } }
    const failed = await account.driver.rehearse(wrong)
    expect(failed.map(({ isPassed }) => isPassed)).toEqual([false, false, false, false, false])
    expect(failed[0]?.text).toBe('Stripe does not know this key. Copy it again from Developers › API keys.')
    expect(failed[3]?.text).toContain('copy its signing secret')
    // Whoever can't be reached has refused no key.
    for (const fault of ['lost request', 'broken', 'nonsense', 'too many'] as const) {
      stripe.faults.push(...Array.from({ length: 8 }, () => fault))
      const unreached = await account.driver.rehearse(account)
      stripe.faults.length = 0
      expect(unreached.map(({ isPassed }) => isPassed)).toEqual([false, false, false, true, false])
      for (const { text } of unreached) expect(text).not.toMatch(/key/i)
      expect(unreached[0]?.text).toMatch(/^Stripe could not be reached/)
    }
  })

  test('PY-03 nothing that we send breaks a rule of Stripe', () => {
    const ours = stripe.broken.filter((id) => !['expire-open', 'known-key'].includes(id))
    expect(ours).toEqual([])
  })
})

describe('the stand-in', () => {
  let stripe: StripeStandIn
  let client: Stripe
  let port = 0
  beforeAll(async () => {
    stripe = new StripeStandIn(() => new Date())
    const api = await stripe.start()
    port = api.port
    client = new Stripe(stripe.secretKey, { ...api, maxNetworkRetries: 0, telemetry: false })
  })
  afterAll(() => stripe.stop())

  const good = () => ({
    mode: 'payment' as const,
    line_items: [
      { quantity: 1, price_data: { currency: 'usd', unit_amount: 4_000, product_data: { name: 'Order 1' } } },
    ],
    success_url: 'https://shop.example/pay/x',
  })
  const line = (price: object, more: object = {}) => ({
    line_items: [
      {
        quantity: 1,
        price_data: { currency: 'usd', unit_amount: 4_000, product_data: { name: 'Order 1' }, ...price },
        ...more,
      },
    ],
  })
  const create = (wrong: object, options: Stripe.RequestOptions = {}) =>
    client.checkout.sessions.create({ ...good(), ...wrong }, options)
  const seconds = () => Math.floor(Date.now() / 1_000)
  const paid = async () => {
    const { id } = await create({})
    stripe.customerPays(id)
    return stripe.sessions.get(id)?.intent ?? ''
  }
  const raw = (path: string, init: RequestInit) => fetch(`http://127.0.0.1:${port}${path}`, init)

  const wrong: Record<string, () => Promise<unknown>> = {
    'form-encoded': () =>
      raw('/v1/checkout/sessions', {
        method: 'POST',
        headers: { authorization: `Bearer ${stripe.secretKey}`, 'content-type': 'application/json' },
        body: 'mode=payment',
      }),
    'idempotency-key-length': () => create({}, { idempotencyKey: 'x'.repeat(256) }),
    'known-parameters': () => create({ colour: 'green' }),
    'expand-depth': () => create({ expand: ['a.b.c.d.e'] }),
    'list-limit': () => client.refunds.list({ limit: 101 }),
    'metadata-size': () => create({ metadata: { ['x'.repeat(41)]: '1' } }),
    'session-mode': () => create({ mode: undefined }),
    'line-items': () => create({ line_items: undefined }),
    'most-line-items': () => create({ line_items: Array.from({ length: 101 }, () => good().line_items[0]) }),
    'line-quantity': () => create(line({}, { quantity: undefined })),
    'line-price': () => create({ line_items: [{ quantity: 1 }] }),
    currency: () => create(line({ currency: 'USD' })),
    'unit-amount': () => create(line({ unit_amount: 40.5 })),
    product: () => create(line({ product_data: undefined })),
    'amount-too-small': () => create(line({ unit_amount: 49 })),
    'amount-too-large': () => create(line({ unit_amount: 100_000_000 })),
    'expiry-soonest': () => create({ expires_at: seconds() + 1_700 }),
    'expiry-latest': () => create({ expires_at: seconds() + 86_500 }),
    'success-url': () => create({ success_url: '/pay/x' }),
    'cancel-url': () => create({ cancel_url: 'x' }),
    'client-reference': () => create({ client_reference_id: 'x'.repeat(201) }),
    'customer-email': () => create({ customer_email: 'nobody' }),
    'refund-of': () => client.refunds.create({}),
    'refund-amount': async () => client.refunds.create({ payment_intent: await paid(), amount: 0 }),
    'refund-reason': async () =>
      // Wrong on purpose.
      client.refunds.create({ payment_intent: await paid(), reason: 'bored' as 'duplicate' }),
    'api-key': () => raw('/v1/refunds', {}),
    'known-key': () => raw('/v1/refunds', { headers: { authorization: 'Bearer sk_test_other' } }),
    'idempotency-parameters': async () => {
      await create({}, { idempotencyKey: 'once' })
      return create({ client_reference_id: 'another' }, { idempotencyKey: 'once' })
    },
    'resource-missing': () => client.checkout.sessions.retrieve('cs_none'),
    'known-address': () => client.customers.list(),
    'expire-open': async () => {
      const { id } = await create({})
      await client.checkout.sessions.expire(id)
      return client.checkout.sessions.expire(id)
    },
    'refund-left': async () => client.refunds.create({ payment_intent: await paid(), amount: 4_001 }),
    'already-refunded': async () => {
      const intent = await paid()
      await client.refunds.create({ payment_intent: intent })
      return client.refunds.create({ payment_intent: intent })
    },
    'refund-paid': async () => {
      const { id } = await create({})
      stripe.customerIsDeclined(id, 'generic_decline')
      return client.refunds.create({ payment_intent: stripe.sessions.get(id)?.intent ?? '' })
    },
  }

  const all = [...rules, ...statefulRules]

  test.each(all)('PY-03 refuses what breaks $id: $about ($source)', async ({ id, source }) => {
    expect(source).toMatch(/^https:\/\/docs\.stripe\.com\//)
    stripe.broken.length = 0
    const outcome = await wrong[id]?.().then(
      (answer) => (answer instanceof Response ? answer.status : 200),
      (error: unknown) => (error instanceof Stripe.errors.StripeError ? error.statusCode : error),
    )
    expect(outcome).toBeGreaterThanOrEqual(400)
    expect(stripe.broken).toContain(id)
  })

  test('PY-03 answers a key as it did before, and refuses at least twenty wrong requests', async () => {
    const [a, b] = [await create({}, { idempotencyKey: 'twice' }), await create({}, { idempotencyKey: 'twice' })]
    expect(a.id).toBe(b.id)
    expect(all.length).toBeGreaterThan(20)
  })
})
