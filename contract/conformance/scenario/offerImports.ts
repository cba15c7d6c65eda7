import { change, difference } from '../engine/compare'
import type { Fields } from '../engine/fields'
import { recordOf, type Row } from '../engine/listing'
import type { Run } from '../engine/run'
import { attempt } from '../engine/steps'
import type { World } from '../engine/world'
import { textOf } from '../engine/text'
import { notRefusedFor, Sheet } from './importSheet'
import { findOffer, makeOffer } from './offerBasics'
import { makeOne, makeProduct, namesakes, place, placement, shopOf } from './sellingBasics'

/** What a spreadsheet of offers is about. */
interface Known {
  /** Of one product, changed by its name. */
  named: Row
  /** The only one of another product, changed without a name. */
  only: Row
  /** A product that is sold in no offer yet. */
  bare: Row
  skus: Record<'named' | 'only' | 'archived' | 'bare', string>
}

/** A campaign's offers come from a spreadsheet as products do (CP-03). */
export async function checkOfferImports(run: Run, world: World): Promise<void> {
  if (!run.isFull) return
  await attempt(run, 'sheetImports.judged', async () => {
    const shop = await shopOf(run, world, world.first)
    const sheet = new Sheet(run, world.marker, shop, { campaignId: shop.campaign.id })
    const known = await knownOffers(sheet)
    const importId = await judged(sheet, known)
    await attempt(run, 'sheetImports.commit', () => committed(sheet, known, importId))
    await attempt(run, 'sheetImports.undo', () => undone(sheet, known, importId))
    await attempt(run, 'sheetImports.commit', () => outdated(sheet, known))
    await attempt(run, 'sheetImports.judged', () => refuseArchived(sheet))
  })
}

async function knownOffers({ run, shop: { tenant }, word }: Sheet): Promise<Known> {
  const skus = { named: `${word}-o1`, only: `${word}-o2`, archived: `${word}-o3`, bare: `${word}-o4` }
  const offer = async (sku: string, name: string) => {
    const [product] = await makeProduct(run, tenant, sku)
    return (await makeOffer(run, { ...tenant, products: [product] }, name, { minPrice: 5, maxPrice: 60 })).row
  }
  const [archived] = await makeProduct(run, tenant, skus.archived)
  await run.succeed('sheetImports.judged', 'products.archive', { params: { productId: archived.id }, body: {} })
  const [bare] = await makeProduct(run, tenant, skus.bare)
  return { bare, named: await offer(skus.named, `${word} saucer`), only: await offer(skus.only, `${word} ladle`), skus }
}

/** The offer that a line adds. */
const freshOf = (word: string): Fields => ({
  displayName: `${word} teaspoon`,
  basePrice: 12.5,
  shipPrice: 1.5,
  minPrice: 5,
  maxPrice: 20,
  maxQuantity: 3,
  quantity: 4,
})

/** What a line changes of an offer, column by column. */
const othersOf: Fields = { basePrice: 7.77, shipPrice: 2.25, minPrice: 4, maxPrice: 61, maxQuantity: 5, quantity: 9 }

/** What no offer can have, by the column that says so. */
const unfit: readonly [column: string, cells: Fields][] = [
  ['sku', { sku: '' }],
  ...['basePrice', 'shipPrice', 'minPrice', 'maxPrice', 'maxQuantity', 'quantity'].flatMap((column) =>
    ['much', '-1', '=1+1'].map((cell): [string, Fields] => [column, { [column]: cell }]),
  ),
  ...['maxQuantity', 'quantity'].map((column): [string, Fields] => [column, { [column]: '1.5' }]),
]

const cellsOf = (fields: Fields) =>
  Object.fromEntries(Object.entries(fields).map(([field, value]) => [field, String(value)]))

