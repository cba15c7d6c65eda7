import { change, collateral, difference, disagreement } from '../engine/compare'
import { isAlike } from '../engine/declared'
import { Blocked } from '../engine/errors'
import type { Exchange } from '../engine/exchange'
import { recordOf, type Row, walk } from '../engine/listing'
import type { Run } from '../engine/run'
import { attempt } from '../engine/steps'
import { neverGiven, textOf } from '../engine/text'
import { productOf, type Tenant, workplaceOf, type World } from '../engine/world'
import { deleteOffer, findOffer, keepIfOurs, makeOffer, offerBody, offersOf, wrongReference } from './offerBasics'

const mayMove = new Set(['updatedAt'])

/** Offers are made, changed and deleted, and each step is proven by what is read afterwards. */
export async function checkOffers(run: Run, world: World): Promise<void> {
  const tenant = world.first
  await attempt(run, 'offers.create', () => checkCreate(run, world, tenant))
  await attempt(run, 'offers.update', () => checkUpdate(run, world, tenant))
  await attempt(run, 'offers.deleteOnly', () => checkDelete(run, world, tenant))
}

const allOffers = (run: Run, { organizationId, account }: Tenant) =>
  walk(run, { organizationId, resource: 'offers' }, { as: account })

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
  { displayName: `"quoted" 'single' <b>&amp;</b> \\ % _ ; -- two  blanks`, basePrice: 1_234_567.89, quantity: 2 },
  { displayName: 'one price', basePrice: 5.5, minPrice: 5.5, maxPrice: 5.5, shipPrice: 0, quantity: 4 },
  { displayName: 'highest', basePrice: 9_999_999.99, maxPrice: 9_999_999.99, minPrice: 9_999_999.98, quantity: 3 },
]

