import { type Exchange, type Fault, isRecord, isSuccess } from '../exchange'
import { admits, answers, fault, on, refusals, requests, unasked } from '../make'
import {
  afterwards,
  bodyOf,
  empties,
  idIn,
  move,
  readList,
  recordIn,
  recordsAs,
  recordsIn,
  rowsAs,
  rowsOf,
  write,
} from '../selling'

const importsOf = (exchange: Exchange) => `/sheet-imports/${idIn(exchange)}`

const linesOf = (exchange: Exchange, verdict: string) =>
  readList(exchange, `${importsOf(exchange)}/lines?verdict=${verdict}`)

/** The product of a line, searched in all of the person's organizations. */
async function productOf(exchange: Exchange, sku: unknown): Promise<Record<string, unknown> | undefined> {
  for (const { id } of await readList(exchange, '/organizations')) {
    const rows = await rowsOf(exchange, 'products', { organizationId: id, q: sku })
    const found = rows.find((row) => row['sku'] === sku)
    if (found) return { ...found, organizationId: id }
  }
  return undefined
}

const verdictAs = (from: string, to: string, change = (line: Record<string, unknown>) => line) =>
  rowsAs('sheetImports.lines', (lines) =>
    lines.map((line) => (line['verdict'] === from ? change({ ...line, verdict: to }) : line)),
  )

/** Cells are changed on their way. */
const cellsAs = (change: (cells: Record<string, unknown>) => Record<string, unknown>) =>
  requests('sheetImports.addLines', 'lines.*.cells', (cells) => (isRecord(cells) ? change(cells) : cells))

const commitTwice: Fault = {
  id: 'import-committed-twice',
  about: 'an import that is taken over again moves its stock again',
  make: () => {
    const done = new Set<string>()
    return on('sheetImports.commit', async (exchange) => {
      const reply = await exchange.send()
      if (!isSuccess(reply)) return reply
      const id = idIn(exchange)
      if (done.has(id)) {
        for (const { sku } of await linesOf(exchange, 'create'))
          await move(exchange, (await productOf(exchange, sku))?.['id'], 1)
      }
      done.add(id)
      return reply
    })
  },
}

const resent: Fault = {
  id: 'import-line-again',
  about: 'a line that is sent again counts twice',
  make: () => {
    const seen = new Map<string, number>()
    return on('sheetImports.addLines sheetImports.commit', async (exchange) => {
      const reply = await exchange.send()
      const sent = recordsIn(bodyOf(exchange)['lines']).length
      const all = (seen.get(idIn(exchange)) ?? 0) + sent
      if (!isSuccess(reply)) return reply
      seen.set(idIn(exchange), all)
      return recordIn(reply)['lines'] === all
        ? reply
        : { ...reply, text: JSON.stringify({ data: { ...recordIn(reply), lines: all } }) }
    })
  },
}

