import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { type Contract, contract } from '../../contract'
import type { Action } from '../../contract/permissions'
import type { RouteMetadata } from '../../contract/schemas'
import {
  type AppRoute,
  type AppRouter,
  isAppRoute,
  type ServerInferRequest,
  type ServerInferResponses,
} from '../../contract/client/tsRest'
import { refuseToTokens } from '../auth/access'
import { ownOrdersOf } from '../auth/ownOrders'
import type { Presence } from '../auth/presence'
import type { Caller } from '../auth/sessions'
import type { TelephoneSystem } from '../auth/telephone'
import { isWrite, type Write } from '../auth/withRecord'
import { type Actor, acting } from '../db/acting'
import type { Database } from '../db/database'
import { type Detail, invalid, notFound, unavailable } from './errors'
import { networkOf } from './network'
import { whyWrong } from './wrongFields'

/** What a handler is given: the validated request, and who asks. */
export type Asked<Route extends AppRoute> = ServerInferRequest<Route> & {
  /** The signed-in caller; on public routes asking for it is a fault of ours. */
  caller: Caller
  /** The telephone system that asks, where one is asked for. */
  system: TelephoneSystem
  /** Where the caller's address is from, as `networkOf` tells it, for rate limits. */
  network: string
  /** Aborted when the caller has gone without waiting for the answer. */
  gone: AbortSignal
  /** What the caller says to ask by. */
  userAgent: string | undefined
}

/** The body of a 200; everything else is thrown as a Refusal. */
type Answer<Route extends AppRoute> = Extract<ServerInferResponses<Route>, { status: 200 }>['body']

/** A write is only what asks for the permission of its own name; whatever else is asked is answered by a function. */
type Handler<Name extends string, Route extends AppRoute> = Name extends Action
  ? Write<Asked<Route>, Answer<Route>>
  : (asked: Asked<Route>) => Promise<Answer<Route>>

export type Handlers = {
  [Resource in keyof Contract]: {
    [Call in keyof Contract[Resource] & string]: Contract[Resource][Call] extends AppRoute
      ? Handler<`${Resource}.${Call}`, Contract[Resource][Call]>
      : never
  }
}

export interface MountOptions {
  database: Database
  now: () => Date
  authenticate: (request: FastifyRequest) => Promise<Caller>
  authenticateTelephone: (request: FastifyRequest) => Promise<TelephoneSystem>
  /** Notes where the caller was seen. */
  notePresence: Presence['note']
  /** Whether answers are checked against the contract; a broken one is our fault and answers 500. */
  validateAnswers: boolean
  /** Whether one request more would wait too long for its answer. */
  isOverloaded: () => boolean
  /** Lets so many milliseconds go by. */
  pause: (milliseconds: number) => Promise<void>
}

/**
 * Milliseconds until a request is told that there are too many. Clients that ask again at once would else be refused so
 * often that the process comes to nothing else: one answer a second was left of four hundred.
 */
const refusalDelay = 1_000

type AnyHandler = (asked: unknown) => Promise<unknown>

/** Gives every route of the contract its handler, with its request validated and its caller known. */
export function mountContract(app: FastifyInstance, handlers: Handlers, options: MountOptions) {
  for (const [resource, calls] of Object.entries<AppRouter>(contract)) {
    for (const [call, route] of Object.entries(calls)) {
      // Both trees have the contract's keys, which the type of Handlers guarantees.
      const handler = (handlers as Record<string, Record<string, unknown>>)[resource]?.[call]
      const name = `${resource}.${call}`
      if (isAppRoute(route)) mountRoute(app, name, route, handlerOf(name, handler, options), options)
    }
  }
}

/** A write is told its own name in the contract, so that none asks for another's permission. */
const handlerOf = (name: string, handler: unknown, services: MountOptions): AnyHandler =>
  // By the type of Handlers, what is a write has an action's name, and what is none is a function.
  isWrite(handler) ? (asked) => handler.perform(asked, name as Action, services) : (handler as AnyHandler)

