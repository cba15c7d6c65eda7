import { randomUUID } from 'node:crypto'
import { mostParts } from '../../extensions/audit'
import type { Exchange } from '../engine/exchange'
import { recordOf, type Row, rowsOf, searchPage, totalOf } from '../engine/listing'
import { isAboutNow } from '../engine/moments'
import type { Run } from '../engine/run'
import { attempt } from '../engine/steps'
import { neverGiven, textOf } from '../engine/text'
import type { Tenant } from '../engine/tenant'
import type { World } from '../engine/world'
import { refuseForeign } from './intrusion'
import { makeOffer } from './offerBasics'
import { makeOne, makeProduct, placeOne, shopOf } from './sellingBasics'

const rule = 'audit.timeline'

/** Of a secret that was changed no answer tells what it was or is, be it a part of it (AD-01). */
export function verifySecrets(run: Run, of: 'audit.told' | typeof rule, exchange: Exchange): void {
  const changes = rowsOf(exchange).flatMap((row) => [...changesIn(row), ...changesOf(row)])
  const told = changes.find(({ isSecret, before, after }) => isSecret === true && (before ?? after ?? null) !== null)
  const expected = `nothing of ${textOf(told?.field ?? 'a secret')} but that it changed, as it is a secret`
  run.verify(of, exchange, told === undefined, expected, JSON.stringify(told))
}

type Change = { field?: unknown; before?: unknown; after?: unknown; isSecret?: unknown; isMoney?: unknown }

const changesIn = ({ changes }: Row): Change[] => (Array.isArray(changes) ? (changes as Change[]) : [])

/** The changes of the record itself that an event tells. */
const changesOf = (event: Row | undefined): Change[] => {
  const parts = event?.['parts']
  return (Array.isArray(parts) ? parts : []).flatMap((part: { changes?: unknown }) =>
    Array.isArray(part.changes) ? (part.changes as Change[]) : [],
  )
}

/** Of an event that concerns more records than are told of it, all are counted: a campaign is copied with its offers (AD-01). */
export async function checkParts(run: Run, { first, marker }: World): Promise<void> {
  const { organizationId, account } = first
  const body = { organizationId, name: `${marker} parts` }
  const [campaign] = await makeOne(run, first, 'campaigns', 'campaigns.create', body)
  const inIt: Tenant = { ...first, workplace: campaign }
  for (let count = 0; count <= mostParts; count += 1) await makeOffer(run, inIt, `${marker} part ${count}`)
  const sent = { ...body, name: `${marker} parts again`, copiedFrom: campaign.id }
  const [copy] = await makeOne(run, first, 'campaigns', 'campaigns.copy', sent)
  const query = { organizationId, resource: 'offers' as const, filters: { campaignId: copy.id }, limit: 100, page: 1 }
  const { rows: copied } = await searchPage(run, query)
  await attempt(run, rule, () => checkWithin(run, first, campaign.id, `${marker} timeline`))
  for (const { id, displayName } of copied) run.journal.made('offers', id, account.name, textOf(displayName))
  const ask = {
    params: { resource: 'campaigns', recordId: copy.id },
    query: { organizationId, limit: '100', page: '1' },
  }
  const told = await run.succeed(rule, 'audit.timeline', ask)
  const events = rowsOf(told)
  const parts = events.reduce((sum, { partsCount }) => sum + Number(partsCount), 0)
  // The campaign itself, and each of its offers; who sells in it may be more.
  const least = copied.length + 1
  const expected = `partsCount of at least ${least} together, as a campaign came with ${copied.length} offers`
  run.verify(rule, told, parts >= least, expected, events.map(({ partsCount }) => textOf(partsCount)).join(', '))
  const short = events.find(({ parts: some, partsCount }) => {
    const shown = Array.isArray(some) ? some.length : 0
    return shown > mostParts || (Number(partsCount) <= mostParts && shown !== partsCount)
  })
  run.verify(rule, told, short === undefined, `parts of events, ${mostParts} at most of each`, textOf(short?.id))
}

