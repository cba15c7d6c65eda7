import { collateral } from '../engine/compare'
import { Blocked } from '../engine/errors'
import type { Exchange } from '../engine/exchange'
import { recordOf, type Row } from '../engine/listing'
import type { Run } from '../engine/run'
import { type Tenant, workplaceOf } from '../engine/tenant'
import { textOf } from '../engine/text'
import type { World } from '../engine/world'
import { findOffer, keepIfOurs, makeOffer, offerBody, offersOf, tidyOffer } from './offerBasics'

/** Values that are easily rounded, cut or mangled. */
const telling = [
  { displayName: 'plain', basePrice: 0.01, shipPrice: 0.29, minPrice: 0, maxPrice: 1.1, maxQuantity: 0, quantity: 1 },
  {
    displayName: 'Ünïcödé 日本語 العربية 🎁',
    basePrice: 19.99,
    shipPrice: 4.35,
    minPrice: 8.2,
    maxPrice: 1234.56,
    maxQuantity: 3,
    quantity: 9_999_999,
  },
  {
    displayName: `"quoted" 'single' <b>&amp;</b> \\ % _ ; -- two  blanks`,
    basePrice: 1_234_567.89,
    maxPrice: 0,
    quantity: 2,
  },
  { displayName: 'one price', basePrice: 5.5, minPrice: 5.5, maxPrice: 5.5, shipPrice: 0, quantity: 4 },
  { displayName: 'highest', basePrice: 9_999_999.99, maxPrice: 9_999_999.99, minPrice: 9_999_999.98, quantity: 3 },
]

export async function checkCreate(run: Run, world: World, tenant: Tenant): Promise<void> {
  const before = await offersOf(run, tenant)
  const made: Row[] = []
  for (const { displayName, ...fields } of telling) {
    const { row } = await makeOffer(run, tenant, `${world.marker} ${displayName}`, fields)
    made.push(row)
  }
  const long = `${world.marker} ${'long '.repeat(60)}`.slice(0, 199).concat('z')
  const { row, exchange } = await makeOffer(run, tenant, long)
  made.push(row)
  if (run.isFull) made.push(await makeWithoutGateway(run, world, tenant))
  // As long in letters, and longer in bytes.
  made.push((await makeOffer(run, tenant, `${world.marker} ${'é'.repeat(200)}`.slice(0, 199).concat('z'))).row)
  // A text all the same, and of another gateway than the others where there is one.
  const gateway = tenant.gateways.at(-1)
  const fields = gateway && { gatewayInstanceId: gateway.id }
  made.push((await makeOffer(run, tenant, '0012.50', fields)).row)
  const after = await offersOf(run, tenant)
  const known = new Set([...before.rows, ...made].map(({ id }) => id))
  const others = after.rows.filter(
    (one) => !known.has(one.id) && !textOf(one['displayName']).includes(world.marker),
  ).length
  const due = before.total + made.length + others
  run.verify(
    'search.total',
    after.exchange,
    after.total === due,
    `a total of ${due} after adding ${made.length}`,
    `${after.total}`,
  )
  const harmed = collateral(before.rows, after.rows, new Set())
  run.verify('offers.others', exchange, harmed === undefined, 'the other offers as they were', harmed)
  checkDates(run, exchange, row)
  const ids = new Set(made.map(({ id }) => id))
  run.verify('offers.ids', exchange, ids.size === made.length, 'an id of its own for every offer', 'an id twice')
  for (const { id } of made) await tidyOffer(run, tenant, id)
  if (run.options.keep === true) return
  const last = await offersOf(run, tenant)
  run.verify(
    'offers.delete',
    last.exchange,
    last.total === before.total,
    `a total of ${before.total} again`,
    `${last.total}`,
  )
}

/** An offer need not have a gateway. */
async function makeWithoutGateway(run: Run, world: World, tenant: Tenant): Promise<Row> {
  const { gatewayInstanceId: _gateway, ...body } = offerBody(tenant, `${world.marker} without gateway`)
  const params = { campaignId: workplaceOf(tenant).id }
  const exchange = await run.succeed('offers.create', 'offers.create', { as: tenant.account, params, body })
  const row = await findOffer(run, tenant, recordOf(exchange).id)
  run.verify('offers.create', exchange, row !== undefined, "the offer in its campaign's list", 'it is in no list')
  if (!keepIfOurs(run, tenant, row, body.displayName)) throw new Blocked('the new offer can not be found')
  return row
}

/** Clocks of the server and of its records agree. */
function checkDates(run: Run, exchange: Exchange, row: Row): void {
  const now = Date.parse(textOf(exchange.headers['date'] ?? ''))
  for (const name of ['createdAt', 'updatedAt']) {
    const value = row[name]
    if (typeof value !== 'string' || value.length <= 10 || Number.isNaN(now)) continue
    const away = Math.abs(Date.parse(textOf(value)) - now)
    run.verify('offers.dates', exchange, away < 300_000, `${name} within 5 minutes of now`, `${name} ${textOf(value)}`)
  }
}
