import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Fields = Record<string, unknown>

export interface Asked {
  method: string
  path: string
  query: URLSearchParams
  body: Fields
  token: string | undefined
}

export interface Answer {
  status: number
  body: unknown
  contentType?: string
}

class Refused extends Error {
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

const now = () => new Date().toISOString()
const textOf = (value: unknown) => (typeof value === 'string' ? value : '')
const isNumber = (value: unknown): value is number => typeof value === 'number'

/**
 * A backend in memory that has the twenty calls and no more, with ids and refusals of its own. A test breaks it by
 * replacing one of its methods.
 */
export class Backend {
  nextId = 100
  users = [
    { id: '1', email: 'ann@one.example', password: 'ann-password', name: 'Ann', orgs: ['11', '12'] },
    { id: '2', email: 'bob@two.example', password: 'bob-password', name: 'Bob', orgs: ['21'] },
  ]
  sessions = new Map<string, string>()
  organizations = [
    { id: '11', name: 'One' },
    { id: '12', name: 'One and a half' },
    { id: '21', name: 'Two' },
  ]
  tables: Record<string, (Fields & { id: string; org: string })[]> = {
    offers: [],
    products: [],
    campaigns: [],
    customers: [],
    orders: [],
    fulfillments: [],
    transactions: [],
    gateways: [],
    plugins: [],
    mails: [],
  }
  requests: { method: string; path: string }[] = []

  constructor() {
    for (const { id: org, name } of this.organizations) {
      for (const status of ['active', 'completed', 'active']) {
        const number = this.tables['campaigns']?.length ?? 0
        this.add('campaigns', org, {
          name: `Campaign ${number} of ${name}`,
          category: number % 2 === 0 ? 'Home' : 'Garden',
          status,
          type: 'Inbound',
          startDate: '2026-01-05',
          endDate: '2026-12-24',
          termsOfService: 'All sales are final.',
          mustAgreeToTerms: false,
          internalNote: 'Be kind.',
          colour: 'blue',
        })
      }
      for (let index = 0; index < 12; index += 1) {
        this.add('products', org, { name: `Thing ${index} of ${name}`, price: 10 + index, status: 'active' })
        this.add('customers', org, { name: `Customer ${index}`, email: `c${index}@${org}.example` })
        this.add('orders', org, { number: 1000 + index, total: 5.5 * index, status: index % 2 ? 'paid' : 'open' })
      }
      this.add('gateways', org, { displayName: `Gateway of ${name}` })
      this.add('plugins', org, { name: `Mailer of ${name}` })
      for (const campaign of this.tables['campaigns'] ?? []) {
        if (campaign.org !== org) continue
        for (let index = 0; index < 3; index += 1) {
          const displayName = `Offer ${index} of ${campaign.id}`
          this.add('offers', org, {
            displayName,
            basePrice: 3.5 + index,
            quantity: 4,
            campaignId: campaign.id,
            productId: '1',
          })
        }
      }
    }
    // One was made a minute after the other, so that the order of a list shows.
    for (const rows of Object.values(this.tables)) {
      for (const [index, row] of rows.entries()) {
        const at = new Date(Date.now() - (rows.length - index) * 60_000).toISOString()
        Object.assign(row, { createdAt: at, updatedAt: at })
      }
    }
  }

  add(table: string, org: string, fields: Fields) {
    const row = { id: `${(this.nextId += 1)}`, org, ...fields, createdAt: now(), updatedAt: now() }
    this.tables[table]?.push(row)
    return row
  }

  shown = ({ org: _org, ...fields }: Fields): Fields => fields

