import { randomUUID } from 'node:crypto'
import { mostShare } from '../../rules/collaborations'
import { difference, disagreement } from '../engine/compare'
import type { Exchange } from '../engine/exchange'
import type { Fields } from '../engine/fields'
import { recordOf, type Row, rowsOf, totalOf } from '../engine/listing'
import type { Run } from '../engine/run'
import { attempt, sideBySide } from '../engine/steps'
import { workplaceOf } from '../engine/tenant'
import { textOf } from '../engine/text'
import type { World } from '../engine/world'
import { refuseForeign } from './intrusion'
import { checkOwnFile } from './ownFiles'
import { dataOf } from './paying'
import { partnerOf, sellsOffers, sharedIn, verifyMails, verifyShared, verifyTimeline } from './sharing'
import { checkPartners } from './statements'

/** Every other record is nobody's, and what can't be done is refused in one of these ways. */
const refused = [403, 404, 409, 422]

/** A campaign is shared with somebody of another organization, who sees nothing of it before they accept (CO-01, CO-02). */
export async function checkCollaborations(run: Run, world: World): Promise<void> {
  if (!run.isFull) return
  const { first, second, marker } = world
  const { organizationId } = first
  await checkPartners(run, second === undefined ? [first] : [first, second])
  let email = `${marker}-partner@unknown.offerdesk.example`
  let made: Row | undefined
  const startedAt = Date.now()
  await attempt(run, 'collaborations.make', async () => {
    email = await partnerOf(run, organizationId, email)
    const campaigns = [{ campaignId: workplaceOf(first).id, right: 'sell' }]
    const body = { organizationId, email: email.toUpperCase(), share: 12.5, campaigns }
    const refuse = (more: object) =>
      run.refuse('collaborations.make', 'collaborations.create', { body: { ...body, ...more } }, [400, 403, 404, 422])
    for (const more of [
      { share: 100.01 },
      { share: 12.505 },
      { campaigns: [] },
      { campaigns: [...campaigns, ...campaigns] },
    ]) {
      await refuse(more)
    }
    if (second?.workplace !== undefined)
      await refuse({ campaigns: [{ campaignId: second.workplace.id, right: 'see' }] })
    const created = await run.succeed('collaborations.make', 'collaborations.create', { body })
    made = recordOf(created)
    const isIt = made['email'] === email && made['share'] === 12.5 && made['state'] === 'invited'
    run.verify('collaborations.make', created, isIt, `${email} is invited for 12.5 percent`)
    const shared = sharedIn(made)
    run.verify(
      'collaborations.make',
      created,
      shared === sharedIn({ campaigns }),
      'the campaigns that were sent',
      shared,
    )
    await refuse({ email })
    const list = await run.succeed('collaborations.make', 'collaborations.list', {
      query: { organizationId, q: email, state: 'invited' },
    })
    const [row, ...others] = rowsOf(list)
    const isOne = row !== undefined && others.length === 0
    run.verify('collaborations.make', list, isOne, 'the one invitation, by its address')
    const { campaigns: _, ...told } = made
    const wrong = row && (disagreement(told, row) ?? difference({ side: 'given', campaignsCount: 1 }, row))
    run.verify('collaborations.make', list, wrong === undefined, 'the invitation as it was answered', wrong)
  })
  if (made === undefined) return
  const params = { collaborationId: made.id }
  const sale = {
    organizationId,
    draftId: randomUUID(),
    campaignId: workplaceOf(first).id,
    customer: { firstName: marker },
    lines: [{ offerId: marker, quantity: 1, unitPrice: 1 }],
    address: {},
  }
  await attempt(run, 'collaborations.make', () => inviteOthers(run, world))
  const listed = { organizationId, resource: 'collaborations', call: 'collaborations.list' } as const
  const invited = { state: 'invited' }
  await checkOwnFile(run, { ...listed, ask: { query: { organizationId, ...invited } }, filters: invited })
  await attempt(run, 'collaborations.closed', async () => {
    await run.refuse('collaborations.closed', 'collaborations.sell', { params, body: sale, isValid: true }, refused)
    for (const name of ['collaborations.pause', 'collaborations.resume']) {
      await run.refuse('collaborations.closed', name, { params, body: {}, isValid: true }, [409])
    }
    const ofSale = { params: { ...params, orderId: randomUUID() }, isValid: true }
    const paying = { ...ofSale, body: { organizationId, mail: false } }
    await run.refuse('collaborations.closed', 'collaborations.createPaymentLink', paying, refused)
    const ending = { ...ofSale, body: { organizationId } }
    await run.refuse('collaborations.closed', 'collaborations.endPaymentLink', ending, refused)
    const asked = { ...ofSale, query: { organizationId } }
    await run.refuse('collaborations.closed', 'collaborations.payment', asked, [403, 404])
    await sellsOffers(run, world, params)
    const sold = await run.succeed('collaborations.closed', 'collaborations.orders', { params })
    run.verify('collaborations.closed', sold, totalOf(sold) === 0, 'no order')
    for (const tenant of second === undefined ? [first] : [first, second]) {
      const ask = { as: tenant.account, query: { organizationId: tenant.organizationId } }
      const received = await run.succeed('collaborations.closed', 'collaborations.received', ask)
      const isNobodys = rowsOf(received).every((row) => row['collaborationId'] !== params.collaborationId)
      run.verify('collaborations.closed', received, isNobodys, 'no campaign of what nobody has accepted')
      if (tenant === first) continue
      const theirs = await run.succeed('collaborations.closed', 'collaborations.list', ask)
      const isTheirs = rowsOf(theirs).some(({ id }) => id === params.collaborationId)
      run.verify('collaborations.closed', theirs, !isTheirs, 'no collaboration that nobody has accepted')
    }
    const owed = await run.succeed('collaborations.closed', 'collaborations.statement', { params })
    const { months } = dataOf(owed)
    run.verify('collaborations.closed', owed, Array.isArray(months) && months.length === 0, 'no month')
    for (const name of ['collaborations.accept', 'collaborations.decline', 'collaborations.invitation']) {
      const more =
        name === 'collaborations.accept' ? { campaigns: [{ campaignId: sale.campaignId, right: 'see' }] } : {}
      const body = name === 'collaborations.invitation' ? {} : { organizationId, ...more }
      const asked = { body: { token: randomUUID(), ...body }, isValid: true }
      await run.refuse('collaborations.closed', name, asked, [403, 404, 410])
    }
    if (run.second === undefined || second === undefined) return
    for (const name of ['get', 'offers', 'orders', 'statement']) {
      await refuseForeign(run, second, first, `collaborations.${name}`, { params })
    }
    for (const name of ['renew', 'pause', 'resume', 'end']) {
      await refuseForeign(run, second, first, `collaborations.${name}`, { params, body: {}, isValid: true })
    }
  })
  await attempt(run, 'collaborations.end', async () => {
    const campaigns = [{ campaignId: sale.campaignId, right: 'see' }]
    const others = first.campaigns.filter(({ id }) => id !== sale.campaignId)
    const other = others.find(({ status }) => status === 'completed') ?? others[0]
    const more = other === undefined ? [] : [{ campaignId: other.id, right: 'sell' }]
    // What is left out is not shared any more.
    await verifyShared(run, await settle(run, params, [...campaigns, ...more]))
    const shared = await settle(run, params, campaigns)
    const [was, renewed] = [
      recordOf(shared),
      await run.succeed('collaborations.end', 'collaborations.renew', { params, body: {} }),
    ]
    const ends = [was, recordOf(renewed)].map(({ expiresAt }) => Date.parse(textOf(expiresAt)))
    run.verify('collaborations.end', renewed, Number(ends[1]) > Number(ends[0]), 'a later end, as it is sent again')
    const isKept = sharedIn(recordOf(renewed)) === sharedIn(was)
    run.verify('collaborations.end', renewed, isKept, 'what is shared as it was', sharedIn(recordOf(renewed)))
    await attempt(run, 'collaborations.end', () => verifyMails(run, first, made?.['email'], startedAt))
    await run.succeed('collaborations.end', 'collaborations.end', { params, body: {} })
    await attempt(run, 'audit.timeline', () => verifyTimeline(run, organizationId, params.collaborationId))
    const read = await run.succeed('collaborations.end', 'collaborations.get', { params })
    run.verify('collaborations.end', read, recordOf(read)['state'] === 'ended', 'state ended')
    for (const name of ['renew', 'pause', 'resume', 'end']) {
      await run.refuse('collaborations.end', `collaborations.${name}`, { params, body: {}, isValid: true }, [409])
    }
    await run.refuse(
      'collaborations.end',
      'collaborations.share',
      { params, body: { campaigns }, isValid: true },
      [409],
    )
    await run.refuse('collaborations.end', 'collaborations.sell', { params, body: sale, isValid: true }, refused)
  })
}

