import { type Ask, type Exchange, jsonOf } from '../engine/exchange'
import { type Fields, isRecord } from '../engine/fields'
import type { Row } from '../engine/listing'
import type { Run } from '../engine/run'
import { attempt } from '../engine/steps'
import { textOf } from '../engine/text'
import { dayFromNow } from './sellingBasics'
import type { Trade } from './trade'

const rule = 'shop.figures'

/** A call that tells names, as it is asked. */
type Place = readonly [call: string, ask: Ask]

/** A record's id, and what it is called there. */
type Called = readonly [id: string, name: unknown, at: string]

/** Which field has the id of what another one names; what was sold is called as it was then. */
const named: Readonly<Record<string, string>> = {
  campaignName: 'campaignId',
  gatewayName: 'gatewayInstanceId',
  productSku: 'productId',
}

/** Whatever an answer calls by a name of which it has the id, however deep within. */
function* calledIn(value: unknown): Generator<Called> {
  if (Array.isArray(value)) for (const one of value) yield* calledIn(one)
  if (!isRecord(value)) return
  for (const [name, by] of Object.entries(named)) {
    if (typeof value[by] === 'string' && name in value) yield [value[by], value[name], name]
  }
  // The key of a line in a report.
  if ('dimension' in value)
    yield [textOf(value['id'] ?? ''), value['name'], `the ${textOf(value['dimension'])} of a report`]
  for (const [name, own] of Object.entries(value)) {
    // What has happened was told of then.
    if (name !== 'timeline') yield* calledIn(own)
  }
}

const ownNames = ['name', 'displayName'] as const

/** What rows and records call themselves. */
function* ownIn({ json }: Exchange): Generator<Called> {
  const { data } = isRecord(json) ? json : {}
  for (const row of [data].flat()) {
    if (!isRecord(row)) continue
    for (const name of ownNames) if (name in row) yield [textOf(row['id'] ?? ''), row[name], name]
  }
}

/** Where answers call something otherwise than it is called now; undefined where none does. */
function misnamed(exchange: Exchange, due: ReadonlyMap<string, string>): string | undefined {
  const told = [...ownIn(exchange), ...calledIn(isRecord(exchange.json) ? exchange.json['data'] : undefined)]
  const wrong = told.find(([id, name]) => due.has(id) && (name ?? null) !== null && name !== due.get(id))
  return wrong && `${wrong[2]} is ${textOf(wrong[1])} instead of ${due.get(wrong[0]) ?? ''}`
}

/** Every place that names something by its id calls it as it is called now. */
export async function verifyNamed(run: Run, due: ReadonlyMap<string, string>, places: readonly Place[]): Promise<void> {
  for (const [call, ask] of places) {
    if (run.lacks(call)) continue
    await attempt(run, rule, async () => {
      const exchange = await run.succeed(rule, call, ask)
      const wrong = misnamed(exchange, due)
      const of = textOf((jsonOf(exchange.request.body ?? '') as Fields | undefined)?.['resource'] ?? call)
      run.verify(rule, exchange, wrong === undefined, `in ${of}, everything as it is called now`, wrong)
    })
  }
}

/** What was sold and charged lately, by what it is named after. */
export function reportBy(organizationId: string, dimension: 'agent' | 'campaign' | 'gateway'): Place {
  const days = { from: dayFromNow(-2), to: dayFromNow(2) }
  const measures = dimension === 'gateway' ? ['charged'] : ['sales']
  return ['reports.read', { body: { organizationId, measures, dimensions: [dimension], ...days } }]
}

/** What pays gets another name, as a campaign has: they are called so wherever they are named. */
export async function renameTill(trade: Trade, campaign: Row, name: string): Promise<void> {
  const { run, world, till, books, place } = trade
  const { organizationId } = place.tenant
  const called = `${world.marker} till renamed`
  const params = { gatewayInstanceId: till.id }
  await run.succeed(rule, 'gateways.update', { params, body: { displayName: called } })
  const due = new Map([
    [till.id, called],
    [campaign.id, name],
  ])
  const query = { organizationId }
  const lists = (['orderLines', 'calls', 'transactions'] as const).map((resource): Place => {
    const filters = { campaignId: campaign.id }
    return ['search.search', { body: { organizationId, resource, filters, limit: 100, page: 1 } }]
  })
  const paid = [...books.sales.values()].find(({ paid: amount, campaign: of }) => amount > 0 && of === campaign.id)
  await verifyNamed(run, due, [
    ...lists,
    reportBy(organizationId, 'campaign'),
    reportBy(organizationId, 'gateway'),
    ['gateways.listInstances', { query }],
    ['gateways.list', { query }],
    ...(paid === undefined ? [] : [['orders.get', { params: { orderId: paid.id } }] as const]),
  ])
}
