import { type Fault, isRecord, parsed, valueAt, withBody } from '../exchange'
import { answers, fault, on, replies, requests } from '../make'
import { afterwards, bodyOf, recordsIn, write } from '../selling'

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
]
