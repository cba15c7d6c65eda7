import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

// A second backend, written from the specification alone: the twenty calls and nothing more, in memory. Its ids, texts,
// codes and extra fields are its own, so that whoever takes those of the reference server for the contract is found out.

type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
type Row = Record<string, Json>

interface Account {
  id: string
  email: string
  name: string
  organizationName: string
  password: string
  memberOf: string[]
}
interface World {
  accounts: Account[]
  organizations: Row[]
  tables: Record<string, Row[]>
  gateways: Row[]
  plugins: Row[]
  autoresponders: Row[]
  sessions: Map<string, Account>
  mailed: { kind: 'reset' | 'signup'; email: string; token: string }[]
  paymentTokens: Map<string, { order: Row; until: number }>
  nextNumber: number
}
interface Ask {
  world: World
  /** The path's variable parts, decoded. */
  parts: string[]
  query: URLSearchParams
  body: Row
  /** Whose token it is; public calls do not look. */
  account: Account
}
interface Call {
  method: string
  path: RegExp
  isPublic?: true
  answer: (ask: Ask) => Json
}

/** A running minimal server, and what it was filled with. */
export interface MinimalServer {
  url: string
  email: string
  password: string
  /** Somebody of another organization. */
  secondEmail: string
  secondPassword: string
  /** Somebody whose organization has nothing yet. */
  newEmail: string
  newPassword: string
  orderToken: string
  expiredOrderToken: string
  /** The tokens that would have been mailed, oldest first. */
  mailed: World['mailed']
  stop: () => Promise<void>
}

class Problem extends Error {
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

const day = 86_400_000
const bodyLimit = 500_000
const nothingHere = () => new Problem(404, 'Nothing here by that name')
const wrong = (message: string) => new Problem(400, message)

// ---------------------------------------------------------------------------------------------------- what is stored

const newId = (world: World, prefix = '') => {
  world.nextNumber += 1
  return `${prefix}${world.nextNumber}`
}

const stamp = (index = 0) => new Date(Date.now() - index * 60_000).toISOString()

function fill(): World {
  const world: World = {
    accounts: [],
    organizations: [],
    tables: {
      offers: [],
      products: [],
      campaigns: [],
      customers: [],
      orders: [],
      fulfillments: [],
      transactions: [],
    },
    gateways: [],
    plugins: [],
    autoresponders: [],
    sessions: new Map(),
    mailed: [],
    paymentTokens: new Map(),
    nextNumber: 40,
  }
  for (const [index, name] of ['Ölmühle', 'Papierladen', 'Third Party'].entries()) {
    const organization = newId(world)
    world.organizations.push({ id: organization, name, plan: 'flat' })
    fillOrganization(world, organization, index)
  }
  const empty = newId(world)
  world.organizations.push({ id: empty, name: 'Not yet open', plan: 'flat' })
  const [first = '', second = '', third = ''] = world.organizations.map(({ id }) => said(id))
  world.accounts.push(
    person(world, 'uma@minimal.example', 'Uma', [first, second]),
    person(world, 'vic@minimal.example', 'Vic', [third]),
    person(world, 'wim@minimal.example', 'Wim', [empty]),
  )
  const order = (world.tables['orders'] ?? [])[0] ?? {}
  world.paymentTokens.set('pay-open', { order, until: Date.now() + day })
  world.paymentTokens.set('pay-late', { order, until: Date.now() - 1 })
  return world
}

const person = (world: World, email: string, name: string, memberOf: string[]): Account => ({
  id: newId(world, 'p'),
  email,
  name,
  organizationName: name,
  password: `secret of ${name}`,
  memberOf,
})

function fillOrganization(world: World, organizationId: string, seed: number): void {
  const add = (table: string, prefix: string, row: Row, index = 0): string => {
    const id = newId(world, prefix)
    const times = { createdAt: stamp(index), updatedAt: stamp(index) }
    // Nobody else knows this field, whatever the names in it.
    const audit = { createdAt: 'long ago', price: 'free', quantity: 1.5 }
    world.tables[table]?.push({ id, organizationId, rev: 1, audit, ...times, ...row })
    return id
  }
  const own = { organizationId }
  world.gateways.push({ id: newId(world, 'gw'), displayName: `Cards ${seed}`, mode: 'live', ...own })
  world.gateways.push({ id: newId(world, 'gw'), displayName: `Bank ${seed}`, mode: 'test', ...own })
  world.plugins.push({ id: newId(world, 'pl'), name: `Postbox ${seed}`, ...own })
  // Texts are sorted by code point here, which is not how people do it: capitals come first.
  const products = numbers(13).map((index) =>
    add(
      'products',
      'sku',
      { name: `${index % 3 ? 'Product' : 'article'} ${seed}-${index}`, price: index + 0.25 },
      index,
    ),
  )
  const customers = numbers(7).map((index) => add('customers', 'k', { name: `Customer ${seed}-${index}` }, index))
  for (const index of numbers(5)) {
    const campaignId = add(
      'campaigns',
      'c',
      {
        name: `Campaign ${seed}-${index}`,
        category: ['food', 'paper'][index % 2] ?? null,
        status: index < 3 ? 'active' : 'completed',
        type: 'phone',
        startDate: '2026-01-01',
        endDate: '2026-12-31',
        termsOfService: 'As agreed.',
        mustAgreeToTerms: index % 2 === 0,
        internalNote: null,
      },
      index,
    )
    for (const number of numbers(index === 0 ? 23 : 2)) {
      add(
        'offers',
        'o',
        {
          campaignId,
          productId: products[number % products.length] ?? null,
          gatewayInstanceId: null,
          displayName: `Offer ${seed}-${index}-${number}`,
          basePrice: number + 1,
          shipPrice: null,
          minPrice: null,
          maxPrice: null,
          maxQuantity: null,
          quantity: 10 + number,
          quantityPerOrder: 1,
        },
        number,
      )
    }
  }
  for (const index of numbers(6)) {
    const orderId = add(
      'orders',
      'ord',
      { number: 1000 + index, customerId: customers[index] ?? null, total: 10 + index, status: 'open' },
      index,
    )
    add('fulfillments', 'f', { orderId, status: 'pending' }, index)
    add('transactions', 't', { orderId, amount: 10 + index, status: 'paid' }, index)
  }
}

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index)

