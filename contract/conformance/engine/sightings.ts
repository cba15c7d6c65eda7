import { allCalls, type Call } from './calls'
import { isSame } from './compare'
import { resourceOf } from './completeness'
import { type Ask, type Exchange, jsonOf } from './exchange'
import { type Fields, isRecord } from './fields'
import { recordsIn } from './followsBasics'
import { fieldsOfBody, isRewritten } from './kept'
import { deletedBy, makings } from './made'
import { textOf } from './text'
import type { WatchedRun } from './versions'

interface Sighting {
  record: Fields
  /** The call that has told it. */
  by: Call
  /** When it was answered, in the run's own count of requests. */
  at: number
}

/** What moves by sales, by days or by somebody else's wish while a record keeps its version. */
const moving = new Set([
  'stock',
  'quantity',
  'status',
  'state',
  'members',
  'isMailed',
  'isDefault',
  'isShared',
  'token',
])

const writes = allCalls.filter(({ reads }) => !reads)

/** What a record of a resource is made or changed with, by the calls that do so; an order moves by its payments. */
const written = new Map<string, ReadonlySet<string>>([['orders', new Set()]])
function writtenOf(resource: string): ReadonlySet<string> {
  const own = () => writes.filter((call) => call.resource === resource).flatMap((call) => [...fieldsOfBody(call)])
  // What people are called follows from what was written, and comes from elsewhere of others.
  const more = resource === 'customers' ? ['name'] : []
  const known = written.get(resource) ?? new Set([...own(), ...more].filter((name) => !moving.has(name)))
  written.set(resource, known)
  return known
}

/** What never changes of a record, whatever happens to it; of an order that is what was sold. */
const lasting: Readonly<Record<string, readonly string[]>> = {
  orders: ['number', 'currency', 'subtotal', 'shippingTotal', 'taxTotal', 'total', 'campaignId', 'taxRate'],
  fulfilments: ['orderId', 'orderNumber', 'orderedAt'],
  transactions: ['orderId', 'orderNumber', 'type', 'amount', 'currency', 'campaignId'],
  orderLines: ['name', 'sku', 'quantity', 'unitPrice'],
  gateways: ['kind'],
  calls: ['startedAt'],
  attempts: ['amount', 'currency'],
  refunds: ['amount', 'currency', 'reason'],
  timeline: ['kind', 'from', 'to', 'text'],
  movements: ['kind', 'quantity', 'stock', 'reason', 'orderId', 'orderNumber'],
  mails: ['event', 'from', 'to', 'subject'],
  deliveries: ['webhookId', 'messageId', 'event'],
  audit: ['action'],
  sheetImports: ['resource', 'campaignId'],
  apiTokens: ['prefix', 'expiresAt'],
}
// Somebody may be a member of several organizations.
const lastingOf = (resource: string) =>
  resource === 'members' ? [] : ['createdAt', 'organizationId', ...(lasting[resource] ?? [])]

/** What is told once it has come about, and then stays. */
const onceTold: Readonly<Record<string, readonly string[]>> = {
  orders: ['agreedToTermsAt', 'agentId'],
  fulfilments: ['shippedAt', 'deliveredAt'],
  links: ['openedAt', 'expiresAt', 'mailedTo'],
  refunds: ['reference'],
  sheetImports: ['committedAt', 'undoneAt'],
}
const isTold = (value: unknown) => value !== undefined && value !== null && value !== ''

/** Whoever discards a draft may begin one with its id anew. */
const isRenewed = (resource: string) => resource === 'orderDrafts'

/** Records within others, by the field that has them. */
const within: Readonly<Record<string, string>> = {
  fulfilments: 'fulfilments',
  transactions: 'transactions',
  calls: 'calls',
  items: 'orderLines',
  order: 'orders',
  attempts: 'attempts',
  attempt: 'attempts',
  refunds: 'refunds',
  link: 'links',
  timeline: 'timeline',
}

