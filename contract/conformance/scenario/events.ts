import { difference } from '../engine/compare'
import { type Exchange, jsonOf } from '../engine/exchange'
import type { Fields } from '../engine/fields'
import { recordOf } from '../engine/listing'
import type { Run } from '../engine/run'
import { attempt } from '../engine/steps'
import type { Tenant } from '../engine/tenant'
import type { World } from '../engine/world'
import type { RuleId } from '../rules'
import { deleteCustomer, makeCustomer } from './customerBasics'

/** Every change in an organization is told to those who listen there, and nothing else is (LV-01). */
export async function checkEvents(run: Run, world: World): Promise<void> {
  if (!run.isFull) return
  if (run.options.readOnly) return
  await attempt(run, 'events.told', async () => {
    const last = await checkTold(run, world)
    await attempt(run, 'events.resumed', () => checkResumed(run, world, last))
    await attempt(run, 'refusal.query', async () => {
      await run.refuse('refusal.query', 'events.stream', { until: () => true }, [400, 404, 422])
    })
    if (world.second !== undefined) await checkForeignEvents(run, world.first, world.second)
  })
}

interface Told {
  name: string
  id: string | undefined
  data: unknown
}

/** The whole events of a stream; one that is cut off counts for none. */
export function toldIn(text: string): Told[] {
  const parts = text.replaceAll('\r\n', '\n').split('\n\n').slice(0, -1)
  return parts.map((part) => {
    const fields = part.split('\n').map((line) => [line.split(':', 1)[0] ?? '', line.replace(/^\w*: ?/, '')] as const)
    const named = new Map(fields)
    const data = fields.filter(([name]) => name === 'data').map(([, value]) => value)
    return { name: named.get('event') ?? 'message', id: named.get('id'), data: jsonOf(data.join('\n')) }
  })
}

/** What is told by one event each, and what by one for many. */
export const changesIn = (text: string, names = ['change', 'changes']): Fields[] =>
  toldIn(text).flatMap(({ name, data }) => {
    const all: unknown[] = !names.includes(name) ? [] : Array.isArray(data) ? data : [data]
    return all.flatMap((one) => (typeof one === 'object' && one ? [{ ...one }] : []))
  })

export type Heard = (changes: Fields[]) => boolean

/**
 * Hears a stream from before `work` until all that is awaited of it has been told, or three seconds are over. The work may wait
 * for what it has done so far to be told: what is done to a record in quick succession may be told as one change.
 */
export async function hear(
  run: Run,
  { organizationId, account }: Tenant,
  work: (told: (heard: Heard) => Promise<void>) => Promise<Heard>,
  headers: Record<string, string> = {},
  query: Record<string, string> = {},
): Promise<Exchange> {
  let begun: () => void = () => {}
  const ready = new Promise<void>((resolve) => (begun = resolve))
  let awaited: { heard: Heard; go: () => void } | undefined
  let isEnough: Heard | undefined
  const until = (text: string) => {
    if (text.includes('event: ready')) begun()
    const changes = changesIn(text)
    if (awaited?.heard(changes)) awaited.go()
    return isEnough?.(changes) ?? false
  }
  const told = (heard: Heard) =>
    Promise.race([new Promise<void>((go) => (awaited = { heard, go })), failed, run.sender.pause(500)])
  const ask = { as: account, query: { organizationId, ...query }, headers, until }
  const hearing = run.succeed('events.told', 'events.stream', ask)
  const failed = hearing.then(
    () => {},
    () => {},
  )
  await Promise.race([ready, failed, run.sender.pause(1_000)])
  isEnough = await work(told)
  return hearing
}

const person = ({ organizationId }: Tenant, word: string): Fields => ({
  organizationId,
  firstName: `${word} heard`,
  email: `${word}-heard@unknown.offerdesk.example`,
})

async function checkTold(run: Run, { first, second, marker }: World): Promise<string | undefined> {
  let [customerId, version]: [string, unknown] = ['', undefined]
  const elsewhere: string[] = []
  const exchange = await hear(run, first, async (told) => {
    const toldAs = (kind: string) =>
      told((changes) => changes.some((change) => change['id'] === customerId && change['kind'] === kind))
    for (const other of elsewhereOf(first, second)) {
      const [{ id }] = await makeCustomer(run, other, person(other, `${marker}-${other.account.name}`))
      elsewhere.push(id)
      await deleteCustomer(run, other, id)
    }
    const [made] = await makeCustomer(run, first, person(first, marker))
    customerId = made.id
    await toldAs('created')
    const params = { customerId }
    const updated = await run.succeed('customers.update', 'customers.update', { params, body: { note: 'heard' } })
    version = recordOf(updated)['version']
    await toldAs('updated')
    await deleteCustomer(run, first, customerId)
    return (changes) => changes.some(({ id, kind }) => id === customerId && kind === 'deleted')
  })
  const told = toldIn(exchange.text)
  const isReady = told[0]?.name === 'ready' && told[0].id !== undefined && told[0].id !== ''
  run.verify('events.told', exchange, isReady, 'ready first, with a place to go on from', exchange.text.slice(0, 200))
  const changes = changesIn(exchange.text)
  const own = changes.filter(({ id }) => id === customerId)
  for (const kind of ['created', 'updated', 'deleted']) {
    const found = own.find((change) => change['kind'] === kind && change['resource'] === 'customers')
    const known = own.map((change) => JSON.stringify(change)).join(' ')
    run.verify('events.told', exchange, found !== undefined, `customers ${kind}, with the customer's id`, known)
  }
  const updated = own.find(({ kind }) => kind === 'updated')
  // A backend that counts no versions names none.
  const wrong = updated && Number.isInteger(version) ? difference({ version }, updated) : undefined
  run.verify('events.told', exchange, wrong === undefined, 'the version that the change made', wrong)
  const more = changes.flatMap((change) => Object.keys(change)).find((name) => !known.has(name))
  run.verify('events.nothingElse', exchange, more === undefined, 'resource, id, version and kind alone', more)
  const foreign = elsewhere.find((id) => exchange.text.includes(id))
  run.verify('events.nothingElse', exchange, foreign === undefined, 'nothing of another organization', foreign)
  return told.findLast(({ id }) => id !== undefined)?.id
}

