import fc from 'fast-check'
import type * as z from 'zod/mini'
import { brokenBodies } from '../../../contract/conformance/generate/invalid'
import { validRequests } from '../../../contract/conformance/generate/arbitrary'
import { contract } from '../../../contract'

/** A call of the contract, with bodies that it takes and bodies that it refuses. */
export interface Call {
  name: string
  method: string
  /** With the names of its parameters, such as `/api/v1/offers/:offerId`. */
  path: string
  valid: readonly unknown[]
  broken: readonly unknown[]
}

interface Route {
  method: string
  path: string
  body?: unknown
}

/** Fields that name another record; they are filled in when a request is made. */
export const references = [
  'organizationId',
  'campaignId',
  'productId',
  'offerId',
  'customerId',
  'gatewayInstanceId',
  'pluginInstanceId',
]

const bodiesPerCall = 300

const isSchema = (body: unknown): body is z.ZodMiniType => typeof body === 'object' && body !== null && '_zod' in body

/** A body whose references, its lines' too, are still to be filled in. */
const withReferences = (body: Record<string, unknown>): Record<string, unknown> =>
  // What is parsed is the object that was written.
  JSON.parse(
    JSON.stringify(body, (field, value: unknown) => (references.includes(field) ? `:${field}` : value)),
  ) as Record<string, unknown>

function callOf(name: string, { method, path, body }: Route, seed: number): Call {
  if (!isSchema(body)) return { name, method, path, valid: [undefined], broken: [{}, 'text', null] }
  const valid = fc.sample(validRequests(body).map(withReferences), { numRuns: bodiesPerCall, seed })
  return { name, method, path, valid, broken: brokenBodies(body, valid[0] ?? {}).map((one) => one.body) }
}

/** Not asked: what would end the sessions that the rest is asked with, and the stream, whose answer does not end. */
const apart = new Set(['users.logout', 'events.stream'])

export function callsOf(seed: number): Call[] {
  return Object.entries(contract).flatMap(([resource, routes]) =>
    Object.entries<Route>(routes).flatMap(([name, route]) =>
      apart.has(`${resource}.${name}`) ? [] : [callOf(`${resource}.${name}`, route, seed)],
    ),
  )
}
