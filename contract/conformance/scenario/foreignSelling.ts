import { randomUUID } from 'node:crypto'
import { change } from '../engine/compare'
import type { Account, Ask } from '../engine/exchange'
import type { Fields } from '../engine/fields'
import { recordOf } from '../engine/listing'
import type { Run } from '../engine/run'
import { attempt } from '../engine/steps'
import type { Tenant } from '../engine/tenant'
import type { Shop, World } from '../engine/world'
import { hidden, hiddenInBody, secretOf } from './foreign'
import { refuseForeign } from './intrusion'
import { keepDraft } from './orderDrafts'
import { address, makeOne, placement, placeOne, readOrder, readProduct, shopOf } from './sellingBasics'

/** Each account asks for what the other sells: the answer is as if it did not exist, and nothing changes. */
export async function checkForeignSelling(run: Run, world: World): Promise<void> {
  const { first, second } = world
  if (!run.isFull || second === undefined) return
  await attempt(run, 'access.foreignPath', () => intrude(run, world, first, second))
  await attempt(run, 'access.foreignPath', () => intrude(run, world, second, first))
}

async function intrude(run: Run, world: World, intruder: Tenant, victim: Tenant): Promise<void> {
  const shop = await shopOf(run, world, victim)
  const own = await shopOf(run, world, intruder)
  shop.order ??= (await placeOne(run, shop))[0]
  const order = shop.order
  const draftId = randomUUID()
  await keepDraft(run, victim, draftId, { title: `${secretOf(world, victim)} draft`, content: {} })
  const sheet = { organizationId: victim.organizationId, name: `${secretOf(world, victim)} sheet` }
  const [{ id: importId }] = await makeOne(run, victim, 'sheetImports', 'sheetImports.judged', sheet)
  const before = [await readOrder(run, victim, order.id), await readProduct(run, victim, shop.product.id)]
  const jobId = await beginJob(run, shop)
  const asks = [...asksFor(shop, order.id, draftId, importId), ...(jobId === undefined ? [] : asksForJob(jobId))]
  for (const [name, ask] of asks) {
    // Ids of drafts are UUIDs, whatever the server's own look like.
    const another = name.startsWith('orderDrafts.') ? () => randomUUID() : undefined
    const asked = { ...ask, isValid: true }
    await attempt(run, 'access.foreignPath', () => refuseForeign(run, intruder, victim, name, asked, another))
  }
  if (jobId !== undefined) {
    await run.succeed('bulkJobs.rows', 'bulkJobs.cancel', { as: victim.account, params: { jobId }, body: {} })
  }
  await refuseLists(run, intruder, victim)
  await refuseBodies(run, world, own, shop)
  const after = [await readOrder(run, victim, order.id), await readProduct(run, victim, shop.product.id)]
  const seen = await run.ask('orderDrafts.get', { as: victim.account, params: { draftId } })
  const moved = before.map((row, index) => change(row, after[index] ?? {})).find((one) => one !== undefined)
  const shown = run.history.lastWrite(moved?.includes('stock') === true ? 'products.' : 'orders.', moved) ?? seen
  run.verify('access.noEffect', shown, moved === undefined, "the other organization's records as they were", moved)
  run.verify('access.noEffect', seen, recordOf(seen).id === draftId, "the other's draft as it was")
}

function asksFor({ product, campaign }: Shop, orderId: string, draftId: string, importId: string): [string, Ask][] {
  const toProduct = { params: { productId: product.id } }
  const toOrder = { params: { orderId } }
  const toImport = { params: { importId } }
  const toCampaign = { params: { campaignId: campaign.id } }
  const empty = { body: {} }
  return [
    ['products.get', toProduct],
    ['products.movements', toProduct],
    ['products.update', { ...toProduct, body: { price: 1.11 } }],
    ['products.adjustStock', { ...toProduct, body: { by: 1, reason: 'taken over' } }],
    ['products.duplicate', { ...toProduct, ...empty }],
    ['products.archive', { ...toProduct, ...empty }],
    ['products.restore', { ...toProduct, ...empty }],
    ['orders.get', toOrder],
    ['orders.addNote', { ...toOrder, body: { text: 'taken over' } }],
    ['orders.updateAddress', { ...toOrder, body: address }],
    ['orders.cancel', { ...toOrder, ...empty }],
    ['orderDrafts.get', { params: { draftId } }],
    ['orderDrafts.discard', { params: { draftId } }],
    ['sheetImports.lines', toImport],
    ['sheetImports.addLines', { ...toImport, body: { lines: [{ line: 2, cells: { sku: 'x' } }] } }],
    ['sheetImports.commit', { ...toImport, ...empty }],
    ['sheetImports.undo', { ...toImport, ...empty }],
    ['sheetImports.withdraw', { ...toImport, ...empty }],
    ['sheetImports.withdraw', { ...toImport, ...empty }],
    ['campaigns.archive', { ...toCampaign, ...empty }],
    ['campaigns.restore', { ...toCampaign, ...empty }],
    ['campaigns.script', toCampaign],
    ['campaigns.setScript', { ...toCampaign, body: { script: 'taken over' } }],
    ['campaigns.setMembers', { ...toCampaign, body: { memberIds: [] } }],
  ]
}

