import { type AgentPermissions, standardPermissions } from '../../agentPermissions'
import { duties, type Duty, type Membership, whyNotDuty } from '../../rules/duties'
import { whyNotRead } from '../../rules/readers'
import type { SearchResource } from '../../search'
import { difference } from '../engine/compare'
import type { Account } from '../engine/exchange'
import type { Fields } from '../engine/fields'
import { recordOf, type Row, walk } from '../engine/listing'
import type { Run } from '../engine/run'
import { attempt } from '../engine/steps'
import { tenantIn } from '../engine/tenant'
import { textOf } from '../engine/text'
import type { World } from '../engine/world'
import { addedUp } from '../predict/listed'
import { type Agency, doTheirs, mailWhereTheySell } from './agentDuties'
import { allowDuties, refuseDuties, scratchOf } from './duties'
import { hidden } from './foreign'
import { refuseMixed } from './foreignSelling'
import { linesOf } from './listExports'
import { dataOf, fieldsOf } from './paying'
import { readsOf } from './reads'
import { ownView } from './savedViews'
import { changeShared, sharedView } from './sharedViews'
import { dayFromNow, makeOne, placement, placeOne, shopOf } from './sellingBasics'
import { fillShop } from './shopParts'
import { validAsk } from './validAsks'
import { exportedWhole } from './wholeLists'
import { hearsOwn, programReadsOwn, readsNoOfficeMails } from './ownOrders'

const rule = 'members.settled'

const all: AgentPermissions = {
  refundLimit: 50,
  changesOffers: true,
  seesAllOrders: true,
  exports: true,
  sharesViews: true,
}

const organizationOf = ({ shop }: Agency) => shop.tenant.organizationId

/** What only owners do is refused to an agent of the organization, by whichever call, and what they settle holds (ST-02). */
export async function checkAgents(
  run: Run,
  world: World,
  organizationId: string,
  agent: Account,
  program?: Account,
): Promise<void> {
  const first = await tenantIn(run, world.first, organizationId)
  const place = { ...world, first }
  const shop = await shopOf(run, place, first)
  for (const [name, resource] of [
    ['till', 'gateways'],
    ['webhook', 'webhooks'],
    ['provider', 'plugins'],
  ] as const) {
    const ask = run.lacks(`${resource}.create`) ? undefined : validAsk(place, scratchOf(shop), `${resource}.create`)
    if (ask !== undefined) [shop[name]] = await makeOne(run, first, resource, 'members.duties', fieldsOf(ask.body), ask)
  }
  await fillShop(run, shop, 'members.duties')
  await attempt(run, 'members.duties', async () => {
    const ask = shop.provider && validAsk(place, scratchOf(shop), 'autoresponders.createEmail')
    if (ask === undefined) return
    const body = { ...fieldsOf(ask.body), pluginInstanceId: shop.provider?.id }
    ;[shop.responder] = await makeOne(run, first, 'autoresponders', 'members.duties', body, { ...ask, body })
  })
  if (organizationId !== world.first.organizationId) {
    await attempt(run, 'access.scope', async () => refuseMixed(run, world, shop, await shopOf(run, world, world.first)))
  }
  await checkSettled({ run, world: place, shop, agent, program })
}

