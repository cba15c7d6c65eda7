import { isReading } from './calls'
import { type Account, type Exchange, jsonOf } from './exchange'
import { madeBy } from './made'

/** Work that knows nothing of other work beside it; its part of the run, and the resources that it is done for. */
export interface Strand {
  part: string
  resources: readonly string[]
}

/** An exchange as it went: who asked, in which work, and between which others. */
export interface Logged {
  account: Account['name'] | undefined
  strand: Strand | undefined
  began: number
  ended: number
  exchange: Exchange | undefined
}

/** A request of a chain, and what it is there for. */
export interface Link {
  account: Account['name'] | undefined
  exchange: Exchange
  /** Makes what the others need, is at fault, or shows the fault. */
  role: 'make' | 'fault' | 'seen'
  /** Whether it was sent while the one before had not been answered. */
  isAtOnce: boolean
}

export interface Taken {
  has: (call: string) => boolean
  fields: (call: string) => string[]
  ids: ReadonlySet<string | undefined>
}

/** The most reads that are remembered; every request that writes is. */
const mostReads = 300
/** Links of a chain at most; a script that is longer than that is not read by anybody. */
const mostLinks = 90

const isDone = ({ status }: Exchange) => status >= 200 && status < 300

const answeredId = ({ json }: Exchange): string | undefined => {
  const { data } = (json ?? {}) as { data?: { id?: unknown } | null }
  return typeof data?.id === 'string' ? data.id : undefined
}

/** Path and body as they read, so that ids are found in both. */
function textOf({ request }: Exchange): string {
  const path = request.path.replaceAll(/(?:%[0-9a-f]{2})+/gi, (bytes) => {
    try {
      return decodeURIComponent(bytes)
    } catch {
      return bytes
    }
  })
  return `${path} ${request.body ?? ''}`
}

const isWrite = ({ call, request }: Exchange) => !isReading(call) || request.method !== call.method

/** Signing in changes nothing, but what follows needs its token. */
const isKept = (exchange: Exchange) => isWrite(exchange) || exchange.call.name === 'users.login'

/** What a run has asked, so that a finding can be told with all that led to it. */
export class History {
  #logged: Logged[] = []
  /** How many reads of those are over. */
  #reads = 0
  #clock = 0

  begin(account: Account['name'] | undefined, strand?: Strand): Logged {
    const began = (this.#clock += 1)
    const one: Logged = { account, strand, began, ended: Number.POSITIVE_INFINITY, exchange: undefined }
    this.#logged.push(one)
    return one
  }

  end(logged: Logged, exchange: Exchange): void {
    logged.ended = this.#clock += 1
    logged.exchange = exchange
    if (isKept(exchange) || (this.#reads += 1) <= 2 * mostReads) return
    const reads = this.#logged.filter((one) => one.exchange !== undefined && !isKept(one.exchange))
    const old = new Set(reads.slice(0, mostReads))
    this.#logged = this.#logged.filter((one) => !old.has(one))
    this.#reads = reads.length - old.size
  }

  /**
   * The refused request that may have changed something all the same: the last of a call, or of a resource such as
   * `offers.`; of several, the one that sent what was `found`. What has `made` a record is it in any case.
   */
  lastWrite(calls: string, found = '', made?: string): Exchange | undefined {
    const maker = this.#logged.find(
      ({ exchange }) => exchange !== undefined && made !== undefined && answeredId(exchange) === made,
    )
    if (maker?.exchange !== undefined && isWrite(maker.exchange)) return maker.exchange
    const refused = this.#logged.flatMap(({ exchange }) =>
      exchange !== undefined && exchange.call.name.startsWith(calls) && isWrite(exchange) && exchange.status >= 400
        ? [exchange]
        : [],
    )
    const value = /and is (.+)$/s.exec(found)?.[1]
    const sent = value === undefined ? undefined : refused.findLast(({ request }) => request.body?.includes(value))
    return sent ?? refused.at(-1)
  }

  /** What was carried out since a moment: by which calls, with which fields, and which records it has made. */
  takenSince(moment: number): Taken {
    const taken = this.#logged.flatMap(({ began, exchange }) =>
      exchange !== undefined && began > moment && isWrite(exchange) && isDone(exchange) ? [exchange] : [],
    )
    const by = (name: string) => taken.filter(({ call }) => call.name === name)
    return {
      has: (name) => by(name).length > 0,
      fields: (name) => by(name).flatMap(fieldsOf),
      ids: new Set(taken.map(answeredId)),
    }
  }

