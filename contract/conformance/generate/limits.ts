import * as z from 'zod/mini'
import { type JsonSchema, jsonSchemaOf } from '../engine/jsonSchema'

/** Letters of one byte, two and three, and marks; the last two units of the text are one sign of four. */
const letters = 'zé名<&'

/** As long a text as may be, which is longer in bytes; of one byte each where a pattern wants that. */
export function longestText(maxLength: number, pattern?: string): string {
  const sign = maxLength < 2 ? '' : '🎁'
  const text = letters.repeat(maxLength).slice(0, maxLength - sign.length) + sign
  return pattern === undefined || new RegExp(pattern, 'u').test(text) ? text : 'z'.repeat(maxLength)
}

/** A text that begins as it is given, and is as long as it may be. */
export const filled = (text: string, length: number, pattern?: string): string =>
  text + longestText(length - text.length, pattern)

/** As somebody types it who leaves blanks around it, with what means something elsewhere: zeros, marks, escapes. */
const telling = String.raw` 00z  <b>\&amp;%41 `

/** Nobody's, as an address of a page is no other text. */
const page = 'https://limits.example/?'

function textsOf({ enum: known, minLength = 0, maxLength, pattern, format }: JsonSchema, field: string): unknown[] {
  if (known !== undefined) return known
  if (format === 'email') return [' Ada.Moss@Limits.Example ']
  if (format !== undefined) return []
  if (/url$/i.test(field))
    return [`${page}z=`.padEnd(maxLength ?? 0, 'z'), ` ${page}q=%3Cb%3E&z=0 `, '0'.repeat(minLength)]
  const longest = maxLength === undefined ? [] : [longestText(maxLength, pattern)]
  // The digits of a phone may be written in another way.
  const isPlain = /phone/i.test(field) || (maxLength ?? 0) < telling.length
  const padded = minLength <= 3 ? [isPlain ? ' z Z ' : telling] : []
  // A single zero is a text like any other.
  return [...longest, ...padded, '0'.repeat(minLength)]
}

/** Lines that belong together are all as long as they may be, all as they are typed, and all as short as they may be. */
function linesOf({ properties = {} }: JsonSchema): unknown[] {
  const lines = Object.entries(properties)
  if (lines.length === 0 || lines.some(([, { type }]) => type !== 'string')) return []
  const fits = (text: unknown, { pattern }: JsonSchema) =>
    pattern === undefined || new RegExp(pattern, 'u').test(String(text).trim())
  const all = lines.map(([name, line]) => [name, textsOf(line, name).filter((text) => fits(text, line))] as const)
  return [0, 1, -1].map((place) =>
    Object.fromEntries(all.map(([name, texts]) => [name, texts.at(place) ?? texts.at(-1)])),
  )
}

/** A number with as many decimals as are declared, which floating point holds as a little less than it is. */
const finest = (step: number): number => Number((1_999 * step).toPrecision(4))

function numbersOf({ minimum, exclusiveMinimum, maximum, multipleOf = 1 }: JsonSchema): unknown[] {
  const least = minimum ?? (exclusiveMinimum === undefined ? undefined : exclusiveMinimum + multipleOf)
  const fine = multipleOf < 1 ? finest(multipleOf) : undefined
  return [maximum, fine, least].filter((bound) => bound !== undefined && Number.isFinite(bound))
}

function valuesOf(schema: JsonSchema, field: string): unknown[] {
  if (schema.const !== undefined) return [schema.const]
  if (schema.anyOf !== undefined) return schema.anyOf.flatMap((one) => valuesOf(one, field))
  switch (schema.type) {
    case 'string':
      return textsOf(schema, field)
    case 'object':
      return linesOf(schema)
    case 'number':
    case 'integer':
      return numbersOf(schema)
    case 'boolean':
      return [true, false]
    case undefined:
    default:
      return []
  }
}

/**
 * What each field of a body may be at its limits, and as it is typed, by the schema alone; only what the schema itself takes
 * counts, beside what has to be given.
 */
export function limitsOf(body: z.ZodMiniType, beside: object = {}): [field: string, value: unknown][] {
  const { properties = {} } = jsonSchemaOf(body, 'output')
  return Object.entries(properties).flatMap(([field, schema]) =>
    [...new Set(valuesOf(schema, field))]
      .filter((value) => z.safeParse(body, { ...beside, [field]: value }).success)
      .map((value): [string, unknown] => [field, value]),
  )
}

/** How many letters each text of a body has at most, and each line of what lies within it. */
export function lengthsOf(body: z.ZodMiniType): Readonly<Record<string, number>> {
  const within = ({ properties = {} }: JsonSchema): [name: string, most: number][] =>
    Object.entries(properties).flatMap(([name, schema]): [string, number][] => [
      ...(schema.maxLength === undefined ? [] : [[name, schema.maxLength] as [string, number]]),
      ...within(schema),
    ])
  return Object.fromEntries(within(jsonSchemaOf(body, 'output')))
}

/** A field as the schema of a body reads it, such as without blanks around it. */
export const readAs = (body: z.ZodMiniType, field: string, value: unknown): unknown =>
  (z.parse(body, { [field]: value }) as Record<string, unknown>)[field]

/** A body of which every field but those that are `kept` is as large as it may be; undefined where that does not go together. */
export function largestOf(body: z.ZodMiniType, kept: object, beside: object): Record<string, unknown> | undefined {
  const largest = new Map<string, unknown>()
  // The first one is the longest text, or the highest number.
  for (const [field, value] of limitsOf(body, { ...beside, ...kept })) {
    if (!largest.has(field)) largest.set(field, value)
  }
  const fields = Object.entries({ ...beside, ...Object.fromEntries(largest), ...kept })
  const whole = Object.fromEntries(fields.filter(([, value]) => value !== undefined))
  return z.safeParse(body, whole).success ? whole : undefined
}

/** The fields of a body that may be left out. */
export function optionalOf(body: z.ZodMiniType): string[] {
  const { properties = {}, required = [] } = jsonSchemaOf(body, 'input')
  return Object.keys(properties).filter((name) => !required.includes(name))
}

/** What is meant by what is left out, as the schema says it. */
export function defaultsOf(schema: z.ZodMiniType | undefined): Record<string, unknown> {
  if (schema === undefined) return {}
  const { properties = {} } = jsonSchemaOf(schema, 'output')
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, property]) => ('default' in property ? [[name, property.default]] : [])),
  )
}
