import { secretFields } from '../../../contract/secretFields'
import { RequestError } from '../../../contract/client/errors'
import { outcomeOf } from '../../../contract/rules/testCards'

/**
 * What is written instead of a secret. It is as good a password or token as the secret was: as short when too short,
 * as empty when empty, so that a replay takes the same way.
 */
export function standIn(secret: string): string {
  // The numbers of test cards are nobody's, and each is taken in a way of its own.
  if (outcomeOf(secret) !== undefined) return secret
  if (secret.length > 128) return 'REDACTED'.padEnd(129, '_')
  // The beginning of a key says what it is a key of.
  const [kind = ''] = /^(?:sk|rk|whsec)_/.exec(secret) ?? []
  if (kind !== '') return `${kind}REDACTED`
  // Where digits are asked for, letters would be refused.
  return /^[\d ]+$/.test(secret) ? secret.replaceAll(/\d/g, '0') : 'REDACTED'.slice(0, secret.length)
}

const secretNames: ReadonlySet<string> = new Set(
  [...secretFields, 'authorization', 'cookie', 'pan', 'cvc', 'cvv'].map((name) => name.toLowerCase()),
)
const isSecretName = (name: string) => secretNames.has(name.toLowerCase())

// What was kept of a value before. Contexts share most of their parts from one event to the next, and values that
// machines pass on are never changed in place.
const known = new WeakMap<object, unknown>()

/**
 * What may be kept of a value: JSON data without what has the name of a secret. Errors and actors become `{ $error }` and
 * `{ $actor }`.
 * Parts that need no change are shared with the value.
 */
export function kept(value: unknown): unknown {
  if (typeof value === 'object' && value !== null) return keptObject(value)
  const isData = value === null || ['string', 'number', 'boolean'].includes(typeof value)
  return isData ? value : undefined
}

function keptObject(value: object): unknown {
  const before = known.get(value)
  if (before !== undefined) return before
  known.set(value, { $cycle: true })
  const now = convert(value)
  known.set(value, now)
  return now
}

function convert(value: object): unknown {
  if (Array.isArray(value)) {
    const items = value.map(kept)
    return items.every((item, index) => item === value[index]) ? value : items
  }
  if (value instanceof Error) return { $error: keptError(value) }
  if (isActor(value)) return { $actor: value.id }
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== null) return { $type: value.constructor.name }
  return keptRecord(value)
}

function keptRecord(value: object): object {
  let isChanged = false
  const entries = Object.entries(value).map(([name, field]): [string, unknown] => {
    const safe = isSecretName(name) ? withoutSecrets(field) : isExpiry(name, field) ? '00/00' : kept(field)
    isChanged ||= safe !== field
    return [name, safe]
  })
  return isChanged ? Object.fromEntries(entries) : value
}

/** When a card ends; what is said of one that is wrong is no secret. */
const isExpiry = (name: string, field: unknown) =>
  name === 'expiry' && typeof field === 'string' && /^\d\d?\/\d\d$/.test(field)

/** What stands under the name of a secret: one, or several of them. */
const withoutSecrets = (field: unknown): unknown =>
  typeof field === 'string' ? standIn(field) : Array.isArray(field) ? field.map(withoutSecrets) : kept(field)

const keptError = (error: Error): Record<string, unknown> => ({
  name: error.name,
  message: error.message,
  ...(error instanceof RequestError
    ? { endpoint: error.endpoint, status: error.status, body: kept(error.body) }
    : undefined),
})

const isActor = (value: object): value is { id: string } => 'sessionId' in value && 'getSnapshot' in value

/** The path and query of a call without the secrets in it; `route` names the parameters of the path. */
export function keptPath(route: string, path: string): string {
  const url = new URL(path, 'http://localhost')
  const names = route.split('/')
  const segments = url.pathname.split('/').map((segment, index) => {
    const name = names[index] ?? ''
    return name.startsWith(':') && isSecretName(name.slice(1)) ? standIn(segment) : segment
  })
  return `${segments.join('/')}${keptSearch(url)}`
}

/** An address of the app without the secrets in it. */
export const keptAddress = (address: string): string =>
  keptPath(address.startsWith('/pay/') ? '/pay/:token' : '', address)

function keptSearch({ searchParams }: URL): string {
  const kept = [...searchParams].map(([name, value]) => [name, isSecretName(name) ? standIn(value) : value])
  const search = new URLSearchParams(kept).toString()
  return search && `?${search}`
}
