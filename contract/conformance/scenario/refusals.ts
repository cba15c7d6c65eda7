import { type Call, callNamed, isReading } from '../engine/calls'
import { Blocked } from '../engine/errors'
import type { Exchange } from '../engine/exchange'
import { rowsOf } from '../engine/listing'
import type { Run } from '../engine/run'
import { attempt, sideBySide } from '../engine/steps'
import type { World } from '../engine/world'
import { type Broken, brokenBodies, brokenQueries } from '../generate/invalid'
import { isPromised } from '../generate/promised'
import { type Scratch, validAsk } from './validAsks'

const mailed = new Set(['users.resetPassword', 'users.completeSignup', 'users.confirmEmail'])

/** What a refusal of a wrong field may answer: what is looked at first is up to the server. */
function statusesFor({ name }: Call, { field }: Broken): number[] {
  if (name === 'users.login') return [400, 401, 422]
  if (mailed.has(name)) return [400, 401, 403, 404, 409, 410, 422]
  return field.endsWith('Id') ? [400, 403, 404, 422] : [400, 422]
}

/** Every call is sent what the contract forbids. */
export async function checkRefusals(run: Run, world: World, scratch: Scratch): Promise<void> {
  // Sign-in last: servers count what they refuse there.
  const calls = run.provenCalls.filter((call) => !run.options.readOnly || isReading(call))
  const refuse = async (call: Call) => {
    if (!(await isThere(run, call))) return
    if (call.body !== undefined && call.method !== 'DELETE') {
      await attempt(run, 'refusal.body', () => refuseBodies(run, world, scratch, call))
      await attempt(run, 'refusal.json', () => refuseForms(run, world, scratch, call))
    }
    if (!run.options.readOnly) await attempt(run, 'refusal.method', () => refuseMethod(run, world, scratch, call))
  }
  await sideBySide(
    run,
    calls.filter(({ name }) => name !== 'users.login'),
    refuse,
  )
  for (const call of calls.filter(({ name }) => name === 'users.login')) await refuse(call)
  if (run.isFull) {
    await attempt(run, 'refusal.unknownPath', () => refuseAddresses(run))
    await attempt(run, 'refusal.query', () => refuseQueries(run, world, scratch))
    await attempt(run, 'refusal.unknownPath', () => refusePaths(run, world, scratch))
  }
  if (run.covers('search')) await attempt(run, 'search.limit', () => overLimit(run, world))
}

/** An extension may be missing, and those for anyone were not asked yet: every refusal would say the same once more. */
async function isThere(run: Run, call: Call): Promise<boolean> {
  if (call.level === 'core' || call.path.includes(':') || call.auth !== 'public' || call.body === undefined) return true
  return run.isOffered(call, { as: null, body: { zqUnknown: 1 } })
}

async function refuseBodies(run: Run, world: World, scratch: Scratch, call: Call): Promise<void> {
  const ask = validAsk(world, scratch, call.name)
  if (ask === undefined || call.body === undefined) throw new Blocked(`there is nothing to send ${call.name} to`)
  const as = call.auth === 'public' ? null : undefined
  const valid = { ...(ask.body as Record<string, unknown>) }
  for (const broken of brokenBodies(call.body, valid)) {
    if (!run.isFull && !isPromised(call.name, broken)) continue
    if (!canBePutBack(scratch, call.name, broken.field)) continue
    const statuses = statusesFor(call, broken)
    const { params } = ask
    const exchange = await run.ask(call.name, {
      body: broken.body,
      isValid: false,
      alsoDeclared: statuses,
      ...(params && { params }),
      ...(as === null && { as }),
    })
    const where = broken.field === '' ? 'a body of' : `${broken.field} of`
    const expected = `${where} ${broken.what} refused with status ${statuses.join(' or ')}`
    run.verify('refusal.body', exchange, statuses.includes(exchange.status), expected)
    keepTrack(world, call, exchange)
  }
}

/**
 * A wrong value that is accepted has to be put back, so that a field is not tried whose value could not be sent
 * again.
 */
function canBePutBack({ campaignFields, user }: Scratch, call: string, field: string): boolean {
  if (field === '') return true
  if (call === 'campaigns.update') return field in campaignFields
  return call !== 'users.update' || field in user || field === 'password'
}

function keepTrack(world: World, { name }: Call, { json }: Exchange): void {
  const { data } = (json ?? {}) as { data?: { id?: unknown } | null }
  if (name === 'offers.create' && typeof data?.id === 'string') world.suspects.add(data.id)
}

