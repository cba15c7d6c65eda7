import { isDeepStrictEqual } from 'node:util'
import { columnLabels, type ListDescription, sortsOf } from '../../lists/description'
import { listNames } from '../../lists/names'
import { listNamed } from '../../lists/tables'
import type { Exchange } from '../engine/exchange'
import type { Fields } from '../engine/fields'
import { recordOf, type Row, rowsOf } from '../engine/listing'
import type { Run } from '../engine/run'
import { attempt, sideBySide } from '../engine/steps'
import type { Tenant } from '../engine/tenant'
import type { World } from '../engine/world'
import { fullCell } from './importSheet'
import { refuseForeign } from './intrusion'
import { inList, save, saveAnew } from './savedRecords'
import { checkKey, refuseOutdated, shopOf } from './sellingBasics'

type Kept = 'savedViews.kept' | 'savedViews.share' | 'savedViews.default' | 'savedViews.delete'

/** The list of which the run keeps views, and what one of them shows of it. */
const list = 'customers'
const address = { q: 'ada', sort: { by: 'createdAt', order: 'asc' } }

/** What saves a view of the run's own under a name. */
export const ownView = (organizationId: string, name: string): Fields & { name: string } => ({
  organizationId,
  list,
  name,
  address,
})

/** Views are kept as they were saved, shared, begun with, until they are deleted, and can be brought back (WF-02). */
export async function checkSavedViews(run: Run, world: World): Promise<void> {
  if (!run.isFull) return
  await attempt(run, 'savedViews.kept', async () => {
    const shop = await shopOf(run, world, world.first)
    const { tenant } = shop
    const { marker, first, second } = world
    const name = `${marker} view`
    const ask = { body: ownView(first.organizationId, name), headers: { 'idempotency-key': `${marker}-view` } }
    const [made, exchange] = await save(run, 'savedViews.kept', 'savedViews', tenant, ask)
    shop.savedView = made
    await checkKey(run, 'savedViews.create', ask, exchange, { ...ask.body, name: `${marker} other view` })
    await attempt(run, 'savedViews.kept', () => checkChanges(run, tenant, made, name))
    await attempt(run, 'savedViews.kept', () => checkAddresses(run, tenant, `${marker} whole view`))
    await attempt(run, 'savedViews.default', () => checkDefault(run, tenant, made, `${marker} second view`))
    await attempt(run, 'savedViews.share', () => checkSharing(run, tenant, made))
    await attempt(run, 'savedViews.delete', () => checkDeletion(run, tenant, `${marker} gone view`))
    if (second === undefined) return
    const params = { savedViewId: made.id }
    for (const [call, body] of [
      ['savedViews.update', { name: 'taken over' }],
      ['savedViews.share', { isShared: true }],
      ['savedViews.setDefault', { isDefault: true }],
      ['savedViews.restore', {}],
      ['savedViews.delete', undefined],
    ] as const) {
      await refuseForeign(run, second, first, call, { params, isValid: true, ...(body && { body }) })
    }
    const hidden = [400, 401, 403, 404, 422]
    const { organizationId } = first
    const query = { as: second.account, query: { organizationId }, isValid: true }
    await run.refuse('access.foreignQuery', 'savedViews.list', query, hidden)
    const create = { as: second.account, body: { ...ask.body, name: `${marker} foreign view` }, isValid: true }
    await run.refuse('access.foreignBody', 'savedViews.create', create, hidden)
    const [now, listed] = await inList(run, 'savedViews.kept', 'savedViews', tenant, made.id)
    run.verify('access.noEffect', listed, now?.['name'] !== 'taken over', 'a view that nobody else has renamed')
  })
}

/** What the list shows of a view. */
async function shows(run: Run, tenant: Tenant, { id }: Row, due: Fields, rule: Kept): Promise<[Row, Exchange]> {
  const [found, exchange] = await inList(run, rule, 'savedViews', tenant, id)
  const row: Row = found ?? { id }
  verifyShown(run, exchange, row, due, rule)
  return [row, exchange]
}

function verifyShown(run: Run, exchange: Exchange, row: Row, due: Fields, rule: Kept): void {
  const is = Object.fromEntries(Object.keys(due).map((field) => [field, row[field]]))
  // All of it: the parts of an address are names of the lists, and none of the contract's.
  run.verify(rule, exchange, isDeepStrictEqual(is, due), `${JSON.stringify(due)} in the list`, JSON.stringify(is))
}

