import { undoClosing } from '../engine/cleanup'
import { difference } from '../engine/compare'
import { Blocked } from '../engine/errors'
import type { Account, Ask, Exchange } from '../engine/exchange'
import type { Fields } from '../engine/fields'
import { recordOf, rowsOf } from '../engine/listing'
import type { Run } from '../engine/run'
import { attempt, needsSecond } from '../engine/steps'
import { workplaceOf } from '../engine/tenant'
import { textOf } from '../engine/text'
import { codeOf } from '../engine/totp'
import type { World } from '../engine/world'
import { lendPrograms } from './memberRights'
import { ownOrganization } from './ownOrganization'
import { dataOf } from './paying'
import { type AddedApp, checkStepSignIn, type Person } from './stepSignIn'

const rule = 'steps.demanded'

/** What the refusal of whoever has no second step is called. */
const closedCode = 'second_step_demanded'

/**
 * An organization of the check's own demands a second step: its owner adds one first, and whoever has none is closed out
 * until they have one, too. Whatever happens the demand ends and the second steps are removed: the journal knows of each
 * before it is there (ST-01, SE-06).
 */
export async function checkDemandedSteps(run: Run, world: World): Promise<void> {
  if (!run.isFull || run.lacks('users.twoSteps')) return
  const { email, password, secondEmail, secondPassword } = run.options
  const { second } = run
  if (email === undefined || password === undefined) {
    return run.recorder.skip(rule, 'no email and password were given to add a second step with')
  }
  if (second === undefined || secondEmail === undefined || secondPassword === undefined) {
    return run.recorder.skip(rule, needsSecond)
  }
  const owner = { account: run.first, email, password }
  const other = { account: second, email: secondEmail, password: secondPassword }
  try {
    await attempt(run, rule, () => tryDemand(run, world, owner, other))
  } finally {
    // Who was let in is so for the part about members, too: an address is invited only so often a day.
    await attempt(run, rule, async () => void (await undoClosing(run, ['demand', 'app'])))
  }
}

async function tryDemand(run: Run, world: World, owner: Person, other: Person): Promise<void> {
  const organizationId = await ownOrganization(run, rule)
  const demand = { params: { organizationId }, body: { demandsTwoSteps: true } }
  await run.refuse(rule, 'organizations.update', { ...demand, isValid: true }, [403, 409, 422])
  let programs: Account[] = []
  if (await letIn(run, organizationId, other)) {
    await attempt(run, rule, async () => {
      programs = await programsOf(run, world, organizationId, other.account)
    })
  }
  const app = await addApp(run, owner)
  run.journal.add({ what: 'demand', account: 'first', organizationId })
  const demanded = await run.succeed(rule, 'organizations.update', demand)
  run.verify(rule, demanded, recordOf(demanded)['demandsTwoSteps'] === true, 'a second step that is demanded')

  await attempt(run, rule, () => checkStepSignIn(run, owner, app, textOf(recordOf(demanded)['name'])))
  await attempt(run, rule, () => countSteps(run, organizationId, 1))
  const as = other.account
  const campaigns = (of: string): Ask => ({ body: { organizationId: of, resource: 'campaigns', limit: 1, page: 1 } })
  await run.succeed(rule, 'search.search', campaigns(organizationId))
  await tell(run, as, organizationId, true)
  const closed: [name: string, ask: Ask][] = [
    ['search.search', campaigns(organizationId)],
    ['organizations.members', { params: { organizationId } }],
    ['organizations.settings', { params: { organizationId } }],
    ['orderDrafts.list', { query: { organizationId } }],
    ['campaigns.create', { body: { organizationId, name: `${world.marker} not wanted` } }],
  ]
  for (const [name, ask] of closed) {
    const exchange = await run.refuse(rule, name, { ...ask, as, isValid: true }, [403])
    run.verify(rule, exchange, isTold(exchange), `the code ${closedCode}, and a sentence that says what to do`)
  }
  // Programs have no second step, and are asked for none.
  for (const program of programs)
    await run.succeed(rule, 'search.search', { ...campaigns(organizationId), as: program })
  await run.succeed(rule, 'users.me', { as })
  if (world.second !== undefined) {
    await run.succeed(rule, 'search.search', { as, ...campaigns(world.second.organizationId) })
    await run.succeed(rule, 'campaigns.get', { as, params: { campaignId: workplaceOf(world.second).id } })
  }

  const [removing = '', oneTimeCode = ''] = (await addApp(run, other, inGroups)).codes
  await attempt(run, rule, () => countSteps(run, organizationId, 0))
  await tell(run, as, organizationId, false)
  await run.succeed(rule, 'search.search', { as, ...campaigns(organizationId) })
  const proof = { password: other.password, oneTimeCode }
  await run.refuse(rule, 'users.removeApp', { as, body: proof, isValid: true }, [409])
  await run.succeed(rule, 'organizations.update', { ...demand, body: { demandsTwoSteps: false } })
  const removal = { password: other.password, oneTimeCode: removing }
  await run.succeed(rule, 'users.removeApp', { as, body: removal })
  const after = await run.succeed(rule, 'users.twoSteps', { as })
  run.verify(rule, after, typeof dataOf(after)['appSince'] !== 'string', 'no app, as it was removed')
  const { recoveryCodesLeft } = dataOf(after)
  run.verify(rule, after, recoveryCodesLeft === 0, 'no recovery codes without a second step', textOf(recoveryCodesLeft))
}

