import { setTimeout as delay } from 'node:timers/promises'
import { uuidv7 } from 'uuidv7'
import type { Answer, Asker, Asking } from './asking'
import { paymentBody, placementOf, type Stand, tokenOf } from './selling'

/** What was asked, how long it took, and what went wrong. */
export class Load {
  readonly times = new Map<string, { at: number; took: number }[]>()
  /** By what is said of it, how often. */
  readonly faults = new Map<string, number>()
  count = 0
  isOver = false
  readonly #asker: Asker

  constructor(asker: Asker) {
    this.#asker = asker
  }

  /** One round trip; what is no 200 is a fault, and so is what is cut off. */
  async ask(call: string, path: string, asking: Asking): Promise<unknown> {
    const at = performance.now()
    const answer = await this.#asker.once(path, asking).catch((error: unknown): Answer => ({
      status: 0,
      text: error instanceof Error ? error.message : String(error),
    }))
    const list = this.times.get(call) ?? []
    this.times.set(call, list)
    list.push({ at, took: performance.now() - at })
    this.count += 1
    if (answer.status === 200) return (JSON.parse(answer.text) as { data: unknown }).data
    const what = `${call}: ${answer.status === 0 ? 'dropped' : answer.status} ${answer.text.slice(0, 120)}`
    this.faults.set(what, (this.faults.get(what) ?? 0) + 1)
    return undefined
  }

  /** Places an order, makes its link and pays it; whether all of it was done, and the order. */
  async sell(stand: Stand, number: number, token = stand.token): Promise<string | undefined> {
    const placement = { token, key: uuidv7(), body: placementOf(stand, number) }
    const order = (await this.ask('place', '/orders', placement)) as { id: string } | undefined
    if (!order) return undefined
    const body = { mail: false, gatewayInstanceId: stand.gatewayId }
    const made = (await this.ask('link', `/orders/${order.id}/payment-links`, { token, key: uuidv7(), body })) as
      | { linkUrl: string }
      | undefined
    if (!made) return undefined
    const paid = await this.ask('pay', `/payments/${tokenOf(made.linkUrl)}/attempts`, { body: paymentBody() })
    return paid === undefined ? undefined : order.id
  }

  /** Somebody who reads, changes and sells, one after the other, until it is over; begins so many a second. */
  async work(stand: Stand, perSecond: number): Promise<void> {
    const { token, organizationId, offerIds, customerIds, campaignId } = stand
    const began = performance.now()
    for (let turn = 0; !this.isOver; turn += 1) {
      await delay(Math.max(0, began + (turn * 1_000) / perSecond - performance.now()))
      const offer = offerIds[turn % offerIds.length] ?? ''
      const customer = customerIds[turn % customerIds.length] ?? ''
      if (turn % 4 === 0) await this.sell(stand, turn)
      else if (turn % 4 === 1) {
        const body = { organizationId, resource: 'orders', limit: 25 }
        await this.ask('search', '/search', { token, body })
      } else if (turn % 4 === 2) {
        await this.ask('read', `/${turn % 8 === 2 ? `campaigns/${campaignId}` : `customers/${customer}`}`, { token })
      } else
        await this.ask('change', `/offers/${offer}`, { method: 'PUT', token, body: { basePrice: 10 + (turn % 90) } })
    }
  }
}

/** Milliseconds, as `p50 12 ms  p99 40 ms  most 51 ms`. */
export function shown(times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(Math.floor(sorted.length * share), sorted.length - 1)] ?? 0
  return [['p50', at(0.5)] as const, ['p99', at(0.99)] as const, ['most', at(1)] as const]
    .map(([name, value]) => `${name} ${value.toFixed(0).padStart(5)} ms`)
    .join('  ')
}