/** What is left out of a change stays, and every change counts. */
async function checkChanges(run: Run, tenant: Tenant, made: Row, name: string): Promise<void> {
  const rule = 'savedViews.kept'
  const params = { savedViewId: made.id }
  const own = { list, isShared: false, isDefault: false }
  const [{ version }] = await shows(run, tenant, made, { ...own, name, address }, rule)
  const upon = typeof version === 'number' ? { headers: { 'if-match': `"${version}"` } } : {}
  const renamed = `${name}, renamed`
  await run.succeed(rule, 'savedViews.update', { params, body: { name: renamed }, ...upon })
  const [row, listed] = await shows(run, tenant, made, { ...own, name: renamed, address }, rule)
  const isNewer = typeof version !== 'number' || Number(row['version']) > version
  run.verify(rule, listed, isNewer, `a version above ${String(version)}`, String(row['version']))
  const now = async () => (await inList(run, 'savedViews.kept', 'savedViews', tenant, made.id))[0] ?? made
  await refuseOutdated(run, 'savedViews.update', { params, body: { name } }, now)
  const other = { filters: { country: 'DE' }, sort: { by: 'createdAt', order: 'desc' }, columns: ['email', 'name'] }
  // An address is one as a whole: what the new one does not say is said no more.
  for (const next of [{ q: '<Ada> & “Åda”', columns: ['name'] }, other]) {
    await run.succeed(rule, 'savedViews.update', { params, body: { address: next } })
    await shows(run, tenant, made, { ...own, name: renamed, address: next }, rule)
  }
  for (const body of [
    {},
    { name: '' },
    { address: { sort: { by: 'nothing of the kind', order: 'asc' } } },
    { address: { filters: { nothingOfTheKind: '1' } } },
  ]) {
    await run.refuse(rule, 'savedViews.update', { params, body }, [400, 422])
  }
  const { organizationId } = tenant
  const twin = { body: ownView(organizationId, renamed), isValid: true }
  await run.refuse(rule, 'savedViews.create', twin, [400, 409, 422])
  // A name is one of its own list alone, with a key and without.
  for (const elsewhere of ['products', 'orders']) {
    const body = { organizationId, list: elsewhere, name: renamed, address: {} }
    const [namesake, saved] = await save(run, rule, 'savedViews', tenant, { body })
    const is = `${String(namesake['name'])} of ${String(namesake['list'])}`
    const due = `${renamed} of ${elsewhere}`
    run.verify(rule, saved, is === due, `a view of ${elsewhere} with the name of one of customers`, is)
    await run.succeed(rule, 'savedViews.delete', { params: { savedViewId: namesake.id } })
  }
  await shows(run, tenant, made, { ...own, name: renamed, address: other }, rule)
}

/** All that an address of a list can say, by its description: every filter, with several values, each end, order and columns. */
function wholeAddress(described: ListDescription): Fields {
  const shown = Object.entries(described.filters).filter(([, { label }]) => label !== undefined)
  const filters = shown.map(([name, { options, kind }]) => [
    name,
    kind === 'text' ? 'Tea, green' : (options?.slice(0, 2).join(',') ?? 'one,other'),
  ])
  const ends = Object.entries(described.ranges).map(([name, { kind }]) => [
    name,
    kind === 'money' ? '12.5' : '2026-03-02',
  ])
  const columns = Object.keys(columnLabels(described)).toReversed()
  const [by] = sortsOf(described)
  return {
    q: fullCell('savedViews', 'q', 'Åda & <b>'),
    filters: Object.fromEntries([...filters, ...ends]) as Fields,
    ...(by !== undefined && { sort: { by, order: 'desc' } }),
    columns,
  }
}

/** How many views are there at once beside the others: a person can keep no more than some. */
const atOnce = 9

/** Views of whichever list keep all of their addresses. */
async function checkAddresses(run: Run, tenant: Tenant, name: string): Promise<void> {
  const rule = 'savedViews.kept'
  const { organizationId } = tenant
  const wholes = listNames.flatMap((of) => {
    const described = listNamed(of)
    return described === undefined ? [] : [{ list: of, name, address: wholeAddress(described) }]
  })
  for (let from = 0; from < wholes.length; from += atOnce) {
    const saved: { id: string; due: Fields }[] = []
    await sideBySide(run, wholes.slice(from, from + atOnce), async (due) => {
      const [{ id }] = await save(run, rule, 'savedViews', tenant, { body: { organizationId, ...due } })
      saved.push({ id, due })
    })
    const exchange = await run.succeed(rule, 'savedViews.list', { query: { organizationId } })
    const rows = new Map(rowsOf(exchange).map((row) => [row.id, row]))
    for (const { id, due } of saved) verifyShown(run, exchange, rows.get(id) ?? { id }, due, rule)
    await sideBySide(run, saved, async ({ id }) => {
      await run.succeed(rule, 'savedViews.delete', { params: { savedViewId: id } })
    })
  }
}