  answer(asked: Asked): Answer {
    const { method, path, body, query } = asked
    if (!path.startsWith('/api/v1/')) throw new Refused(404, 'Nothing here')
    const call = `${method} ${path.replace('/api/v1', '')}`
    switch (call) {
      case 'POST /users/login':
        return this.login(body)
      case 'POST /users/signup':
      case 'POST /users/forgot-password/start':
        this.demand(body, { email: 'string' })
        return { status: 200, body: { success: true, message: 'Look into your mail' } }
      case 'POST /users/forgot-password':
        this.demand(body, { email: 'string', password: 'string', token: 'string' })
        throw new Refused(400, 'The link is not valid')
      case 'POST /users/signup/complete':
        this.demand(body, { password: 'string' })
        throw new Refused(400, 'The link is not valid')
      default:
    }
    const payment = /^GET \/orders\/token\/(.+)$/.exec(call)?.[1]
    if (payment !== undefined) return this.payableOrder(decodeURIComponent(payment))
    const user = this.userOf(asked)
    const [, campaignId = '', rest = ''] = /^\w+ \/campaigns\/([^/]+)(.*)$/.exec(call) ?? []
    const offerId = /^\w+ \/offers\/([^/]+)$/.exec(call)?.[1]
    if (campaignId !== '') return this.inCampaign(asked, user, decodeURIComponent(campaignId), rest)
    if (method === 'PUT' && offerId !== undefined) return this.updateOffer(user, decodeURIComponent(offerId), body)
    if (method === 'DELETE' && offerId !== undefined) return this.deleteOffer(user, decodeURIComponent(offerId))
    switch (call) {
      case 'GET /users/me':
        return this.me(user)
      case 'PUT /users/update':
        return this.updateUser(user, body)
      case 'GET /organizations':
        return this.listOrganizations(user)
      case 'GET /calls/ongoing/me':
        return { status: 200, body: { data: null } }
      case 'GET /gateways/instances':
        return { status: 200, body: { data: this.ofOrganization('gateways', user, query.get('organizationId')) } }
      case 'GET /plugins/installed': {
        const instances = this.ofOrganization('plugins', user, query.get('organizationId'))
        return { status: 200, body: { data: instances.map((instance) => ({ instance })) } }
      }
      case 'POST /search':
        return this.search(user, body)
      default:
        throw new Refused(404, 'Nothing here')
    }
  }

  login(body: Fields): Answer {
    this.demand(body, { email: 'string', password: 'string' })
    const user = this.users.find(({ email }) => email === body['email'])
    if (!user || !this.isPassword(user, body['password'])) throw new Refused(401, this.loginRefusal(user !== undefined))
    const token = `token-${user.id}-${(this.nextId += 1)}-${'x'.repeat(20)}`
    this.sessions.set(token, user.id)
    return { status: 200, body: { success: true, message: 'Welcome', data: { token, user: this.userBody(user) } } }
  }

  isPassword = (user: { password: string }, password: unknown) => user.password === password
  loginRefusal = (_isKnown: boolean) => 'Email or password is wrong'
  userBody = ({ id, email, name }: Backend['users'][number]): Fields => ({ id, email, name })
  me = (user: Backend['users'][number]): Answer => ({ status: 200, body: { data: this.userBody(user) } })

  userOf({ token }: Asked) {
    const id = this.sessions.get(token ?? '')
    const user = this.users.find((one) => one.id === id)
    if (!user) throw new Refused(401, 'Sign in first')
    return user
  }

  updateUser(user: Backend['users'][number], body: Fields): Answer {
    this.optional(body, { name: 'string', email: 'string' })
    if (typeof body['name'] === 'string') user.name = body['name'].trim()
    return { status: 200, body: { success: true, message: 'Saved', data: { user: this.userBody(user) } } }
  }

  listOrganizations = (user: Backend['users'][number]): Answer => ({
    status: 200,
    body: { data: this.organizations.filter(({ id }) => user.orgs.includes(id)) },
  })

  mayUse = (user: Backend['users'][number], org: unknown) => typeof org === 'string' && user.orgs.includes(org)

