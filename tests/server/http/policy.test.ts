import { sql } from 'drizzle-orm'
import { uuidv7 } from 'uuidv7'
import { afterAll, expect, test } from 'vitest'
import { type AgentPermissions, standardPermissions } from '../../../contract/agentPermissions'
import { type Action, dutyOf, whyForbidden } from '../../../contract/permissions'
import { tokenDuties, type TokenScope, whyNotByToken, whyOutOfScope } from '../../../contract/rules/apiTokens'
import type { About, Membership } from '../../../contract/rules/duties'
import { seesOwnOrdersAlone } from '../../../contract/rules/ownOrders'
import { dutyOfRead, whyNotRead } from '../../../contract/rules/readers'
import { authenticate, openSession } from '../../../server/auth/sessions'
import { collaborationCampaigns, collaborations } from '../../../server/db/schema/collaborations'
import { memberships, organizations } from '../../../server/db/schema/organizations'
import { users } from '../../../server/db/schema/users'
import { isOfOneself, readsOf, type Records, recordsOf, type Request, writesOf } from './everyCall'
import { authOfCall, foreignPlaces, nameOfCall, namesOfCalls, ownWrites, placesOfIds } from './idsOfCalls'
import { type Answer, demo, rival, type Started, startSomewhere, startOn } from './start'
import { everyWay } from '../../everyWay'

const servers = await startSomewhere()
afterAll(() => Promise.all(servers.map(({ stop }) => stop())))

const seller = 'miles.carter@offerdesk.example'
const other = 'saoirse@offerdesk.example'
const otherwise: AgentPermissions = {
  refundLimit: 50,
  changesOffers: !standardPermissions.changesOffers,
  seesAllOrders: !standardPermissions.seesAllOrders,
  exports: !standardPermissions.exports,
  sharesViews: !standardPermissions.sharesViews,
}
const owner: Membership = { role: 'owner', agents: standardPermissions }

/** What is asked for with a write, whose right is needed, too. */
const alsoAsked: { readonly [Name in Action]?: (body: object | undefined) => Action } = {
  'sheetImports.create': (body) => (body && 'campaignId' in body ? 'offers.create' : 'products.create'),
  'sheetImports.commit': () => 'products.create',
  'sheetImports.undo': () => 'products.create',
  'sheetImports.withdraw': () => 'products.create',
  'bulkJobs.create': () => 'customers.delete',
  'bulkJobs.start': () => 'customers.delete',
  'bulkJobs.cancel': () => 'customers.delete',
  'bulkJobs.undo': () => 'customers.restore',
  // The view is a shared one.
  'savedViews.restore': () => 'savedViews.share',
}

/** Somebody in the organization, or a program of its owner's. */
interface Insider {
  who: string
  token: string
  member: Membership
  scope?: TokenScope | undefined
  about?: About
  /** Whether the order is one that they have sold. */
  isSeller?: boolean
}

/** The sentence that the policy has for a call, by whoever is a member. */
function sentenceFor({ member, about, scope, isSeller }: Insider, call: string, body?: object): string | undefined {
  const byToken = scope && whyNotByToken(call)
  if (byToken !== undefined || isOfOneself(call)) return byToken
  // Who sells is the person whom the calls about a member name: of oneself everybody reads.
  const read = dutyOfRead(call)
  if (read && scope && whyOutOfScope(scope, read) !== undefined) return whyOutOfScope(scope, read)
  if (!writes.has(call)) return isSeller && call === 'members.get' ? undefined : whyNotRead(member, call)
  // What is written in an organization is an action by its name.
  const action = call as Action
  const also = alsoAsked[action]?.(body)
  return [action, ...(also ? [also] : [])]
    .map((each) => (scope && whyOutOfScope(scope, dutyOf(each))) ?? whyForbidden(member, each, about))
    .find((why) => why !== undefined)
}

/** The writes of the contract by a person; a list of writes without one is told by the test. */
const writes = new Set(namesOfCalls('writes'))