// ------------------------------------------------------------------------------------------------- what must be given

const isText = (value: Json | undefined): value is string => typeof value === 'string'
/** A value as text: an id or a name as it is, anything else as JSON. */
const said = (value: Json | undefined) => (isText(value) ? value : JSON.stringify(value ?? null))
const isNumber = (value: Json | undefined): value is number => typeof value === 'number' && Number.isFinite(value)

function text(body: Row, field: string): string {
  const value = body[field]
  if (!isText(value) || value.trim() === '') throw wrong(`${field} is required`)
  return value
}

function mailAddress(body: Row, field: string): string {
  const value = text(body, field).trim()
  if (!/^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(value)) throw wrong('Invalid email address')
  return value.toLowerCase()
}

type Check = (value: Json) => boolean
const filled: Check = (value) => isText(value) && value.trim() !== ''
const anyText: Check = isText
const positive: Check = (value) => isNumber(value) && value > 0
const notNegative: Check = (value) => isNumber(value) && value >= 0
const wholeNotNegative: Check = (value) => notNegative(value) && Number.isInteger(value)
const yesOrNo: Check = (value) => typeof value === 'boolean'
const oneOf =
  (...values: string[]): Check =>
  (value) =>
    isText(value) && values.includes(value)
const dateText: Check = (value) =>
  isText(value) && /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?$/.test(value) && isDay(value)
// 31 February is parsed as a day of March.
const isDay = (value: string) => {
  const date = value.slice(0, 10)
  const parsed = new Date(`${date}T00:00:00Z`)
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(date)
}

/** The given ones of the known fields, each checked; unknown ones are ignored. */
function fieldsOf(body: Row, checks: Record<string, Check>): Row {
  const given: Row = {}
  for (const [field, check] of Object.entries(checks)) {
    const value = body[field]
    if (!Object.hasOwn(body, field) || value === undefined) continue
    if (!check(value)) throw wrong(`${field} is not acceptable`)
    given[field] = value
  }
  return given
}

function changesOf(body: Row, checks: Record<string, Check>): Row {
  const changes = fieldsOf(body, checks)
  if (Object.keys(changes).length === 0) throw wrong('No update fields provided')
  return changes
}

// ------------------------------------------------------------------------------------------------------- who may see it

function ownOrganization({ account }: Ask, id: Json | undefined): string {
  if (!isText(id) || id === '') throw wrong('Organization ID is required')
  if (!account.memberOf.includes(id)) throw nothingHere()
  return id
}

