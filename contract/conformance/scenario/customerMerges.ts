import { change } from '../engine/compare'
import type { Ask, Exchange } from '../engine/exchange'
import type { Fields } from '../engine/fields'
import { detailsOf, recordOf, type Row, searchPage } from '../engine/listing'
import type { Run } from '../engine/run'
import type { Tenant } from '../engine/tenant'
import { neverGiven } from '../engine/text'
import type { World } from '../engine/world'
import { deleteCustomer, makeCustomer, readCustomer, tellsMore } from './customerBasics'
import { hiddenInBody, secretOf } from './foreign'
import { refuseForeign } from './intrusion'
import { checkSides } from './mergeSides'
import { listOf } from './paying'
import { alike } from './customersAlike'
import { customerOf, notNow, placeOne, readOrder, refuseOutdated, shopOf } from './sellingBasics'

/** What a customer is read with beside their own fields. */
export const besides = ['calls', 'callsCount', 'merged', 'timeline']

/** What moves with every change, and does not come back. */
const counted = ['version', 'updatedAt', ...besides]

interface Pair {
  kept: Row
  other: Row
  order: Row
}

/** Two customers become one, with what each field was chosen to be and all orders, and are two again (CU-04). */
export async function checkMerges(run: Run, world: World): Promise<void> {
  const { first } = world
  const pair = await pairOf(run, world)
  await checkNotMerged(run, world, pair)
  const merged = await checkMerged(run, first, pair)
  await checkGone(run, first, pair, merged)
  await checkAnother(run, world, pair)
  await checkUnmerged(run, first, pair)
  const shop = await shopOf(run, world, first)
  const now = async ({ id }: Row) => readCustomer(run, first, id)
  await checkSides(run, shop, await now(pair.kept), await now(pair.other))
}

const askOf = ({ kept, other }: Pair, more: Fields = {}): Ask => ({
  params: { customerId: kept.id },
  body: { otherId: other.id, otherVersion: other['version'] ?? undefined, keep, ...more },
})

/** Nobody chooses the email address: the one who is kept has one. */
const keep = { name: 'other', phone: 'other', note: 'both' }

async function pairOf(run: Run, world: World): Promise<Pair> {
  const { first, marker } = world
  const { organizationId } = first
  const email = `${marker}-kept@unknown.offerdesk.example`
  const body = { organizationId, firstName: `${marker} kept`, email, phone: run.phones.next(), note: 'likes tea' }
  const [{ id: keptId }] = await makeCustomer(run, first, body)
  const twin = { ...customerOf(run, first, `${marker}-twin`), note: 'calls in the morning' }
  const [{ id: otherId }] = await makeCustomer(run, first, twin)
  const shop = await shopOf(run, world, first)
  const [order] = await placeOne(run, shop, { customerId: otherId })
  return { kept: await readCustomer(run, first, keptId), other: await readCustomer(run, first, otherId), order }
}

/**
 * A merge is refused with oneself, with somebody who does not exist or is of another organization, and with somebody
 * who was changed since they were seen.
 */
async function checkNotMerged(run: Run, world: World, pair: Pair): Promise<void> {
  const { first, second } = world
  for (const otherId of [pair.kept.id, neverGiven(pair.kept.id)]) {
    await run.refuse('customers.merge', 'customers.merge', { ...askOf(pair, { otherId }), isValid: true }, notNow)
  }
  if (second !== undefined) {
    const secret = secretOf(world, second)
    const email = `${secret}-merged@unknown.offerdesk.example`
    const body = { organizationId: second.organizationId, firstName: `${secret} merged`, email }
    const [{ id: otherId }] = await makeCustomer(run, second, body)
    const ask = askOf(pair, { otherId, otherVersion: undefined })
    await run.refuse('access.foreignBody', 'customers.merge', { ...ask, isValid: true }, hiddenInBody)
    await deleteCustomer(run, second, otherId)
    await refuseForeign(run, second, first, 'customers.merge', { ...askOf(pair), isValid: true })
  }
  const nobodys = { ...askOf(pair), as: null, headers: {}, isValid: true }
  await run.refuse('access.noToken', 'customers.merge', nobodys, [401])
  await refuseOutdated(run, 'customers.merge', askOf(pair), () => readCustomer(run, first, pair.kept.id))
  const version = pair.other['version']
  if (typeof version === 'number') {
    const ask = { ...askOf(pair, { otherVersion: version + 1_000 }), isValid: true }
    await run.refuse('change.outdated', 'customers.merge', ask, [409, 412])
  }
}

