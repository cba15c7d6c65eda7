import { carrierNames } from '../../../../contract/carriers'
import { answer, changed, type Fault, gone, isRecord, isSuccess, parsed, valueAt, withBody } from '../exchange'
import { answers, fault, on, refusals, remembering, requests } from '../make'
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

const orderAnswers = 'orders.get orders.place orders.cancel orders.addNote orders.updateAddress'

const refused = (message: string) => answer(422, { success: false, message, error: { code: 'invalid', message } })

const parts = (name: string, change: (row: Fields, order: Fields) => Fields | undefined) =>
  recordsAs(orderAnswers, (order) => ({
    ...order,
    [name]: recordsIn(order[name]).flatMap((row) => change(row, order) ?? []),
  }))

const events = (calls: string, isLeft: (event: Fields) => boolean) =>
  recordsAs(calls, (record) => ({ ...record, timeline: recordsIn(record['timeline']).filter(isLeft) }))

/** Cells of one kind of spreadsheet are changed on their way. */
const cells = (column: string, change: (cells: Fields) => Fields) =>
  requests('sheetImports.addLines', 'lines.*.cells', (one) =>
    isRecord(one) && column in one ? { ...one, ...change(one) } : one,
  )

const isElsewhere = (value: unknown) => JSON.stringify(value ?? '').includes('-elsewhere@')

