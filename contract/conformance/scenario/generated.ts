import fc from 'fast-check'
import type * as z from 'zod/mini'
import type { SearchResource } from '../../search'
import { callNamed } from '../engine/calls'
import { Blocked } from '../engine/errors'
import type { Run } from '../engine/run'
import { attempt } from '../engine/steps'
import { neverGiven } from '../engine/text'
import { workplaceOf, type World } from '../engine/world'
import { validRequests } from '../generate/arbitrary'
import { holdsFor } from '../generate/property'
import { readCampaign, restorable, updateAndRead as updateCampaign } from './campaigns'
import { hiddenInBody } from './foreignCreates'
import { deleteOffer, makeOffer, offerBody } from './offerBasics'
import { updateAndRead as updateOffer } from './offers'

type Fields = Record<string, unknown>

const bodyOf = (name: string): z.ZodMiniType => {
  const { body } = callNamed(name)
  if (body === undefined) throw new Error(`${name} takes no body`)
  return body
}

/** Names that rows have, and names that they don't. */
const columns = ['createdAt', 'name', 'displayName', 'basePrice', 'status', 'constructor', '__proto__', 'id; --', 'x']

/** Searches at the edges of what the contract allows. */
const edges: Fields[] = [
  { page: 1_000_000 },
  { limit: 100 },
  { limit: 1 },
  { q: '' },
  { q: '   ' },
  { q: 'z'.repeat(200) },
  { q: '(' },
  { q: '[a-z' },
  { q: "' OR 1=1 --" },
  { q: '%' },
  { q: 'back\\slash' },
  { q: '🎁' },
  { sortBy: 'constructor' },
  { sortBy: '__proto__', sortOrder: 'desc' },
  { sortBy: 'toString' },
  { sortBy: "x' or '1" },
  { sortOrder: 'desc' },
  { filters: {} },
  { filters: { campaignId: "' or ''='" } },
  { filters: { campaignId: 7 } },
  { filters: { campaignId: true } },
  { filters: { constructor: 'x', toString: 1 } },
  { filters: { status: 'z'.repeat(200) } },
  { filters: Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`field${index}`, index])) },
]

/** Whatever the contract allows to search for is answered, or refused for a column that the list does not have. */
export async function generatedSearches(run: Run, world: World): Promise<void> {
  const { organizationId } = world.first
  const values = validRequests(bodyOf('search.search'), {
    organizationId: fc.constant(organizationId),
    page: fc.oneof(
      { weight: 4, arbitrary: fc.integer({ min: 1, max: 4 }) },
      { weight: 1, arbitrary: fc.integer({ min: 1, max: 1_000_000 }) },
    ),
    sortBy: fc.oneof(fc.constantFrom(...columns), fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 })),
  })
  const answered = async (body: Fields) => {
    const exchange = await run.ask('search.search', { body })
    const mayRefuse = 'sortBy' in body || 'filters' in body
    const statuses = mayRefuse ? [200, 400, 404, 422] : [200]
    run.verify('shape.valid', exchange, statuses.includes(exchange.status), `status ${statuses.join(', ')}`)
  }
  const always = edges.map((edge) => ({ organizationId, resource: 'offers', ...edge }))
  await attempt(run, 'shape.valid', () => holdsFor(run, 'shape.valid', values, 50, answered, always))
  for (const resource of ['offers', 'campaigns', 'orders'] satisfies SearchResource[]) {
    await attempt(run, 'shape.valid', () =>
      holdsFor(run, 'shape.valid', fc.string({ unit: 'grapheme', maxLength: 30 }), 8, async (q) => {
        await run.succeed('shape.valid', 'search.search', { body: { organizationId, resource, q } })
      }),
    )
  }
}

/** Whatever the contract calls a valid offer is kept exactly as it was sent. */
export async function generatedOffers(run: Run, world: World): Promise<void> {
  const tenant = world.first
  await attempt(run, 'offers.create', () => {
    const values = validRequests(bodyOf('offers.create'), {
      organizationId: fc.constant(tenant.organizationId),
      productId: fc.constant('p'),
      gatewayInstanceId: fc.constant('g'),
    })
    return holdsFor(run, 'shape.valid', values, 20, async (body) => {
      const { organizationId: _o, productId: _p, gatewayInstanceId: _g, displayName, ...fields } = body
      const { row } = await makeOffer(run, world, tenant, String(displayName), fields, 'shape.valid')
      await deleteOffer(run, world, tenant, row.id)
    })
  })
  await attempt(run, 'offers.update', async () => {
    let { row } = await makeOffer(run, world, tenant, `${world.marker} generated`)
    const values = validRequests(bodyOf('offers.update')).filter(
      ({ minPrice, maxPrice }) =>
        (minPrice === undefined) === (maxPrice === undefined) && !(Number(minPrice) > Number(maxPrice)),
    )
    await holdsFor(run, 'shape.valid', values, 20, async (body) => {
      ;[row] = await updateOffer(run, tenant, row, body)
    })
    await deleteOffer(run, world, tenant, row.id)
  })
}

