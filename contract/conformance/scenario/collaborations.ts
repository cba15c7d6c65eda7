import { randomUUID } from 'node:crypto'
import { recordOf, type Row, rowsOf, totalOf } from '../engine/listing'
import type { Run } from '../engine/run'
import { attempt } from '../engine/steps'
import { workplaceOf } from '../engine/tenant'
import type { World } from '../engine/world'
import { refuseForeign } from './intrusion'
import { dataOf } from './paying'
import { checkPartners } from './statements'

/** Every other record is nobody's, and what can't be done is refused in one of these ways. */
const refused = [403, 404, 409, 422]

/** A campaign is shared with somebody of another organization, who sees nothing of it before they accept (CO-01, CO-02). */
export async function checkCollaborations(run: Run, world: World): Promise<void> {
  if (!run.isFull) return
  const { first, second, marker } = world
  const { organizationId } = first
  await checkPartners(run, second === undefined ? [first] : [first, second])
  const email = `${marker}-partner@unknown.offerdesk.example`
  let made: Row | undefined
  await attempt(run, 'collaborations.make', async () => {
    const campaigns = [{ campaignId: workplaceOf(first).id, right: 'sell' }]
    const body = { organizationId, email: email.toUpperCase(), share: 12.5, campaigns }
    const refuse = (more: object) =>
      run.refuse('collaborations.make', 'collaborations.create', { body: { ...body, ...more } }, [400, 403, 404, 422])
    await refuse({ share: 100.01 })
    await refuse({ campaigns: [] })
    if (second?.workplace !== undefined)
      await refuse({ campaigns: [{ campaignId: second.workplace.id, right: 'see' }] })
    const created = await run.succeed('collaborations.make', 'collaborations.create', { body })
    made = recordOf(created)
    const isIt = made['email'] === email && made['share'] === 12.5 && made['state'] === 'invited'
    run.verify('collaborations.make', created, isIt, `${email} is invited for 12.5 percent`)
    await refuse({ email })
    const list = await run.succeed('collaborations.make', 'collaborations.list', {
      query: { organizationId, q: email },
    })
    run.verify('collaborations.make', list, rowsOf(list).length === 1, 'the one invitation, by its address')
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
    await run.succeed('collaborations.closed', 'collaborations.offers', { params })
    const sold = await run.succeed('collaborations.closed', 'collaborations.orders', { params })
    run.verify('collaborations.closed', sold, totalOf(sold) === 0, 'no order')
    for (const tenant of second === undefined ? [first] : [first, second]) {
      const ask = { as: tenant.account, query: { organizationId: tenant.organizationId } }
      const received = await run.succeed('collaborations.closed', 'collaborations.received', ask)
      const isNobodys = rowsOf(received).every((row) => row['collaborationId'] !== params.collaborationId)
      run.verify('collaborations.closed', received, isNobodys, 'no campaign of what nobody has accepted')
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
    const shared = await run.succeed('collaborations.end', 'collaborations.share', { params, body: { campaigns } })
    const [one] = (recordOf(shared)['campaigns'] ?? []) as { right?: unknown }[]
    run.verify('collaborations.end', shared, one?.right === 'see', 'the campaign is seen, and not sold')
    await run.succeed('collaborations.end', 'collaborations.renew', { params, body: {} })
    await run.succeed('collaborations.end', 'collaborations.end', { params, body: {} })
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