/** What shares the id of another record and is one of its own. */
const apart: Readonly<Record<string, string>> = {
  'campaigns.script': 'scripts',
  'campaigns.setScript': 'scripts',
  'organizations.permissions': 'permissions',
  'organizations.setPermissions': 'permissions',
  'collaborations.orders': 'orders',
  'collaborations.invitation': 'invitations',
  'products.movements': 'movements',
  'webhooks.deliveries': 'deliveries',
  'webhooks.delivery': 'deliveries',
  'sheetImports.lines': 'lines',
}

const kindOf = ({ call, request }: Exchange): string => {
  if (call.name !== 'search.search') return apart[call.name] ?? call.resource
  const searched = resourceOf(request.body) ?? ''
  return searched === 'fulfillments' ? 'fulfilments' : searched
}

/** Ids of parts may be counted within each record, where they are short. */
const isUnique = ({ id }: Fields) => typeof id === 'string' && id.length >= 16

function* recordsOf(kind: string, data: unknown): Generator<[kind: string, record: Fields]> {
  for (const record of isRecord(data) ? [data] : recordsIn(data)) {
    yield [kind, record]
    for (const [name, of] of Object.entries(within)) {
      const part = record[name]
      for (const one of isRecord(part) ? [part] : recordsIn(part)) if (isUnique(one)) yield [of, one]
    }
  }
}

/** What takes something away for good, beside what deletes: whose id it is, and where the request has it. */
const takenAway: Readonly<Record<string, readonly [kind: string, name: string]>> = {
  'invites.revoke': ['invites', 'inviteId'],
  'sheetImports.withdraw': ['sheetImports', 'importId'],
  'customers.merge': ['customers', 'otherId'],
  'orders.place': ['orderDrafts', 'draftId'],
}

/** What is gone once a request has been carried out. */
function goneBy({ name }: Call, ask: Ask): readonly [kind: string, id: string] | undefined {
  const deleted = deletedBy.get(name)
  // An import that was undone is told to be.
  const [kind, of] =
    deleted !== undefined && deleted !== 'sheetImports'
      ? [deleted, makings[deleted].param]
      : (takenAway[name] ?? ['', ''])
  const id = ask.params?.[of] ?? (isRecord(ask.body) ? ask.body[of] : undefined)
  return kind !== '' && typeof id === 'string' ? [kind, id] : undefined
}

const bringsBack = /\.(?:restore|unmerge|keep|undo)$/
const isOf = (key: string, { params }: Ask) => Object.values(params ?? {}).some((id) => key.endsWith(` ${id}`))

const isOfParts = (value: unknown) => Array.isArray(value) && value.some(isRecord)
/** Words are told in whatever order. */
const inOrder = (value: unknown) => (Array.isArray(value) && !isOfParts(value) ? value.map(textOf).toSorted() : value)

const isAlike = (name: string, one: unknown, other: unknown) =>
  isSame(name, one ?? '', other ?? '') || isSame(name, other ?? '', one ?? '') || textOf(one) === textOf(other)

/** The first of some fields that two sightings of a record both have and tell otherwise. */
function unlike(before: Sighting, now: Fields, names: Iterable<string>): string | undefined {
  for (const name of names) {
    if (!(name in before.record) || !(name in now)) continue
    const [was, is] = [inOrder(before.record[name]), inOrder(now[name])]
    if (isAlike(name, was, is)) continue
    // What is in a list of parts may be told in words elsewhere.
    if (Array.isArray(was) !== Array.isArray(is) || isOfParts(was) || isOfParts(is)) continue
    return `${name} is ${textOf(now[name])}, and ${textOf(before.record[name])} by ${before.by.name}`
  }
  return undefined
}

/** Every record that a run has been told of: it is the same wherever it is told, and nowhere once it is gone. */
export class Sightings {
  readonly #versions = new Map<string, Sighting>()
  readonly #lasting = new Map<string, Sighting>()
  readonly #gone = new Map<string, number>()
  /** Of these it is not known whether they have come back. */
  readonly #askedBack = new Map<string, number>()

  /** Before a request is sent: what it may bring back is not held to be gone any more. */
  asked({ name }: Call, ask: Ask): void {
    if (name === 'bulkJobs.undo' || name === 'sheetImports.undo') this.#gone.clear()
    if (!bringsBack.test(name)) return
    for (const [key, at] of this.#gone) {
      if (!isOf(key, ask)) continue
      this.#gone.delete(key)
      this.#askedBack.set(key, at)
    }
  }