/** Programs that somebody has let in while they were an owner, as owners do. */
async function programsOf(run: Run, world: World, organizationId: string, as: Account): Promise<Account[]> {
  if (run.lacks('apiTokens.create') || run.lacks('members.setRole')) return []
  const { id: userId } = recordOf(await run.succeed(rule, 'users.me', { as }))
  const settle = (role: string) =>
    run.succeed(rule, 'members.setRole', { params: { organizationId, userId }, body: { role } })
  await settle('owner')
  const programs = await lendPrograms(run, world, organizationId, as)
  await settle('agent')
  return programs
}

/** How many have no second step is told with the settings, and who it is with the members. */
async function countSteps(run: Run, organizationId: string, without: number): Promise<void> {
  const params = { organizationId }
  const settings = await run.succeed(rule, 'organizations.settings', { params })
  const told = recordOf(settings)['withoutTwoSteps']
  const listed = await run.succeed(rule, 'members.list', { params, query: { state: 'active', limit: '100' } })
  const counted = rowsOf(listed).filter(({ hasTwoSteps }) => hasTwoSteps !== true).length
  run.verify(rule, settings, told === without, `withoutTwoSteps ${without}`, textOf(told))
  run.verify(rule, listed, counted === without, `${without} members without a second step`, String(counted))
}

function isTold({ json }: Exchange): boolean {
  const { message, error } = (json ?? {}) as { message?: unknown; error?: { code?: unknown } }
  return error?.code === closedCode && typeof message === 'string' && message.includes(' ')
}

/** The list of organizations says which of them is closed, as the app asks for the second step by it. */
async function tell(run: Run, as: Account, organizationId: string, isClosed: boolean): Promise<void> {
  const list = await run.succeed(rule, 'organizations.list', { as })
  const row = rowsOf(list).find(({ id }) => id === organizationId)
  const expected = isClosed ? 'the organization, which needs a second step' : 'the organization, which is open'
  run.verify(rule, list, row !== undefined && (row['needsSecondStep'] === true) === isClosed, expected)
}

/** What stood in the way of an invite. */
function notInvited(email: string, { status, json }: Exchange): string {
  const { data } = (json ?? {}) as { data?: { verdict?: unknown }[] }
  return `there is no invite for ${email}: invites.create was answered ${status}, verdict ${textOf(data?.[0]?.verdict ?? 'none')}`
}

