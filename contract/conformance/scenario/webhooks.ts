import * as z from 'zod/mini'
import { webhookMessages } from '../../extensions/webhookMessages'
import { type WebhookEvent, webhookEvents } from '../../rules/webhooks'
import { confirmed, difference, disagreement } from '../engine/compare'
import { type Exchange, jsonOf } from '../engine/exchange'
import type { Fields } from '../engine/fields'
import { recordOf, type Row, rowsOf, totalOf } from '../engine/listing'
import { isAboutNow } from '../engine/moments'
import type { Run } from '../engine/run'
import { attempt, lookAgain } from '../engine/steps'
import { textOf } from '../engine/text'
import type { Shop, World } from '../engine/world'
import { deleteCustomer, makeCustomer } from './customerBasics'
import { refuseForeign } from './intrusion'
import { fieldsOf } from './paying'
import { address, checkKey, makeOne, notNow, placeOne, refuseOutdated, shopOf } from './sellingBasics'

/** Nobody's address: what is sent there reaches nobody. */
const addressOf = (word: string) => `https://unknown.offerdesk.example/${word}`

/** Webhooks are kept as they were sent, their secrets are told once, and what is sent to them is listed (WH-01). */
export async function checkWebhooks(run: Run, world: World): Promise<void> {
  if (!run.isFull) return
  await attempt(run, 'webhooks.list', async () => {
    const shop = await shopOf(run, world, world.first)
    const [hook, made] = await checkKept(run, world, shop)
    shop.webhook = hook
    await attempt(run, 'webhooks.secrets', () => checkSecrets(run, shop, hook, made))
    await attempt(run, 'webhooks.messages', () => checkMessages(run, shop, hook))
    await attempt(run, 'webhooks.messages', () => checkTold(run, world, shop))
    await attempt(run, 'access.foreignPath', () => checkForeign(run, world, shop))
    await attempt(run, 'webhooks.list', () => checkDeletion(run, world, shop))
  })
}

const list = (run: Run, { tenant: { organizationId } }: Shop, rule: 'webhooks.list' | 'webhooks.secrets') =>
  run.succeed(rule, 'webhooks.list', { query: { organizationId } })

async function checkKept(run: Run, { marker }: World, shop: Shop): Promise<[Row, Exchange]> {
  const { tenant } = shop
  const { organizationId } = tenant
  const body = { organizationId, address: addressOf(`${marker}-hook`), events: ['order.placed', 'order.paid'] }
  const ask = { body, headers: { 'idempotency-key': `${marker}-hook` } }
  const [hook, exchange] = await makeOne(run, tenant, 'webhooks', 'webhooks.list', body, ask)
  await checkKey(run, 'webhooks.create', ask, exchange, { ...body, address: addressOf(`${marker}-other`) })
  const read = async () => rowsOf(await list(run, shop, 'webhooks.list')).find(({ id }) => id === hook.id) ?? hook
  const shows = async (due: Fields) => {
    const listed = await list(run, shop, 'webhooks.list')
    const wrong = difference(due, rowsOf(listed).find(({ id }) => id === hook.id) ?? {})
    run.verify('webhooks.list', listed, wrong === undefined, 'the webhook in its list, as it was sent', wrong)
  }
  const { address, events } = body
  await shows({ address, events, state: 'enabled' })
  const params = { webhookId: hook.id }
  // What is left out stays.
  await run.succeed('webhooks.list', 'webhooks.update', { params, body: { events: ['order.refunded'] } })
  await shows({ address, events: ['order.refunded'] })
  const both = { address: addressOf(`${marker}-moved`), events: ['order.placed', 'order.cancelled'] }
  await run.succeed('webhooks.list', 'webhooks.update', { params, body: both })
  await shows(both)
  await run.succeed('webhooks.list', 'webhooks.update', { params, body: { address } })
  await shows({ ...both, address })
  await run.succeed('webhooks.list', 'webhooks.update', { params, body: { events: ['order.refunded'] } })
  await refuseOutdated(run, 'webhooks.update', { params, body: { events: ['order.placed'] } }, read)
  for (const wrong of [
    { address: 'nowhere' },
    { address: 'ftp://unknown.offerdesk.example' },
    { address: 'https://somebody:secret@unknown.offerdesk.example' },
    { address: `${address}#part` },
    { events: [] },
    { events: ['order.dreamt'] },
  ]) {
    await run.refuse('webhooks.list', 'webhooks.update', { params, body: wrong, isValid: true }, [400, 422])
  }
  await shows({ address, events: ['order.refunded'] })
  return [hook, exchange]
}

const secretIn = (exchange: Exchange) => String(recordOf(exchange)['webhookSecret'])

