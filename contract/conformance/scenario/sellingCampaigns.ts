import * as z from 'zod/mini'
import { callNamed } from '../engine/calls'
import { change, difference } from '../engine/compare'
import type { Fields } from '../engine/fields'
import { recordOf, type Row, searchPage } from '../engine/listing'
import type { Run } from '../engine/run'
import { attempt } from '../engine/steps'
import { neverGiven, textOf } from '../engine/text'
import type { World } from '../engine/world'
import { mayMove, readCampaign } from './campaignBasics'
import { checkCopied, colleague, membersOf } from './campaignCopies'
import { checkScript } from './campaignScripts'
import { offerBody } from './offerBasics'
import { checkKey, dayFromNow, makeOne, notNow, refuseOutdated, shopOf } from './sellingBasics'

/** Campaigns are started, copied, put away and taken back, and say who sells in them (CP-01, CP-02). */
export async function checkSellingCampaigns(run: Run, world: World): Promise<void> {
  if (!run.isFull) return
  await attempt(run, 'campaigns.create', async () => {
    const before = await kinds(run, world)
    const campaign = await checkCreated(run, world, before)
    await attempt(run, 'campaigns.create', () => checkSaid(run, world))
    await attempt(run, 'campaigns.members', () => checkMembers(run, world, campaign.id))
    await attempt(run, 'campaigns.script', () => checkScript(run, campaign.id))
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
  // An update gets past neither day that is kept.
  const params = { campaignId: made.id }
  for (const crossing of [
    { endDate: dayFromNow(-3) },
    { startDate: dayFromNow(10) },
    { startDate: dayFromNow(4), endDate: dayFromNow(3) },
  ]) {
    await run.refuse('refusal.body', 'campaigns.update', { params, body: crossing, isValid: true }, [400, 409, 422])
  }
  const after = await kinds(run, world)
  for (const kind of [`category ${category}`, `type ${type}`]) {
    const isNew = !before.includes(kind) && after.includes(kind)
    run.verify('campaigns.kinds', exchange, isNew, 'the new kinds among the others', kind)
  }
  // What no campaign is any more is no kind.
  const moved = await run.succeed('campaigns.kinds', 'campaigns.update', {
    params,
    body: { category: `${category} two` },
  })
  const now = await kinds(run, world)
  const isMoved = now.includes(`category ${category} two`) && !now.includes(`category ${category}`)
  run.verify('campaigns.kinds', moved, isMoved, 'the category that it has now in place of the one before')
  const update = { params: { campaignId: made.id }, body: { internalNote: 'outdated' } }
  await refuseOutdated(run, 'campaigns.update', update, () => readCampaign(run, made.id))
  return readCampaign(run, made.id)
}

/** What is said to be nothing is nothing, days may be said as moments of them, and blanks around a text are none of it. */
async function checkSaid(run: Run, { first, marker }: World): Promise<void> {
  const call = callNamed('campaigns.create')
  const body = {
    organizationId: first.organizationId,
    name: ` ${marker} <b>said</b> &amp; so `,
    category: ` ${marker} <i>&amp; `,
    type: ` ${marker} 名 `,
    startDate: `${dayFromNow(-4)}T12:00:00Z`,
    endDate: `${dayFromNow(8)}T14:00:00+02:00`,
    termsOfService: '',
    mustAgreeToTerms: false,
    internalNote: '',
  }
  const [made, exchange] = await makeOne(run, first, 'campaigns', 'campaigns.create', body)
  const { name, category, type } = (call.body === undefined ? body : z.parse(call.body, body)) as Fields
  const due = { ...body, name, category, type }
  for (const shown of [made, await readCampaign(run, made.id)]) {
    const { mustAgreeToTerms } = shown
    const wrong = difference(due, { ...shown, mustAgreeToTerms: mustAgreeToTerms ?? false })
    run.verify('campaigns.create', exchange, wrong === undefined, 'a campaign as it was said to be', wrong)
  }
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
      const { isMine = null } = shown
      const isTold = isMine === null || isMine === memberIds.includes(me)
      run.verify('campaigns.members', exchange, isTold, 'whether it is one of one’s own, in isMine', String(isMine))
    }
  }
  const before = membersOf(await now()).map(({ id }) => id)
  const body = { memberIds: [me, neverGiven(me)] }
  const refused = await run.refuse('campaigns.members', 'campaigns.setMembers', { params, body, isValid: true }, notNow)
  const left = membersOf(await now()).map(({ id }) => id)
  const isLeft = left.toSorted().join() === before.toSorted().join()
  run.verify('access.noEffect', refused, isLeft, 'the members as they were', left.join(', '))
  await refuseOutdated(run, 'campaigns.setMembers', { params, body: { memberIds: [] } }, now)
}

async function checkArchived(run: Run, { first }: World, campaignId: string): Promise<void> {
  const params = { campaignId }
  const now = () => readCampaign(run, campaignId)
  const ask = { params, body: {}, isValid: true }
  // One that is over comes back as one that is over.
  const { status } = await now()
  await run.succeed('campaigns.archive', 'campaigns.update', { params, body: { status: 'completed' } })
  const before = await now()
  // What is made after it is not over.
  const body = { organizationId: first.organizationId, name: `${textOf(before['name'])} anew`, copiedFrom: campaignId }
  const [copy, copied] = await makeOne(run, first, 'campaigns', 'campaigns.copy', body)
  const isLive = copy['status'] === 'active' && (copy['archivedAt'] ?? null) === null
  run.verify('campaigns.copy', copied, isLive, 'an active copy of a campaign that is over', textOf(copy['status']))
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
    const said = textOf(shown['archived'] ?? 'true')
    run.verify('campaigns.archive', archived, said === 'true', 'archived as lists are filtered by it', said)
  }
  const [isListed, isKept] = [await found(), await found({ archived: 'true' })]
  run.verify('campaigns.archive', archived, !isListed && isKept, 'a campaign that is listed among the archived alone')
  const update = { params, body: { internalNote: 'late' }, isValid: true }
  await run.refuse('campaigns.archive', 'campaigns.update', update, [409])
  const script = { params, body: { script: 'late' }, isValid: true }
  await run.refuse('campaigns.archive', 'campaigns.setScript', script, [409])
  const team = { params, body: { memberIds: [] }, isValid: true }
  await run.refuse('campaigns.archive', 'campaigns.setMembers', team, [409])
  await run.refuse('campaigns.archive', 'campaigns.archive', ask, [409])
  const offer = { params, body: offerBody(first, 'not wanted'), isValid: true }
  await run.refuse('campaigns.archive', 'offers.create', offer, notNow)
  const restored = await run.succeed('campaigns.archive', 'campaigns.restore', { params, body: {} })
  const moved = change(before, await now(), mayMove)
  run.verify('campaigns.archive', restored, moved === undefined, 'the campaign as it was before', moved)
  await run.succeed('campaigns.archive', 'campaigns.update', { params, body: { status } })
}
