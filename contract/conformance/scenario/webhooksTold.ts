import * as z from 'zod/mini'
import { webhookMessages } from '../../extensions/webhookMessages'
import { type WebhookEvent, webhookEvents } from '../../rules/webhooks'
import { disagreement } from '../engine/compare'
import { type Exchange, jsonOf } from '../engine/exchange'
import { recordOf, type Row, rowsOf } from '../engine/listing'
import { isAboutNow } from '../engine/moments'
import type { Run } from '../engine/run'
import { attempt, lookAgain } from '../engine/steps'
import { textOf } from '../engine/text'
import type { Shop, World } from '../engine/world'
import { deleteCustomer, makeCustomer } from './customerBasics'
import { pack } from './parcels'
import { cards, fieldsOf, linkTo, payBy, payingShop } from './paying'
import { address, makeOne, placeOne } from './sellingBasics'

/** Nobody's address: what is sent there reaches nobody. */
export const addressOf = (word: string) => `https://unknown.offerdesk.example/${word}`

export const listWebhooks = (
  run: Run,
  { tenant: { organizationId } }: Shop,
  rule: 'webhooks.list' | 'webhooks.secrets',
) => run.succeed(rule, 'webhooks.list', { query: { organizationId } })

/** What somebody does that a webhook may be told of. */
const told: readonly WebhookEvent[] = [
  'order.placed',
  'order.address_changed',
  'order.cancelled',
  'customer.created',
  'customer.updated',
  'customer.merged',
  'customer.deleted',
]

const momentOf = (moment: unknown) => Date.parse(textOf(moment))

type Listed = () => Promise<Exchange>

/** Asks for other events than a webhook was made for, of which it is told from then on; answers the webhook as it is then. */
async function askFor(run: Run, shop: Shop, { id }: Row, events: readonly WebhookEvent[]): Promise<Row> {
  const rule = 'webhooks.list'
  const changed = await run.succeed(rule, 'webhooks.update', { params: { webhookId: id }, body: { events } })
  const own = rowsOf(await listWebhooks(run, shop, rule)).find((row) => row.id === id)?.['events']
  const now: unknown[] = Array.isArray(own) ? own : []
  const isKept = now.length === events.length && events.every((event) => now.includes(event))
  run.verify(rule, changed, isKept, `the events ${events.join(', ')}, in the list too`, now.map(textOf).join(', '))
  return recordOf(changed)
}

/** A webhook that asks for some of it, and one that is off, beside the one that asks for all. */
async function makeOthers(run: Run, { marker }: World, shop: Shop): Promise<[few: Row, off: Row]> {
  const { tenant } = shop
  const { organizationId } = tenant
  const make = async (word: string, events: readonly WebhookEvent[]) => {
    const body = { organizationId, address: addressOf(`${marker}-${word}`), events }
    return (await makeOne(run, tenant, 'webhooks', 'webhooks.messages', body))[0]
  }
  const few = await askFor(run, shop, await make('few', webhookEvents), ['customer.updated'])
  const off = await make('off', told)
  const params = { webhookId: off.id }
  await run.succeed('webhooks.messages', 'webhooks.switch', { params, body: { state: 'disabled' } })
  return [few, off]
}

/** What a message says, which is what its event is declared to say; undefined before the first try, which writes it. */
export async function readPayload(run: Run, { id, event }: Row): Promise<{ read: Exchange; payload?: string }> {
  const rule = 'webhooks.messages'
  const read = await run.succeed(rule, 'webhooks.delivery', { params: { deliveryId: id } })
  const { payload } = recordOf(read)
  if (typeof payload !== 'string') return { read }
  const shape = webhookMessages.get(event as WebhookEvent)
  const isShaped = shape === undefined || z.safeParse(shape, jsonOf(payload)).success
  run.verify(rule, read, isShaped, `a message as ${textOf(event)} is declared`, payload.slice(0, 400))
  return { read, payload }
}

/** What never changes of a record that a message tells of. */
const lasting = ['id', 'organizationId', 'number', 'currency', 'subtotal', 'taxTotal', 'total']

/** What a message tells otherwise than it was answered; undefined where it is of another record, or tells the same. */
function toldOtherwise(payload: string, kind: string, record: Row): string | undefined {
  const message = fieldsOf(jsonOf(payload))
  const told = fieldsOf(fieldsOf(message['data'])[kind])
  if (told['id'] !== record.id) return undefined
  const known = Object.fromEntries(lasting.flatMap((name) => (name in record ? [[name, record[name]]] : [])))
  const isNow = isAboutNow(message['timestamp'])
  return isNow ? disagreement(known, told) : `timestamp is ${textOf(message['timestamp'])}`
}

const isWritten = ({ payload }: { payload?: string }) => payload !== undefined

/** Of each event one message is of what was done. */
async function checkPayloads(run: Run, listed: Listed, records: ReadonlyMap<string, Row>): Promise<void> {
  const rule = 'webhooks.messages'
  const all = new Map<string, string[]>()
  let last: Exchange | undefined
  const rows = rowsOf(await listed()).slice(0, 25)
  const [newest] = rows
  // A message is written as it is sent, and they are sent one after the other.
  if (newest) await lookAgain(run, { looks: 10, pause: 300 }, () => readPayload(run, newest), isWritten)
  for (const row of rows) {
    const { read, payload } = await readPayload(run, row)
    if (payload === undefined) continue
    last = read
    const name = textOf(row['event'])
    all.set(name, [...(all.get(name) ?? []), payload])
  }
  for (const [event, payloads] of all) {
    const kind = event.split('.')[0] ?? ''
    const record = records.get(event) ?? records.get(kind)
    if (record === undefined || last === undefined) continue
    const isAbout = payloads.some((payload) => payload.includes(record.id))
    run.verify(rule, last, isAbout, `a message of ${event} about ${record.id}`, payloads.join(' ').slice(0, 400))
    const other = payloads.map((payload) => toldOtherwise(payload, kind, record)).find((wrong) => wrong !== undefined)
    run.verify(rule, last, other === undefined, `a message of ${event} that tells what the call answers`, other)
  }
}