function ownRow({ world, account }: Ask, table: string, id: string | undefined): Row {
  const row = world.tables[table]?.find((row) => row['id'] === id)
  if (!row || !account.memberOf.includes(said(row['organizationId']))) throw nothingHere()
  return row
}

function change(row: Row, changes: Row): Row {
  return Object.assign(row, changes, { updatedAt: stamp(), rev: Number(row['rev']) + 1 })
}

const shownUser = ({ id, email, name, organizationName }: Account): Row => ({
  id,
  email,
  name,
  organizationName,
  locale: 'en',
})

function signIn(world: World, account: Account): Json {
  const token = randomBytes(24).toString('hex')
  world.sessions.set(token, account)
  return { success: true, message: `Hello ${account.name}`, data: { token, user: shownUser(account) }, v: 2 }
}

// ------------------------------------------------------------------------------------------------------ the twenty calls

const offerFields = {
  displayName: filled,
  basePrice: positive,
  minPrice: notNegative,
  maxPrice: notNegative,
  maxQuantity: wholeNotNegative,
  shipPrice: notNegative,
}
const campaignFields = {
  name: filled,
  category: filled,
  status: oneOf('active', 'completed'),
  startDate: dateText,
  endDate: dateText,
  termsOfService: anyText,
  mustAgreeToTerms: yesOrNo,
  internalNote: anyText,
}
const events = oneOf('order.completed', 'order.tracking_number.assigned', 'order.payment_link.created')

