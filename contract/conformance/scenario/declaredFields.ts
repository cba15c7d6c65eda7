import { atOnce } from '../engine/atOnce'
import { allCalls, callNamed } from '../engine/calls'
import { difference, isSame } from '../engine/compare'
import { type Fields, isRecord } from '../engine/fields'
import { recordOf, type Row, rowsOf, searchPage } from '../engine/listing'
import { type Made, makings } from '../engine/made'
import type { Run } from '../engine/run'
import { attempt } from '../engine/steps'
import { limitsOf, optionalOf, readAs } from '../generate/limits'
import { makeOne } from './sellingBasics'
import { nth, type Trade } from './trade'

/** A record of the run's own that a call changes, by the parameter of its path. */
interface Own {
  id: string
  read: () => Promise<Row>
}

/** What the check needs as it is: what its organization is known by, and what closes people out. */
const left = new Set([
  'organizations.update name',
  'organizations.update demandsTwoSteps',
  'organizations.update currency',
])

/** Every field of whatever can be changed is so to its limits, and no other field is. */
export async function checkLimits(trade: Trade): Promise<void> {
  const { run, place } = trade
  const owned = { ...ownOf(trade), ...(place.isOwn ? await madeFor(trade) : {}) }
  for (const { name, method, path, body } of allCalls) {
    const [param, ...others] = [...path.matchAll(/:(\w+)/g)].map(([, one]) => one ?? '')
    if (method !== 'PUT' || body === undefined || param === undefined || others.length > 0) continue
    const isWhole = path.endsWith(`:${param}`) || name === 'organizations.update'
    if (!isWhole) continue
    if (name === 'organizations.update' && !place.isOwn) continue
    const own = owned[param]
    if (own !== undefined) await attempt(run, 'fields.limits', () => changeEach(run, name, param, own))
  }
}

/** The records of the shop by the parameter that names them. */
function ownOf({
  run,
  place: { tenant },
  customers,
  products,
  campaigns,
  offers,
  till,
}: Trade): Readonly<Record<string, Own>> {
  const { organizationId } = tenant
  const reading = (name: string, params: Record<string, string>) => async () =>
    recordOf(await run.succeed('fields.limits', name, { params }))
  const [customer, product, campaign, offer] = [nth(customers, 3), nth(products, 2), nth(campaigns, 2), nth(offers, 1)]
  const listed = async () => {
    const filters = { ids: [offer.id] }
    return nth((await searchPage(run, { organizationId, resource: 'offers', filters })).rows, 0)
  }
  return {
    customerId: { id: customer.id, read: reading('customers.get', { customerId: customer.id }) },
    productId: { id: product.id, read: reading('products.get', { productId: product.id }) },
    campaignId: { id: campaign.id, read: reading('campaigns.get', { campaignId: campaign.id }) },
    gatewayInstanceId: { id: till.id, read: reading('gateways.get', { gatewayInstanceId: till.id }) },
    organizationId: { id: organizationId, read: reading('organizations.settings', { organizationId }) },
    offerId: { id: offer.id, read: listed },
  }
}

/** What nobody else has there: who sells, and a view that is saved for this alone. */
async function madeFor({ run, world, place: { tenant } }: Trade): Promise<Readonly<Record<string, Own>>> {
  const { organizationId } = tenant
  const made: Record<string, Own> = {}
  const keep = (param: string, list: string, id: string) => {
    const read = async () =>
      rowsOf(await run.succeed('fields.limits', list, { query: { organizationId } })).find((row) => row.id === id) ?? {
        id,
      }
    made[param] = { id, read }
  }
  await attempt(run, 'fields.limits', async () => {
    const [seller] = rowsOf(await run.succeed('fields.limits', 'sellers.list', { query: { organizationId } }))
    if (seller !== undefined) keep('sellerId', 'sellers.list', seller.id)
  })
  await attempt(run, 'fields.limits', async () => {
    const body = { organizationId, list: 'orders', name: `${world.marker} limits`, address: {} }
    const [view] = await makeOne(run, tenant, 'savedViews', 'fields.limits', body)
    keep('savedViewId', 'savedViews.list', view.id)
  })
  return made
}

