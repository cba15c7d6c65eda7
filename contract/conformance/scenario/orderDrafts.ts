import { randomUUID } from 'node:crypto'
import { draftContent, mostTyped } from '../../extensions/orderDrafts'
import { change, difference } from '../engine/compare'
import { isAlike } from '../engine/declared'
import type { Exchange } from '../engine/exchange'
import type { Fields } from '../engine/fields'
import { isMoment, isSameMoment } from '../engine/moments'
import { type JsonSchema, jsonSchemaOf } from '../engine/jsonSchema'
import { detailsOf, recordOf, type Row, rowsOf } from '../engine/listing'
import type { Run } from '../engine/run'
import { attempt } from '../engine/steps'
import type { Tenant } from '../engine/tenant'
import { textOf } from '../engine/text'
import type { World } from '../engine/world'
import { filled } from '../generate/limits'
import { placement, read, refuseOutdated, shopOf } from './sellingBasics'
import { twiceAtOnce } from './twiceAtOnce'

/** What is typed of a new order is kept as it is typed, until it is placed or discarded (NO-03). */
export async function checkOrderDrafts(run: Run, world: World): Promise<void> {
  if (!run.isFull) return
  await attempt(run, 'orderDrafts.keep', async () => {
    const first = await checkKept(run, world)
    await attempt(run, 'orderDrafts.ended', () => checkDiscarded(run, world, first))
    await attempt(run, 'orderDrafts.ended', () => checkPlaced(run, world, first))
  })
  const draftId = randomUUID()
  await attempt(run, 'orderDrafts.keep', async () => {
    await keepDraft(run, world.first, draftId, { title: `${world.marker} kept`, content: {} })
    const shop = world.shops.get(world.first.organizationId)
    if (shop) shop.draftId = draftId
  })
}

interface Typed extends Fields {
  title: string
  content: Fields
}

export const keepDraft = (run: Run, { organizationId, account }: Tenant, draftId: string, typed: Typed) =>
  run.succeed('orderDrafts.keep', 'orderDrafts.keep', {
    as: account,
    params: { draftId },
    body: { organizationId, ...typed },
  })

const readDraft = (run: Run, tenant: Tenant, draftId: string) =>
  read(run, tenant, 'orderDrafts.keep', 'orderDrafts.get', { draftId })

async function listed(run: Run, { organizationId }: Tenant): Promise<[Row[], Exchange]> {
  const exchange = await run.succeed('orderDrafts.list', 'orderDrafts.list', { query: { organizationId } })
  return [rowsOf(exchange), exchange]
}

/** Something in each field that a schema declares, or nothing where that is something, too. */
function typedInto({ type, format, minLength = 0, properties = {}, items }: JsonSchema, text: string): unknown {
  if (type === 'array')
    return items === undefined ? [] : ['one ', 'two '].map((word) => typedInto(items, text && text + word))
  if (type === 'object') {
    const within = Object.entries(properties)
    return Object.fromEntries(within.map(([name, one]) => [name, typedInto(one, text && `${text}${name}`)]))
  }
  if (format === 'date-time') return '2026-03-04T07:06:07+02:00'
  return text.length < minLength ? 'some' : text
}

/** As somebody types it, with what is wrong still. */
const contents = (marker: string): Fields[] => [
  {
    campaignId: `${marker}-none`,
    agreedToTermsAt: '2026-03-04T05:06:07.000Z',
    newCustomer: { firstName: ' Åsa ', email: 'not yet', phone: '+46 7' },
    lines: [
      { offerId: 'one', quantity: '2x', unitPrice: ' 12,5' },
      { offerId: 'two', quantity: '3', unitPrice: '' },
    ],
    address: { city: 'Göteborg', country: 'Sw' },
    note: 'line one\nline two 🎁',
  },
  {
    customerId: `${marker}-nobody`,
    // As many lines as there may be, and as much as may be typed into one field.
    lines: Array.from({ length: 100 }, (_, index) => ({ offerId: `o${index}`, quantity: '', unitPrice: 'free' })),
    address: { address1: '', address2: ' 2nd “floor” ', state: 'Or', city: 'x'.repeat(mostTyped), postalCode: ' 9730' },
    note: `${'long '.repeat(999)}note.`,
  },
  typedInto(jsonSchemaOf(draftContent, 'input'), ' <b>É&amp; ') as Fields,
  typedInto(jsonSchemaOf(draftContent, 'input'), '') as Fields,
  { lines: [], note: '' },
]

/** A moment may be written in another way; all else is as it was typed. */
function isTyped(shown: unknown, { agreedToTermsAt: sent = null, ...typed }: Fields): boolean {
  const { agreedToTermsAt: kept = null, ...others } = (shown ?? {}) as Fields
  return isAlike(others, typed) && (sent === kept || (isMoment(sent) && isMoment(kept) && isSameMoment(sent, kept)))
}