  /** The present, to tell what was asked before it. */
  get now(): number {
    return this.#clock
  }

  /** The requests up to a moment that a finding about `target` follows from, in their order; the last of them shows it. */
  chainTo(target: Exchange, own: readonly string[], until: number): Link[] {
    const done = this.#logged.filter((one): one is Done => one.exchange !== undefined && one.ended <= until)
    const fault = done.find(({ exchange }) => exchange.request === target.request)
    if (fault === undefined) return [{ account: undefined, exchange: target, role: 'fault', isAtOnce: false }]
    // What other work has asked meanwhile has nothing to do with it.
    const inStrand = done.filter(({ strand }) => strand === fault.strand)
    const after = inStrand.filter(({ began, exchange }) => began > fault.ended && !isWrite(exchange))
    const last = inStrand.at(-1)
    const seen = last !== undefined && after.includes(last) ? last : undefined
    const shown = new Set([fault, ...(seen === undefined ? [] : [seen])])
    // What was sent at the same time belongs to it, unless everything was.
    const beside = inStrand.filter((one) => one !== fault && one.began < fault.ended && one.ended > fault.began)
    const together = beside.length > 6 ? [] : beside
    const needed = neededBy([fault, ...together, ...(seen === undefined ? [] : [seen])], done, own)
    // The server may have answered the request just before, which asked the same call.
    const before = inStrand[inStrand.indexOf(fault) - 1]
    if (before !== undefined && before.exchange.call === target.call) needed.add(before)
    const links = done.filter((one) => needed.has(one) || shown.has(one) || together.includes(one))
    return links.slice(-mostLinks).map((one) => ({
      account: one.account,
      exchange: one.exchange,
      role: one === fault ? 'fault' : one === seen ? 'seen' : 'make',
      isAtOnce: one === fault ? together.length > 0 : together.includes(one),
    }))
  }
}

type Done = Logged & { exchange: Exchange }

/** What made the records that are asked for, and what was written into them before. */
function neededBy(asked: readonly Logged[], done: readonly Done[], own: readonly string[]): Set<Logged> {
  const first = Math.min(...asked.map(({ began }) => began))
  const texts = asked.flatMap(({ exchange }) => (exchange === undefined ? [] : [textOf(exchange)]))
  const made = new Map<string, Done>()
  const gone = new Set<string>()
  for (const one of done) {
    if (one.began >= first) break
    const { call } = one.exchange
    const id = answeredId(one.exchange)
    if (madeBy.has(call.name) && isDone(one.exchange) && id !== undefined) made.set(id, one)
    if (call.method !== 'DELETE' || !isDone(one.exchange)) continue
    for (const known of made.keys()) if (textOf(one.exchange).includes(known)) gone.add(known)
  }
  const searched = asked.flatMap(({ exchange }) => (exchange?.call.name === 'search.search' ? [queryOf(exchange)] : []))
  const isFound = (id: string, { exchange }: Done) =>
    searched.some(({ resource, q }) => {
      if (!exchange.call.name.startsWith(resource)) return false
      return q === '' ? !gone.has(id) : (exchange.request.body ?? '').includes(q.trim())
    })
  const every = [...made]
  const wanted = every.filter(([id, one]) => texts.some((text) => text.includes(id)) || isFound(id, one))
  // A record that was made may need others that were made, as an order needs its offers.
  for (const [, maker] of wanted) {
    const text = textOf(maker.exchange)
    for (const other of every) if (!wanted.includes(other) && text.includes(other[0])) wanted.push(other)
  }
  const ids = wanted.map(([id]) => id)
  const needed = new Set<Logged>(wanted.map(([, one]) => one))
  for (const one of done) {
    if (one.began >= first || !isWrite(one.exchange) || !isDone(one.exchange)) continue
    if (ids.some((id) => one.exchange.request.path.includes(encodeURIComponent(id)))) needed.add(one)
  }
  for (const one of [...sessionsOf(asked, done, own), ...writtenBefore(asked, done)]) needed.add(one)
  return needed
}

