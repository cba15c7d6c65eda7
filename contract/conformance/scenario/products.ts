import { atOnce } from '../engine/atOnce'
import { change, difference, disagreement } from '../engine/compare'
import type { Exchange } from '../engine/exchange'
import type { Fields } from '../engine/fields'
import { recordOf } from '../engine/listing'
import type { Run } from '../engine/run'
import { attempt } from '../engine/steps'
import { textOf } from '../engine/text'
import type { Shop, World } from '../engine/world'
import { makeOffer, offerBody } from './offerBasics'
import {
  checkKey,
  keepCopy,
  makeProduct,
  namesakes,
  notNow,
  readProduct,
  refuseOutdated,
  shopOf,
} from './sellingBasics'
import { checkStock } from './stock'
import { oneOfTwo } from './twiceAtOnce'

/** Products are added, changed, archived and copied, and their stock moves (PR-01 to PR-03). */
export async function checkProducts(run: Run, world: World): Promise<void> {
  if (!run.isFull) return
  await attempt(run, 'products.create', async () => {
    const before = await categories(run, world)
    const shop = await shopOf(run, world, world.first)
    await checkCreated(run, world, shop, before)
    await attempt(run, 'products.update', () => checkUpdated(run, world, shop))
    await attempt(run, 'products.sku', () => checkSku(run, world, shop))
    await attempt(run, 'products.archive', () => checkArchived(run, shop))
    await attempt(run, 'products.copy', () => checkCopied(run, shop))
    await attempt(run, 'products.stock', () => checkStock(run, shop))
  })
}

async function categories(run: Run, { first: { organizationId } }: World): Promise<unknown[]> {
  const exchange = await run.succeed('products.categories', 'products.categories', { query: { organizationId } })
  const { data } = exchange.json as { data: { name: unknown }[] }
  const names = data.map(({ name }) => name)
  const isOnce = new Set(names).size === names.length
  run.verify('products.categories', exchange, isOnce, 'every category once', names.join(', '))
  return names
}

async function checkCreated(run: Run, world: World, { tenant }: Shop, before: unknown[]): Promise<void> {
  const { organizationId } = tenant
  const sku = `${world.marker}-q2`
  const category = `${world.marker} kitchen`
  const text = 'line one\nline two 🎁'
  const fields = { name: `${world.marker} “Quiet” 名`, description: text, category, price: 0, stock: 2 }
  const body = { organizationId, sku, imageUrl: 'https://pictures.example/a.png', ...fields }
  const ask = { body, headers: { 'idempotency-key': `${world.marker}-product` } }
  const [made, exchange] = await makeProduct(run, tenant, sku, body)
  const read = await readProduct(run, tenant, made.id, 'products.create')
  for (const shown of [made, read]) {
    const wrong = difference({ ...body, status: 'active', stockLevel: 'low' }, shown)
    run.verify('products.create', exchange, wrong === undefined, 'the product as it was sent', wrong)
  }
  await checkCreatedOnce(run, world, ask)
  const { rows } = await namesakes(run, tenant, 'products', sku)
  const listed = rows.find(({ id }) => id === made.id)
  const differs = listed === undefined ? 'it is not found' : disagreement(listed, read)
  run.verify('products.create', exchange, differs === undefined, 'the product in its list, as it reads', differs)
  const isThere = !before.includes(category) && (await categories(run, world)).includes(category)
  run.verify('products.categories', exchange, isThere, 'the new category among the others')
  for (const imageUrl of ['javascript:alert(1)', 'http://pictures.example/a.png', 'https://a.example/"x']) {
    const wrong = { ...body, sku: `${sku}x`, imageUrl }
    await run.refuse('refusal.body', 'products.create', { body: wrong }, [400, 422])
  }
}

/** A key makes a creation repeatable. */
async function checkCreatedOnce(
  run: Run,
  { marker, first }: World,
  ask: { body: Fields; headers: Record<string, string> },
) {
  const sku = `${marker}-q3`
  const body = { ...ask.body, sku, name: `${marker} keyed` }
  const made = await run.succeed('create.once', 'products.create', { ...ask, body })
  run.journal.made('products', recordOf(made).id, first.account.name, sku)
  await checkKey(run, 'products.create', { ...ask, body }, made, { ...body, price: 1 })
}

const updatesFor = (marker: string): Fields[] => [
  { name: `${marker} renamed` },
  { sku: `${marker}-K1` },
  { sku: `${marker}-k1` },
  { description: 'another\n\ntext' },
  { category: `${marker} garden` },
  { category: '' },
  { price: 19.99 },
  { imageUrl: 'https://pictures.example/b.png' },
  { imageUrl: '' },
]

/** A category is listed as long as a product is in it. */
async function isListed(run: Run, world: World, exchange: Exchange, category: string): Promise<void> {
  const listed = await categories(run, world)
  const gardens = listed.filter((name) => textOf(name) === `${world.marker} garden`).length
  const due = category === '' ? 0 : 1
  run.verify('products.categories', exchange, gardens === due, `${due} category of the product`, `${gardens}`)
}

