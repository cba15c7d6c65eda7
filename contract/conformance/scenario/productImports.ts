import { change, difference, disagreement } from '../engine/compare'
import { recordOf, rowsOf } from '../engine/listing'
import type { Run } from '../engine/run'
import { attempt } from '../engine/steps'
import { textOf } from '../engine/text'
import type { World } from '../engine/world'
import { ProductSheet } from './importSheet'
import { judged } from './importVerdicts'
import { makeOffer } from './offerBasics'
import { keepCopy, movementsOf, namesakes, readProduct, shopOf } from './sellingBasics'

/** Products come from a spreadsheet: lines are judged, taken over all together, and can be undone (PR-04). */
export async function checkProductImports(run: Run, world: World): Promise<void> {
  if (!run.isFull) return
  await attempt(run, 'sheetImports.judged', async () => {
    const shop = await shopOf(run, world, world.first)
    const known = await run.succeed('create.once', 'products.duplicate', {
      params: { productId: shop.product.id },
      body: {},
    })
    const second = recordOf(known)
    keepCopy(run, world.first, second)
    const sheet = new ProductSheet(run, world, shop, second)
    const importId = await judged(sheet)
    await attempt(run, 'sheetImports.commit', () => committed(sheet, importId))
    await attempt(run, 'sheetImports.undo', () => undone(sheet, importId))
    await attempt(run, 'sheetImports.commit', () => outdated(sheet))
    await attempt(run, 'sheetImports.withdraw', () => withdrawn(sheet))
    await attempt(run, 'sheetImports.numbers', () => spelled(sheet))
  })
}

/** One number as people write it in different countries; what can be read in two ways is asked about. */
const writings: readonly [cell: string, price: number][] = [
  ['1234.5', 1234.5],
  ['1234,5', 1234.5],
  ['1,234.50', 1234.5],
  ['1.234,50', 1234.5],
  ['1 234,50', 1234.5],
  ["1'234.50", 1234.5],
  ['0,99', 0.99],
  ['12,50', 12.5],
]

/** A cell holds what somebody has typed: commas, thousands, and a SKU with blanks around it. */
async function spelled(sheet: ProductSheet): Promise<void> {
  const run = sheet.run
  const { sku } = sheet.shop.product
  for (const [cell, price] of writings) {
    const importId = await sheet.begin()
    const sent = await sheet.send(importId, [{ line: 2, cells: { sku: ` ${String(sku)} `, price: cell, stock: '40' } }])
    const [[line]] = await sheet.lines(importId)
    const changes = (line?.['changes'] ?? []) as { field: string; to: unknown }[]
    const told = changes.find(({ field }) => field === 'price')?.to
    const isRead = line?.['verdict'] === 'update' && told === price
    const actual = `${String(line?.['verdict'])}, a price of ${JSON.stringify(told)}`
    run.verify('sheetImports.numbers', sent, isRead, `a change of the known product to ${price}, by ${cell}`, actual)
    await run.succeed('sheetImports.withdraw', 'sheetImports.withdraw', { params: { importId }, body: {} })
  }
}

/** What is given up is not taken over any more. */
async function withdrawn(sheet: ProductSheet): Promise<void> {
  const run = sheet.run
  const importId = await sheet.begin()
  const ask = { params: { importId }, body: {} }
  const exchange = await run.succeed('sheetImports.withdraw', 'sheetImports.withdraw', ask)
  const { state } = recordOf(exchange)
  run.verify('sheetImports.withdraw', exchange, state === 'undone', 'an import that was given up', String(state))
  await run.refuse('sheetImports.withdraw', 'sheetImports.commit', { ...ask, isValid: true }, [409])
  const late = { ...ask, body: { lines: [{ line: 2, cells: { sku: 'late' } }] }, isValid: true }
  await run.refuse('sheetImports.withdraw', 'sheetImports.addLines', late, [409])
}

