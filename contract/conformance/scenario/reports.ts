import { randomUUID } from 'node:crypto'
import { yearBefore } from '../../rules/calendarParts'
import { daysLater } from '../../rules/days'
import { addsUp, filtersOfPart, measureNames, noValue, type PartName } from '../../rules/measures'
import { type Days, dayAt } from '../../rules/reportPeriods'
import { mostReportLines } from '../../rules/reports'
import { cents } from '../engine/amounts'
import { difference } from '../engine/compare'
import { Blocked } from '../engine/errors'
import { detailsOf, recordOf, type Row, rowsOf, searchPage } from '../engine/listing'
import type { Run } from '../engine/run'
import { attempt } from '../engine/steps'
import { textOf } from '../engine/text'
import type { Shop, World } from '../engine/world'
import { exportPlaceOf } from './listExports'
import { zoneOf } from './ownPlace'
import { cards, dataOf, fieldsOf, linkTo, listOf, payBy, payingShop } from './paying'
import { type Books, booksOf, comparedWith, type Question, sumOf, wrongFigure } from './reckoning'
import { settled } from './refunds'
import { elsewhere, ofItems, ofOthers, reportIn, reportOf, verifyTwice } from './reportBasics'
import { checkReportFiles } from './reportFiles'
import { wrongKeys, wrongPeriod } from './reportKeys'
import { checkSavedReports } from './savedReports'
import { place, placement, placeOne, readOrder } from './sellingBasics'

/** Figures are those of the rows that the lists show, however they are split, and nobody else's (RP-01, RP-02). */
export async function checkReports(run: Run, world: World): Promise<void> {
  if (!run.isFull) return
  await attempt(run, 'reports.figures', async () => {
    const shop = await payingShop(run, world)
    const { order: sold, calls } = await sellSome(run, shop)
    const { organizationId } = shop.tenant
    const zone = await zoneOf(run, 'reports.figures', organizationId)
    const today = dayAt(new Date(), zone)
    await attempt(run, 'reports.figures', () => checkFigures(run, shop, zone, today))
    await attempt(run, 'reports.csv', () => checkReportFiles(run, shop, sold, today))
    await attempt(run, 'orderLines.sums', () => checkLines(run, shop, sold))
    await attempt(run, 'calls.sums', () => checkCalls(run, shop, sold, calls))
    await attempt(run, 'calls.sums', () => checkCallSums(run, organizationId, zone, today))
    await attempt(run, 'reports.refused', () => checkRefusals(run, shop, today))
    await attempt(run, 'access.foreignBody', () => checkForeign(run, world, shop, today))
  })
  await attempt(run, 'savedReports.kept', () => checkSavedReports(run, world))
}

type Selling = Shop & { till: Row }

/** The call that something is done in; none while its caller is in another already. */
async function talking(run: Run, { tenant }: Shop, disposition: string, work: () => Promise<unknown>) {
  const { organizationId } = tenant
  const open = await run.succeed('calls.sums', 'calls.open', { query: { organizationId } })
  const isBusy = rowsOf(open).some(({ state }) => state === 'talking')
  const body = { organizationId, phone: run.phones.next() }
  const call = isBusy ? undefined : recordOf(await run.succeed('calls.sums', 'calls.start', { body }))
  if (call) run.journal.made('calls', call.id, tenant.account.name, body.phone)
  await work()
  if (call === undefined) return undefined
  const params = { callId: call.id }
  await run.succeed('calls.sums', 'calls.end', { params, body: {} })
  return recordOf(await run.succeed('calls.sums', 'calls.close', { params, body: { disposition } }))
}

/**
 * An order that is declined, paid and given back in part, and one that is cancelled; the first is placed in a call, and in another
 * call one is typed and discarded.
 */
async function sellSome(run: Run, shop: Selling): Promise<{ order: Row; calls: (Row | undefined)[] }> {
  const { tenant, campaign, offer } = shop
  const placed: Row[] = []
  const line = { offerId: offer.id, quantity: 2, unitPrice: 13.37 }
  const sold = await talking(run, shop, 'sold', async () => {
    placed.push((await place(run, shop, placement(shop, [line])))[0])
    // The call is of what was sold first.
    placed.push((await placeOne(run, shop))[0])
  })
  const missed = await talking(run, shop, 'not_interested', async () => {
    const params = { draftId: randomUUID() }
    const content = { campaignId: campaign.id, lines: [{ offerId: offer.id, quantity: '1', unitPrice: '' }] }
    const body = { organizationId: tenant.organizationId, title: '', content }
    await run.succeed('calls.sums', 'orderDrafts.keep', { params, body })
    await run.succeed('calls.sums', 'orderDrafts.discard', { params })
  })
  const [order, other] = placed
  if (order === undefined || other === undefined) throw new Blocked('nothing was sold')
  const { token } = await linkTo(run, shop, order.id)
  for (const number of [cards.declined, cards.paid]) await payBy(run, 'reports.figures', token, number)
  const params = { orderId: order.id }
  await run.succeed('reports.figures', 'orders.refund', { params, body: { amount: 1.23 } })
  await settled(run, order.id)
  await run.succeed('reports.figures', 'orders.cancel', { params: { orderId: other.id }, body: {} })
  return { order: await readOrder(run, tenant, order.id, 'reports.figures'), calls: [sold, missed] }
}