/** A read shows what was written last; the fields of an update had other values before. */
function writtenBefore(asked: readonly Logged[], done: readonly Done[]): Done[] {
  const [first] = asked
  const earlier = done.filter(
    (one) => first !== undefined && one.began < first.began && isWrite(one.exchange) && isDone(one.exchange),
  )
  return asked.flatMap(({ exchange }) => {
    if (exchange === undefined) return []
    if (exchange.call.name === 'campaigns.update' || exchange.call.name === 'users.update') {
      const names = fieldsOf(exchange)
      const alike = earlier.filter(
        (one) =>
          one.exchange.request.path === exchange.request.path &&
          fieldsOf(one.exchange).some((name) => names.includes(name)),
      )
      return alike.slice(-3)
    }
    const name = exchange.call.name === 'search.search' ? queryOf(exchange).resource : exchange.call.name
    const wrote = earlier.filter((one) => one.exchange.call.name === shownBy[name])
    const here = wrote.filter((one) => one.exchange.request.path === exchange.request.path)
    return here.length === 0 ? wrote.slice(-1) : here.slice(-mostHere)
  })
}

/** Records that a list of the same address shows, at most. */
const mostHere = 10

/** Which call writes what a read shows, where no id leads to it. */
const shownBy: Readonly<Record<string, string>> = {
  campaigns: 'campaigns.update',
  'campaigns.get': 'campaigns.update',
  'users.me': 'users.update',
  'autoresponders.listEmail': 'autoresponders.createEmail',
}

function fieldsOf({ request }: Exchange): string[] {
  const body = jsonOf(request.body ?? '')
  return typeof body === 'object' && body !== null ? Object.keys(body) : []
}

function queryOf({ request }: Exchange): { resource: string; q: string } {
  const { resource, q } = (jsonOf(request.body ?? '') ?? {}) as { resource?: unknown; q?: unknown }
  return { resource: typeof resource === 'string' ? resource : '-', q: typeof q === 'string' ? q : '' }
}

/** What ends sessions other than the one that asks. */
const endings = new Set([
  'users.resetPassword',
  'users.endSession',
  'users.endOtherSessions',
  'users.changePassword',
  'apiTokens.revoke',
])

/** The sign-in of a session that is not the run's own, and what ended it. */
function sessionsOf(asked: readonly Logged[], done: readonly Done[], own: readonly string[]): Done[] {
  const headers = asked.flatMap(({ exchange }) => exchange?.request.headers['authorization'] ?? [])
  const tokens = new Set(headers.filter((header) => !own.some((token) => header === `Bearer ${token}`)))
  const [first] = asked
  return done.filter((one) => {
    if (first === undefined || one.began >= first.began) return false
    if (endings.has(one.exchange.call.name)) return isDone(one.exchange)
    if (one.exchange.call.name === 'users.logout')
      return tokens.has(one.exchange.request.headers['authorization'] ?? '-')
    if (one.exchange.call.name !== 'users.login' && one.exchange.call.name !== 'apiTokens.create') return false
    const token = tokenOf(one.exchange)
    return token !== undefined && tokens.has(`Bearer ${token}`)
  })
}

/** The token that signing in has answered, or the making of one for a program. */
export function tokenOf({ json }: Exchange): string | undefined {
  const { data } = (json ?? {}) as { data?: { token?: unknown } | null }
  return typeof data?.token === 'string' && data.token !== '' ? data.token : undefined
}
