import { change } from '../engine/compare'
import type { Ask } from '../engine/exchange'
import { searchPage } from '../engine/listing'
import type { Run } from '../engine/run'
import { attempt } from '../engine/steps'
import type { Tenant } from '../engine/tenant'
import type { World } from '../engine/world'
import { deleteCustomer, makeCustomer, readCustomer } from './customerBasics'
import { hiddenInBody, secretOf } from './foreign'
import { refuseForeign } from './intrusion'

/** Each account asks for what belongs to the other: the answer is as if it did not exist, and nothing changes. */
export async function checkForeignCustomers(run: Run, world: World, first: Tenant, second: Tenant): Promise<void> {
  await attempt(run, 'access.foreignPath', () => intrude(run, world, first, second))
  await attempt(run, 'access.foreignPath', () => intrude(run, world, second, first))
}

async function intrude(run: Run, world: World, intruder: Tenant, victim: Tenant): Promise<void> {
  const as = intruder.account
  const secret = secretOf(world, victim)
  const email = `${secret}@unknown.offerdesk.example`
  const { organizationId } = victim
  const [{ id: customerId }] = await makeCustomer(run, victim, { organizationId, firstName: secret, email })
  const before = await readCustomer(run, victim, customerId)
  const to = { params: { customerId }, isValid: true }
  const asks: [name: string, ask: Ask][] = [
    ['customers.get', to],
    ['customers.update', { ...to, body: { note: 'taken over' } }],
    ['customers.delete', to],
    ['customers.restore', { ...to, body: {} }],
    ['customers.merge', { ...to, body: { otherId: customerId, keep: {} } }],
    ['customers.unmerge', { ...to, body: {} }],
  ]
  for (const [name, ask] of asks) await refuseForeign(run, intruder, victim, name, ask)
  const body = { organizationId, firstName: `${secret} intruding`, email: `intruding-${email}` }
  await run.refuse('access.foreignBody', 'customers.create', { as, body, isValid: true }, hiddenInBody)
  const own = { organizationId: intruder.organizationId, resource: 'customers' as const, q: secret }
  const seen = await searchPage(run, own, as)
  run.verify(
    'access.nothingForeign',
    seen.exchange,
    seen.total === 0,
    "no customer of another organization's",
    `${seen.total} found`,
  )

  const moved = change(before, await readCustomer(run, victim, customerId))
  const listed = await searchPage(run, { ...own, organizationId }, victim.account)
  run.verify(
    'access.noEffect',
    listed.exchange,
    moved === undefined,
    "the other organization's customer as it was",
    moved,
  )
  const isAlone = listed.total === 1
  run.verify(
    'access.noEffect',
    listed.exchange,
    isAlone,
    'no customer made by a refused request',
    `${listed.total} found`,
  )
  await deleteCustomer(run, victim, customerId)
}
