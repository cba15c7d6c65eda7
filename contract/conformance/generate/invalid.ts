import * as z from 'zod/mini'
import { isRecord } from '../engine/fields'
import { type JsonSchema, jsonSchemaOf } from '../engine/jsonSchema'

export type Constraint =
  | 'missing'
  | 'type'
  | 'below'
  | 'above'
  | 'integer'
  | 'step'
  | 'enum'
  | 'length'
  | 'form'
  | 'null'
  | 'nesting'
  | 'together'
  | 'empty'
  | 'whole'

/** A body that a schema rejects because of one constraint. */
export interface Broken {
  /** The field, or empty for the whole body. */
  field: string
  constraint: Constraint
  what: string
  body: unknown
}

type Wrong = [constraint: Constraint, what: string, value: unknown]

function wrongTexts({ enum: known, minLength = 0, maxLength, pattern, format }: JsonSchema): Wrong[] {
  const wrong: Wrong[] = [
    ['type', 'an object', {}],
    ['type', 'a number', 7],
    ['type', 'a list', ['a']],
  ]
  if (known !== undefined) wrong.push(['enum', 'a value that is not offered', 'zq-nonsense'])
  if (minLength > 0) wrong.push(['length', 'an empty text', ''], ['form', 'blanks alone', '   '])
  if (maxLength !== undefined) wrong.push(['length', 'a text that is too long', 'x'.repeat(maxLength + 1)])
  if (pattern !== undefined && format === undefined)
    wrong.push(['form', 'a control character', 'a\u0000b'], ['form', 'half of a surrogate pair', 'a\ud83cb'])
  if (format === 'email') {
    for (const text of ['not-an-email', 'a@', '@b.example', 'a b@c.example'])
      wrong.push(['form', 'no email address', text])
  }
  if (format === 'date' || format === 'date-time') {
    for (const text of ['tomorrow', '2026-02-30', '2026-13-01', '01/02/2026']) wrong.push(['form', 'no date', text])
  }
  return wrong
}

function wrongNumbers({ minimum, exclusiveMinimum, maximum, multipleOf, type }: JsonSchema): Wrong[] {
  const wrong: Wrong[] = [
    ['type', 'an object', {}],
    ['type', 'a word', 'abc'],
    ['form', 'a number as a text', '10'],
    ['form', 'true', true],
  ]
  const lowest = exclusiveMinimum ?? minimum
  if (exclusiveMinimum !== undefined) wrong.push(['below', 'the bound itself', exclusiveMinimum])
  if (lowest !== undefined) wrong.push(['below', 'a number below', lowest - 1])
  if (maximum !== undefined)
    wrong.push(['above', 'a number above', maximum + 1], ['above', 'a number far above', 1e300])
  if (type === 'integer') wrong.push(['integer', 'a fraction', 1.5])
  if (multipleOf !== undefined) wrong.push(['step', 'three decimals', 1.234])
  return wrong
}

const isBeyond = ([constraint]: Wrong) => constraint === 'below' || constraint === 'above' || constraint === 'length'

/** What lies beyond the limits of what is within a value, in a copy of the value that has all else as it was. */
function wrongWithin(schema: JsonSchema, value: unknown): Wrong[] {
  if (Array.isArray(value)) {
    const [first, ...others] = value as unknown[]
    return wrongWithin(schema.items ?? {}, first).map(([constraint, what, one]) => [constraint, what, [one, ...others]])
  }
  const valid = isRecord(value) ? value : {}
  // Otherwise it is refused for what is missing.
  if ((schema.required ?? []).some((name) => !(name in valid))) return []
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]): Wrong[] => {
    // One beyond is enough: the rest is as at any other field.
    const wrong = property.type === 'array' ? undefined : wrongValues(property).findLast(isBeyond)
    return wrong === undefined ? [] : [[wrong[0], `${wrong[1]} in ${name}`, { ...valid, [name]: wrong[2] }]]
  })
}

function wrongValues(schema: JsonSchema): Wrong[] {
  if (schema.anyOf !== undefined) return schema.anyOf.flatMap(wrongValues)
  switch (schema.type) {
    case 'string':
      return wrongTexts(schema)
    case 'number':
    case 'integer':
      return wrongNumbers(schema)
    case 'boolean':
      return [
        ['type', 'an object', {}],
        ['form', 'a word', 'yes'],
        ['form', 'a number', 1],
      ]
    case 'array':
      return [(schema.minItems ?? 0) > 0 ? ['length', 'an empty list', []] : ['type', 'a text', 'text']]
    case 'object':
      return [
        ['type', 'a text', 'text'],
        ['type', 'a list', []],
        ['nesting', 'an object within', { a: { b: 1 } }],
        ['nesting', 'a list within', { a: [1] }],
        ['nesting', 'a name that is too long', { ['x'.repeat(61)]: 'a' }],
      ]
    case undefined:
    default:
      return []
  }
}

/** What each parameter of a query can't be, one beside another; a parameter is a text, whatever it says. */
export function brokenQueries(schema: z.ZodMiniType): [name: string, value: string][] {
  const { properties = {} } = jsonSchemaOf(schema, 'output')
  return Object.entries(properties).flatMap(([name, property]): [string, string][] => {
    const { enum: known, minimum = 0, maximum, type, anyOf = [property] } = property
    if (known !== undefined) return [[name, 'zq-nonsense']]
    if (anyOf.some(({ format = '' }) => format.startsWith('date'))) return [[name, 'tomorrow']]
    if (type !== 'integer' || maximum === undefined) return []
    // Pages may go on for as long as somebody likes.
    return [[name, String(name === 'page' ? minimum - 1 : maximum + 1)]]
  })
}

/** Every constraint of a schema broken once, within the smallest body; only what the schema itself rejects counts. */
export function brokenBodies(schema: z.ZodMiniType, valid: Readonly<Record<string, unknown>>): Broken[] {
  const shape = jsonSchemaOf(schema, 'output')
  const required = new Set(jsonSchemaOf(schema, 'input').required)
  const smallest = Object.fromEntries(Object.entries(valid).filter(([name]) => required.has(name)))
  const broken: Broken[] = []
  for (const [field, property] of Object.entries(shape.properties ?? {})) {
    if (required.has(field)) {
      const { [field]: _left, ...body } = smallest
      broken.push({ field, constraint: 'missing', what: 'nothing', body })
    }
    const within = wrongWithin(property, valid[field])
    const wrongs: Wrong[] = [...wrongValues(property), ...within, ['null', 'null', null]]
    for (const [constraint, what, value] of wrongs) {
      broken.push({ field, constraint, what, body: { ...smallest, [field]: value } })
    }
  }
  if ('minPrice' in (shape.properties ?? {})) {
    broken.push({
      field: 'maxPrice',
      constraint: 'together',
      what: 'less than minPrice',
      body: { ...smallest, minPrice: 5, maxPrice: 4.99 },
    })
  }
  for (const [what, body] of [
    ['a list', [valid]],
    ['a text', 'text'],
    ['null', null],
    ['the body within another', { data: valid }],
  ] as const) {
    broken.push({ field: '', constraint: 'whole', what, body })
  }
  broken.push({ field: '', constraint: 'empty', what: 'no fields', body: {} })
  broken.push({ field: '', constraint: 'empty', what: 'unknown fields only', body: { zqUnknown: 1 } })
  return broken.filter(({ body }) => !z.safeParse(schema, body).success)
}
