import fc from 'fast-check'
import type * as z from 'zod/mini'
import { coreResources, type SearchResource } from '../../search'
import { callNamed } from '../engine/calls'
import { Blocked } from '../engine/errors'
import type { Fields } from '../engine/fields'
import { restorable } from '../engine/restorable'
import type { Run } from '../engine/run'
import { attempt } from '../engine/steps'
import type { World } from '../engine/world'
import { validRequests } from '../generate/arbitrary'
import { holdsFor } from '../generate/property'
import { readCampaign } from './campaignBasics'
import { updateAndRead as updateCampaign } from './campaignUpdates'
import { makeOffer, tidyOffer } from './offerBasics'
import { updateAndRead as updateOffer } from './offerUpdates'

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

const singleValues = fc.oneof(
  fc.string({ maxLength: 200 }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.boolean(),
)

/** Whatever the contract allows to search for is answered, or refused for a column that the list does not have. */
export async function generatedSearches(run: Run, world: World): Promise<void> {
  const { organizationId } = world.first
  const values = validRequests(bodyOf('search.search'), {
    organizationId: fc.constant(organizationId),
    // What belongs to calls beyond the core is searched by who tries those.
    resource: fc.constantFrom(...coreResources),
    page: fc.oneof(
      { weight: 4, arbitrary: fc.integer({ min: 1, max: 4 }) },
      { weight: 1, arbitrary: fc.integer({ min: 1, max: 1_000_000 }) },
    ),
    sortBy: fc.oneof(fc.constantFrom(...columns), fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 })),
    // Several values of a filter are beyond the core.
    ...(run.isFull ? {} : { filters: fc.dictionary(fc.string({ maxLength: 60 }), singleValues, { maxKeys: 8 }) }),
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
      // A name of its own is what it is known by should the run be ended; other names are tried by updates.
      const name = `${world.marker} ${String(displayName)}`.slice(0, 200).trim()
      const { row } = await makeOffer(run, tenant, name, fields, 'shape.valid')
      await tidyOffer(run, tenant, row.id)
    })
  })
  await attempt(run, 'offers.update', async () => {
    let { row } = await makeOffer(run, tenant, `${world.marker} generated`)
    const values = validRequests(bodyOf('offers.update')).filter(
      ({ minPrice, maxPrice }) =>
        (minPrice === undefined) === (maxPrice === undefined) && !(Number(minPrice) > Number(maxPrice)),
    )
    await holdsFor(run, 'shape.valid', values, 20, async (body) => {
      ;[row] = await updateOffer(run, tenant, row, body)
    })
    await tidyOffer(run, tenant, row.id)
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
    run.journal.campaign(campaign.id, first.account.name, fields)
    let current = campaign
    const values = validRequests(bodyOf('campaigns.update'))
      .map((body) => Object.fromEntries(Object.entries(body).filter(([name]) => name in fields)))
      .filter((body) => Object.keys(body).length > 0 && areDaysInOrder(body))
    await holdsFor(run, 'shape.valid', values, 15, async (body) => {
      current = await updateCampaign(run, current, body)
    })
    await updateCampaign(run, current, fields)
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