async function changeEach(run: Run, name: string, param: string, { id, read }: Own): Promise<void> {
  const { body } = callNamed(name)
  if (body === undefined) return
  const params = { [param]: id }
  const former = await read()
  const names = new Set(limitsOf(body).map(([field]) => field))
  let before = former
  const taken = new Map<string, unknown[]>()
  for (const [field, value] of limitsOf(body)) {
    if (left.has(`${name} ${field}`) || !(field in former)) continue
    const exchange = await run.ask(name, { params, body: { [field]: value }, mustSucceed: true })
    if (!run.isSuccess('fields.limits', exchange)) continue
    taken.set(field, [...(taken.get(field) ?? []), value])
    const [now, meant] = [await read(), readAs(body, field, value)]
    for (const shown of [recordOf(exchange), now]) {
      const wrong = wrongField(field, meant, shown)
      run.verify(
        'fields.limits',
        exchange,
        wrong === undefined,
        `${field} as it was sent and is read, at its limit too`,
        wrong,
      )
    }
    const moved = [...names].find((other) => other !== field && !isSame(other, before[other] ?? '', now[other] ?? ''))
    const said = moved && `${moved} was ${JSON.stringify(before[moved])} and is ${JSON.stringify(now[moved])}`
    run.verify('fields.limits', exchange, moved === undefined, `nothing changed but ${field}`, said)
    before = now
    // What may be refused beside another limit is not left there.
    const restored = await run.ask(name, { params, body: { [field]: backTo(former[field], value) ?? '' } })
    if (restored.status === 200) before = await read()
  }
  await clearTogether(run, name, params, before, taken, read)
  await changeTogether(run, name, params, taken, read)
  await changeAtOnce(run, name, params, taken, read)
  const back: Fields = {}
  for (const [field, values] of taken) {
    const due = backTo(former[field], values[0]) ?? (values.includes('') ? '' : undefined)
    if (due !== undefined) back[field] = due
  }
  if (Object.keys(back).length > 0) await run.ask(name, { params, body: back })
}

/** What is sent to have a field as it was: of lines that belong together, those that were not there are emptied. */
function backTo(former: unknown, sent: unknown): unknown {
  if (!isRecord(sent)) return former ?? undefined
  const lines = isRecord(former) ? former : {}
  return Object.fromEntries(Object.keys(sent).map((line) => [line, lines[line] ?? '']))
}

/** Of several fields that are changed at once none is lost. */
async function changeTogether(
  run: Run,
  name: string,
  params: Record<string, string>,
  taken: ReadonlyMap<string, unknown[]>,
  read: () => Promise<Row>,
): Promise<void> {
  const { body } = callNamed(name)
  if (body === undefined || taken.size < 2) return
  // Of numbers the lowest, beside which others may be sent still.
  const sent = Object.fromEntries(
    [...taken].map(([field, values]) => [field, typeof values[0] === 'number' ? values.at(-1) : values[0]]),
  )
  const exchange = await run.ask(name, { params, body: sent })
  // What may be so alone need not be so together.
  if (exchange.status !== 200) return
  const now = await read()
  const lost = Object.entries(sent)
    .map(([field, value]) => wrongField(field, readAs(body, field, value), now))
    .find((wrong) => wrong !== undefined)
  run.verify('fields.limits', exchange, lost === undefined, 'every field of those that were changed at once', lost)
}

/** How a field is not as it is meant; what is nothing may be shown as none. */
const wrongField = (field: string, meant: unknown, shown: Row): string | undefined =>
  isNothing(meant) && isNothing(shown[field]) ? undefined : difference({ [field]: meant }, shown)

