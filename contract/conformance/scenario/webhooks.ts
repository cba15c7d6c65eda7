import { confirmed, difference } from '../engine/compare'
import type { Exchange } from '../engine/exchange'
import type { Fields } from '../engine/fields'
import { recordOf, type Row, rowsOf, totalOf } from '../engine/listing'
import type { Run } from '../engine/run'
import { attempt } from '../engine/steps'
import { textOf } from '../engine/text'
import type { Shop, World } from '../engine/world'
import { refuseForeign } from './intrusion'
import { checkOwnFile } from './ownFiles'
import { checkKey, makeOne, notNow, refuseOutdated, shopOf } from './sellingBasics'
import { addressOf, checkTold, listWebhooks as list } from './webhooksTold'

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

async function checkKept(run: Run, { marker }: World, shop: Shop): Promise<[Row, Exchange]> {
  const { tenant } = shop
  const { organizationId } = tenant
  const body = { organizationId, address: addressOf(`${marker}-hook`), events: ['order.placed', 'order.paid'] }
  const ask = { body, headers: { 'idempotency-key': `${marker}-hook` } }
  const [hook, exchange] = await makeOne(run, tenant, 'webhooks', 'webhooks.list', body, ask)
  const madeOnce = await entriesOf(run, organizationId, 'webhooks.create', hook)
  await checkKey(run, 'webhooks.create', ask, exchange, { ...body, address: addressOf(`${marker}-other`) })
  await stays(run, madeOnce, 'as the same request came again')
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
  const changedSo = await entriesOf(run, organizationId, 'webhooks.update', hook)
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
  await stays(run, changedSo, 'as what was asked since was refused')
  return [hook, exchange]
}

/** What the audit tells of an action, and how it is asked again. */
interface Entries {
  count: number
  again: () => Promise<Exchange>
}

async function entriesOf(
  run: Run,
  organizationId: string,
  action: string,
  { id: recordId }: Row,
): Promise<Entries | undefined> {
  if (run.lacks('audit.list')) return undefined
  const query = { organizationId, recordId, action, limit: '1', page: '1' }
  const again = () => run.succeed('audit.told', 'audit.list', { query })
  return { count: totalOf(await again()), again }
}

/** Nothing was done, so that nothing more is told. */
async function stays(run: Run, entries: Entries | undefined, why: string): Promise<void> {
  if (entries === undefined) return
  const exchange = await entries.again()
  const count = totalOf(exchange)
  run.verify('audit.told', exchange, count === entries.count, `${entries.count} entries still, ${why}`, `${count}`)
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
  const { organizationId } = shop.tenant
  const ofHook = { organizationId, resource: 'webhooks', call: 'webhooks.deliveries' } as const
  await checkOwnFile(run, { ...ofHook, ask: { params }, filters: params })
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
