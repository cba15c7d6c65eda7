import { Agent, request } from 'node:http'
import * as z from 'zod/mini'
import { errorBody } from '../../../contract/schemas'
import { demoLogins } from '../../../server/db/demo'
import { Random } from '../../../server/db/demoData/random'
import { type Call, callsOf, references } from './bodies'
import { meet, type Person } from './people'

export interface Answer {
  status: number
  body: string
}

/** What became of the requests. */
export interface Outcome {
  count: number
  /** How often each status was given. */
  statuses: ReadonlyMap<number, number>
  /** Answers that may not be: a 5xx, another organization's record, an error without the one error body. */
  faults: readonly string[]
  /** Changes of the watched offers that the server confirmed. */
  confirmed: number
  /** Watched offers that do not hold what was confirmed last. */
  lost: readonly string[]
}

interface Options {
  url: string
  count: number
  seed: number
  /** Requests that are on their way at the same time. */
  parallel: number
  progress?: (done: number) => void
}

/** Offers that only their own lane changes, one request after the other, so that what they hold is known. */
interface Watched {
  id: string
  displayName: string | undefined
}

const strange = [
  'nothing',
  '0',
  '-1',
  '%00',
  '%F0%9F%8E%81',
  '..%2f..%2fetc%2fpasswd',
  "' or 1=1 --",
  'a'.repeat(300),
  '00000000-0000-0000-0000-000000000000',
]
const oddHeaders: Record<string, string>[] = [
  {},
  {},
  {},
  { 'content-type': 'text/plain' },
  { 'content-type': 'application/xml' },
  { 'content-type': 'application/json; charset=utf-16' },
  { accept: 'image/png' },
  { range: 'bytes=99999999-' },
  { 'if-match': '"1"' },
  { 'if-match': 'nonsense' },
  { 'idempotency-key': 'x' },
  { 'x-forwarded-for': '1.2.3.4, 5.6.7.8' },
  { origin: 'https://evil.example' },
]

/** Sends generated requests, allowed and not, as three kinds of people, and judges every answer. */
export async function fire({ url, count, seed, parallel, progress }: Options): Promise<Outcome> {
  const [own, rival] = [await meet(url, demoLogins[0]), await meet(url, demoLogins[1])]
  const calls = callsOf(seed)
  // A password takes as long as a hundred other calls, on purpose.
  const quick = calls.filter(({ name }) => !/login|signup|password/i.test(name))
  const agent = new Agent({ keepAlive: true, maxSockets: parallel })
  const statuses = new Map<number, number>()
  const faults: string[] = []
  const watched = takeWatched(own, parallel)
  const foreign = { own: idsOf(rival), rival: idsOf(own) }
  let sent = 0
  let confirmed = 0

  const judge = (what: string, given: string, { status, body }: Answer, asked: 'own' | 'rival' | undefined) => {
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
    const fault = (why: string) => {
      if (faults.length < 100)
        faults.push(`${what}: ${why}\n  sent ${given.slice(0, 300)}\n  got  ${body.slice(0, 300)}`)
    }
    if (status >= 500) fault(`status ${status}`)
    if (status >= 400 && !isErrorBody(body)) fault(`status ${status} without the one error body`)
    // What was sent may come back in a message.
    const leaked = body.match(asked === undefined ? foreign.rival : foreign[asked])?.find((id) => !given.includes(id))
    if (leaked !== undefined) fault(`holds ${leaked} of another organization`)
  }

  async function lane(number: number): Promise<void> {
    const dice = new Random(seed * 1000 + number)
    const mine = watched[number]
    while (sent < count) {
      sent += 1
      if (sent % 10_000 === 0) progress?.(sent)
      // One after the other: what a lane's own offer holds has to be known.
      if (mine && dice.chance(0.1)) confirmed += (await change(mine, number)) ? 1 : 0
      else await shoot(dice)
    }
  }

  async function change(mine: Watched, number: number): Promise<boolean> {
    const displayName = `Watched ${number} ${sent}`
    const body = JSON.stringify({ displayName })
    const answer = await send(agent, url, 'PUT', `/api/v1/offers/${mine.id}`, own.token, {}, body)
    judge('PUT watched offer', body, answer, 'own')
    if (answer.status === 200) mine.displayName = displayName
    return answer.status === 200
  }

  async function shoot(dice: Random): Promise<void> {
    const call = dice.chance(0.98) ? dice.pick(quick) : dice.pick(calls)
    const asked = dice.chance(0.8) ? 'own' : dice.chance(0.5) ? 'rival' : undefined
    const person = asked === 'rival' ? rival : own
    const other = asked === 'rival' ? own : rival
    const token = asked === undefined ? dice.pick(['', 'garbage', 'x'.repeat(5000)]) : person.token
    const idOf = (name: string) => {
      if (dice.chance(0.1)) return dice.pick(strange)
      const ids = (dice.chance(0.1) ? other : person).ids[name] ?? []
      return ids.length === 0 ? 'none' : dice.pick(ids)
    }
    const path = call.path.replaceAll(/:(\w+)/g, (_, name: string) => idOf(name)).replaceAll(' ', '%20')
    const query =
      call.method === 'GET' && dice.chance(0.8) ? `?organizationId=${encodeURIComponent(idOf('organizationId'))}` : ''
    const body = bodyOf(call, dice, idOf)
    const answer = await send(agent, url, call.method, path + query, token, dice.pick(oddHeaders), body)
    judge(`${call.name} as ${asked ?? 'nobody'}`, `${path}${query} ${body ?? ''}`, answer, asked)
    if (answer.status < 300) learn(person, call, answer.body)
  }

  await Promise.all(Array.from({ length: parallel }, (_, number) => lane(number)))
  const lost: string[] = []
  for (const { id, displayName } of watched) {
    if (displayName === undefined) continue
    if (!(await isHeld(agent, url, own, id, displayName))) lost.push(`${id} does not hold ${displayName}`)
  }
  agent.destroy()
  return { count: sent, statuses, faults, confirmed, lost }
}