/** What an empty text clears alone it clears beside other fields, too. */
async function clearTogether(
  run: Run,
  name: string,
  params: Record<string, string>,
  before: Row,
  taken: ReadonlyMap<string, unknown[]>,
  read: () => Promise<Row>,
): Promise<void> {
  const filled = Object.fromEntries(
    [...taken].flatMap(([field, values]) => {
      const value = values.find((one) => !isNothing(one))
      return values.includes('') && value !== undefined ? [[field, value]] : []
    }),
  )
  const cleared = Object.keys(filled)
  const kept = [...taken.keys()].find((field) => !cleared.includes(field) && !isNothing(before[field]))
  if (cleared.length === 0 || cleared.length + (kept === undefined ? 0 : 1) < 2) return
  // There has to be something that is cleared.
  if ((await run.ask(name, { params, body: filled })).status !== 200) return
  const due = Object.fromEntries(cleared.map((field) => [field, '']))
  const body = kept === undefined ? due : { ...due, [kept]: before[kept] }
  const exchange = await run.ask(name, { params, body })
  // What may be nothing need not be so together.
  if (exchange.status !== 200) return
  const now = await read()
  for (const field of cleared) {
    const said = `${field} is ${JSON.stringify(now[field])}`
    run.verify('fields.limits', exchange, isNothing(now[field]), `${field} cleared beside other fields`, said)
  }
}

/** Of two who change one version at once, one is told that it is outdated. */
async function changeAtOnce(
  run: Run,
  name: string,
  params: Record<string, string>,
  taken: ReadonlyMap<string, unknown[]>,
  read: () => Promise<Row>,
): Promise<void> {
  const { body, heads } = callNamed(name)
  const now = await read()
  const { version } = now
  if (body === undefined || !heads.includes('if-match') || typeof version !== 'number') return
  // What is as it was need not count as a change.
  const [field, values = []] =
    [...taken]
      .map(([of, all]) => [of, all.filter((value) => !isSame(of, readAs(body, of, value), now[of] ?? ''))] as const)
      .find(([, others]) => others.length > 1) ?? []
  if (field === undefined) return
  const headers = { 'if-match': `"${version}"` }
  const answers = await atOnce(run, values.slice(0, 2), (value) =>
    run.ask(name, { params, body: { [field]: value }, headers }),
  )
  const done = answers.filter(({ status, call }) => call.successes.includes(status))
  for (const exchange of answers) {
    const holds = done.includes(exchange) ? done.length === 1 : [409, 412].includes(exchange.status)
    const expected = 'one of two changes of the same version that are sent at once, and the other refused as outdated'
    run.verify('change.outdated', exchange, holds, expected, `${done.length} of them done, ${exchange.summary}`)
  }
  const then = await read()
  const other = values.find((value) => !isSame(field, readAs(body, field, value), then[field] ?? ''))
  if (other === undefined) return
  const among = { 'if-match': `"${version + 1_000}", "${Number(then['version'])}"` }
  const named = await run.ask(name, { params, body: { [field]: other }, headers: among })
  const isDone = named.call.successes.includes(named.status)
  run.verify('change.outdated', named, isDone, 'a change of a version that is named beside another one')
}

/** Whether a value says that there is none, or holds nothing. */
const isNothing = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  value === 0 ||
  value === false ||
  (Array.isArray(value) && value.length === 0) ||
  (isRecord(value) && Object.values(value).every(isNothing))

/** What is made of a kind, from no more than what has to be given. */
const bare: Readonly<Partial<Record<Made, (marker: string) => Fields>>> = {
  campaigns: (marker) => ({ name: `${marker} bare` }),
  products: (marker) => ({ name: `${marker} bare`, sku: `${marker}-bare`, price: 1 }),
  customers: (marker) => ({ firstName: `${marker} bare` }),
}

/** What is left out of something new is nothing, and not something that nobody has said. */
export async function checkDefaults({ run, world, place: { tenant } }: Trade): Promise<void> {
  const { organizationId } = tenant
  for (const [made, bodyOf] of Object.entries(bare) as [Made, (marker: string) => Fields][]) {
    const { creates } = makings[made]
    const { body } = callNamed(creates)
    if (body === undefined) continue
    await attempt(run, 'fields.defaults', async () => {
      const [row, exchange] = await makeOne(run, tenant, made, 'fields.defaults', {
        organizationId,
        ...bodyOf(world.marker),
      })
      const search = { organizationId, resource: made as 'products', filters: { ids: [row.id] } }
      const [listed] = (await searchPage(run, search)).rows
      for (const shown of [row, listed ?? {}]) {
        const invented = optionalOf(body).find((name) => !isNothing((shown as Fields)[name]))
        const said = invented && `${invented} is ${JSON.stringify((shown as Fields)[invented])}`
        run.verify('fields.defaults', exchange, invented === undefined, 'nothing of what was left out', said)
      }
    })
  }
}