/** Each line is told which offer it makes or changes, or why not. */
async function judged(sheet: Sheet, { named, only, skus }: Known): Promise<string> {
  const { run, word } = sheet
  const importId = await sheet.begin()
  const price = Number(named['basePrice'])
  const fresh = cellsOf(freshOf(word))
  const good = { sku: skus.named, basePrice: '10', quantity: '1' }
  const cells: Fields[] = [
    { sku: skus.named, displayName: named['displayName'], basePrice: (price + 1).toFixed(2), maxQuantity: '' },
    { sku: skus.named, ...fresh },
    { sku: skus.only, ...cellsOf(othersOf) },
    { sku: skus.named, ...fresh, quantity: '9' },
    { sku: skus.named, displayName: `${word} unpriced`, quantity: '1' },
    { ...good, displayName: `${word} limits`, minPrice: '9', maxPrice: '8' },
    { ...good, sku: skus.archived, displayName: `${word} archived` },
    { ...good, sku: `${word}-o9`, displayName: `${word} unknown` },
    { sku: skus.bare, basePrice: '9', quantity: '2' },
    ...unfit.map(([, more]) => ({ ...good, displayName: `${word} unfit`, ...more })),
    // Beyond the limits that it has.
    { sku: skus.named, displayName: named['displayName'], minPrice: textOf(Number(named['maxPrice']) + 1) },
    { sku: skus.named, displayName: named['displayName'], maxPrice: textOf(Number(named['minPrice']) - 1) },
  ]
  const refused = [...unfit.map(([column]) => column), 'minPrice', 'maxPrice']
  const sent = await sheet.send(
    importId,
    cells.map((one, index) => ({ line: index + 2, cells: one })),
  )
  const miscounted = difference(
    { lines: cells.length, create: 2, update: 2, same: 0, refused: 5 + refused.length },
    recordOf(sent),
  )
  run.verify('sheetImports.judged', sent, miscounted === undefined, 'each line by what it does', miscounted)
  const [rows, exchange] = await sheet.allLines(importId)
  const verdicts = rows.map(({ verdict }) => String(verdict)).join(', ')
  const due = [
    'update, create, update, refused, refused, refused, refused, refused, create',
    ...refused.map(() => 'refused'),
  ].join(', ')
  run.verify('sheetImports.judged', exchange, verdicts === due, due, verdicts)
  for (const [index, offer, fields] of [
    [0, named, { basePrice: price + 1 }],
    [2, only, othersOf],
  ] as const) {
    const told = (rows[index]?.['changes'] ?? []) as Fields[]
    const wrong = Object.entries(fields).map(([field, to]) => {
      const change = told.find((one) => one['field'] === field)
      return change ? difference({ field, from: offer[field] ?? '', to }, change) : `it says none of ${field}`
    })
    const first = wrong.find((one) => one !== undefined)
    const isIt = first === undefined && told.length === wrong.length
    run.verify('sheetImports.judged', exchange, isIt, 'the changes of the line, from what to what', first)
  }
  for (const [index, column] of refused.entries()) {
    const wrong = notRefusedFor(column, rows[cells.length - refused.length + index])
    run.verify(
      'sheetImports.judged',
      exchange,
      wrong === undefined,
      `a line of offers refused for its ${column}`,
      wrong,
    )
  }
  return importId
}

/** The good lines are offers of the campaign then. */
async function committed(sheet: Sheet, { named, only, bare, skus }: Known, importId: string): Promise<void> {
  const { run, word, shop, scope } = sheet
  const { tenant } = shop
  const exchange = await run.succeed('sheetImports.commit', 'sheetImports.commit', { params: { importId }, body: {} })
  const verify = (wrong: string | undefined, expected: string) =>
    run.verify('sheetImports.commit', exchange, wrong === undefined, expected, wrong)
  const made = []
  for (const name of ['teaspoon', 'unpriced', 'limits', 'archived', 'unknown', 'unfit']) {
    const { rows } = await namesakes(run, tenant, 'offers', `${word} ${name}`)
    for (const { id } of rows) run.journal.made('offers', id, tenant.account.name, `${word} ${name}`)
    made.push(...rows)
  }
  const [fresh] = made
  verify(fresh ? difference(freshOf(word), fresh) : 'it is not there', 'the new offer as its line says')
  verify(made[1] && `there is ${String(made[1]['displayName'])}`, 'nothing of refused lines')
  const name = textOf(bare['name'])
  const [plain] = (await namesakes(run, tenant, 'offers', name)).rows
  if (plain) run.journal.made('offers', plain.id, tenant.account.name, name)
  const left = { minPrice: null, maxPrice: null, maxQuantity: null }
  const bareDue = { displayName: name, productId: bare.id, basePrice: 9, quantity: 2 }
  const unlike =
    plain &&
    (difference(bareDue, plain) ?? change(left, plain, new Set(Object.keys(plain).filter((one) => !(one in left)))))
  verify(plain ? unlike : 'it is not there', 'a new offer with the name of its product, and no more than its line says')
  const inCampaign = fresh && (await findOffer(run, tenant, fresh.id))
  verify(fresh && !inCampaign ? 'it is not there' : undefined, 'the new offer in the list of its campaign')
  const now = (await findOffer(run, tenant, named.id)) ?? named
  verify(difference({ basePrice: Number(named['basePrice']) + 1 }, now), 'the offer as its line says')
  verify(change(named, now, new Set(['basePrice', 'updatedAt'])), 'all that was left empty as it was')
  verify(
    difference(othersOf, (await findOffer(run, tenant, only.id)) ?? {}),
    'every column of an offer as its line says',
  )
  const [isListed, listed] = await sheet.isListed(importId, { ...sheet.scope, resource: 'offers' })
  run.verify('sheetImports.commit', listed, isListed, "the import among those of the campaign's offers")
  const [isAmongProducts, ofProducts] = await sheet.isListed(importId, {
    organizationId: scope['organizationId'] ?? '',
  })
  run.verify('sheetImports.commit', ofProducts, !isAmongProducts, 'no import of offers among those of products')
  const other = await sheet.begin()
  await sheet.send(other, [{ line: 2, cells: { sku: skus.named, basePrice: '8' } }])
  const [[line], unclear] = await sheet.lines(other)
  const isRefused = line?.['verdict'] === 'refused'
  run.verify('sheetImports.judged', unclear, isRefused, 'a refusal, as it may be either of two offers')
}

