import type { Waiting } from '../../rules/workQueue'
import { atOnce } from '../engine/atOnce'
import { difference, disagreement } from '../engine/compare'
import { Blocked } from '../engine/errors'
import type { Ask, Exchange } from '../engine/exchange'
import type { Fields } from '../engine/fields'
import { recordOf, type Row, rowsOf } from '../engine/listing'
import { keepMade } from '../engine/onceMore'
import { typedPhone } from '../engine/phones'
import type { Run } from '../engine/run'
import { attempt, lookAgain } from '../engine/steps'
import { neverGiven, textOf } from '../engine/text'
import type { World } from '../engine/world'
import { filled } from '../generate/limits'
import { isOwnName } from './ownOrganization'
import { makeCustomer } from './customerBasics'
import { hiddenInBody } from './foreign'
import { refuseForeign } from './intrusion'
import { checkKey, customerOf, makeOne, notNow, shopOf } from './sellingBasics'

/** Somebody is in one call at a time, and every call is closed with how it went (LI-05, CA-01, CA-02). */
export async function checkPhoneCalls(run: Run, world: World): Promise<void> {
  if (!run.isFull) return
  await attempt(run, 'calls.life', async () => {
    const { organizationId: own, organizations } = world.first
    // The check calls in its own ones at the same time.
    const others = organizations.filter(({ name }) => !isOwnName(name))
    const organizationId = await quietOrganization(run, [own, ...others.map(({ id }) => id)])
    if (organizationId === undefined) {
      run.recorder.skip('calls.life', 'the account is in a call in each of its organizations')
      return
    }
    await checkCalls(run, world, organizationId, await strangerOf(run, world))
  })
}

const openCalls = (run: Run, organizationId: string): Promise<Exchange> =>
  run.succeed('calls.open', 'calls.open', { query: { organizationId } })

/** An organization in which the account is in no call. */
export async function quietOrganization(run: Run, ids: readonly string[]): Promise<string | undefined> {
  for (const id of [...new Set(ids)].slice(0, 5)) {
    const talks = rowsOf(await openCalls(run, id)).some(({ state }) => state === 'talking')
    if (!talks) return id
  }
  return undefined
}

/** A customer of the other account's. */
async function strangerOf(run: Run, world: World): Promise<string | undefined> {
  const { second } = world
  return second && (await shopOf(run, world, second)).customer.id
}