const calls: Call[] = [
  {
    method: 'POST',
    path: /^\/users\/login$/,
    isPublic: true,
    answer: ({ world, body }) => {
      const email = mailAddress(body, 'email')
      const password = text(body, 'password')
      const account = world.accounts.find((account) => account.email === email && account.password === password)
      if (!account) throw new Problem(401, 'That email and password do not belong together')
      return signIn(world, account)
    },
  },
  { method: 'GET', path: /^\/users\/me$/, answer: ({ account }) => ({ data: shownUser(account) }) },
  {
    method: 'POST',
    path: /^\/users\/forgot-password\/start$/,
    isPublic: true,
    answer: ({ world, body }) => {
      const email = mailAddress(body, 'email')
      if (world.accounts.some((account) => account.email === email)) mail(world, 'reset', email)
      return { success: true, message: 'Look into your inbox' }
    },
  },
  {
    method: 'POST',
    path: /^\/users\/forgot-password$/,
    isPublic: true,
    answer: ({ world, body }) => {
      const email = mailAddress(body, 'email')
      const password = text(body, 'password')
      const used = takeMail(world, 'reset', text(body, 'token'), email)
      const account = world.accounts.find((account) => account.email === used)
      if (!account) throw wrong('This link is not good any more')
      account.password = password
      for (const [token, holder] of world.sessions) if (holder === account) world.sessions.delete(token)
      return { success: true, message: 'Changed. Sign in with the new one.' }
    },
  },
  {
    method: 'POST',
    path: /^\/users\/signup$/,
    isPublic: true,
    answer: ({ world, body }) => {
      mail(world, 'signup', mailAddress(body, 'email'))
      return { success: true, message: 'Look into your inbox' }
    },
  },
  { method: 'POST', path: /^\/users\/signup\/complete$/, isPublic: true, answer: completeSignup },
  {
    method: 'PUT',
    path: /^\/users\/update$/,
    answer: ({ world, body, account }) => {
      changesOf(body, { name: filled, organizationName: filled, email: anyText })
      const email = body['email'] === undefined ? account.email : mailAddress(body, 'email')
      if (world.accounts.some((other) => other !== account && other.email === email)) {
        throw new Problem(409, 'That address can not be used')
      }
      account.email = email
      account.name = isText(body['name']) ? body['name'] : account.name
      account.organizationName = isText(body['organizationName']) ? body['organizationName'] : account.organizationName
      return { success: true, message: 'Kept', data: { user: shownUser(account) } }
    },
  },
  {
    method: 'GET',
    path: /^\/organizations$/,
    answer: ({ world, account }) => ({
      data: world.organizations.filter(({ id }) => account.memberOf.includes(said(id))),
    }),
  },
  { method: 'GET', path: /^\/calls\/ongoing\/me$/, answer: () => ({ data: null }) },
  {
    method: 'GET',
    path: /^\/campaigns\/([^/]+)$/,
    answer: (ask) => {
      const withMembers = ask.query.get('withMembers') ?? 'true'
      if (withMembers !== 'true' && withMembers !== 'false') throw wrong('withMembers is true or false')
      const campaign = ownRow(ask, 'campaigns', ask.parts[0])
      if (withMembers === 'false') return { data: campaign }
      const organization = said(campaign['organizationId'])
      const members = ask.world.accounts.filter(({ memberOf }) => memberOf.includes(organization))
      return { data: { ...campaign, members: members.map(({ id, name, email }) => ({ id, name, email })) } }
    },
  },
  {
    method: 'PUT',
    path: /^\/campaigns\/([^/]+)$/,
    answer: (ask) => {
      const campaign = ownRow(ask, 'campaigns', ask.parts[0])
      return { data: change(campaign, changesOf(ask.body, campaignFields)) }
    },
  },
  { method: 'POST', path: /^\/campaigns\/([^/]+)\/offers$/, answer: createOffer },
  {
    method: 'PUT',
    path: /^\/offers\/([^/]+)$/,
    answer: (ask) => {
      const offer = ownRow(ask, 'offers', ask.parts[0])
      const changes = changesOf(ask.body, { ...offerFields, quantity: wholeNotNegative })
      refuseCrossing({ ...offer, ...changes })
      return { data: change(offer, changes) }
    },
  },
  {
    method: 'DELETE',
    path: /^\/offers\/([^/]+)$/,
    answer: (ask) => {
      const offer = ownRow(ask, 'offers', ask.parts[0])
      ask.world.tables['offers'] = (ask.world.tables['offers'] ?? []).filter((other) => other !== offer)
      return { success: true, message: 'Gone', removed: 1 }
    },
  },
  {
    method: 'GET',
    path: /^\/gateways\/instances$/,
    answer: (ask) => {
      const organization = ownOrganization(ask, ask.query.get('organizationId'))
      return { data: ask.world.gateways.filter(({ organizationId }) => organizationId === organization) }
    },
  },
  {
    method: 'GET',
    path: /^\/plugins\/installed$/,
    answer: (ask) => {
      const organization = ownOrganization(ask, ask.query.get('organizationId'))
      const own = ask.world.plugins.filter(({ organizationId }) => organizationId === organization)
      return { data: own.map(({ id = null, name = null }) => ({ instance: { id, name }, since: '2025' })) }
    },
  },
  {
    method: 'GET',
    path: /^\/campaigns\/([^/]+)\/autoresponders\/email$/,
    answer: (ask) => {
      const { id } = ownRow(ask, 'campaigns', ask.parts[0])
      return { data: ask.world.autoresponders.filter(({ campaignId }) => campaignId === id) }
    },
  },
  { method: 'POST', path: /^\/campaigns\/([^/]+)\/autoresponders\/email$/, answer: createAutoresponder },
  {
    method: 'GET',
    path: /^\/orders\/token\/([^/]+)$/,
    isPublic: true,
    answer: ({ world, parts }) => {
      const opened = world.paymentTokens.get(parts[0] ?? '')
      if (!opened || opened.until <= Date.now()) throw nothingHere()
      return { ...opened.order, currency: 'EUR', expiresAt: new Date(opened.until).toISOString() }
    },
  },
  { method: 'POST', path: /^\/search$/, answer: search },
]

function mail(world: World, kind: 'reset' | 'signup', email: string): void {
  world.mailed.push({ kind, email, token: randomBytes(12).toString('hex') })
}

/** A mailed token is good once. */
function takeMail(world: World, kind: 'reset' | 'signup', token: string, email?: string): string {
  const index = world.mailed.findIndex(
    (mail) => mail.kind === kind && mail.token === token && (email === undefined || mail.email === email),
  )
  const [mail] = index < 0 ? [] : world.mailed.splice(index, 1)
  if (!mail) throw wrong('This link is not good any more')
  return mail.email
}

function completeSignup({ world, body }: Ask): Json {
  const password = text(body, 'password')
  const name = text(body, 'name')
  fieldsOf(body, { organizationName: filled })
  const email = takeMail(world, 'signup', text(body, isText(body['inviteToken']) ? 'inviteToken' : 'token'))
  if (world.accounts.some((account) => account.email === email)) throw wrong('This link is not good any more')
  const organization = newId(world)
  world.organizations.push({
    id: organization,
    name: isText(body['organizationName']) ? body['organizationName'] : name,
  })
  const account = { ...person(world, email, name, [organization]), password }
  world.accounts.push(account)
  return signIn(world, account)
}