/** The figures of a day and of a week, in total and split, and the sums of what the lists find of them. */
async function checkFigures(
  run: Run,
  { tenant, campaign, offer, till }: Selling,
  zone: string,
  today: string,
): Promise<void> {
  const { organizationId } = tenant
  const week = { from: daysLater(today, -6), to: today }
  const day = { from: today, to: today }
  let books: Books | undefined
  const spans = [
    { from: daysLater(today, -13), to: today },
    { from: yearBefore(week.from), to: yearBefore(today) },
  ]
  const read = async () => (books = await booksOf(run, organizationId, zone, spans))
  const campaignId = [campaign.id]
  const first = await read()
  // Beside what is the run's own, something of others, and what has none.
  const severalOf = (name: string, own: string): string[] => {
    const others = first.rows.orderLines.map((row) => row[name]).filter((id) => typeof id === 'string' && id !== own)
    return [...new Set([own, ...others.slice(0, 1).map(textOf), noValue])]
  }
  const several = { campaignId: severalOf('campaignId', campaign.id), agentId: severalOf('agentId', noValue) }
  const settings = await exportPlaceOf(run, organizationId)
  const questions: Question[] = [
    { ...day, measures: measureNames, dimensions: [], filters: {} },
    { ...day, measures: measureNames, dimensions: ['campaign'], filters: {} },
    { ...day, measures: measureNames, dimensions: ['agent'], filters: { campaignId } },
    { ...week, measures: measureNames, dimensions: ['day'], filters: {} },
    { ...week, measures: measureNames, dimensions: ['agent'], filters: {} },
    { ...week, measures: ofOthers, dimensions: ['gateway'], filters: {} },
    { ...week, measures: ofItems, dimensions: ['day', 'offer'], filters: {} },
    { ...week, measures: measureNames, dimensions: ['agent'], filters: {}, compare: 'year' },
    { ...week, measures: measureNames, dimensions: ['week'], filters: {} },
    { ...week, measures: measureNames.filter(addsUp), dimensions: ['week'], filters: {}, compare: 'none' },
    {
      ...week,
      measures: ofOthers,
      dimensions: ['month', 'campaign'],
      filters: { gatewayInstanceId: [till.id, noValue] },
    },
    { ...week, measures: ofItems, dimensions: ['campaign', 'week'], filters: { offerId: [offer.id], campaignId } },
    { ...week, measures: ofOthers, dimensions: ['campaign', 'agent'], filters: { gatewayInstanceId: ['none'] } },
    {
      ...week,
      measures: ofItems,
      dimensions: ['agent'],
      filters: { ...several, offerId: severalOf('offerId', offer.id) },
    },
  ]
  for (const question of questions) {
    await verifyTwice(run, 'reports.figures', async () => {
      const known = books ?? (await read())
      const exchange = await reportOf(run, organizationId, { compare: 'previous', ...question })
      const report = reportIn(exchange)
      const wrong =
        wrongPeriod(question, zone, report.period) ??
        wrongPeriod(comparedWith(question), zone, report.before, ' before') ??
        wrongKeys(question, known, settings, report) ??
        wrongFigure(known, question, report)
      if (wrong !== undefined) books = undefined
      return { exchange, wrong: known.isComplete ? wrong : undefined }
    })
  }
  await checkMoments(run, organizationId, week)
  for (const part of ['sold', 'kept', 'soldLines'] as const) {
    for (const filters of [{}, { campaignId }, { agentId: ['none'] }]) {
      await checkSums(run, organizationId, part, { ...week, filters, keys: [] }, async () => books ?? (await read()))
    }
  }
}