/** What a link that nobody has sent does not open, and what there is nothing to undo of. */
const leadsNowhere: ReadonlySet<string> = new Set([
  'collaborations.invitation',
  'collaborations.accept',
  'collaborations.decline',
  // The order is no partner's.
  'collaborations.payment',
  'collaborations.createPaymentLink',
  'collaborations.endPaymentLink',
  'autoresponders.restore',
  'customers.unmerge',
  'savedViews.restore',
])

/** What all share, and one of them has deleted by then. */
const isShared = (call: string) =>
  /^(?:savedReports\.(?:update|mail|delete)|savedViews\.(?:update|share|setDefault|delete))$/.test(call)

/** What a person keeps for themselves: others of the organization are answered as if it were not there. */
const isPersonal = (call: string) => /^(?:orderDrafts|calls)\./.test(call)

interface Expected {
  /** Undefined for whatever is no refusal. */
  status?: number
  message?: string | undefined
}

function expectedOf(insider: Insider, [method, path, body]: Request, { orderId, fulfilmentId }: Records): Expected {
  const call = nameOfCall(method, path)
  if (authOfCall(method, path) === 'telephone') return { status: 401 }
  const isOfOrder = [orderId, fulfilmentId].some((id) => `${path} ${JSON.stringify(body ?? {})}`.includes(id))
  const isNarrowed = seesOwnOrdersAlone(insider.member)
  const isHidden = isNarrowed && insider.isSeller !== true
  if (isHidden && isOfOrder && /^(?:orders|fulfilments)\./.test(call)) return { status: 404 }
  // A mail that is tried out is filled with an order, which neither has sold.
  if (isNarrowed && /^mails\.(?:get|retry|drop)$/.test(call)) return { status: 404 }
  // A timeline is read by whoever reads its record.
  const [, resource] = /^\/timelines\/(\w+)\//.exec(path) ?? []
  const message = sentenceFor(insider, resource ? `${resource}.get` : call, body)
  return message === undefined ? {} : { status: 403, message }
}

function isAsExpected({ status, message }: Expected, answered: Answer, call: string) {
  if (status === undefined) {
    const mayBeGone = isPersonal(call) || isShared(call) || leadsNowhere.has(call)
    return answered.status < 500 && ![401, 403, ...(mayBeGone ? [] : [404])].includes(answered.status)
  }
  if (message === undefined) return answered.status === status
  const told = answered.body as { message?: string; error?: { code?: string; message?: string } }
  return answered.status === status && told.message === message && told.error?.code === 'forbidden'
}

/** Somebody of another organization, and what the two have with each other. */
interface Outsider {
  who: string
  token: string
  orgId: string
  /** What is theirs, as far as their calls name it. */
  own: Records
  /** What is ours, as far as their calls name it. */
  theirs: Records
  isPartner: boolean
  isEnded: boolean
}

/** What partners do about what is shared with them, whatever they may do there: all else is as if it were not there. */
const ofPartners = new Set(
  ['get', 'offers', 'orders', 'statement', 'sell', 'end'].map((name) => `collaborations.${name}`),
)

const mayAsPartner = ({ isPartner, theirs }: Outsider, [method, path, body]: Request) =>
  isPartner &&
  (ofPartners.has(nameOfCall(method, path)) || path.startsWith('/timelines/collaborations/')) &&
  !`${path} ${JSON.stringify(body)}`.includes(theirs.orgId)

/** Every call of the contract, on one organization's records. */
const everythingOf = (records: Records): Request[] => [
  ...readsOf(records),
  ...writesOf(records),
  ...ownWrites(records.deviceId),
]

/** What an outsider asks for: all of ours, the same in their organization, and each place alone with ours in it. */
function attemptsOf({ own, theirs }: Outsider): Request[] {
  const names = Object.keys(own) as (keyof Records)[]
  const variants = [theirs, { ...theirs, orgId: own.orgId }, ...names.map((name) => ({ ...own, [name]: theirs[name] }))]
  const ours = new Set(Object.values(theirs))
  const seen = new Set<string>()
  return variants.flatMap(everythingOf).filter(([method, path, body]) => {
    const key = JSON.stringify([method, path, body]).replaceAll(/"draftId":"[^"]*"|[\w-]+@b\.example/g, '')
    const places = foreignPlaces(method, path, body, (id) => ours.has(id))
    // What a draft is called is chosen by whoever begins it, and two organizations may choose the same.
    const isNobodys = places.every((place) => place === 'orderDrafts.keep path.draftId')
    if (seen.has(key) || isNobodys) return false
    seen.add(key)
    return true
  })
}

