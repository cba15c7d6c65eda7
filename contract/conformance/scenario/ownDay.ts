import { dayIn } from '../../rules/days'
import { firstSteps } from '../../rules/workQueue'
import { confirmed, difference } from '../engine/compare'
import { recordOf, type Row, rowsOf, searchPage, totalOf, walk } from '../engine/listing'
import type { Run } from '../engine/run'
import { textOf } from '../engine/text'
import type { Tenant } from '../engine/tenant'
import { fieldsOf, listOf } from './paying'

const rule = 'dashboard.own'

const boardOf = (run: Run, organizationId: string) => run.succeed(rule, 'dashboard.read', { query: { organizationId } })

/** Calls and orders of somebody's day, as their lists have them. */
async function dayOf(run: Run, organizationId: string, zone: string) {
  const me = recordOf(await run.succeed('session.me', 'users.me'))
  const query = { organizationId }
  const filters = { agentId: me.id, createdFrom: dayIn(zone, new Date()) }
  const { rows: calls } = await walk(run, { ...query, resource: 'calls', filters })
  const placed = { ...filters, status: ['open', 'completed'] }
  const orders = await run.succeed(rule, 'search.search', {
    body: { ...query, resource: 'orders', filters: placed, limit: 1, page: 1 },
  })
  const callBacks = rowsOf(await run.succeed(rule, 'calls.callBacks', { query })).length
  const open = rowsOf(await run.succeed(rule, 'calls.open', { query }))
  const ofToday = open.filter(({ startedAt }) => dayIn(zone, new Date(textOf(startedAt))) === filters.createdFrom)
  const begun = new Set([...calls, ...ofToday].map(({ id }) => id)).size
  const counted = calls.filter(({ outcome }) => outcome !== 'uncounted').length
  const sold = calls.filter(({ orderId }) => (orderId ?? null) !== null).length
  return { calls: begun, counted, sold, orders: totalOf(orders), callBacks }
}

/** How the caller's own day goes is as their lists have it; it counts only when it is wrong twice. */
export async function checkOwnDay(run: Run, organizationId: string, zone: string): Promise<void> {
  const { exchange, wrong } = await confirmed(async () => {
    const today = dayIn(zone, new Date())
    const due = await dayOf(run, organizationId, zone)
    const exchange = await boardOf(run, organizationId)
    const isSameDay = dayIn(zone, new Date()) === today
    return { exchange, wrong: isSameDay ? difference(due, fieldsOf(recordOf(exchange)['own'])) : undefined }
  })
  run.verify(rule, exchange, wrong === undefined, 'the own day, as the lists of calls and orders have it', wrong)
}

/** How many rows a list has that are narrowed so. */
const countOf = async (run: Run, body: { organizationId: string; resource: string; filters?: object }) =>
  totalOf(await run.succeed(rule, 'search.search', { body: { ...body, limit: 1, page: 1 } }))

/** Until the first order has been paid, what is done of what an organization does first; nothing is told of it afterwards. */
export async function checkSteps(
  run: Run,
  { organizationId }: Pick<Tenant, 'organizationId'>,
  due: Readonly<Partial<Record<string, boolean>>>,
  next: { campaignId?: string; orderId?: string } = {},
): Promise<void> {
  if (run.lacks('dashboard.read')) return
  const paid = ['paid', 'overpaid', 'partially_refunded', 'refunded']
  const isPaid = (await countOf(run, { organizationId, resource: 'orders', filters: { paymentStatus: paid } })) > 0
  const exchange = await boardOf(run, organizationId)
  const { steps, next: told } = recordOf(exchange)
  const verify = (holds: boolean, expected: string) =>
    run.verify(rule, exchange, holds, expected, JSON.stringify([steps, told]))
  if (isPaid) return void verify((steps ?? told ?? null) === null, 'no first steps, as an order has been paid')
  const rows: Row[] = listOf(steps)
  verify(rows.map(({ step }) => textOf(step)).join() === firstSteps.join(), `the steps ${firstSteps.join(', ')}`)
  const wrong = rows.find(({ step, isDone }) => due[textOf(step)] !== undefined && due[textOf(step)] !== isDone)
  verify(wrong === undefined, `steps that are done: ${JSON.stringify(due)}`)
  const other = difference(next, fieldsOf(told))
  verify(other === undefined, `where the next step is done: ${JSON.stringify(next)}`)
}

/** The same before anything is made: of what its list has none, nothing is done. */
export async function checkFirstSteps(run: Run, { organizationId }: Pick<Tenant, 'organizationId'>): Promise<void> {
  const products = await countOf(run, { organizationId, resource: 'products', filters: { status: 'active' } })
  const campaigns = await countOf(run, { organizationId, resource: 'campaigns' })
  const { rows } = await searchPage(run, { organizationId, resource: 'orders', limit: 1, page: 1 })
  const due = {
    product: products > 0,
    campaign: campaigns > 0,
    ...(rows.length === 0 && { order: false }),
    payment: false,
  }
  await checkSteps(run, { organizationId }, due)
}