  ofOrganization(table: string, user: Backend['users'][number], org: string | null): Fields[] {
    if (!this.mayUse(user, org)) throw new Refused(403, 'Not your organization')
    return (this.tables[table] ?? []).filter((row) => row.org === org).map(this.shown)
  }

  row(table: string, user: Backend['users'][number], id: unknown) {
    const row = this.tables[table]?.find((one) => one.id === id)
    if (!row) throw new Refused(404, 'Not found')
    if (!this.mayUse(user, row.org)) throw new Refused(403, 'Not yours')
    return row
  }

  inCampaign(asked: Asked, user: Backend['users'][number], id: string, rest: string): Answer {
    const { method, body } = asked
    if (rest === '' && method === 'GET') return this.getCampaign(user, id, asked.query.get('withMembers'))
    if (rest === '' && method === 'PUT') return this.updateCampaign(user, id, body)
    if (rest === '/offers' && method === 'POST') return this.createOffer(user, id, body)
    if (rest === '/autoresponders/email' && method === 'GET') return this.listMails(user, id)
    if (rest === '/autoresponders/email' && method === 'POST') return this.createMail(user, id, body)
    throw new Refused(404, 'Nothing here')
  }

  getCampaign(user: Backend['users'][number], id: string, withMembers: string | null): Answer {
    const campaign = this.shown(this.row('campaigns', user, id))
    return {
      status: 200,
      body: { data: withMembers === 'false' ? campaign : { ...campaign, members: [this.userBody(user)] } },
    }
  }

  updateCampaign(user: Backend['users'][number], id: string, body: Fields): Answer {
    const names = 'name category status startDate endDate termsOfService internalNote'.split(' ')
    this.optional(body, { ...Object.fromEntries(names.map((name) => [name, 'string'])), mustAgreeToTerms: 'boolean' })
    if (body['status'] !== undefined && body['status'] !== 'active' && body['status'] !== 'completed') {
      throw new Refused(422, 'No such status')
    }
    if (![...names, 'mustAgreeToTerms'].some((name) => name in body)) throw new Refused(400, 'Nothing to update')
    const campaign = this.row('campaigns', user, id)
    for (const name of [...names, 'mustAgreeToTerms']) if (name in body) campaign[name] = this.kept(body[name])
    campaign['updatedAt'] = now()
    return { status: 200, body: { data: this.shown(campaign) } }
  }

  kept = (value: unknown) => (typeof value === 'string' ? value.trim() : value)

