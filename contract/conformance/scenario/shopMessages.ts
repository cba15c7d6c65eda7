import { type WebhookEvent, webhookEvents } from '../../rules/webhooks'
import type { Exchange } from '../engine/exchange'
import { type Row, rowsOf, totalOf } from '../engine/listing'
import type { Run } from '../engine/run'
import { lookAgain } from '../engine/steps'
import { makeOne } from './sellingBasics'
import { textOf } from '../engine/text'
import type { Tenant } from '../engine/tenant'
import type { World } from '../engine/world'
import type { Trade } from './trade'
import { readPayload } from './webhooksTold'

const rule = 'webhooks.messages'

/** Messages at most that are read to the end. */
const most = 300

/** A webhook that is told of everything from now on. */
export async function tellAll(run: Run, { marker }: World, tenant: Tenant): Promise<Row> {
  const address = `https://unknown.offerdesk.example/${marker}-shop`
  const body = { organizationId: tenant.organizationId, address, events: webhookEvents }
  return (await makeOne(run, tenant, 'webhooks', rule, body))[0]
}

async function messagesOf(run: Run, webhookId: string): Promise<{ exchange: Exchange; rows: Row[]; total: number }> {
  const rows: Row[] = []
  for (let page = 1; ; page += 1) {
    const query = { limit: '100', page: String(page) }
    const exchange = await run.succeed(rule, 'webhooks.deliveries', { params: { webhookId }, query })
    rows.push(...rowsOf(exchange))
    const total = totalOf(exchange)
    if (page * 100 >= Math.min(total, most)) return { exchange, rows, total }
  }
}

/** How often the shop has done what a webhook is told of, whoever asked for it twice at once. */
function timesOf({ books }: Trade): Partial<Record<WebhookEvent, number>> {
  const sales = [...books.sales.values()]
  return {
    'order.placed': sales.length,
    'order.paid': sales.filter(({ paid }) => paid > 0).length,
    'order.cancelled': sales.filter(({ isCancelled }) => isCancelled).length,
  }
}

/** What happens once in a shop is told once, as what it is; and whatever was given back, at least once. */
export async function verifyMessages(trade: Trade, { id: webhookId }: Row): Promise<void> {
  const { run, books, place } = trade
  const due = Object.entries(timesOf(trade))
  const refunded = [...books.sales.values()].filter((sale) => sale.refunded > 0)
  const wrongIn = (rows: readonly Row[]) => {
    const timesIn = (event: string) => rows.filter((row) => row['event'] === event).length
    // Elsewhere somebody else may sell, too.
    const wrong = due.find(([event, times]) => (place.isOwn ? timesIn(event) !== times : timesIn(event) < times))
    if (wrong !== undefined) return `${timesIn(wrong[0])} of ${wrong[0]}`
    return timesIn('order.refunded') < refunded.length ? 'too few of order.refunded' : undefined
  }
  const { exchange, rows, total } = await lookAgain(
    run,
    { looks: 10, pause: 300 },
    () => messagesOf(run, webhookId),
    (now) => wrongIn(now.rows) === undefined,
  )
  if (total > most) return
  const said = due.map(([event, times]) => `${times} of ${event}`).join(', ')
  const wrong = wrongIn(rows)
  run.verify(rule, exchange, wrong === undefined, `messages of what the shop has done: ${said}`, wrong)
  for (const event of ['order.paid', 'order.refunded', 'order.cancelled']) {
    const row = rows.find((one) => one['event'] === event)
    if (row === undefined) continue
    const { read, payload } = await readPayload(run, row)
    if (payload === undefined) continue
    const isOurs = [...books.sales.keys()].some((id) => payload.includes(id))
    run.verify(rule, read, isOurs, `a message of ${event} about an order of the shop`, textOf(payload).slice(0, 400))
  }
  await run.succeed(rule, 'webhooks.delete', { params: { webhookId } })
}