async function checkCalls(run: Run, world: World, organizationId: string, stranger: string | undefined): Promise<void> {
  const { first, marker } = world

  const tenant = { ...first, organizationId }
  const fields = customerOf(run, tenant, `${marker}-rings`)
  const [customer] = await makeCustomer(run, tenant, fields)
  const ask = { headers: { 'idempotency-key': `${marker}-call` }, body: { organizationId, customerId: customer.id } }
  const verify = (exchange: Exchange, wrong: string | undefined, expected: string) =>
    run.verify('calls.life', exchange, wrong === undefined, expected, wrong)
  const nobodies = [undefined, neverGiven(customer.id), ...(stranger === undefined ? [] : [stranger])]
  for (const customerId of nobodies) {
    const wrong = { organizationId, ...(customerId !== undefined && { customerId }) }
    const told = await run.refuse('calls.life', 'calls.start', { body: wrong, isValid: true }, [400, 404, 409, 422])
    // With nobody's name it would not be found by it.
    keepMade(run, 'calls.start', {}, told)
  }
  const { second } = world
  const intrude = async (name: string, ask: Ask) => {
    if (second === undefined) return
    await attempt(run, 'access.foreignPath', () => refuseForeign(run, second, first, name, { ...ask, isValid: true }))
  }
  if (second !== undefined) {
    const foreign = { as: second.account, body: ask.body, isValid: true }
    await run.refuse('access.foreignBody', 'calls.start', foreign, hiddenInBody)
  }
  const [call, started] = await makeOne(run, tenant, 'calls', 'calls.life', ask.body, ask)
  const due = { state: 'talking', customerId: customer.id, phone: fields.phone, endedAt: null, disposition: null }
  verify(started, wrongIn(due, call), 'a call with the customer and their number')
  // Every number of a run's is of the United States.
  const { country = null } = call
  verify(started, country === null || country === 'US' ? undefined : textOf(country), 'US as where the number is from')
  await checkKey(run, 'calls.start', ask, started, { organizationId, phone: run.phones.next() })
  const verifyOngoing = async (isDue: boolean, expected: string) => {
    const ongoing = await run.succeed('calls.life', 'calls.ongoing')
    const shown = (ongoing.json as { data: Row | null }).data
    verify(ongoing, (shown?.id === call.id) === isDue ? undefined : String(shown?.id), expected)
    if (shown && isDue) verify(ongoing, disagreement(shown, call), 'the ongoing call as it was begun')
  }
  await verifyOngoing(true, 'the call as the ongoing one')
  const other = { body: { organizationId, phone: fields.phone }, isValid: true }
  await run.refuse('calls.life', 'calls.start', other, [409])
  const params = { callId: call.id }
  await intrude('calls.end', { params, body: {} })
  const close = (body: Fields) => ({ params, body, isValid: true })
  await run.refuse('calls.life', 'calls.close', close({ disposition: 'sold' }), [409])
  const ended = await run.succeed('calls.life', 'calls.end', { params, body: {} })
  verify(ended, wrongIn({ state: 'wrapping_up' }, recordOf(ended)), 'a call that has yet to be wrapped up')
  verify(ended, typeof recordOf(ended)['endedAt'] === 'string' ? undefined : 'there is no endedAt', 'when it has ended')
  await verifyOngoing(false, 'no ongoing call that has ended')
  await run.refuse('calls.life', 'calls.end', { params, body: {}, isValid: true }, [409])
  await intrude('calls.resume', { params, body: {} })
  const resumed = await run.succeed('calls.life', 'calls.resume', { params, body: {} })
  verify(resumed, wrongIn({ state: 'talking', endedAt: null }, recordOf(resumed)), 'a call that is talked again')
  await verifyOngoing(true, 'the call that is talked again as the ongoing one')
  await run.refuse('calls.life', 'calls.resume', { params, body: {}, isValid: true }, [409])
  await run.succeed('calls.life', 'calls.end', { params, body: {} })
  await intrude('calls.close', { params, body: { disposition: 'service' } })
  const next = await checkNext(run, tenant, { ...customer, phone: fields.phone }, call)
  const at = new Date(Date.now() + 86_400_000).toISOString()
  await run.refuse('calls.life', 'calls.close', close({ disposition: 'call_back' }), notNow)
  await run.refuse('calls.life', 'calls.close', close({ disposition: 'not_interested', callBackAt: at }), notNow)
  await run.refuse('calls.life', 'calls.close', close({ note: 'no disposition' }), [400, 422])
  const word = { disposition: 'sold', note: filled('line one\nline two 🎁 ', 5_000), callBackAt: null }
  const closed = await run.succeed('calls.life', 'calls.close', { params, body: word })
  verify(closed, wrongIn({ state: 'closed', ...word }, recordOf(closed)), 'how it went, as it was said')
  await run.refuse('calls.life', 'calls.close', close({ disposition: 'sold' }), [409])
  await run.succeed('calls.life', 'calls.end', { params: { callId: next.id }, body: {} })
  // Nor is it talked again, though nothing else is talked now.
  for (const name of ['calls.resume', 'calls.end']) {
    await run.refuse('calls.life', name, { params, body: {}, isValid: true }, [409])
  }
  const back = { params: { callId: next.id }, body: { disposition: 'call_back', callBackAt: at } }
  const waitingBefore = await callBacksWaiting(run, organizationId)
  const later = await run.succeed('calls.life', 'calls.close', back)
  const waiting = await callBacksWaiting(run, organizationId)
  if (waiting !== undefined && waitingBefore !== undefined) {
    const isLater = waiting.count === waitingBefore.count
    const expected = `${waitingBefore.count} call-backs that are due, as the new one is not`
    run.verify('dashboard.queue', waiting.exchange, isLater, expected, `${waiting.count}`)
  }
  const isLater = Math.abs(Date.parse(String(recordOf(later)['callBackAt'])) - Date.parse(at)) < 1_000
  verify(later, isLater ? undefined : String(recordOf(later)['callBackAt']), `to be called back at ${at}`)
  await attempt(run, 'calls.callBacks', async () => {
    const listed = async () => {
      const exchange = await run.succeed('calls.callBacks', 'calls.callBacks', { query: { organizationId } })
      const at = rowsOf(exchange).find(({ id }) => id === next.id)?.['callBackAt']
      return { exchange, at: Date.parse(String(at)) }
    }
    const due = await listed()
    const isListed = Math.abs(due.at - Date.parse(at)) < 1_000
    run.verify('calls.callBacks', due.exchange, isListed, `the call that is to be returned at ${at}`)
    await intrude('calls.calledBack', { params: back.params, body: {} })
    await run.refuse('calls.callBacks', 'calls.calledBack', { params, body: {}, isValid: true }, notNow)
    await run.succeed('calls.callBacks', 'calls.calledBack', { params: back.params, body: {} })
    const done = await listed()
    run.verify('calls.callBacks', done.exchange, Number.isNaN(done.at), 'no call that has been returned')
  })
  await attempt(run, 'dashboard.queue', () => comesDue(run, tenant))
  const left = await openCalls(run, organizationId)
  const isLeft = rowsOf(left).some(({ id }) => id === call.id || id === next.id)
  run.verify('calls.open', left, !isLeft, 'no closed call among the open ones')
  const shop = await shopOf(run, world, first)
  shop.callId = call.id
  shop.callsIn = organizationId
}

