import { isSame } from './compare'
import { Blocked, CouldNotRun, RateLimited } from './errors'
import { type Account, dataIn, type Exchange } from './exchange'
import type { Fields } from './fields'
import { tokenOf } from './history'
import { type JournalHead, ownPrice, type Undo } from './journal'
import { recordOf, type Row, rowsOf, searchPage } from './listing'
import { type Made, makings, one } from './made'
import type { Run } from './run'
import { uncalledCounts } from './uncalled'
import { digitsOf } from './phones'
import { codeOf } from './totp'

/** Pages of 100 rows that are read of a list. */
const mostPages = 20

/** How long a fresh record may stay unfound by a search. */
const freshMs = 2_000

/**
 * Undoes every change of a run's journal, the last one first, and proves it by reading; returns what is left, in
 * words. It judges nothing, as what is broken was found before. It works on after an interruption.
 */
export async function undoAll(run: Run, { keep = false } = {}): Promise<string[]> {
  const { journal } = run
  if (journal.head === undefined) return []
  run.sender.ignoreInterruption()
  run.isCleaningUp = true
  const left: string[] = []
  const stays: string[] = []
  const strays = new Set<Made>()
  // A server that has gone is not asked once more for each of them.
  let isGone = false
  const orLeft = async (work: () => Promise<string[]>, otherwise: string[]) =>
    isGone ? otherwise : orNot(work, otherwise, () => (isGone = true))
  await run.recorder.muted(async () => {
    await orLeft(() => signedIn(run), [])
    left.push(...(await orLeft(() => undoClosing(run), journal.open.filter(isClosing).map(wordsOf))))
    for (const undo of journal.open.filter((one) => !isClosing(one))) {
      if (undo.what === 'delete' && undo.id === undefined) strays.add(undo.resource)
      else if (undo.what === 'delete' && keep) left.push(wordsOf(undo))
      else left.push(...(await orLeft(() => undone(run, undo, stays), [wordsOf(undo)])))
    }
    if (strays.size > 0 && !keep) {
      left.push(...(await orLeft(() => sweep(run, strays, stays), ['whatever has the marker in its name'])))
    }
    stays.push(...(await orLeft(() => grown(run), [])))
  })
  const isDone = left.every((one) => journal.open.some((undo) => undo.what === 'nothing' && undo.left === one))
  if (isDone || keep) journal.end()
  return [...new Set([...left, ...stays])].toReversed()
}

/** What comes of other things, and stays: no call makes or takes it away by itself. */
async function grown(run: Run): Promise<string[]> {
  const before = run.journal.head?.counts
  if (before === undefined) return []
  const now = await uncalledCounts(run, run.journal.head?.places ?? [])
  return Object.entries(now).flatMap(([name, count]) => {
    const more = count - (before[name] ?? 0)
    return more > 0 ? [`${more} ${name}: no call deletes them`] : []
  })
}

/** A reset of the password may have ended the session that the undoing needs. */
async function signedIn(run: Run): Promise<string[]> {
  const { email, password } = run.options
  if (email === undefined || password === undefined) return []
  if ((await run.ask('users.me')).status !== 401) return []
  run.first.token = tokenOf(await run.ask('users.login', { as: null, body: { email, password } })) ?? run.first.token
  return []
}

/** A change whose undoing could not be asked for is left, too. */
async function orNot(work: () => Promise<string[]>, otherwise: string[], onGone: () => void): Promise<string[]> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof CouldNotRun) onGone()
    if (error instanceof Blocked || error instanceof RateLimited || error instanceof CouldNotRun) return otherwise
    throw error
  }
}

/** What people are closed out by, or asked for more at sign-in: the demand goes first, as the last second step stays with it. */
const closings = ['demand', 'app', 'membership'] as const
type Closing = Extract<Undo, { what: (typeof closings)[number] }>

const isClosing = ({ what }: Undo): boolean => closings.some((closing) => closing === what)

/** Undoes all of it, or some; returns what is left, in words. */
export async function undoClosing(run: Run, some: readonly Closing['what'][] = closings): Promise<string[]> {
  const left: string[] = []
  for (const what of closings.filter((one) => some.includes(one))) {
    for (const { number, undo } of run.journal.ofKind(what)) {
      if (await isOpened(run, undo)) run.journal.settle(number)
      else left.push(wordsOf(undo))
    }
  }
  return left
}