/** What owners settle holds from the next call on: what agents may do and read, and whose orders (ST-02). */
async function checkSettled(agency: Agency): Promise<void> {
  const { run } = agency
  const params = { organizationId: organizationOf(agency) }
  const now = recordOf(await run.succeed(rule, 'organizations.permissions', { params }))
  const former = Object.fromEntries(
    Object.entries(standardPermissions).map(([name, standard]) => [name, now[name] ?? standard]),
  )
  const settle = (body: Fields) => run.succeed(rule, 'organizations.setPermissions', { params, body })
  try {
    await settle({ ...standardPermissions })
    await attempt(run, 'members.duties', () => refuseOthers(agency, standardPermissions))
    await attempt(run, rule, () => readAll(agency, standardPermissions))
    const savedViewId = await makeView(agency)
    await attempt(run, rule, () => shareView(agency, savedViewId, [403]))
    await attempt(run, rule, () => doTheirs(agency))
    await attempt(run, rule, () => allowTheirs(agency, standardPermissions))
    await attempt(run, rule, () => mailWhereTheySell(agency))
    for (const agents of crossed) await attempt(run, rule, () => tryCrossed(agency, agents, settle))
    const shared = await sharedView(agency)
    await attempt(run, rule, () => changeShared(agency, shared, false))
    await settle({ ...all })
    await attempt(run, rule, () => changeShared(agency, shared, true))
    await attempt(run, rule, () => allowTheirs(agency, all))
    await attempt(run, rule, () => shareView(agency, savedViewId, undefined))
    await attempt(run, rule, () => doSettled(agency))
    await attempt(run, rule, () => checkOwnOrders(agency, () => settle({ seesAllOrders: false })))
  } finally {
    await settle(former)
  }
}

const isTheirs = (agents: AgentPermissions) => (duty: Duty) =>
  whyNotDuty({ role: 'agent', agents }, duty, { relation: 'campaign' }) === undefined

const allowTheirs = ({ run, world, shop, agent }: Agency, agents: AgentPermissions) =>
  allowDuties(run, world, { shop, as: agent, rule, isTheirs: isTheirs(agents) })

/** Of any two that are settled one is so without the other, so that each is known to be the one that counts. */
const crossed: readonly AgentPermissions[] = [
  { refundLimit: 0, changesOffers: true, seesAllOrders: false, exports: false, sharesViews: false },
  { refundLimit: 50, changesOffers: false, seesAllOrders: true, exports: true, sharesViews: false },
]

/** What is settled for some of their duties says nothing of the others. */
async function tryCrossed(agency: Agency, agents: AgentPermissions, settle: (body: Fields) => Promise<unknown>) {
  const { run, world, shop, agent: as } = agency
  await settle({ ...agents })
  const isSettled = (duty: Duty) => duties[duty].by in agents
  const idle = { shop, as, rule } as const
  await refuseDuties(run, world, {
    ...idle,
    refusals: hidden,
    isTheirs: (duty) => !isSettled(duty) || isTheirs(agents)(duty),
  })
  await allowDuties(run, world, { ...idle, isTheirs: (duty) => isSettled(duty) && isTheirs(agents)(duty) })
  if (run.lacks('listExports.csv')) return
  const ask = { as, body: { organizationId: organizationOf(agency), resource: 'campaigns' }, isValid: true }
  if (agents.exports) await run.succeed(rule, 'listExports.csv', ask)
  else await run.refuse(rule, 'listExports.csv', ask, [403])
}

/** Every call that is a duty of somebody else's is refused. */
const refuseOthers = ({ run, world, shop, agent }: Agency, agents: AgentPermissions) =>
  refuseDuties(run, world, {
    shop,
    as: agent,
    rule: 'members.duties',
    isTheirs: isTheirs(agents),
    isRead: true,
  })

/** What is read of the organization is so by agents, but for what is not theirs to read. */
async function readAll(agency: Agency, agents: AgentPermissions): Promise<void> {
  const { run, agent: as } = agency
  const member: Membership = { role: 'agent', agents }
  for (const [{ name, streams }, ask] of readsOf(run, organizationOf(agency))) {
    const isRefused = whyNotRead(member, name) !== undefined
    if (streams !== undefined && !isRefused) continue
    await attempt(run, rule, async () => {
      if (isRefused) await run.refuse(rule, name, { ...ask, as, isValid: true }, [403])
      else await run.succeed(rule, name, { ...ask, as })
    })
  }
}

async function makeView(agency: Agency): Promise<string> {
  const { run, world, agent: as } = agency
  const body = ownView(organizationOf(agency), `${world.marker} of an agent`)
  const { id } = recordOf(await run.succeed(rule, 'savedViews.create', { as, body }))
  run.journal.made('savedViews', id, as.name, body.name)
  return id
}