/** Lets the second account in by a link, unless an earlier run has left it there; answers whether it has. */
export async function letIn(
  run: Run,
  organizationId: string,
  { account, email }: Person,
  role = 'agent',
): Promise<boolean> {
  const list = rowsOf(await run.succeed(rule, 'organizations.list', { as: account }))
  run.journal.add({ what: 'membership', account: account.name, organizationId })
  run.outsiders.areIn = true
  if (list.some(({ id }) => id === organizationId)) return false
  const body = { organizationId, emails: [email], role }
  const invited = await run.succeed(rule, 'invites.create', { body })
  const invites = rowsOf(await run.succeed(rule, 'invites.list', { query: { organizationId } }))
  const invite = invites.find((one) => one['email'] === email.toLowerCase())
  if (invite === undefined) {
    const why = `${notInvited(email, invited)}; check again a day later, with another --second-email, or on a server with fresh data`
    run.recorder.notExercised('users.acceptInvite', why)
    throw new Blocked(why)
  }
  const copied = await run.succeed(rule, 'invites.copyLink', { params: { inviteId: invite.id }, body: {} })
  const token = new URL(String(dataOf(copied)['linkUrl'])).searchParams.get('token') ?? ''
  run.secrets.add(token, 'INVITE_TOKEN')
  await readAs(run, token, { state: 'pending', hasAccount: true, isMember: false })
  const accepted = await run.succeed('invites.bound', 'users.acceptInvite', { as: account, body: { token } })
  run.verify('invites.bound', accepted, dataOf(accepted)['organizationId'] === organizationId, 'where they are let in')
  await readAs(run, token, { state: 'accepted', hasAccount: true, isMember: true })
  // Whoever has lost the answer sends it again.
  await run.succeed('invites.bound', 'users.acceptInvite', { as: account, body: { token } })
  const left = await run.succeed('invites.bound', 'invites.list', { query: { organizationId } })
  const isLeft = rowsOf(left).some(({ id }) => id === invite.id)
  run.verify('invites.bound', left, !isLeft, 'no invite that was accepted')
  return true
}

/** What the link of an invite tells, whoever opens it. */
async function readAs(run: Run, token: string, due: Fields): Promise<void> {
  const read = await run.succeed('invites.bound', 'invites.read', { as: null, body: { token } })
  const wrong = difference(due, dataOf(read))
  run.verify('invites.bound', read, wrong === undefined, JSON.stringify(due), wrong)
}

const textIn = (data: Fields, name: string): string => {
  const value = data[name]
  if (typeof value !== 'string' || value === '') throw new Blocked(`there is no ${name} to go on with`)
  return value
}

const asIs = (code: string) => code
/** As apps show it, and people type it. */
const inGroups = (code: string) => `${code.slice(0, 3)} ${code.slice(3)}`

/** Adds an authenticator app to an account; the first of its recovery codes removes it again. */
async function addApp(run: Run, { account: as, password }: Person, typed = asIs): Promise<AddedApp> {
  const begun = dataOf(await run.succeed(rule, 'users.beginApp', { as, body: { password } }))
  const [token, key] = [textIn(begun, 'token'), textIn(begun, 'appKey')]
  run.secrets.add(token, 'APP_TOKEN')
  run.secrets.add(key, 'APP_KEY')
  const begunAs = run.journal.add({ what: 'app', account: as.name, key, codes: [] })
  const used = codeOf(key, new Date())
  const body = { token, oneTimeCode: typed(used) }
  const added = await run.succeed(rule, 'users.confirmApp', { as, body })
  const given = dataOf(added)['recoveryCodes']
  const codes = (Array.isArray(given) ? given : []).filter((code) => typeof code === 'string')
  for (const code of codes) run.secrets.add(code, 'RECOVERY_CODE')
  const noted = run.journal.add({ what: 'app', account: as.name, key, codes })
  run.journal.settle(begunAs)
  run.verify(rule, added, codes.length > 1, 'recovery codes')
  return { key, used, codes, noted }
}