  createOffer(user: Backend['users'][number], campaignId: string, body: Fields): Answer {
    this.demand(body, { organizationId: 'string', productId: 'string', quantity: 'number', basePrice: 'number' })
    this.optional(body, {
      displayName: 'string',
      shipPrice: 'number',
      minPrice: 'number',
      maxPrice: 'number',
      maxQuantity: 'number',
    })
    const { organizationId, minPrice, maxPrice, maxQuantity } = body
    if (Number(body['quantity']) <= 0 || Number(body['basePrice']) <= 0)
      throw new Refused(400, 'More than zero, please')
    if (isNumber(minPrice) && isNumber(maxPrice) && maxPrice < minPrice)
      throw new Refused(400, 'The max is below the min')
    if (maxQuantity !== undefined && !Number.isInteger(maxQuantity)) throw new Refused(400, 'Whole units, please')
    this.refuseNegative(body)
    if (!this.mayUse(user, organizationId)) throw new Refused(403, 'Not your organization')
    const campaign = this.row('campaigns', user, campaignId)
    if (campaign.org !== organizationId) throw new Refused(403, 'A campaign of another organization')
    for (const [table, name] of [
      ['products', 'productId'],
      ['gateways', 'gatewayInstanceId'],
    ] as const) {
      if (body[name] === undefined) continue
      const row = this.tables[table]?.find((one) => one.id === body[name])
      if (row?.org !== organizationId) throw new Refused(400, `No such ${name}`)
    }
    const { organizationId: _organizationId, ...fields } = body
    const kept = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, this.kept(value)]))
    return {
      status: 201,
      body: { data: this.shown(this.add('offers', campaign.org, { ...kept, campaignId })) },
    }
  }

  updateOffer(user: Backend['users'][number], id: string, body: Fields): Answer {
    const names = ['quantity', 'basePrice', 'minPrice', 'maxPrice', 'maxQuantity', 'shipPrice']
    this.optional(body, { displayName: 'string', ...Object.fromEntries(names.map((name) => [name, 'number'])) })
    this.refuseNegative(body)
    if (body['basePrice'] === 0) throw new Refused(400, 'More than zero, please')
    if (![...names, 'displayName'].some((name) => name in body)) throw new Refused(400, 'Nothing to update')
    const offer = this.row('offers', user, id)
    const { minPrice, maxPrice } = { ...offer, ...body }
    if (isNumber(minPrice) && isNumber(maxPrice) && maxPrice < minPrice)
      throw new Refused(400, 'The max is below the min')
    for (const name of [...names, 'displayName']) if (name in body) offer[name] = this.kept(body[name])
    offer['updatedAt'] = now()
    return { status: 200, body: { data: this.shown(offer) } }
  }

  deleteOffer(user: Backend['users'][number], id: string): Answer {
    const offer = this.row('offers', user, id)
    this.tables['offers'] = (this.tables['offers'] ?? []).filter((row) => row !== offer)
    return { status: 200, body: { success: true, message: 'Deleted' } }
  }

  listMails(user: Backend['users'][number], campaignId: string): Answer {
    this.row('campaigns', user, campaignId)
    const mails = (this.tables['mails'] ?? []).filter((mail) => mail['campaignId'] === campaignId)
    return { status: 200, body: { data: mails.map(this.shown) } }
  }

  createMail(user: Backend['users'][number], campaignId: string, body: Fields): Answer {
    this.demand(body, {
      subject: 'string',
      from: 'string',
      event: 'string',
      pluginInstanceId: 'string',
      body: 'string',
    })
    const events = ['order.completed', 'order.tracking_number.assigned', 'order.payment_link.created']
    if (!events.includes(String(body['event']))) throw new Refused(422, 'No such event')
    if (!/^\S+@\S+\.\S+$/.test(String(body['from']))) throw new Refused(422, 'Invalid email address')
    const campaign = this.row('campaigns', user, campaignId)
    const plugin = this.tables['plugins']?.find((one) => one.id === body['pluginInstanceId'])
    if (plugin?.org !== campaign.org) throw new Refused(400, 'No such plugin')
    const mail = this.add('mails', campaign.org, { ...body, campaignId, pluginInstance: { name: plugin['name'] } })
    return { status: 201, body: { data: this.shown(mail) } }
  }

  payableOrder(token: string): Answer {
    if (token !== 'pay-me-please-123456') throw new Refused(404, 'No such link')
    return { status: 200, body: { id: '777', total: 12.5, expiresAt: new Date(Date.now() + 3_600_000).toISOString() } }
  }

  search(user: Backend['users'][number], body: Fields): Answer {
    this.demand(body, { organizationId: 'string', resource: 'string' })
    this.optional(body, { limit: 'number', page: 'number' })
    const { organizationId, resource, limit = 10, page = 1 } = body as { limit?: number; page?: number } & Fields
    const known = ['offers', 'products', 'campaigns', 'customers', 'orders', 'fulfillments', 'transactions']
    if (!known.includes(String(resource))) throw new Refused(422, 'No such resource')
    if (limit < 1 || page < 1) throw new Refused(422, 'Count from one')
    if (!this.mayUse(user, organizationId)) throw new Refused(404, 'No such organization')
    const rows = (this.tables[String(resource)] ?? [])
      .filter(({ org }) => org === organizationId)
      .filter((row) => this.matchesFilters(row, (body['filters'] ?? {}) as Fields, String(resource)))
      .filter((row) => this.matchesTerm(row, textOf(body['q'])))
    const sorted = this.sorted(rows, body)
    return {
      status: 200,
      body: { data: this.page(sorted, limit, page).map(this.shown), meta: { total: this.total(rows), limit } },
    }
  }

  matchesFilters = (row: Fields, filters: Fields, _resource: string) =>
    Object.entries(filters).every(([name, value]) => row[name] === value)
  matchesTerm = (row: Fields, term: string) =>
    term === '' ||
    [row['name'], row['displayName']].some((text) => typeof text === 'string' && text.includes(term.trim()))
  page = <Row>(rows: Row[], limit: number, page: number) => rows.slice((page - 1) * limit, page * limit)
  total = (rows: unknown[]) => rows.length

  sorted<Row extends Fields>(rows: Row[], { sortBy, sortOrder }: Fields): Row[] {
    if (typeof sortBy !== 'string') return rows
    const sign = sortOrder === 'desc' ? -1 : 1
    return rows.toSorted((a, b) => {
      const [one, other] = [a[sortBy], b[sortBy]]
      if (isNumber(one) && isNumber(other)) return sign * (one - other)
      return sign * (textOf(one) < textOf(other) ? -1 : textOf(one) > textOf(other) ? 1 : 0)
    })
  }

  demand(body: Fields, types: Record<string, string>): void {
    for (const [name, type] of Object.entries(types)) {
      if (typeof body[name] !== type || body[name] === '') throw new Refused(400, `${name} is required`)
    }
  }

  optional(body: Fields, types: Record<string, string>): void {
    for (const [name, type] of Object.entries(types)) {
      if (name in body && typeof body[name] !== type) throw new Refused(400, `${name} has to be a ${type}`)
    }
  }

  refuseNegative(body: Fields): void {
    for (const value of Object.values(body)) if (isNumber(value) && value < 0) throw new Refused(400, 'Not below zero')
  }

  refusal = (status: number, message: string): Answer => ({
    status,
    body: { success: false, message, error: { code: `e${status}`, message } },
  })

  /** What is sent for a request; may be replaced to answer something else. */
  respond(asked: Asked): Answer {
    try {
      return this.answer(asked)
    } catch (error) {
      if (error instanceof Refused) return this.refusal(error.status, error.message)
      throw error
    }
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

async function serve(backend: Backend, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://localhost')
  const method = request.method ?? 'GET'
  backend.requests.push({ method, path: url.pathname })
  const text = await bodyOf(request)
  let answer: Answer
  try {
    const body = (text === '' ? {} : JSON.parse(text)) as Fields
    const isObject = typeof body === 'object' && body !== null && !Array.isArray(body)
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1]
    const asked = { method, path: url.pathname, query: url.searchParams, token, body: isObject ? body : {} }
    answer = backend.respond(asked)
  } catch (error) {
    answer = error instanceof SyntaxError ? backend.refusal(400, 'Not JSON') : backend.refusal(500, String(error))
  }
  response.writeHead(answer.status, { 'content-type': answer.contentType ?? 'application/json' })
  response.end(
    method === 'HEAD' ? undefined : typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body),
  )
}

export interface Served {
  backend: Backend
  url: string
  stop: () => Promise<void>
}

/** Starts a backend, broken by what `damage` does to it. */
export async function startBackend(damage: (backend: Backend) => void = () => {}): Promise<Served> {
  const backend = new Backend()
  damage(backend)
  const server = createServer((request, response) => {
    // Whatever goes wrong here, the client sees as a closed connection.
    serve(backend, request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    backend,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** The accounts of the backend, as options of a check. */
export const accounts = {
  email: 'ann@one.example',
  password: 'ann-password',
  secondEmail: 'bob@two.example',
  secondPassword: 'bob-password',
  orderToken: 'pay-me-please-123456',
} as const