  /** What was asked back and is not there is gone as before. */
  #stillGone({ call, status }: Exchange, ask: Ask): void {
    if (!bringsBack.test(call.name)) return
    // Of two that bring back the same at once one is in conflict with the other; keeping brings nothing back that has ended.
    const isRefused = status === 404 || (status === 409 && call.name.endsWith('.keep'))
    for (const [key, at] of this.#askedBack) {
      if (!isOf(key, ask)) continue
      this.#askedBack.delete(key)
      if (isRefused) this.#gone.set(key, at)
    }
  }

  /** Judges an answer to a request that was sent at `began`, and keeps what it tells. */
  see(run: WatchedRun, exchange: Exchange, ask: Ask, began: number): void {
    const { call, status, json, request } = exchange
    this.#stillGone(exchange, ask)
    if (!run.isFull || status < 200 || status >= 300 || !isRecord(json) || ask.path !== undefined) return
    const kind = kindOf(exchange)
    // What somebody may see of a record is told to them alone.
    const who = textOf(request.headers['authorization'] ?? '')
    for (const [of, record] of recordsOf(kind, json['data'])) {
      if (typeof record['id'] === 'string')
        this.#compare(run, exchange, of, `${who} ${of} ${record['id']}`, record, began)
    }
    if (call.reads) this.#judgeGone(run, exchange, kind, json['data'], began)
    const gone = goneBy(call, { ...ask, body: ask.body ?? jsonOf(request.body ?? '') })
    if (gone !== undefined) this.#gone.set(gone.join(' '), run.history.now)
  }

  #compare(run: WatchedRun, exchange: Exchange, kind: string, key: string, record: Fields, began: number): void {
    const sighting = { record, by: exchange.call, at: run.history.now }
    const first = this.#lasting.get(key)
    if (first === undefined || isRenewed(kind)) this.#lasting.set(key, sighting)
    else {
      // What was under way at once may not have known of it.
      const isLater = first.at <= began
      const told = (onceTold[kind] ?? []).filter(
        (name) => isTold(first.record[name]) && (isTold(record[name]) || (isLater && record[name] === null)),
      )
      const moved = unlike(first, record, [...lastingOf(kind), ...told])
      run.verify('values.alike', exchange, moved === undefined, `what never changes of ${kind}, as before`, moved)
      // A list may tell less than the record alone does, and what was nothing yet may have come about.
      const known = Object.entries(first.record).filter(([, value]) => isTold(value))
      first.record = { ...record, ...Object.fromEntries(known) }
      first.at = sighting.at
    }
    const { version } = record
    if (typeof version !== 'number') return
    const known = this.#versions.get(key)
    if (known === undefined || Number(known.record['version']) < version) return void this.#versions.set(key, sighting)
    // What was under way at once says nothing of which was first.
    if (known.record['version'] !== version || known.at > began) return
    // Whoever has written it may be told it as it was written.
    const isRead = exchange.call.reads && known.by.reads
    const names = [...writtenOf(kind)].filter((name) => isRead || !isRewritten(name))
    const other = unlike(known, record, names)
    run.verify('values.alike', exchange, other === undefined, `the same of ${kind} at the same version`, other)
    known.record = { ...record, ...known.record }
  }

  #judgeGone(run: WatchedRun, exchange: Exchange, kind: string, data: unknown, began: number): void {
    if (this.#gone.size === 0) return
    const told: [kind: string, rows: readonly Fields[]][] =
      exchange.call.name === 'search.find' && isRecord(data)
        ? Object.entries(data).map(([of, rows]) => [of, recordsIn(rows)])
        : [[kind, recordsIn(data)]]
    for (const [of, rows] of told) {
      const gone = rows
        .map((row) => (isRecord(row['instance']) ? row['instance'] : row)['id'])
        .find((id) => (this.#gone.get(`${of} ${textOf(id)}`) ?? Infinity) < began)
      run.verify('lists.gone', exchange, gone === undefined, `none of the ${of} that are gone`, textOf(gone))
    }
  }
}