/** An agent shares a view of their own, or is refused it. */
async function shareView({ run, agent: as }: Agency, savedViewId: string, statuses: number[] | undefined) {
  const ask = { as, params: { savedViewId } }
  const share = { ...ask, body: { isShared: true } }
  if (statuses !== undefined)
    return void (await run.refuse(rule, 'savedViews.share', { ...share, isValid: true }, statuses))
  await run.succeed(rule, 'savedViews.share', share)
  await run.succeed(rule, 'savedViews.delete', ask)
}

/** What agents may do as soon as it is settled so. */
async function doSettled(agency: Agency): Promise<void> {
  const { run, agent: as, shop } = agency
  const { offer, product } = shop
  await run.succeed(rule, 'offers.update', { as, params: { offerId: offer.id }, body: { quantity: offer['quantity'] } })
  await run.succeed(rule, 'products.update', {
    as,
    params: { productId: product.id },
    body: { price: product['price'] },
  })
  const organizationId = organizationOf(agency)
  for (const [{ name }, ask] of readsOf(run, organizationId)) {
    const isSettled = whyNotRead({ role: 'agent', agents: standardPermissions }, name) !== undefined
    if (!isSettled || whyNotRead({ role: 'agent', agents: all }, name) !== undefined) continue
    await attempt(run, rule, async () => void (await run.succeed(rule, name, { ...ask, as })))
  }
  await attempt(run, rule, () => exportReadable(agency))
}

/** A list is taken along as a file by whoever may read it, and by nobody else, where exporting itself is theirs. */
async function exportReadable(agency: Agency): Promise<void> {
  const { run, agent: as } = agency
  const organizationId = organizationOf(agency)
  if (run.lacks('listExports.csv')) return
  for (const resource of exportedWhole) {
    const isReadable = whyNotRead({ role: 'agent', agents: all }, `${resource}.list`) === undefined
    const ask = { as, body: { organizationId, resource } }
    if (isReadable) await run.succeed(rule, 'listExports.csv', ask)
    else await run.refuse(rule, 'listExports.csv', { ...ask, isValid: true }, [403])
  }
}

/** The order that a row of a list is about. */
const orderIn: Readonly<Partial<Record<SearchResource, (row: Row) => unknown>>> = {
  orders: ({ id }) => id,
  orderLines: ({ orderId }) => orderId,
  transactions: ({ orderId }) => orderId,
  fulfillments: ({ orderId }) => orderId,
}

