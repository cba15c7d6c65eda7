import { tokenDuties } from '../../rules/apiTokens'
import type { Account } from '../engine/exchange'
import { tokenOf } from '../engine/history'
import { recordOf, searchPage } from '../engine/listing'
import type { Run } from '../engine/run'
import type { World } from '../engine/world'
import { settled } from './refunds'
import { walkShop } from './shopWalk'
import { compareQueue } from './standings'

/** Whoever sees their own orders alone is told of no others that wait. */
export async function seesOwnOrders(run: Run, world: World, organizationId: string, account: Account): Promise<void> {
  const settle = (seesAllOrders: boolean) =>
    run.succeed('dashboard.queue', 'organizations.setPermissions', {
      params: { organizationId },
      body: { seesAllOrders },
    })
  // Where nothing was sold nothing waits.
  await walkShop(run, world)
  await settle(false)
  await compareQueue(run, { organizationId, account })
  await settle(true)
  await compareQueue(run, { organizationId, account })
}

/** An agent gives back of an order what their organization lets them, all refunds together (OR-03). */
export async function refundsUpToLimit(run: Run, organizationId: string, as: Account): Promise<void> {
  const query = { organizationId, resource: 'orders' as const, filters: { status: 'open' }, limit: 100, page: 1 }
  const { rows } = await searchPage(run, query)
  const order = rows.find(({ paidTotal, refundedTotal }) => Number(paidTotal) - Number(refundedTotal) >= 10)
  if (order === undefined) return
  const params = { organizationId }
  const { refundLimit } = recordOf(await run.succeed('refunds.cap', 'organizations.permissions', { params }))
  const settle = (limit: unknown) =>
    run.succeed('refunds.cap', 'organizations.setPermissions', { params, body: { refundLimit: limit } })
  const ask = { as, params: { orderId: order.id }, body: { amount: 3 } }
  await settle(0)
  await run.refuse('refunds.cap', 'orders.refund', { ...ask, isValid: true }, [403])
  await settle(Number(order['refundedTotal']) + 5)
  await run.succeed('refunds.cap', 'orders.refund', ask)
  await settled(run, order.id)
  await run.refuse('refunds.cap', 'orders.refund', { ...ask, isValid: true }, [403])
  // The limit itself is within.
  await run.succeed('refunds.cap', 'orders.refund', { ...ask, body: { amount: 2 } })
  await settled(run, order.id)
  await settle(refundLimit)
}

/** Programs that somebody lets in while they may: for all that they may themselves, and for each duty by its name. */
export async function lendPrograms(run: Run, { marker }: World, organizationId: string, as: Account) {
  const programs: Account[] = []
  if (run.lacks('apiTokens.create')) return programs
  for (const duties of [null, tokenDuties]) {
    const body = { organizationId, name: `${marker} of two`, duties }
    const made = await run.succeed('members.out', 'apiTokens.create', { as, body })
    // Whoever has made it may be out by the time that it is revoked.
    run.journal.made('apiTokens', recordOf(made).id, run.first.name, body.name)
    const program: Account = { name: as.name, token: tokenOf(made) ?? '' }
    programs.push(program)
    await run.succeed('members.out', 'audit.list', { as: program, query: { organizationId } })
  }
  return programs
}

/** A program may do no more than whoever has let it in may now, whatever it was let in for. */
export async function refuseOwnersDuties(run: Run, organizationId: string, programs: readonly Account[]) {
  const rule = 'members.out'
  const [query, params] = [{ organizationId }, { organizationId }]
  const { exports } = recordOf(await run.succeed(rule, 'organizations.permissions', { params }))
  for (const as of programs) {
    await run.refuse(rule, 'audit.list', { as, query, isValid: true }, [403])
    await run.refuse(rule, 'organizations.setPermissions', { as, params, body: { exports }, isValid: true }, [403])
    await run.succeed(rule, 'campaigns.kinds', { as, query })
  }
}
