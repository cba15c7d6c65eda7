import type { Call } from './calls'
import { isSame } from './compare'
import { type Exchange, jsonOf } from './exchange'
import { type Fields, isRecord } from './fields'
import { type JsonSchema, jsonSchemaOf } from './jsonSchema'
import { isMoment } from './moments'
import { textOf } from './text'

/** What is written in a way of its own: phone numbers, names of carriers, and texts with marks. */
export const isRewritten = (name: string) => /phone|number|html|^body$|^text$|^carrier$/i.test(name)

/** Until when something lasts may be sent as a day, and is answered as the moment at which that ends. */
const isDay = (value: unknown) => typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value)

const names = new Map<string, ReadonlySet<string>>()
const namesOf = ({ properties = {}, anyOf = [] }: JsonSchema): string[] => [
  ...Object.keys(properties),
  ...anyOf.flatMap(namesOf),
]

/** The fields that a call takes. */
export function fieldsOfBody({ name, body }: Call): ReadonlySet<string> {
  const known = names.get(name) ?? new Set(body === undefined ? [] : namesOf(jsonSchemaOf(body, 'input')))
  names.set(name, known)
  return known
}

/** In whatever order: a list of words that is sent is a set. */
const sorted = (value: unknown): unknown =>
  Array.isArray(value) ? value.map(textOf).toSorted((one, other) => (one < other ? -1 : 1)) : value

function differing(sent: Fields, told: Fields): string | undefined {
  for (const [name, value] of Object.entries(sent)) {
    const now = told[name]
    if (!(name in told) || isRewritten(name) || (isDay(value) && isMoment(now))) continue
    if (isRecord(value) && isRecord(now)) {
      const within = differing(value, now)
      if (within !== undefined) return `${name}.${within}`
    } else if (!isRecord(value) && !isRecord(now) && !(Array.isArray(value) && value.some(isRecord))) {
      if (!isSame(name, sorted(value), sorted(now)))
        return `${name} is ${textOf(now ?? null)} instead of ${textOf(value)}`
    }
  }
  return undefined
}

/** The first field of the record of an answer that is another than was sent; undefined where all are as they were sent. */
export function unkept({ call, json, request }: Exchange): string | undefined {
  const { data } = isRecord(json) ? json : {}
  const body = jsonOf(request.body ?? '')
  const known = fieldsOfBody(call)
  // What a call does not have it may leave alone.
  const sent = isRecord(body) && Object.fromEntries(Object.entries(body).filter(([name]) => known.has(name)))
  const told = isRecord(data) && isRecord(data['user']) ? data['user'] : data
  return isRecord(sent) && isRecord(told) ? differing(sent, told) : undefined
}