/** Half a JSON, and no JSON at all. */
async function refuseForms(run: Run, world: World, scratch: Scratch, call: Call): Promise<void> {
  const ask = validAsk(world, scratch, call.name)
  if (ask === undefined) return
  const to = { ...(ask.params && { params: ask.params }), ...(call.auth === 'public' && { as: null }) }
  const whole = JSON.stringify(ask.body ?? {})
  const malformed = [whole === '{}' ? '{"a":' : whole.slice(0, -1), '{not json}']
  for (const rawBody of malformed) await run.refuse('refusal.json', call.name, { ...to, rawBody }, [400, 415, 422])
  const statuses = [400, 415, 422]
  const xml = { ...to, rawBody: '<offer/>', headers: { 'content-type': 'application/xml' } }
  await run.refuse('refusal.contentType', call.name, xml, statuses)
  if (run.isFull) {
    const text = { ...to, rawBody: whole, headers: { 'content-type': 'text/plain' } }
    const exchange = await run.refuse('refusal.contentType', call.name, text, statuses)
    keepTrack(world, call, exchange)
  }
}

/** A method that no call of the contract has, with nothing to do. */
async function refuseMethod(run: Run, world: World, scratch: Scratch, call: Call): Promise<void> {
  const valid = validAsk(world, scratch, call.name)
  if (valid === undefined) return
  const { params } = valid
  const ask = { method: 'PATCH', body: {}, ...(params && { params }), ...(call.auth === 'public' && { as: null }) }
  await run.refuse('refusal.method', call.name, ask, [400, 401, 404, ...run.methodRefusals])
}

/** What lies below the calls that read is nothing. */
async function refusePaths(run: Run, world: World, scratch: Scratch): Promise<void> {
  for (const call of run.provenCalls.filter(({ method }) => method === 'GET')) {
    const { params } = validAsk(world, scratch, call.name) ?? {}
    const ask = { path: `${call.path}/${world.marker}/nothing`, ...(params && { params }) }
    await run.refuse('refusal.unknownPath', call.name, { ...ask, ...(call.auth === 'public' && { as: null }) }, [404])
  }
}

/** An address that can't be decoded names nothing, nor does one with a NUL. */
async function refuseAddresses(run: Run): Promise<void> {
  if (!run.covers('campaigns')) return
  for (const id of ['%', '%zz', '%c3%28', '%00', 'a%00b']) {
    const path = `/api/v1/campaigns/${id}`
    await run.refuse('refusal.unknownPath', 'campaigns.get', { path }, [400, 404, 422])
  }
}

async function refuseQueries(run: Run, world: World, scratch: Scratch): Promise<void> {
  for (const name of ['gateways.listInstances', 'plugins.listInstalled']) {
    if (!run.covers(callNamed(name).resource)) continue
    for (const query of [undefined, { organizationId: '' }]) {
      await run.refuse('refusal.query', name, query === undefined ? {} : { query }, [400, 404, 422])
    }
  }
  for (const call of run.provenCalls) await attempt(run, 'refusal.query', () => refuseQuery(run, world, scratch, call))
  if (!run.covers('campaigns')) return
  const { params } = validAsk(world, scratch, 'campaigns.get') ?? {}
  if (params === undefined) return
  for (const withMembers of ['maybe', '1', '']) {
    await run.refuse('refusal.query', 'campaigns.get', { params, query: { withMembers } }, [400, 422])
  }
}

/** No parameter of a query is anything but what it is declared as. */
async function refuseQuery(run: Run, world: World, scratch: Scratch, call: Call): Promise<void> {
  const ask = validAsk(world, scratch, call.name)
  if (call.method !== 'GET' || call.query === undefined || ask === undefined) return
  for (const [name, value] of brokenQueries(call.query)) {
    const query = { ...ask.query, [name]: value }
    // What is asked of something that was never made need not be looked at first.
    const statuses = ask.params === undefined ? [400, 422] : [400, 404, 422]
    await run.refuse('refusal.query', call.name, { ...ask, query }, statuses)
  }
}

/** More rows than the largest page are refused; a server may also give no more than that. */
async function overLimit(run: Run, { first }: World): Promise<void> {
  const statuses = new Set([400, 422])
  for (const resource of ['offers', 'orders', 'products']) {
    const body = { organizationId: first.organizationId, resource, limit: 101 }
    const exchange = await run.ask('search.search', { body, isValid: false, alsoDeclared: [200] })
    if (statuses.has(exchange.status)) continue
    const holds = !run.isFull && exchange.status === 200 && rowsOf(exchange).length <= 100
    run.verify('search.limit', exchange, holds, 'no page of more than 100 rows')
  }
}
