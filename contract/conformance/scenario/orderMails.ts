import { trackingEvent } from '../../rules/heldMails'
import { maxItemLists, maxPlaceholders } from '../../forms/mailTemplates'
import { difference, disagreement } from '../engine/compare'
import type { Fields } from '../engine/fields'
import { recordOf, type Row, rowsOf, searchPage } from '../engine/listing'
import type { Run } from '../engine/run'
import { attempt, lookAgain } from '../engine/steps'
import { neverGiven, textOf } from '../engine/text'
import type { Shop, World } from '../engine/world'
import { refuseForeignMails } from './foreignMails'
import { checkLinkMail } from './linkMails'
import { checkFilled, previewsMadeUp, tagsIn } from './mailTexts'
import { checkOwnMails } from './ownMails'
import { checkSeller } from './sellers'
import { pack, trackingNumber } from './parcels'
import { checkProvider, checkUndelivered, endProvider, from, mailsOf, providers } from './providers'
import { dataOf, fieldsOf, listOf, payingShop } from './paying'
import { address, makeOne, place, placement, placeOne, refuseOutdated } from './sellingBasics'
import { checkOwnList } from './wholeLists'

/** What the auto-responder says. */
const text = '<p>{{customer_first_name}}: {{tracking_number}}, {{shipping_address2}}</p>'

/** A subject is plain text, whatever stands in it. */
const onItsWay = (marker: string) => `${marker} on its way “R&D” <b>名`

/** What happens to an order is mailed once, as it was written, and every mail can be read (ML-01 to ML-03). */
export async function checkOrderMails(run: Run, world: World): Promise<void> {
  if (!run.isFull) return
  await attempt(run, 'plugins.list', async () => {
    const shop = await payingShop(run, world)
    // A preview is of the newest order of its campaign.
    shop.order ??= (await placeOne(run, shop))[0]
    const provider = await checkProvider(run, world, shop)
    shop.provider = provider
    const responder = await checkResponder(run, world, shop, provider)
    shop.responder = responder
    await attempt(run, 'autoresponders.preview', () => checkFilled(run, shop, responder, text))
    await attempt(run, 'mails.sent', () => checkSent(run, world, shop, provider, responder))
    // By now there are some of an order.
    await checkOwnList(run, shop.tenant.organizationId, 'mails')
    await attempt(run, 'mails.retry', () => checkUndelivered(run, world, shop))
    await attempt(run, 'orderMails.list', () => checkOwnMails(run, world, shop))
    await attempt(run, 'sellers.change', () => checkSeller(run, world, shop))
    await attempt(run, 'access.foreignPath', () => refuseForeignMails(run, world, shop, responder))
    const params = { autoresponderId: responder.id }
    const used = async () => Number((await providers(run, shop)).find(({ id }) => id === provider.id)?.['usedBy'])
    const before = await used()
    const deleted = await run.succeed('autoresponders.delete', 'autoresponders.delete', { params })
    const now = await used()
    const expected = `a provider that ${before - 1} auto-responders use, as one of ${before} is deleted`
    run.verify('plugins.used', deleted, now === before - 1, expected, String(now))
  })
}