/** What has not been changed since is as it was before; what has been, or has been sold, stays. */
async function undone(sheet: Sheet, { named, only, bare }: Known, importId: string): Promise<void> {
  const { run, word, shop } = sheet
  const since = { params: { offerId: only.id }, body: { quantity: 3 } }
  await run.succeed('sheetImports.undo', 'offers.update', since)
  const name = textOf(bare['name'])
  const [sold] = (await namesakes(run, shop.tenant, 'offers', name)).rows
  if (sold) await place(run, shop, placement(shop, [{ offerId: sold.id, quantity: 1, unitPrice: 9 }]))
  const exchange = await run.succeed('sheetImports.undo', 'sheetImports.undo', { params: { importId }, body: {} })
  const verify = (wrong: string | undefined, expected: string) =>
    run.verify('sheetImports.undo', exchange, wrong === undefined, expected, wrong)
  const due = { state: 'undone', kept: sold ? 2 : 1 }
  verify(difference(due, recordOf(exchange)), 'an import that was undone, but for what was changed and sold since')
  const [isListed] = await sheet.isListed(importId)
  verify(isListed ? 'it is listed' : undefined, 'no import that was undone among those that can be')
  const { rows } = await namesakes(run, shop.tenant, 'offers', `${word} teaspoon`)
  verify(rows[0] && 'it is there', 'the new offer gone')
  const isSold = !sold || (await findOffer(run, shop.tenant, sold.id)) !== undefined
  verify(isSold ? undefined : 'it is gone', 'a new offer that has been sold since')
  const now = (await findOffer(run, shop.tenant, named.id)) ?? {}
  verify(difference({ basePrice: named['basePrice'] }, now), 'the offer as it was before')
  const kept = (await findOffer(run, shop.tenant, only.id)) ?? {}
  verify(difference({ ...othersOf, quantity: 3 }, kept), 'what was changed since as it is')
}

/** What has changed since its line was judged is not overwritten. */
async function outdated(sheet: Sheet, { named, skus }: Known): Promise<void> {
  const { run, shop } = sheet
  const importId = await sheet.begin()
  const cells = { sku: skus.named, displayName: named['displayName'], basePrice: '33' }
  await sheet.send(importId, [{ line: 2, cells }])
  const params = { offerId: named.id }
  await run.succeed('sheetImports.commit', 'offers.update', { params, body: { maxQuantity: 5 } })
  const before = (await findOffer(run, shop.tenant, named.id)) ?? named
  const ask = { params: { importId }, body: {}, isValid: true }
  const exchange = await run.refuse('sheetImports.commit', 'sheetImports.commit', ask, [409])
  const moved = change(before, (await findOffer(run, shop.tenant, named.id)) ?? {})
  run.verify('sheetImports.commit', exchange, moved === undefined, 'the offer as it was', moved)
}

/** An archived campaign takes no offers. */
async function refuseArchived({ run, shop, word }: Sheet): Promise<void> {
  const { tenant } = shop
  const { organizationId } = tenant
  const name = `${word} put away`
  const [{ id }] = await makeOne(run, tenant, 'campaigns', 'campaigns.create', { organizationId, name })
  await run.succeed('sheetImports.judged', 'campaigns.archive', { params: { campaignId: id }, body: {} })
  const ask = { body: { organizationId, campaignId: id, name: `${word} late.csv` }, isValid: true }
  await run.refuse('sheetImports.judged', 'sheetImports.create', ask, [409])
}
