import { uuidv7 } from 'uuidv7'
import { afterAll, expect, test } from 'vitest'
import type { OrderRecord } from '../../../contract/extensions/orders'
import { openDatabase } from '../../../server/db/database'
import { Random } from '../../../server/db/demoData/random'
import { startServer } from '../../e2e/startServer'
import { freePort } from '../../freePort'
import { residentMemory } from '../../residentMemory'
import { demo, startOn } from '../http/start'
import { someDatabases } from '../postgres'
import { openShop } from '../shop'
import { openFloor, wrongSums } from './sales'
import { cards } from './world'

/** How many writes on each database; `npm run figures -- mixed` asks for more. */
const writes = Number(process.env['MIXED_WRITES'] ?? 150)
const lanes = 10

const scratches = await someDatabases('demo')
afterAll(() => Promise.all(scratches.map((scratch) => scratch.stop())))

/** What a lane knows of the order that it is at. */
interface Sale {
  order: OrderRecord
  token?: string
  isPaid: boolean
}

test.each(scratches)(
  'AP-02 mixed writes at once on $kind: none fails, and every sum is right at the end',
  { timeout: 120_000 + writes * 500 },
  async (scratch) => {
    const { kind, dataDir, databaseUrl } = scratch
    const founding = await openDatabase(scratch)
    const shop = await openShop(await startOn(founding), demo)
    const floor = await openFloor(founding, shop, { agents: lanes, buyers: 5 })
    await founding.close()
    const env = { SECRET_KEY: Buffer.alloc(32, 7).toString('base64'), SEED: 'none', LOG_LEVEL: 'silent' }
    const server = await startServer(await freePort(), { ...env, DATA_DIR: dataDir, DATABASE_URL: databaseUrl ?? '' })
    const memory = [residentMemory(server.pid)]
    const statuses = new Map<string, number>()
    const failed: string[] = []
    let sent = 0

    async function write<Data>(what: string, token: string, method: string, path: string, body: object) {
      sent += 1
      if (sent % Math.ceil(writes / 10) === 0) memory.push(residentMemory(server.pid))
      const response = await fetch(`${server.url}/api/v1${path}`, {
        method,
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify(body),
      })
      const text = await response.text()
      statuses.set(what, (statuses.get(what) ?? 0) + 1)
      // What somebody else has changed meanwhile, or sold out, is refused; nothing else is.
      if (response.status !== 200 && response.status !== 409 && response.status !== 422) {
        failed.push(`${what}: ${response.status} ${text.slice(0, 200)}`)
      }
      return response.status === 200 ? (JSON.parse(text) as { data: Data }).data : undefined
    }

    async function lane(token: string, dice: Random): Promise<void> {
      let sale: Sale | undefined
      while (sent < writes) {
        const kindOfWrite = dice.between(0, 11)
        if (sale === undefined || kindOfWrite < 3) {
          const lines = [{ offerId: dice.pick(floor.offerIds), quantity: dice.between(1, 3) }]
          const placement = shop.placement(lines, { customerId: dice.pick(floor.customerIds) })
          const order: OrderRecord | undefined = await write('place', token, 'POST', '/orders', placement)
          sale = order && { order, isPaid: false }
        } else if (kindOfWrite < 5 && sale.token === undefined) {
          const body = { mail: true, gatewayInstanceId: floor.gatewayId }
          const path = `/orders/${sale.order.id}/payment-links`
          const made: { linkUrl: string } | undefined = await write('link', token, 'POST', path, body)
          if (made) sale.token = made.linkUrl.slice(made.linkUrl.lastIndexOf('/') + 1)
        } else if (kindOfWrite < 8 && sale.token !== undefined && !sale.isPaid) {
          const card = {
            cardNumber: dice.chance(0.8) ? cards.good : cards.declined,
            expiry: '12/99',
            securityCode: '123',
          }
          const body = { attemptId: uuidv7(), card }
          await write('pay', token, 'POST', `/payments/${sale.token}/attempts`, body)
          sale.isPaid = true
        } else if (kindOfWrite < 9 && sale.isPaid) {
          const lines = sale.order.items.map(({ id }) => ({ itemId: id, quantity: 1 }))
          await write('refund', token, 'POST', `/orders/${sale.order.id}/refunds`, { lines, restock: dice.chance(0.5) })
        } else if (kindOfWrite === 9) {
          await write('cancel', token, 'POST', `/orders/${sale.order.id}/cancel`, { reason: '' })
          sale = undefined
        } else if (kindOfWrite === 10) {
          const body = { by: dice.between(1, 5), reason: 'Counted' }
          await write('count', token, 'POST', `/products/${dice.pick(floor.productIds)}/stock`, body)
        } else {
          const body = { firstName: `Ada ${dice.between(1, 99)}` }
          await write('edit', token, 'PUT', `/customers/${dice.pick(floor.customerIds)}`, body)
        }
      }
    }

    const began = performance.now()
    await Promise.all(floor.tokens.map((token, index) => lane(token, new Random(index))))
    const seconds = (performance.now() - began) / 1_000
    await server.stop()
    const database = await openDatabase(scratch)
    const wrong = await wrongSums(database, shop.orgId, floor.offerIds)
    await database.close()
    const megabytes = memory.map((bytes) => Math.round(bytes / 2 ** 20)).join(', ')
    const kinds = [...statuses].map(([what, times]) => `${what} ${times}`).join(', ')
    console.log(
      `${kind}: ${sent} writes in ${seconds.toFixed(0)} s (${kinds}); memory ${megabytes} MB; wrong sums: ${wrong.length}`,
    )
    expect({ failed: failed.slice(0, 10), wrong }).toEqual({ failed: [], wrong: [] })
  },
)