async function isOpened(run: Run, undo: Closing): Promise<boolean> {
  const as = accountOf(run, undo.account)
  if (undo.what === 'demand') {
    const params = { organizationId: undo.organizationId }
    return (await run.ask('organizations.update', { as, params, body: { demandsTwoSteps: false } })).status === 200
  }
  if (undo.what === 'membership') {
    const left = await run.ask('members.leave', { as, params: { organizationId: undo.organizationId }, body: {} })
    // Who has never come in is nobody there.
    return [200, 404].includes(left.status)
  }
  const { password, secondPassword } = run.options
  const own = (undo.account === 'first' ? password : secondPassword) ?? ''
  // Where the answer with newer recovery codes never came, the app itself has one.
  for (const oneTimeCode of [...undo.codes.slice(0, 1), codeOf(undo.key, new Date())]) {
    const body = { password: own, oneTimeCode }
    if ((await run.ask('users.removeApp', { as, body })).status === 200) return true
  }
  return typeof dataIn(await run.ask('users.twoSteps', { as }))['appSince'] !== 'string'
}

function wordsOf(undo: Undo): string {
  switch (undo.what) {
    case 'delete':
      return `${one(undo.resource)} ${undo.id}`
    case 'campaign':
      return `changed fields ${Object.keys(undo.fields).join(', ')} of campaign ${undo.campaignId}`
    case 'profile':
      return `changed fields ${Object.keys(undo.fields).join(', ')} of the ${undo.account} account's user`
    case 'preferences':
      return `what the ${undo.account} account's user prefers: ${Object.keys(undo.fields).join(', ')}`
    case 'campaigns':
      return `campaigns of organization ${undo.organizationId} that have the marker in them`
    case 'demand':
      return `organization ${undo.organizationId}: it demands a second step at sign-in`
    case 'app':
      return `the authenticator app of the ${undo.account} account`
    case 'membership':
      return `the ${undo.account} account in organization ${undo.organizationId}`
    case 'nothing':
      return undo.left
  }
}

async function undone(run: Run, undo: Undo, stays: string[]): Promise<string[]> {
  switch (undo.what) {
    case 'nothing':
      return [undo.left]
    case 'delete':
      return (await isTakenBack(run, undo.resource, accountOf(run, undo.account), undo.id ?? '', stays))
        ? []
        : [wordsOf(undo)]
    case 'campaign': {
      const as = accountOf(run, undo.account)
      const params = { campaignId: undo.campaignId }
      const read = async () => recordOf(await run.ask('campaigns.get', { as, params }))
      return putBack(undo, read, (body) => run.ask('campaigns.update', { as, params, body }))
    }
    case 'profile': {
      const as = accountOf(run, undo.account)
      const read = async () => dataIn(await run.ask('users.me', { as }))
      // Somebody else's profile is none of the run's business, unless it has written into it.
      const isMine = (value: unknown) => undo.account === 'first' || hasMarker(run, value)
      return putBack(undo, read, (body) => run.ask('users.update', { as, body }), isMine)
    }
    case 'preferences': {
      const as = accountOf(run, undo.account)
      const read = async () => (dataIn(await run.ask('users.me', { as }))['preferences'] ?? {}) as Fields
      return putBack(undo, read, (body) => run.ask('users.setPreferences', { as, body }))
    }
    case 'campaigns':
      return putListBack(run, undo)
    case 'demand':
    case 'app':
    case 'membership':
      return (await isOpened(run, undo)) ? [] : [wordsOf(undo)]
  }
}

function accountOf(run: Run, name: Account['name']): Account {
  const account = name === 'first' ? run.first : run.second
  if (account === undefined) throw new Blocked(`the ${name} account is not signed in`)
  return account
}

const termsOf = ({ marker }: Pick<JournalHead, 'marker'>) => [marker, `yw${marker.slice(2)}`]

