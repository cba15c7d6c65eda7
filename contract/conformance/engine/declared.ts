import { lists } from '../../lists/lists'
import { allCalls } from './calls'
import { type JsonSchema, jsonSchemaOf } from './jsonSchema'

function* namesIn(schema: JsonSchema): Generator<string> {
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    yield name
    yield* namesIn(property)
  }
  if (schema.items) yield* namesIn(schema.items)
  for (const one of schema.anyOf ?? []) yield* namesIn(one)
}

/** Every field that the contract knows. */
const declared = new Set(
  [...allCalls.map(({ answer }) => answer), ...Object.values(lists).map(({ row }) => row)].flatMap((schema) => [
    ...namesIn(jsonSchemaOf(schema, 'output')),
  ]),
)
// How a backend counts versions, and whether at all, is its own affair, too.
declared.delete('version')

/** A value without the fields that the contract doesn't know: what a backend adds is its own affair (AP-05). */
export function known(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(known)
  if (typeof value !== 'object' || value === null) return value ?? null
  const fields = Object.entries(value).filter(
    ([name, field]) => declared.has(name) && field !== null && field !== undefined,
  )
  return Object.fromEntries(
    fields.toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([name, field]) => [name, known(field)]),
  )
}

/** Whether two values tell the contract's clients the same. */
export const isAlike = (one: unknown, other: unknown): boolean =>
  JSON.stringify(known(one)) === JSON.stringify(known(other))

export const isDeclared = (name: string): boolean => declared.has(name)