/** An agent sells, and sees of all orders what they have sold themselves, in every list and its sums. */
async function checkOwnOrders(agency: Agency, settle: () => Promise<unknown>): Promise<void> {
  const { run, agent: as, shop, world } = agency
  const organizationId = organizationOf(agency)
  const me = recordOf(await run.succeed(rule, 'users.me', { as }))
  const sold = async () => {
    const params = { organizationId, userId: me.id }
    return Number(recordOf(await run.succeed(rule, 'members.get', { params }))['ordersCount'])
  }
  const [theirs] = await placeOne(run, shop)
  const before = await sold()
  const body = placement(shop, [{ offerId: shop.offer.id, quantity: 1, unitPrice: 20 }])
  const placed = await run.succeed(rule, 'orders.place', { as, body })
  const own = recordOf(placed)
  run.journal.made('orders', own.id, as.name, textOf(body['draftId']))
  const more = (await sold()) - before
  run.verify(rule, placed, more === 1, 'one order more that the agent has placed, in ordersCount', String(more))
  const { rows } = await walk(run, { organizationId, resource: 'orders', filters: { agentId: me.id } })
  const known = new Set<unknown>(rows.map(({ id }) => id))
  run.verify(rule, placed, known.has(own.id) && !known.has(theirs.id), 'the order among those of its agent')
  const toOwn = { as, params: { orderId: own.id } }
  await run.succeed(rule, 'orders.addNote', { ...toOwn, body: { text: `${world.marker} theirs` } })
  await settle()
  for (const [resource, orderOf] of Object.entries(orderIn) as [SearchResource, (row: Row) => unknown][]) {
    await attempt(run, rule, async () => {
      const found = await walk(run, { organizationId, resource }, { as })
      const other = found.rows.find((row) => !known.has(orderOf(row)))
      run.verify(rule, found.exchange, other === undefined, `${resource} of what the agent has sold alone`, other?.id)
      if (resource === 'orders') {
        const isThere = found.rows.some(({ id }) => id === own.id)
        run.verify(rule, found.exchange, isThere, 'the order that the agent has sold')
      }
      const add = addedUp[resource]
      if (add === undefined) return
      const sums = await run.succeed(rule, `${resource}.sums`, { as, body: { organizationId } })
      const wrong = difference(add(found.rows), dataOf(sums))
      run.verify(rule, sums, wrong === undefined, `what the agent's own ${resource} come to`, wrong)
    })
  }
  await attempt(run, rule, () => reportsOwn(agency, me.id))
  await attempt(run, rule, () => programReadsOwn(agency, known))
  await attempt(run, rule, () => hearsOwn(agency, own))
  await attempt(run, rule, () => readsNoOfficeMails(agency, textOf(me['email'])))
  await run.succeed(rule, 'orders.get', { as, params: { orderId: own.id } })
  const toTheirs = { as, params: { orderId: theirs.id }, isValid: true }
  for (const name of ['orders.get', 'orders.payments']) await run.refuse(rule, name, toTheirs, hidden)
  await run.refuse(rule, 'orders.addNote', { ...toTheirs, body: { text: `${world.marker} not theirs` } }, hidden)
  if (!run.lacks('audit.timeline')) {
    const toldOf = { params: { resource: 'orders', recordId: theirs.id }, query: { organizationId } }
    await run.refuse(rule, 'audit.timeline', { as, ...toldOf, isValid: true }, hidden)
  }
  const csv = await run.succeed(rule, 'listExports.csv', { as, body: { organizationId, resource: 'orders' } })
  const lines = linesOf(csv.text).length - 1
  run.verify(rule, csv, lines === known.size, `the ${known.size} orders that the agent has sold`, `${lines} lines`)
  const number = textOf(theirs['number'])
  const found = await run.succeed(rule, 'search.find', { as, query: { organizationId, q: `#${number}` } })
  run.verify(rule, found, !found.text.includes(theirs.id), 'no order that somebody else has sold', theirs.id)
  const mails = await run.succeed(rule, 'mails.list', { as, query: { organizationId, limit: '100' } })
  const strange = ((mails.json as { data?: Row[] }).data ?? []).find(({ order }) => {
    const { id } = fieldsOf(order)
    return typeof id === 'string' && !known.has(id)
  })
  run.verify(rule, mails, strange === undefined, 'mails of what the agent has sold alone', strange?.id)
  await run.succeed(rule, 'orders.cancel', { as, params: { orderId: own.id }, body: {} })
}

/** A report is made of the orders that whoever asks may see: of an agent's alone it is what owners are told of that agent. */
async function reportsOwn({ run, shop, agent: as }: Agency, agentId: string): Promise<void> {
  const { organizationId } = shop.tenant
  const days = { from: dayFromNow(-1), to: dayFromNow(1) }
  const body = { organizationId, measures: ['sales', 'orders'], ...days }
  const narrowed = { body: { ...body, filters: { agentId: [agentId] } } }
  const [due, told] = [
    await run.succeed(rule, 'reports.read', narrowed),
    await run.succeed(rule, 'reports.read', { as, body }),
  ]
  const wrong = difference(fieldsOf(dataOf(due)['totals']), fieldsOf(dataOf(told)['totals']))
  run.verify(rule, told, wrong === undefined, 'a report of what the agent has sold alone', wrong)
}
