import { changed, type Fault, gone, isRecord, parsed, withBody } from '../exchange'
import { answers, fault, on, remembering, requests, unasked } from '../make'
import { bodyOf, idIn, read, recordIn, recordsIn, rowsOf, write } from '../selling'

/** Changes what is told of the rows of a job in one state. */
const jobRows = (state: string, name: string, change: (value: unknown) => unknown) =>
  on('bulkJobs.rows', async (exchange) => {
    const reply = await exchange.send()
    const job = await read(exchange, `/bulk-jobs/${idIn(exchange)}`)
    return job['state'] === state ? withBody(reply, changed(parsed(reply.text), `data.*.${name}`, change)) : reply
  })

/** One action over many records: what is told of each, and which they are. */
export const bulkJobs: Fault[] = [
  fault(
    'bulk-trial-untold',
    'what would become of each row is not told',
    jobRows('checked', 'outcome', () => null),
  ),
  fault(
    'bulk-undone-all-of-it',
    'rows that were changed since are told to have been taken back',
    jobRows('undone', 'outcome', () => 'done'),
  ),
  fault(
    'bulk-rows-of-one-name',
    'every row of a change of many is told by the name of the first',
    answers('bulkJobs.rows', 'data', (rows) =>
      recordsIn(rows).map((row, _, [first]) => ({ ...row, name: first?.['name'] })),
    ),
  ),
  fault(
    'bulk-delivered-are-shipped',
    'parcels that are said to have arrived together are sent, and no more',
    requests('bulkJobs.create', 'action', (action) => (action === 'fulfilments.deliver' ? 'fulfilments.ship' : action)),
  ),
  fault(
    'bulk-gone-are-refused',
    'what is not there any more is counted as refused',
    answers('bulkJobs.get', 'data.ran', (tally) =>
      isRecord(tally)
        ? { ...tally, refused: Number(tally['refused']) + Number(tally['vanished']), vanished: 0 }
        : tally,
    ),
  ),
  fault(
    'bulk-finished-untold',
    'when a change of many was over is not told',
    answers('bulkJobs.get', 'data.finishedAt', () => null),
  ),
  remembering('bulk-searches-anew', 'whoever is found when a deletion of many begins is deleted as well', () => {
    const searches = new Map<string, Record<string, unknown>>()
    return on('bulkJobs.create bulkJobs.start', async (exchange) => {
      const reply = await exchange.send()
      const { id } = recordIn(reply)
      const { action, search, organizationId } = bodyOf(exchange)
      if (action === 'customers.delete' && isRecord(search)) searches.set(String(id), { ...search, organizationId })
      const asked = exchange.call === 'bulkJobs.start' ? searches.get(idIn(exchange)) : undefined
      const { createdAt } = recordIn(reply)
      for (const row of asked === undefined ? [] : await rowsOf(exchange, 'customers', asked)) {
        if (String(row['createdAt']) > String(createdAt)) {
          await write(exchange, 'DELETE', `/customers/${String(row['id'])}`, undefined)
        }
      }
      return reply
    })
  }),
  fault(
    'bulk-list-of-every-resource',
    'what was done with many is listed whatever list it is about',
    unasked('bulkJobs.list', 'resource'),
  ),
  fault(
    'bulk-list-without-text',
    'what was done with many is listed whatever is looked for',
    unasked('bulkJobs.list', 'q'),
  ),
  fault('bulk-rows-of-first-page', 'every page of the rows of a job is the first', unasked('bulkJobs.rows', 'page')),
  fault(
    'bulk-vanished-are-not-found',
    'rows that are not there any more are not among those of their outcome',
    on('bulkJobs.rows', async (exchange) => {
      const reply = await exchange.send()
      return exchange.query.get('outcome') === 'vanished' ? withBody(reply, { data: [], meta: { total: 0 } }) : reply
    }),
  ),
  fault(
    'bulk-limits-one-at-once',
    'of several limits that are set of many offers the first alone is',
    requests('bulkJobs.create', 'limits', (limits) =>
      isRecord(limits) ? Object.fromEntries(Object.entries(limits).slice(0, 1)) : limits,
    ),
  ),
  fault(
    'bulk-parcels-of-any-order',
    'of parcels that are found by their order all are marked',
    requests('bulkJobs.create', 'search.filters.orderId', () => gone),
  ),
  fault(
    'bulk-archived-are-not-found',
    'products that are put away are not found by whoever restores them',
    requests('bulkJobs.create', 'search.filters.status', (status) => (status === 'archived' ? 'active' : status)),
  ),
  fault(
    'bulk-limits-by-themselves',
    'the least that is set of many offers is lowered to the most that they have, and not refused',
    requests('bulkJobs.create', 'limits.minPrice', (least) => (least === 61 ? 60 : least)),
  ),
]
