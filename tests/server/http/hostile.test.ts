import fc from 'fast-check'
import type * as z from 'zod/mini'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract } from '../../../contract'
import { validRequests } from '../../../contract/conformance/generate/arbitrary'
import { errorBody } from '../../../contract/schemas'
import { demo, type Known, knownOf, startSomewhere } from './start'

/** What people paste, and what attackers do. */
const hostile = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  'left\u202Eright',
  'nul\u0000nul',
  '\uD800 alone',
  '👩‍👩‍👧‍👦🏴󠁧󠁢󠁥󠁮󠁧󠁿',
  `=HYPERLINK("http://evil.example","x")`,
  '=1+1',
  '@SUM(1)',
  '+1',
  '-1',
  '\tTab',
  '\rReturn',
  'line\r\nBcc: all@evil.example',
  '{{customer.name}} ${7*7} %s %n',
  "'; drop table orders; --",
  '../../etc/passwd',
  '__proto__',
  'x'.repeat(100_000),
  '\u0301'.repeat(300),
  ' ',
  '',
]

/** How many of them each field is given; `npm run figures -- hostile` gives all. */
const perField = process.env['HOSTILE'] === 'all' ? hostile.length : 1

const servers = await startSomewhere()
afterAll(() => Promise.all(servers.map(({ stop }) => stop())))

interface Route {
  method: string
  path: string
  body?: unknown
}
interface Write extends Route {
  name: string
  samples: unknown[]
}

/** What would end the session that the rest is asked with. */
const apart = new Set(['users.logout', 'users.resetPassword'])

const isSchema = (body: unknown): body is z.ZodMiniType => typeof body === 'object' && body !== null && '_zod' in body

const writes: readonly Write[] = Object.entries(contract).flatMap(([resource, routes]) =>
  Object.entries(routes as Record<string, Route>).flatMap(([route, { method, path, body }]) => {
    const name = `${resource}.${route}`
    if (!isSchema(body) || apart.has(name)) return []
    return [{ name, method, path, samples: fc.sample(validRequests(body), { numRuns: 20, seed: 7 }) }]
  }),
)

/** The way to a text within a body, such as `['lines', 0, 'name']`. */
type Way = readonly (string | number)[]

function waysToTexts(value: unknown, way: Way = []): Way[] {
  if (typeof value === 'string') return [way]
  if (Array.isArray(value)) return value.slice(0, 1).flatMap((part) => waysToTexts(part, [...way, 0]))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, part]) => waysToTexts(part, [...way, name]))
}

function withText(value: unknown, [step, ...rest]: Way, text: string): unknown {
  if (step === undefined) return text
  if (Array.isArray(value)) return value.map((part, index) => (index === step ? withText(part, rest, text) : part))
  const record = value as Record<string, unknown>
  return { ...record, [step]: withText(record[step], rest, text) }
}

/** A body that names records of the person's own. */
const withOwnRecords = (body: unknown, known: Record<string, string>): unknown =>
  JSON.parse(
    JSON.stringify(body, (field, value: unknown) => (typeof value === 'string' ? (known[field] ?? value) : value)),
  )

/** What an answer holds by this name. */
function textsNamed(value: unknown, name: string | number): unknown[] {
  if (typeof value !== 'object' || value === null) return []
  if (Array.isArray(value)) return value.flatMap((part) => textsNamed(part, name))
  return Object.entries(value).flatMap(([key, part]) => [
    ...(key === name && typeof part === 'string' ? [part] : []),
    ...textsNamed(part, name),
  ])
}

const paramsOf = (known: Known): Record<string, string> => ({
  organizationId: known.orgId,
  campaignId: known.campaignId,
  offerId: known.offerId,
  productId: known.productId,
  customerId: known.customerId,
  orderId: known.orderId,
  fulfilmentId: known.fulfilmentId,
  gatewayInstanceId: known.gatewayId,
  pluginInstanceId: known.pluginId,
  pluginId: known.pluginId,
})

describe.each(servers)('hostile texts on $kind', (server) => {
  let token: string
  let params: Record<string, string>
  beforeAll(async () => {
    token = await server.login(demo)
    params = paramsOf(await knownOf(server, token))
  })

  test('through every text of every write: refused in the one error body, or kept as they are', async () => {
    const faults: string[] = []
    const taken = new Map<string, number>()
    let sent = 0
    for (const { name, method, path, samples } of writes) {
      const url = path.replaceAll(/:(\w+)/g, (_, param: string) => params[param] ?? 'none')
      const bodyOfWay = new Map(
        samples.toReversed().flatMap((body) => waysToTexts(body).map((way) => [way.join('.'), { way, body }] as const)),
      )
      for (const { way, body } of bodyOfWay.values()) {
        for (let turn = 0; turn < perField; turn += 1) {
          const text = hostile[sent++ % hostile.length] ?? ''
          const asked = withText(withOwnRecords(body, params), way, text)
          const answer = await server.call(method, url, { token, body: asked })
          const what = `${name} ${way.join('.')} = ${JSON.stringify(text).slice(0, 60)}`
          const told = `${answer.status} ${JSON.stringify(answer.body).slice(0, 300)}`
          if (answer.status >= 500) faults.push(`${what}: ${told}`)
          else if (answer.status >= 400 && !errorBody.safeParse(answer.body).success) faults.push(`${what}: ${told}`)
          if (answer.status >= 300) continue
          taken.set(name, (taken.get(name) ?? 0) + 1)
          const kept = textsNamed((answer.body as { data?: unknown }).data, way.at(-1) ?? '')
          if (kept.length > 0 && !kept.some((one) => one === text || one === text.trim()))
            faults.push(`${what} is kept as ${JSON.stringify(kept).slice(0, 200)}`)
        }
      }
    }
    console.log(
      `${server.kind}: ${sent} hostile texts through ${writes.length} writes, of which ${taken.size} took some; ${faults.length} faults`,
    )
    expect(faults).toEqual([])
  })
})
