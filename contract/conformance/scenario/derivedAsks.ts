import { type Call, callNamed } from '../engine/calls'
import type { Ask } from '../engine/exchange'
import { jsonSchemaOf } from '../engine/jsonSchema'

/** Ids that a run knows, by the names that the contract gives them, such as `organizationId`. */
export type Ids = Readonly<Record<string, string | undefined>>

/**
 * What a call is asked with that only reads, by no more than its declaration: each parameter and everything that it requires is
 * an id that the run knows. Undefined where it requires something else.
 */
export function derivedAsk({ reads, path, query, body }: Call, ids: Ids): Ask | undefined {
  if (!reads) return undefined
  const params = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  const required = (schema: typeof query) =>
    schema === undefined ? [] : (jsonSchemaOf(schema, 'input').required ?? [])
  const [inQuery, inBody] = [required(query), required(body)]
  const given = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, ids[name] ?? '']))
  if ([...params, ...inQuery, ...inBody].some((name) => ids[name] === undefined)) return undefined
  return {
    ...(params.length > 0 && { params: given(params) }),
    ...(inQuery.length > 0 && { query: given(inQuery) }),
    ...(body !== undefined && { body: given(inBody) }),
  }
}

/** The same by the name of a call. */
export const derivedAskOf = (name: string, ids: Ids): Ask | undefined => derivedAsk(callNamed(name), ids)
