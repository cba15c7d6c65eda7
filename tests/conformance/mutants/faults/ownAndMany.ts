import { changed, type Fault, isRecord, parsed, valueAt, withBody } from '../exchange'
import { answers, fault, on, remembering, replies, requests } from '../make'
import { afterwards, bodyOf, idIn, read, readList, recordIn, recordsIn, rowsOf, write } from '../selling'

const cut = (value: unknown) => (typeof value === 'number' ? Math.trunc(value * 100) / 100 : value)

/** What waits is told once it has waited, for ever. */
const lowForEver: Fault = {
  id: 'dashboard-low-for-ever',
  about: 'what was low in stock once is counted still when it is put away',
  make: () => {
    const most = new Map<string, number>()
    return replies('dashboard.read', (reply, { query }) => {
      const whole = parsed(reply.text)
      const data = valueAt(whole, 'data')
      if (!isRecord(whole) || !isRecord(data)) return reply
      const place = query.get('organizationId') ?? ''
      const queue = recordsIn(data['queue'])
      const low = queue.find((entry) => entry['of'] === 'lowStock') ?? { of: 'lowStock', firstAt: null, count: 0 }
      const count = Math.max(Number(low['count']), most.get(place) ?? 0)
      most.set(place, count)
      const others = queue.filter((entry) => entry['of'] !== 'lowStock')
      return withBody(reply, {
        ...whole,
        data: { ...data, queue: [...others, ...(count > 0 ? [{ ...low, count }] : [])] },
      })
    })
  },
}

/** Changes what is told of the rows of a job in one state. */
const jobRows = (state: string, name: string, change: (value: unknown) => unknown) =>
  on('bulkJobs.rows', async (exchange) => {
    const reply = await exchange.send()
    const job = await read(exchange, `/bulk-jobs/${idIn(exchange)}`)
    return job['state'] === state ? withBody(reply, changed(parsed(reply.text), `data.*.${name}`, change)) : reply
  })

/** One action over many records, what comes in parts, and what is somebody's own. Each is put on calls of its own. */
export const ownAndMany: Fault[] = [
  fault(
    'bulk-percent-whole',
    'many prices are changed by whole percents',
    requests('bulkJobs.create', 'price.value', (value) => Math.trunc(Number(value))),
  ),
  fault(
    'archive-parts-untold',
    'how much of an archive has come is not told in its list',
    answers('archives.list', 'data.*.received', () => 0),
  ),
  fault(
    'preferences-as-usual',
    'who chooses how dense a table is has the theme of the system again',
    requests('users.setPreferences', '', (body) =>
      isRecord(body) && 'density' in body ? { theme: 'system', ...body } : body,
    ),
  ),
  fault(
    'report-mailed-to-all',
    'a report that one has mailed is mailed to all',
    on('savedReports.mail', async (exchange) => {
      for (const token of exchange.tokens) await exchange.send({ headers: { authorization: `Bearer ${token}` } })
      return exchange.send()
    }),
  ),
  fault(
    'report-asked-anew-unmailed',
    'a report whose question is changed is mailed no more',
    afterwards('savedReports.update', async (exchange, { id, isMailed }) =>
      isMailed === true && 'question' in bodyOf(exchange)
        ? write(exchange, 'PUT', `/saved-reports/${String(id)}/mail`, { isMailed: false })
        : undefined,
    ),
  ),
  fault(
    'audit-without-cents',
    'the audit tells amounts in whole units',
    answers('audit.list', 'data.*.changes.*', (change) =>
      isRecord(change) && change['isMoney'] === true
        ? { ...change, before: Math.trunc(Number(change['before'])), after: Math.trunc(Number(change['after'])) }
        : change,
    ),
  ),
  fault(
    'tax-rate-cut',
    'the tax of an organization is cut to two decimals',
    requests('organizations.update', 'taxRate', cut),
  ),
  fault(
    'import-of-nowhere',
    'an import does not tell where its orders were placed',
    answers('sheetImports.create', 'data.source', () => null),
  ),
  lowForEver,
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
  remembering('one-view-over-all-lists', 'a view that one list begins with ends that of every other list', () => {
    let organizationId: unknown
    return on('savedViews.create savedViews.setDefault', async (exchange) => {
      const reply = await exchange.send()
      organizationId = bodyOf(exchange)['organizationId'] ?? organizationId
      const { isDefault, list } = recordIn(reply)
      if (exchange.call === 'savedViews.create' || isDefault !== true) return reply
      for (const view of await readList(exchange, `/saved-views?organizationId=${String(organizationId)}`)) {
        if (view['isDefault'] !== true || view['list'] === list) continue
        await write(exchange, 'PUT', `/saved-views/${String(view['id'])}/default`, { isDefault: false })
      }
      return reply
    })
  }),
]
