import type { RuleId } from '../rules'
import { isRecord } from './fields'

/** Something that every answer is looked at for, beside its shape. */
interface Oddity {
  rule: RuleId
  expected: string
  /** Undefined when there is nothing odd. */
  problem: string | undefined
}

const momentNames = new Set(
  'startDate endDate createdAt updatedAt lastOrderAt shippedAt startedAt endedAt expiresAt'.split(' '),
)
const moneyNames = new Set(
  'basePrice shipPrice minPrice maxPrice price subtotal shippingTotal total refundedTotal unitPrice amount totalSpent'.split(
    ' ',
  ),
)
const countNames = new Set(['quantity', 'quantityPerOrder', 'maxQuantity'])

const iso = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2}))?$/
const isIso = (value: unknown) => typeof value === 'string' && iso.test(value) && !Number.isNaN(Date.parse(value))
const isMoney = (value: unknown) =>
  typeof value === 'number' && Math.abs(value * 100 - Math.round(value * 100)) < 1e-6 * Math.max(1, Math.abs(value))
const isUnits = (value: unknown) => Number.isInteger(value)
const isCount = (value: unknown) => typeof value === 'number' && Number.isInteger(value) && value >= 0

function* fieldsIn(value: unknown, path: string): Generator<[path: string, name: string, value: unknown]> {
  if (Array.isArray(value)) {
    for (const [index, one] of value.entries()) yield* fieldsIn(one, `${path}[${index}]`)
  } else if (isRecord(value)) {
    for (const [name, one] of Object.entries(value)) {
      const at = path === '' ? name : `${path}.${name}`
      yield [at, name, one]
      yield* fieldsIn(one, at)
    }
  }
}

/** The fields that are there but are not what their name promises. */
function wrongFields(json: unknown, isNamed: (name: string) => boolean, isRight: (value: unknown) => boolean) {
  for (const [path, name, value] of fieldsIn(json, '')) {
    if (isNamed(name) && value !== null && value !== undefined && !isRight(value)) {
      return `${path} is ${JSON.stringify(value)}`
    }
  }
  return undefined
}

function repeatedId(json: unknown): string | undefined {
  const data = isRecord(json) ? json['data'] : undefined
  if (!Array.isArray(data)) return undefined
  const seen = new Set<unknown>()
  for (const row of data) {
    const entry = isRecord(row) && isRecord(row['instance']) ? row['instance'] : row
    const id = isRecord(entry) ? entry['id'] : undefined
    if (typeof id !== 'string') continue
    if (seen.has(id)) return `the id ${id} twice`
    seen.add(id)
  }
  return undefined
}

const secretName = /^(?:password|passwd|hash|salt|(?:password|pass)[-_]?(?:hash|salt|digest))$/i

/** The first field that tells a password, or what is kept instead of it; undefined when there is none. */
export function secretIn(json: unknown): string | undefined {
  for (const [path, name, value] of fieldsIn(json, '')) {
    if (secretName.test(name) && value !== null && value !== undefined && value !== '') return `there is ${path}`
  }
  return undefined
}

/** The first line of a stack trace in JavaScript, Java, C# or Python; undefined when there is none. */
export const traceIn = (text: string): string | undefined =>
  /\bat [^\s"\\]{1,200} ?\([^\s"()]+:\d+(?::\d+)?\)|\bat (?:file:\/\/)?\/[^\s"]+:\d+:\d+|\bFile \\?"[^"\\]+\\?", line \d+|\bin \S+\.cs:line \d+/.exec(
    text,
  )?.[0]

/** Everything that holds for any successful answer of a call. */
export function oddities(call: string, json: unknown): Oddity[] {
  const found: Oddity[] = [
    {
      rule: 'values.dates',
      expected: 'dates as ISO 8601 texts',
      problem: wrongFields(json, (name) => momentNames.has(name), isIso),
    },
    {
      rule: 'values.money',
      expected: 'amounts with at most two decimals',
      // How a price is changed is no amount itself.
      problem: wrongFields(
        json,
        (name) => moneyNames.has(name),
        (value) => isRecord(value) || isMoney(value),
      ),
    },
    {
      rule: 'values.counts',
      expected: 'whole numbers from zero',
      // A movement of a stock takes units off as well.
      problem: wrongFields(json, (name) => countNames.has(name), call === 'products.movements' ? isUnits : isCount),
    },
    { rule: 'values.uniqueIds', expected: 'each record once', problem: repeatedId(json) },
  ]
  if (isRecord(json) && 'success' in json) {
    const says = json['success'] === true
    found.push({
      rule: 'values.acknowledged',
      expected: 'success true',
      problem: says ? undefined : `success is ${JSON.stringify(json['success'])}`,
    })
  }
  if (isRecord(json) && typeof json['message'] === 'string' && call !== 'orders.getByToken') {
    found.push({
      rule: 'values.acknowledged',
      expected: 'a message for the person',
      problem: json['message'].trim() === '' ? 'an empty message' : undefined,
    })
  }
  return found
}
