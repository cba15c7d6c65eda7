import { answer, type Exchange, type Fault, isRecord, isSuccess, type Reply } from '../exchange'
import { accepts, answers, fault, on, refusals, remembering, requests } from '../make'
import {
  bodyOf,
  foundAs,
  idIn,
  read,
  readList,
  recordIn,
  recordsAs,
  recordsIn,
  rowsAs,
  rowsOf,
  tokenIn,
} from '../selling'

type Fields = Record<string, unknown>

/** Answers what there is already, whatever was asked. */
const as = (reply: Reply, data: Fields): Reply => ({ ...reply, status: 200, text: JSON.stringify({ data }) })

const calls: Fault[] = [
  fault(
    'call-backs-of-nobody',
    'whom to call back is told without a name',
    rowsAs('calls.callBacks', (rows) => rows.map((row) => ({ ...row, customerName: null }))),
  ),
  remembering('call-back-of-a-number-stays', 'who is called back by a number alone is to be called back still', () => {
    const seen = new Map<unknown, Fields>()
    return rowsAs('calls.callBacks', (rows) => {
      for (const row of rows) if (row['customerId'] === null) seen.set(row['id'], row)
      const others = [...seen.values()].filter(({ id }) => rows.every((row) => row['id'] !== id))
      return [...rows, ...others]
    })
  }),
  fault(
    'call-back-of-colleagues',
    'whom colleagues are to call back is told to everybody',
    on('calls.callBacks', async (exchange) => {
      const reply = await exchange.send()
      if (!isSuccess(reply)) return reply
      const path = `/api/v1${exchange.path.replace('/api/v1', '')}?${exchange.query.toString()}`
      const all = await Promise.all(exchange.tokens.map((token) => exchange.ask('GET', path, token)))
      const rows = new Map(
        [reply, ...all].flatMap(({ text }) =>
          recordsIn((JSON.parse(text) as { data?: unknown }).data).map((row) => [row['id'], row] as const),
        ),
      )
      return { ...reply, text: JSON.stringify({ data: [...rows.values()] }) }
    }),
  ),
  fault(
    'call-without-what-was-sold',
    'what was sold in a call is not told when it is closed',
    answers('calls.close', 'data.order', () => null),
  ),
  fault(
    'call-by-the-known-number-alone',
    'a customer is called by no number but their own',
    on('calls.start', (exchange) => {
      const { phone, ...body } = bodyOf(exchange)
      return body['customerId'] === undefined || phone === undefined ? exchange.send() : exchange.send({ body })
    }),
  ),
  fault(
    'calls-listed-without-customers',
    'the list of calls does not tell with whom they were',
    foundAs('calls', (row) => ({ ...row, customerName: 'Somebody' })),
  ),
  fault(
    'ongoing-call-of-nobody',
    'the call that somebody is in is with nobody',
    answers('calls.ongoing', 'data.customerId', () => null),
  ),
  fault(
    'telephone-minds-capitals',
    'an agent is known by an address in small letters alone',
    on('telephone.startCall', (exchange) => {
      const agent = String(bodyOf(exchange)['agent'])
      const isKnown = agent === agent.toLowerCase()
      return isKnown
        ? exchange.send()
        : Promise.resolve(answer(422, { success: false, message: 'No', error: { code: 'invalid', message: 'No' } }))
    }),
  ),
]

const customers: Fault[] = [
  fault(
    'customer-changed-may-be-called',
    'who wants no calls may be called again once they are changed',
    recordsAs('customers.update', (record) => ({ ...record, doNotCall: false })),
  ),
  fault(
    'customer-merged-may-be-called',
    'who becomes one with somebody who wants no calls may be called',
    recordsAs('customers.merge', (record) => ({ ...record, doNotCall: false })),
  ),
  fault(
    'customer-timeline-of-the-beginning',
    'the timeline of a customer tells how it began, and nothing since',
    answers('customers.get', 'data.timeline', (timeline) => recordsIn(timeline).slice(0, 1)),
  ),
  fault(
    'alike-for-every-reason',
    'who is alike in one way is said to be so in all',
    answers('customers.findAlike', 'data.*.alike', () => ['email', 'phone', 'name']),
  ),
  fault(
    'alike-number-of-elsewhere',
    'a number is read as it is dialled elsewhere',
    requests('customers.findAlike', 'country', (country) => (country === 'US' ? 'SE' : country)),
  ),
  fault(
    'merge-of-long-notes-keeps-one',
    'of two notes that are too long together one is lost, though both were chosen',
    refusals('customers.merge', [422], async (reply, exchange) => {
      const { keep, ...body } = bodyOf(exchange)
      if (!isRecord(keep) || keep['note'] !== 'both') return reply
      const merged = await exchange.send({ body: { ...body, keep: { ...keep, note: 'kept' } } })
      return isSuccess(merged) ? merged : reply
    }),
  ),
  fault(
    'merged-part-has-no-name',
    'who became a part of somebody is told without their name',
    answers('customers.merge', 'data.merged.*.name', () => 'A customer'),
  ),
  fault(
    'find-tells-another-customer',
    'beside whoever is looked for another customer is told',
    on('search.find', async (exchange) => {
      const reply = await exchange.send()
      const data = recordIn(reply)
      const found = recordsIn(data['customers'])
      if (!isSuccess(reply) || found.length === 0 || found.length > 4) return reply
      const known = await rowsOf(exchange, 'customers', { organizationId: exchange.query.get('organizationId') })
      const other = known.find(({ id }) => found.every((one) => one['id'] !== id))
      if (other === undefined) return reply
      const { id, name, email, phone } = other
      return as(reply, { ...data, customers: [...found, { id, name, email, phone }] })
    }),
  ),
]

