import { bulkActions } from '../../rules/bulkJobs'
import { countingDispositions } from '../../rules/closeRate'
import { endsSoonMinutes, waiting } from '../../rules/workQueue'
import { type Fields, isRecord } from './fields'
import { each, firstOf, type Follows, recordsIn } from './followsBasics'
import { followingOfSelling, ofPaying } from './followsSelling'
import { isMoment } from './moments'
import { ofImports, ofOrders, ofParcels, packed } from './followsSold'
import { textOf } from './text'

const plain = (value: unknown) =>
  textOf(value ?? '')
    .normalize()
    .trim()

/** A name has both of its parts, in whatever order. */
const named: Follows = ({ name, firstName, lastName }) => {
  const missing = [firstName, lastName].map(plain).find((part) => !plain(name).includes(part))
  return name === undefined || name === null || missing === undefined
    ? undefined
    : `name is ${textOf(name)} without ${missing}`
}

const atHome: Follows = ({ country, shippingAddress }) => {
  if (country === undefined || !isRecord(shippingAddress)) return undefined
  const due = shippingAddress['country']
  return plain(country) === plain(due) ? undefined : `country is ${textOf(country)}, of the address ${textOf(due)}`
}

const counting: readonly unknown[] = countingDispositions

/** What came of a call that sold nothing, by how it was closed. */
const cameOf: Follows = ({ outcome, orderId, disposition }) => {
  if (typeof outcome !== 'string' || orderId === undefined || disposition === undefined) return undefined
  if (orderId !== null) return ['paid', 'sold'].includes(outcome) ? undefined : `outcome is ${outcome} with an order`
  const due = counting.includes(disposition) ? 'missed' : 'uncounted'
  return outcome === due
    ? undefined
    : `outcome is ${outcome} of a call closed as ${textOf(disposition)}, without an order`
}

const day = 86_400_000
/** Clocks may be set for summer time meanwhile, and may differ a little. */
const leeway = 3_700_000

/** A moment is a day after another one, or after a later one where it took a while. */
const aDayAfter =
  (until: string, from: string, to = from): Follows =>
  (record) => {
    const [ends, begun, over] = [record[until], record[from], record[to]]
    if (!isMoment(ends) || !isMoment(begun)) return undefined
    const last = isMoment(over) ? over : begun
    const isWithin =
      Date.parse(ends) >= Date.parse(begun) + day - leeway && Date.parse(ends) <= Date.parse(last) + day + leeway
    return isWithin ? undefined : `${until} is ${ends}, which is no day after ${last}`
  }

const numbers = (record: Fields, names: readonly string[]) => names.map((name) => Number(record[name] ?? 0))
const sumOf = (record: Fields, names: readonly string[]) =>
  numbers(record, names).reduce((sum, number) => sum + number, 0)

const parts = (whole: string, names: readonly string[]): Follows => {
  const named = names.join(', ')
  return (record) => {
    if (names.some((name) => typeof record[name] !== 'number')) return undefined
    const sum = sumOf(record, names)
    return record[whole] === sum ? undefined : `${whole} is ${textOf(record[whole])}, and ${named} are ${sum} together`
  }
}

/** No more rows are through than there are. */
const tallied: Follows = (job) => {
  const over = ['checked', 'ran', 'undone'].find((pass) => {
    const tally = job[pass]
    return isRecord(tally) && sumOf(tally, Object.keys(tally)) > Number(job['total'])
  })
  return over && `${over} has more rows than there are: ${textOf(job[over])} of ${textOf(job['total'])}`
}

/** Moments of a job by its state: those that it has, as far as they are told, and those that have not come. */
const momentsOf: Readonly<Record<string, { has: readonly string[]; hasNot: readonly string[] }>> = {
  checking: { has: [], hasNot: ['startedAt', 'finishedAt', 'undoneAt', 'undoUntil'] },
  checked: { has: [], hasNot: ['startedAt', 'finishedAt', 'undoneAt', 'undoUntil'] },
  running: { has: ['startedAt'], hasNot: [] },
  done: { has: ['startedAt', 'finishedAt'], hasNot: [] },
  undone: { has: ['startedAt', 'finishedAt', 'undoneAt'], hasNot: [] },
}

