import { callNamed } from '../engine/calls'
import { difference } from '../engine/compare'
import type { Account, Ask, Exchange } from '../engine/exchange'
import { tokenOf } from '../engine/history'
import { recordOf, type Row, rowsOf } from '../engine/listing'
import { typedPhone } from '../engine/phones'
import type { Run } from '../engine/run'
import { attempt } from '../engine/steps'
import { neverGiven, textOf, withOtherCase } from '../engine/text'
import type { World } from '../engine/world'
import { brokenBodies } from '../generate/invalid'
import { deleteCustomer, makeCustomer } from './customerBasics'
import { refuseForeign } from './intrusion'
import { placeOf } from './ownPlace'
import { customerOf, makeOne } from './sellingBasics'

/** Telephone systems are let in by tokens of their own, and begin calls of agents with them (CA-01). */
export async function checkTelephone(run: Run, world: World): Promise<void> {
  if (!run.isFull || run.lacks('telephone.createToken')) return
  await attempt(run, 'telephone.tokens', async () => {
    const { tenant, isOwn } = await placeOf(run, world)
    // Elsewhere the account may be in a call.
    if (!isOwn) return
    const [system, row] = await letIn(run, world, tenant)
    await attempt(run, 'telephone.calls', () => checkCalls(run, world, tenant, system))
    await attempt(run, 'telephone.calls', () => checkRefused(run, world, system))
    await attempt(run, 'telephone.tokens', () => checkRevoked(run, world, tenant, system, row))
  })
}

const nameOf = ({ marker }: World) => `${marker} exchange`

async function letIn(run: Run, world: World, { organizationId, ...tenant }: World['first']): Promise<[Account, Row]> {
  const rule = 'telephone.tokens'
  const body = { organizationId, name: nameOf(world) }
  const [row, made] = await makeOne(run, { organizationId, ...tenant }, 'telephone', rule, body)
  const token = tokenOf(made) ?? ''
  run.secrets.add(token, 'TELEPHONE_TOKEN')
  run.verify(rule, made, token !== '', 'the token')
  const listed = await run.succeed(rule, 'telephone.tokens', { query: { organizationId } })
  const isListed = rowsOf(listed)[0]?.id === row.id && rowsOf(listed)[0]?.['name'] === nameOf(world)
  run.verify(rule, listed, isListed && !listed.text.includes(token), 'the system first, without its token')
  return [{ name: 'first', token }, row]
}

async function checkCalls(run: Run, world: World, tenant: World['first'], system: Account): Promise<void> {
  const rule = 'telephone.calls'
  const me = recordOf(await run.succeed('session.me', 'users.me'))
  const fields = customerOf(run, tenant, `${world.marker}-rung`)
  const [customer] = await makeCustomer(run, tenant, fields)
  const body = { callId: `${world.marker}-1`, number: typedPhone(fields.phone), agent: me.id, direction: 'inbound' }
  const start = (more: object, ask: Ask = {}): Ask => ({ as: system, body: { ...body, ...more }, ...ask })
  const verify = (exchange: Exchange, wrong: string | undefined, expected: string) =>
    run.verify(rule, exchange, wrong === undefined, expected, wrong)
  const begun = await run.succeed(rule, 'telephone.startCall', start({}))
  const call = recordOf(begun)
  run.journal.made('calls', call.id, 'first', '')
  const due = { state: 'talking', direction: 'inbound', customerId: customer.id }
  verify(begun, difference(due, call), 'a call of the agent with the customer whose number it is')
  const again = recordOf(await run.succeed(rule, 'telephone.startCall', start({})))
  verify(begun, again.id === call.id ? undefined : again.id, 'the same call, as the system has sent it again')
  const open = await run.succeed(rule, 'calls.open', { query: { organizationId: tenant.organizationId } })
  const same = rowsOf(open).filter(({ id }) => id === call.id)
  verify(open, same.length === 1 ? undefined : `${same.length}`, 'the call once among the open ones of the agent')
  await run.refuse(rule, 'telephone.startCall', start({ callId: `${world.marker}-2` }, { isValid: true }), [409])
  const params = { callId: call.id }
  await run.succeed(rule, 'calls.end', { params, body: {} })
  await run.succeed(rule, 'calls.close', { params, body: { disposition: 'do_not_call' } })
  // Whoever does not want to be called is not, by whatever begins the call.
  const unwanted = start({ callId: `${world.marker}-8`, direction: 'outbound' }, { isValid: true })
  await run.refuse(rule, 'telephone.startCall', unwanted, [409])
  // Who calls by themselves is heard.
  const heard = recordOf(await run.succeed(rule, 'telephone.startCall', start({ callId: `${world.marker}-9` })))
  run.journal.made('calls', heard.id, 'first', '')
  verify(begun, difference({ state: 'talking', customerId: customer.id }, heard), 'a call of who is not to be called')
  await isOver(run, heard.id)
  const late = recordOf(await run.succeed(rule, 'telephone.startCall', start({})))
  const isSame = late.id === call.id && late['state'] === 'closed'
  verify(begun, isSame ? undefined : `${late.id}, ${textOf(late['state'])}`, 'the same call, also once it is closed')
  // By the address of the agent as well, with a number withheld.
  const email = textOf(me['email'] ?? '')
  const withheld = await run.succeed(
    rule,
    'telephone.startCall',
    start({ callId: `${world.marker}-3`, agent: email, number: '' }),
  )
  const other = recordOf(withheld)
  run.journal.made('calls', other.id, 'first', '')
  verify(withheld, other['customerId'] ? textOf(other['customerId']) : undefined, 'a call with nobody that is known')
  await isOver(run, other.id)
  // Whoever was deleted has no number any more; nor has an address of its own capitals.
  await deleteCustomer(run, tenant, customer.id)
  const rung = await run.succeed(
    rule,
    'telephone.startCall',
    start({ callId: `${world.marker}-7`, agent: withOtherCase(email), direction: 'outbound' }),
  )
  const gone = recordOf(rung)
  run.journal.made('calls', gone.id, 'first', '')
  const stranger = { customerId: null, direction: 'outbound', phone: typedPhone(fields.phone) }
  const told = { ...gone, customerId: gone['customerId'] ?? null }
  verify(rung, difference(stranger, told), 'a call that goes out, with nobody, as whose number it was is deleted')
  await isOver(run, gone.id)
  for (const agent of [neverGiven(me.id), ...(await strangersTo(run, tenant))]) {
    const nobody = start({ callId: `${world.marker}-4`, agent }, { isValid: true })
    await run.refuse(rule, 'telephone.startCall', nobody, [422])
  }
}

