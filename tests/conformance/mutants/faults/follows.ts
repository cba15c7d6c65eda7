import { answer, type Fault, gone, isRecord, parsed, valueAt } from '../exchange'
import { answers, fault, on, remembering, replies, requests } from '../make'
import { foundAs, recordsAs, recordsIn, rowsAs } from '../selling'

type Fields = Record<string, unknown>

const chosen = (field: string, side: string) =>
  requests('customers.merge', 'keep', (keep) => (isRecord(keep) && field in keep ? { ...keep, [field]: side } : keep))

const hoursAfter = (moment: unknown, hours: number): unknown =>
  typeof moment === 'string' ? new Date(Date.parse(moment) + hours * 3_600_000).toISOString() : moment

const dayBefore = (day: unknown): unknown =>
  typeof day === 'string'
    ? new Date(Date.parse(`${day.slice(0, 10)}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10)
    : day

/** What does not go together with what stands beside it, or with its list, and files that are not of what was asked. */
export const unfollowing: Fault[] = [
  fault(
    'customer-name-is-the-first',
    'what a customer is called lacks the last name',
    answers('customers.get customers.update', 'data', (data) =>
      isRecord(data) ? { ...data, name: data['firstName'] } : data,
    ),
  ),
  fault(
    'customer-country-stays',
    'customers are listed in one country, wherever their address is',
    foundAs('customers', (row) => (row['country'] ? { ...row, country: 'US' } : row)),
  ),
  fault(
    'voicemail-is-missed',
    'a call in which nobody was reached is listed as missed',
    foundAs('calls', (row) => (row['outcome'] === 'uncounted' ? { ...row, outcome: 'missed' } : row)),
  ),
  fault(
    'import-undone-for-an-hour',
    'an import tells that it can be undone for an hour',
    answers('sheetImports.commit', 'data.undoUntil', (until) => hoursAfter(until, -23)),
  ),
  fault(
    'merged-calls-oldest-first',
    'the calls of a customer are told with the oldest first',
    recordsAs('customers.get', (record) => ({ ...record, calls: recordsIn(record['calls']).toReversed() })),
  ),
  fault(
    'workbook-of-one-more-day',
    'a workbook of a report begins a day later than the report',
    requests('reports.xlsx', '', (body) => (isRecord(body) ? { ...body, from: body['to'] } : body)),
  ),
  fault(
    'workbook-of-everything',
    'a list as a workbook is not narrowed',
    requests('listExports.xlsx', 'filters', () => gone),
  ),
  fault(
    'file-deaf-to-texts',
    'the file of a list has what was looked for and all else',
    requests('listExports.csv', 'q', () => gone),
  ),
  fault(
    'file-narrowed-by-ids-alone',
    'the file of a list is narrowed by ids and by nothing else',
    requests('listExports.csv', 'filters', (filters) => (isRecord(filters) && !('ids' in filters) ? {} : filters)),
  ),
  fault(
    'report-weeks-from-sunday',
    'weeks of a report begin on Sunday',
    answers('reports.read', 'data.lines.*.keys.*', (key) =>
      isRecord(key) && key['dimension'] === 'week' ? { ...key, id: dayBefore(key['id']) } : key,
    ),
  ),
  fault(
    'board-averages-what-was-paid',
    'the average order of the leaderboard is of what was kept of it',
    answers('leaderboard.read', 'data.standings.*', (row) =>
      isRecord(row) && Number(row['orders']) > 0
        ? { ...row, averageOrder: Math.round((Number(row['revenue']) / Number(row['orders'])) * 100) / 100 }
        : row,
    ),
  ),
  fault(
    'best-ends-today',
    'the best month is told to end with its first day',
    answers('leaderboard.best', 'data', (best) => (isRecord(best) ? { ...best, to: best['from'] } : best)),
  ),
  fault(
    'own-day-of-calls-alone',
    'the own day has no orders',
    answers('dashboard.read', 'data.own.orders', () => 0),
  ),
  fault(
    'steps-never-end',
    'the first steps are told when an order has been paid, too',
    answers('dashboard.read', 'data.steps', (steps) => steps ?? []),
  ),
  fault('merge-keeps-the-address', 'an address that was chosen is not taken over', chosen('shippingAddress', 'kept')),
  fault(
    'bulk-refused-as-done',
    'what a change of many has refused is counted as done',
    answers('bulkJobs.get', 'data.ran', (tally) =>
      isRecord(tally) ? { ...tally, done: Number(tally['done']) + Number(tally['refused']), refused: 0 } : tally,
    ),
  ),
  fault(
    'bulk-deaf-to-filters',
    'all that a search finds is changed, whatever narrows it',
    requests('bulkJobs.create', 'search.filters', () => gone),
  ),
  fault(
    'bulk-row-changes-untold',
    'a row of a change of many does not tell what it was',
    answers('bulkJobs.rows', 'data.*.before', () => ({})),
  ),
  fault(
    'view-without-columns',
    'a saved view has all columns again',
    requests('savedViews.create', 'address.columns', () => gone),
  ),
  fault(
    'saved-report-compares-the-days-before',
    'a saved report that is compared with the year before is kept as compared with the days before',
    requests('savedReports.update', 'question.compare', (compare) => (compare === 'year' ? 'previous' : compare)),
  ),
  fault(
    'telephone-call-over-is-refused',
    'a call that a telephone system sends again once it is over is refused',
    replies('telephone.startCall', (reply) => {
      if (valueAt(parsed(reply.text), 'data.state') !== 'closed') return reply
      const message = 'This call is over.'
      return answer(409, { success: false, message, error: { code: 'not_possible', message } })
    }),
  ),
  fault(
    'find-nothing-short',
    'a text of one letter or two finds nothing',
    on('search.find', async (exchange) => {
      if ((exchange.query.get('q') ?? '').trim().length > 2) return exchange.send()
      const query = new URLSearchParams(exchange.query)
      query.set('q', 'nothinghasthis')
      return exchange.send({ query })
    }),
  ),
  remembering('import-listed-for-ever', 'an import that was undone is among those that can be undone', () => {
    const known = new Map<string, Fields>()
    return rowsAs('sheetImports.list', (rows) => {
      for (const row of rows) known.set(String(row['id']), row)
      return [...known].map(([id, kept]) => rows.find((row) => row['id'] === id) ?? kept)
    })
  }),
]