export const productImports: Fault[] = [
  fault(
    'import-bad-lines-written',
    'lines that were refused are taken over as well',
    afterwards('sheetImports.commit', async (exchange) => {
      const [organization] = await readList(exchange, '/organizations')
      for (const { sku, name } of await linesOf(exchange, 'refused')) {
        const body = { organizationId: organization?.['id'], sku, name: name ?? 'Unnamed', price: 1 }
        await write(exchange, 'POST', '/products', body)
      }
    }),
  ),
  fault(
    'import-second-line-wins',
    'of two lines with one SKU the second is good as well',
    rowsAs('sheetImports.lines', (lines) =>
      lines.map((line, index) =>
        line['verdict'] === 'refused' && lines.slice(0, index).some(({ sku }) => sku === line['sku'])
          ? { ...line, verdict: 'update', problems: [] }
          : line,
      ),
    ),
  ),
  fault(
    'import-empty-clears',
    'an empty cell empties the field',
    afterwards('sheetImports.commit', async (exchange) => {
      for (const { sku } of await linesOf(exchange, 'update')) {
        const product = await productOf(exchange, sku)
        if (product) await write(exchange, 'PUT', `/products/${String(product['id'])}`, { description: '' })
      }
    }),
  ),
  fault('import-update-as-create', 'a product that there is counts as new', verdictAs('update', 'create')),
  fault('import-same-as-update', 'a line that changes nothing counts as a change', verdictAs('same', 'update')),
  fault(
    'import-why-not-lost',
    'a refused line does not say why',
    answers('sheetImports.lines', 'data.*.problems', () => []),
  ),
  fault(
    'import-changes-lost',
    'a line does not say what it changes',
    answers('sheetImports.lines', 'data.*.changes', () => []),
  ),
  fault(
    'import-changes-backwards',
    'a change is told the wrong way round',
    answers('sheetImports.lines', 'data.*.changes.*', (change) =>
      isRecord(change) ? { ...change, from: change['to'], to: change['from'] } : change,
    ),
  ),
  fault(
    'import-price-in-cents',
    'prices are read as cents',
    cellsAs((cells) => ({
      ...cells,
      ...(Number(cells['price']) > 0 ? { price: String(Number(cells['price']) * 100) } : {}),
    })),
  ),
  fault(
    'import-stock-added',
    'the stock of a line is added to what there is',
    afterwards('sheetImports.commit', async (exchange) => {
      for (const line of await linesOf(exchange, 'update')) {
        const stock = recordsIn(line['changes']).find(({ field }) => field === 'stock')
        const product = stock && (await productOf(exchange, line['sku']))
        if (product && Number(stock['from']) > 0) await move(exchange, product['id'], Number(stock['from']))
      }
    }),
  ),
  fault(
    'import-description-lost',
    'descriptions are not taken over',
    cellsAs(({ description: _, ...cells }) => cells),
  ),
  fault(
    'import-formula-read',
    'a formula is read as its digits',
    cellsAs((cells) => ({
      ...cells,
      ...(String(cells['price']).startsWith('=') ? { price: String(cells['price']).replaceAll(/\D/g, '') || '1' } : {}),
    })),
  ),
  commitTwice,
  resent,
  fault(
    'import-outdated-committed',
    'what has changed since the lines were judged is overwritten',
    refusals('sheetImports.commit', [409], async (reply, exchange) => {
      for (const verdict of ['update', 'create']) {
        for (const { line, sku, changes } of await linesOf(exchange, verdict)) {
          const filled = recordsIn(changes).map(({ field, to }) => [field, String(to)])
          const cells = { sku, ...Object.fromEntries(filled) }
          await write(exchange, 'PUT', `${importsOf(exchange)}/lines`, { lines: [{ line, cells }] })
        }
      }
      const again = await exchange.send()
      return isSuccess(again) ? again : reply
    }),
  ),
  fault(
    'import-undone-kept',
    'what an import added stays when it is undone',
    on('sheetImports.undo', async (exchange) => {
      const made = await linesOf(exchange, 'create')
      const known = await Promise.all(made.map(({ sku }) => productOf(exchange, sku)))
      const reply = await exchange.send()
      for (const product of isSuccess(reply) ? known : []) {
        if (!product) continue
        const { organizationId, name, sku, price } = product
        await write(exchange, 'POST', '/products', { organizationId, name, sku, price })
      }
      return reply
    }),
  ),
  fault(
    'import-undone-half',
    'an undone import leaves its new prices',
    on('sheetImports.undo', async (exchange) => {
      const lines = await linesOf(exchange, 'update')
      const reply = await exchange.send()
      for (const { sku, changes } of isSuccess(reply) ? lines : []) {
        const price = recordsIn(changes).find(({ field }) => field === 'price')?.['to']
        const product = price === undefined ? undefined : await productOf(exchange, sku)
        if (product) await write(exchange, 'PUT', `/products/${String(product['id'])}`, { price })
      }
      return reply
    }),
  ),
  fault(
    'import-undone-too-far',
    'an undone import takes back what was changed since',
    afterwards('sheetImports.undo', async (exchange) => {
      for (const { sku, changes, kept } of await linesOf(exchange, 'update')) {
        const price = recordsIn(changes).find(({ field }) => field === 'price')?.['from']
        const product = kept && price !== undefined ? await productOf(exchange, sku) : undefined
        if (product) await write(exchange, 'PUT', `/products/${String(product['id'])}`, { price })
      }
    }),
  ),
  fault(
    'import-kept-silently',
    'what stays when an import is undone is not told',
    recordsAs('sheetImports.undo', (record) => ({ ...record, kept: 0 })),
  ),
  fault('import-kept-without-why', 'a line that stays does not say why', empties('sheetImports.lines', 'data.*.kept')),
  fault(
    'import-open-undone',
    'an import that was never taken over can be undone',
    refusals('sheetImports.undo', [409], async (reply, exchange) => {
      const open = await write(exchange, 'PUT', `${importsOf(exchange)}/lines`, {
        lines: [{ line: 1, cells: { sku: 'x' } }],
      })
      return isSuccess(open)
        ? { ...open, text: JSON.stringify({ data: { ...recordIn(open), state: 'undone' } }) }
        : reply
    }),
  ),
  fault(
    'import-lines-late',
    'lines can be sent after an import was taken over',
    refusals('sheetImports.addLines', [409], async (reply, exchange) => {
      const committed = await write(exchange, 'POST', `${importsOf(exchange)}/commit`, {})
      return isSuccess(committed) ? committed : reply
    }),
  ),
  fault(
    'import-lines-from-the-first',
    'every page of lines begins with the first',
    unasked('sheetImports.lines', 'after'),
  ),
  fault('import-verdicts-mixed', 'the lines of one verdict are those of all', unasked('sheetImports.lines', 'verdict')),
  fault(
    'import-counts-good',
    'refused lines are counted as new',
    recordsAs('sheetImports.addLines', (record) => ({
      ...record,
      create: Number(record['create']) + Number(record['refused']),
      refused: 0,
    })),
  ),
  fault(
    'import-not-listed',
    'imports that can be undone are not listed',
    rowsAs('sheetImports.list', () => []),
  ),
  fault(
    'import-listed-undone',
    'an import that was undone is not said to be',
    recordsAs('sheetImports.undo', (record) => ({ ...record, state: 'committed' })),
  ),
  fault(
    'import-read-by-strangers',
    "another organization's lines can be read",
    admits('sheetImports.lines sheetImports.list', [403, 404]),
  ),
  fault(
    'import-done-by-strangers',
    "another organization's import can be filled, taken over and undone",
    admits('sheetImports.addLines sheetImports.commit sheetImports.undo', [404]),
  ),
  fault(
    'import-moves-no-stock',
    'what an import of products brings or takes is no movement of their stock',
    rowsAs('products.movements', (rows) => rows.filter(({ kind }) => kind !== 'import')),
  ),
  fault(
    'import-new-are-one-in-stock',
    'of a product that a spreadsheet adds without a stock there is one',
    requests('sheetImports.addLines', 'lines.*.cells', (cells) =>
      isRecord(cells) && String(cells['sku']).endsWith('-i5') ? { ...cells, stock: '1' } : cells,
    ),
  ),
]