/** A list without a row, sums of none, or the head of a CSV alone. */
const isEmpty = ({ status, body }: Answer) =>
  status === 200 &&
  /"data":\[\]|"rows":0|"totals":\{"values":\{"\w+":0\}|^\{"text":"[^\\]*\\r\\n"\}$/.test(JSON.stringify(body))

/** So many are asked at once. */
const atOnce = 24
async function each<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const left = items.values()
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const item of left) await work(item)
    }),
  )
}

/** What is told of a stream is that it begins. */
async function ask({ app, call }: Started, token: string | undefined, [method, path, body]: Request): Promise<Answer> {
  if (!path.startsWith('/events')) return call(method, path, { token, body })
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const answered = await app.inject({ method: 'GET', url: `/api/v1${path}`, headers, payloadAsStream: true })
  answered.stream().destroy()
  return { status: answered.statusCode, headers: answered.headers, body: {} }
}

/** All that an organization has, by table, as the database holds it. */
async function rowsOf({ database }: Started, orgId: string): Promise<Record<string, string>> {
  return database.tenant(orgId, async (tx) => {
    const { rows: tables } = await tx.execute<{ name: string }>(sql`
      select table_name as name from information_schema.columns join information_schema.tables using (table_schema, table_name)
      where table_schema = 'public' and column_name = 'org_id' and table_type = 'BASE TABLE' order by 1`)
    const rows: Record<string, string> = {}
    for (const { name } of tables) {
      const table = sql.identifier(name)
      const found = await tx.execute<{ all: string }>(
        sql`select coalesce(string_agg(t::text, ' ' order by t::text), '') as all from ${table} t where org_id = ${orgId}`,
      )
      rows[name] = found.rows[0]?.all ?? ''
    }
    return rows
  })
}

/** Ids that no answer to an outsider tells: of what is ours, as far as our own people can see it. */
async function secretsOf({ call }: Started, token: string, { orgId: organizationId, ...records }: Records) {
  const resources = ['offers', 'products', 'campaigns', 'customers', 'orders', 'fulfillments', 'transactions']
  const pages = await Promise.all(
    resources.map((resource) => call('POST', '/search', { token, body: { organizationId, resource, limit: 100 } })),
  )
  const found = pages.flatMap(({ body }) => (body as { data: { id: string }[] }).data.map(({ id }) => id))
  return [...found, ...Object.values(records)]
}

/** Somebody new in an organization of their own, with whom we may share a campaign. */
async function outsider(
  { database, login }: Started,
  who: string,
  ours: Records,
  shared?: { right: 'see' | 'sell'; state: 'active' | 'paused' | 'ended'; as?: Records },
): Promise<Outsider> {
  const [userId, orgId] = [uuidv7(), shared?.as?.orgId ?? uuidv7()]
  const email = `${userId}@elsewhere.example`
  const token = shared?.as
    ? await login(rival)
    : await database.system(async (tx) => {
        await tx.insert(users).values({ id: userId, email, name: who, passwordHash: '-' })
        await tx.insert(organizations).values({ id: orgId, name: who })
        await tx.insert(memberships).values({ orgId, userId, role: 'owner' })
        return openSession(tx, userId)
      })
  const made = uuidv7()
  if (shared) {
    const { right, state } = shared
    await database.tenant(ours.orgId, async (tx) => {
      const names = { orgName: 'Ours', partnerName: who, inviterName: 'We', inviterEmail: demo, email }
      const kept = { sharePoints: 1_000, state, tokenHash: made.replaceAll('-', ''), expiresAt: new Date() }
      await tx.insert(collaborations).values({ orgId: ours.orgId, id: made, partnerOrgId: orgId, ...names, ...kept })
      const { campaignId } = ours
      await tx.insert(collaborationCampaigns).values({ orgId: ours.orgId, collaborationId: made, campaignId, right })
    })
  }
  const theirs = shared ? { ...ours, collaborationId: made } : ours
  // Whoever has nothing asks for what nobody has.
  const nothing = Object.fromEntries(Object.keys(ours).map((name) => [name, uuidv7()])) as unknown as Records
  const own = shared?.as ?? { ...nothing, orgId }
  return { who, token, orgId, own, theirs, isPartner: shared !== undefined, isEnded: shared?.state === 'ended' }
}