/** All of what is sold may be the partner's, or nothing, of several campaigns of which some are only seen. */
async function inviteOthers(run: Run, { first, marker }: World): Promise<void> {
  const { organizationId } = first
  const rule = 'collaborations.make'
  const shared = [workplaceOf(first), ...first.campaigns.filter(({ id }) => id !== workplaceOf(first).id)].slice(0, 3)
  await sideBySide(run, [0, mostShare], async (share) => {
    const campaigns = shared.map(({ id }, place) => ({ campaignId: id, right: place % 2 === 0 ? 'see' : 'sell' }))
    const email = `${marker}-gets-${share}@unknown.offerdesk.example`
    const body = { organizationId, email, share, campaigns }
    const created = await run.succeed(rule, 'collaborations.create', { body })
    const params = { collaborationId: recordOf(created).id }
    const read = await run.succeed(rule, 'collaborations.get', { params, query: { organizationId } })
    const list = await run.succeed(rule, 'collaborations.list', { query: { organizationId, q: email } })
    const row = rowsOf(list).find(({ id }) => id === params.collaborationId)
    const counted = { email, share, campaignsCount: campaigns.length }
    for (const told of [created, read]) {
      const wrong = difference(
        { email, share, shared: sharedIn(body) },
        { ...recordOf(told), shared: sharedIn(recordOf(told)) },
      )
      run.verify(
        rule,
        told,
        wrong === undefined,
        `a share of ${share} percent, and each campaign as it was sent`,
        wrong,
      )
    }
    const wrong = difference(counted, row ?? {})
    run.verify(rule, list, wrong === undefined, `a share of ${share} percent, in the list too`, wrong)
    await run.succeed(rule, 'collaborations.end', { params, body: {} })
    if (share > 0) return
    // With whom it has ended it may begin anew.
    const anew = recordOf(await run.succeed(rule, 'collaborations.create', { body }))
    run.verify(rule, created, anew['state'] === 'invited', 'an invitation, as the one before has ended')
    await run.succeed(rule, 'collaborations.end', { params: { collaborationId: anew.id }, body: {} })
  })
}

/** Settles anew what is shared, and no more than that is. */
async function settle(run: Run, params: Record<string, string>, campaigns: Fields[]): Promise<Exchange> {
  const rule = 'collaborations.end'
  const shared = await run.succeed(rule, 'collaborations.share', { params, body: { campaigns } })
  const due = sharedIn({ campaigns })
  for (const told of [shared, await run.succeed(rule, 'collaborations.get', { params })]) {
    const is = sharedIn(recordOf(told))
    run.verify(rule, shared, is === due, `what is shared: ${due}`, is)
  }
  return shared
}