async function checkKept(run: Run, { first, marker }: World): Promise<string> {
  const [draftId, other] = [randomUUID(), randomUUID()]
  let version = 0
  let begun: unknown
  for (const [index, content] of contents(marker).entries()) {
    // The second one has as long a title as there may be.
    const title = `${marker} draft ${index}`
    const typed = { title: index === 1 ? filled(`${title} `, 200) : title, content }
    const exchange = await keepDraft(run, first, draftId, typed)
    for (const draft of [
      recordOf(exchange),
      await readDraft(run, first, draftId),
      await readDraft(run, first, draftId),
    ]) {
      const isSame = isTyped(draft['content'], content) && draft['title'] === typed.title && draft.id === draftId
      run.verify('orderDrafts.keep', exchange, isSame, 'the draft as it was typed', JSON.stringify(draft))
    }
    const now = Number(recordOf(exchange)['version'])
    run.verify('orderDrafts.keep', exchange, now > version, `a version above ${version}`, `${now}`)
    version = now
    const { createdAt } = recordOf(exchange)
    begun ??= createdAt
    // What is kept may have more digits than what was answered first.
    const isBegun = Math.abs(Date.parse(textOf(createdAt)) - Date.parse(textOf(begun))) <= 1
    run.verify('orderDrafts.keep', exchange, isBegun, `begun at ${textOf(begun)} still`, textOf(createdAt))
    if (index > 0) continue
    await keepDraft(run, first, other, { title: `${marker} other draft`, content: {} })
  }
  const [rows, exchange] = await listed(run, first)
  const own = rows.filter(({ id }) => id === draftId || id === other)
  const last = contents(marker).length - 1
  const isInOrder = own[0]?.id === draftId && own[1]?.id === other && own[0]['title'] === `${marker} draft ${last}`
  run.verify(
    'orderDrafts.list',
    exchange,
    isInOrder,
    'both drafts, the one first that was changed last',
    JSON.stringify(own),
  )
  const unlike = own[0] && difference({ ...own[0] }, await readDraft(run, first, draftId))
  run.verify('orderDrafts.list', exchange, unlike === undefined, 'a draft in its list, as it reads', unlike)
  const body = { organizationId: first.organizationId, title: 'late', content: {} }
  await refuseOutdated(run, 'orderDrafts.keep', { params: { draftId }, body }, () => readDraft(run, first, draftId))
  return draftId
}

/** What has ended is neither read, listed nor kept any more; of what was placed it is told as which order. */
async function isOver(run: Run, { first }: World, draftId: string, order?: Row): Promise<void> {
  const ask = { params: { draftId }, isValid: true }
  const body = { organizationId: first.organizationId, title: 'late', content: {} }
  const refused = [
    await run.refuse('orderDrafts.ended', 'orderDrafts.get', ask, [404]),
    await run.refuse('orderDrafts.ended', 'orderDrafts.keep', { ...ask, body }, [404, 409]),
  ]
  for (const exchange of refused) {
    if (order === undefined || exchange.status < 400) continue
    const id = (detailsOf(exchange)['placedOrder'] as Row | undefined)?.id
    const expected = 'the order that it has become as placedOrder, in error.details'
    run.verify('orderDrafts.ended', exchange, id === order.id, expected, String(id))
  }
  await run.refuse('orderDrafts.ended', 'orderDrafts.discard', ask, [404])
  const [rows, exchange] = await listed(run, first)
  const isListed = rows.some(({ id }) => id === draftId)
  run.verify('orderDrafts.ended', exchange, !isListed, 'a draft that has ended is not listed')
}

async function checkDiscarded(run: Run, world: World, kept: string): Promise<void> {
  const { first } = world
  const [rows] = await listed(run, first)
  const doomed = rows.find(({ id, title }) => id !== kept && String(title).includes(`${world.marker} other`))
  if (doomed === undefined) return
  const before = await readDraft(run, first, kept)
  const exchange = await run.succeed('orderDrafts.ended', 'orderDrafts.discard', { params: { draftId: doomed.id } })
  await isOver(run, world, doomed.id)
  const moved = change(before, await readDraft(run, first, kept))
  run.verify('orderDrafts.ended', exchange, moved === undefined, 'the other drafts as they were', moved)
}

async function checkPlaced(run: Run, world: World, draftId: string): Promise<void> {
  const shop = await shopOf(run, world, world.first)
  const seen = await readDraft(run, world.first, draftId)
  const { version } = seen
  const seenAs = typeof version === 'number' ? { draftVersion: version } : {}
  const body = placement(shop, [{ offerId: shop.offer.id, quantity: 1, unitPrice: 20 }], { draftId, ...seenAs })
  if (typeof version === 'number') {
    const outdated = { body: { ...body, draftVersion: version - 1 }, isValid: true }
    const refused = await run.refuse('change.outdated', 'orders.place', outdated, [409, 412])
    const moved = refused.status < 400 ? undefined : change(seen, await readDraft(run, world.first, draftId))
    run.verify(
      'change.outdated',
      refused,
      moved === undefined,
      'the draft as it was, of which a newer version is kept',
      moved,
    )
  }
  // A draft is known again by its id.
  const order = recordOf(await twiceAtOnce(run, 'orders.once', 'orders.place', { body }, {}))
  await isOver(run, world, draftId, order)
  run.journal.deleted('orderDrafts', draftId)
  await run.succeed('orders.cancel', 'orders.cancel', { params: { orderId: order.id }, body: {} })
}