/** The first offers are taken out of what everybody changes and deletes. */
function takeWatched({ ids }: Person, parallel: number): Watched[] {
  return (ids['offerId'] ?? []).splice(0, parallel).map((id) => ({ id, displayName: undefined }))
}

const idsOf = ({ ids }: Person) => new RegExp([...new Set(Object.values(ids).flat())].join('|'), 'g')

const created = new Map([
  ['offers.create', 'offerId'],
  ['customers.create', 'customerId'],
  ['campaigns.create', 'campaignId'],
  ['products.create', 'productId'],
  ['sheetImports.create', 'importId'],
  ['orders.place', 'orderId'],
  ['calls.start', 'callId'],
])

/** What was created can be changed and deleted by later requests; the list stays short. */
function learn({ ids }: Person, { name }: Call, answer: string): void {
  const field = created.get(name)
  const id = field && (JSON.parse(answer) as { data?: { id?: string } }).data?.id
  const known = field === undefined ? undefined : ids[field]
  if (!id || !known) return
  known.push(id)
  if (known.length > 300) known.shift()
}

function bodyOf({ method, valid, broken }: Call, dice: Random, idOf: (name: string) => string) {
  if (method === 'GET') return undefined
  if (dice.chance(0.05))
    return dice.pick(['{', '[]', '"', '{"a":', '\u0000', '[[[[[[', '{"__proto__":{"x":1}}', '9'.repeat(400)])
  const body = dice.chance(0.6) ? dice.pick(valid) : dice.pick(broken)
  if (body === undefined) return undefined
  const text = JSON.stringify(body)
  return references.reduce((all, name) => all.replaceAll(`":${name}"`, JSON.stringify(idOf(name))), text)
}

function isErrorBody(text: string): boolean {
  try {
    return z.safeParse(errorBody, JSON.parse(text)).success
  } catch {
    return false
  }
}

/** Whether an offer of this id has this name: a search finds rows by what they hold now. */
async function isHeld(agent: Agent, url: string, person: Person, id: string, displayName: string): Promise<boolean> {
  for (const organizationId of person.organizationIds) {
    const body = JSON.stringify({ organizationId, resource: 'offers', q: displayName, limit: 100 })
    const answer = await send(agent, url, 'POST', '/api/v1/search', person.token, {}, body)
    const { data = [] } = JSON.parse(answer.body) as { data?: { id: string; displayName: string }[] }
    if (data.some((row) => row.id === id && row.displayName === displayName)) return true
  }
  return false
}

function send(
  agent: Agent,
  url: string,
  method: string,
  path: string,
  token: string,
  headers: Record<string, string>,
  body: string | undefined,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asked = request(url + path, {
      agent,
      method,
      headers: {
        ...(token !== '' && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
        ...headers,
      },
    })
    asked.on('error', reject)
    asked.on('response', (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body: Buffer.concat(parts).toString() }))
      response.on('error', reject)
    })
    asked.end(body)
  })
}