const hasMarker = ({ journal }: Run, value: unknown) =>
  typeof value === 'string' && journal.head !== undefined && termsOf(journal.head).some((term) => value.includes(term))

/** The fields that are no longer what they were. */
const movedFrom = (former: Fields, now: Fields) =>
  Object.fromEntries(Object.entries(former).filter(([name, value]) => !isSame(name, value, now[name])))

async function putBack(
  undo: Extract<Undo, { what: 'campaign' | 'profile' | 'preferences' }>,
  read: () => Promise<Fields>,
  write: (fields: Fields) => Promise<Exchange>,
  isMine: (value: unknown) => boolean = () => true,
): Promise<string[]> {
  const now = await read()
  const moved = Object.fromEntries(Object.entries(movedFrom(undo.fields, now)).filter(([name]) => isMine(now[name])))
  if (Object.keys(moved).length === 0) return []
  const { status } = await write(moved)
  // A server that refuses them together may take them one by one.
  if (status >= 400) for (const [name, value] of Object.entries(moved)) await write({ [name]: value })
  const still = Object.keys(movedFrom(moved, await read()))
  return still.length === 0 ? [] : [wordsOf({ ...undo, fields: Object.fromEntries(still.map((name) => [name, true])) })]
}

/** Puts back the campaigns that were listed before the run and have its marker now. */
async function putListBack(run: Run, undo: Extract<Undo, { what: 'campaigns' }>): Promise<string[]> {
  const as = accountOf(run, undo.account)
  const query = { organizationId: undo.organizationId, resource: 'campaigns' as const, limit: 100, page: 1 }
  const { rows } = await searchPage(run, query, as)
  const left: string[] = []
  for (const row of rows) {
    const moved = movedFrom(undo.fields[row.id] ?? {}, row)
    const fields = Object.fromEntries(Object.entries(moved).filter(([name]) => hasMarker(run, row[name])))
    if (Object.keys(fields).length === 0) continue
    left.push(...(await undone(run, { what: 'campaign', account: undo.account, campaignId: row.id, fields }, [])))
  }
  return left
}

/** Takes back what the run has made as far as calls go, which may be refused where it has been before. */
async function isTakenBack(run: Run, made: Made, as: Account, id: string, stays: string[]): Promise<boolean> {
  const { endings, param, stays: why } = makings[made]
  // What is deleted is gone, and not refused.
  const isDeleted = [
    'offers',
    'customers',
    'plugins',
    'apiTokens',
    'savedReports',
    'savedViews',
    'autoresponders',
    'telephone',
  ].includes(made)
  const isDone = isDeleted ? [200, 204, 404] : [200, 204, 404, 409]
  let isGone = false
  if (made === 'orders') await giveBack(run, as, id)
  for (const [name, body] of endings) {
    const { status } = await run.ask(name, { as, params: { [param]: id }, ...(body && { body }) })
    if (!isDone.includes(status)) return false
    isGone = status === 404
  }
  const other = made === 'orders' ? await sentAnyway(run, as, id) : undefined
  if (why !== undefined && !isGone) stays.push(`${one(made)} ${id}: ${other ?? why}`)
  return true
}

/** An order is not cancelled while what was paid for it is kept. */
async function giveBack(run: Run, as: Account, orderId: string): Promise<void> {
  if (run.lacks('orders.payments')) return
  const params = { orderId }
  const amount = dataIn(await run.ask('orders.payments', { as, params }))['refundable']
  if (typeof amount === 'number' && amount > 0) await run.ask('orders.refund', { as, params, body: { amount } })
}

/** Tells what has become of an order that was sent and can't be cancelled any more. */
async function sentAnyway(run: Run, as: Account, orderId: string): Promise<string | undefined> {
  const { status } = dataIn(await run.ask('orders.get', { as, params: { orderId } }))
  return status === 'open' || status === 'completed' ? `it is ${status}, as it was sent` : undefined
}

