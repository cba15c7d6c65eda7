import { afterAll, describe, expect, test } from 'vitest'
import { type AgentPermissions, standardPermissions } from '../../../contract/agentPermissions'
import { type Action, whyForbidden } from '../../../contract/permissions'
import type { About, Membership } from '../../../contract/rules/duties'
import { ofOneself, type Write, writesOf } from './everyWrite'
import { nameOfCall, namesOfWrites } from './idsOfCalls'
import { demo, knownOf, rival, type Started, startEverywhere } from './start'

const servers = await startEverywhere()
afterAll(() => Promise.all(servers.map(({ stop }) => stop())))

const seller = 'miles.carter@offerdesk.example'
const other = 'saoirse@offerdesk.example'
const otherwise: AgentPermissions = { refundLimit: 50, changesOffers: true }

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
  /** What they are to the organization; nothing for strangers. */
  member?: Membership
  about?: About
}

/** The sentence that the policy has for a write, by whoever is a member. */
function sentenceFor(action: Action, member: Membership, about: About | undefined) {
  const also = alsoAsked[action]
  return whyForbidden(member, action, about) ?? (also && whyForbidden(member, also, about))
}

describe.each(servers)('$kind', (server) => {
  const put = async (token: string, permissions: Partial<AgentPermissions>) => {
    const orgId = (await knownOf(server, token)).orgId
    return server.call('PUT', `/organizations/${orgId}/permissions`, { token, body: permissions })
  }

  test('ST-02 GE-05 every write is refused to whom the policy refuses it, with its sentence, and to nobody else', async () => {
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
    const tryAll = async (people: readonly Person[], isRefused: boolean) => {
      for (const person of people) {
        for (const write of writes) {
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
    for (const agents of [standardPermissions, otherwise]) {
      expect((await put(owner, agents)).status).toBe(200)
      await tryAll([...under(agents), ...(agents === otherwise ? others : [])], true)
    }
    await tryAll(under(otherwise), false)
    await put(owner, standardPermissions)
    await tryAll(under(standardPermissions), false)
    await tryAll([{ who: 'owner', token: owner, member: { role: 'owner', agents: standardPermissions } }], false)
    console.log(`${server.kind}: ${cells} cells of who may do what, ${wrong.length} wrong`)
    expect(wrong).toEqual([])
    expect(cells).toBe(writes.length * 7)
  }, 120_000)
})

interface Expected {
  /** Undefined for whatever is no refusal. */
  status?: number
  message?: string | undefined
}

function expectedOf({ token, member, about }: Person, [method, path]: Write): Expected {
  if (token === undefined) return { status: 401 }
  if (!member) return { status: 404 }
  // The test has seen that each is an action's name.
  const message = sentenceFor(nameOfCall(method, path) as Action, member, about)
  return message === undefined ? {} : { status: 403, message }
}

function isAsExpected({ status, message }: Expected, answered: Awaited<ReturnType<Started['call']>>) {
  if (status === undefined) return ![401, 403].includes(answered.status) && answered.status < 500
  if (message === undefined) return answered.status === status
  const told = answered.body as { message?: string; error?: { code?: string; message?: string } }
  return answered.status === status && told.message === message && told.error?.code === 'forbidden'
}
