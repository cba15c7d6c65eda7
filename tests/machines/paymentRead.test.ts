import { afterEach, expect, test, vi } from 'vitest'
import { createActor, toPromise } from 'xstate'
import { paymentActors } from '../../src/data/resources/payments'

const order = { id: 'ord_1', number: 'A-17', total: 42.5, currency: 'EUR' }
const refusal = (status: number, code?: string) =>
  Response.json({ message: 'Please sign in', ...(code && { error: { code, message: 'Ended' } }) }, { status })

afterEach(() => vi.unstubAllGlobals())

/** What the page reads of a token; the order is asked for only where its payment can't be had. */
async function read(payment: () => Response, { extensions = false } = {}) {
  const asked: string[] = []
  vi.stubGlobal('fetch', (url: string) => {
    asked.push(url)
    return Promise.resolve(url.includes('/payments/') ? payment() : Response.json(order))
  })
  const { fetchPayment } = paymentActors({ apiHost: '', extensions, onExchange: () => undefined })
  const result = await toPromise(createActor(fetchPayment, { input: { token: 'tok' } }).start()).catch(
    (error: unknown) => error,
  )
  return { result, asked }
}

for (const extensions of [false, true])
  for (const status of [401, 403, 405, 501]) {
    test(`RT-03 PY-06 a backend that answers ${status} to payments${extensions ? ', said to have them,' : ''} shows the order`, async () => {
      const { result, asked } = await read(() => refusal(status), { extensions })
      expect(result).toMatchObject({ isOffered: false, payment: { order, canPay: false } })
      expect(asked).toEqual(['/api/v1/payments/tok', '/api/v1/orders/token/tok'])
    })
  }

test('RT-03 PY-01 a link that has ended is told by the first answer', async () => {
  for (const extensions of [false, true]) {
    const { result, asked } = await read(() => refusal(404, 'payment_link_expired'), { extensions })
    expect(result).toMatchObject({ status: 404 })
    expect(asked).toHaveLength(1)
  }
})

test('RT-03 a server that fails is no backend without payments', async () => {
  const { result, asked } = await read(() => refusal(500))
  expect(result).toMatchObject({ status: 500 })
  expect(asked).toHaveLength(1)
})