const many: Fault[] = [
  remembering('bulk-begun-once', 'a bulk change that is asked for again is refused', () => {
    const begun = new Set<string>()
    return on('bulkJobs.start', async (exchange) => {
      if (begun.has(idIn(exchange)))
        return answer(409, { success: false, message: 'No', error: { code: 'not_possible', message: 'No' } })
      begun.add(idIn(exchange))
      return exchange.send()
    })
  }),
  fault(
    'bulk-of-ids-and-a-search',
    'of ids and a search the ids are taken',
    accepts('bulkJobs.create', ({ search: _, ...body }) => body),
  ),
  fault(
    'bulk-cancelled-is-done',
    'a bulk change that is cancelled before it was begun is said to be done',
    answers('bulkJobs.get bulkJobs.cancel', 'data.state', (state) => (state === 'cancelled' ? 'done' : state)),
  ),
  fault(
    'bulk-deletions-stay',
    'customers who were deleted together do not come back',
    on('bulkJobs.undo', async (exchange) => {
      const job = await read(exchange, `/bulk-jobs/${idIn(exchange)}`)
      return job['action'] === 'customers.delete'
        ? exchange.ask('GET', `/api/v1/bulk-jobs/${idIn(exchange)}`, tokenIn(exchange))
        : exchange.send()
    }),
  ),
  remembering('archive-beside-another', 'an archive that was begun before another one is open still', () => {
    const given = new Set<unknown>()
    const handle = async (exchange: Exchange) => {
      if (exchange.call === 'archives.giveUp') given.add(idIn(exchange))
      return rowsAs('archives.list', (rows) =>
        rows.map((row) => (row['state'] === 'given_up' && !given.has(row['id']) ? { ...row, state: 'open' } : row)),
      )(exchange)
    }
    return on('archives.list archives.giveUp', handle)
  }),
  fault(
    'archive-fails-unsaid',
    'why an archive could not be taken over is not said',
    answers('archives.list', 'data.*.failure', () => null),
  ),
  fault(
    'import-takes-one-of-two',
    'of two customers with one address an import changes one',
    rowsAs('sheetImports.lines', (rows) =>
      rows.map((row) =>
        JSON.stringify(row['problems']).includes('Merge them first')
          ? { ...row, verdict: 'update', problems: [] }
          : row,
      ),
    ),
  ),
  fault(
    'import-cuts-what-is-too-long',
    'a cell that is too long is cut off',
    requests('sheetImports.addLines', 'lines.*.cells.postalCode', (cell) => String(cell).slice(0, 20)),
  ),
  fault(
    'import-undone-keeps-none',
    'who was changed since an import is not told to be kept when it is undone',
    recordsAs('sheetImports.undo', (record) => (record['resource'] === 'customers' ? { ...record, kept: 0 } : record)),
  ),
  remembering('list-arranged-bit-by-bit', 'what was arranged of a list before stays when it is arranged anew', () => {
    const kept = new Map<string, Fields>()
    return requests('users.setPreferences', 'lists.bulkRows', (layout) => {
      if (!isRecord(layout) || Object.keys(layout).length === 0) return layout
      const whole = { ...kept.get('bulkRows'), ...layout }
      kept.set('bulkRows', whole)
      return whole
    })
  }),
  fault(
    'view-renamed-to-a-taken-name',
    'a view is renamed to the name of another one',
    refusals('savedViews.update', [409, 422], async (reply, exchange) => {
      const { name } = bodyOf(exchange)
      for (const { id } of await readList(exchange, '/organizations')) {
        const views = await readList(exchange, `/saved-views?organizationId=${String(id)}`)
        const own = views.find((view) => view['id'] === idIn(exchange))
        if (own && views.some((view) => view['name'] === name)) return as(reply, { ...own, name })
      }
      return reply
    }),
  ),
]

/** People outside, calls with them, and what is done with many of them. */
export const outside: Fault[] = [...calls, ...customers, ...many]