/** Whatever the contract allows to change of a campaign is read back; the campaign is put back afterwards. */
export async function generatedCampaigns(run: Run, world: World): Promise<void> {
  await attempt(run, 'campaigns.update', async () => {
    const { first } = world
    const read = await Promise.all(first.campaigns.slice(0, 20).map(({ id }) => readCampaign(run, id)))
    const [campaign] = read.toSorted((a, b) => Object.keys(restorable(b)).length - Object.keys(restorable(a)).length)
    const fields = campaign === undefined ? {} : restorable(campaign)
    if (campaign === undefined || Object.keys(fields).length === 0) throw new Blocked('no campaign can be put back')
    world.made.campaigns.set(campaign.id, { account: first.account, fields })
    let current = campaign
    const values = validRequests(bodyOf('campaigns.update'))
      .map((body) => Object.fromEntries(Object.entries(body).filter(([name]) => name in fields)))
      .filter((body) => Object.keys(body).length > 0 && areDaysInOrder(body))
    await holdsFor(run, 'shape.valid', values, 15, async (body) => {
      current = await updateCampaign(run, current, body)
    })
    await updateCampaign(run, current, fields)
    world.made.campaigns.delete(campaign.id)
  })
}

/** A campaign may not end before it begins, whichever of the two is sent. */
const areDaysInOrder = ({ startDate, endDate }: Fields) =>
  (startDate === undefined) === (endDate === undefined) && !(String(startDate) > String(endDate))

/** Paths and queries that the contract allows. */
export async function generatedReads(run: Run, world: World): Promise<void> {
  const ids = world.first.campaigns.map(({ id }) => id)
  if (ids.length === 0) return
  const withMembers = fc.constantFrom('true', 'false')
  await attempt(run, 'shape.valid', () =>
    holdsFor(run, 'shape.valid', fc.tuple(fc.constantFrom(...ids), withMembers), 10, async ([campaignId, flag]) => {
      const exchange = await run.succeed('shape.valid', 'campaigns.get', {
        params: { campaignId },
        query: { withMembers: flag },
      })
      const { data } = exchange.json as { data?: { id?: unknown } }
      run.verify('campaigns.get', exchange, data?.id === campaignId, `the campaign ${campaignId}`, String(data?.id))
    }),
  )
}

const oddIds = [
  "1' or '1'='1",
  '../../etc/passwd',
  '%00',
  'a/b',
  'a?b=c#d',
  'null',
  'undefined',
  '-1',
  '0',
  '1e9',
  ' ',
  'ид🎁',
  'z'.repeat(200),
]

/** Ids that nothing has, in every form that an address can carry. */
export async function generatedIds(run: Run, world: World): Promise<void> {
  const odd = fc.oneof(
    fc.uuid(),
    fc.nat().map((number) => `99999${number}9999`),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }),
  )
  const ids = odd.filter((id) => id !== '.' && id !== '..')
  const statuses = [400, 403, 404, 422]
  const names: [string, Fields | undefined][] = [
    ['campaigns.get', undefined],
    ['autoresponders.listEmail', undefined],
    ...(run.options.readOnly
      ? []
      : ([
          ['campaigns.update', { name: `${world.marker} nothing` }],
          ['offers.update', { quantity: 1 }],
          ['offers.delete', undefined],
        ] satisfies [string, Fields | undefined][])),
  ]
  for (const [name, body] of names) {
    if (!run.covers(callNamed(name).resource)) continue
    await attempt(run, 'refusal.unknownId', async () => {
      const ask = (id: string) => ({ params: { campaignId: id, offerId: id }, isValid: true, ...(body && { body }) })
      // An id like the server's own that nothing has.
      await run.refuse(
        'refusal.unknownId',
        name,
        ask(neverGiven(workplaceOf(world.first).id)),
        run.isFull ? [404] : [403, 404],
      )
      const refused = async (id: string) => {
        await run.refuse('refusal.unknownId', name, ask(id), statuses)
      }
      await holdsFor(run, 'refusal.unknownId', ids, 5, refused, oddIds)
    })
  }
  if (run.options.readOnly || !run.covers('offers')) return
  await attempt(run, 'refusal.unknownId', () => unknownReferences(run, world))
}

/** A new offer names records that nobody has: no server falls over it, and at level full it is refused. */
async function unknownReferences(run: Run, { first, made, marker }: World): Promise<void> {
  const body = offerBody(first, `${marker} of nothing`)
  const { productId, gatewayInstanceId } = body
  const wrong: Fields[] = [
    { ...body, productId: neverGiven(productId) },
    ...(gatewayInstanceId === undefined ? [] : [{ ...body, gatewayInstanceId: neverGiven(gatewayInstanceId) }]),
  ]
  for (const one of wrong) {
    const ask = { params: { campaignId: workplaceOf(first).id }, body: one, isValid: true }
    const exchange = run.isFull
      ? await run.refuse('refusal.unknownId', 'offers.create', ask, hiddenInBody)
      : await run.ask('offers.create', { ...ask, alsoDeclared: hiddenInBody })
    const { data } = (exchange.json ?? {}) as { data?: { id?: unknown } | null }
    if (typeof data?.id === 'string') made.offers.set(data.id, first.account)
  }
}