const hour = 3_600_000

/** A secret that was renewed signs for a day still, which its webhook tells; the first one has none before it. */
function verifyFormer(run: Run, exchange: Exchange, { formerSecretUntil = null }: Row, isDue: boolean): void {
  const left = Date.parse(textOf(formerSecretUntil ?? '')) - Date.now()
  // Clocks differ.
  const isTold = left > 23 * hour && left < 25 * hour
  const expected = isDue ? 'a moment 24 hours after the secret was renewed' : 'none, as the secret is the first one'
  const holds = isDue ? isTold : formerSecretUntil === null
  run.verify('webhooks.secrets', exchange, holds, `formerSecretUntil: ${expected}`, String(formerSecretUntil))
}

/** A secret is told to whoever makes it, and never again. */
async function checkSecrets(run: Run, shop: Shop, hook: Row, made: Exchange): Promise<void> {
  const params = { webhookId: hook.id }
  const renewed = await run.succeed('webhooks.secrets', 'webhooks.rotateSecret', { params, body: {} })
  const secrets = [secretIn(made), secretIn(renewed)]
  for (const [exchange, secret] of [
    [made, secrets[0]],
    [renewed, secrets[1]],
  ] as const) {
    const isOne = secret?.startsWith('whsec_') === true && secret.length >= 30
    run.verify('webhooks.secrets', exchange, isOne, 'a secret that begins with whsec_')
  }
  run.verify('webhooks.secrets', renewed, secrets[0] !== secrets[1], 'another secret than before')
  const changed = await run.succeed('webhooks.secrets', 'webhooks.update', { params, body: { events: ['order.paid'] } })
  const listed = await list(run, shop, 'webhooks.secrets')
  verifyFormer(run, made, recordOf(made), false)
  for (const answer of [renewed, changed]) verifyFormer(run, answer, recordOf(answer), true)
  verifyFormer(run, listed, rowsOf(listed).find(({ id }) => id === hook.id) ?? hook, true)
  for (const answer of [changed, listed]) {
    const told = secrets.some((secret) => answer.text.includes(secret))
    run.verify('webhooks.secrets', answer, !told, 'no secret', 'one of them')
  }
}

/** What is sent is listed, sent again under its id, and nothing is while the webhook is off. */
async function checkMessages(run: Run, shop: Shop, hook: Row): Promise<void> {
  const params = { webhookId: hook.id }
  const rule = 'webhooks.messages'
  const tried = await run.succeed(rule, 'webhooks.test', { params, body: {} })
  const message = recordOf(tried)
  shop.message = message
  const listed = await run.succeed(rule, 'webhooks.deliveries', { params, query: { limit: '100', page: '1' } })
  const isListed = rowsOf(listed).some(({ id }) => id === message.id)
  run.verify(rule, listed, isListed, 'the message among those of its webhook')
  const toMessage = { params: { deliveryId: message.id } }
  const read = await run.succeed(rule, 'webhooks.delivery', toMessage)
  const wrong = difference({ webhookId: hook.id, event: 'webhook.test' }, recordOf(read))
  run.verify(rule, read, wrong === undefined, 'the test that was asked for', wrong)
  const again = await run.succeed(rule, 'webhooks.sendAgain', { ...toMessage, body: {} })
  const isSame = recordOf(again)['messageId'] === message['messageId']
  run.verify(rule, again, isSame, 'the same message', String(recordOf(again)['messageId']))
  await attempt(run, rule, () => checkWaiting(run, shop, hook, message))
  const turn = async (state: string) => {
    const turned = await run.succeed(rule, 'webhooks.switch', { params, body: { state } })
    run.verify(rule, turned, recordOf(turned)['state'] === state, `a webhook that is ${state}`)
    const { waitingCount } = recordOf(turned)
    const isGivenUp = state === 'enabled' || (waitingCount ?? 0) === 0
    run.verify(rule, turned, isGivenUp, 'nothing that waits once a webhook is off', textOf(waitingCount))
  }
  await turn('disabled')
  const off = recordOf(await run.succeed(rule, 'webhooks.delivery', toMessage))
  run.verify(rule, read, off['state'] !== 'waiting', 'nothing that waits once a webhook is off', textOf(off['state']))
  await run.refuse(rule, 'webhooks.test', { params, body: {}, isValid: true }, notNow)
  await run.refuse(rule, 'webhooks.sendAgain', { ...toMessage, body: {}, isValid: true }, notNow)
  await turn('enabled')
}