function mountRoute(
  app: FastifyInstance,
  name: string,
  route: AppRoute,
  handle: AnyHandler,
  { authenticate, authenticateTelephone, notePresence, validateAnswers, isOverloaded, pause }: MountOptions,
) {
  const { auth, reads, streams } = route.metadata as RouteMetadata
  const isReading = route.method === 'GET' || reads === true
  const body = 'body' in route ? route.body : undefined
  // Each header has a schema of zod/mini, which ts-rest's type does not say.
  const headersOf = z.object((route.headers ?? {}) as Record<string, z.ZodMiniType>)
  const answer = route.responses[200]
  app.route({
    method: route.method,
    url: route.path,
    handler: async (request, reply) => {
      if (isOverloaded()) {
        await pause(refusalDelay)
        throw unavailable('Too many requests at once. Try again in a moment.')
      }
      const caller = auth === 'user' ? await authenticate(request) : undefined
      const system = auth === 'telephone' ? await authenticateTelephone(request) : undefined
      const actor = actorOf(name, caller, system)
      // From here on the log says who asks for what.
      request.log = reply.log = request.log.child({ call: name, by: actor.kind, byId: actor.id })
      if (caller) refuseToTokens(caller, name)
      const params = parsedPath(route.pathParams, request.params)
      const details: Detail[] = []
      const query = parsed(route.query, request.query, 'query', details)
      const headers = parsed(headersOf, request.headers, 'headers', details)
      const asked = {
        params,
        query,
        headers,
        body: parsed(body, request.body, 'body', details),
        caller,
        system,
        network: networkOf(request.ip),
        userAgent: request.headers['user-agent'],
        gone: streams ? goneBefore(reply) : undefined,
      }
      if (details.length > 0) throw invalid(details)
      const ownOrders = caller && isReading ? ownOrdersOf(caller) : undefined
      const onAccount = (account: string) => {
        request.log = reply.log = request.log.child({ account })
      }
      const result = await acting({ actor, action: name, onAccount, ownOrders }, () => handle(asked))
      if (caller) notePresence(caller)
      if (streams) {
        const isText = streams.contentType.startsWith('text/')
        const contentType = isText ? `${streams.contentType}; charset=utf-8` : streams.contentType
        return reply.headers({ ...unbuffered, 'content-type': contentType }).send(result)
      }
      if (validateAnswers && answer instanceof z.ZodMiniType) z.parse(answer, result)
      return result
    },
  })
}

/** Aborted when a connection ends before all of the answer has gone out on it. */
function goneBefore(reply: FastifyReply): AbortSignal {
  const gone = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort()
  })
  return gone.signal
}

/** Who asks, as the audit names them. Whoever has a payment link is the customer; who signs up is known once they have. */
function actorOf(name: string, caller: Caller | undefined, system: TelephoneSystem | undefined): Actor {
  if (caller)
    return { kind: caller.token ? 'token' : 'person', id: caller.token?.id ?? caller.userId, name: caller.name }
  if (system) return { kind: 'telephone', id: system.tokenId, name: system.name }
  return { kind: name.startsWith('users.') ? 'person' : 'customer' }
}

/** What keeps a stream from being kept, squeezed or waited for on its way, and its connection from being waited for. */
export const unbuffered = { 'cache-control': 'no-store, no-transform', 'x-accel-buffering': 'no', connection: 'close' }

/** A path that no record can have leads nowhere. */
function parsedPath(schema: unknown, params: unknown): unknown {
  if (!(schema instanceof z.ZodMiniType)) return undefined
  const result = z.safeParse(schema, params)
  if (!result.success) throw notFound('Address')
  return result.data
}

function parsed(schema: unknown, value: unknown, place: 'query' | 'headers' | 'body', details: Detail[]): unknown {
  if (!(schema instanceof z.ZodMiniType)) return undefined
  const result = z.safeParse(schema, value, { error: whyWrong })
  if (result.success) return result.data
  for (const { path, message } of result.error.issues) details.push({ path: [place, ...path].join('.'), message })
  return undefined
}