/** Days are no less and no more than their moments. */
async function checkMoments(run: Run, organizationId: string, { from, to }: Days): Promise<void> {
  const asked = { measures: ofOthers, compare: 'previous' }
  await verifyTwice(run, 'reports.figures', async () => {
    const { period, totals } = reportIn(await reportOf(run, organizationId, { ...asked, from, to }))
    const moments = elsewhere(period.from, Date.parse(period.to) - 1)
    const exchange = await reportOf(run, organizationId, { ...asked, ...moments })
    const is = reportIn(exchange).totals
    const wrong = difference(totals.values, is.values) ?? difference(totals.before ?? {}, is.before ?? {})
    return { exchange, wrong }
  })
}

/** The sums of a search are those of the rows that it finds. */
async function checkSums(
  run: Run,
  organizationId: string,
  part: 'sold' | 'kept' | 'soldLines',
  counted: Parameters<typeof sumOf>[2],
  read: () => Promise<Books>,
): Promise<void> {
  const rule = part === 'soldLines' ? 'orderLines.sums' : 'orders.sums'
  const due: Readonly<Record<typeof part, Readonly<Record<string, PartName>>>> = {
    sold: { rows: 'placed', total: 'sold', tax: 'taxed' },
    kept: { refunded: 'givenBack', net: 'kept' },
    soldLines: { total: 'soldLines', units: 'soldUnits' },
  }
  await verifyTwice(run, rule, async () => {
    const books = await read()
    const body = { organizationId, filters: filtersOfPart(part, counted) }
    const exchange = await run.succeed(rule, rule, { body })
    const told = dataOf(exchange)
    const isOfMoney = (name: string) => name !== 'rows' && name !== 'units'
    const wrong = Object.entries(due[part]).find(([name, of]) => {
      const is = isOfMoney(name) ? cents(told[name]) : told[name]
      return is !== sumOf(books, of, counted)
    })
    const [name, of] = wrong ?? []
    const said = of && `${name} of ${String(told[name ?? ''])}, not of ${sumOf(books, of, counted)} (cents or units)`
    return { exchange, wrong: books.isComplete ? said : undefined }
  })
}

/** The lines of an order are what was sold in it, and come to its total. */
async function checkLines(run: Run, { tenant, offer }: Shop, order: Row): Promise<void> {
  const { organizationId } = tenant
  const filters = { orderId: order.id }
  const { rows, total, exchange } = await searchPage(run, { organizationId, resource: 'orderLines', filters })
  const [line] = rows
  const { number, campaignId, agentId, status, createdAt } = order
  const of = { orderId: order.id, orderNumber: number, campaignId, agentId, status, createdAt }
  const due = { ...of, offerId: offer.id, quantity: 2, unitPrice: 13.37, total: order['total'] }
  const wrong = total === 1 && line !== undefined ? difference(due, line) : `${total} lines`
  run.verify('orderLines.sums', exchange, wrong === undefined, 'the one line of the order, as it was sold', wrong)
  const items = listOf(order['items'])
  run.verify(
    'orderLines.sums',
    exchange,
    items.some(({ id }) => id === line?.id),
    'a line of the order itself',
    line?.id,
  )
}

/** What no report can be is refused where it is wrong. */
async function checkRefusals(run: Run, { tenant: { organizationId } }: Shop, today: string): Promise<void> {
  const day = { from: today, to: today, measures: ['sales'] }
  for (const [field, wrong] of [
    ['to', { to: daysLater(today, -1) }],
    ['dimensions', { from: '2010-01-01', to: '2019-12-31', dimensions: ['day'] }],
    ['dimensions', { measures: ['units'], dimensions: ['gateway'] }],
    ['dimensions', { dimensions: ['campaign', 'campaign'] }],
    ['dimensions', { dimensions: ['day', 'month'] }],
    ['from', { from: '1899-12-31' }],
    ['to', { to: '3000-01-01' }],
    ['filters', { filters: { offerId: ['none'] } }],
    ['measures', { measures: [] }],
  ] as const) {
    const body = { organizationId, ...day, ...wrong }
    const isValid = field !== 'measures'
    const exchange = await run.refuse('reports.refused', 'reports.read', { body, isValid }, invalid)
    if (field === 'to') await run.refuse('reports.refused', 'reports.csv', { body, isValid }, invalid)
    if (!invalid.includes(exchange.status)) continue
    const isThere = listOf(detailsOf(exchange)).some(({ path }) => textOf(path).split('.').includes(field))
    run.verify('reports.refused', exchange, isThere, `what is wrong with ${field}, in error.details`)
  }
  // As many lines as there may be, and as many days.
  for (const most of [
    { from: daysLater(today, 1 - mostReportLines), dimensions: ['day'] },
    { from: '1900-01-01', to: '2999-12-31' },
  ]) {
    await run.succeed('reports.refused', 'reports.read', { body: { organizationId, ...day, ...most } })
  }
}