/** Of a job nothing is told that has not come about, nor that it can be undone where it can't. */
const comeAbout: Follows = (job) => {
  const { state, action } = job
  const { has, hasNot } = momentsOf[textOf(state ?? '')] ?? { has: [], hasNot: [] }
  const missing = has.find((name) => name in job && !isMoment(job[name]))
  if (missing !== undefined) return `${missing} is not told of a job that is ${textOf(state)}`
  const canBeUndone = Object.entries(bulkActions).some(([name, { undo }]) => name === action && undo !== undefined)
  const early = [...hasNot, ...(canBeUndone ? [] : ['undoUntil'])].find((name) => (job[name] ?? null) !== null)
  return early && `${early} is ${textOf(job[early])} of a job for ${textOf(action)} that is ${textOf(state)}`
}

/** A mail tells when it was handed over or kept once it was, and why it was given up. */
const handedOver: Follows = (mail) => {
  const { state, deliveredAt, error } = mail
  const isOver = state === 'delivered' || state === 'kept'
  if (isOver && 'deliveredAt' in mail && !isMoment(deliveredAt)) return `no deliveredAt of a mail that is ${state}`
  if ((state === 'queued' || state === 'dead') && (deliveredAt ?? null) !== null)
    return `deliveredAt is ${textOf(deliveredAt)} of a mail that is ${state}`
  return state === 'dead' && 'error' in mail && textOf(error ?? '') === ''
    ? 'no error of a mail that was given up'
    : undefined
}

/** What one agent has sold, whatever it was. */
const sold: Follows = (standing) => {
  const [orders = 0, calls = 0, closed = 0] = numbers(standing, ['orders', 'calls', 'sold'])
  const { closeRate, averageOrder } = standing
  if (closed > calls) return `${closed} calls sold of ${calls}`
  const rate = calls === 0 ? null : closed / calls
  const isRate = rate === null ? (closeRate ?? null) === null : Math.abs(Number(closeRate) - rate) < 0.0001
  if (!isRate) return `closeRate is ${textOf(closeRate)} for ${closed} of ${calls} calls`
  const isAverage = orders === 0 ? (averageOrder ?? null) === null : typeof averageOrder === 'number'
  return isAverage ? undefined : `averageOrder is ${textOf(averageOrder)} of ${orders} orders`
}

const own: Follows = ({ own: mine }) => {
  if (!isRecord(mine)) return undefined
  const [calls = 0, counted = 0, closed = 0] = numbers(mine, ['calls', 'counted', 'sold'])
  return counted <= calls && closed <= counted ? undefined : `${closed} sold of ${counted} that count of ${calls} calls`
}

const soon = (endsSoonMinutes + 60) * 60_000

/** What waits is told in its order; links that end soon do so, and call-backs that are due are so already. */
const queued: Follows = ({ queue }) => {
  const entries = recordsIn(queue)
  const told = entries.map(({ of }) => textOf(of))
  const due = waiting.filter((of) => told.includes(of))
  if (due.join() !== told.join()) return `${told.join(', ')} wait, in another order than ${waiting.join(', ')}`
  const late = entries.find(({ of, firstAt }) => {
    const left = isMoment(firstAt) ? Date.parse(firstAt) - Date.now() : 0
    return (of === 'linksEnding' && Math.abs(left) > soon) || (of === 'callBacks' && left > leeway)
  })
  return late && `firstAt of ${textOf(late['of'])} is ${textOf(late['firstAt'])}`
}

const inOrder =
  (field: string, moment: string, isNewestFirst: boolean): Follows =>
  (record) => {
    const told = recordsIn(record[field])
    return isSorted(told, [moment], isNewestFirst) ? undefined : `${field} are not in the order of ${moment}`
  }

const counted: Follows = ({ calls, callsCount }) =>
  Array.isArray(calls) && typeof callsCount === 'number' && callsCount < calls.length
    ? `callsCount is ${callsCount} beside ${calls.length} calls`
    : undefined