/** What belongs to an order, and what follows from it. */
export const soldRecords: Fault[] = [
  fault(
    'order-lines-lack-the-last',
    'an order of several lines is read without the last one',
    recordsAs('orders.get', (order) => {
      const items = recordsIn(order['items'])
      return items.length > 1 ? { ...order, items: items.slice(0, -1) } : order
    }),
  ),
  fault(
    'order-refunds-untold',
    'an order is read without its refunds among what has moved',
    parts('transactions', (row) => (row['type'] === 'refund' ? undefined : row)),
  ),
  fault(
    'order-parcels-of-another-number',
    'parcels within an order have the number of the order before',
    parts('fulfilments', (row) => ({ ...row, orderNumber: Number(row['orderNumber']) - 1 })),
  ),
  fault(
    'order-customer-by-first-name',
    'the customer of an order that is read is called by the first name',
    recordsAs(orderAnswers, (order) => ({ ...order, customerName: valueAt(order, 'customer.firstName') })),
  ),
  fault(
    'cancelled-order-has-waiting-parcels',
    'a cancelled order is answered with parcels that wait to be sent',
    parts('fulfilments', (row, { status }) => (status === 'cancelled' ? { ...row, status: 'pending' } : row)),
  ),
  fault(
    'parcel-timeline-newest-first',
    'the timeline of a parcel begins with what happened last',
    recordsAs('fulfilments.get', (parcel) => ({ ...parcel, timeline: recordsIn(parcel['timeline']).toReversed() })),
  ),
  fault(
    'order-placed-without-second-line',
    'the second line of an address is lost when an order is placed',
    requests('orders.place', 'address.address2', () => ''),
  ),
  fault(
    'order-placed-in-another-state',
    'an order is sent to another state than it was placed with',
    requests('orders.place', 'address.state', (state) => (state === 'OR' ? 'WA' : state)),
  ),
  fault(
    'order-agent-by-role',
    'the agent of an order is called by what they are',
    answers(orderAnswers, 'data.agentName', () => 'Agent'),
  ),
  fault(
    'note-of-nobody-else',
    'notes are told to be of the office',
    recordsAs(orderAnswers, (order) => ({
      ...order,
      timeline: recordsIn(order['timeline']).map((event) =>
        event['kind'] === 'note' ? { ...event, userName: 'Office' } : event,
      ),
    })),
  ),
  fault(
    'order-changed-when-placed',
    'an order counts as changed when it was placed, whatever happens to it',
    recordsAs(orderAnswers, (order) => ({ ...order, updatedAt: order['createdAt'] })),
  ),
  fault(
    'note-is-cut',
    'of a long note the beginning is kept',
    requests('orders.addNote', 'text', (text) => String(text).slice(0, 2_000)),
  ),
  fault(
    'reason-is-cut',
    'of a long reason of a cancelled order the beginning is kept',
    requests('orders.cancel', 'reason', (reason) => String(reason).slice(0, 500)),
  ),
  fault(
    'city-is-cut',
    'of a long name of a city that an order goes to the beginning is kept',
    requests('orders.updateAddress', 'city', (city) => String(city).slice(0, 50)),
  ),
  fault(
    'lines-are-called-as-now',
    'the list of lines calls them as their offers are called now',
    on('search', async (exchange) => {
      const reply = await exchange.send()
      const { resource, organizationId } = bodyOf(exchange)
      if (resource !== 'orderLines' || !isSuccess(reply)) return reply
      const whole = parsed(reply.text)
      const rows = recordsIn(valueAt(whole, 'data'))
      const ids = [...new Set(rows.map(({ offerId }) => offerId))].filter((id) => typeof id === 'string').slice(0, 100)
      const offers = ids.length === 0 ? [] : await rowsOf(exchange, 'offers', { organizationId, filters: { ids } })
      const data = rows.map((row) => ({
        ...row,
        name: offers.find(({ id }) => id === row['offerId'])?.['displayName'] ?? row['name'],
      }))
      return withBody(reply, { ...(isRecord(whole) ? whole : {}), data })
    }),
  ),
  fault(
    'other-address-untold',
    'that an order goes elsewhere now is not in its timeline',
    events(orderAnswers, ({ kind }) => kind !== 'readdress'),
  ),
  fault(
    'cancelled-units-of-no-order',
    'what a cancelled order gives back to stock names no order',
    answers('products.movements', 'data.*', (row) =>
      isRecord(row) && row['kind'] === 'cancel' ? { ...row, orderNumber: null } : row,
    ),
  ),
  fault(
    'line-packed-twice',
    'of a line that is named twice as much is packed as its first naming says',
    refusals('fulfilments.pack', [409, 422], async (reply, exchange) => {
      const items = recordsIn(bodyOf(exchange)['items'])
      if (items.length < 2) return reply
      const packed = await exchange.send({ body: { items: items.slice(0, 1) } })
      return isSuccess(packed) ? packed : reply
    }),
  ),
  fault(
    'carrier-known-or-none',
    'a carrier that nobody knows is not kept',
    requests('fulfilments.assign', 'carrier', (carrier) =>
      carrierNames.some((name) => name.toLowerCase() === String(carrier).toLowerCase()) ? carrier : gone,
    ),
  ),
  fault(
    'scan-minds-blanks',
    'a scanner that sends blanks around the number of an order is refused',
    on('fulfilments.scan', async (exchange) =>
      /^\s|\s$/.test(String(bodyOf(exchange)['orderNumber'])) ? refused('There is no such order') : exchange.send(),
    ),
  ),
  fault(
    'steps-give-up-nothing',
    'parcels that are given up together stay',
    on('fulfilments.takeSteps', async (exchange) => {
      const { step, fulfilmentIds } = bodyOf(exchange)
      if (step !== 'cancel' || !Array.isArray(fulfilmentIds)) return exchange.send()
      return answer(200, { data: { changed: fulfilmentIds.length } })
    }),
  ),
  fault(
    'steps-uncounted',
    'how many parcels were taken further is not counted',
    answers('fulfilments.takeSteps', 'data.changed', () => 0),
  ),
  fault(
    'parcel-arrives-twice',
    'a parcel that has arrived arrives again',
    refusals('fulfilments.deliver', [409], async (reply, exchange) => {
      const path = `/api/v1/fulfilments/${idIn(exchange)}`
      const now = await exchange.ask('GET', path, tokenIn(exchange))
      return valueAt(parsed(now.text), 'data.status') === 'delivered' ? now : reply
    }),
  ),
  fault(
    'arrived-order-is-cancelled',
    'an order that has arrived is cancelled once its money goes back',
    refusals('orders.cancel', [409], async (reply, exchange) => {
      if (bodyOf(exchange)['refund'] !== true) return reply
      return exchange.ask('GET', `/api/v1/orders/${idIn(exchange)}`, tokenIn(exchange))
    }),
  ),
  fault(
    'parcels-of-nobody-with-email',
    'the list of parcels tells that nobody can be mailed',
    foundAs('fulfillments', (row) => ({ ...row, customerHasEmail: false })),
  ),
  fault(
    'comparisons-of-some-gateway',
    'what comparisons have left does not say of which gateway',
    answers('gateways.comparisons', 'data.*.gatewayName', () => 'Gateway'),
  ),
  fault(
    'file-sorted-upwards',
    'the file of a list has the least first, however it is asked for',
    requests('listExports.csv', 'sortOrder', () => 'asc'),
  ),
  fault(
    'workbook-deaf-to-texts',
    'a list as a workbook has what was looked for and all else',
    requests('listExports.xlsx', 'q', () => gone),
  ),
  fault(
    'report-agents-by-id',
    'the lines of a report call agents by their ids',
    answers('reports.read', 'data.lines.*.keys.*', (key) =>
      isRecord(key) && key['dimension'] === 'agent' ? { ...key, name: key['id'] } : key,
    ),
  ),
  fault(
    'report-file-of-every-campaign',
    'the file of a report is not narrowed',
    requests('reports.csv', 'filters', () => gone),
  ),
  fault(
    'saved-reports-are-the-offices',
    'saved reports are told to be made by the office',
    answers('savedReports.list savedReports.create', 'data.*.createdByName', () => 'Office'),
  ),
  fault(
    'sums-in-another-currency',
    'sums of lists are in another currency than their rows',
    answers('orders.sums orderLines.sums transactions.sums', 'data.currency', () => 'SEK'),
  ),
  fault(
    'order-in-another-currency',
    'an order that is read alone is in another currency than was sold in',
    answers('orders.place orders.get', 'data.currency', () => 'SEK'),
  ),
  fault(
    'report-of-yesterday',
    'a report is told to be as of the day before',
    answers('reports.read', 'data.asOf', (asOf) => new Date(Date.parse(String(asOf)) - 86_400_000).toISOString()),
  ),
  fault(
    'board-without-names',
    'the leaderboard calls everybody the same',
    answers('leaderboard.read', 'data.standings.*.name', () => 'Agent'),
  ),
]