/** A call-back waits from when it is due until it is done; by the clock of the server, whose date has no milliseconds. */
async function comesDue(run: Run, tenant: World['first']): Promise<void> {
  const { organizationId } = tenant
  const before = await callBacksWaiting(run, organizationId)
  if (before === undefined) return
  const body = { organizationId, phone: run.phones.next() }
  const [{ id: longAgo }] = await makeOne(run, tenant, 'calls', 'calls.life', { ...body, phone: run.phones.next() })
  await run.succeed('calls.life', 'calls.end', { params: { callId: longAgo }, body: {} })
  const [{ id: callId }] = await makeOne(run, tenant, 'calls', 'calls.life', body)
  const ask = { params: { callId } }
  const ended = await run.succeed('calls.life', 'calls.end', { ...ask, body: {} })
  const soon = Date.parse(textOf(ended.headers['date'] ?? '')) + 1_500
  const isTold = !Number.isNaN(soon)
  const closing = isTold
    ? { disposition: 'call_back', callBackAt: new Date(soon).toISOString() }
    : { disposition: 'wrong_number' }
  await run.succeed('calls.life', 'calls.close', { ...ask, body: closing })
  if (!isTold) return
  const counts = async (due: number, when: string) => {
    const often = { looks: 12, pause: 300 }
    const seen = await lookAgain(
      run,
      often,
      () => callBacksWaiting(run, organizationId),
      (one) => one?.count === due,
    )
    if (seen === undefined) return
    run.verify('dashboard.queue', seen.exchange, seen.count === due, `${due} call-backs ${when}`, `${seen.count}`)
  }
  await counts(before.count + 1, 'that wait, as one more is due')
  await run.succeed('calls.callBacks', 'calls.calledBack', { ...ask, body: {} })
  await counts(before.count, 'that wait, as one is done')
  // By now it would show if it began anew.
  for (const name of ['calls.resume', 'calls.end'])
    await run.succeed('calls.life', name, { params: { callId: longAgo }, body: {} })
  await run.succeed('calls.life', 'calls.close', { params: { callId: longAgo }, body: { disposition: 'wrong_number' } })
}

/** While the first is wrapped up, another is begun, with a number alone. */
async function checkNext(run: Run, tenant: World['first'], customer: Row & { phone: string }, call: Row): Promise<Row> {
  const { organizationId } = tenant
  const body = { organizationId, phone: typedPhone(customer.phone) }
  const exchange = await startTwo(run, [body, { ...body, phone: customer.phone }])
  const next = recordOf(exchange)
  const wrong = wrongIn({ state: 'talking', customerId: customer.id }, next)
  run.verify('calls.life', exchange, wrong === undefined, 'the customer whose number it is', wrong)
  const open = await openCalls(run, organizationId)
  const [own, states] = [rowsOf(open).filter(({ id }) => id === next.id || id === call.id), 'talking, wrapping_up']
  const isBoth = own.map(({ state }) => String(state)).join(', ') === states
  run.verify('calls.open', open, isBoth, 'both calls, the newest first', JSON.stringify(own))
  const told = own.find(({ id }) => id === next.id)
  const differs = told && disagreement(told, next)
  run.verify('calls.open', open, differs === undefined, 'an open call as it was begun', differs)
  // Whoever talks can't talk to another one again.
  await run.refuse('calls.life', 'calls.resume', { params: { callId: call.id }, body: {}, isValid: true }, [409])
  return next
}

/** Of two calls that are begun at once somebody is in one; the other is refused. */
async function startTwo(run: Run, bodies: readonly { phone: string }[]): Promise<Exchange> {
  const answers = await atOnce(run, bodies, (body) => run.ask('calls.start', { body }))
  const begun = answers.filter(({ status, call }) => call.successes.includes(status))
  for (const exchange of begun) keepMade(run, 'calls.start', {}, exchange)
  const [first] = begun
  for (const exchange of answers) {
    const holds = exchange === first || exchange.status === 409
    run.verify('calls.life', exchange, holds, 'one of two calls that are begun at once, and the other refused with 409')
  }
  if (first === undefined) throw new Blocked('no call was begun')
  return first
}

/** Nothing that is due is missing; null is nothing. */
const wrongIn = (due: Fields, row: Row): string | undefined =>
  difference(due, Object.fromEntries(Object.entries(row).map(([name, value]) => [name, value ?? null])))

/** How many call-backs the dashboard tells are due; undefined where there is none. */
async function callBacksWaiting(run: Run, organizationId: string) {
  if (run.lacks('dashboard.read')) return undefined
  const exchange = await run.succeed('dashboard.queue', 'dashboard.read', { query: { organizationId } })
  return { exchange, count: countWaiting(exchange, 'callBacks') }
}

/** How many of something the dashboard tells wait; what there is none of is left out. */
export function countWaiting(dashboard: Exchange, of: Waiting): number {
  const queue = (recordOf(dashboard)['queue'] ?? []) as { of: Waiting; count: number }[]
  return queue.find((one) => one.of === of)?.count ?? 0
}
