import { confirmed, difference, disagreement } from '../engine/compare'
import type { Account } from '../engine/exchange'
import type { Fields } from '../engine/fields'
import { recordOf, type Row, rowsOf, searchPage } from '../engine/listing'
import { isAboutNow } from '../engine/moments'
import type { Run } from '../engine/run'
import { textOf } from '../engine/text'
import { isWholeNetwork } from './devices'
import { fieldsOf, listOf } from './paying'

const rule = 'members.out'

interface Place {
  organizationId: string
  userId: string
}

export const workOf = (member: Fields): Fields => fieldsOf(member['work'])

/** What somebody would hand over is what they find themselves: their drafts, whom they are to call back, and open calls. */
export async function verifyOwnWork(run: Run, organizationId: string): Promise<void> {
  const lists = { drafts: 'orderDrafts.list', callBacks: 'calls.callBacks', calls: 'calls.open' }
  if (run.lacks('members.get') || Object.values(lists).some((name) => run.lacks(name))) return
  const { id: userId } = recordOf(await run.succeed(rule, 'users.me'))
  const work = workOf(recordOf(await run.succeed(rule, 'members.get', { params: { organizationId, userId } })))
  for (const [part, name] of Object.entries(lists)) {
    const listed = await run.succeed(rule, name, { query: { organizationId } })
    const due = rowsOf(listed).length
    run.verify(rule, listed, work[part] === due, `as many ${part} as ${name} has, ${due}`, textOf(work[part]))
  }
}

/** Whoever has just worked there was seen there, on a device. */
export async function verifySeen(run: Run, params: Place & Record<string, string>): Promise<void> {
  const read = await run.succeed(rule, 'members.get', { params })
  const { joinedAt, lastSeenAt, devices } = recordOf(read)
  const whole = listOf(devices).find(({ network }) => isWholeNetwork(network))
  run.verify(rule, read, whole === undefined, 'a network without its last part', textOf(whole?.['network']))
  // Whoever an earlier run has left there has been there for longer.
  const isNew = isAboutNow(joinedAt) || !run.recorder.isExercised('users.acceptInvite')
  run.verify(rule, read, isNew, 'since when they have been there, in joinedAt', textOf(joinedAt))
  for (const seen of [lastSeenAt, listOf(devices)[0]?.['lastSeenAt']]) {
    run.verify(rule, read, isAboutNow(seen), 'when and by what they have worked there last', textOf(seen))
  }
}

/** What has happened to somebody is told with the newest first: a role was settled twice. */
export async function verifyRoles(run: Run, { organizationId, userId }: Place): Promise<void> {
  if (run.lacks('audit.timeline')) return
  const ask = { params: { resource: 'members', recordId: userId }, query: { organizationId, limit: '2' } }
  const told = await run.succeed('audit.timeline', 'audit.timeline', ask)
  const actions = rowsOf(told).map(({ action }) => textOf(action))
  const isTold = actions.length === 2 && actions.every((action) => action === 'members.setRole')
  run.verify('audit.timeline', told, isTold, 'the two roles that were settled last', actions.join(', '))
}

/** Whoever may read a person may read what has happened to them: everybody of themselves, and only owners of others. */
export async function readsOwnTimeline(run: Run, { organizationId, userId }: Place, as: Account, otherId: string) {
  if (run.lacks('audit.timeline')) return
  const of = (recordId: string) => ({ as, params: { resource: 'members', recordId }, query: { organizationId } })
  const own = await run.succeed('audit.timeline', 'audit.timeline', of(userId))
  const isTold = rowsOf(own).some(({ action }) => action === 'members.setRole')
  run.verify('audit.timeline', own, isTold, 'that their role was settled, to whoever it was settled for')
  await run.refuse('audit.timeline', 'audit.timeline', { ...of(otherId), isValid: true }, [403, 404])
}

/** What somebody did stays under their name. */
export async function verifyName(run: Run, organizationId: string, { id, name }: Row): Promise<void> {
  const query = { organizationId, resource: 'orders' as const, filters: { agentId: id }, limit: 5, page: 1 }
  const { rows, exchange } = await searchPage(run, query)
  const [order] = rows
  if (order === undefined) return
  const isNamed = order['agentName'] === name
  run.verify(rule, exchange, isNamed, `an order that ${textOf(name)} has placed`, textOf(order['agentName']))
}

/** What somebody is to an organization they are told with what agents may do there, by which they are shown what is theirs to do. */
export async function verifyRole(run: Run, organizationId: string, as: Account, role: string): Promise<void> {
  const listed = await run.succeed(rule, 'organizations.list', { as })
  const row: Fields = rowsOf(listed).find(({ id }) => id === organizationId) ?? {}
  const settled = recordOf(await run.succeed(rule, 'organizations.permissions', { params: { organizationId } }))
  const wrong = difference({ role }, row) ?? disagreement(fieldsOf(row['agents']), settled)
  run.verify(
    rule,
    listed,
    wrong === undefined,
    `the organization as ${role === 'owner' ? 'owners' : 'agents'} have it`,
    wrong,
  )
}

/** People at most whose orders are counted. */
const most = 3

/** Whoever has placed some orders has as many as their list shows; partners' people are in no list of these. */
export async function verifySold(run: Run, organizationId: string, people: readonly Row[]): Promise<void> {
  for (const { id, name, ordersCount } of people.slice(0, most)) {
    if (typeof ordersCount !== 'number') continue
    const { exchange, wrong } = await confirmed(async () => {
      const filters = { agentId: id }
      const query = { organizationId, resource: 'orders' as const, filters, limit: 1, page: 1 }
      const { total } = await searchPage(run, query)
      const read = await run.succeed(rule, 'members.get', { params: { organizationId, userId: id } })
      const told = recordOf(read)['ordersCount']
      return { exchange: read, wrong: told === total ? undefined : `${textOf(told)}, and ${total} in their list` }
    })
    run.verify(
      rule,
      exchange,
      wrong === undefined,
      `ordersCount of ${textOf(name)} as the list of orders has it`,
      wrong,
    )
  }
}