/** What waits is counted at its webhook, and goes to where that leads now. */
async function checkWaiting(run: Run, shop: Shop, hook: Row, message: Row): Promise<void> {
  const rule = 'webhooks.messages'
  const params = { webhookId: hook.id }
  // A try may be over meanwhile.
  const { exchange, wrong } = await confirmed(async () => {
    const listed = await list(run, shop, 'webhooks.list')
    const waitingCount = rowsOf(listed).find(({ id }) => id === hook.id)?.['waitingCount']
    const query = { state: 'waiting', limit: '100', page: '1' }
    const waiting = totalOf(await run.succeed(rule, 'webhooks.deliveries', { params, query }))
    return { exchange: listed, wrong: Number(waitingCount) === waiting ? undefined : textOf(waitingCount) }
  })
  run.verify(rule, exchange, wrong === undefined, 'as many messages that wait as are listed, in waitingCount', wrong)
  const address = `${textOf(hook['address'])}-elsewhere`
  await run.succeed(rule, 'webhooks.update', { params, body: { address } })
  const read = await run.succeed(rule, 'webhooks.delivery', { params: { deliveryId: message.id } })
  const { state, address: leads } = recordOf(read)
  const isMoved = state !== 'waiting' || leads === address
  run.verify(rule, read, isMoved, 'what waits on its way to the new address', textOf(leads))
}

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
  const own = rowsOf(await list(run, shop, rule)).find((row) => row.id === id)?.['events']
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
  const rows = rowsOf(await listed()).slice(0, 15)
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
    const record = records.get(kind)
    if (record === undefined || last === undefined) continue
    const isAbout = payloads.some((payload) => payload.includes(record.id))
    run.verify(rule, last, isAbout, `a message of ${event} about ${record.id}`, payloads.join(' ').slice(0, 400))
    const other = payloads.map((payload) => toldOtherwise(payload, kind, record)).find((wrong) => wrong !== undefined)
    run.verify(rule, last, other === undefined, `a message of ${event} that tells what the call answers`, other)
  }
}

/** A webhook is told of whatever it asks for, and of nothing else. */
async function checkTold(run: Run, world: World, shop: Shop): Promise<void> {
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
  await run.succeed(rule, 'orders.cancel', { ...ofOrder, body: {} })
  const query = { limit: '100', page: '1' }
  const listedOf = (webhookId: string) => run.succeed(rule, 'webhooks.deliveries', { params: { webhookId }, query })
  const listed = () => listedOf(hook.id)
  const lacking = (exchange: Exchange) =>
    told.filter((event) => !rowsOf(exchange).some((one) => one['event'] === event)).join(', ')
  const exchange = await lookAgain(run, { looks: 10, pause: 300 }, listed, (now) => lacking(now) === '')
  run.verify(rule, exchange, lacking(exchange) === '', `messages of ${told.join(', ')}`, `none of ${lacking(exchange)}`)
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
  const records = new Map([
    ['customer', kept],
    ['order', order],
  ])
  await attempt(run, rule, () => checkPayloads(run, listed, records))
  for (const { id } of [hook, few, off]) await run.succeed(rule, 'webhooks.delete', { params: { webhookId: id } })
}

async function checkForeign(run: Run, { first, second }: World, { webhook, message }: Shop): Promise<void> {
  if (run.second === undefined || second === undefined || webhook === undefined || message === undefined) return
  const params = { webhookId: webhook.id }
  const toMessage = { params: { deliveryId: message.id }, isValid: true }
  for (const [name, ask] of [
    ['webhooks.update', { params, body: { events: ['order.paid'] }, isValid: true }],
    ['webhooks.switch', { params, body: { state: 'disabled' }, isValid: true }],
    ['webhooks.rotateSecret', { params, body: {}, isValid: true }],
    ['webhooks.test', { params, body: {}, isValid: true }],
    ['webhooks.deliveries', { params, isValid: true }],
    ['webhooks.delivery', toMessage],
    ['webhooks.sendAgain', { ...toMessage, body: {} }],
    ['webhooks.delete', { params, isValid: true }],
  ] as const) {
    await refuseForeign(run, second, first, name, ask)
  }
}

async function checkDeletion(run: Run, { marker }: World, shop: Shop): Promise<void> {
  const { tenant } = shop
  const { organizationId } = tenant
  const body = { organizationId, address: addressOf(`${marker}-gone`), events: ['order.placed'] }
  const [hook] = await makeOne(run, tenant, 'webhooks', 'webhooks.list', body)
  const params = { webhookId: hook.id }
  await run.succeed('webhooks.list', 'webhooks.delete', { params })
  const left = await list(run, shop, 'webhooks.list')
  run.verify('webhooks.list', left, !rowsOf(left).some(({ id }) => id === hook.id), 'no webhook that was deleted')
  await run.refuse('webhooks.list', 'webhooks.deliveries', { params, isValid: true }, [404])
}
