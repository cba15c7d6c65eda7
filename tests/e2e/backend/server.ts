import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Data, newData, type Record_ } from './data'

/** A call as it came in. */
export interface Call {
  method: string
  path: string
  query: string
  headers: IncomingMessage['headers']
  body: Record<string, unknown>
}

export interface Failure {
  status: number
  body: unknown
}

type Answer = { status: number; body?: unknown }

const ok = (body: unknown, status = 200): Answer => ({ status, body })
const missing: Answer = {
  status: 404,
  body: { success: false, message: 'Nothing here', error: { message: 'Nothing here' } },
}
const denied: Answer = { status: 401, body: { message: 'Who are you?' } }

/** A backend that somebody else wrote from the specification: the twenty calls, and nothing more. */
export class Backend {
  data: Data = newData()
  calls: Call[] = []
  /** Tokens that are good, by whom they were given to. */
  sessions = new Map<string, string>()
  #rules: { match: string; once: boolean; failure: Failure | 'drop' }[] = []
  #gates: { match: string; wait: Promise<void> }[] = []
  #server = createServer((request, response) => void this.#take(request, response))
  url = ''

  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
    return this
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  reset(): void {
    this.data = newData()
    this.calls = []
    this.sessions.clear()
    this.#rules = []
    this.#gates = []
  }

  /** Fails calls such as `PUT /offers`, once unless said otherwise. */
  fail(match: string, failure: Failure | 'drop', { once = true } = {}): void {
    this.#rules.push({ match, once, failure })
  }

  heal(): void {
    this.#rules = []
  }

  /** Holds the answers of such calls until they are released. */
  hold(match: string): () => void {
    let release = () => {}
    const gate = { match, wait: new Promise<void>((resolve) => (release = resolve)) }
    this.#gates.push(gate)
    return () => {
      this.#gates = this.#gates.filter((other) => other !== gate)
      release()
    }
  }

  /** The calls of a kind, such as `PUT /offers`. */
  callsOf(match: string, body: Record<string, unknown> = {}): Call[] {
    const fits = (call: Call) => Object.entries(body).every(([key, value]) => call.body[key] === value)
    return this.calls.filter((call) => `${call.method} ${call.path}`.startsWith(match) && fits(call))
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { origin = '*' } = request.headers
    response.setHeader('access-control-allow-origin', origin)
    response.setHeader('access-control-allow-credentials', 'true')
    response.setHeader('access-control-allow-headers', 'authorization, content-type, if-match')
    response.setHeader('access-control-allow-methods', 'GET, POST, PUT, DELETE')
    if (request.method === 'OPTIONS') return void response.writeHead(204).end()
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const text = Buffer.concat(chunks).toString()
    const url = new URL(request.url ?? '/', this.url)
    const call: Call = {
      method: request.method ?? 'GET',
      path: decodeURIComponent(url.pathname.replace('/api/v1', '')),
      query: url.search,
      headers: request.headers,
      body: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>),
    }
    this.calls.push(call)
    const name = `${call.method} ${call.path}`
    const rule = this.#rules.find(({ match }) => name.startsWith(match))
    if (rule?.once) this.#rules = this.#rules.filter((other) => other !== rule)
    // What is answered is decided when the call comes in; a gate only delays the answer.
    const answer = rule === undefined ? this.#answer(call, url) : undefined
    await Promise.all(this.#gates.filter(({ match }) => name.startsWith(match)).map(({ wait }) => wait))
    if (rule?.failure === 'drop') return void request.socket.destroy()
    const { status, body } = rule === undefined ? (answer ?? missing) : rule.failure
    const isText = typeof body === 'string'
    response.writeHead(status, { 'content-type': isText ? 'text/html' : 'application/json' })
    response.end(isText ? body : JSON.stringify(body))
  }

