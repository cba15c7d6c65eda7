import { eq, sql } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import type { OrderPayments, Payment } from '../../../contract/extensions/payments'
import type { PaymentLinkMade } from '../../../contract/paymentLinks'
import { paymentLinks } from '../../../server/db/schema/paymentLinks'
import { rateLimits } from '../../../server/db/schema/rateLimits'
import { forgetOldCounters } from '../../../server/http/rateLimit'
import { resealAll } from '../../../server/rotateSecrets'
import { createSecrets } from '../../../server/secrets'
import { openShop, type TestShop } from '../shop'
import { demo, type Started, startSomewhere } from '../http/start'
import { dataOf } from './world'

let time = new Date()
const secretKey = Buffer.alloc(32, 6)
const servers = await startSomewhere({ now: () => time, secrets: createSecrets([secretKey]) })

afterAll(() => Promise.all(servers.map(({ stop }) => stop())))

describe.each(servers)('on $kind', (server: Started) => {
  const { call } = server
  const shopOf = () => openShop(server, demo)

  const placed = async (shop: TestShop) => {
    const offerId = await shop.addOffer(await shop.addProduct(10))
    const body = shop.placement([{ offerId, quantity: 2 }])
    return dataOf<{ id: string }>(await call('POST', '/orders', { token: shop.token, body })).id
  }
  const link = async (shop: TestShop, orderId: string, mail = false) =>
    dataOf<PaymentLinkMade>(
      await call('POST', `/orders/${orderId}/payment-links`, { token: shop.token, body: { mail } }),
    )
  const tokenOf = ({ linkUrl }: Pick<PaymentLinkMade, 'linkUrl'>) => linkUrl.slice(linkUrl.lastIndexOf('/') + 1)

  test('LV-02 PY-05 a link is made, opened, replaced, ended, and each end has its own answer', async () => {
    const shop = await shopOf()
    const orderId = await placed(shop)
    const staff = { token: shop.token }
    const none = dataOf<OrderPayments>(await call('GET', `/orders/${orderId}/payments`, staff))
    expect(none.link).toBeNull()
    const first = await link(shop, orderId, true)
    expect(first).toMatchObject({ state: 'mailed', payCode: expect.stringMatching(/^[2-9A-Z]{4}-[2-9A-Z]{4}$/) })
    expect(first.linkUrl).toMatch(/^http:\/\/localhost:3000\/pay\/[\w-]{43}$/)
    const seen = dataOf<Payment>(await call('GET', `/payments/${tokenOf(first)}`))
    expect(seen).toMatchObject({ due: 40, canPay: true, whyNot: null, attempt: null, order: { id: orderId } })
    const before = dataOf<OrderPayments>(await call('GET', `/orders/${orderId}/payments`, staff))
    expect(before).toMatchObject({ due: 40, refundable: 0, link: { state: 'opened' }, attempts: [], refunds: [] })
    const second = await link(shop, orderId)
    expect(second.state).toBe('created')
    for (const path of [`/payments/${tokenOf(first)}`, `/orders/token/${tokenOf(first)}`]) {
      expect(await call('GET', path)).toMatchObject({ status: 404, body: { error: { code: 'payment_link_replaced' } } })
    }
    expect(await call('POST', `/payments/${tokenOf(second)}/renewal`, { body: {} })).toMatchObject({ status: 409 })
    const ended = await call('POST', `/orders/${orderId}/payment-links/end`, { ...staff, body: {} })
    expect(dataOf<OrderPayments>(ended).link?.state).toBe('cancelled')
    expect(await call('GET', `/payments/${tokenOf(second)}`)).toMatchObject({
      status: 404,
      body: { error: { code: 'payment_link_cancelled' } },
    })
    expect(await call('POST', `/orders/${orderId}/payment-links/end`, { ...staff, body: {} })).toMatchObject({
      status: 409,
    })
    const third = await link(shop, orderId)
    time = new Date(time.getTime() + 86_400_000)
    expect(await call('GET', `/payments/${tokenOf(third)}`)).toMatchObject({
      status: 404,
      body: { error: { code: 'payment_link_expired' } },
    })
    for (let times = 0; times < 2; times += 1) {
      expect(await call('POST', `/payments/${tokenOf(third)}/renewal`, { body: {} })).toMatchObject({ status: 200 })
    }
    // What was over before the next one was made is not replaced by it.
    await link(shop, orderId)
    expect(await call('GET', `/payments/${tokenOf(third)}`)).toMatchObject({
      status: 404,
      body: { error: { code: 'payment_link_expired' } },
    })
  })

  test('NO-04 NO-06 a key is answered what has become of its link, and its code while the link is out alone', async () => {
    const shop = await shopOf()
    const orderId = await placed(shop)
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const again = async () => {
      const asked = { token: shop.token, body: { mail: false }, headers }
      return dataOf<PaymentLinkMade>(await call('POST', `/orders/${orderId}/payment-links`, asked))
    }
    const first = await again()
    expect(await again()).toEqual(first)
    await call('GET', `/payments/${tokenOf(first)}`)
    expect(await again()).toMatchObject({ state: 'opened', payCode: first.payCode, linkUrl: first.linkUrl })
    await link(shop, orderId)
    expect(await again()).toMatchObject({ id: first.id, state: 'replaced', payCode: null })
  })

  test('NO-06 ST-01 a code is told by no API token that may not make links', async () => {
    const shop = await shopOf()
    const orderId = await placed(shop)
    const { payCode } = await link(shop, orderId)
    const toldTo = async (duties: string[]) => {
      const body = { organizationId: shop.orgId, name: 'Reader', duties }
      const { token } = dataOf<{ token: string }>(await call('POST', '/api-tokens', { token: shop.token, body }))
      return dataOf<OrderPayments>(await call('GET', `/orders/${orderId}/payments`, { token })).link
    }
    expect(await toldTo(['orders'])).toMatchObject({ payCode })
    expect(await toldTo([])).toMatchObject({ state: 'created', payCode: null, payCodePage: null })
    expect(await toldTo(['refunds'])).toMatchObject({ payCode: null })
  })

  test('NO-06 a code opens its link with the last four digits of the phone, and is guessed a few times only', async () => {
    const shop = await shopOf()
    const orderId = await placed(shop)
    const { payCode } = await link(shop, orderId)
    const open = (code: string, phoneDigits: string) =>
      call('POST', '/payments/codes', { body: { payCode: code, phoneDigits } })
    const typed = (payCode ?? '').toLowerCase().replace('-', ' ')
    const { token } = dataOf<{ token: string }>(await open(typed, '7788'))
    expect(dataOf<Payment>(await call('GET', `/payments/${token}`)).order.id).toBe(orderId)
    for (let times = 0; times < 5; times += 1) expect(await open(typed, '0000')).toMatchObject({ status: 404 })
    expect(await open(typed, '7788')).toMatchObject({ status: 429 })
  })

  test('NO-06 the code of a link that is out is told to whoever works there, kept sealed, and no longer than it is of use', async () => {
    const shop = await shopOf()
    const orderId = await placed(shop)
    const told = async () =>
      dataOf<OrderPayments>(await call('GET', `/orders/${orderId}/payments`, { token: shop.token })).link?.payCode
    const kept = () =>
      server.database.tenant(shop.orgId, async (tx) =>
        (await tx.select().from(paymentLinks).where(eq(paymentLinks.orderId, orderId))).map(
          ({ sealedCode }) => sealedCode,
        ),
      )
    const { payCode } = await link(shop, orderId)
    expect([await told(), payCode]).toEqual([payCode, expect.stringMatching(/^[2-9A-Z]{4}-[2-9A-Z]{4}$/)])
    expect(await kept()).toEqual([expect.stringMatching(/^v1\./)])
    expect(JSON.stringify(await kept())).not.toContain(payCode)
    const second = await link(shop, orderId)
    expect(await told()).toBe(second.payCode)
    // Another key seals it from now on, and the one before is gone.
    const rotated = createSecrets([Buffer.alloc(32, 7), secretKey])
    expect(await resealAll(server.database, rotated)).toMatchObject({ lost: 0 })
    const sealed = (await kept()).find((code) => code !== null)
    expect(createSecrets([Buffer.alloc(32, 7)]).unseal(sealed ?? '')).toBe(second.payCode)
    // A code that nobody can open any more is not told, and nothing else fails.
    expect(await told()).toBeNull()
    await resealAll(server.database, createSecrets([secretKey, Buffer.alloc(32, 7)]))
    expect(await told()).toBe(second.payCode)
    expect(
      dataOf(await call('POST', `/orders/${orderId}/payment-links/end`, { token: shop.token, body: {} })),
    ).toMatchObject({ link: { payCode: null, payCodePage: null } })
    expect(await kept()).toEqual([null, null])
    await link(shop, orderId)
    const before = time
    time = new Date(time.getTime() + 2 * 86_400_000)
    expect(await told()).toBeNull()
    time = before
    const { linkUrl } = await link(shop, orderId)
    const card = { cardNumber: '4242424242424242', expiry: '12/40', securityCode: '123' }
    const attempt = { attemptId: crypto.randomUUID(), card }
    dataOf(await call('POST', `/payments/${tokenOf({ linkUrl })}/attempts`, { body: attempt }))
    expect(await told()).toBeNull()
    expect((await kept()).filter((code) => code !== null)).toEqual([])
  })

  test('NO-06 a network that guesses reads no right code either, and keeps nobody else from theirs', async () => {
    const shop = await shopOf()
    const { payCode } = await link(shop, await placed(shop))
    const code = payCode ?? ''
    const open = async (remoteAddress: string, typed: string, phoneDigits: string) => {
      const payload = { payCode: typed, phoneDigits }
      const url = '/api/v1/payments/codes'
      return (await server.app.inject({ method: 'POST', url, remoteAddress, payload })).statusCode
    }
    // Right ones, and wrong digits of one code, from one network.
    expect(await open('198.51.100.1', code, '7788')).toBe(200)
    for (let times = 0; times < 5; times += 1) expect(await open('198.51.100.1', code, '0000')).toBe(404)
    expect(await open('198.51.100.1', code, '7788')).toBe(429)
    expect(await open('198.51.100.2', code, '7788')).toBe(200)
    // Other codes from one network: then nor is the right one told.
    for (let times = 0; times < 20; times += 1) {
      expect(await open('198.51.100.3', `AAAA-AAA${'23456789ABCDEFGHJKMN'.charAt(times)}`, '0000')).toBe(404)
    }
    expect(await open('198.51.100.3', code, '7788')).toBe(429)
    expect(await open('198.51.100.4', code, '7788')).toBe(200)
    const guesses = () => server.database.system((tx) => tx.$count(rateLimits, sql`key like 'wrongCode%'`))
    expect(await guesses()).toBeGreaterThan(20)
    await forgetOldCounters(server.database, new Date(time.getTime() + 2 * 3_600_000))
    expect(await guesses()).toBe(0)
  })
})
