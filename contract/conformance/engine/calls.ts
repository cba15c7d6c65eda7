import * as z from 'zod/mini'
import { type AppRoute, isAppRoute } from '../../client/tsRest'
import type { RouteMetadata } from '../../schemas'
import { contract } from '../..'

/** A call of the contract, as the checker needs to know it. */
export interface Call {
  /** Router and name, such as `offers.update`. */
  name: string
  resource: string
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** What it does, in a sentence; of a list in which order it is. */
  summary: string
  /** With parameters as `:campaignId`. */
  path: string
  level: RouteMetadata['level']
  auth: RouteMetadata['auth']
  /** Whether it changes nothing, be it a GET or not. */
  reads: boolean
  /** The headers that it takes, such as `if-match`. */
  heads: readonly string[]
  /** What it streams, of a call that does not answer with JSON; a stream of events has no end. */
  streams: string | undefined
  /** What a success may answer. */
  successes: readonly number[]
  answer: z.ZodMiniType
  body: z.ZodMiniType | undefined
  query: z.ZodMiniType | undefined
  params: z.ZodMiniType | undefined
}

/** The specification shows no answer of these; 201 says no less than 200 that something was made. */
const creating = new Set(['offers.create', 'autoresponders.createEmail', 'users.completeSignup'])

const schemaOrNone = (schema: unknown) => (schema instanceof z.ZodMiniType ? schema : undefined)

function callOf(resource: string, key: string, route: AppRoute): Call {
  const { level, auth, reads, streams } = route.metadata as RouteMetadata
  const name = `${resource}.${key}`
  return {
    name,
    resource,
    method: route.method,
    summary: route.summary ?? '',
    path: route.path,
    level,
    auth,
    reads: reads === true || route.method === 'GET',
    heads: Object.keys(route.headers ?? {}),
    streams: streams?.contentType,
    successes: creating.has(name) ? [200, 201] : [200],
    answer: schemaOrNone(route.responses[200]) ?? z.unknown(),
    body: schemaOrNone('body' in route ? route.body : undefined),
    query: schemaOrNone(route.query),
    params: schemaOrNone(route.pathParams),
  }
}

/** Every call of the contract. */
export const allCalls: readonly Call[] = Object.entries(contract).flatMap(([resource, router]) =>
  Object.entries(router).flatMap(([key, route]) => (isAppRoute(route) ? [callOf(resource, key, route)] : [])),
)

/** Of one's own devices, password, second step, preferences and organizations. */
const ofOneself = new Set([
  'users.sessions',
  'users.endSession',
  'users.endOtherSessions',
  'users.changePassword',
  'users.setPreferences',
  'users.twoSteps',
  'users.takeSecondStep',
  'users.beginApp',
  'users.confirmApp',
  'users.removeApp',
  'users.renewRecoveryCodes',
  'users.beginPasskey',
  'users.addPasskey',
  'users.renamePasskey',
  'users.removePasskey',
  'users.askPasskey',
  'users.takePasskey',
  'users.acceptInvite',
  'users.createOrganization',
])

/**
 * Whether the call is one of those that sell, or of oneself: of them, only what has answered rightly before is asked what
 * must be refused.
 */
export const isSelling = ({ level, resource, name }: Call): boolean =>
  level === 'extension' && ((resource !== 'users' && resource !== 'customers') || ofOneself.has(name))

const counted = new Set([
  'users.createOrganization',
  'users.acceptInvite',
  'users.confirmApp',
  'users.removeApp',
  'users.takeSecondStep',
  'users.renewRecoveryCodes',
])

/** What a server counts per person, so that it is asked what must be refused by its own scenario alone. */
export const isCounted = ({ name }: Call): boolean => counted.has(name)

/** The calls that a level asks for. */
export const callsOf = (level: 'core' | 'full'): readonly Call[] =>
  allCalls.filter((call) => call.level === 'core' || level === 'full')

/** The call of a name such as `offers.update`. */
export function callNamed(name: string): Call {
  const call = allCalls.find((one) => one.name === name)
  if (!call) throw new Error(`the contract has no call ${name}`)
  return call
}

/** The routers of the contract, which `--only` chooses from. */
export const resources: readonly string[] = Object.keys(contract)

/** Statuses that the contract declares for every call, beside its successes. */
export const commonStatuses: readonly number[] = [400, 401, 403, 404, 409, 413, 415, 422, 429, 500, 503]

/** Whether the call may be made in a run that must not write. */
export const isReading = ({ method, name }: Call) =>
  method === 'GET' || name === 'search.search' || name === 'users.login'