function refuseCrossing({ minPrice, maxPrice }: Record<string, Json | undefined>): void {
  if (isNumber(minPrice) && isNumber(maxPrice) && maxPrice < minPrice) {
    throw wrong('Max price must be zero or greater and not less than min price')
  }
}

function createOffer(ask: Ask): Json {
  const { world, body, parts } = ask
  const campaign = ownRow(ask, 'campaigns', parts[0])
  const organizationId = ownOrganization(ask, body['organizationId'])
  if (campaign['organizationId'] !== organizationId) throw nothingHere()
  text(body, 'displayName')
  const given = fieldsOf(body, { ...offerFields, quantity: (value) => positive(value) && wholeNotNegative(value) })
  if (given['quantity'] === undefined) throw wrong('Quantity is required and must be greater than zero')
  if (given['basePrice'] === undefined) throw wrong('Base price is required and must be greater than zero')
  refuseCrossing(given)
  const ofOrganization = (rows: Row[] = [], id: Json | undefined) =>
    rows.some((row) => row['id'] === id && row['organizationId'] === organizationId)
  const productId = text(body, 'productId')
  if (!ofOrganization(world.tables['products'], productId)) throw nothingHere()
  const gatewayInstanceId = body['gatewayInstanceId'] === undefined ? null : text(body, 'gatewayInstanceId')
  if (gatewayInstanceId !== null && !ofOrganization(world.gateways, gatewayInstanceId)) throw nothingHere()
  const times = { createdAt: stamp(), updatedAt: stamp() }
  const offer: Row = {
    id: newId(world, 'o'),
    organizationId,
    campaignId: campaign['id'] ?? null,
    productId,
    gatewayInstanceId,
    shipPrice: null,
    minPrice: null,
    maxPrice: null,
    maxQuantity: null,
    quantityPerOrder: 1,
    rev: 1,
    ...given,
    ...times,
  }
  world.tables['offers']?.push(offer)
  return { data: offer }
}

function createAutoresponder(ask: Ask): Json {
  const { world, body, parts } = ask
  const campaign = ownRow(ask, 'campaigns', parts[0])
  const given: Row = {
    subject: text(body, 'subject'),
    body: text(body, 'body'),
    from: mailAddress(body, 'from'),
    event: text(body, 'event'),
    pluginInstanceId: text(body, 'pluginInstanceId'),
  }
  if (!events(given['event'] ?? null)) throw wrong('There is no such event')
  const plugin = world.plugins.find(
    ({ id, organizationId }) => id === given['pluginInstanceId'] && organizationId === campaign['organizationId'],
  )
  if (!plugin) throw nothingHere()
  const autoresponder: Row = {
    id: newId(world, 'ar'),
    campaignId: campaign['id'] ?? null,
    ...given,
    pluginInstance: { name: plugin['name'] ?? null, color: 'blue' },
    createdAt: stamp(),
    updatedAt: stamp(),
  }
  world.autoresponders.push(autoresponder)
  return { data: autoresponder }
}

const plainFields = (row: Row) => Object.entries(row).filter(([field]) => field !== 'organizationId' && field !== 'rev')

function search(ask: Ask): Json {
  const { world, body } = ask
  const organizationId = ownOrganization(ask, body['organizationId'])
  const resource = text(body, 'resource')
  const rows = Object.hasOwn(world.tables, resource) ? world.tables[resource] : undefined
  if (!rows) throw wrong('There is no such resource')
  const counted: Check = (value) => wholeNotNegative(value) && Number(value) >= 1
  fieldsOf(body, { limit: counted, page: counted, q: anyText, sortBy: filled, sortOrder: oneOf('asc', 'desc') })
  const { limit = 10, page = 1, q = '', sortOrder = 'asc', sortBy = 'createdAt', filters = {} } = body
  const known = new Set(rows.flatMap((row) => plainFields(row).map(([field]) => field)))
  if (typeof filters !== 'object' || filters === null || Array.isArray(filters)) throw wrong('filters is an object')
  for (const [field, value] of Object.entries(filters)) {
    if (!known.has(field) || typeof value === 'object') throw wrong('That can not be filtered by')
  }
  if (!known.has(said(sortBy)) && rows.length > 0) throw wrong('That can not be sorted by')
  const term = said(q).trim().toLowerCase()
  const found = rows.filter(
    (row) =>
      row['organizationId'] === organizationId &&
      Object.entries(filters).every(([field, value]) => row[field] === value) &&
      (term === '' || plainFields(row).some(([, value]) => isText(value) && value.toLowerCase().includes(term))),
  )
  // Sorting is stable, so rows that are equal keep the order in which they were added.
  const sorted = found.toSorted((a, b) => compare(a[said(sortBy)], b[said(sortBy)]))
  if (sortOrder === 'desc') sorted.reverse()
  const start = (Number(page) - 1) * Number(limit)
  return { data: sorted.slice(start, start + Number(limit)), meta: { total: found.length, tookMs: 1 } }
}