/** A webhook is told of whatever it asks for, and of nothing else. */
export async function checkTold(run: Run, world: World, shop: Shop): Promise<void> {
  const { marker } = world
  const { tenant } = shop
  const { organizationId } = tenant
  const rule = 'webhooks.messages'
  const body = { organizationId, address: addressOf(`${marker}-told`), events: ['payment.failed'] }
  const [hook] = await makeOne(run, tenant, 'webhooks', rule, body)
  await askFor(run, shop, hook, webhookEvents)
  const [few, off] = await makeOthers(run, world, shop)
  const [kept] = await makeCustomer(run, tenant, { organizationId, firstName: `${marker} told` })
  const [other] = await makeCustomer(run, tenant, { organizationId, firstName: `${marker} of told` })
  const params = { customerId: kept.id }
  await run.succeed(rule, 'customers.update', { params, body: { note: 'told' } })
  await run.succeed(rule, 'customers.merge', { params, body: { otherId: other.id, keep: {} } })
  await deleteCustomer(run, tenant, kept.id)
  const [order] = await placeOne(run, shop)
  const ofOrder = { params: { orderId: order.id } }
  await run.succeed(rule, 'orders.updateAddress', { ...ofOrder, body: { ...address, city: 'Umeå' } })
  const [later] = await placeOne(run, shop)
  const happened = [...(await sendParcels(run, order, later)), ...(await takePayment(run, world, later))]
  await run.succeed(rule, 'orders.cancel', { ...ofOrder, body: {} })
  const query = { limit: '100', page: '1' }
  const listedOf = (webhookId: string) => run.succeed(rule, 'webhooks.deliveries', { params: { webhookId }, query })
  const listed = () => listedOf(hook.id)
  const expected = [...told, ...happened.map(([event]) => event)]
  const lacking = (exchange: Exchange) =>
    expected.filter((event) => !rowsOf(exchange).some((one) => one['event'] === event)).join(', ')
  const exchange = await lookAgain(run, { looks: 10, pause: 300 }, listed, (now) => lacking(now) === '')
  run.verify(
    rule,
    exchange,
    lacking(exchange) === '',
    `messages of ${expected.join(', ')}`,
    `none of ${lacking(exchange)}`,
  )
  for (const [{ id }, events] of [
    [few, ['customer.updated']],
    [off, []],
  ] as const) {
    const others = await listedOf(id)
    // Somebody else may have done something before it asked for less.
    const isSince = (row: Row) => !(momentOf(row['createdAt']) <= momentOf(few['updatedAt']))
    const more = rowsOf(others).find((row) => !events.some((one) => one === row['event']) && isSince(row))
    const due = events.length === 0 ? 'nothing for a webhook that is off' : `nothing but ${events.join()}`
    run.verify(rule, others, more === undefined, due, textOf(more?.['event']))
    // What was told to one of two later than it was listed of the other is there by now.
    const known = new Set(rowsOf(id === few.id ? await listed() : others).map(({ messageId }) => messageId))
    const another = rowsOf(others).find(({ messageId }) => !known.has(messageId))
    run.verify(rule, others, another === undefined, 'one messageId of an event for every webhook', another?.id)
  }
  const records = new Map<string, Row>([
    ['customer', kept],
    ['order', order],
    // What is paid and has arrived may be completed by that.
    ['order.completed', later],
    ...happened,
  ])
  await attempt(run, rule, () => checkPayloads(run, listed, records))
  const [message] = rowsOf(await listed())
  for (const { id } of [hook, few, off]) await run.succeed(rule, 'webhooks.delete', { params: { webhookId: id } })
  if (message === undefined) return
  await run.refuse(rule, 'webhooks.delivery', { params: { deliveryId: message.id }, isValid: true }, [404])
}

type Happened = [event: WebhookEvent, record: Row]

/** A parcel that is given up, and one of another order that arrives; by what is told of each. */
async function sendParcels(run: Run, order: Row, other: Row): Promise<Happened[]> {
  if (run.lacks('fulfilments.pack')) return []
  const rule = 'webhooks.messages'
  const [givenUp] = await pack(run, order.id)
  await run.succeed(rule, 'fulfilments.cancel', { params: { fulfilmentId: givenUp.id }, body: {} })
  const [parcel] = await pack(run, other.id)
  const params = { fulfilmentId: parcel.id }
  for (const step of ['ship', 'deliver']) await run.succeed(rule, `fulfilments.${step}`, { params, body: {} })
  return [
    ['fulfilment.cancelled', givenUp],
    ['fulfilment.shipped', parcel],
    ['fulfilment.delivered', parcel],
  ]
}

/** Somebody pays at the second try. */
async function takePayment(run: Run, world: World, order: Row): Promise<Happened[]> {
  if (run.lacks('payments.pay')) return []
  const rule = 'webhooks.messages'
  const { token } = await linkTo(run, await payingShop(run, world), order.id)
  for (const card of [cards.declined, cards.paid]) await payBy(run, rule, token, card)
  return [
    ['payment.failed', order],
    ['order.paid', order],
  ]
}