  #answer(call: Call, url: URL): Answer {
    const { method, path, body } = call
    const [, first = '', second = '', third = ''] = path.split('/')
    if (first === 'orders' && second === 'token') {
      const order = this.data.orders.find(({ token }) => token === third)
      return order ? ok(order) : missing
    }
    if (first === 'users' && path !== '/users/me' && path !== '/users/update') return this.#account(path, body)
    const email = this.sessions.get(String(call.headers.authorization).replace('Bearer ', ''))
    const user = this.data.users.find((candidate) => candidate.email === email)
    if (!user) return denied
    const profile = { id: 'usr_1', email: user.email, name: user.name, theme: 'retro' }
    if (path === '/users/me') return ok({ data: profile })
    if (path === '/users/update') {
      Object.assign(user, body)
      return ok({ success: true, message: 'Profile saved', data: { user: { ...profile, ...body } } })
    }
    if (path === '/organizations') {
      return ok({ data: this.data.organizations.filter(({ id }) => user.orgs.includes(id)) })
    }
    if (path === '/calls/ongoing/me') return ok({ data: null })
    if (path === '/search') return this.#search(body)
    if (path === '/gateways/instances') return ok({ data: this.data.gateways })
    if (path === '/plugins/installed') {
      return ok({ data: url.searchParams.get('organizationId') === 'org_1' ? this.data.plugins : [] })
    }
    if (first === 'campaigns') return this.#campaigns(method, second, third, body)
    return first === 'offers' ? this.#offers(method, second, body) : missing
  }

  #account(path: string, body: Record<string, unknown>): Answer {
    const user = this.data.users.find(({ email }) => email === body['email'])
    const open = (email: string) => {
      const token = `tkn_${this.sessions.size + 1}_${email}`
      this.sessions.set(token, email)
      return token
    }
    switch (path) {
      case '/users/login':
        if (!user || user.password !== body['password']) {
          return { status: 401, body: { error: { message: 'Those credentials are wrong' } } }
        }
        return ok({
          success: true,
          message: 'Hello again',
          data: { token: open(user.email), user: { email: user.email, name: user.name } },
        })
      case '/users/signup':
        return ok({ success: true, message: 'Look into your mailbox' }, 201)
      case '/users/signup/complete': {
        const email = 'new@one.example'
        this.data.users.push({ email, password: String(body['password']), name: String(body['name']), orgs: ['org_1'] })
        return ok(
          { message: 'Glad to have you', data: { token: open(email), user: { email, name: body['name'] } } },
          201,
        )
      }
      case '/users/forgot-password/start':
        return ok({ success: true, message: 'A link is on its way' })
      default:
        if (body['token'] !== 'reset-me') return { status: 400, body: { message: 'That link is too old' } }
        if (user) user.password = String(body['password'])
        return ok({ success: true, message: 'Password changed' })
    }
  }

  #search({
    resource,
    organizationId,
    q = '',
    page = 1,
    limit = 10,
    filters = {},
    sortBy,
    sortOrder,
  }: Call['body']): Answer {
    const text = String(q).toLowerCase()
    const campaigns = this.data.campaigns.filter((campaign) => campaign['organizationId'] === organizationId)
    const known = new Set(campaigns.map(({ id }) => id))
    const rows: Record_[] =
      resource === 'offers'
        ? this.data.offers.filter(({ campaignId }) => known.has(String(campaignId)))
        : resource === 'campaigns'
          ? campaigns
          : resource === 'products' || resource === 'customers' || resource === 'orders'
            ? this.data[resource].filter((record) => record['organizationId'] === organizationId)
            : []
    const found = rows.filter(
      (row) =>
        Object.entries(filters as object).every(([key, value]) => row[key] === value) &&
        String(row['displayName'] ?? row['name'])
          .toLowerCase()
          .includes(text),
    )
    if (typeof sortBy === 'string') {
      const direction = sortOrder === 'desc' ? -1 : 1
      found.sort((a, b) => (String(a[sortBy]) < String(b[sortBy]) ? -direction : direction))
    }
    const from = (Number(page) - 1) * Number(limit)
    return ok({ data: found.slice(from, from + Number(limit)), meta: { total: found.length, took: 3 } })
  }

  #campaigns(method: string, id: string, part: string, body: Record<string, unknown>): Answer {
    const campaign = this.data.campaigns.find((candidate) => candidate.id === id)
    if (!campaign) return missing
    if (part === 'offers') {
      const { organizationId: _organizationId, ...fields } = body
      this.data.offers.unshift({ id: `off_new_${this.data.offers.length}`, campaignId: id, ...fields })
      return ok({ success: true }, 201)
    }
    if (part === 'autoresponders') {
      if (method === 'GET') return ok({ data: this.data.autoresponders.filter(({ campaignId }) => campaignId === id) })
      this.data.autoresponders.push({ id: `aut_${this.data.autoresponders.length + 1}`, campaignId: id, ...body })
      return ok({ success: true }, 201)
    }
    if (method === 'GET') return ok({ data: campaign })
    Object.assign(campaign, body)
    return ok({ success: true })
  }

  #offers(method: string, id: string, body: Record<string, unknown>): Answer {
    const offer = this.data.offers.find((candidate) => candidate.id === id)
    if (!offer) return missing
    if (method === 'DELETE') {
      this.data.offers = this.data.offers.filter((other) => other !== offer)
      return ok({ success: true, message: 'Gone' })
    }
    Object.assign(offer, body)
    return ok({ data: offer })
  }
}