const known = new Set(['resource', 'id', 'version', 'kind'])

/** Where else something happens meanwhile: in the account's other organization, and in the other account's. */
function elsewhereOf(first: Tenant, second: Tenant | undefined): Tenant[] {
  const other = first.organizations.find(({ id }) => id !== first.organizationId)
  return [
    ...(other === undefined ? [] : [{ ...first, organizationId: other.id }]),
    ...(second === undefined ? [] : [second]),
  ]
}

/** A reader that comes again with the last id that it heard is told what it has missed, by one event if it asks for that. */
async function checkResumed(run: Run, { first, marker }: World, last: string | undefined): Promise<void> {
  if (last === undefined) return
  const ids: string[] = []
  for (const word of ['missed', 'missed-too']) {
    ids.push((await makeCustomer(run, first, person(first, `${marker}-${word}`)))[0].id)
  }
  const isTold = (changes: Fields[]) => ids.every((id) => changes.some((change) => change['id'] === id))
  const from = { 'last-event-id': last }
  const missed = ids.join(' and ')
  const resumed = await hear(run, first, async () => isTold, from, { together: 'false' })
  const names = namesIn(resumed)
  const isResumed = isTold(changesIn(resumed.text)) || names.includes('resync')
  const due = `the customers ${missed}, made meanwhile, or resync`
  run.verify('events.resumed', resumed, isResumed, due, names.join(', '))
  const isSingle = !names.includes('changes')
  run.verify('events.together', resumed, isSingle, 'one event for each, as together=false asks for', names.join(', '))

  // By now they are known, so that they become so at once to whoever comes again.
  const together = await hear(run, first, async () => isTold, from, { together: 'true' })
  const named = namesIn(together)
  const isApart = changesIn(together.text, ['change']).some((change) => ids.includes(String(change['id'])))
  const isOne = isTold(changesIn(together.text, ['changes'])) && !isApart
  run.verify(
    'events.together',
    together,
    isOne || named.includes('resync'),
    `the customers ${missed} by one event, changes, as together=true asks for, or resync`,
    named.join(', '),
  )
  for (const id of ids) await deleteCustomer(run, first, id)
}

export const namesIn = ({ text }: Exchange): string[] => toldIn(text).map(({ name }) => name)

/** How long a stream may go on that has to end. */
const endsWithinMs = 2_500

/** Does what ends a stream of events of somebody, which is then ended at once. */
export async function whileHearing(
  run: Run,
  rule: RuleId,
  { organizationId, account: as }: Pick<Tenant, 'organizationId' | 'account'>,
  work: () => Promise<Exchange>,
): Promise<Exchange> {
  if (run.lacks('events.stream')) return work()
  let begun: () => void = () => {}
  const ready = new Promise<void>((resolve) => (begun = resolve))
  const until = (text: string) => {
    if (text.includes('event: ready')) begun()
    return text.includes('event: end')
  }
  const hearing = run.ask('events.stream', { as, query: { organizationId }, until })
  let isEnded = false
  const ended = hearing.then(
    () => void (isEnded = true),
    () => void (isEnded = true),
  )
  await Promise.race([ready, ended, run.sender.pause(1_000)])
  // Where there is no stream there is nothing that ends.
  const wasOpen = !isEnded
  const done = await work()
  await Promise.race([ended, run.sender.pause(endsWithinMs)])
  if (wasOpen) run.verify(rule, done, isEnded, 'the event stream of whoever is out ended at once')
  await hearing
  return done
}

async function checkForeignEvents(run: Run, first: Tenant, second: Tenant): Promise<void> {
  for (const [as, { organizationId }] of [
    [first.account, second],
    [second.account, first],
  ] as const) {
    const ask = { as, query: { organizationId }, isValid: true, until: () => true }
    await run.refuse('access.foreignQuery', 'events.stream', ask, [400, 401, 403, 404, 422])
  }
}