async function checkResponder(run: Run, { marker }: World, shop: Shop, provider: Row): Promise<Row> {
  const params = { campaignId: shop.campaign.id }
  const body = {
    subject: `${marker} order {{order_id}}`,
    body: text,
    pluginInstanceId: provider.id,
    event: trackingEvent,
    from,
  }
  const made = await run.succeed('autoresponders.update', 'autoresponders.createEmail', { params, body })
  const responder = recordOf(made)
  const to = { params: { autoresponderId: responder.id } }
  const listed = async () =>
    rowsOf(await run.succeed('autoresponders.update', 'autoresponders.listEmail', { params })).find(
      ({ id }) => id === responder.id,
    )
  const reads = async (due: Fields) => {
    const wrong = difference(due, (await listed()) ?? {})
    run.verify('autoresponders.update', made, wrong === undefined, 'the auto-responder as it was sent', wrong)
  }
  const subject = `${onItsWay(marker)} {{order_id}}`
  const before = { ...body, paused: false }
  await run.succeed('autoresponders.update', 'autoresponders.update', { ...to, body: { subject } })
  await reads({ ...before, subject })
  // Each of the others alone, and back.
  const outbox = { organizationId: shop.tenant.organizationId, name: `${marker} another outbox`, kind: 'outbox', from }
  const [another] = await makeOne(run, shop.tenant, 'plugins', 'plugins.list', outbox)
  const others: Fields = {
    from: 'other@offerdesk.example',
    body: '<p>{{order_total}} 名</p>',
    event: 'order.refunded',
    pluginInstanceId: another.id,
  }
  for (const [field, value] of Object.entries(others)) {
    await run.succeed('autoresponders.update', 'autoresponders.update', { ...to, body: { [field]: value } })
    await reads({
      ...before,
      subject,
      [field]: value,
      ...(value === another.id && { pluginInstance: { name: outbox.name } }),
    })
    const back = { [field]: before[field as keyof typeof before] }
    await run.succeed('autoresponders.update', 'autoresponders.update', { ...to, body: back })
  }
  const unfit = [
    { subject: 'for {{nobody_knows}}' },
    { subject: 'for {{order_id' },
    { body: '{{order_items}}'.repeat(maxItemLists + 1) },
    { body: '{{order_id}}'.repeat(maxPlaceholders + 1) },
    { event: 'order.never' },
    {},
  ]
  for (const wrong of unfit) {
    await run.refuse('autoresponders.update', 'autoresponders.update', { ...to, body: wrong }, [400, 422])
  }
  const stranger = { ...to, body: { pluginInstanceId: neverGiven(provider.id) }, isValid: true }
  await run.refuse('autoresponders.update', 'autoresponders.update', stranger, [400, 404, 422])
  await reads({ ...before, subject })
  const late = { ...to, body: { subject: 'late' } }
  await refuseOutdated(run, 'autoresponders.update', late, async () => (await listed()) ?? responder)
  await attempt(run, 'autoresponders.preview', () => previewsMadeUp(run, marker, shop, body))
  await attempt(run, 'plugins.used', () => endProvider(run, shop, another, { ...body, pluginInstanceId: another.id }))
  const used = (await providers(run, shop)).find(({ id }) => id === provider.id)?.['usedBy']
  run.verify('plugins.used', made, used === 1, 'a provider that one auto-responder uses', String(used))
  await run.refuse('plugins.used', 'plugins.delete', { params: { pluginId: provider.id }, isValid: true }, [409])
  const preview = await run.succeed('autoresponders.preview', 'autoresponders.preview', to)
  const seen = dataOf(preview)
  const texts = [seen['subject'], seen['mailHtml'], seen['mailText']].map(String)
  const isFilled = texts.every((text) => text.trim() !== '' && !text.includes('{{'))
  run.verify('autoresponders.preview', preview, isFilled, 'a mail whose placeholders are filled', texts.join(' / '))
  const isOurs = texts.join().includes(marker) && fieldsOf(seen['order'])['id'] !== undefined
  run.verify('autoresponders.preview', preview, isOurs, "the auto-responder's mail of the newest order of its campaign")
  const filters = { campaignId: shop.campaign.id }
  const { organizationId } = shop.tenant
  const sold = await searchPage(run, { organizationId, resource: 'orders', filters, limit: 100, page: 1 })
  const { id: told } = fieldsOf(seen['order'])
  const isIts = sold.total > 100 || sold.rows.some(({ id }) => id === told)
  run.verify('autoresponders.preview', preview, isIts, 'an order of its campaign', String(told))
  return responder
}

