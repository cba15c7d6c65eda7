import { mostReportLines } from '../../../../contract/rules/reports'
import { type Exchange, type Fault, type Handler, isRecord, isSuccess, parsed, valueAt, withBody } from '../exchange'
import { accepts, answers, fault, on, replies } from '../make'
import { bodyOf, deafTo, recordsAs, recordsIn, rowsAs, rowsOf, write } from '../selling'

type Fields = Record<string, unknown>

const bodyIn = (value: unknown): Fields => (isRecord(value) ? value : {})

const shifted = (day: unknown, days: number): unknown =>
  typeof day === 'string'
    ? new Date(Date.parse(`${day.slice(0, 10)}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
    : day

/** The report of another question than the one that was asked. */
const other = async (exchange: Exchange, change: (asked: Fields) => Fields): Promise<Fields> => {
  const reply = await write(exchange, 'POST', '/reports', change(bodyOf(exchange)))
  const data = isSuccess(reply) ? valueAt(parsed(reply.text), 'data') : undefined
  return isRecord(data) ? data : {}
}

/** Changes the totals of every report by more that is asked of the server. */
const totals = (change: (exchange: Exchange, totals: Fields) => Promise<Fields>): Handler =>
  replies('reports.read', async (reply, exchange) => {
    const whole = parsed(reply.text)
    const data = valueAt(whole, 'data')
    if (!isRecord(whole) || !isRecord(data) || !isRecord(data['totals'])) return reply
    return withBody(reply, { ...whole, data: { ...data, totals: await change(exchange, data['totals']) } })
  })

/** Some figures of every total and line as others. */
const figures = (change: (values: Fields) => Fields): Handler => {
  const within = (shown: unknown): unknown =>
    isRecord(shown) && isRecord(shown['values']) ? { ...shown, values: change(shown['values']) } : shown
  return answers('reports.read', 'data', (data) =>
    isRecord(data) ? { ...data, totals: within(data['totals']), lines: recordsIn(data['lines']).map(within) } : data,
  )
}

/** Lines without some of them. */
const lines = (isShown: (key: Fields) => boolean): Handler =>
  answers('reports.read', 'data.lines', (all) =>
    recordsIn(all).filter(({ keys }) => recordsIn(keys).every((key) => isShown(key))),
  )

const withoutFilters = (calls: string, names?: readonly string[]): Handler =>
  on(calls, (exchange) => {
    const body = bodyOf(exchange)
    const { filters } = body
    if (!isRecord(filters)) return exchange.send()
    const kept = names ? Object.entries(filters).filter(([name]) => !names.includes(name)) : []
    return exchange.send({ body: { ...body, filters: Object.fromEntries(kept) } })
  })

/** Figures of a period, and reports that are kept by their name. */
export const reports: Fault[] = [
  fault(
    'report-refunds-of-another-month',
    'refunds are those of the month before',
    totals(async (exchange, shown) => {
      const earlier = await other(exchange, ({ dimensions: _, ...asked }) => ({
        ...asked,
        from: shifted(asked['from'], -30),
        to: shifted(asked['to'], -30),
      }))
      const values = valueAt(earlier, 'totals.values')
      const own = shown['values']
      if (!isRecord(own) || !isRecord(values) || !('refunds' in own)) return shown
      return { ...shown, values: { ...own, refunds: values['refunds'] } }
    }),
  ),
  fault(
    'report-counts-cancelled',
    'cancelled orders count as orders',
    totals(async (exchange, shown) => {
      const { organizationId, from, to } = bodyOf(exchange)
      const filters = { status: ['cancelled'], createdFrom: from, createdTo: to }
      const cancelled = await rowsOf(exchange, 'orders', { organizationId, filters })
      const own = shown['values']
      if (!isRecord(own) || !('orders' in own)) return shown
      return { ...shown, values: { ...own, orders: Number(own['orders']) + cancelled.length } }
    }),
  ),
  fault(
    'report-days-of-utc',
    'days are those of UTC, and not of the organization',
    totals(async (exchange, shown) => {
      const utc = await other(exchange, ({ dimensions: _, ...asked }) => ({
        ...asked,
        from: `${String(asked['from'])}T00:00:00.000Z`,
        to: `${String(asked['to'])}T23:59:59.999Z`,
      }))
      return isRecord(utc['totals']) ? utc['totals'] : shown
    }),
  ),
  fault(
    'report-period-of-utc',
    'the period is told as if days began in UTC',
    answers('reports.read', 'data.period', (period) =>
      isRecord(period)
        ? {
            from: `${String(period['from']).slice(0, 10)}T00:00:00.000Z`,
            to: `${String(period['to']).slice(0, 10)}T00:00:00.000Z`,
          }
        : period,
    ),
  ),
  fault(
    'report-sales-without-tax',
    'sales are told without the tax in them',
    figures((values) =>
      'sales' in values && 'tax' in values
        ? { ...values, sales: Math.round((Number(values['sales']) - Number(values['tax'])) * 100) / 100 }
        : values,
    ),
  ),
  fault(
    'report-compared-a-day-off',
    'a period is compared with one that begins and ends a day earlier',
    totals(async (exchange, shown) => {
      if (shown['before'] === null) return shown
      const earlier = await other(exchange, ({ dimensions: _, ...asked }) => ({
        ...asked,
        from: shifted(asked['from'], -1),
        to: shifted(asked['to'], -1),
      }))
      const before = valueAt(earlier, 'totals.before')
      return { ...shown, before: before ?? shown['before'] }
    }),
  ),
  fault(
    'report-without-no-gateway',
    'what came through no gateway has no line',
    lines(({ dimension, id }) => dimension !== 'gateway' || id !== 'none'),
  ),
  fault(
    'report-without-an-agent',
    'who has sold least has no line',
    answers('reports.read', 'data.lines', (all) => {
      const rows = recordsIn(all)
      const isByAgent = rows.length > 0 && rows.every(({ keys }) => recordsIn(keys)[0]?.['dimension'] === 'agent')
      return isByAgent ? rows.slice(0, -1) : all
    }),
  ),
  fault(
    'report-rate-of-all',
    'declined payments are left out of the approval rate',
    figures((values) => ('approvalRate' in values ? { ...values, approvalRate: 1 } : values)),
  ),
  fault('report-not-narrowed', 'the filters of a report narrow nothing', withoutFilters('reports.read')),
  fault(
    'report-narrowed-to-nameless',
    'what a report is narrowed to is told by ids alone',
    answers('reports.read', 'data.narrowedTo', (all) => recordsIn(all).map((key) => ({ ...key, name: key['id'] }))),
  ),
  fault(
    'report-mends-its-period',
    'a period that ends before it begins is read the other way round',
    on('reports.read', (exchange) => {
      const body = bodyOf(exchange)
      const { from, to } = body
      if (typeof from !== 'string' || typeof to !== 'string' || from <= to) return exchange.send()
      return exchange.send({ body: { ...body, from: to, to: from } })
    }),
  ),
  fault(
    'report-refused-elsewhere',
    'a refused report tells no field',
    on('reports.read', async (exchange) => {
      const reply = await exchange.send()
      const { error } = (parsed(reply.text) ?? {}) as { error?: Fields }
      if (reply.status !== 422 || !Array.isArray(error?.['details'])) return reply
      return withBody(reply, { ...(parsed(reply.text) as Fields), error: { ...error, details: [] } })
    }),
  ),
  fault(
    'report-csv-of-other-days',
    'the file has the figures of a day earlier',
    on('reports.csv', (exchange) => {
      const body = bodyOf(exchange)
      return exchange.send({ body: { ...body, from: shifted(body['from'], -1), to: shifted(body['to'], -1) } })
    }),
  ),
  fault('order-sums-of-everything', 'sums of orders ignore what was searched', withoutFilters('orders.sums')),
  fault(
    'order-sums-with-cancelled',
    'sums of orders have those that were cancelled',
    withoutFilters('orders.sums', ['status']),
  ),
  fault(
    'order-line-sums-of-everybody',
    'sums of lines are those of every agent',
    withoutFilters('orderLines.sums', ['agentId']),
  ),
  fault(
    'call-sums-of-every-outcome',
    'sums of calls are those of every outcome',
    withoutFilters('calls.sums', ['outcome']),
  ),
  fault(
    'report-links-counted-twice',
    'who has paid by a link is not among those who have tried',
    figures((values) =>
      'linksTried' in values && 'linksPaid' in values
        ? { ...values, linksTried: Number(values['linksTried']) - Number(values['linksPaid']) }
        : values,
    ),
  ),
  fault(
    'report-calls-that-count-for-nothing',
    'calls that count for nothing are calls that count',
    totals(async (exchange, shown) => {
      const { organizationId, from, to } = bodyOf(exchange)
      const filters = { outcome: ['uncounted'], createdFrom: from, createdTo: to }
      const uncounted = await rowsOf(exchange, 'calls', { organizationId, filters })
      const own = shown['values']
      if (!isRecord(own) || !('calls' in own)) return shown
      return { ...shown, values: { ...own, calls: Number(own['calls']) + uncounted.length } }
    }),
  ),
  fault(
    'saved-report-keeps-its-version',
    'a saved report that was changed has the version that it had',
    recordsAs('savedReports.update', (record) => ({ ...record, version: Number(record['version']) - 1 })),
  ),
  fault(
    'report-of-the-most-days-refused',
    'a report of all the days that there are is refused',
    on('reports.read', (exchange) => {
      const { from } = bodyOf(exchange)
      return from === '1900-01-01'
        ? exchange.send({ body: { ...bodyOf(exchange), from: '1899-12-31' } })
        : exchange.send()
    }),
  ),
  fault(
    'report-of-the-most-lines-refused',
    'a report of exactly as many lines as there may be is refused',
    on('reports.read', (exchange) => {
      const { from, to, dimensions } = bodyOf(exchange)
      const days = (Date.parse(String(to)) - Date.parse(String(from))) / 86_400_000 + 1
      if (days !== mostReportLines || !String(dimensions).includes('day')) return exchange.send()
      return exchange.send({ body: { ...bodyOf(exchange), from: shifted(from, -1) } })
    }),
  ),
  fault(
    'saved-report-if-match-ignored',
    'outdated saved reports are changed',
    deafTo('if-match', 'savedReports.update'),
  ),
  fault(
    'saved-report-of-no-days',
    'own days that end before they begin are saved',
    accepts('savedReports.update', (body) => {
      const question = bodyIn(body['question'])
      return question['period'] === 'days' ? { ...body, question: { ...question, period: 'last7' } } : body
    }),
  ),
  fault(
    'saved-report-forgets-filters',
    'a saved report forgets what it was narrowed to',
    rowsAs('savedReports.list', (rows) =>
      rows.map((row) => {
        const { filters: _, ...question } = bodyIn(row['question'])
        return { ...row, question }
      }),
    ),
  ),
  {
    id: 'saved-report-stays-listed',
    about: 'a saved report that was deleted is listed still',
    make: () => {
      const known = new Map<string, Fields>()
      return rowsAs('savedReports.list', (rows) => {
        for (const row of rows) known.set(String(row['id']), row)
        return [...known].map(([id, kept]) => rows.find((row) => row['id'] === id) ?? kept)
      })
    },
  },
  fault(
    'saved-report-mailed-for-ever',
    'a saved report is told to be mailed after its mails were ended',
    recordsAs('savedReports.mail', (record) => ({ ...record, isMailed: true })),
  ),
]