/** What spreadsheets say, and what is told of them. */
export const sheetLines: Fault[] = [
  fault(
    'imports-of-every-kind',
    'the imports that can be undone are of every kind',
    on('sheetImports.list', async (exchange) => {
      const organizationId = exchange.query.get('organizationId') ?? ''
      const reply = await exchange.send()
      if (!isSuccess(reply)) return reply
      const kinds = ['products', 'customers', 'fulfilments', 'orders']
      const others = await Promise.all(
        kinds.map((kind) => readList(exchange, `/sheet-imports?organizationId=${organizationId}&resource=${kind}`)),
      )
      const rows = [...recordsIn(valueAt(parsed(reply.text), 'data')), ...others.flat()]
      const all = [...new Map(rows.map((row) => [row['id'], row])).values()]
      const timeOf = ({ committedAt }: Fields) => Date.parse(String(committedAt))
      return withBody(reply, { data: all.toSorted((one, other) => timeOf(other) - timeOf(one)) })
    }),
  ),
  fault(
    'import-lines-counted-together',
    'the total of the lines of one verdict is that of all',
    on('sheetImports.lines', async (exchange) => {
      const reply = await exchange.send()
      if (!isSuccess(reply) || !exchange.query.has('verdict')) return reply
      const all = await exchange.ask('GET', exchange.path, tokenIn(exchange))
      const whole = parsed(reply.text)
      return withBody(reply, { ...(isRecord(whole) ? whole : {}), meta: valueAt(parsed(all.text), 'meta') })
    }),
  ),
  fault(
    'import-lines-newest-first',
    'the lines of an import are read with the last one first',
    rowsAs('sheetImports.lines', (rows) => rows.toReversed()),
  ),
  fault(
    'import-phones-as-typed',
    'somebody whose number is typed otherwise is somebody else in a spreadsheet',
    requests('sheetImports.addLines', 'lines', (lines) =>
      recordsIn(lines).map((line) => {
        const cells = isRecord(line['cells']) ? line['cells'] : {}
        const isTyped = String(cells['phone']).includes('(') && 'firstName' in cells && !('email' in cells)
        return isTyped ? { ...line, cells: { ...cells, phone: '+1 (202) 555-0199' } } : line
      }),
    ),
  ),
  remembering('import-people-kept-unsaid', 'which customers stayed when an import was undone is not told', () => {
    const imports = new Set<string>()
    return on('sheetImports.create sheetImports.lines', async (exchange) => {
      const reply = await exchange.send()
      if (bodyOf(exchange)['resource'] === 'customers') imports.add(String(recordIn(reply)['id']))
      return imports.has(idIn(exchange))
        ? withBody(
            reply,
            changed(parsed(reply.text), 'data.*.kept', () => null),
          )
        : reply
    })
  }),
  fault(
    'import-changes-untold',
    'a line of an import does not tell what it changes',
    answers('sheetImports.lines', 'data.*', (line) =>
      isRecord(line) && line['verdict'] === 'update' ? { ...line, changes: [] } : line,
    ),
  ),
  fault(
    'offer-import-deaf-to-limits',
    'the most of an offer in one order is not changed by a spreadsheet',
    cells('basePrice', ({ displayName }) => (displayName === undefined ? { maxQuantity: '' } : {})),
  ),
  fault(
    'tracking-import-guesses-carriers',
    'the carrier that a spreadsheet names is not read',
    cells('trackingNumber', () => ({ carrier: '' })),
  ),
  fault(
    'tracking-import-mails-nobody',
    'an import of tracking numbers tells that nobody is mailed',
    answers('sheetImports.commit', 'data.mailed', () => 0),
  ),
  fault(
    'tracking-import-undone-whole',
    'an import of tracking numbers takes back what was changed since, too',
    recordsAs('sheetImports.undo', (record) =>
      record['resource'] === 'fulfilments' ? { ...record, kept: 0 } : record,
    ),
  ),
  fault(
    'order-import-without-second-line',
    'the second line of the address of an imported order is lost',
    cells('orderedAt', ({ address2 }) => (address2 === undefined ? {} : { address2: '' })),
  ),
  fault(
    'order-import-paid-when-placed',
    'an imported order counts as paid when it was placed',
    cells('orderedAt', ({ paidAt }) => (paidAt === undefined ? {} : { paidAt: '' })),
  ),
  fault(
    'order-import-paid-in-full',
    'an imported order that is partially paid counts as paid',
    cells('orderedAt', ({ paymentStatus }) =>
      paymentStatus === 'partially_paid' ? { paymentStatus: 'paid', outstanding: '' } : {},
    ),
  ),
  fault(
    'order-import-ordered-today',
    'whoever came with an import is told to have ordered when it was taken over',
    foundAs('customers', (row) => (isElsewhere(row['email']) ? { ...row, lastOrderAt: row['createdAt'] } : row)),
  ),
  remembering('order-import-leaves-its-people', 'who came with an import stays when that is undone', () => {
    const known = new Map<string, Fields>()
    return rowsAs('search', (rows, exchange) => {
      const { resource, q } = bodyOf(exchange)
      if (resource !== 'customers' || !isElsewhere(q)) return rows
      for (const row of rows) known.set(String(row['id']), row)
      return [...known.values()]
    })
  }),
  fault(
    'order-import-refunded-here',
    'what was paid elsewhere is given back here',
    refusals('orders.refund', [409, 422], async (reply, exchange) => {
      const order = await read(exchange, `/orders/${idIn(exchange)}`)
      if ((order['importedFrom'] ?? null) === null) return reply
      return exchange.ask('GET', `/api/v1/orders/${idIn(exchange)}/payments`, tokenIn(exchange))
    }),
  ),
]