/** The good lines are taken over, and nothing else is. */
async function committed(sheet: ProductSheet, importId: string): Promise<void> {
  const run = sheet.run
  const { tenant, product } = sheet.shop
  const before = await sheet.now(product.id)
  sheet.former = before
  const ask = { params: { importId }, body: {} }
  const exchange = await run.succeed('sheetImports.commit', 'sheetImports.commit', ask)
  const verify = (wrong: string | undefined, expected: string) =>
    run.verify('sheetImports.commit', exchange, wrong === undefined, expected, wrong)
  verify(difference({ state: 'committed' }, recordOf(exchange)), 'an import that was taken over')
  const found = (await namesakes(run, tenant, 'products', `${sheet.word}-i`)).rows
  const fresh = found.find(({ sku }) => sku === `${sheet.word}-i1`)
  if (fresh) run.journal.made('products', fresh.id, tenant.account.name, `${sheet.word}-i1`)
  for (const { id, sku } of found)
    if (id !== fresh?.id) run.journal.made('products', id, tenant.account.name, String(sku))
  verify(fresh ? difference(sheet.fresh, fresh) : 'it is not there', 'the new product as its line says')
  const plain = found.find(({ sku }) => sku === sheet.plain.due.sku)
  verify(plain ? difference(sheet.plain.due, plain) : 'it is not there', 'no more of a product than its line says')
  const stray = found.find((row) => row !== fresh && row !== plain && String(row['sku']).startsWith(`${sheet.word}-i`))
  verify(stray && `there is ${String(stray['sku'])}`, 'nothing of refused lines')
  const now = await sheet.now(product.id)
  verify(difference({ price: Number(before['price']) + 1, stock: 44 }, now), 'the product as its line says')
  verify(change(before, now, new Set(['price', 'stock', 'updatedAt'])), 'all that was left empty as it was')
  const quantity = 44 - Number(before['stock'])
  if (quantity !== 0 && !run.lacks('products.movements')) {
    const moved = await movementsOf(run, tenant, product.id, { limit: '100' })
    const isMoved = rowsOf(moved).some((row) => row['quantity'] === quantity)
    const newest = textOf(rowsOf(moved)[0] ?? {})
    run.verify('sheetImports.commit', moved, isMoved, `a movement of ${quantity} by the import`, newest)
  }
  await run.succeed('sheetImports.commit', 'sheetImports.commit', ask)
  verify(change(now, await sheet.now(product.id)), 'nothing changed by asking again')
  if (fresh) verify(disagreement(fresh, await sheet.now(fresh.id)), 'nothing added by asking again')
  const [isListed, listed] = await sheet.isListed(importId, { ...sheet.scope, resource: 'products' })
  run.verify('sheetImports.commit', listed, isListed, 'the import among those that can be undone')
  const late = { params: { importId }, body: { lines: [{ line: 2, cells: { sku: 'late' } }] }, isValid: true }
  await run.refuse('sheetImports.commit', 'sheetImports.addLines', late, [409])
}

/** What has not been changed since is as it was before; what has been stays, and that is said. */
async function undone(sheet: ProductSheet, importId: string): Promise<void> {
  const run = sheet.run
  const { tenant, product } = sheet.shop
  const params = { productId: sheet.second.id }
  await run.succeed('products.update', 'products.update', { params, body: { description: 'changed since' } })
  const since = await sheet.now(sheet.second.id)
  const { sku: usedSku } = sheet.plain.due
  const [used] = (await namesakes(run, tenant, 'products', usedSku)).rows
  if (used) await makeOffer(run, { ...tenant, products: [used] }, `${sheet.word} plainly`)
  const exchange = await run.succeed('sheetImports.undo', 'sheetImports.undo', { params: { importId }, body: {} })
  const verify = (wrong: string | undefined, expected: string) =>
    run.verify('sheetImports.undo', exchange, wrong === undefined, expected, wrong)
  const due = { state: 'undone', kept: used ? 2 : 1 }
  verify(difference(due, recordOf(exchange)), 'an import that was undone, but for what was changed and used since')
  const [isListed] = await sheet.isListed(importId)
  verify(isListed ? 'it is listed' : undefined, 'no import that was undone among those that can be')
  const { rows } = await namesakes(run, tenant, 'products', `${sheet.word}-i`)
  for (const { id, sku } of rows) run.journal.made('products', id, tenant.account.name, String(sku))
  const left = rows.find(({ sku }) => String(sku).startsWith(`${sheet.word}-i`) && sku !== usedSku)
  verify(left && `${String(left['sku'])} is there`, 'the new products gone')
  const isUsed = !used || rows.some(({ id }) => id === used.id)
  verify(isUsed ? undefined : 'it is gone', 'a new product that has been offered since')
  const { price, stock } = sheet.former
  verify(difference({ price, stock }, await sheet.now(product.id)), 'the product as it was before')
  verify(change(since, await sheet.now(sheet.second.id)), 'what was changed since as it is')
  const [lines, listed] = await sheet.lines(importId, { verdict: 'update' })
  const isTold = lines.some(({ kept }) => typeof kept === 'string' && kept !== '')
  run.verify('sheetImports.undo', listed, isTold, 'why a line has stayed')
}

/** What has changed since its line was judged is not overwritten. */
async function outdated(sheet: ProductSheet): Promise<void> {
  const run = sheet.run
  const { tenant, product } = sheet.shop
  const importId = await sheet.begin()
  await sheet.send(importId, [{ line: 2, cells: { sku: product['sku'], price: '3.33' } }])
  sheet.shop.importId = importId
  await run.succeed('products.update', 'products.update', {
    params: { productId: product.id },
    body: { description: 'changed after it was judged' },
  })
  const before = await sheet.now(product.id)
  const ask = { params: { importId }, body: {}, isValid: true }
  const exchange = await run.refuse('sheetImports.commit', 'sheetImports.commit', ask, [409])
  const moved = change(before, await readProduct(run, tenant, product.id))
  run.verify('sheetImports.commit', exchange, moved === undefined, 'the product as it was', moved)
}
