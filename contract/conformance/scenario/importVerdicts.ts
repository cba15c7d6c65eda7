import { difference } from '../engine/compare'
import type { Fields } from '../engine/fields'
import { recordOf, totalOf } from '../engine/listing'
import { textOf } from '../engine/text'
import type { ProductSheet, Sheet } from './importSheet'
import { readProduct } from './sellingBasics'

const countOf = (problems: unknown) => (Array.isArray(problems) ? problems.length : 0)

/** Every line is told what it does, or why not. */
export async function judged(sheet: ProductSheet): Promise<string> {
  const run = sheet.run
  const importId = await sheet.begin()
  await run.refuse('sheetImports.undo', 'sheetImports.undo', { params: { importId }, body: {}, isValid: true }, [409])
  const product = await readProduct(run, sheet.shop.tenant, sheet.shop.product.id)
  const { sku, name } = product
  const price = Number(product['price'])
  const cells: Record<string, unknown>[] = [
    Object.fromEntries(Object.entries(sheet.fresh).map(([field, value]) => [field, String(value)])),
    { sku, price: (price + 1).toFixed(2), stock: '44', description: '' },
    { sku: sheet.second['sku'], price: '7.77' },
    { sku: `${sheet.word}-i2`, name: `${sheet.word} formula`, price: '=1+2' },
    { sku: `${sheet.word}-i3` },
    { sku: `${sheet.word}-i1`, name: `${sheet.word} again`, price: '1' },
  ]
  const lines = cells.map((one, index) => ({ line: index + 2, cells: one }))
  lines.push({ line: 9, cells: { sku: `${sheet.word}-i9`, name: 'x', price: 'much' } })
  lines.push({ line: 10, cells: sheet.plain.cells })
  // What is sent again is judged as it is now.
  const wrongAtFirst = lines.slice(2, 3).map((line) => ({ ...line, cells: { ...line.cells, price: 'much' } }))
  await sheet.send(importId, [...lines.slice(0, 2), ...wrongAtFirst])
  await sheet.send(importId, lines.slice(2))
  const sent = await sheet.send(importId, [lines[1] ?? {}])
  const counts = { lines: 8, create: 2, update: 2, same: 0, refused: 4 }
  const miscounted = difference(counts, recordOf(sent))
  run.verify('sheetImports.judged', sent, miscounted === undefined, 'each line once, by what it does', miscounted)
  const [rows, exchange] = await sheet.lines(importId)
  const verdicts = rows.map(({ verdict }) => String(verdict)).join(', ')
  const due = 'create, update, update, refused, refused, refused, refused, create'
  run.verify('sheetImports.judged', exchange, verdicts === due, due, verdicts)
  const isWhy = rows.every(({ verdict, problems }) => (verdict === 'refused') === countOf(problems) > 0)
  run.verify('sheetImports.judged', exchange, isWhy, 'why a line is refused, and only then')
  const changes = (rows[1]?.['changes'] ?? []) as { field: string; from: unknown; to: unknown }[]
  const told = changes.find(({ field }) => field === 'price')
  const wrong = told === undefined ? 'no price' : difference({ from: price, to: price + 1 }, { ...told })
  run.verify('sheetImports.judged', exchange, wrong === undefined, 'what a line changes, from what to what', wrong)
  const isSilent = changes.every(({ field }) => field === 'price' || field === 'stock')
  run.verify('sheetImports.judged', exchange, isSilent, 'no change by an empty cell', JSON.stringify(changes))
  await checkSame(sheet, importId, { sku, name })
  await checkPages(sheet, importId)
  return importId
}

/** A line that says what is there already changes nothing. */
async function checkSame(sheet: ProductSheet, importId: string, cells: Fields): Promise<void> {
  const run = sheet.run
  const line = { line: 20, cells }
  await sheet.send(importId, [{ ...line, cells: { ...cells, sku: sheet.second['sku'], name: sheet.second['name'] } }])
  const [rows] = await sheet.lines(importId, { after: '19' })
  const isRepeated = rows.length === 1 && rows[0]?.['verdict'] === 'refused'
  const other = await sheet.begin()
  await sheet.send(other, [line])
  const [same, exchange] = await sheet.lines(other, { verdict: 'same' })
  const isSame = same.length === 1 && same[0]?.['verdict'] === 'same'
  run.verify(
    'sheetImports.judged',
    exchange,
    isSame && isRepeated,
    'one line that changes nothing',
    JSON.stringify(same),
  )
}

async function checkPages(sheet: Sheet, importId: string): Promise<void> {
  const run = sheet.run
  const [all] = await sheet.lines(importId)
  const [behind, exchange] = await sheet.lines(importId, { after: '4' })
  const isBehind = behind.length > 0 && behind.every(({ line }) => Number(line) > 4)
  run.verify('sheetImports.judged', exchange, isBehind, 'the lines behind the one that was named')
  for (const asked of new Set(all.map(({ verdict }) => textOf(verdict)))) {
    const [some, narrowed] = await sheet.lines(importId, { verdict: asked })
    const due = all.filter(({ verdict }) => verdict === asked).length
    const isNarrow = some.length === due && some.every(({ verdict }) => verdict === asked)
    run.verify('sheetImports.judged', narrowed, isNarrow, `the ${due} lines to ${asked}`, `${some.length}`)
    const total = totalOf(narrowed)
    run.verify('sheetImports.judged', narrowed, total === due, `a total of ${due} lines to ${asked}`, `${total}`)
  }
}
