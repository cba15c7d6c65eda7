import { change, collateral, difference, disagreement } from '../engine/compare'
import { isAlike } from '../engine/declared'
import type { Exchange } from '../engine/exchange'
import { recordOf, type Row } from '../engine/listing'
import type { Run } from '../engine/run'
import { attempt } from '../engine/steps'
import { productOf, type Tenant, workplaceOf } from '../engine/tenant'
import { neverGiven, textOf } from '../engine/text'
import type { World } from '../engine/world'
import { allOffers, findOffer, keepIfOurs, makeOffer, offerBody, tidyOffer, wrongReference } from './offerBasics'

const mayMove = new Set(['updatedAt'])

/** Every field alone, then all together: what was sent is there, and nothing else has changed. */
const updates: Record<string, unknown>[] = [
  { displayName: 'renamed Ω  twice' },
  { quantity: 0 },
  { quantity: 41 },
  { basePrice: 21.07 },
  { minPrice: 3.33 },
  { maxPrice: 88.88 },
  { maxQuantity: 13 },
  { shipPrice: 5.55 },
  { shipPrice: 0 },
  { basePrice: 31.13, maxQuantity: 17 },
  { minPrice: 44.4, maxPrice: 44.4 },
  { minPrice: 0 },
  { maxQuantity: 0 },
  {
    displayName: 'all',
    quantity: 52,
    basePrice: 61.01,
    minPrice: 7.07,
    maxPrice: 93.3,
    maxQuantity: 19,
    shipPrice: 1.15,
  },
]

export async function checkUpdate(run: Run, world: World, tenant: Tenant): Promise<void> {
  const fields = { basePrice: 20, minPrice: 2, maxPrice: 90, maxQuantity: 9, shipPrice: 4 }
  const others = [
    await makeOffer(run, tenant, `${world.marker} neighbour one`, fields),
    await makeOffer(run, tenant, `${world.marker} neighbour two`),
    await makeOffer(run, tenant, `${world.marker} changed`, fields),
  ]
  const made = await makeOffer(run, tenant, `${world.marker} changed`, fields)
  const before = await allOffers(run, tenant)
  let current = made.row
  let exchange = made.exchange
  for (const update of updates) {
    const named =
      'displayName' in update ? { ...update, displayName: `${world.marker} ${textOf(update['displayName'])}` } : update
    ;[current, exchange] = await updateAndRead(run, tenant, current, named)
  }
  await attempt(run, 'refusal.body', () => refuseCrossing(run, tenant, current))
  if (run.isFull) {
    await attempt(run, 'access.noEffect', () => refuseWhole(run, tenant, current))
    await checkTouched(run, tenant, current)
    await attempt(run, 'offers.ownFields', () => checkOwnFields(run, world, tenant))
  }
  const after = await allOffers(run, tenant)
  const harmed = collateral(before.rows, after.rows, new Set([current.id]))
  run.verify('offers.others', exchange, harmed === undefined, 'the other offers as they were', harmed)
  for (const { row } of [...others, { row: current }]) await tidyOffer(run, tenant, row.id)
}

/** Of the two limits of a price, an update of one must not get past the other. */
async function refuseCrossing(run: Run, tenant: Tenant, current: Row): Promise<void> {
  const { minPrice, maxPrice } = current
  if (typeof minPrice !== 'number' || typeof maxPrice !== 'number' || minPrice < 1) return
  for (const body of [{ maxPrice: minPrice - 0.5 }, { minPrice: maxPrice + 0.5 }]) {
    const ask = { as: tenant.account, params: { offerId: current.id }, body }
    const exchange = await run.refuse('refusal.body', 'offers.update', ask, [400, 409, 422])
    if (exchange.status >= 400) continue
    // Whatever follows compares with the offer as it was.
    await run.ask('offers.update', { ...ask, body: { minPrice, maxPrice } })
  }
}

/** A change a while after the last one moves the moment of the last change, which tables are sorted by. */
async function checkTouched(run: Run, tenant: Tenant, before: Row): Promise<void> {
  // Some keep moments to the second.
  await run.sender.pause(1_100)
  const [row, exchange] = await updateAndRead(run, tenant, before, { quantity: 77 })
  const moved = Date.parse(textOf(row['updatedAt'])) > Date.parse(textOf(before['updatedAt']))
  run.verify(
    'offers.dates',
    exchange,
    moved,
    `updatedAt after ${textOf(before['updatedAt'])}`,
    textOf(row['updatedAt']),
  )
}