/** Every auto-responder that is neither deleted nor paused mails once when a parcel gets its number. */
async function checkSent(run: Run, world: World, shop: Shop, provider: Row, responder: Row): Promise<void> {
  const rule = 'mails.sent'
  const lines = [{ offerId: shop.offer.id, quantity: 5, unitPrice: 20 }]
  const [order] = await place(run, shop, placement(shop, lines))
  const orderId = order.id
  const orderItemId = String(listOf(order['items'])[0]?.['id'])
  const to = { params: { autoresponderId: responder.id } }
  const assign = async (trackingText: string, fulfilment?: Row): Promise<Row> => {
    const [packed] = fulfilment === undefined ? await pack(run, orderId, [{ orderItemId, quantity: 1 }]) : [fulfilment]
    const params = { fulfilmentId: packed.id }
    const body = { trackingNumber: trackingText }
    await run.succeed(rule, 'fulfilments.assign', { params, body })
    return packed
  }
  const has = async (
    count: number,
    when: string,
    at: 'mails.sent' | 'autoresponders.pause' | 'autoresponders.delete',
  ) => {
    const found = await mailsOf(run, shop, { orderId })
    // What an organization sends where the campaign has none of its own is of nobody's auto-responder.
    const isOurs = ({ event, subject }: Row) => event !== 'test' && String(subject).includes(world.marker)
    const rows = found.rows.filter(isOurs)
    run.verify(at, found.exchange, rows.length === count, `${count} mails of the order ${when}`, `${rows.length}`)
    // Nor is anything sent instead, as the campaign has an auto-responder for what happened.
    const others = found.rows.filter((row) => row['event'] === responder['event'] && !isOurs(row))
    const isAlone = at !== 'autoresponders.pause' || others.length === 0
    run.verify(at, found.exchange, isAlone, `no mail of the organization ${when}`, textOf(others[0]?.['subject']))
    return rows
  }
  const number = trackingNumber()
  const fulfilment = await assign(number)
  const [mail] = await has(1, 'once it has a number', rule)
  await assign(number, fulfilment)
  await has(1, 'when its parcel gets the same number again', rule)
  if (mail === undefined) return
  shop.mail = mail
  await checkMail(run, world, shop, { mail, order, provider, number })
  const paused = await run.succeed('autoresponders.pause', 'autoresponders.pause', { ...to, body: {} })
  run.verify('autoresponders.pause', paused, recordOf(paused)['paused'] === true, 'an auto-responder that is paused')
  const { campaign } = shop
  const list = { params: { campaignId: campaign.id } }
  const listed = await run.succeed('autoresponders.pause', 'autoresponders.listEmail', list)
  const isListed = rowsOf(listed).some((row) => row.id === responder.id && row['paused'] === true)
  run.verify('autoresponders.pause', listed, isListed, 'an auto-responder that is paused among the others')
  // Who changes the text of what is paused does not mean to send it.
  const edited = await run.succeed('autoresponders.pause', 'autoresponders.update', {
    ...to,
    body: { body: '<p>{{customer_first_name}}, once more: {{tracking_number}}</p>' },
  })
  const isStill = recordOf(edited)['paused'] === true
  run.verify(
    'autoresponders.pause',
    edited,
    isStill,
    'an auto-responder that is paused still, as only its text changed',
  )
  await assign(trackingNumber())
  await has(1, 'while its auto-responder is paused', 'autoresponders.pause')
  const resumed = await run.succeed('autoresponders.pause', 'autoresponders.resume', { ...to, body: {} })
  run.verify('autoresponders.pause', resumed, recordOf(resumed)['paused'] === false, 'an auto-responder that sends')
  await assign(trackingNumber())
  await has(2, 'once it sends again', 'autoresponders.pause')
  await run.succeed('autoresponders.delete', 'autoresponders.delete', to)
  const gone = await run.succeed('autoresponders.delete', 'autoresponders.listEmail', list)
  const isGone = !rowsOf(gone).some(({ id }) => id === responder.id)
  run.verify('autoresponders.delete', gone, isGone, 'no deleted auto-responder in the list')
  for (const [name, body] of [
    ['autoresponders.update', { subject: 'of nobody' }],
    ['autoresponders.pause', {}],
    ['autoresponders.delete', undefined],
  ] as const) {
    const ask = { ...to, isValid: true, ...(body && { body }) }
    await run.refuse('autoresponders.delete', name, ask, [404])
  }
  await assign(trackingNumber())
  await has(2, 'when its auto-responder is deleted', 'autoresponders.delete')
  const restored = await run.succeed('autoresponders.delete', 'autoresponders.restore', { ...to, body: {} })
  const isBack = recordOf(restored)['event'] === trackingEvent
  run.verify('autoresponders.delete', restored, isBack, 'the auto-responder as it was')
  await run.refuse('autoresponders.delete', 'autoresponders.restore', { ...to, body: {}, isValid: true }, [404, 409])
  const last = await assign(trackingNumber())
  await has(3, 'once it is there again', 'autoresponders.delete')
  // As it was, and not as one begins: one that is paused comes back paused.
  await run.succeed('autoresponders.pause', 'autoresponders.pause', { ...to, body: {} })
  await run.succeed('autoresponders.delete', 'autoresponders.delete', to)
  const asIs = await run.succeed('autoresponders.delete', 'autoresponders.restore', { ...to, body: {} })
  const isPaused = recordOf(asIs)['paused'] === true
  run.verify('autoresponders.delete', asIs, isPaused, 'an auto-responder that is paused, as it was deleted')
  await run.succeed('autoresponders.pause', 'autoresponders.resume', { ...to, body: {} })
  await attempt(run, 'fulfilments.tracking', () => checkTakenBack(run, shop, order, last))
  await checkLinkMail(run, world, shop, order, provider)
  await run.succeed('orders.cancel', 'orders.cancel', { params: { orderId }, body: {} })
}