/** Programs with a token of the owner's, of which the duty that is asked for is the only one, or the only one that lacks. */
async function programsOf(server: Started, token: string, organizationId: string) {
  const made = await Promise.all(
    tokenDuties.flatMap((duty) =>
      [[duty], tokenDuties.filter((one) => one !== duty)].map(async (duties, index) => {
        const body = { organizationId, name: 'Program', duties }
        const { data } = (await server.call('POST', '/api-tokens', { token, body })).body as { data: { token: string } }
        return { duty, isOf: index === 0, scope: { name: 'Program', duties }, token: data.token }
      }),
    ),
  )
  return [true, false].map((isOf) => (call: string): Insider => {
    // Of what no token can be given, and for what only reads, any will do.
    const duty = writes.has(call) && !isOfOneself(call) ? dutyOf(call as Action) : dutyOfRead(call)
    const one = made.find((each) => each.isOf === isOf && each.duty === duty) ?? made[0] ?? expect.fail('no token')
    return { who: `token of ${isOf ? 'this' : 'another'} scope`, token: one.token, scope: one.scope, member: owner }
  })
}

type Column = Insider | ((call: string) => Insider)

test.concurrent.each(servers)(
  'ST-01 ST-02 PM-01 SE-11 GE-05 every call is refused to whom the policy refuses it, with its sentence, and to nobody else: $kind',
  async (server) => {
    const [token = '', own = '', elses = ''] = await Promise.all([demo, seller, other].map(server.login))
    const [ours, rivals] = await Promise.all([recordsOf(server, demo, seller), recordsOf(server, rival, rival)])
    const settle = async (body: AgentPermissions) =>
      expect((await server.call('PUT', `/organizations/${ours.orgId}/permissions`, { token, body })).status).toBe(200)
    // One of them sells in the campaign, and one does not.
    const members = { memberIds: [ours.memberId] }
    const path = `/campaigns/${ours.campaignId}/members`
    expect((await server.call('PUT', path, { token, body: members })).status).toBe(200)

    const wrong: unknown[] = []
    const cells = { member: 0, outsider: 0, alone: 0 }
    const told = (who: string, [method, at, body]: Request, expected: unknown, { status, body: answer }: Answer) =>
      wrong.push([who, method, at, body, expected, status, JSON.stringify(answer).slice(0, 200)])

    const all = everythingOf(ours)
    const tried = new Set(all.map(([method, at]) => nameOfCall(method, at)))
    expect(namesOfCalls('all').filter((name) => !tried.has(name))).toEqual([])

    // Nobody, and whoever is of another organization.
    const outsiders = await Promise.all([
      outsider(server, 'partner who may see', ours, { right: 'see', state: 'active' }),
      outsider(server, 'partner who may sell', ours, { right: 'sell', state: 'active', as: rivals }),
      ...(everyWay ? [outsider(server, 'partner, paused', ours, { right: 'sell', state: 'paused' })] : []),
      outsider(server, 'partner, ended', ours, { right: 'sell', state: 'ended' }),
      outsider(server, 'stranger', ours),
    ])
    const secrets = await secretsOf(server, token, ours)
    const leaksOf = ([, at, body]: Request, answer: Answer) => {
      const [asked, answered] = [`${at} ${JSON.stringify(body ?? {})}`, JSON.stringify(answer.body)]
      return secrets.filter((id) => !asked.includes(id) && answered.includes(id))
    }
    expect(secrets.length).toBeGreaterThan(300)
    const before = await rowsOf(server, ours.orgId)
    await each(all, async (request) => {
      const answer = await ask(server, undefined, request)
      cells.outsider += 1
      const isOpen = authOfCall(request[0], request[1]) === 'public'
      if (isOpen ? [401, 403, 500].includes(answer.status) : answer.status !== 401) told('nobody', request, 401, answer)
    })
    const places = new Set<string>()
    const isOurs = new Set([...secrets, ours.orgId])
    for (const person of outsiders) {
      const attempts = attemptsOf(person)
      for (const [method, at, body] of attempts)
        for (const place of foreignPlaces(method, at, body, (id) => isOurs.has(id))) places.add(place)
      await each(
        attempts.filter((request) => !mayAsPartner(person, request)),
        async (request) => {
          const answer = await ask(server, person.token, request)
          cells.outsider += 1
          const isRefused = isEmpty(answer) || [401, 404, 422].includes(answer.status)
          if (!isRefused || leaksOf(request, answer).length > 0) told(person.who, request, 404, answer)
        },
      )
      await each(
        attempts.filter((request) => mayAsPartner(person, request) && request[0] === 'GET'),
        async (request) => {
          const answer = await ask(server, person.token, request)
          cells.outsider += 1
          if (answer.status !== 200) told(person.who, request, 200, answer)
        },
      )
    }
    const untried = placesOfIds.filter((place) => !places.has(place) && !notForeign.has(place))
    expect(untried).toEqual([])

    // The same behind a server that believes everybody to own every organization: row-level security is all that is left.
    const unseen = outsiders.filter(({ who }) => everyWay || /^stranger$|may sell$/.test(who))
    for (const person of unseen) {
      const unguarded = await startOn(
        { ...server.database, tenant: (_orgId, work) => server.database.tenant(person.orgId, work) },
        {
          whoAsks: async (request) => ({
            ...(await authenticate(server.database, request)),
            memberships: [ours.orgId, person.orgId].map((orgId) => ({ orgId, ...owner })),
          }),
        },
      )
      await each(
        attemptsOf(person).filter((request) => !request[1].startsWith('/events') && !mayAsPartner(person, request)),
        async (request) => {
          const answer = await ask(unguarded, person.token, request)
          cells.alone += 1
          if (leaksOf(request, answer).length > 0) told(`${person.who}, unguarded`, request, 'no id of ours', answer)
        },
      )
      await unguarded.app.close()
    }
    expect(await rowsOf(server, ours.orgId)).toEqual(before)

    // Members: what is refused changes nothing, nor does what reads, so that all is asked before anything is gone.
    const [program, limited] = await programsOf(server, token, ours.orgId)
    if (!program || !limited) throw new Error('there are no tokens')
    const agent = (agents: AgentPermissions, sells: boolean): Insider => ({
      who: `agent ${sells ? 'of' : 'outside of'} the campaign, ${agents === otherwise ? 'settings the other way' : 'standard settings'}`,
      token: sells ? own : elses,
      member: { role: 'agent', agents },
      about: { relation: sells ? 'campaign' : 'anybody' },
      isSeller: sells,
    })
    const owners: Insider = { who: 'owner', token, member: owner }
    const under = (agents: AgentPermissions): Column[] => [agent(agents, true), agent(agents, false)]
    const cellsOf = (columns: readonly Column[], records = ours) =>
      columns.flatMap((column) =>
        everythingOf(records).flatMap((request): { insider: Insider; request: Request; expected: Expected }[] => {
          const [method, at] = request
          const insider = typeof column === 'function' ? column(nameOfCall(method, at)) : column
          const expected = expectedOf(insider, request, records)
          // What is open to all is nobody's cell, and what a person does to their own account is refused to programs alone.
          const isOther =
            authOfCall(method, at) === 'public' || (isOwnWrite(nameOfCall(method, at)) && expected.status === undefined)
          return isOther ? [] : [{ insider, request, expected }]
        }),
      )
    const tryOne = async ({ insider, request, expected }: ReturnType<typeof cellsOf>[number]) => {
      const answer = await ask(server, insider.token, request)
      cells.member += 1
      if (!isAsExpected(expected, answer, nameOfCall(request[0], request[1]))) {
        told(insider.who, request, expected, answer)
      }
    }
    const changes = ({ request: [method, at], expected }: ReturnType<typeof cellsOf>[number]) =>
      expected.status === undefined && writes.has(nameOfCall(method, at))
    const phases = [
      { agents: otherwise, columns: under(otherwise) },
      { agents: standardPermissions, columns: [...under(standardPermissions), program, limited] },
    ]
    for (const { agents, columns } of phases) {
      await settle(agents)
      await each(
        cellsOf(columns).filter((cell) => !changes(cell)),
        tryOne,
      )
    }
    for (const { agents, columns } of phases) {
      await settle(agents)
      for (const cell of cellsOf(columns).filter(changes)) await tryOne(cell)
    }
    // Of what programs were let to delete, owners have more.
    const more = cellsOf([owners], await recordsOf(server, demo, seller))
    await each(
      more.filter((cell) => !changes(cell)),
      tryOne,
    )
    for (const cell of more.filter(changes)) await tryOne(cell)
    for (const person of outsiders.filter(({ isPartner }) => isPartner)) {
      const request: Request = ['POST', `/collaborations/${person.theirs.collaborationId}/end`, {}]
      const answer = await ask(server, person.token, request)
      cells.outsider += 1
      if (answer.status !== (person.isEnded ? 409 : 200)) told(person.who, request, 'an end', answer)
    }
    const { member, outsider: outside, alone } = cells
    expect(alone).toBeGreaterThan(500)
    console.log(
      `${server.kind}: ${member + outside} cells of who may do what, ${alone} more with row-level security alone, ${wrong.length} wrong`,
    )
    expect(wrong).toEqual([])
  },
)