async function checkUpdated(run: Run, world: World, { tenant, product }: Shop): Promise<void> {
  const params = { productId: product.id }
  const ask = { params, body: { description: 'outdated' } }
  const now = () => readProduct(run, tenant, product.id)
  let before = await now()
  for (const body of updatesFor(world.marker)) {
    // What a call does not have is refused or ignored.
    const sent = 'name' in body ? { ...body, stock: 7 } : body
    const exchange = await run.succeed('products.update', 'products.update', { params, body: sent })
    const after = await now()
    for (const shown of [recordOf(exchange), after]) {
      const wrong = difference(body, shown)
      run.verify('products.update', exchange, wrong === undefined, 'the changed fields', wrong)
    }
    if ('category' in body) await isListed(run, world, exchange, textOf(body['category']))
    const moved = change(before, after, new Set([...Object.keys(body), 'displayName', 'updatedAt']))
    run.verify('products.update', exchange, moved === undefined, 'the other fields as they were', moved)
    before = after
  }
  const headers = { 'if-match': `"${String(before['version'])}"` }
  if (Number.isInteger(before['version'])) {
    await run.succeed('change.outdated', 'products.update', { params, headers, body: { description: 'in time' } })
  }
  await refuseOutdated(run, 'products.update', ask, now)
  await refuseOutdated(run, 'products.archive', { params, body: {} }, now)
}

/** A SKU is one product's; letters count. */
async function checkSku(run: Run, { marker, first }: World, { tenant, product }: Shop): Promise<void> {
  const sku = `${marker}-k1`
  const body = { organizationId: first.organizationId, name: `${marker} twin`, sku, price: 1 }
  await run.refuse('products.sku', 'products.create', { body, isValid: true }, [409, 422])
  const twin = { body: { ...body, sku: `${sku}-twin` } }
  await oneOfTwo(run, 'products.sku', 'products.create', [twin, twin], 'one of two products with one SKU at once')
  const [other] = await makeProduct(run, tenant, sku.toUpperCase(), { stock: 0 })
  const params = { productId: other.id }
  await run.refuse('products.sku', 'products.update', { params, body: { sku }, isValid: true }, [409, 422])
  const now = await readProduct(run, tenant, product.id)
  run.verify(
    'products.sku',
    await run.ask('products.get', { params }),
    now['sku'] === sku,
    'the first has its SKU still',
  )
}

async function checkArchived(run: Run, { tenant, product }: Shop): Promise<void> {
  const params = { productId: product.id }
  const now = () => readProduct(run, tenant, product.id, 'products.archive')
  const ask = { params, body: {}, isValid: true }
  const before = await now()
  await run.refuse('products.archive', 'products.restore', ask, [409])
  const archived = await run.succeed('products.archive', 'products.archive', { params, body: {} })
  for (const shown of [recordOf(archived), await now()]) {
    run.verify('products.archive', archived, shown['status'] === 'archived', 'the product archived')
    const moved = change(before, shown, new Set(['status', 'updatedAt']))
    run.verify('products.archive', archived, moved === undefined, 'all else as it was', moved)
  }
  await run.refuse('products.archive', 'products.archive', ask, [409])
  await refuseOutdated(run, 'products.restore', { params, body: {} }, now)
  // What is made like it is there to be offered.
  const copied = await run.ask('products.duplicate', { ...ask, alsoDeclared: [409, 422] })
  if (copied.status === 200) {
    keepCopy(run, tenant, recordOf(copied))
    const { status } = recordOf(copied)
    run.verify('products.copy', copied, status === 'active', 'an active copy of an archived product', textOf(status))
  }
  const body = offerBody(tenant, 'not wanted')
  const campaignId = tenant.workplace?.id ?? ''
  await run.refuse('products.archive', 'offers.create', { params: { campaignId }, body, isValid: true }, notNow)
  const restored = await run.succeed('products.archive', 'products.restore', { params, body: {} })
  const moved = change(before, await now(), new Set(['updatedAt']))
  run.verify('products.archive', restored, moved === undefined, 'the product as it was before', moved)
  await makeOffer(run, tenant, `${String(product['sku'])} again`)
}

async function checkCopied(run: Run, { tenant, product }: Shop): Promise<void> {
  const of = await readProduct(run, tenant, product.id, 'products.copy')
  const exchange = await run.succeed('products.copy', 'products.duplicate', { params: { productId: of.id }, body: {} })
  const copy = recordOf(exchange)
  const isAnother = copy.id !== of.id && copy['sku'] !== of['sku']
  run.verify('products.copy', exchange, isAnother, 'another product with a SKU of its own')
  if (!isAnother) return
  keepCopy(run, tenant, copy)
  const now = await readProduct(run, tenant, copy.id, 'products.copy')
  const { description, category, price, imageUrl } = of
  const wrong = difference({ description, category, price, imageUrl, stock: 0, status: 'active' }, now)
  run.verify('products.copy', exchange, wrong === undefined, 'what the product has, with nothing in stock', wrong)
  // Two at once are two, or one of them is told to come again.
  const asked = { params: { productId: of.id }, body: {}, alsoDeclared: [409, 503] }
  const both = await atOnce(run, [1, 2], () => run.ask('products.duplicate', asked))
  const known = [of, copy]
  for (const again of both.filter(({ status }) => status !== 409 && status !== 503)) {
    run.isSuccess('products.copy', again)
    const next = recordOf(again)
    const isOther = !known.some(({ id, sku }) => id === next.id || sku === next['sku'])
    run.verify('products.copy', again, isOther, 'another copy with a SKU of its own', textOf(next['sku']))
    if (isOther) keepCopy(run, tenant, next)
    known.push(next)
  }
  const isMade = known.length > 2
  run.verify('products.copy', exchange, isMade, 'another copy of what was copied before')
}