/** A campaign's timeline has its offers, its members and its auto-responders in it, and names whatever these are of (AD-01). */
async function checkWithin(run: Run, first: Tenant, campaignId: string, subject: string): Promise<void> {
  const { organizationId } = first
  const params = { campaignId }
  const due = ['campaigns.create', 'offers.create']
  const me = recordOf(await run.succeed('session.me', 'users.me'))
  if (!run.lacks('campaigns.setMembers')) {
    // Whoever has made it may be in it already.
    for (const memberIds of [[], [me.id]]) {
      await run.succeed(rule, 'campaigns.setMembers', { params, body: { memberIds } })
    }
    due.push('campaigns.setMembers')
  }
  const [plugin] = first.plugins
  if (plugin !== undefined) {
    const mail = {
      subject,
      body: '<p>x</p>',
      event: 'order.completed',
      from: 'checker@offerdesk.example',
    }
    const body = { ...mail, pluginInstanceId: plugin.id }
    await makeOne(run, first, 'autoresponders', rule, body, { params, body })
    due.push('autoresponders.createEmail')
  }
  const ask = { params: { resource: 'campaigns', recordId: campaignId }, query: { organizationId, limit: '100' } }
  const told = await run.succeed(rule, 'audit.timeline', ask)
  const events = rowsOf(told)
  const known = new Set(events.map(({ action }) => action))
  const missing = due.filter((action) => !known.has(action))
  run.verify(rule, told, missing.length === 0, `${due.join(', ')} in the timeline of a campaign`, missing.join(', '))
  const ids = new Set<unknown>([me.id, plugin?.id])
  const strange = events.flatMap(changesOf).find(({ field, before, after }) => {
    const isNamed = field !== 'pluginInstanceId' || after === plugin?.name
    return [before, after].some((value) => typeof value === 'string' && ids.has(value)) || !isNamed
  })
  run.verify(rule, told, strange === undefined, 'other records by their names', JSON.stringify(strange))
}

/** What sales take from a stock, and put back, is among its movements, and not in the timeline of its product. */
export async function checkSalesLeftOut(run: Run, world: World): Promise<void> {
  if (run.lacks('orders.place') || run.lacks('audit.timeline')) return
  const { first } = world
  const shop = await shopOf(run, world, first)
  shop.order ??= (await placeOne(run, shop))[0]
  const ask = {
    params: { resource: 'products', recordId: shop.product.id },
    query: { organizationId: first.organizationId, limit: '100' },
  }
  const told = await run.succeed(rule, 'audit.timeline', ask)
  const sale = rowsOf(told).find(({ action }) => /^(?:orders|payments)\./.test(textOf(action ?? '')))
  run.verify(rule, told, sale === undefined, 'no sale in the timeline of a product', textOf(sale?.['action']))
}

/** A product is made and its price changed twice, which its timeline tells (AD-01). */
export async function checkTimeline(run: Run, { first, second, marker }: World): Promise<void> {
  const { organizationId } = first
  const me = recordOf(await run.succeed('session.me', 'users.me'))
  const sku = `${marker}-t1`
  const [made] = await makeProduct(run, first, sku, { organizationId, sku, name: `${marker} timeline`, price: 10 })
  const params = { productId: made.id }
  for (const price of [11, 12.5]) await run.succeed(rule, 'products.update', { params, body: { price } })
  const record = { resource: 'products', recordId: made.id }
  const read = (page: string, limit: string): Promise<Exchange> =>
    run.succeed(rule, 'audit.timeline', { params: record, query: { organizationId, limit, page } })
  const told = await read('1', '10')
  const events = rowsOf(told)
  const [newest, before] = events
  const { actor } = (newest ?? {}) as { actor?: { id?: unknown; kind?: unknown } }
  run.verify(rule, told, actor?.id === me.id && actor.kind === 'person', 'who made the change', textOf(actor?.id))
  const isTold = (event: Row | undefined, from: number, to: number) =>
    event?.['action'] === 'products.update' &&
    changesOf(event).some((change) => change.field === 'price' && change.before === from && change.after === to)
  run.verify(rule, told, isTold(newest, 11, 12.5), 'the newest first: the price from 11 to 12.5')
  run.verify(rule, told, isTold(before, 10, 11), 'before it the price from 10 to 11')
  run.verify(rule, told, events.at(-1)?.['action'] === 'products.create', 'how it began')
  run.verify(rule, told, totalOf(told) === events.length, 'as many events as are counted', `${totalOf(told)}`)
  run.verify(rule, told, isAboutNow(newest?.['createdAt']), 'when it was changed', textOf(newest?.['createdAt']))
  const price = changesOf(newest).find(({ field }) => field === 'price')
  run.verify(rule, told, price?.isMoney === true, 'a price that is money', JSON.stringify(price))
  const paged = await read('2', '1')
  run.verify(rule, paged, rowsOf(paged)[0]?.id === before?.id, 'the next event on the second page')
  const asked = { query: { organizationId }, isValid: true }
  const refuse = (of: object, statuses: number[]) =>
    run.refuse(rule, 'audit.timeline', { ...asked, params: { ...record, ...of } }, statuses)
  await refuse({ recordId: randomUUID() }, [403, 404])
  // What there is of another kind is no record of this one.
  await refuse({ resource: 'campaigns' }, [403, 404])
  if (second === undefined) return
  const another = (id: string) => (id === record.resource ? id : neverGiven(id))
  await refuseForeign(run, second, first, 'audit.timeline', { ...asked, params: record }, another)
}