/** A message is tried again for as long as it waits. */
const triedAgain: Follows = ({ state, nextTryAt, triesCount }) =>
  triesCount !== undefined && state !== 'waiting' && (nextTryAt ?? null) !== null
    ? `nextTryAt is ${textOf(nextTryAt)} of a message that is ${textOf(state)}`
    : undefined

/** Of all tries the newest is told by itself; another one may be made between the two. */
const lastTried: Follows = ({ tries, triesCount, lastTry }) => {
  const [, before, ...older] = recordsIn(tries).map(({ triedAt }) => triedAt)
  if (before === undefined) return undefined
  if (!isRecord(lastTry)) return `no lastTry of a message that was tried ${textOf(before)}`
  const last = lastTry['triedAt']
  const isOld = isMoment(last) && isMoment(before) && Date.parse(last) < Date.parse(before)
  if (isOld) return `lastTry is of ${last}, and a newer one is of ${textOf(before)}`
  return Number(triesCount) < older.length + 1 ? `triesCount is ${textOf(triesCount)}` : undefined
}

/** Who was never tried tells of no try, and a webhook that is on was not switched off. */
const onceTried: Follows = ({ triesCount, lastTry = null, state, switchedOffBy = null }) => {
  if (state === 'enabled' && switchedOffBy !== null) return `switchedOffBy is ${textOf(switchedOffBy)} of what is on`
  if (typeof triesCount !== 'number' || triesCount > 0 === (lastTry !== null)) return undefined
  return `triesCount is ${triesCount} ${lastTry === null ? 'without a' : 'beside a'} lastTry`
}

/** Whoever works there is not kept out, and the last who may change settings is somebody who may. */
const working: Follows = ({ state, disabledAt = null, disabledByName = null, changesSettings, isLastOwner }) => {
  if (state === 'active' && (disabledAt ?? disabledByName) !== null) return 'it is told since when who is active is out'
  const isWrong = isLastOwner === true && (state === 'disabled' || changesSettings === false)
  return isWrong ? 'the last owner is nobody who may change settings' : undefined
}

/** What is seen is told to the minute, and clocks differ. */
const slack = 60_000

/** What begins is not later than what comes after it. */
const notAfter =
  (from: string, to: string): Follows =>
  ({ [from]: begun, [to]: over }) =>
    isMoment(begun) && isMoment(over) && Date.parse(begun) > Date.parse(over) + slack
      ? `${from} is ${begun}, after ${to} ${over}`
      : undefined

/** Before somebody has accepted there is no partner, and what is shared is counted. */
const shared: Follows = ({ side, state, since = null, partner = null, isExpired, campaigns, campaignsCount }) => {
  if (side === undefined) return undefined
  const isAccepted = state === 'active' || state === 'paused'
  if (isAccepted && since === null) return `since is not told of what is ${state}`
  if (state === 'invited' && (since ?? partner) !== null) return 'since or partner is told of what nobody has accepted'
  if (isExpired === true && state !== 'invited') return `isExpired is told of what is ${textOf(state)}`
  const isCounted =
    !Array.isArray(campaigns) || typeof campaignsCount !== 'number' || campaignsCount === campaigns.length
  return isCounted ? undefined : `campaignsCount is ${textOf(campaignsCount)} beside ${recordsIn(campaigns).length}`
}

