import { tokenDuties, whyNotByToken } from '../../rules/apiTokens'
import type { Duty } from '../../rules/duties'
import { dayAt } from '../../rules/reportPeriods'
import { difference, disagreement } from '../engine/compare'
import type { Account } from '../engine/exchange'
import type { Fields } from '../engine/fields'
import { tokenOf } from '../engine/history'
import { recordOf, type Row, rowsOf } from '../engine/listing'
import { isSameMoment, withOffset } from '../engine/moments'
import type { Run } from '../engine/run'
import { attempt, lookAgain } from '../engine/steps'
import { textOf } from '../engine/text'
import type { Shop, World } from '../engine/world'
import { allowDuties, refuseDuties } from './duties'
import { isWholeNetwork } from './devices'
import { hidden } from './foreign'
import { refuseForeign } from './intrusion'
import { makeCustomer } from './customerBasics'
import { placeOf, zoneOf } from './ownPlace'
import { fieldsOf } from './paying'
import { readsAlike, readsNoCode } from './programReads'
import { readsOf } from './reads'
import { customerOf, dayFromNow, makeOne, shopOf } from './sellingBasics'
import { fillShop } from './shopParts'

/** Duties of one kind of records, each with one that it is not. */
const neighbours = new Map<Duty, Duty>([
  ['orders', 'refunds'],
  ['offers', 'stock'],
  ['views', 'sharedViews'],
  ['mails', 'heldMails'],
  ['campaigns', 'campaignMails'],
  ['fulfilments', 'orderMails'],
  ['calls', 'telephone'],
  ['organization', 'permissions'],
])

/** A program that the first account lets in, as whoever asks by its token. */
async function letIn(
  run: Run,
  { first, marker }: World,
  duties: readonly string[],
  more: Fields = {},
): Promise<[Account, Row]> {
  const name = `${marker} ${duties.join() || 'reads'}`.slice(0, 100)
  const body = { organizationId: first.organizationId, name, duties, ...more }
  const [row, exchange] = await makeOne(run, first, 'apiTokens', 'apiTokens.made', body)
  const token = tokenOf(exchange)
  run.verify('apiTokens.made', exchange, token !== undefined, 'the token')
  return [{ name: 'first', token: token ?? '' }, row]
}

/** A token that ends on a day ends with that day, where the organization is. */
async function checkLastDay(run: Run, { first, marker }: World): Promise<void> {
  const { organizationId } = first
  const zone = await zoneOf(run, 'apiTokens.made', organizationId)
  const expiresAt = dayFromNow(40)
  const body = { organizationId, name: `${marker} until a day`, duties: [], expiresAt }
  const exchange = await run.succeed('apiTokens.made', 'apiTokens.create', { body })
  const row = recordOf(exchange)
  run.journal.made('apiTokens', row.id, first.account.name, body.name)
  const end = Date.parse(textOf(row['expiresAt']))
  const isEnd = dayAt(new Date(end - 1_000), zone) === expiresAt && dayAt(new Date(end + 1_000), zone) > expiresAt
  const due = `the end of ${expiresAt} in ${zone}`
  run.verify('apiTokens.made', exchange, isEnd, due, textOf(row['expiresAt']))
}

/** Programs are let in by tokens, within their scope, until these are revoked (ST-01). */
export async function checkApiTokens(run: Run, all: World): Promise<void> {
  if (!run.isFull) return
  await attempt(run, 'apiTokens.made', async () => {
    const { tenant } = await placeOf(run, all)
    await checkIn(run, { ...all, first: tenant })
  })
}