async function checkCreate(run: Run, world: World, tenant: Tenant): Promise<void> {
  const before = await offersOf(run, tenant)
  const made: Row[] = []
  for (const { displayName, ...fields } of telling) {
    const { row } = await makeOffer(run, world, tenant, `${world.marker} ${displayName}`, fields)
    made.push(row)
  }
  const long = `${world.marker} ${'long '.repeat(60)}`.slice(0, 199).concat('z')
  const { row, exchange } = await makeOffer(run, world, tenant, long)
  made.push(row)
  if (run.isFull) made.push(await makeWithoutGateway(run, world, tenant))
  // As long in letters, and longer in bytes.
  made.push((await makeOffer(run, world, tenant, `${world.marker} ${'é'.repeat(200)}`.slice(0, 199).concat('z'))).row)
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
  for (const { id } of made) await deleteOffer(run, world, tenant, id)
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
  if (!keepIfOurs(world, tenant, row, body.displayName)) throw new Blocked('the new offer can not be found')
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

async function checkUpdate(run: Run, world: World, tenant: Tenant): Promise<void> {
  const fields = { basePrice: 20, minPrice: 2, maxPrice: 90, maxQuantity: 9, shipPrice: 4 }
  const others = [
    await makeOffer(run, world, tenant, `${world.marker} neighbour one`, fields),
    await makeOffer(run, world, tenant, `${world.marker} neighbour two`),
    await makeOffer(run, world, tenant, `${world.marker} changed`, fields),
  ]
  const made = await makeOffer(run, world, tenant, `${world.marker} changed`, fields)
  const before = await allOffers(run, tenant)
  let current = made.row
  let exchange = made.exchange
  for (const update of updates) {
    const named =
      'displayName' in update ? { ...update, displayName: `${world.marker} ${textOf(update['displayName'])}` } : update
    ;[current, exchange] = await updateAndRead(run, tenant, current, named)
  }
  if (run.isFull) {
    await attempt(run, 'access.noEffect', () => refuseWhole(run, tenant, current))
    await checkTouched(run, tenant, current)
    await attempt(run, 'offers.ownFields', () => checkOwnFields(run, world, tenant))
  }
  const after = await allOffers(run, tenant)
  const harmed = collateral(before.rows, after.rows, new Set([current.id]))
  run.verify('offers.others', exchange, harmed === undefined, 'the other offers as they were', harmed)
  for (const { row } of [...others, { row: current }]) await deleteOffer(run, world, tenant, row.id)
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
  const { row } = await makeOffer(run, world, tenant, `${world.marker} own fields`)
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
  await deleteOffer(run, world, tenant, row.id)

  const body = { ...offerBody(tenant, `${world.marker} own fields too`), ...taken }
  const made = await run.ask('offers.create', { params: { campaignId: workplaceOf(tenant).id }, body, ...statuses })
  if (made.status >= 400) return
  const answered = recordOf(made)
  const found = await findOffer(run, tenant, answered.id)
  const isOurs = keepIfOurs(world, tenant, found, body.displayName)
  const wrong = isTaken(answered) ?? (found === undefined ? 'the campaign' : isTaken(found))
  run.verify(
    rule,
    made,
    wrong === undefined,
    'an offer with an id and a createdAt of the server, in its campaign',
    wrong,
  )
  if (isOurs) await deleteOffer(run, world, tenant, found.id)
}

/** Sends an update and proves it by the answer and by the list; answers the offer as it is now. */
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

/** What only looks at an offer must not delete it. */
async function lookAtOffer(run: Run, world: World, tenant: Tenant, offerId: string): Promise<void> {
  for (const method of ['HEAD', 'OPTIONS']) {
    const ask = { params: { offerId }, method, isValid: false, alsoDeclared: [200, 204, 404, 405] }
    const exchange = await run.ask('offers.delete', ask)
    const isThere = (await findOffer(run, tenant, offerId)) !== undefined
    if (!isThere) world.made.offers.delete(offerId)
    run.verify('resilience.head', exchange, isThere, `the offer still there after ${method}`, 'it is gone')
  }
}

async function checkDelete(run: Run, world: World, tenant: Tenant): Promise<void> {
  // Alike in all but their ids, so that a delete by anything else takes more than one.
  const names = ['namesake', 'namesake', 'namesake']
  const made: Row[] = []
  for (const name of names) made.push((await makeOffer(run, world, tenant, `${world.marker} delete ${name}`)).row)
  const [one, doomed, three] = made
  if (one === undefined || doomed === undefined || three === undefined) return
  const campaignId = workplaceOf(tenant).id
  const query = { organizationId: tenant.organizationId, resource: 'campaigns' as const }
  await lookAtOffer(run, world, tenant, doomed.id)
  const before = await allOffers(run, tenant)
  const campaigns = await walk(run, query)
  const listed = await offersOf(run, tenant)
  const mails = await run.succeed('shape.valid', 'autoresponders.listEmail', { params: { campaignId } })
  const exchange = await deleteOffer(run, world, tenant, doomed.id)

  const after = await allOffers(run, tenant)
  const isGone = !after.rows.some(({ id }) => id === doomed.id)
  run.verify('offers.delete', exchange, isGone, 'the offer gone from the list', 'it is still there')
  if (!isGone) world.made.offers.set(doomed.id, tenant.account)
  const harmed = collateral(before.rows, after.rows, new Set([doomed.id]))
  run.verify('offers.deleteOnly', exchange, harmed === undefined, 'every other offer as it was', harmed)
  const left = await offersOf(run, tenant)
  run.verify(
    'offers.deleteOnly',
    exchange,
    left.total === listed.total - 1,
    `a total of ${listed.total - 1}`,
    `${left.total}`,
  )
  const campaignsAfter = await walk(run, query)
  const goneCampaign = collateral(campaigns.rows, campaignsAfter.rows, new Set(), new Set(['offersCount', 'updatedAt']))
  run.verify('offers.deleteOnly', exchange, goneCampaign === undefined, 'every campaign as it was', goneCampaign)
  const mailsAfter = await run.succeed('shape.valid', 'autoresponders.listEmail', { params: { campaignId } })
  const isSame = isAlike(mails.json, mailsAfter.json)
  run.verify('offers.deleteOnly', exchange, isSame, "the campaign's auto-responders as they were", 'they have changed')

  const params = { offerId: doomed.id }
  const isValid = true
  await run.refuse('offers.afterDelete', 'offers.delete', { params, isValid }, [404])
  await run.refuse('offers.afterDelete', 'offers.update', { params, isValid, body: { quantity: 3 } }, [404])
  const again = await allOffers(run, tenant)
  const risen = again.rows.some(({ id }) => id === doomed.id)
  run.verify('offers.afterDelete', again.exchange, !risen, 'the offer still gone', 'it is back')
  await deleteOffer(run, world, tenant, one.id)
  if (!run.isFull) return void (await deleteOffer(run, world, tenant, three.id))
  await run.succeed('offers.delete', 'offers.delete', { params: { offerId: three.id }, body: {} })
  world.made.offers.delete(three.id)
}