/** An update of which one field is wrong is refused, and writes none of the others. */
async function refuseWhole(run: Run, tenant: Tenant, current: Row): Promise<void> {
  const body = { displayName: `${textOf(current['displayName'])} half`, basePrice: 'a lot' }
  const ask = { as: tenant.account, params: { offerId: current.id }, body, isValid: false, alsoDeclared: [400, 422] }
  const exchange = await run.ask('offers.update', ask)
  // Whether it is refused is asked elsewhere.
  if (exchange.status < 400) return
  const now = await findOffer(run, tenant, current.id)
  const moved = now === undefined ? 'it is gone' : change(current, now)
  run.verify('access.noEffect', exchange, moved === undefined, 'the offer as it was', moved)
}

/** What the server alone gives an offer may be in a body; the request is refused, or the field left out of account. */
async function checkOwnFields(run: Run, world: World, tenant: Tenant): Promise<void> {
  const rule = 'offers.ownFields'
  const { row } = await makeOffer(run, tenant, `${world.marker} own fields`)
  const elsewhere = tenant.campaigns.find(({ id }) => id !== workplaceOf(tenant).id)
  const taken = {
    id: neverGiven(row.id),
    ...(elsewhere && { campaignId: elsewhere.id }),
    createdAt: '2001-02-03T04:05:06.000Z',
  }
  const isTaken = (shown: Row) =>
    Object.entries(taken).find(([name, value]) => shown[name] === value || isAlike(shown[name], value))?.[0]
  const statuses = { isValid: false, alsoDeclared: [200, 201, 400, 404, 422] }
  const params = { offerId: row.id }
  const updated = await run.ask('offers.update', { params, body: { quantity: 62, ...taken }, ...statuses })
  const now = await findOffer(run, tenant, row.id)
  const moved = now === undefined ? 'it is not in its campaign' : change(row, now, new Set(['quantity', 'updatedAt']))
  run.verify(rule, updated, moved === undefined, 'id, campaign and createdAt as they were', moved)
  await tidyOffer(run, tenant, row.id)

  const body = { ...offerBody(tenant, `${world.marker} own fields too`), ...taken }
  const made = await run.ask('offers.create', { params: { campaignId: workplaceOf(tenant).id }, body, ...statuses })
  if (made.status >= 400) return
  const answered = recordOf(made)
  const found = await findOffer(run, tenant, answered.id)
  const isOurs = keepIfOurs(run, tenant, found, body.displayName)
  const wrong = isTaken(answered) ?? (found === undefined ? 'the campaign' : isTaken(found))
  run.verify(
    rule,
    made,
    wrong === undefined,
    'an offer with an id and a createdAt of the server, in its campaign',
    wrong,
  )
  if (isOurs) await tidyOffer(run, tenant, found.id)
}

/** Sends an update and proves it by the answer and by the list; returns the offer as it is now. */
export async function updateAndRead(
  run: Run,
  tenant: Tenant,
  before: Row,
  update: Record<string, unknown>,
): Promise<[Row, Exchange]> {
  const ask = { as: tenant.account, params: { offerId: before.id }, body: update }
  const exchange = await run.succeed('offers.update', 'offers.update', ask)
  const answered = recordOf(exchange)
  run.verify('offers.ids', exchange, answered.id === before.id, `the id ${before.id}`, `the id ${answered.id}`)
  const wrong = difference(update, answered)
  run.verify('offers.update', exchange, wrong === undefined, 'the changed fields in the answer', wrong)
  const elsewhere = wrongReference({ campaignId: workplaceOf(tenant).id, productId: productOf(tenant).id }, answered)
  run.verify('offers.update', exchange, elsewhere === undefined, 'the offer in its campaign', elsewhere)
  const row = await findOffer(run, tenant, before.id)
  const unread = row === undefined ? 'the offer is not in its list' : difference(update, row)
  run.verify('offers.update', exchange, unread === undefined, 'the changed fields in the list', unread)
  if (row === undefined) return [before, exchange]
  const except = new Set([...Object.keys(update), ...mayMove])
  const moved = change(before, row, except)
  run.verify('offers.partial', exchange, moved === undefined, 'the other fields as they were, in the list', moved)
  const answeredOtherwise = disagreement(answered, row)
  run.verify(
    'offers.partial',
    exchange,
    answeredOtherwise === undefined,
    'the answer as the list has it',
    answeredOtherwise,
  )
  const [first, last] = [before, row].map((one) => Date.parse(textOf(one['updatedAt'])))
  const goesOn = first === undefined || last === undefined || Number.isNaN(first) || Number.isNaN(last) || last >= first
  run.verify('offers.dates', exchange, goesOn, 'updatedAt not before what it was', textOf(row['updatedAt']))
  return [row, exchange]
}
