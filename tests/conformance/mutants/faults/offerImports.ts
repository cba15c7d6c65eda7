import { type Exchange, type Fault, gone, type Handler, isRecord, isSuccess } from '../exchange'
import { fault, on, refusals, remembering, requests, unasked } from '../make'
import { afterwards, bodyOf, idIn, readList, recordIn, recordsIn, rowsAs, rowsOf, write } from '../selling'

const linesOf = (exchange: Exchange, verdict: string) =>
  readList(exchange, `/sheet-imports/${idIn(exchange)}/lines?verdict=${verdict}`)

/** The offer of a line, searched by its name in all of the person's organizations. */
async function offerOf(exchange: Exchange, line: Record<string, unknown>): Promise<string | undefined> {
  for (const { id: organizationId } of await readList(exchange, '/organizations')) {
    const rows = await rowsOf(exchange, 'offers', { organizationId, q: line['name'] })
    const found = rows.find((row) => row['displayName'] === line['name'])
    if (found) return String(found['id'])
  }
  return undefined
}

/** Cells of offers lose a column on their way. */
const without = (column: string) =>
  requests('sheetImports.addLines', 'lines.*.cells', (cells) =>
    isRecord(cells) && column in cells ? { ...cells, [column]: '' } : cells,
  )

/** Lines that were refused for what is wrong with a column are good. */
const forgives = (column: string, verdict: string, message = '') =>
  rowsAs('sheetImports.lines', (lines) =>
    lines.map((line) => {
      const [first] = recordsIn(line['problems'])
      const isForgiven = first?.['field'] === column && String(first['message']).includes(message)
      return isForgiven ? { ...line, verdict, problems: [] } : line
    }),
  )

const withoutCampaign: Handler = unasked('sheetImports.list', 'campaignId')

/** Writes the prices that lines say of offers, or those before them, after an import was undone. */
const pricedAfterUndo = (which: 'from' | 'to') =>
  on('sheetImports.undo', async (exchange) => {
    const lines = await linesOf(exchange, 'update')
    const reply = await exchange.send()
    for (const line of isSuccess(reply) ? lines : []) {
      const price = recordsIn(line['changes']).find(({ field }) => field === 'basePrice')?.[which]
      const offerId = price === undefined ? undefined : await offerOf(exchange, line)
      if (offerId !== undefined) await write(exchange, 'PUT', `/offers/${offerId}`, { basePrice: price })
    }
    return reply
  })

/** What an import has added goes with it, whatever has become of it since. */
const takesBack = (id: string, about: string, resource: string): Fault =>
  remembering(id, about, () => {
    const taken = new Set<unknown>()
    const nameOf = (line: Record<string, unknown>) => line[resource === 'offers' ? 'name' : 'sku']
    return on('sheetImports.undo search', async (exchange) => {
      if (exchange.call === 'sheetImports.undo') {
        const reply = await exchange.send()
        const record = recordIn(reply)
        if (record['resource'] !== resource) return reply
        const stayed = (await linesOf(exchange, 'create')).filter(({ kept }) => typeof kept === 'string')
        // Whatever sells an offer changes it.
        const isUsed = ({ kept }: Record<string, unknown>) => resource === 'offers' || !String(kept).includes('changed')
        for (const line of stayed.filter(isUsed)) taken.add(nameOf(line))
        return reply
      }
      return rowsAs('search', (rows) =>
        bodyOf(exchange)['resource'] === resource
          ? rows.filter((row) => !['sku', 'displayName', 'phone'].some((name) => taken.has(row[name])))
          : rows,
      )(exchange)
    })
  })