/** Deletes whatever has the run's marker in its name, such as what a request made whose answer never came. */
async function sweep(run: Run, made: ReadonlySet<Made>, stays: string[]): Promise<string[]> {
  const { head } = run.journal
  const left: string[] = []
  let seen = 0
  const all = async () => {
    for (const { account, organizationId } of head?.places ?? []) {
      if (account === 'second' && run.second === undefined) continue
      const as = accountOf(run, account)
      for (const resource of new Set<Made>([
        'offers',
        ...(head?.level === 'full' ? (['customers'] as const) : []),
        ...made,
      ])) {
        for (const { id } of await strays(run, as, organizationId, resource)) {
          seen += 1
          if (!(await isTakenBack(run, resource, as, id, stays))) left.push(`${one(resource)} ${id}`)
        }
      }
    }
  }
  await all()
  if (seen > 0 || !run.isUnanswered) return left
  // A search may find a record a moment after it was made, and the last answer may never have come.
  await run.sender.pause(freshMs)
  await all()
  return left
}

/** Where there is no such list, none was made either. */
const isUnknown = ({ status }: Exchange) => [400, 404, 405, 422, 501].includes(status)

async function strays(run: Run, as: Account, organizationId: string, made: Made): Promise<Row[]> {
  const found = new Map<string, Row>()
  const { listed, creates } = makings[made]
  if (run.lacks(creates)) return []
  const others = formerCampaigns(run)
  if ('call' in listed) {
    if (run.lacks(listed.call)) return []
    const exchange = await run.ask(listed.call, { as, query: { organizationId } })
    return isUnknown(exchange) ? [] : rowsOf(exchange).filter((row) => isStray(run, row) && row['state'] !== 'disabled')
  }
  if ('perCampaign' in listed) return straysOfCampaigns(run, as, organizationId, listed.perCampaign)
  const resource = listed.search
  // By its name where the list is too long to be read.
  const names = termsOf(run.journal.head ?? { marker: '' }).map((q) => ({ q }))
  for (const query of [{}, ...names]) {
    let isWhole = false
    for (let page = 1; page <= mostPages && !isWhole; page += 1) {
      const body = { organizationId, resource, limit: 100, page, ...query }
      const exchange = await run.ask('search.search', { as, body })
      const rows = isUnknown(exchange) ? [] : rowsOf(exchange)
      for (const row of rows) if (isStray(run, row) && !isOver(row) && !others.has(row.id)) found.set(row.id, row)
      isWhole = rows.length < 100
    }
    if (isWhole && !('q' in query)) break
  }
  return [...found.values()]
}

/** What is listed by campaign alone, of those that are not put away. */
async function straysOfCampaigns(run: Run, as: Account, organizationId: string, name: string): Promise<Row[]> {
  if (run.lacks(name)) return []
  const campaigns = rowsOf(
    await run.ask('search.search', { as, body: { organizationId, resource: 'campaigns', limit: 100, page: 1 } }),
  )
  const found: Row[] = []
  for (const { id: campaignId } of campaigns) {
    const rows = rowsOf(await run.ask(name, { as, params: { campaignId } }))
    found.push(...rows.filter(({ subject }) => hasMarker(run, subject)))
  }
  return found
}

/** Somebody's own campaigns, which the run may have renamed: they are put back, and never put away. */
const formerCampaigns = ({ journal }: Run): ReadonlySet<string> =>
  new Set(
    journal.open.flatMap((undo) =>
      undo.what === 'campaigns' ? Object.keys(undo.fields) : undo.what === 'campaign' ? [undo.campaignId] : [],
    ),
  )

/** Whether the number is one that the run has called without hearing of the call. */
const isCalled = ({ journal }: Run, phone: unknown) =>
  typeof phone === 'string' &&
  phone !== '' &&
  journal.open.some(
    (undo) => undo.what === 'delete' && undo.resource === 'calls' && digitsOf(undo.name) === digitsOf(phone),
  )

/** What is archived or cancelled has been taken back as far as it goes. */
const isOver = ({ status, archivedAt }: Row) => status === 'archived' || status === 'cancelled' || Boolean(archivedAt)

const isStray = (
  run: Run,
  { displayName, firstName, email, basePrice, quantity, name, title, customerName, phone }: Row,
) =>
  [displayName, firstName, email, name, title, customerName].some((text) => hasMarker(run, text)) ||
  (basePrice === ownPrice && quantity === 7) ||
  isCalled(run, phone)
