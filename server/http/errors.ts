import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { type ErrorBody, noControls } from '../../contract/schemas'
import { diskFull, InvalidSearch, isConnectionLost, isLockTimeout, sqlFailure, whyBusy } from '../db/errors'
import { policyOfNoPage } from './policies'

type Details = NonNullable<ErrorBody['error']['details']>

/** A field that is wrong. */
export type Detail = Extract<Details, unknown[]>[number]

/** A refusal with its status and the code that programs look at. Everything that it says may be shown to the client. */
export class Refusal extends Error {
  readonly status: number
  readonly code: string
  readonly details: Details | undefined
  readonly headers: Record<string, string>

  constructor(
    status: number,
    code: string,
    message: string,
    more: { details?: Details; headers?: Record<string, string> } = {},
  ) {
    super(message)
    this.status = status
    this.code = code
    this.details = more.details
    this.headers = more.headers ?? {}
  }
}

/** Also for what exists in somebody else's organization: the answer must not tell the difference (PM-01). */
export const notFound = (what: string) => new Refusal(404, 'not_found', `${what} not found`)

export const unauthorized = (message = 'Sign in to continue') =>
  new Refusal(401, 'unauthorized', message, { headers: { 'www-authenticate': 'Bearer' } })

export const invalid = (details: Detail[]) =>
  new Refusal(422, 'validation_failed', details[0]?.message ?? 'The request is not valid', { details })

export const tooManyRequests = (retryAfterSeconds: number) =>
  new Refusal(429, 'too_many_requests', 'Too many tries. Wait a moment and try again.', {
    headers: { 'retry-after': `${Math.max(1, Math.ceil(retryAfterSeconds))}` },
  })

/** The same request may be good in a moment. */
export const unavailable = (message: string) =>
  new Refusal(503, 'unavailable', message, { headers: { 'retry-after': '2' } })

const clientErrors: Record<string, [status: number, code: string, message: string]> = {
  FST_ERR_CTP_BODY_TOO_LARGE: [413, 'payload_too_large', 'The request body is too large'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [415, 'unsupported_media_type', 'Send JSON as application/json'],
  FST_ERR_CTP_EMPTY_JSON_BODY: [400, 'malformed_json', 'The request body is empty'],
  FST_ERR_CTP_INVALID_JSON_BODY: [400, 'malformed_json', 'The request body is not valid JSON'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [400, 'bad_request', 'The request body has another length than it says'],
  FST_ERR_BAD_URL: [400, 'bad_request', 'The address is not valid'],
  FST_ERR_VALIDATION: [422, 'validation_failed', 'The request is not valid'],
}

const outOfRange = 'A day, a moment or its zone is out of range'
const impossible: Readonly<Record<string, string>> = {
  '22003': 'A number is too large',
  '22007': outOfRange,
  '22008': outOfRange,
  '22009': outOfRange,
  '22021': noControls,
  '22P05': noControls,
}
const noValue = 'A value is not possible'

/** What an error means to a client, who sends what is asked for in this place; undefined when it is our own fault. */
export function refusalOf(error: unknown, place: 'query' | 'body' = 'body'): Refusal | undefined {
  if (error instanceof Refusal) return error
  if (error instanceof InvalidSearch) return invalid([{ path: `body.${error.path}`, message: error.message }])
  if (isConnectionLost(error)) return unavailable('The database does not answer. Try again in a moment.')
  if (diskFull(error)) return unavailable('The server has no room left, so nothing was saved. Tell whoever runs it.')
  // Of what somebody else holds, and nothing else is wrong: whoever asks again is served.
  if (isLockTimeout(error)) {
    return new Refusal(429, 'busy', 'Somebody else is changing the same just now. Try again in a moment.', {
      headers: { 'retry-after': '2' },
    })
  }
  if (whyBusy(error) !== undefined) return unavailable('Too much is being done at once. Try again in a moment.')
  const failure = sqlFailure(error)
  // Class 22: a value that no column can hold or be compared with, such as a text that is not Unicode.
  if (failure?.code.startsWith('22')) return invalid([{ path: place, message: impossible[failure.code] ?? noValue }])
  if (failure?.code === '23505') return new Refusal(409, 'conflict', 'It conflicts with what is stored already')
  if (!(error instanceof Error)) return undefined
  const known = 'code' in error ? clientErrors[String(error.code)] : undefined
  if (known) return new Refusal(...known)
  const status = 'statusCode' in error ? Number(error.statusCode) : 500
  if (status === 416) return new Refusal(416, 'range_not_satisfiable', 'The file is shorter than that')
  return status >= 400 && status < 500 ? new Refusal(status, 'bad_request', 'The request is not valid') : undefined
}

/** The one body of every failure (AP-02). */
const errorBodyOf = ({ code, message, details }: Refusal): ErrorBody => ({
  success: false,
  message,
  error: { code, message, ...(details ? { details } : {}) },
})

/** Refusals that tell of an attack when there are many: not signed in, not allowed, too often. */
const kept = new Set([401, 403, 429])

/** Fastify's error handler: one body for every failure (AP-02), and details of our own faults only in the log. */
export async function answerError(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply) {
  const refusal = refusalOf(error, request.method === 'GET' ? 'query' : 'body')
  if (!refusal) request.log.error({ err: error }, 'request failed')
  else if (isLockTimeout(error)) request.log.warn({ err: error, code: refusal.code }, 'a lock was waited for too long')
  else if (kept.has(refusal.status)) request.log.info({ code: refusal.code }, 'refused')
  else if (refusal !== error && refusal.status === 503) {
    const isAway = isConnectionLost(error)
    const busy = diskFull(error) ? 'the disk is full' : `overload: ${whyBusy(error)}`
    request.log.warn({ err: error }, isAway ? 'the database is away' : busy)
  }
  const answered = refusal ?? new Refusal(500, 'internal_error', 'Something went wrong on our side. Try again.')
  return reply.headers(answered.headers).code(answered.status).send(errorBodyOf(answered))
}

/** What Node itself refuses before there is a request, by its own code. */
const unreadable: Record<string, Refusal> = {
  ERR_HTTP_REQUEST_TIMEOUT: new Refusal(408, 'request_timeout', 'The request took too long to come in'),
  HPE_HEADER_OVERFLOW: new Refusal(431, 'headers_too_large', 'The headers of the request are too large'),
}

/** What stands before a body that comes past everything else that sets headers. */
const headersOf = (body: string) => ({
  'content-type': 'application/json; charset=utf-8',
  'content-length': Buffer.byteLength(body),
  'cache-control': 'no-store',
  'content-security-policy': policyOfNoPage,
  'x-content-type-options': 'nosniff',
  connection: 'close',
})

/** Answers bytes that are no request, then hangs up. */
export function answerUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const refusal = unreadable[error.code ?? ''] ?? new Refusal(400, 'bad_request', 'The request can not be read')
  const body = JSON.stringify(errorBodyOf(refusal))
  if (socket.writable) {
    const head = [
      `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}`,
      ...Object.entries(headersOf(body)).map(([name, value]) => `${name}: ${value}`),
    ]
    socket.write(`${head.join('\r\n')}\r\n\r\n${body}`)
  }
  socket.destroySoon()
}

/** Answers an `Expect` header that asks for something else than leave to go on. */
export function answerExpectation(_request: IncomingMessage, response: ServerResponse): void {
  const refusal = new Refusal(417, 'expectation_failed', 'Only 100-continue can be expected')
  const body = JSON.stringify(errorBodyOf(refusal))
  response.writeHead(refusal.status, headersOf(body)).end(body)
}