/** A bulk change that is tried, and never done. */
async function beginJob(run: Run, { tenant: { account: as, organizationId }, product }: Shop) {
  if (run.lacks('bulkJobs.create')) return undefined
  const body = { organizationId, action: 'products.archive', ids: [product.id] }
  const { id } = recordOf(await run.succeed('bulkJobs.rows', 'bulkJobs.create', { as, body }))
  run.journal.add({ what: 'nothing', left: `bulk change ${id}: no call deletes it` })
  return id
}

function asksForJob(jobId: string): [string, Ask][] {
  const toJob = { params: { jobId } }
  const changing = ['start', 'cancel', 'undo'].map((step): [string, Ask] => [
    `bulkJobs.${step}`,
    { ...toJob, body: {} },
  ])
  return [['bulkJobs.get', toJob], ['bulkJobs.rows', toJob], ...changing]
}

async function refuseLists(run: Run, { account: as }: Tenant, { organizationId }: Tenant): Promise<void> {
  for (const name of [
    'products.categories',
    'sheetImports.list',
    'orderDrafts.list',
    'bulkJobs.list',
    'archives.list',
    'calls.open',
    'campaigns.kinds',
  ]) {
    const ask = { as, query: { organizationId }, isValid: true }
    await attempt(run, 'access.foreignQuery', async () => {
      await run.refuse('access.foreignQuery', name, ask, [...hidden, 400, 422])
    })
  }
}

type Named = [name: string, body: Fields, params?: Record<string, string>]

const lineOf = ({ offer }: Shop) => [{ offerId: offer.id, quantity: 1, unitPrice: 20 }]

/** What is made in one organization of what another one has. */
function mixed(word: string, own: Shop, theirs: Shop): Named[] {
  const mine = { organizationId: own.tenant.organizationId }
  return [
    ['sheetImports.create', { ...mine, campaignId: theirs.campaign.id, name: `${word} intruding` }],
    ['campaigns.create', { ...mine, name: `${word} copying`, copiedFrom: theirs.campaign.id }],
    ['calls.start', { ...mine, customerId: theirs.customer.id }],
    ['orders.place', { ...placement(own, lineOf(own)), customerId: theirs.customer.id }],
    ['orders.place', { ...placement(own, lineOf(theirs)) }],
    ['orders.place', { ...placement(own, lineOf(own)), campaignId: theirs.campaign.id }],
    ['orders.place', { ...placement(own, lineOf(theirs)), campaignId: theirs.campaign.id }],
    ['bulkJobs.create', { ...mine, action: 'products.archive', ids: [theirs.product.id] }],
    ['customers.merge', { otherId: theirs.customer.id, keep: {} }, { customerId: own.customer.id }],
  ]
}

async function refuseAll(run: Run, rule: 'access.foreignBody' | 'access.scope', as: Account, bodies: readonly Named[]) {
  for (const [name, body, params] of bodies) {
    await attempt(run, rule, async () => {
      await run.refuse(rule, name, { as, body, isValid: true, ...(params && { params }) }, hiddenInBody)
    })
  }
}

/** Nothing is sold in one organization of somebody's of what another one of theirs has (SE-11). */
export const refuseMixed = (run: Run, { marker }: World, here: Shop, there: Shop): Promise<void> =>
  refuseAll(run, 'access.scope', here.tenant.account, mixed(marker, here, there))

/** What is made in the other organization, or of what it has. */
async function refuseBodies(run: Run, world: World, own: Shop, theirs: Shop): Promise<void> {
  const as = own.tenant.account
  const word = secretOf(world, own.tenant)
  const { organizationId } = theirs.tenant
  const bodies: Named[] = [
    ['products.create', { organizationId, name: `${word} intruding`, sku: `${word}-in`, price: 1 }],
    ['sheetImports.create', { organizationId, name: `${word} intruding` }],
    ['campaigns.create', { organizationId, name: `${word} intruding` }],
    ['calls.start', { organizationId, phone: run.phones.next() }],
    ['orderDrafts.keep', { organizationId, title: `${word} intruding`, content: {} }, { draftId: randomUUID() }],
    ['orders.place', placement(theirs, lineOf(theirs))],
    ['bulkJobs.create', { organizationId, action: 'products.archive', ids: [theirs.product.id] }],
    ['archives.create', { organizationId, name: `${word} intruding`, bytes: 1 }],
  ]
  await refuseAll(run, 'access.foreignBody', as, [...bodies, ...mixed(word, own, theirs)])
  const members = (theirs.campaign['members'] ?? []) as { id: string }[]
  const memberIds = members.map(({ id }) => id)
  if (memberIds.length === 0) return
  const ask = { as, params: { campaignId: own.campaign.id }, body: { memberIds }, isValid: true }
  await run.refuse('access.foreignBody', 'campaigns.setMembers', ask, hiddenInBody)
}
