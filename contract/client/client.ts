import { noAnswer, RequestError, wordless } from './errors'
import type { Exchange } from './exchange'
import type { CoreContract } from '../core'
import { searched } from '../lists/searched'
import { searchedFor, type SearchRequest, type SearchResource, type SearchRow } from '../search'
import { type ApiFetcherArgs, type AppRouter, initClient } from './tsRest'
import * as z from 'zod/mini'

export interface ClientOptions {
  /** Scheme, host and port of the backend, without a trailing slash; empty for the page's own origin (AP-06). */
  baseUrl: string
  /** Read before every request, so that a token of another tab is used at once (SE-05). */
  getToken: () => string | null
  /** Milliseconds after which a request is given up; 30,000 when left out. */
  timeout?: number
  fetch?: typeof fetch
  /** What is known of the reason when a call gets no answer, such as that the browser is offline. */
  whyUnanswered?: () => string | undefined
  /** Told of every call that was answered or failed. */
  onExchange?: (exchange: Exchange) => void
}

/** Options for ts-rest clients of the contract: bearer header, cookies, JSON, time-out, validated answers (SE-05). */
export const clientArgs = (options: ClientOptions) => ({
  baseUrl: options.baseUrl,
  baseHeaders: {},
  api: (args: ApiFetcherArgs) => request(args, options),
})

/** The typed client of a contract. A call resolves with a 2xx answer or throws a {@link RequestError}. */
export const clientOf = <Calls extends AppRouter>(contract: Calls, options: ClientOptions) =>
  initClient(contract, clientArgs(options))
export type ClientOf<Calls extends AppRouter> = ReturnType<typeof clientOf<Calls>>

/** Path parameters made safe for a path: ts-rest puts them there as they are. */
export const pathParams = <Params extends Record<string, string>>(params: Params): Params =>
  // Values stay strings under the same keys, which mapping over entries can't express.
  Object.fromEntries(Object.entries(params).map(([name, value]) => [name, encodeURIComponent(value)])) as Params

/** The body of an answer that is known to be a success, since the client throws every other. */
export function answer<Response extends { status: number; body: unknown }>(response: Response) {
  return response.body as Extract<Response, { status: 200 }>['body']
}

export interface SearchPage<Resource extends SearchResource> {
  rows: SearchRow<Resource>[]
  total: number
}

/** One page of a resource, every row checked against that resource's schema. */
export async function searchPage<Resource extends SearchResource>(
  client: Pick<ClientOf<CoreContract>, 'search'>,
  body: SearchRequest & { resource: Resource },
  signal?: AbortSignal,
): Promise<SearchPage<Resource>> {
  const asked = { ...body, ...(body.q !== undefined && { q: searchedFor(body.q) }) }
  const { data, meta } = answer(await client.search.search({ body: asked, fetchOptions: signal ? { signal } : {} }))
  const rows = z.safeParse(z.array(searched[body.resource].row), data)
  if (!rows.success) throw brokenAnswer('POST /api/v1/search', 200, rows.error.issues, ['data'])
  // The schema picked by the resource is the one that SearchRow infers from.
  return { rows: rows.data as SearchRow<Resource>[], total: meta.total }
}

async function request(args: ApiFetcherArgs, options: ClientOptions) {
  const {
    baseUrl,
    getToken,
    timeout = 30_000,
    fetch = globalThis.fetch,
    onExchange = () => {},
    whyUnanswered,
  } = options
  const exchanged = (status?: number, answered?: unknown) =>
    onExchange({
      method: args.method,
      route: args.route.path,
      path: args.path.slice(baseUrl.length),
      body: args.rawBody,
      status,
      answer: answered,
    })
  const endpoint = `${args.method} ${args.route.path}`
  const token = getToken()
  const limit = AbortSignal.timeout(timeout)
  const aborted = args.fetchOptions?.signal
  let response: Response
  let text: string | undefined
  let file: Blob | undefined
  try {
    response = await fetch(args.path, {
      method: args.method,
      headers: {
        accept: 'application/json',
        ...args.headers,
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      },
      body: args.body ?? null,
      credentials: 'include',
      signal: aborted ? AbortSignal.any([aborted, limit]) : limit,
    })
    // A workbook is no text.
    if (response.headers.get('content-type')?.startsWith('application/vnd')) file = await response.blob()
    else text = await response.text()
  } catch (cause) {
    if (aborted?.aborted) throw cause
    exchanged()
    const message = limit.aborted ? `No answer within ${timeout / 1000} s` : (whyUnanswered?.() ?? noAnswer)
    throw new RequestError(message, { endpoint, cause })
  }
  const { status } = response
  const body = file ?? parseJson(text ?? '')
  exchanged(status, file ? undefined : body)
  if (!response.ok) throw new RequestError(wordless(status), { endpoint, status, body })
  if (args.route.validateResponseOnClient === false) return { status, body, headers: response.headers }
  return { status, body: validated(args, endpoint, status, body), headers: response.headers }
}

function validated(args: ApiFetcherArgs, endpoint: string, status: number, body: unknown): unknown {
  const schema = args.route.responses[status] ?? args.route.responses[200]
  if (!(schema instanceof z.ZodMiniType)) return body
  const result = z.safeParse(schema, body)
  if (result.success) return result.data
  throw brokenAnswer(endpoint, status, result.error.issues)
}

function brokenAnswer(
  endpoint: string,
  status: number,
  issues: readonly { path: PropertyKey[]; message: string }[],
  within: PropertyKey[] = [],
) {
  const [issue] = issues
  const field = [...within, ...(issue?.path ?? [])].join('.') || 'the body'
  // The body is left out: its own message, if it has any, says nothing of what is wrong with it.
  return new RequestError(`${endpoint} answered an unexpected ${field}: ${issue?.message ?? 'not JSON'}`, {
    endpoint,
    status,
  })
}

function parseJson(text: string): unknown {
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
