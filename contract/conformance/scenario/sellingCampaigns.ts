import { change, difference, disagreement } from '../engine/compare'
import type { Exchange } from '../engine/exchange'
import type { Fields } from '../engine/fields'
import { recordOf, type Row, searchPage } from '../engine/listing'
import type { Run } from '../engine/run'
import { attempt } from '../engine/steps'
import { neverGiven } from '../engine/text'
import type { Shop, World } from '../engine/world'
import { mayMove, readCampaign } from './campaignBasics'
import { makeOffer } from './offerBasics'
import { checkKey, dayFromNow, makeOne, notNow, refuseOutdated, shopOf } from './sellingBasics'

/** Campaigns are started, copied, put away and taken back, and say who sells in them (CP-01, CP-02). */
export async function checkSellingCampaigns(run: Run, world: World): Promise<void> {
  if (!run.isFull) return
  await attempt(run, 'campaigns.create', async () => {
    const before = await kinds(run, world)
    const campaign = await checkCreated(run, world, before)
    await attempt(run, 'campaigns.members', () => checkMembers(run, world, campaign.id))
    await attempt(run, 'campaigns.archive', () => checkArchived(run, world, campaign.id))
    const shop = await shopOf(run, world, world.first)
    await attempt(run, 'campaigns.copy', () => checkCopied(run, world, shop))
  })
}

async function kinds(run: Run, { first: { organizationId } }: World): Promise<string[]> {
  const exchange = await run.succeed('campaigns.kinds', 'campaigns.kinds', { query: { organizationId } })
  const { data } = exchange.json as { data: { field: unknown; name: unknown }[] }
  const all = data.map(({ field, name }) => `${String(field)} ${String(name)}`)
  run.verify('campaigns.kinds', exchange, new Set(all).size === all.length, 'every kind once', all.join(', '))
  return all
}

const membersOf = (campaign: Row) => (Array.isArray(campaign['members']) ? (campaign['members'] as Row[]) : [])

async function checkCreated(run: Run, world: World, before: string[]): Promise<Row> {
  const { first, marker } = world
  const [category, type] = [`${marker} category`, `${marker} type`]
  const body = {
    organizationId: first.organizationId,
    name: `${marker} “spring” 名`,
    category,
    type,
    startDate: dayFromNow(-2),
    endDate: dayFromNow(9),
    termsOfService: 'No returns.\n\nAsk us.',
    mustAgreeToTerms: true,
    internalNote: 'note',
  }
  const ask = { headers: { 'idempotency-key': `${marker}-campaign` } }
  const [made, exchange] = await makeOne(run, first, 'campaigns', 'campaigns.create', body, ask)
  await checkKey(run, 'campaigns.create', { ...ask, body }, exchange, { ...body, name: `${marker} other` })
  const read = await readCampaign(run, made.id)
  for (const shown of [made, read]) {
    const wrong = difference({ ...body, status: 'active', archivedAt: '' }, shown)
    run.verify('campaigns.create', exchange, wrong === undefined, 'an active campaign as it was sent', wrong)
    const isIn = membersOf(shown).some(({ email }) => email === run.signedInUser?.['email'])
    run.verify('campaigns.create', exchange, isIn, 'whoever has started it among its members')
  }
  const wrong = { ...body, name: `${marker} backwards`, endDate: dayFromNow(-3) }
  await run.refuse('refusal.body', 'campaigns.create', { body: wrong }, [400, 422])
  const after = await kinds(run, world)
  for (const kind of [`category ${category}`, `type ${type}`]) {
    const isNew = !before.includes(kind) && after.includes(kind)
    run.verify('campaigns.kinds', exchange, isNew, 'the new kinds among the others', kind)
  }
  const update = { params: { campaignId: made.id }, body: { internalNote: 'outdated' } }
  await refuseOutdated(run, 'campaigns.update', update, () => readCampaign(run, made.id))
  return read
}

/** Somebody else of the organization, as another campaign has them. */
async function colleague(run: Run, { first }: World, me: string): Promise<string | undefined> {
  for (const { id } of first.campaigns.slice(0, 8)) {
    const found = membersOf(await readCampaign(run, id)).find((member) => member.id !== me)
    if (found) return found.id
  }
  return undefined
}

async function checkMembers(run: Run, world: World, campaignId: string): Promise<void> {
  const params = { campaignId }
  const now = () => readCampaign(run, campaignId)
  const [me = ''] = membersOf(await now()).map(({ id }) => id)
  const other = await colleague(run, world, me)
  const sets = [...(other === undefined ? [] : [[other]]), [], [me], ...(other === undefined ? [] : [[me, other]])]
  for (const memberIds of sets) {
    const ask = { params, body: { memberIds } }
    const exchange = await run.succeed('campaigns.members', 'campaigns.setMembers', ask)
    for (const shown of [recordOf(exchange), await now()]) {
      const ids = membersOf(shown).map(({ id }) => id)
      const isSet = ids.toSorted().join() === memberIds.toSorted().join()
      run.verify('campaigns.members', exchange, isSet, 'the members that were sent, and no others', ids.join(', '))
    }
  }
  const body = { memberIds: [neverGiven(me)] }
  await run.refuse('campaigns.members', 'campaigns.setMembers', { params, body, isValid: true }, notNow)
  await refuseOutdated(run, 'campaigns.setMembers', { params, body: { memberIds: [] } }, now)
}