/** A call that has served its purpose. */
async function isOver(run: Run, callId: string): Promise<void> {
  const params = { callId }
  await run.succeed('telephone.calls', 'calls.end', { params, body: {} })
  await run.succeed('telephone.calls', 'calls.close', { params, body: { disposition: 'service' } })
}

/** How somebody is named who works elsewhere; an earlier run may have left them here. */
async function strangersTo(run: Run, { organizationId }: World['first']): Promise<string[]> {
  const as = run.second
  if (as === undefined) return []
  const theirs = rowsOf(await run.succeed('session.organizations', 'organizations.list', { as }))
  if (theirs.some(({ id }) => id === organizationId)) return []
  const { id, email } = recordOf(await run.succeed('session.me', 'users.me', { as }))
  return [id, ...(typeof email === 'string' ? [email] : [])]
}

/** Nobody is put through who is kept out. */
export async function putsNobodyThrough(run: Run, { marker }: World, organizationId: string, userId: string) {
  if (run.lacks('telephone.createToken')) return
  const rule = 'telephone.calls'
  const body = { organizationId, name: `${marker} exchange of two` }
  const made = await run.succeed('telephone.tokens', 'telephone.createToken', { body })
  const { id } = recordOf(made)
  run.journal.made('telephone', id, 'first', body.name)
  const as: Account = { name: 'first', token: tokenOf(made) ?? '' }
  const call = { callId: `${marker}-out`, number: '', agent: userId, direction: 'inbound' }
  await run.refuse(rule, 'telephone.startCall', { as, body: call, isValid: true }, [403, 404, 409, 422])
  await run.succeed('telephone.tokens', 'telephone.revokeToken', { params: { tokenId: id } })
}

/** A system is refused what its schema forbids, and is let in nowhere else. */
async function checkRefused(run: Run, world: World, as: Account): Promise<void> {
  const rule = 'telephone.calls'
  const { body } = callNamed('telephone.startCall')
  const valid = { callId: `${world.marker}-5`, number: '', agent: 'nobody', direction: 'inbound' }
  for (const broken of body === undefined ? [] : brokenBodies(body, valid)) {
    const expected = `${broken.field} of ${broken.what} refused with status 400 or 422`
    const exchange = await run.ask('telephone.startCall', { as, body: broken.body, isValid: false })
    run.verify('refusal.body', exchange, [400, 422].includes(exchange.status), expected)
  }
  for (const [name, ask] of [
    ['users.me', {}],
    ['calls.ongoing', {}],
    ['search.search', { body: { organizationId: world.first.organizationId, resource: 'customers' } }],
  ] as const) {
    await run.refuse(rule, name, { ...ask, as, isValid: true }, [401, 403])
  }
  // Nor is a person with the token of a session.
  const person = { body: valid, isValid: true }
  await run.refuse(rule, 'telephone.startCall', person, [401, 403])
  await run.refuse('access.noToken', 'telephone.startCall', { ...person, as: null }, [401])
}

async function checkRevoked(run: Run, world: World, tenant: World['first'], as: Account, { id }: Row): Promise<void> {
  const rule = 'telephone.tokens'
  const params = { tokenId: id }
  const { second } = world
  const { organizationId } = tenant
  if (second !== undefined) {
    await refuseForeign(run, second, tenant, 'telephone.revokeToken', { params, isValid: true })
    await refuseForeign(run, second, tenant, 'telephone.tokens', { query: { organizationId }, isValid: true })
  }
  const listed = await run.succeed(rule, 'telephone.tokens', { query: { organizationId } })
  const used = rowsOf(listed).find((row) => row.id === id)
  run.verify(
    rule,
    listed,
    typeof used?.['lastUsedAt'] === 'string',
    'when the token was used last',
    String(used?.['lastUsedAt']),
  )
  const [other] = await letIn(run, world, tenant)
  await run.succeed(rule, 'telephone.revokeToken', { params })
  const body = { callId: `${world.marker}-6`, number: '', agent: 'nobody', direction: 'inbound' }
  await run.refuse(rule, 'telephone.startCall', { as, body, isValid: true }, [401])
  const after = await run.succeed(rule, 'telephone.tokens', { query: { organizationId } })
  const isLeft = rowsOf(after).some((row) => row.id === id)
  run.verify(rule, after, !isLeft, 'the system no more')
  // Let in still, it is refused for what it sends alone.
  const ofNobody = { as: other, body: { ...body, agent: neverGiven(id) }, isValid: true }
  await run.refuse(rule, 'telephone.startCall', ofNobody, [422])
}
