import { difference } from '../engine/compare'
import { recordOf, rowsOf } from '../engine/listing'
import type { Run } from '../engine/run'
import { attempt } from '../engine/steps'
import type { World } from '../engine/world'
import { letIn } from './demandedSteps'
import { hidden } from './foreign'
import { beginWork, hasBegun, takeOver } from './handingOver'
import { verifyRole } from './memberRecords'
import { lendPrograms } from './memberRights'
import { checkTold } from './organizations'
import { leftName, ownOrganization } from './ownOrganization'
import type { Person } from './stepSignIn'

const rule = 'members.out'

/** Whoever was let in as an owner is one, and leaves; a colleague goes on with what they have begun (AU-01). */
export async function checkLeaving(run: Run, { marker, ...world }: World, person: Person): Promise<void> {
  const organizationId = await ownOrganization(run, rule, leftName)
  await attempt(run, 'organization.change', () => changeCurrency(run, organizationId))
  if (run.lacks('members.leave')) return
  const { account: as } = person
  const isNew = await letIn(run, organizationId, person, 'owner')
  if (isNew) await attempt(run, rule, () => verifyRole(run, organizationId, as, 'owner'))
  const programs = isNew ? await lendPrograms(run, { marker, ...world }, organizationId, as) : []
  const begun = await beginWork(run, organizationId, as, { title: `${marker} left`, isTalked: true })
  const leaving = { as, params: { organizationId } }
  if (hasBegun(begun)) await run.refuse(rule, 'members.leave', { ...leaving, body: {}, isValid: true }, [422])
  const me = recordOf(await run.succeed(rule, 'users.me'))
  const left = await run.succeed(rule, 'members.leave', {
    ...leaving,
    body: hasBegun(begun) ? { handOverTo: me.id } : {},
  })
  const search = { organizationId, resource: 'campaigns', limit: 1, page: 1 }
  for (const one of [as, ...programs]) {
    await run.refuse(rule, 'search.search', { as: one, body: search, isValid: true }, hidden)
  }
  const own = await run.succeed(rule, 'organizations.list', { as })
  const isOwn = rowsOf(own).some(({ id }) => id === organizationId)
  run.verify(rule, left, !isOwn, 'no organization that they have left', organizationId)
  if (!run.lacks('members.list')) {
    const listed = await run.succeed(rule, 'members.list', { params: { organizationId }, query: { limit: '100' } })
    const { id } = recordOf(await run.succeed(rule, 'users.me', { as }))
    const isThere = rowsOf(listed).some((row) => row.id === id)
    run.verify(rule, listed, !isThere, 'nobody who has left', id)
  }
  await attempt(run, rule, () => takeOver(run, organizationId, begun))
}

/** Before the first order the currency may be another, with decimals or without. */
async function changeCurrency(run: Run, organizationId: string): Promise<void> {
  const params = { organizationId }
  const before = recordOf(await run.succeed('organization.change', 'organizations.settings', { params }))
  const { currency, hasOrders } = before
  if (hasOrders !== false || typeof currency !== 'string') return
  for (const other of ['JPY', currency === 'EUR' ? 'USD' : 'EUR', currency]) {
    const body = { currency: other }
    const changed = await run.succeed('organization.change', 'organizations.update', { params, body })
    const wrong = difference(body, recordOf(changed))
    run.verify('organization.change', changed, wrong === undefined, `the currency ${other}`, wrong)
    await checkTold(run, organizationId)
  }
}