/** Of what breaks the schema, or says what can not be. */
const invalid = [400, 422]

/** Calls are what came of them, and about what was sold or typed in them. */
async function checkCalls(
  run: Run,
  { tenant: { organizationId }, campaign, offer }: Shop,
  order: Row,
  [sold, missed]: (Row | undefined)[],
): Promise<void> {
  if (sold === undefined || missed === undefined) return
  const filters = { ids: [sold.id, missed.id] }
  const { rows, exchange } = await searchPage(run, { organizationId, resource: 'calls', filters })
  const about = { campaignId: campaign.id, offerId: offer.id }
  for (const [call, due] of [
    [sold, { ...about, outcome: 'paid', orderId: order.id, disposition: 'sold' }],
    [missed, { ...about, outcome: 'missed', orderId: null, disposition: 'not_interested' }],
  ] as const) {
    const row = rows.find(({ id }) => id === call.id)
    const is = Object.fromEntries(Object.keys(due).map((name) => [name, row?.[name] ?? null]))
    const wrong = difference(due, is)
    run.verify('calls.sums', exchange, wrong === undefined, 'what came of a call, and what it was about', wrong)
  }
  const { id, number, customerId } = order
  const named = fieldsOf(sold['order'])
  const toldIn = difference(
    { customerId, id, number: textOf(number) },
    { customerId: sold['customerId'], id: named['id'], number: textOf(named['number']) },
  )
  run.verify(
    'calls.sums',
    exchange,
    toldIn === undefined,
    'a call that is closed with what was sold first in it',
    toldIn,
  )
  const took = rows.find((row) => row.id === sold.id)?.['secondsToPaid']
  const told = await run.succeed('calls.sums', 'calls.sums', { body: { organizationId, filters } })
  const wrong = difference({ rows: 2, median: took, ninetieth: took }, dataOf(told))
  run.verify('calls.sums', told, wrong === undefined, 'the sums of the calls that were found', wrong)
  const none = await run.succeed('calls.sums', 'calls.sums', {
    body: { organizationId, filters: { ids: [missed.id] } },
  })
  const wrongNone = difference({ rows: 1, median: null, ninetieth: null }, dataOf(none))
  run.verify('calls.sums', none, wrongNone === undefined, 'no time of what was not paid', wrongNone)
}

/** The sums of a search of calls are those of the calls that it finds. */
async function checkCallSums(run: Run, organizationId: string, zone: string, today: string): Promise<void> {
  const days = { from: daysLater(today, -6), to: today }
  for (const part of ['countedCalls', 'paidCalls'] as const) {
    await verifyTwice(run, 'calls.sums', async () => {
      const books = await booksOf(run, organizationId, zone, [days])
      const counted = { ...days, filters: {}, keys: [] }
      const body = { organizationId, filters: filtersOfPart(part, counted) }
      const exchange = await run.succeed('calls.sums', 'calls.sums', { body })
      const due = { rows: sumOf(books, part, counted), median: sumOf(books, 'paidIn', counted) ?? null }
      return { exchange, wrong: books.isComplete ? difference(due, dataOf(exchange)) : undefined }
    })
  }
}

/** Neither who asks for another's figures is told any, nor who narrows their own to another's campaign. */
async function checkForeign(run: Run, { second }: World, shop: Shop, today: string): Promise<void> {
  if (second === undefined) return
  const as = second.account
  const { organizationId } = shop.tenant
  const asked = { measures: ['sales', 'orders', 'charged'], from: today, to: today }
  for (const [name, body] of [
    ['reports.read', { organizationId, ...asked }],
    ['reports.csv', { organizationId, ...asked }],
    ['reports.xlsx', { organizationId, ...asked }],
    ['orders.sums', { organizationId }],
    ['orderLines.sums', { organizationId }],
    ['calls.sums', { organizationId }],
    ['search.search', { organizationId, resource: 'orderLines' }],
    ['search.search', { organizationId, resource: 'calls' }],
  ] as const) {
    await run.refuse('access.foreignBody', name, { as, body, isValid: true }, [400, 401, 403, 404, 422])
  }
  const filters = { campaignId: [shop.campaign.id] }
  const body = { organizationId: second.organizationId, ...asked, dimensions: ['campaign'], filters }
  const exchange = await run.ask('reports.read', { as, body, isValid: true })
  if (exchange.status !== 200) return
  const { totals, lines } = reportIn(exchange)
  const isNothing = lines.length === 0 && Object.values(totals.values).every((value) => value === 0)
  run.verify('access.nothingForeign', exchange, isNothing, 'no figure of a campaign of another organization')
}
