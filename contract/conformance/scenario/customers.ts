import { change, collateral, difference, disagreement } from '../engine/compare'
import type { Exchange } from '../engine/exchange'
import type { Fields } from '../engine/fields'
import { recordOf, type Row, searchPage, walk } from '../engine/listing'
import type { Run } from '../engine/run'
import { attempt } from '../engine/steps'
import type { Tenant } from '../engine/tenant'
import { textOf } from '../engine/text'
import type { World } from '../engine/world'
import { deleteCustomer, makeCustomer, readCustomer, tellsMore, toldOf } from './customerBasics'
import { besides, checkMerges } from './customerMerges'
import { checkAlike } from './customersAlike'
import { checkPartly } from './customersPartly'
import { checkForeignCustomers } from './foreignCustomers'
import { notNow } from './sellingBasics'

/** What follows from other fields, or moves with every change. */
const derived = ['name', 'country', 'updatedAt', ...besides]

/** Customers are made, changed, deleted and brought back (CU-01, CU-03, WF-05); no other level has calls for them. */
export async function checkCustomers(run: Run, world: World): Promise<void> {
  if (!run.isFull) return
  await attempt(run, 'customers.create', async () => {
    const gone = await checkLife(run, world, world.first)
    await attempt(run, 'customers.merge', () => refuseGone(run, world, gone))
  })
  await attempt(run, 'customers.create', () => checkPartly(run, world.first, world.marker))
  await attempt(run, 'customers.alike', () => checkAlike(run, world))
  await attempt(run, 'customers.merge', () => checkMerges(run, world))
  if (world.second !== undefined) await checkForeignCustomers(run, world, world.first, world.second)
}

const shippingAddress = {
  address1: '1 “Long” Road',
  address2: '',
  city: 'Göteborg',
  postalCode: '411 01',
  country: 'SE',
}

const customerBody = ({ phones }: Run, { organizationId }: Tenant, marker: string) => ({
  organizationId,
  firstName: `${marker} Åsa`,
  lastName: 'O’Neil 名',
  email: `${marker}-1@unknown.offerdesk.example`,
  phone: phones.next(),
  note: 'line one\nline two 🎁',
  shippingAddress,
})

/** The first field that is not what was sent, those of the address among them. */
function unlike({ organizationId: _organizationId, shippingAddress: sent, ...fields }: Fields, row: Row) {
  const read = row['shippingAddress'] as Fields | null | undefined
  return difference(fields, row) ?? (sent === undefined ? undefined : difference(sent as Fields, read ?? {}))
}

async function checkLife(run: Run, world: World, tenant: Tenant): Promise<Row> {
  const query = { organizationId: tenant.organizationId, resource: 'customers' as const }
  const before = await walk(run, query)
  const body = customerBody(run, tenant, world.marker)
  const [made, exchange] = await makeCustomer(run, tenant, body)
  const read = await readCustomer(run, tenant, made.id)
  for (const shown of [made, read]) {
    const wrong = unlike(body, shown)
    run.verify('customers.create', exchange, wrong === undefined, 'the customer as it was sent', wrong)
  }
  await checkFound(run, tenant, read, body.email)
  let current = read
  for (const update of updatesFor(run, world.marker)) current = await updateAndRead(run, tenant, current, update)
  current = await checkCountry(run, tenant, current)
  await attempt(run, 'customers.timeline', () => checkTimeline(run, read))
  await checkNotFound(run, tenant, { ...current, email: body.email }, 'customers.update', 'nobody by a former address')
  await checkRefused(run, current)
  const gone = await checkDeleted(run, tenant, current)
  const after = await walk(run, query)
  const harmed = collateral(before.rows, after.rows, new Set())
  run.verify('customers.others', gone, harmed === undefined, 'the other customers as they were', harmed)
  return current
}

/** The letters of a country are capital ones, however they are sent. */
async function checkCountry(run: Run, tenant: Tenant, { id: customerId }: Row): Promise<Row> {
  const body = { shippingAddress: { country: 'dk' } }
  // It is kept otherwise than it was sent.
  const exchange = await run.ask('customers.update', { params: { customerId }, body })
  run.isSuccess('customers.update', exchange)
  const now = await readCustomer(run, tenant, customerId)
  const { country } = (now['shippingAddress'] ?? {}) as Fields
  run.verify('customers.update', exchange, country === 'DK', 'DK as the country that was sent as dk', textOf(country))
  return now
}

/** The timeline of a customer tells more once they were changed, and by whom. */
async function checkTimeline(run: Run, before: Row): Promise<void> {
  const me = recordOf(await run.succeed('session.me', 'users.me'))
  const params = { customerId: before.id }
  const exchange = await run.succeed('customers.timeline', 'customers.get', { params })
  tellsMore(run, exchange, before, recordOf(exchange))
  const is = toldOf(recordOf(exchange))
  if (is === undefined) return
  const nameless = is.find(({ userName }) => (userName ?? '') === '')
  const isNamed = (me['name'] ?? '') === '' || nameless === undefined
  run.verify('customers.timeline', exchange, isNamed, 'who has done it, in userName', JSON.stringify(nameless))
}

