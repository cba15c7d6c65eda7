import * as z from 'zod/mini'
import { contract } from '../../../contract'
import type { RouteMetadata } from '../../../contract/schemas'

/** A call of the contract, with every place of a request where an id stands, such as `body.lines.offerId`. */
interface CallWithIds {
  name: string
  method: string
  path: string
  pattern: RegExp
  auth: RouteMetadata['auth']
  reads: boolean
  places: readonly string[]
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const isId = (name: string) => /Ids?$/.test(name) || name === 'copiedFrom'

/** The paths of the ids that a JSON Schema has properties for, whichever of its alternatives they are in. */
function idsOf(schema: unknown, path: string): string[] {
  if (Array.isArray(schema)) return schema.flatMap((part) => idsOf(part, path))
  if (!isRecord(schema)) return []
  return Object.entries(schema).flatMap(([key, part]) =>
    key === 'properties' && isRecord(part)
      ? Object.entries(part).flatMap(([name, field]) => [
          ...(isId(name) ? [`${path}.${name}`] : []),
          ...idsOf(field, `${path}.${name}`),
        ])
      : idsOf(part, path),
  )
}

const idsOfSchema = (schema: unknown, name: string): string[] =>
  isRecord(schema) && '_zod' in schema
    ? // Whatever has `_zod` is a schema, which ts-rest's types do not say.
      idsOf(z.toJSONSchema(schema as unknown as z.ZodMiniType, { io: 'input', unrepresentable: 'any' }), name)
    : []

interface Route {
  method: string
  path: string
  metadata: RouteMetadata
  query?: unknown
  body?: unknown
}

const namesIn = (path: string) => [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)

/** Every call of the contract; one with a word in its path comes before one with an id there. */
const calls: readonly (CallWithIds & { names: string[] })[] = Object.entries(contract)
  .flatMap(([resource, routes]) =>
    // ts-rest knows nothing of our metadata, which every route has by a test.
    Object.entries(routes as Record<string, Route>).map(([route, { method, path, metadata, query, body }]) => ({
      name: `${resource}.${route}`,
      method,
      path: path.replace(/^\/api\/v1/, ''),
      pattern: new RegExp(`^${path.replace(/^\/api\/v1/, '').replaceAll(/:\w+/g, '([^/]+)')}$`),
      auth: metadata.auth,
      reads: metadata.reads ?? false,
      names: namesIn(path),
      places: [
        ...new Set([
          ...namesIn(path).map((name) => `path.${name}`),
          ...idsOfSchema(query, 'query'),
          ...idsOfSchema(body, 'body'),
        ]),
      ],
    })),
  )
  .toSorted((one, other) => one.names.length - other.names.length)

/** Each place of an id in each call that a person or a telephone makes, such as `offers.create body.productId`. */
export const placesOfIds: readonly string[] = calls
  .filter(({ auth }) => auth !== 'public')
  .flatMap(({ name, places }) => places.map((place) => `${name} ${place}`))

/** All texts that a value holds, by the path that leads to each. */
function textsIn(value: unknown, path: string): [path: string, text: string][] {
  if (typeof value === 'string') return [[path, value]]
  if (Array.isArray(value)) return value.flatMap((part) => textsIn(part, path))
  return isRecord(value) ? Object.entries(value).flatMap(([name, part]) => textsIn(part, `${path}.${name}`)) : []
}

function callOf(method: string, pathname: string) {
  const call = calls.find((each) => each.method === method && each.pattern.test(pathname))
  if (call === undefined) throw new Error(`the contract has no ${method} ${pathname}`)
  return call
}

/** What the contract calls a request. */
export const nameOfCall = (method: string, path: string): string => callOf(method, path.split('?')[0] ?? '').name

/** Who may make a request at all. */
export const authOfCall = (method: string, path: string) => callOf(method, path.split('?')[0] ?? '').auth

/** The calls by name: all, or those by which a person changes something. */
export const namesOfCalls = (which: 'all' | 'writes'): readonly string[] =>
  calls
    .filter(({ method, auth, reads }) => which === 'all' || (method !== 'GET' && auth === 'user' && !reads))
    .map(({ name }) => name)

/** Requests of the writes that are in no organization, without a body that would do something. */
export const ownWrites = (deviceId: string): [method: string, path: string, body: object][] =>
  calls
    .filter(
      ({ name, method, auth, reads }) => method !== 'GET' && !reads && (auth !== 'user' || name.startsWith('users.')),
    )
    .map(({ method, path }) => [method, path.replace(':sessionId', deviceId).replaceAll(/:\w+/g, 'no-link'), {}])

/** The places of a request where a foreign id stands. */
export function foreignPlaces(method: string, path: string, body: unknown, isForeign: (id: string) => boolean) {
  const [pathname = '', query = ''] = path.split('?')
  const call = callOf(method, pathname)
  const inPath = call.pattern.exec(pathname)?.slice(1) ?? []
  const texts = [
    ...call.names.map((name, index): [string, string] => [`path.${name}`, inPath[index] ?? '']),
    ...textsIn(Object.fromEntries(new URLSearchParams(query)), 'query'),
    ...textsIn(body, 'body'),
  ]
  return texts.flatMap(([place, text]) => (isForeign(text) ? [`${call.name} ${place}`] : []))
}