async function checkMerged(run: Run, tenant: Tenant, pair: Pair): Promise<Exchange> {
  const { kept, other, order } = pair
  const headers = { 'idempotency-key': `merge-${other.id}` }
  const exchange = await run.succeed('customers.merge', 'customers.merge', { ...askOf(pair), headers })
  const again = await run.succeed('create.once', 'customers.merge', { ...askOf(pair), headers })
  run.verify('create.once', again, recordOf(again).id === kept.id, 'the customer who was kept', recordOf(again).id)
  const due = {
    firstName: other['firstName'],
    lastName: other['lastName'],
    email: kept['email'],
    phone: other['phone'],
    shippingAddress: other['shippingAddress'],
    ordersCount: 1,
  }
  for (const shown of [recordOf(exchange), await readCustomer(run, tenant, kept.id)]) {
    tellsMore(run, exchange, kept, shown)
    const own = Object.fromEntries(Object.keys(due).map((name) => [name, shown[name]]))
    const wrong = change(due, own)
    run.verify('customers.merge', exchange, wrong === undefined, 'each field as it was chosen', wrong)
    const note = String(shown['note'])
    const hasBoth = [kept, other].every((one) => note.includes(String(one['note'])))
    run.verify('customers.merge', exchange, hasBoth, 'both notes', JSON.stringify(note))
  }
  await isOrderOf(run, tenant, order, kept, exchange)
  return exchange
}

async function isOrderOf(run: Run, tenant: Tenant, order: Row, customer: Row, exchange: Exchange): Promise<void> {
  const { customerId } = await readOrder(run, tenant, order.id, 'customers.merge')
  const isTheirs = customerId === customer.id
  run.verify('customers.merge', exchange, isTheirs, `the order with customer ${customer.id}`, String(customerId))
}

/** A customer who is a part of another can't be read, found, changed or sold to any more. */
async function checkGone(run: Run, tenant: Tenant, { kept, other }: Pair, merged: Exchange): Promise<void> {
  const params = { customerId: other.id }
  const gone = [404]
  const refused = await run.refuse('customers.merge', 'customers.get', { params, isValid: true }, gone)
  const { mergedInto } = detailsOf(refused)
  const isTold = refused.status < 400 || mergedInto === kept.id
  run.verify('customers.merge', refused, isTold, `${kept.id} as mergedInto, in error.details`, String(mergedInto))
  await run.refuse('customers.merge', 'customers.update', { params, isValid: true, body: { note: 'late' } }, gone)
  await run.refuse('customers.merge', 'customers.restore', { params, isValid: true, body: {} }, [404, 409])
  const ask = { params: { customerId: kept.id }, body: { otherId: other.id, keep: {} }, isValid: true }
  await run.refuse('customers.merge', 'customers.merge', ask, notNow)
  const { organizationId } = tenant
  const { rows } = await searchPage(run, { organizationId, resource: 'customers', q: String(other['email']) })
  const isFound = rows.some(({ id }) => id === other.id)
  run.verify('customers.merge', merged, !isFound, 'nobody found who is a part of another', `${other.id} is found`)
  const q = String(other['email'])
  const others = [await alike(run, tenant, { email: q })]
  if (!run.lacks('search.find')) {
    others.push(await run.succeed('customers.merge', 'search.find', { query: { organizationId, q } }))
  }
  for (const exchange of others) {
    const isTold = exchange.text.includes(other.id)
    run.verify('customers.merge', exchange, !isTold, 'nobody who is a part of another', `${other.id} is told`)
  }
}

/** Of two who became a part of one, the one who did so last is told first, and is another one alone once that is undone. */
async function checkAnother(run: Run, { first, marker }: World, { kept, other }: Pair): Promise<void> {
  const { organizationId } = first
  const [third] = await makeCustomer(run, first, { organizationId, firstName: `${marker} third` })
  const params = { customerId: kept.id }
  const both = await run.succeed('customers.merge', 'customers.merge', {
    params,
    body: { otherId: third.id, keep: {} },
  })
  hasParts(run, both, recordOf(both), [third.id, other.id])
  hasParts(run, both, await readCustomer(run, first, kept.id), [third.id, other.id])
  const ask = { params: { customerId: third.id }, body: {} }
  const back = await run.succeed('customers.unmerge', 'customers.unmerge', ask)
  hasParts(run, back, await readCustomer(run, first, kept.id), [other.id])
}

function hasParts(run: Run, exchange: Exchange, customer: Row, due: readonly string[]): void {
  if ((customer['merged'] ?? null) === null) return
  const is = listOf(customer['merged']).map(({ id }) => id)
  const expected = `${due.join(' and ')} as merged, the newest first`
  run.verify('customers.merge', exchange, is.join() === due.join(), expected, is.join(' and '))
}

async function checkUnmerged(run: Run, tenant: Tenant, { kept, other, order }: Pair): Promise<void> {
  const ask = { params: { customerId: other.id }, body: {} }
  const exchange = await run.succeed('customers.unmerge', 'customers.unmerge', ask)
  for (const before of [kept, other]) {
    const now = await readCustomer(run, tenant, before.id)
    const moved = change(before, now, new Set(counted))
    run.verify('customers.unmerge', exchange, moved === undefined, 'both customers as they were before', moved)
    const isPart = listOf(now['merged']).some(({ id }) => id === other.id)
    run.verify('customers.unmerge', exchange, !isPart, 'nobody among those who were merged who is so no more', other.id)
  }
  const { customerId } = await readOrder(run, tenant, order.id, 'customers.unmerge')
  const isBack = customerId === other.id
  run.verify('customers.unmerge', exchange, isBack, 'the order with whom it was before', String(customerId))
  await run.refuse('customers.unmerge', 'customers.unmerge', { ...ask, isValid: true }, [404, 409])
}