function compare(a: Json | undefined, b: Json | undefined): number {
  const left = a ?? null
  const right = b ?? null
  if (left === null || right === null) return Number(left === null) - Number(right === null)
  if (isNumber(left) && isNumber(right)) return left - right
  const [one, other] = [said(left), said(right)]
  return one < other ? -1 : Number(one > other)
}

// --------------------------------------------------------------------------------------------------------------- HTTP

const decoded = (part: string) => {
  try {
    return decodeURIComponent(part)
  } catch {
    throw nothingHere()
  }
}

async function bodyOf(request: IncomingMessage): Promise<Row> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > bodyLimit) throw new Problem(413, 'That is too much')
    chunks.push(chunk)
  }
  if (!/^application\/json\b/i.test(request.headers['content-type'] ?? '')) throw new Problem(415, 'JSON, please')
  let body: Json
  try {
    // Whatever JSON.parse returns is JSON; bytes that are not text are refused.
    body = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks))) as Json
  } catch {
    throw wrong('That is not JSON')
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw wrong('An object, please')
  return body
}

async function respond(world: World, request: IncomingMessage, response: ServerResponse): Promise<Json> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://minimal')
  const path = pathname.startsWith('/api/v1') ? pathname.slice('/api/v1'.length) : ''
  const here = calls.filter((call) => call.path.test(path))
  if (here.length === 0) throw nothingHere()
  response.setHeader('allow', [...here.map(({ method }) => method), 'OPTIONS'].join(', '))
  if (request.method === 'OPTIONS') return null
  const method = request.method === 'HEAD' ? 'GET' : request.method
  const call = here.find((call) => call.method === method)
  if (!call) throw new Problem(405, 'Not in this way')
  const token = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
  const account = world.sessions.get(token ?? '')
  if (!account && !call.isPublic) throw new Problem(401, 'Who are you?')
  const parts = (call.path.exec(path) ?? []).slice(1).map(decoded)
  const body = method === 'POST' || method === 'PUT' ? await bodyOf(request) : {}
  // Public calls do not look at it.
  return call.answer({ world, parts, query: searchParams, body, account: account as Account })
}

async function handle(world: World, request: IncomingMessage, response: ServerResponse): Promise<void> {
  // What no call uses is refused before anything is looked at, by the layer below.
  if (!/^(?:GET|POST|PUT|DELETE|HEAD|OPTIONS)$/.test(request.method ?? '')) {
    response.writeHead(501, { 'content-type': 'text/html', connection: 'close' }).end('<h1>Not implemented</h1>')
    return
  }
  let status = 200
  let body: Json
  try {
    body = await respond(world, request, response)
    if (request.method === 'OPTIONS') status = 204
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const { message } = error
    status = error.status
    body = {
      success: false,
      message,
      error: { code: `E${status}`, message, details: null, help: null },
      traceId: newId(world, 'x'),
    }
    // What is left of the body is not read.
    if (!request.complete) response.setHeader('connection', 'close')
  }
  const isEmpty = status === 204 || request.method === 'HEAD'
  if (status !== 204) response.setHeader('content-type', 'application/json; charset=utf-8')
  response.writeHead(status).end(isEmpty ? undefined : JSON.stringify(body))
}

/** Starts the server on a port, or on a free one for 0. Nothing is kept when it stops. */
export async function start({ port = 0 }: { port?: number } = {}): Promise<MinimalServer> {
  const world = fill()
  const server = createServer((request, response) => {
    handle(world, request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  const [first, second, newcomer] = world.accounts
  return {
    // The address of a server that listens on a port is not a text.
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    email: first?.email ?? '',
    password: first?.password ?? '',
    secondEmail: second?.email ?? '',
    secondPassword: second?.password ?? '',
    newEmail: newcomer?.email ?? '',
    newPassword: newcomer?.password ?? '',
    orderToken: 'pay-open',
    expiredOrderToken: 'pay-late',
    mailed: world.mailed,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
