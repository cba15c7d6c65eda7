import type { JsonSchema } from '../../../contract/conformance/engine/jsonSchema'

// What kinds of values a field takes by its schema, and of which kinds a value is: a fault in what is never sent can not show.

/** Where a field is, such as `orders.place: lines[].quantity`, and one kind of what it may have. */
export type Given = readonly [field: string, kind: string]

/** What is no text of one's own: addresses and numbers, secrets, and whatever names something that there is, as queries do. */
const noText =
  /\?: |(?:Ids?(?:\[\])?|ids\[\]|token|[pP]assword|[cC]ode|Key|Secret|[eE]mails?(?:\[\])?|[pP]hone|Url|host|from|copiedFrom|handOverTo|sortBy|content)$/

const isMoment = ({ format }: JsonSchema) => format === 'date-time'
const isDay = ({ format }: JsonSchema) => format === 'date'

function isFreeText({ type, enum: known, format, maxLength = 0, pattern }: JsonSchema, field: string): boolean {
  const takesAnything = pattern === undefined || new RegExp(pattern, 'u').test('é <b> &')
  return (
    type === 'string' &&
    known === undefined &&
    format === undefined &&
    maxLength >= 20 &&
    takesAnything &&
    !noText.test(field)
  )
}

interface Kind {
  name: string
  /** Whether a field takes such values. */
  isTaken: (schema: JsonSchema, field: string) => boolean
  /** Whether a value is one. */
  isOne: (value: unknown, schema: JsonSchema) => boolean
}

const ofText = (name: string, isOne: (text: string, schema: JsonSchema) => boolean): Kind => ({
  name,
  isTaken: isFreeText,
  isOne: (value, schema) => typeof value === 'string' && isOne(value, schema),
})
const ofList = (name: string, isTaken: (schema: JsonSchema) => boolean, isOne: (count: number) => boolean): Kind => ({
  name,
  isTaken: (schema) => schema.type === 'array' && isTaken(schema),
  isOne: (value) => Array.isArray(value) && isOne(value.length),
})
const matching = (name: string, isTaken: Kind['isTaken'], pattern: RegExp): Kind => ({
  name,
  isTaken,
  isOne: (value) => typeof value === 'string' && pattern.test(value),
})

const kinds: readonly Kind[] = [
  { name: 'null', isTaken: ({ type }) => type === 'null', isOne: (value) => value === null },
  { name: 'true', isTaken: ({ type }) => type === 'boolean', isOne: (value) => value === true },
  { name: 'false', isTaken: ({ type }) => type === 'boolean', isOne: (value) => value === false },
  {
    name: 'a fraction',
    isTaken: ({ type, multipleOf = 0.01 }) => type === 'number' && multipleOf < 1,
    isOne: (value) => typeof value === 'number' && !Number.isInteger(value),
  },
  ofText('marks', (text) => /[<&]/.test(text)),
  ofText('letters beyond ASCII', (text) => /\P{ASCII}/u.test(text)),
  ofText('as long as it may be', (text, { maxLength = Infinity }) => Array.from(text).length >= maxLength - 2),
  {
    ...ofText('nothing', (text) => text === ''),
    isTaken: (schema, field) => isFreeText(schema, field) && !schema.minLength,
  },
  matching('a moment of UTC', isMoment, /T.*Z$/),
  matching('a moment of elsewhere', isMoment, /T.*[+-]\d\d:\d\d$/),
  matching('a day', isDay, /^\d{4}-\d{2}-\d{2}$/),
  ofList(
    'none',
    ({ minItems = 0 }) => minItems === 0,
    (count) => count === 0,
  ),
  ofList(
    'one',
    () => true,
    (count) => count === 1,
  ),
  ofList(
    'several',
    ({ maxItems = 2 }) => maxItems > 1,
    (count) => count > 1,
  ),
]

const choicesOf = ({ enum: known, const: only }: JsonSchema): unknown[] => known ?? (only === undefined ? [] : [only])
const said = (value: unknown) => JSON.stringify(value)

/** Each way that a schema may be met. */
const waysOf = (schema: JsonSchema): JsonSchema[] => schema.anyOf?.flatMap(waysOf) ?? [schema]

/** Lists of lists of records go no deeper. */
const deepest = 5

/** All that a field may have, by its schema. */
export function kindsOf(schema: JsonSchema, field: string, depth = 0): Given[] {
  if (depth > deepest) return []
  return waysOf(schema).flatMap((way) => {
    const choices = choicesOf(way)
    if (choices.length > 0) return choices.map((choice): Given => [field, said(choice)])
    const own = kinds.filter(({ isTaken }) => isTaken(way, field)).map(({ name }): Given => [field, name])
    const items = way.items === undefined ? [] : kindsOf(way.items, `${field}[]`, depth + 1)
    return [...own, ...items, ...fieldsOf(way, field, depth)]
  })
}

const within = (field: string, name: string) => (/(?:^|: )$/.test(field) ? `${field}${name}` : `${field}.${name}`)

function fieldsOf({ properties = {}, required = [] }: JsonSchema, field: string, depth: number): Given[] {
  return Object.entries(properties).flatMap(([name, schema]) => {
    const place = within(field, name)
    const ways: Given[] = required.includes(name)
      ? []
      : [
          [place, 'given'],
          [place, 'left out'],
        ]
    return [...ways, ...kindsOf(schema, place, depth + 1)]
  })
}

/** What of all that a field may have a value is. */
export function kindsIn(schema: JsonSchema, value: unknown, field: string, depth = 0): Given[] {
  if (depth > deepest) return []
  return waysOf(schema).flatMap((way) => {
    if (choicesOf(way).some((choice) => said(choice) === said(value))) return [[field, said(value)] as const]
    const own = kinds.filter(({ isTaken, isOne }) => isTaken(way, field) && isOne(value, way))
    const { items } = way
    const each =
      items !== undefined && Array.isArray(value)
        ? value.flatMap((one) => kindsIn(items, one, `${field}[]`, depth + 1))
        : []
    return [...own.map(({ name }): Given => [field, name]), ...each, ...partsIn(way, value, field, depth)]
  })
}

function partsIn(
  { properties = {}, required = [] }: JsonSchema,
  value: unknown,
  field: string,
  depth: number,
): Given[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return []
  const parts = value as Record<string, unknown>
  return Object.entries(properties).flatMap(([name, schema]): Given[] => {
    const place = within(field, name)
    const isGiven = parts[name] !== undefined
    const way: Given[] = required.includes(name) ? [] : [[place, isGiven ? 'given' : 'left out']]
    return isGiven ? [...way, ...kindsIn(schema, parts[name], place, depth + 1)] : way
  })
}