/** What follows of a record from its other fields, by what it is. */
const following: Readonly<Record<string, readonly Follows[]>> = {
  ...followingOfSelling,
  customers: [
    named,
    atHome,
    counted,
    inOrder('calls', 'startedAt', true),
    inOrder('merged', 'mergedAt', true),
    inOrder('timeline', 'createdAt', false),
    each('merged', aDayAfter('undoneUntil', 'mergedAt')),
  ],
  'search calls': [cameOf],
  orders: [
    ...ofPaying,
    ...ofOrders,
    inOrder('transactions', 'createdAt', false),
    inOrder('timeline', 'createdAt', false),
  ],
  sheetImports: [
    aDayAfter('undoUntil', 'committedAt'),
    parts('lines', ['create', 'update', 'same', 'refused']),
    ...ofImports,
  ],
  fulfilments: [...ofParcels, inOrder('timeline', 'createdAt', false)],
  'search fulfillments': [packed],
  bulkJobs: [tallied, comeAbout, aDayAfter('undoUntil', 'startedAt', 'finishedAt')],
  mails: [handedOver],
  leaderboard: [each('standings', sold)],
  dashboard: [own, queued],
  webhooks: [triedAgain, lastTried, onceTried, inOrder('tries', 'triedAt', true)],
  members: [
    working,
    notAfter('joinedAt', 'disabledAt'),
    inOrder('devices', 'lastSeenAt', true),
    each('devices', notAfter('firstSeenAt', 'lastSeenAt')),
  ],
  invites: [notAfter('sentAt', 'expiresAt')],
  apiTokens: [notAfter('createdAt', 'expiresAt'), notAfter('createdAt', 'lastUsedAt')],
  collaborations: [shared],
}

/** The first thing of an answer that does not follow from what else it says; `searched` is the resource of a search. */
export function unfollowed(json: unknown, resource: string, searched: string | undefined): string | undefined {
  const { data } = isRecord(json) ? json : {}
  const records = isRecord(data) ? [data] : recordsIn(data)
  const rules = following[searched === undefined ? resource : `search ${searched}`] ?? following[searched ?? ''] ?? []
  for (const follows of rules) {
    const wrong = firstOf(records, follows)
    if (wrong !== undefined) return wrong
  }
  return undefined
}

/** When something was begun, by whatever it is called. */
const moments = ['createdAt', 'startedAt', 'committedAt']

/** Whether rows are in the order of one of some moments, as far as they tell it. */
function isSorted(rows: readonly Fields[], names: readonly string[], isNewestFirst: boolean): boolean {
  const told = names.map((name) => rows.map((row) => row[name])).filter((values) => values.every(isMoment))
  if (told.length === 0) return true
  return told.some((values) =>
    values.every((value, index) => {
      const step = index === 0 ? 0 : Date.parse(value) - Date.parse(values[index - 1] ?? value)
      return isNewestFirst ? step <= 0 : step >= 0
    }),
  )
}

/** Collations differ: capitals may come first, and signs may count for nothing. */
const letters: readonly ((name: string) => string)[] = [
  (name) => name,
  (name) => name.toLowerCase(),
  (name) => name.toLowerCase().replaceAll(/[^a-z0-9]/g, ''),
]

/** Whether names are in their order, as far as everybody agrees about it: those beyond ASCII are left out. */
function isByName(rows: readonly Fields[], field = 'name'): boolean {
  const names = rows.map((row) => row[field]).filter((name) => typeof name === 'string' && /^[ -~]+$/.test(name))
  return letters.some((lettersOf) => {
    const keys = names.map((name) => lettersOf(String(name)))
    return keys.every((key, index) => index === 0 || key >= (keys[index - 1] ?? ''))
  })
}

/** Which order the contract says that a list has, where its own summary says one; undefined where the rows are in it. */
export function disordered(json: unknown, summary: string): string | undefined {
  const { data } = isRecord(json) ? json : {}
  const rows = recordsIn(data)
  const [, age] = /\b(newest|oldest) first\b/.exec(summary) ?? []
  if (age !== undefined) return isSorted(rows, moments, age === 'newest') ? undefined : `the ${age} first`
  if (/\bdue first\b/.test(summary)) return isSorted(rows, ['callBackAt'], false) ? undefined : 'the first due first'
  if (/\bin their order\b/.test(summary)) {
    const lines = rows.map(({ line }) => Number(line))
    return lines.every((line, index) => index === 0 || line > (lines[index - 1] ?? 0)) ? undefined : 'by their lines'
  }
  if (/, by the gateway's name\b/.test(summary))
    return isByName(rows, 'gatewayName') ? undefined : "by the gateway's name"
  if (!/, by name\b/.test(summary)) return undefined
  const kinds = [...new Set(rows.map(({ field }) => field))]
  return kinds.every((of) => isByName(rows.filter(({ field }) => field === of))) ? undefined : 'by name'
}