/** Who has been deleted becomes nobody's part, and nobody becomes theirs. */
async function refuseGone(run: Run, { first, marker }: World, gone: Row): Promise<void> {
  const { organizationId } = first
  const [{ id }] = await makeCustomer(run, first, { organizationId, firstName: `${marker} left alone` })
  for (const [customerId, otherId] of [
    [id, gone.id],
    [gone.id, id],
  ] as const) {
    const ask = { params: { customerId }, body: { otherId, keep: {} }, isValid: true }
    await run.refuse('customers.merge', 'customers.merge', ask, notNow)
  }
}

/** A search for the customer's address finds it, as it reads. */
async function checkFound(run: Run, { organizationId }: Tenant, customer: Row, q: string): Promise<void> {
  const { rows, exchange } = await searchPage(run, { organizationId, resource: 'customers', q })
  const found = rows.find(({ id }) => id === customer.id)
  const differs = found === undefined ? 'it is not found' : disagreement(found, customer)
  run.verify('search.q', exchange, differs === undefined, `the customer ${customer.id} as it reads`, differs)
}

/** Every field alone, as the dialog sends what was changed; an empty text clears. */
const updatesFor = ({ phones }: Run, marker: string): Fields[] => [
  { firstName: `${marker} Åsa-Lena` },
  { lastName: 'de la “Cruz”' },
  { email: `${marker}-2@unknown.offerdesk.example` },
  { phone: phones.next() },
  { phone: '' },
  { note: 'another\n\nnote' },
  { note: '' },
  { shippingAddress: { city: 'Malmö' } },
  { shippingAddress: { country: 'NO', postalCode: '0150' } },
]

async function updateAndRead(run: Run, tenant: Tenant, before: Row, update: Fields): Promise<Row> {
  const params = { customerId: before.id }
  const exchange = await run.succeed('customers.update', 'customers.update', { params, body: update })
  const now = await readCustomer(run, tenant, before.id)
  for (const shown of [recordOf(exchange), now]) {
    const wrong = unlike(update, shown)
    run.verify('customers.update', exchange, wrong === undefined, 'the changed fields', wrong)
  }
  const moved =
    change(before, now, new Set([...Object.keys(update), ...derived])) ?? movedInAddress(before, now, update)
  run.verify('customers.partial', exchange, moved === undefined, 'the other fields as they were', moved)
  return now
}

/** Only the fields that were sent change in an address, too. */
function movedInAddress(before: Row, now: Row, { shippingAddress: sent }: Fields): string | undefined {
  const [was = {}, is = {}] = [before, now].map((row) => (row['shippingAddress'] ?? {}) as Fields)
  return change(was, is, new Set(Object.keys(sent ?? {})))
}

/** The server refuses what the dialog refuses, within the address as well. */
async function checkRefused(run: Run, { id: customerId }: Row): Promise<void> {
  const wrong: Fields[] = [
    { shippingAddress: { country: 'Norway' } },
    { shippingAddress: {} },
    { shippingAddress: 'x' },
  ]
  for (const body of wrong) {
    await run.refuse('refusal.body', 'customers.update', { params: { customerId }, body }, [400, 422])
  }
}

/** A deleted customer is gone, comes back as it was, and is gone again. */
async function checkDeleted(run: Run, tenant: Tenant, customer: Row): Promise<Exchange> {
  const params = { customerId: customer.id }
  const isValid = true
  const deleted = await run.succeed('customers.delete', 'customers.delete', { params })
  const gone = [404]
  await run.refuse('customers.delete', 'customers.get', { params, isValid }, gone)
  await run.refuse('customers.delete', 'customers.update', { params, isValid, body: { note: 'late' } }, gone)
  await run.refuse('customers.delete', 'customers.delete', { params, isValid }, gone)
  await checkNotFound(run, tenant, customer)
  const restored = await run.succeed('customers.restore', 'customers.restore', { params, body: {} })
  const now = await readCustomer(run, tenant, customer.id)
  for (const shown of [recordOf(restored), now]) {
    const moved = change(customer, shown, new Set(['updatedAt', ...besides]))
    run.verify('customers.restore', restored, moved === undefined, 'the customer as it was before', moved)
  }
  tellsMore(run, restored, customer, now)
  await checkFound(run, tenant, await readCustomer(run, tenant, customer.id), String(customer['email']))
  await run.refuse('customers.restore', 'customers.restore', { params, isValid, body: {} }, [404, 409])
  await deleteCustomer(run, tenant, customer.id)
  return deleted
}

async function checkNotFound(
  run: Run,
  { organizationId }: Tenant,
  { id, email }: Row,
  rule: 'customers.delete' | 'customers.update' = 'customers.delete',
  expected = 'no deleted customer found',
): Promise<void> {
  const { rows, exchange } = await searchPage(run, { organizationId, resource: 'customers', q: String(email) })
  const isFound = rows.some((row) => row.id === id)
  run.verify(rule, exchange, !isFound, expected, `${id} is found`)
}
