import type { Page, Route } from 'playwright/test'
import type { Attempt, Payment } from '../../contract/extensions/payments'

// A payment link whose backend does as it is told, so that every way of the page can be taken.

export const payable: Payment = {
  order: {
    id: 'ord_9',
    number: 1042,
    status: 'open',
    paymentStatus: 'unpaid',
    currency: 'USD',
    items: [{ id: 'itm_1', name: 'Garden Hose', quantity: 2, unitPrice: 20, total: 40 }],
    subtotal: 40,
    shippingTotal: 4.95,
    taxTotal: 3.6,
    total: 48.55,
    seller: { name: 'Northwind Supply', supportEmail: 'help@northwind.example' },
    customer: { firstName: 'Vera', lastName: 'Moss' },
    createdAt: '2026-03-01T09:30:00Z',
    expiresAt: '2199-03-02T09:30:00Z',
  },
  due: 48.55,
  canPay: true,
  gateway: { kind: 'sandbox', displayName: 'Sandbox' },
}

export const attempted = (id: string, state: Attempt['state'], more: object = {}): Payment => ({
  ...payable,
  canPay: state === 'declined' || state === 'expired',
  attempt: { id, state, amount: 48.55, currency: 'USD', ...more },
})

export const paid = (id: string): Payment => ({
  ...attempted(id, 'succeeded', { reference: 'sbx_1', endedAt: '2026-03-01T09:40:00Z' }),
  order: { ...payable.order, paymentStatus: 'paid', paidTotal: 48.55 },
  due: 0,
})

export type Said = Payment | { status: number; code?: string; message?: string } | 'lost'

type Kind = 'get' | 'pay' | 'bank' | 'ask' | 'code'

const kindOf = (method: string, path: string): Kind => {
  if (method === 'GET') return 'get'
  if (path.endsWith('/attempts')) return 'pay'
  if (path.endsWith('/answer')) return 'bank'
  return path.endsWith('/codes') ? 'code' : 'ask'
}

export class FakePayments {
  /** What reading answers. */
  now: Said = payable
  /** What the next calls answer, one each; a function is told the attempt. */
  readonly next: Partial<Record<Kind, (Said | ((attemptId: string) => Said))[]>> = {}
  readonly bodies: { kind: Kind; body: { attemptId?: string; card?: object; approved?: boolean } }[] = []
  #held: Promise<void> | undefined

  async serve(page: Page): Promise<this> {
    await page.route(/\/api\/v1\/payments\//, (route) => this.#answer(route))
    return this
  }

  /** Holds all answers until what it returns is called. */
  hold(): () => void {
    let release = () => {}
    this.#held = new Promise((resolve) => (release = resolve))
    return () => {
      this.#held = undefined
      release()
    }
  }

  countOf(kind: Kind): number {
    return this.bodies.filter((one) => one.kind === kind).length
  }

  async #answer(route: Route): Promise<void> {
    const request = route.request()
    if (request.method() === 'OPTIONS') return route.fulfill({ status: 204, headers: cors })
    const kind = kindOf(request.method(), new URL(request.url()).pathname)
    const body = (request.postDataJSON() ?? {}) as { attemptId?: string }
    this.bodies.push({ kind, body })
    const told = this.next[kind]?.shift()
    const said = (typeof told === 'function' ? told(body.attemptId ?? '') : told) ?? this.now
    await this.#held
    if (said === 'lost') return route.abort()
    if ('status' in said) {
      const { status, code = 'refused', message = 'Out of order' } = said
      const json = { success: false, message, error: { code, message } }
      return route.fulfill({ status, json, headers: cors })
    }
    // What was said of a payment holds from then on.
    if (kind !== 'get') this.now = said
    return route.fulfill({ json: { data: said }, headers: cors })
  }
}

const cors = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': 'content-type',
  'access-control-allow-methods': 'GET, POST',
}

/** As if the customer came back from another tab. */
export const comeBack = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event('focus')))

export async function typeCard(page: Page, cardNumber = '4242 4242 4242 4242') {
  await page.getByLabel('Card number').fill(cardNumber)
  await page.getByLabel('Expiry').fill('12/40')
  await page.getByLabel('Security code').fill('987')
}

export const pay = (page: Page) => page.getByRole('button', { name: /^Pay \$/ }).click()
