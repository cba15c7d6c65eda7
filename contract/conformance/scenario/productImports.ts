import { change, difference, disagreement } from '../engine/compare'
import type { Exchange } from '../engine/exchange'
import type { Fields } from '../engine/fields'
import { recordOf, type Row, rowsOf } from '../engine/listing'
import type { Run } from '../engine/run'
import { attempt } from '../engine/steps'
import type { Shop, World } from '../engine/world'
import { makeOne, namesakes, readProduct, shopOf } from './sellingBasics'

/** Products come from a spreadsheet: lines are judged, taken over all together, and can be undone (PR-04). */
export async function checkProductImports(run: Run, world: World): Promise<void> {
  if (!run.isFull) return
  await attempt(run, 'productImports.judged', async () => {
    const shop = await shopOf(run, world, world.first)
    const known = await run.succeed('create.once', 'products.duplicate', {
      params: { productId: shop.product.id },
      body: {},
    })
    const second = recordOf(known)
    run.journal.made('products', second.id, world.first.account.name, String(second['sku']))
    const sheet = new Sheet(run, world, shop, second)
    const importId = await sheet.judged()
    await attempt(run, 'productImports.commit', () => sheet.committed(importId))
    await attempt(run, 'productImports.undo', () => sheet.undone(importId))
    await attempt(run, 'productImports.commit', () => sheet.outdated())
  })
}

class Sheet {
  readonly #run: Run
  readonly #shop: Shop
  /** Another product that the import changes. */
  readonly #second: Row
  readonly #word: string

  constructor(run: Run, { marker }: World, shop: Shop, second: Row) {
    this.#run = run
    this.#shop = shop
    this.#second = second
    this.#word = marker
  }

