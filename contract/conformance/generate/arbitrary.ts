import fc from 'fast-check'
import * as z from 'zod/mini'
import { type JsonSchema, jsonSchemaOf } from '../engine/jsonSchema'
import { longestText } from './limits'

/** Texts that are often cut, escaped, trimmed or taken for something else. */
const tellingTexts = [
  'a',
  '0',
  'null',
  'true',
  "O'Neil",
  '"quoted"',
  '<script>alert(1)</script>',
  '&amp; & %20 + ?',
  String.raw`back\slash \n`,
  "'; drop table offers; --",
  '100 % _ *',
  '日本語のテキスト',
  'مرحبا بالعالم',
  'Ünïcödé ß İ ı',
  '👩‍👩‍👧‍👦 🎁',
  'two  blanks',
  '{{customer}} ${x} #{y}',
  '__proto__',
  'https://hooks.example/told?by=1&of=2',
]

/** Values that are too seldom found to be waited for. */
const mostMisses = 10_000

/** Those that fit. Throws when none does for long: a schema that the generator knows nothing of, not bad luck. */
function fitting<Value>(values: fc.Arbitrary<Value>, what: string, fits: (value: Value) => boolean) {
  let misses = 0
  return values.filter((value) => {
    if (fits(value)) {
      misses = 0
      return true
    }
    misses += 1
    if (misses > mostMisses) throw new Error(`None of ${mostMisses} generated values is ${what}`)
    return false
  })
}

/** One of the texts. Of one that fails, halves and single characters are tried as well, so that what is told is as small as it gets. */
class TellingText extends fc.Arbitrary<string> {
  readonly #texts: fc.Arbitrary<string>

  constructor(texts: readonly string[]) {
    super()
    this.#texts = fc.constantFrom(...texts)
  }

  override generate(random: fc.Random, bias: number | undefined): fc.Value<string> {
    return new fc.Value(this.#texts.generate(random, bias).value, undefined)
  }

  override canShrinkWithoutContext(value: unknown): value is string {
    return typeof value === 'string'
  }

  override shrink(text: string): fc.Stream<fc.Value<string>> {
    const characters = Array.from(text)
    const half = Math.ceil(characters.length / 2)
    const parts = [characters.slice(0, half), characters.slice(half), ...characters.map((character) => [character])]
    const shorter = parts.map((part) => part.join('')).filter((part) => part !== '' && part.length < text.length)
    return fc.stream(shorter.map((part) => new fc.Value(part, undefined)).values())
  }
}

/** Made from what a pattern says, where it says what there is rather than what there is not. */
const textsLike = (pattern: RegExp) => (/\[\^|\\p\{/.test(pattern.source) ? [] : [fc.stringMatching(pattern)])

function textOf({ minLength = 0, maxLength = 200, pattern }: JsonSchema): fc.Arbitrary<string> {
  const matches = pattern === undefined ? undefined : new RegExp(pattern, 'u')
  const fits = (text: string) =>
    text.trim().length >= minLength && text.length <= maxLength && text === text.trim() && (matches?.test(text) ?? true)
  const telling = tellingTexts.filter(fits)
  const short = Math.min(maxLength, 30)
  const texts = fc.oneof(
    { weight: 4, arbitrary: fc.string({ unit: 'grapheme', minLength, maxLength: short }) },
    { weight: 3, arbitrary: fc.string({ minLength, maxLength: short }) },
    ...(telling.length === 0 ? [] : [{ weight: 4, arbitrary: new TellingText(telling) }]),
    ...(matches === undefined ? [] : textsLike(matches).map((arbitrary) => ({ weight: 4, arbitrary }))),
    { weight: 1, arbitrary: fc.constantFrom('z'.repeat(Math.max(1, minLength)), longestText(maxLength, pattern)) },
  )
  return fitting(texts, `a text of ${minLength} to ${maxLength} characters like ${pattern ?? 'any'}`, fits)
}

const emails = fc
  .tuple(fc.stringMatching(/^[a-z][a-z0-9]{0,12}$/), fc.constantFrom('', '.x', '+tag', '-y'))
  .map(([name, more]) => `${name}${more}@unknown.offerdesk.example`)

const days = fc
  .date({ min: new Date('1990-01-01T00:00:00Z'), max: new Date('2090-12-31T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString())

function numberOf({ minimum, exclusiveMinimum, maximum, multipleOf = 1, type }: JsonSchema): fc.Arbitrary<number> {
  if (type === 'number' && minimum === undefined && exclusiveMinimum === undefined) {
    return fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e9, max: 1e9 }))
  }
  // Counted in whole steps, so that no rounding gets between a value and its bounds.
  const steps = Math.round(1 / multipleOf)
  const lowest =
    exclusiveMinimum === undefined ? Math.ceil((minimum ?? 0) * steps) : Math.floor(exclusiveMinimum * steps) + 1
  const highest = Math.floor(Math.round((maximum ?? 1e9) * steps))
  const edges = [lowest, lowest + 1, highest, highest - 1]
  return fc
    .oneof(
      { weight: 3, arbitrary: fc.integer({ min: lowest, max: highest }) },
      { weight: 2, arbitrary: fc.integer({ min: lowest, max: Math.min(highest, lowest + 10_000) }) },
      { weight: 1, arbitrary: fc.constantFrom(...edges) },
    )
    .map((count) => count / steps)
}

type Overrides = Readonly<Record<string, fc.Arbitrary<unknown>>>

function objectOf(schema: JsonSchema, overrides: Overrides, required: readonly string[]): fc.Arbitrary<unknown> {
  const { properties, additionalProperties } = schema
  if (properties === undefined) {
    const value = typeof additionalProperties === 'object' ? arbitraryOf(additionalProperties, {}) : fc.jsonValue()
    return fc.dictionary(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }), value, { maxKeys: 8 })
  }
  const model = Object.fromEntries(
    Object.entries(properties).map(([name, property]) => [name, overrides[name] ?? arbitraryOf(property, {})]),
  )
  return fc.record(model, { requiredKeys: required.filter((name) => name in model) })
}

function arbitraryOf(
  schema: JsonSchema,
  overrides: Overrides,
  required = schema.required ?? [],
): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum)
  if (schema.anyOf !== undefined) return fc.oneof(...schema.anyOf.map((one) => arbitraryOf(one, {})))
  if (schema.format === 'email') return emails
  if (schema.format === 'uuid') return fc.uuid()
  if (schema.format === 'date') return days.map((text) => text.slice(0, 10))
  if (schema.format === 'date-time') return days
  switch (schema.type) {
    case 'string':
      return textOf(schema)
    case 'number':
    case 'integer':
      return numberOf(schema)
    case 'boolean':
      return fc.boolean()
    case 'array':
      return fc.array(arbitraryOf(schema.items ?? {}, {}), { maxLength: Math.min(schema.maxItems ?? 5, 5) })
    case 'object':
      return objectOf(schema, overrides, required)
    case undefined:
    default:
      return fc.jsonValue()
  }
}

/**
 * Requests that a schema of the contract allows, with some fields given. What JSON Schema can not say is left to the
 * schema itself: only what it takes is generated.
 */
export function validRequests(schema: z.ZodMiniType, overrides: Overrides = {}): fc.Arbitrary<Record<string, unknown>> {
  const { required } = jsonSchemaOf(schema, 'input')
  const values = arbitraryOf(jsonSchemaOf(schema, 'output'), overrides, required ?? [])
  return (
    fitting(values, 'what the schema takes', (value) => z.safeParse(schema, value).success)
      // The schemas of requests are objects.
      .map((value) => value as Record<string, unknown>)
  )
}