/** A list begins with one view at most, for whoever chose it. */
async function checkDefault(run: Run, tenant: Tenant, made: Row, name: string): Promise<void> {
  const rule = 'savedViews.default'
  const [other] = await save(run, rule, 'savedViews', tenant, { body: ownView(tenant.organizationId, name) })
  const begin = (of: Row, isDefault: boolean) =>
    run.succeed(rule, 'savedViews.setDefault', { params: { savedViewId: of.id }, body: { isDefault } })
  await begin(made, true)
  await shows(run, tenant, made, { isDefault: true }, rule)
  await begin(other, true)
  await shows(run, tenant, other, { isDefault: true }, rule)
  await shows(run, tenant, made, { isDefault: false }, rule)
  // Nor is it called as one of the same list is.
  const [{ name: taken }] = await shows(run, tenant, made, {}, rule)
  const rename = { params: { savedViewId: other.id }, body: { name: taken }, isValid: true }
  await run.refuse('savedViews.kept', 'savedViews.update', rename, [400, 409, 422])
  // Whatever is changed of it, the list begins with it still.
  await run.succeed('savedViews.kept', 'savedViews.update', { params: { savedViewId: other.id }, body: { address } })
  await shows(run, tenant, other, { isDefault: true, address }, rule)
  // Nor does what another list begins with end it.
  const ofProducts = { organizationId: tenant.organizationId, list: 'products', name, address: {} }
  const [elsewhere] = await save(run, rule, 'savedViews', tenant, { body: ofProducts })
  await begin(elsewhere, true)
  await shows(run, tenant, other, { isDefault: true }, rule)
  await run.succeed(rule, 'savedViews.delete', { params: { savedViewId: elsewhere.id } })
  // What is none ends nothing of another.
  await begin(made, false)
  await shows(run, tenant, other, { isDefault: true }, rule)
  await begin(other, false)
  await shows(run, tenant, other, { isDefault: false }, rule)
}

/** A view is shared, and whoever made it has it back. */
async function checkSharing(run: Run, tenant: Tenant, made: Row): Promise<void> {
  const rule = 'savedViews.share'
  const params = { savedViewId: made.id }
  const [{ name, address: kept }] = await shows(run, tenant, made, { isShared: false }, rule)
  const now = async () => (await inList(run, rule, 'savedViews', tenant, made.id))[0] ?? made
  await refuseOutdated(run, 'savedViews.share', { params, body: { isShared: true } }, now)
  for (const isShared of [true, false]) {
    const exchange = await run.succeed(rule, 'savedViews.share', { params, body: { isShared } })
    const told = recordOf(exchange)['isShared']
    run.verify(rule, exchange, told === isShared, `isShared ${isShared}`, String(told))
    await shows(run, tenant, made, { isShared, name, address: kept, isDefault: false }, rule)
  }
}

async function checkDeletion(run: Run, tenant: Tenant, name: string): Promise<void> {
  const rule = 'savedViews.delete'
  const [made] = await save(run, rule, 'savedViews', tenant, { body: ownView(tenant.organizationId, name) })
  const params = { savedViewId: made.id }
  const now = async () => (await inList(run, rule, 'savedViews', tenant, made.id))[0] ?? made
  const remove = async () => {
    await run.succeed(rule, 'savedViews.delete', { params })
    const [left, exchange] = await inList(run, rule, 'savedViews', tenant, made.id)
    run.verify(rule, exchange, left === undefined, 'no view that was deleted')
  }
  await refuseOutdated(run, 'savedViews.delete', { params }, now)
  // So that there is something that may not come back with it.
  await run.succeed(rule, 'savedViews.share', { params, body: { isShared: true } })
  await remove()
  for (const [call, body] of [
    ['savedViews.update', { name }],
    ['savedViews.share', { isShared: true }],
    ['savedViews.setDefault', { isDefault: true }],
    ['savedViews.delete', undefined],
  ] as const) {
    await run.refuse(rule, call, { params, isValid: true, ...(body && { body }) }, [404])
  }
  await run.succeed(rule, 'savedViews.restore', { params, body: {} })
  await shows(run, tenant, made, { name, list, address, isShared: true, isDefault: false }, rule)
  await remove()
  const body = ownView(tenant.organizationId, name)
  const gone = { params: { savedViewId: (await saveAnew(run, rule, 'savedViews', tenant, body)).id } }
  // Nor does it come back beside another of its name.
  const [other] = await save(run, rule, 'savedViews', tenant, { body })
  await run.refuse(rule, 'savedViews.restore', { ...gone, body: {}, isValid: true }, [400, 409, 422])
  await run.succeed(rule, 'savedViews.delete', { params: { savedViewId: other.id } })
  await run.succeed(rule, 'savedViews.restore', { ...gone, body: {} })
  await run.succeed(rule, 'savedViews.delete', gone)
}