test.each(servers)(
  'PM-01 an id of another organization and one that never was are answered alike: $kind',
  async (server) => {
    const { token, orgId, own, theirs } = await outsider(server, 'stranger', await recordsOf(server, demo, seller))
    const [foreign, unknown] = [{ ...theirs, orgId }, own].map(everythingOf) as [Request[], Request[]]
    const isOurs = new Set(Object.values(theirs))
    /** What is told, with the ids that were asked for taken out. */
    const told = (answer: Answer, records: Records) =>
      Object.values(records).reduce(
        (text, id) => text.replaceAll(id, 'id'),
        // Of which moment figures are.
        JSON.stringify([answer.status, answer.body]).replaceAll(/"asOf":"[^"]*"/g, '"asOf":"now"'),
      )
    let alike = 0
    await each([...foreign.entries()], async ([index, request]) => {
      const [method, path, body] = request
      const places = foreignPlaces(method, path, body, (id) => isOurs.has(id))
      if (places.every((place) => place === 'orderDrafts.keep path.draftId')) return
      const both = await Promise.all([request, unknown[index] ?? request].map((one) => ask(server, token, one)))
      const [one, same] = both.map((answer, which) => told(answer, which === 0 ? theirs : own))
      expect([path, one]).toEqual([path, same])
      alike += 1
    })
    expect(alike).toBeGreaterThan(80)
  },
)