  get #fresh(): Fields {
    const description = 'quiet, “really”'
    return {
      sku: `${this.#word}-i1`,
      name: `${this.#word} imported`,
      price: 12.5,
      stock: 3,
      category: 'Kitchen',
      description,
    }
  }

  async #begin(): Promise<string> {
    const { tenant } = this.#shop
    const body = { organizationId: tenant.organizationId, name: `${this.#word} sheet.csv` }
    const [begun] = await makeOne(this.#run, tenant, 'productImports', 'productImports.judged', body)
    return begun.id
  }

  #send(importId: string, lines: Fields[]): Promise<Exchange> {
    return this.#run.succeed('productImports.judged', 'productImports.addLines', {
      params: { importId },
      body: { lines },
    })
  }

  async #lines(importId: string, query: Record<string, string> = {}): Promise<[Row[], Exchange]> {
    const exchange = await this.#run.succeed('productImports.judged', 'productImports.lines', {
      params: { importId },
      query,
    })
    return [rowsOf(exchange), exchange]
  }

  /** Every line is told what it does, or why not. */
  async judged(): Promise<string> {
    const run = this.#run
    const importId = await this.#begin()
    await run.refuse(
      'productImports.undo',
      'productImports.undo',
      { params: { importId }, body: {}, isValid: true },
      [409],
    )
    const product = await readProduct(run, this.#shop.tenant, this.#shop.product.id)
    const { sku, name } = product
    const price = Number(product['price'])
    const cells: Record<string, unknown>[] = [
      Object.fromEntries(Object.entries(this.#fresh).map(([field, value]) => [field, String(value)])),
      { sku, price: (price + 1).toFixed(2), stock: '44', description: '' },
      { sku: this.#second['sku'], price: '7.77' },
      { sku: `${this.#word}-i2`, name: `${this.#word} formula`, price: '=1+2' },
      { sku: `${this.#word}-i3` },
      { sku: `${this.#word}-i1`, name: `${this.#word} again`, price: '1' },
    ]
    const lines = cells.map((one, index) => ({ line: index + 2, cells: one }))
    lines.push({ line: 9, cells: { sku: `${this.#word}-i9`, name: 'x', price: 'much' } })
    await this.#send(importId, lines.slice(0, 3))
    await this.#send(importId, lines.slice(2))
    const sent = await this.#send(importId, [lines[1] ?? {}])
    const counts = { lines: 7, create: 1, update: 2, same: 0, refused: 4 }
    const miscounted = difference(counts, recordOf(sent))
    run.verify('productImports.judged', sent, miscounted === undefined, 'each line once, by what it does', miscounted)
    const [rows, exchange] = await this.#lines(importId)
    const verdicts = rows.map(({ verdict }) => String(verdict)).join(', ')
    const due = 'create, update, update, refused, refused, refused, refused'
    run.verify('productImports.judged', exchange, verdicts === due, due, verdicts)
    const isWhy = rows.every(({ verdict, problems }) => (verdict === 'refused') === countOf(problems) > 0)
    run.verify('productImports.judged', exchange, isWhy, 'why a line is refused, and only then')
    const changes = (rows[1]?.['changes'] ?? []) as { field: string; from: unknown; to: unknown }[]
    const told = changes.find(({ field }) => field === 'price')
    const wrong = told === undefined ? 'no price' : difference({ from: price, to: price + 1 }, { ...told })
    run.verify('productImports.judged', exchange, wrong === undefined, 'what a line changes, from what to what', wrong)
    const isSilent = changes.every(({ field }) => field === 'price' || field === 'stock')
    run.verify('productImports.judged', exchange, isSilent, 'no change by an empty cell', JSON.stringify(changes))
    await this.#checkSame(importId, { sku, name })
    await this.#checkPages(importId, rows)
    return importId
  }

  /** A line that says what is there already changes nothing. */
  async #checkSame(importId: string, cells: Fields): Promise<void> {
    const run = this.#run
    const line = { line: 20, cells }
    await this.#send(importId, [{ ...line, cells: { ...cells, sku: this.#second['sku'], name: this.#second['name'] } }])
    const [rows] = await this.#lines(importId, { after: '19' })
    const isRepeated = rows.length === 1 && rows[0]?.['verdict'] === 'refused'
    const other = await this.#begin()
    await this.#send(other, [line])
    const [same, exchange] = await this.#lines(other)
    const isSame = same.length === 1 && same[0]?.['verdict'] === 'same'
    run.verify(
      'productImports.judged',
      exchange,
      isSame && isRepeated,
      'one line that changes nothing',
      JSON.stringify(same),
    )
  }

  async #checkPages(importId: string, all: Row[]): Promise<void> {
    const run = this.#run
    const [behind, exchange] = await this.#lines(importId, { after: '4' })
    const isBehind = behind.length > 0 && behind.every(({ line }) => Number(line) > 4)
    run.verify('productImports.judged', exchange, isBehind, 'the lines behind the one that was named')
    const [updates, narrowed] = await this.#lines(importId, { verdict: 'update' })
    const due = all.filter(({ verdict }) => verdict === 'update').length
    const isNarrow = updates.length === due && updates.every(({ verdict }) => verdict === 'update')
    run.verify('productImports.judged', narrowed, isNarrow, `the ${due} lines of that verdict`, `${updates.length}`)
  }

  async #now(id: string): Promise<Row> {
    return readProduct(this.#run, this.#shop.tenant, id, 'productImports.commit')
  }

  /** The good lines are taken over, and nothing else is. */
  async committed(importId: string): Promise<void> {
    const run = this.#run
    const { tenant, product } = this.#shop
    const before = await this.#now(product.id)
    const ask = { params: { importId }, body: {} }
    const exchange = await run.succeed('productImports.commit', 'productImports.commit', ask)
    const verify = (wrong: string | undefined, expected: string) =>
      run.verify('productImports.commit', exchange, wrong === undefined, expected, wrong)
    verify(difference({ state: 'committed' }, recordOf(exchange)), 'an import that was taken over')
    const found = (await namesakes(run, tenant, 'products', `${this.#word}-i`)).rows
    const fresh = found.find(({ sku }) => sku === `${this.#word}-i1`)
    if (fresh) run.journal.made('products', fresh.id, tenant.account.name, `${this.#word}-i1`)
    for (const { id, sku } of found)
      if (id !== fresh?.id) run.journal.made('products', id, tenant.account.name, String(sku))
    verify(fresh ? difference(this.#fresh, fresh) : 'it is not there', 'the new product as its line says')
    const stray = found.find(({ sku }) => sku !== `${this.#word}-i1` && String(sku).startsWith(`${this.#word}-i`))
    verify(stray && `there is ${String(stray['sku'])}`, 'nothing of refused lines')
    const now = await this.#now(product.id)
    verify(difference({ price: Number(before['price']) + 1, stock: 44 }, now), 'the product as its line says')
    verify(change(before, now, new Set(['price', 'stock', 'updatedAt'])), 'all that was left empty as it was')
    await run.succeed('productImports.commit', 'productImports.commit', ask)
    verify(change(now, await this.#now(product.id)), 'nothing changed by asking again')
    if (fresh) verify(disagreement(fresh, await this.#now(fresh.id)), 'nothing added by asking again')
    const listed = await run.succeed('productImports.commit', 'productImports.list', {
      query: { organizationId: tenant.organizationId },
    })
    const isListed = rowsOf(listed).some(({ id }) => id === importId)
    run.verify('productImports.commit', listed, isListed, 'the import among those that can be undone')
    const late = { params: { importId }, body: { lines: [{ line: 2, cells: { sku: 'late' } }] }, isValid: true }
    await run.refuse('productImports.commit', 'productImports.addLines', late, [409])
  }

  /** What has not been changed since is as it was before; what has been stays, and that is said. */
  async undone(importId: string): Promise<void> {
    const run = this.#run
    const { tenant, product } = this.#shop
    const params = { productId: this.#second.id }
    await run.succeed('products.update', 'products.update', { params, body: { description: 'changed since' } })
    const [since, before] = [await this.#now(this.#second.id), await this.#now(product.id)]
    const exchange = await run.succeed('productImports.undo', 'productImports.undo', { params: { importId }, body: {} })
    const verify = (wrong: string | undefined, expected: string) =>
      run.verify('productImports.undo', exchange, wrong === undefined, expected, wrong)
    verify(difference({ state: 'undone', kept: 1 }, recordOf(exchange)), 'an import that was undone, but for one line')
    const { rows } = await namesakes(run, tenant, 'products', `${this.#word}-i1`)
    for (const { id, sku } of rows) run.journal.made('products', id, tenant.account.name, String(sku))
    verify(rows[0] && 'it is there', 'the new product gone')
    const due = { price: Number(before['price']) - 1, stock: 40 + 1 }
    verify(difference(due, await this.#now(product.id)), 'the product as it was before')
    verify(change(since, await this.#now(this.#second.id)), 'what was changed since as it is')
    const [lines, listed] = await this.#lines(importId, { verdict: 'update' })
    const isTold = lines.some(({ kept }) => typeof kept === 'string' && kept !== '')
    run.verify('productImports.undo', listed, isTold, 'why a line has stayed')
  }

  /** What has changed since its line was judged is not overwritten. */
  async outdated(): Promise<void> {
    const run = this.#run
    const { tenant, product } = this.#shop
    const importId = await this.#begin()
    await this.#send(importId, [{ line: 2, cells: { sku: product['sku'], price: '3.33' } }])
    this.#shop.importId = importId
    await run.succeed('products.update', 'products.update', {
      params: { productId: product.id },
      body: { description: 'changed after it was judged' },
    })
    const before = await this.#now(product.id)
    const ask = { params: { importId }, body: {}, isValid: true }
    const exchange = await run.refuse('productImports.commit', 'productImports.commit', ask, [409])
    const moved = change(before, await readProduct(run, tenant, product.id))
    run.verify('productImports.commit', exchange, moved === undefined, 'the product as it was', moved)
  }
}

const countOf = (problems: unknown) => (Array.isArray(problems) ? problems.length : 0)