async function checkIn(run: Run, world: World): Promise<void> {
  const { first, second, marker } = world
  const { organizationId } = first
  let program: Account | undefined
  let known: Row | undefined
  await attempt(run, 'apiTokens.made', async () => {
    const nameNow = async () => textOf(recordOf(await run.succeed('session.me', 'users.me'))['name'])
    const before = await nameNow()
    ;[program, known] = await letIn(run, world, ['customers'], { expiresAt: null })
    const { token } = program
    const listed = await run.succeed('apiTokens.made', 'apiTokens.list', { query: { organizationId } })
    const own = rowsOf(listed).find(({ id }) => id === known?.id)
    const isListed = own !== undefined && !listed.text.includes(token)
    run.verify('apiTokens.made', listed, isListed, 'what was made, without its token')
    const differs = own && disagreement(own, known)
    run.verify('apiTokens.made', listed, differs === undefined, 'what was made, as it was answered', differs)
    const { prefix, createdByName, lastUsedAt } = known
    const isKnown = typeof prefix === 'string' && prefix.length < token.length && token.startsWith(prefix)
    run.verify('apiTokens.made', listed, isKnown, 'what the token begins with', textOf(prefix))
    const after = await nameNow()
    // Beside this, the name may be changed for a moment.
    const isTheirs = before !== after || textOf(createdByName) === after
    run.verify('apiTokens.made', listed, isTheirs, after, textOf(createdByName))
    const isUnused = (lastUsedAt ?? null) === null
    run.verify('apiTokens.made', listed, isUnused, 'no use of what is new', textOf(lastUsedAt))
    await attempt(run, 'apiTokens.made', () => checkLastDay(run, world))
    for (const unfit of [{ duties: ['nothing of the kind'] }, { name: ' ' }, { expiresAt: '2020-01-01' }]) {
      const body = { organizationId, name: `${marker} unfit`, duties: [], ...unfit }
      await run.refuse('apiTokens.made', 'apiTokens.create', { body, isValid: true }, [400, 422])
    }
  })
  if (program === undefined || known === undefined) return
  const as = program
  const params = { tokenId: known.id }
  await attempt(run, 'apiTokens.scope', async () => {
    const own = await run.succeed('apiTokens.scope', 'organizations.list', { as })
    const isOnly = rowsOf(own).length === 1 && rowsOf(own)[0]?.id === organizationId
    run.verify('apiTokens.scope', own, isOnly, 'the organization of the token alone')
    const body = { organizationId, resource: 'campaigns' }
    await run.succeed('apiTokens.scope', 'search.search', { as, body })
    if (!run.lacks('customers.create'))
      await makeCustomer(run, { ...first, account: as }, customerOf(run, first, `${marker}-token`))
    const product = { organizationId, name: `${marker} token`, sku: `${marker}-token`, price: 1 }
    await run.refuse('apiTokens.scope', 'products.create', { as, body: product, isValid: true }, [403])
    await run.refuse('apiTokens.scope', 'users.sessions', { as, isValid: true }, [403])
    await attempt(run, 'apiTokens.scope', () => refusePeople(run, as, organizationId))
    await attempt(run, 'audit.told', () => checkActor(run, organizationId))
    await attempt(run, 'apiTokens.made', () => checkUse(run, organizationId, params.tokenId))
    await attempt(run, 'apiTokens.scope', () => checkAlmighty(run, world))
    const another = { organizationId, name: `${marker} of a token`, duties: [] }
    await run.refuse('apiTokens.scope', 'apiTokens.create', { as, body: another, isValid: true }, [403])
    await run.refuse('apiTokens.scope', 'apiTokens.revoke', { as, params, isValid: true }, [403])
    const [reader] = await letIn(run, world, [])
    const shop = await fillShop(run, await shopOf(run, world, first), 'apiTokens.scope')
    await refuseDuties(run, world, { shop, as: reader, rule: 'apiTokens.scope', isTheirs: () => false })
    await attempt(run, 'apiTokens.scope', () => checkRest(run, world, shop))
    const [clerk] = await letIn(run, world, [...neighbours.keys()])
    await attempt(run, 'apiTokens.scope', () => readsAlike(run, shop, reader))
    await attempt(run, 'payments.codes', () => readsNoCode(run, world, reader, clerk))
    const isNear = (duty: Duty) => [...neighbours.values()].includes(duty)
    await refuseDuties(run, world, { shop, as: clerk, rule: 'apiTokens.scope', isTheirs: (duty) => !isNear(duty) })
  })
  await attempt(run, 'apiTokens.revoke', async () => {
    if (second !== undefined) {
      await refuseForeign(run, second, first, 'apiTokens.revoke', { params, isValid: true })
      await run.succeed('apiTokens.revoke', 'users.me', { as })
    }
    const [other] = await letIn(run, world, [])
    await run.succeed('apiTokens.revoke', 'apiTokens.revoke', { params })
    await run.refuse('apiTokens.revoke', 'users.me', { as, isValid: true }, [401])
    await run.succeed('apiTokens.revoke', 'users.me', { as: other })
    await run.refuse('apiTokens.revoke', 'apiTokens.revoke', { params, isValid: true }, hidden)
  })
}

/** It takes seconds until a token has ended, in which others work. */
export const laneOfMoment = (run: Run): Promise<string | undefined> =>
  Promise.resolve(run.isFull ? 'moment' : undefined)

/** A program that is let in for a moment is out after it (ST-01). */
export async function checkBriefToken(run: Run, all: World): Promise<void> {
  if (!run.isFull) return
  await attempt(run, 'apiTokens.made', async () => {
    const { tenant } = await placeOf(run, all)
    const brief = await letInBriefly(run, { ...all, first: tenant })
    if (brief !== undefined) await attempt(run, 'apiTokens.revoke', () => checkEnded(run, brief))
  })
}

/** Whoever may do all but what a token is tried by otherwise may do each of it, until the end that is said. */
async function checkRest(run: Run, world: World, shop: Shop): Promise<void> {
  const { organizationId } = world.first
  const rest = tokenDuties.filter((duty) => !neighbours.has(duty))
  const expiresAt = `${dayFromNow(2)}T12:00:00Z`
  const [as, row] = await letIn(run, world, rest, { expiresAt })
  const listed = await run.succeed('apiTokens.made', 'apiTokens.list', { query: { organizationId } })
  const own = rowsOf(listed).find(({ id }) => id === row.id) ?? row
  const sorted = (duties: unknown) => (Array.isArray(duties) ? duties.map(textOf).toSorted() : [])
  const wrong = difference({ expiresAt, duties: sorted(rest) }, { ...own, duties: sorted(own['duties']) })
  run.verify('apiTokens.made', listed, wrong === undefined, 'every duty that was given, and until when', wrong)
  const untried = new Set<Duty>(rest)
  // One call tells of each.
  const isTheirs = (duty: Duty) => untried.delete(duty)
  await allowDuties(run, world, { shop, as, rule: 'apiTokens.scope', isTheirs })
}