export const offerImports: Fault[] = [
  fault(
    'offer-import-of-products',
    "an import of a campaign's offers is begun as one of products",
    requests('sheetImports.create', 'campaignId', () => gone),
  ),
  fault('offer-import-by-sku-alone', 'offers are known by their SKU alone', without('displayName')),
  fault('offer-import-shipping-lost', 'shipping prices are not taken over', without('shipPrice')),
  fault(
    'offer-import-second-line-wins',
    'of two lines with one offer the second is good as well',
    forgives('sku', 'update', 'has this offer already'),
  ),
  fault('offer-import-limits-crossed', 'a max price below the min price is good', forgives('maxPrice', 'create')),
  fault('offer-import-without-price', 'a new offer needs no price', forgives('basePrice', 'create')),
  fault(
    'offer-import-of-archived',
    'an archived product can be offered by an import',
    forgives('sku', 'create', 'archived'),
  ),
  fault(
    'offer-import-either-of-two',
    'of two offers that a line may mean one is taken',
    forgives('displayName', 'update'),
  ),
  fault('offer-import-listed-among-products', 'imports of offers and of products are one list', withoutCampaign),
  fault(
    'offer-import-undone-kept',
    'offers that an import added stay when it is undone',
    on('sheetImports.undo', async (exchange) => {
      const lines = await linesOf(exchange, 'create')
      const made = await Promise.all(lines.map((line) => offerOf(exchange, line)))
      const reply = await exchange.send()
      for (const id of isSuccess(reply) ? made : []) {
        if (id !== undefined) await write(exchange, 'POST', `/offers/${id}/restore`, {})
      }
      return reply
    }),
  ),
  fault('offer-import-undone-half', 'an undone import leaves its new prices of offers', pricedAfterUndo('to')),
  fault('offer-import-undone-too-far', 'an undone import takes back what was changed since', pricedAfterUndo('from')),
  fault(
    'offer-import-clears',
    "an empty cell empties an offer's field",
    afterwards('sheetImports.commit', async (exchange) => {
      for (const line of await linesOf(exchange, 'update')) {
        const offerId = await offerOf(exchange, line)
        if (offerId !== undefined) await write(exchange, 'PUT', `/offers/${offerId}`, { maxQuantity: 0 })
      }
    }),
  ),
  fault(
    'offer-import-into-archived',
    'an archived campaign takes an import of offers',
    refusals('sheetImports.create', [409], async (reply, exchange) => {
      const { campaignId } = bodyOf(exchange)
      await write(exchange, 'POST', `/campaigns/${String(campaignId)}/restore`, {})
      const again = await exchange.send()
      await write(exchange, 'POST', `/campaigns/${String(campaignId)}/archive`, {})
      return isSuccess(again) ? again : reply
    }),
  ),
  fault(
    'offer-import-without-a-name',
    'a line of a spreadsheet that adds an offer without a name is refused',
    rowsAs('sheetImports.lines', (lines) =>
      lines.map((line) =>
        line['verdict'] === 'create' && String(line['name']).endsWith('-o4 kettle')
          ? { ...line, verdict: 'refused' }
          : line,
      ),
    ),
  ),
  fault(
    'offer-import-limits-by-themselves',
    'the least of an offer that a spreadsheet sets alone is not held against its most',
    forgives('minPrice', 'update', 'not less than'),
  ),
  fault(
    'offer-import-half-a-unit',
    'a spreadsheet sets one and a half units of an offer',
    requests('sheetImports.addLines', 'lines.*.cells.quantity', (cell) => (cell === '1.5' ? '1' : cell)),
  ),
  fault(
    'offer-import-formula-read',
    'a formula in a limit of an offer is read as none',
    requests('sheetImports.addLines', 'lines.*.cells.maxQuantity', (cell) =>
      typeof cell === 'string' && cell.startsWith('=') ? '' : cell,
    ),
  ),
  takesBack(
    'import-undone-though-offered',
    'an undone import of products takes back what is offered by now',
    'products',
  ),
  takesBack('offer-import-undone-though-sold', 'an undone import of offers takes back what was sold since', 'offers'),
  takesBack('people-import-undone-though-bought', 'an undone import takes back who has bought since', 'customers'),
]