/** With a number that is taken back goes the mail about it, where that waits (FU-04). */
async function checkTakenBack(run: Run, shop: Shop, { id: orderId }: Row, parcel: Row): Promise<void> {
  const rule = 'fulfilments.tracking'
  const waiting = async () => {
    const { rows, exchange } = await mailsOf(run, shop, { orderId, state: 'queued' })
    return { exchange, count: rows.filter(({ event }) => event === trackingEvent).length }
  }
  const { count: before } = await waiting()
  await run.succeed(rule, 'fulfilments.unassign', { params: { fulfilmentId: parcel.id }, body: {} })
  if (before === 0) return
  // One that is only about to be sent may be so meanwhile.
  const { exchange, count } = await lookAgain(run, { looks: 5, pause: 300 }, waiting, (now) => now.count < before)
  const expected = `fewer mails than the ${before} that waited before a number was taken back`
  run.verify(rule, exchange, count < before, expected, `${count}`)
}

interface Sent {
  mail: Row
  order: Row
  provider: Row
  number: string
}

/** What stands in a mail, to whom it went, and how it is found. */
async function checkMail(
  run: Run,
  { marker }: World,
  shop: Shop,
  { mail, order, provider, number }: Sent,
): Promise<void> {
  const params = { mailId: mail.id }
  const exchange = await run.succeed('mails.sent', 'mails.get', { params })
  const read = recordOf(exchange)
  // A backend may hold it back for some minutes, so that its number can be taken back unsent (FU-04).
  const state = ['queued', 'kept'].find((one) => one === read['state']) ?? 'delivered'
  const due = {
    state,
    event: trackingEvent,
    from,
    to: shop.customer['email'],
    subject: `${onItsWay(marker)} ${String(order['number'])}`,
  }
  const wrong = difference(due, { ...read, subject: String(read['subject']).replace('#', '') })
  run.verify('mails.sent', exchange, wrong === undefined, 'a mail to the customer, as it was written', wrong)
  const moving = new Set(['state', 'tries', 'error', 'deliveredAt'])
  const told = Object.fromEntries(Object.entries(mail).filter(([name]) => !moving.has(name)))
  const unlike = disagreement(told, read)
  run.verify('mails.sent', exchange, unlike === undefined, 'a mail as its list has it', unlike)
  const isNamed = fieldsOf(read['order'])['id'] === order.id && String(read['pluginName']).includes(marker)
  run.verify('mails.sent', exchange, isNamed, 'its order and its provider', JSON.stringify(read['order']))
  const texts = [read['mailHtml'], read['mailText']].map(String)
  const isWhole = texts.every((text) => text.includes(number) && !text.includes('{{'))
  run.verify('mails.sent', exchange, isWhole, `${number} in the mail`, texts.join(' / '))
  const isText = texts[0]?.includes(tagsIn(address.address2)) === false
  run.verify('mails.sent', exchange, isText, 'what people have typed as text, and not as HTML', texts[0])
  const isListed = async (query: Record<string, string>, isDue: boolean) => {
    const found = await mailsOf(run, shop, query)
    const isFound = found.rows.some(({ id }) => id === mail.id)
    const expected = `the mail ${isDue ? 'found' : 'not found'} by ${JSON.stringify(query)}`
    run.verify('mails.list', found.exchange, isFound === isDue, expected, `${found.total} others`)
  }
  const fits = { state, q: `${marker} way`, orderId: order.id }
  const others = { state: 'dead', q: `${marker} nothinghasthis`, orderId: neverGiven(order.id) }
  await isListed({ q: String(shop.customer['email']).toUpperCase() }, true)
  for (const [name, value] of Object.entries(fits)) await isListed({ [name]: value }, true)
  // Beside whatever else narrows the list, too.
  for (const [name, value] of Object.entries(others)) {
    await isListed({ [name]: value }, false)
    await isListed({ ...fits, [name]: value }, false)
  }
  await run.refuse('mails.retry', 'mails.retry', { params, body: {}, isValid: true }, [409])
  await run.refuse('mails.retry', 'mails.drop', { params, body: {}, isValid: true }, [409])
  // Who tries an auto-responder or a provider out gets a mail as well.
  const me = run.signedInUser?.['email'] ?? null
  const tests = async () => {
    const { rows, exchange: found } = await mailsOf(run, shop, { q: marker })
    const own = rows.filter(({ event }) => event === 'test')
    const stray = own.find(({ to }) => me !== null && to !== me)
    run.verify('mails.test', found, stray === undefined, 'tests to whoever has asked for them', String(stray?.['to']))
    return own
  }
  const before = await tests()
  const responder = { params: { autoresponderId: shop.responder?.id ?? '' }, body: {} }
  const seen = dataOf(await run.succeed('mails.test', 'autoresponders.preview', { params: responder.params }))
  const tried = await run.succeed('mails.test', 'autoresponders.sendTest', responder)
  const now = await tests()
  const more = now.filter(({ id }) => !before.some((one) => one.id === id))
  run.verify('mails.test', tried, more.length === 1, 'one mail more, as a test', `${more.length}`)
  const isIt = textOf(more[0]?.['subject']).includes(textOf(seen['subject'])) && more[0]?.['from'] === seen['from']
  run.verify(
    'mails.test',
    tried,
    isIt,
    `the mail of the preview, ${textOf(seen['subject'])}`,
    textOf(more[0]?.['subject']),
  )
  const all = async () => (await mailsOf(run, shop, {})).total
  const was = await all()
  const sent = await run.succeed('mails.test', 'plugins.sendTest', { params: { pluginId: provider.id }, body: {} })
  const then = await all()
  run.verify('mails.test', sent, then > was, 'one mail more, as a test', `${then - was}`)
}