/** What a person does to their own account, which no organization is asked about. */
const isOwnWrite = (call: string) => writes.has(call) && isOfOneself(call)

/**
 * Places of ids that are nobody's: what an order or a draft is called is made by whoever begins it, a draft keeps what was
 * typed as it was, which placing it looks up, and a telephone system names its own calls. A passkey is one person's, who
 * would have to sign in by it here; those of others are tried where passkeys are.
 */
const notForeign: ReadonlySet<string> = new Set([
  // What kind of record it is.
  'audit.timeline path.resource',
  'orders.place body.draftId',
  'collaborations.sell body.draftId',
  'orderDrafts.keep body.content.campaignId',
  'orderDrafts.keep body.content.customerId',
  'orderDrafts.keep body.content.lines.offerId',
  'telephone.startCall body.callId',
  // A report is kept as it was asked for: of what is nobody's it tells nothing when it is read, which is tried with reports.
  ...['create', 'update'].flatMap((call) =>
    ['campaignId', 'agentId', 'gatewayInstanceId', 'offerId'].map(
      (name) => `savedReports.${call} body.question.filters.${name}`,
    ),
  ),
  'users.addPasskey body.credential.rawId',
  'users.renamePasskey path.passkeyId',
  'users.removePasskey path.passkeyId',
])