/** A program that is let in for two seconds, by the clock of the server. */
async function letInBriefly(run: Run, { first, marker }: World): Promise<[Account, ends: number] | undefined> {
  let brief: [Account, number] | undefined
  await attempt(run, 'apiTokens.made', async () => {
    const { headers } = await run.succeed('session.me', 'users.me')
    const ahead = Date.parse(textOf(headers['date'])) - Date.now()
    if (Number.isNaN(ahead)) return
    const ends = Date.now() + 2_500
    const { organizationId, account } = first
    // A clock that is behind shows an hour that has gone by already.
    const expiresAt = withOffset(new Date(ends + ahead), '-05:30')
    const body = { organizationId, name: `${marker} for a moment`, duties: [], expiresAt }
    const exchange = await run.succeed('apiTokens.made', 'apiTokens.create', { body })
    const row = recordOf(exchange)
    run.journal.made('apiTokens', row.id, account.name, body.name)
    const told = textOf(row['expiresAt'])
    run.verify('apiTokens.made', exchange, isSameMoment(expiresAt, told), expiresAt, told)
    const as: Account = { name: 'first', token: tokenOf(exchange) ?? '' }
    await run.succeed('apiTokens.made', 'users.me', { as })
    brief = [as, ends]
  })
  return brief
}

/** Its date has no milliseconds, so that the clock of the server may be a second behind what it seems. */
async function checkEnded(run: Run, [as, ends]: [Account, number]): Promise<void> {
  await run.sender.pause(Math.max(0, ends + 1_500 - Date.now()))
  await run.refuse('apiTokens.revoke', 'users.me', { as, isValid: true }, [401])
}

/** Who is let in, and one's own account, is no program's. */
async function refusePeople(run: Run, as: Account, organizationId: string): Promise<void> {
  for (const [{ name }, ask] of readsOf(run, organizationId)) {
    if (whyNotByToken(name) === undefined) continue
    await run.refuse('apiTokens.scope', name, { ...ask, as, isValid: true }, [403])
  }
  const body = { organizationId, emails: ['nobody@unknown.offerdesk.example'], role: 'agent' }
  await run.refuse('apiTokens.scope', 'invites.create', { as, body, isValid: true }, [403])
  const theme = { as, body: { theme: 'system' }, isValid: true }
  await run.refuse('apiTokens.scope', 'users.setPreferences', theme, [403])
}

/** What a program has changed is told as its own, and not as somebody's. */
async function checkActor(run: Run, organizationId: string): Promise<void> {
  if (run.lacks('customers.create') || run.lacks('audit.list')) return
  const query = { organizationId, action: 'customers.create', limit: '1', page: '1' }
  const told = await run.succeed('audit.told', 'audit.list', { query })
  const { kind } = fieldsOf(rowsOf(told)[0]?.['actor'])
  run.verify('audit.told', told, kind === 'token', 'a program that has added a customer', textOf(kind))
}

/** It is told when a token was used last, to the minute. */
async function checkUse(run: Run, organizationId: string, tokenId: string): Promise<void> {
  const used = async () => {
    const listed = await run.succeed('apiTokens.made', 'apiTokens.list', { query: { organizationId } })
    const row = rowsOf(listed).find(({ id }) => id === tokenId)
    return [listed, row?.['lastUsedAt'] ?? null, row?.['lastUsedNetwork']] as const
  }
  const [listed, at, network] = await lookAgain(run, { looks: 5, pause: 200 }, used, ([, at]) => at !== null)
  run.verify('apiTokens.made', listed, at !== null, 'when the token was used, in lastUsedAt', textOf(at))
  run.verify('apiTokens.made', listed, !isWholeNetwork(network), 'a network without its last part', textOf(network))
}

/** A token for all that its maker may changes what only owners do, where its maker is one. */
async function checkAlmighty(run: Run, { first, marker }: World): Promise<void> {
  const { organizationId } = first
  const list = await run.succeed('apiTokens.scope', 'organizations.list')
  if (rowsOf(list).find(({ id }) => id === organizationId)?.['role'] !== 'owner') return
  const body = { organizationId, name: `${marker} for all`, duties: null }
  const [row, made] = await makeOne(run, first, 'apiTokens', 'apiTokens.made', body)
  run.verify('apiTokens.made', made, (row['duties'] ?? null) === null, 'duties null, as it is for all')
  const as: Account = { name: 'first', token: tokenOf(made) ?? '' }
  const params = { organizationId }
  const { refundLimit } = recordOf(await run.succeed('apiTokens.scope', 'organizations.permissions', { as, params }))
  await run.succeed('apiTokens.scope', 'organizations.setPermissions', { as, params, body: { refundLimit } })
  await run.refuse('apiTokens.scope', 'members.list', { as, params, isValid: true }, [403])
}