async function checkArchived(run: Run, { first }: World, campaignId: string): Promise<void> {
  const params = { campaignId }
  const now = () => readCampaign(run, campaignId)
  const ask = { params, body: {}, isValid: true }
  const before = await now()
  const found = async (filters?: Record<string, string>) => {
    const query = { organizationId: first.organizationId, resource: 'campaigns' as const, q: String(before['name']) }
    const { rows } = await searchPage(run, { ...query, limit: 100, page: 1, ...(filters && { filters }) })
    return rows.some(({ id }) => id === campaignId)
  }
  await run.refuse('campaigns.archive', 'campaigns.restore', ask, [409])
  await refuseOutdated(run, 'campaigns.archive', ask, now)
  const archived = await run.succeed('campaigns.archive', 'campaigns.archive', { params, body: {} })
  for (const shown of [recordOf(archived), await now()]) {
    const isSaid = typeof shown['archivedAt'] === 'string'
    run.verify('campaigns.archive', archived, isSaid, 'when it was archived', String(shown['archivedAt']))
  }
  const [isListed, isKept] = [await found(), await found({ archived: 'true' })]
  run.verify('campaigns.archive', archived, !isListed && isKept, 'a campaign that is listed among the archived alone')
  const update = { params, body: { internalNote: 'late' }, isValid: true }
  await run.refuse('campaigns.archive', 'campaigns.update', update, [409])
  await run.refuse('campaigns.archive', 'campaigns.archive', ask, [409])
  const restored = await run.succeed('campaigns.archive', 'campaigns.restore', { params, body: {} })
  const moved = change(before, await now(), mayMove)
  run.verify('campaigns.archive', restored, moved === undefined, 'the campaign as it was before', moved)
}

const offersIn = async (run: Run, { organizationId }: Fields, campaignId: string): Promise<Row[]> => {
  const filters = { campaignId }
  const query = { organizationId: String(organizationId), resource: 'offers' as const, filters, limit: 100, page: 1 }
  return (await searchPage(run, query)).rows
}

/** What a copy shares with the offer that it was made after. */
const sold = ({
  displayName,
  basePrice,
  minPrice,
  maxPrice,
  maxQuantity,
  shipPrice,
  productId,
  quantity,
}: Row): Fields => ({
  displayName,
  basePrice,
  minPrice: minPrice ?? null,
  maxPrice: maxPrice ?? null,
  maxQuantity: maxQuantity ?? null,
  shipPrice: shipPrice ?? null,
  productId,
  quantity,
})
const textsOf = (rows: readonly Row[]) => rows.map((row) => JSON.stringify(sold(row))).toSorted()

async function checkCopied(run: Run, world: World, { tenant, campaign }: Shop): Promise<void> {
  const { marker, first } = world
  const limits = { quantity: 4, basePrice: 9.5, minPrice: 9, maxPrice: 10, maxQuantity: 2, shipPrice: 1.25 }
  await makeOffer(run, tenant, `${marker} to be copied`, limits)
  const memberIds = membersOf(await readCampaign(run, campaign.id)).map(({ id }) => id)
  const other = await colleague(run, world, memberIds[0] ?? '')
  if (other !== undefined) {
    const body = { memberIds: [...memberIds, other] }
    await run.succeed('campaigns.members', 'campaigns.setMembers', { params: { campaignId: campaign.id }, body })
  }
  const [of, before] = [
    await readCampaign(run, campaign.id),
    await offersIn(run, { organizationId: tenant.organizationId }, campaign.id),
  ]
  const body = { organizationId: first.organizationId, name: `${marker} copy`, copiedFrom: campaign.id }
  const [copy, exchange] = await makeOne(run, first, 'campaigns', 'campaigns.copy', body)
  const [after, copied] = [await offersIn(run, body, campaign.id), await offersIn(run, body, copy.id)]
  for (const { id, displayName } of copied) run.journal.made('offers', id, first.account.name, String(displayName))
  verifyCopy(run, exchange, textsOf(before), textsOf(copied), 'the offers of the campaign that it was made after')
  verifyCopy(run, exchange, textsOf(before), textsOf(after), 'the offers of the campaign itself as they were')
  const emails = (row: Row) =>
    membersOf(row)
      .map(({ email }) => String(email))
      .toSorted()
  verifyCopy(run, exchange, emails(of), emails(await readCampaign(run, copy.id)), 'the members of the campaign')
  const differs = disagreement(copy, await readCampaign(run, copy.id))
  run.verify('campaigns.copy', exchange, differs === undefined, 'the copy as it reads', differs)
  const unknown = { ...body, copiedFrom: neverGiven(campaign.id) }
  await run.refuse('campaigns.copy', 'campaigns.create', { body: unknown, isValid: true }, notNow)
}

function verifyCopy(run: Run, exchange: Exchange, due: string[], shown: string[], expected: string): void {
  const lost = due.find((one, index) => one !== shown[index])
  const isSame = due.length === shown.length && lost === undefined
  run.verify(
    'campaigns.copy',
    exchange,
    isSame,
    expected,
    `${shown.length} instead of ${due.length}; not ${lost ?? 'more'}`,
  )
}
