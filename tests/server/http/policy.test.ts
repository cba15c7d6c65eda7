import { afterAll, describe, expect, test } from 'vitest'
import { type AgentPermissions, standardPermissions } from '../../../contract/agentPermissions'
import { type Action, dutyOf, whyForbidden } from '../../../contract/permissions'
import { tokenDuties, type TokenScope, whyNotByToken, whyOutOfScope } from '../../../contract/rules/apiTokens'
import type { About, Membership } from '../../../contract/rules/duties'
import { ofOneself, type Write, writesOf } from './everyWrite'
import { nameOfCall, namesOfWrites } from './idsOfCalls'
import { demo, knownOf, rival, type Started, startEverywhere } from './start'

const servers = await startEverywhere()
afterAll(() => Promise.all(servers.map(({ stop }) => stop())))

const seller = 'miles.carter@offerdesk.example'
const other = 'saoirse@offerdesk.example'
const otherwise: AgentPermissions = { refundLimit: 50, changesOffers: true, seesAllOrders: true }

/** What is asked for with a write, whose right is needed, too. */
const alsoAsked: { readonly [Name in Action]?: Action } = {
  'sheetImports.create': 'products.create',
  'sheetImports.commit': 'products.create',
  'sheetImports.undo': 'products.create',
  'sheetImports.withdraw': 'products.create',
}

interface Person {
  who: string
  token: string | undefined
  /** Of a program that asks by a token: what it may change. */
  scope?: TokenScope | undefined
  /** What they are to the organization; nothing for strangers. */
  member?: Membership
  about?: About
}

/** The sentence that the policy has for a write, by whoever is a member. */
function sentenceFor(action: Action, member: Membership, about?: About, scope?: TokenScope): string | undefined {
  const also = alsoAsked[action]
  const ofToken = scope && (whyNotByToken(action) ?? whyOutOfScope(scope, dutyOf(action)))
  return ofToken ?? whyForbidden(member, action, about) ?? (also && sentenceFor(also, member, about, scope))
}

describe.each(servers)('$kind', (server) => {
  const put = async (token: string, permissions: Partial<AgentPermissions>) => {
    const orgId = (await knownOf(server, token)).orgId
    return server.call('PUT', `/organizations/${orgId}/permissions`, { token, body: permissions })
  }

  /** A program with a token of the owner's, of which the duty that is asked for is the only one, or the only one that lacks. */
  const programs = async (owner: string, orgId: string) => {
    const made = await Promise.all(
      tokenDuties.flatMap((duty) =>
        [[duty], tokenDuties.filter((other) => other !== duty)].map(async (duties, index) => {
          const body = { organizationId: orgId, name: 'Program', duties }
          const { data } = (await server.call('POST', '/api-tokens', { token: owner, body })).body as {
            data: { token: string }
          }
          return { duty, isOf: index === 0, scope: { name: 'Program', duties }, token: data.token }
        }),
      ),
    )
    return (isOf: boolean) =>
      (action: Action): Person => {
        // Of what no token can be given, any will do.
        const one = made.find((each) => each.isOf === isOf && each.duty === dutyOf(action)) ?? made[0]
        const who = `token ${isOf ? 'of this scope' : 'of another scope'}`
        return { who, token: one?.token, scope: one?.scope, member: { role: 'owner', agents: standardPermissions } }
      }
  }

  test('ST-01 ST-02 GE-05 every write is refused to whom the policy refuses it, with its sentence, and to nobody else', async () => {
    const [owner, own, elses, stranger] = await Promise.all([demo, seller, other, rival].map(server.login))
    if (!owner || !own || !elses) throw new Error('nobody is signed in')
    const known = await knownOf(server, owner)
    const members = (await server.call('GET', `/organizations/${known.orgId}/members`, { token: owner })).body as {
      data: { id: string; email: string }[]
    }
    // One of them sells in the campaign, and one does not.
    const memberIds = members.data.flatMap(({ id, email }) => (email === other ? [] : [id]))
    const path = `/campaigns/${known.campaignId}/members`
    expect((await server.call('PUT', path, { token: owner, body: { memberIds } })).status).toBe(200)
    const writes = await writesOf(server, owner, known)
    const tried = new Set(writes.map(([method, at]) => nameOfCall(method, at)))
    expect(namesOfWrites.filter((name) => !tried.has(name) && !ofOneself.has(name))).toEqual([])

    const agent = (agents: AgentPermissions, token: string, sells: boolean): Person => ({
      who: `agent ${sells ? 'of' : 'outside of'} the campaign, ${agents === otherwise ? 'settings the other way' : 'standard settings'}`,
      token,
      member: { role: 'agent', agents },
      about: { relation: sells ? 'campaign' : 'anybody' },
    })
    const under = (agents: AgentPermissions): Person[] => [agent(agents, own, true), agent(agents, elses, false)]
    const others: Person[] = [
      { who: 'stranger', token: stranger },
      { who: 'nobody', token: undefined },
    ]
    const wrong: unknown[] = []
    let cells = 0
    const program = await programs(owner, known.orgId)
    const tryAll = async (people: readonly (Person | ((action: Action) => Person))[], isRefused: boolean) => {
      for (const one of people) {
        for (const write of writes) {
          const person = typeof one === 'function' ? one(nameOfCall(write[0], write[1]) as Action) : one
          const expected = expectedOf(person, write)
          if ((expected.status !== undefined) !== isRefused) continue
          cells += 1
          const [method, at, body] = write
          const answered = await server.call(method, at, { token: person.token, body })
          if (!isAsExpected(expected, answered)) wrong.push([person.who, method, at, expected, answered.status])
        }
      }
    }
    // What is refused changes nothing, so it is tried before anything is gone.
    await tryAll([program(false), program(true)], true)
    for (const agents of [standardPermissions, otherwise]) {
      expect((await put(owner, agents)).status).toBe(200)
      await tryAll([...under(agents), ...(agents === otherwise ? others : [])], true)
    }
    await tryAll(under(otherwise), false)
    await put(owner, standardPermissions)
    await tryAll(under(standardPermissions), false)
    await tryAll([program(true)], false)
    await tryAll([{ who: 'owner', token: owner, member: { role: 'owner', agents: standardPermissions } }], false)
    console.log(`${server.kind}: ${cells} cells of who may do what, ${wrong.length} wrong`)
    expect(wrong).toEqual([])
    expect(cells).toBe(writes.length * 9)
  }, 120_000)
})

interface Expected {
  /** Undefined for whatever is no refusal. */
  status?: number
  message?: string | undefined
}

function expectedOf({ token, member, about, scope }: Person, [method, path]: Write): Expected {
  if (token === undefined) return { status: 401 }
  if (!member) return { status: 404 }
  // The test has seen that each is an action's name.
  const message = sentenceFor(nameOfCall(method, path) as Action, member, about, scope)
  return message === undefined ? {} : { status: 403, message }
}

function isAsExpected({ status, message }: Expected, answered: Awaited<ReturnType<Started['call']>>) {
  if (status === undefined) return ![401, 403].includes(answered.status) && answered.status < 500
  if (message === undefined) return answered.status === status
  const told = answered.body as { message?: string; error?: { code?: string; message?: string } }
  return answered.status === status && told.message === message && told.error?.code === 'forbidden'
}
