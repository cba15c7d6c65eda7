import * as z from 'zod/mini'
import { errorBody, type ErrorFields } from '../../schemas'
import { lists } from '../../lists/lists'
import type { RuleId } from '../rules'
import { type Call, commonStatuses } from './calls'
import { missingOf, resourceOf } from './completeness'
import { type Account, type Ask, type Exchange, jsonOf } from './exchange'
import { disordered, unfollowed } from './follows'
import { oddities, secretIn, traceIn } from './oddities'

/** A word in what belongs to one account, which the other does not see once it has been sent. */
export interface Marker {
  readonly owner: Account['name']
  readonly text: string
  isPlanted: boolean
}

/** What is expected of a server that fails now and then: it may be any request that fails the next time. */
export const notEvenOnce = 'no failure, not even once'

/** What judging needs of a run. */
interface JudgingRun {
  readonly isFull: boolean
  readonly methodRefusals: readonly number[]
  readonly first: Account
  readonly markers: readonly Marker[]
  verify(rule: RuleId, exchange: Exchange, holds: boolean, expected: string, actual?: string): boolean
}

/** Applies the rules that hold for every answer, whatever was asked. */
export function judge(run: JudgingRun, exchange: Exchange, ask: Ask): void {
  const { call, status, request } = exchange
  const isAnswered = run.verify('http.answers', exchange, status > 0, 'an answer')
  if (!isAnswered) return
  // Whoever refuses a method before all else need not know the error body.
  if (ask.method !== undefined && status === 501 && run.methodRefusals.includes(status)) return
  // Where the specification shows no answer, only the contract says that it is 200.
  const successes = run.isFull ? [200] : call.successes
  const declared = [...successes, ...commonStatuses, ...(ask.alsoDeclared ?? [])]
  const isOurs = run.verify('http.noServerError', exchange, status < 500, 'no status from 500')
  if (isOurs) {
    run.verify(
      'http.status',
      exchange,
      declared.includes(status),
      `one of the declared statuses ${declared.join(', ')}`,
    )
  }
  if (request.method === 'HEAD' || request.method === 'OPTIONS') return
  if (call.streams !== undefined && status === 200) {
    const isStream = exchange.contentType.startsWith(call.streams)
    run.verify('http.contentType', exchange, isStream, `the content type ${call.streams}`, exchange.contentType)
    searchMarkers(run, exchange, ask)
    return
  }
  const isJson = /^application\/json\s*(?:;\s*charset=utf-?8\s*)?$/i.test(exchange.contentType)
  run.verify('http.contentType', exchange, isJson, 'the content type application/json', exchange.contentType || 'none')
  // An answer of another path is not the call's answer.
  if (status >= 200 && status < 300 && ask.path === undefined) judgeAnswer(run, exchange, ask)
  if (status >= 400) judgeError(run, exchange)
  searchMarkers(run, exchange, ask)
}

function judgeAnswer(run: JudgingRun, exchange: Exchange, ask: Ask): void {
  const { call, json, request } = exchange
  const result = z.safeParse(call.answer, json)
  const isShaped = run.verify(
    'shape.answer',
    exchange,
    result.success,
    "an answer of the contract's shape",
    issueOf(result, json),
  )
  if (!isShaped) return
  if (call.name === 'search.search') judgeRows(run, exchange, request.body, ask.isValid !== false)
  for (const oddity of oddities(call.name, withoutTyped(call, contracted(exchange, result.data)))) {
    run.verify(oddity.rule, exchange, oddity.problem === undefined, oddity.expected, oddity.problem)
  }
  if (run.isFull) {
    const secret = secretIn(json)
    run.verify('values.secrets', exchange, secret === undefined, 'no password and no hash of one', secret)
    judgeFollowing(run, exchange)
    const missing = missingOf(call, withoutTyped(call, json), request)
    run.verify('shape.complete', exchange, missing === undefined, 'everything that the app shows', missing)
  }
}

/** What an answer says goes together, and a list has the order that its call says. */
function judgeFollowing(run: JudgingRun, exchange: Exchange): void {
  const { call, json, request } = exchange
  const searched = call.name === 'search.search' ? resourceOf(request.body) : undefined
  const wrong = unfollowed(json, call.resource, searched)
  run.verify('values.follows', exchange, wrong === undefined, 'what follows from the other fields of a record', wrong)
  if (call.name === 'search.search') return
  const order = disordered(json, call.summary)
  run.verify(
    'lists.order',
    exchange,
    order === undefined,
    `rows ${order ?? 'in the order of the call'}`,
    'another order',
  )
}

/** An answer without what somebody has typed, right or wrong, and as far as they have come. */
function withoutTyped({ resource }: Call, json: unknown): unknown {
  const { data } = (json ?? {}) as { data?: unknown }
  if (resource !== 'orderDrafts' || typeof data !== 'object' || data === null || Array.isArray(data)) return json
  return { data: { ...data, content: {} } }
}

/** An answer without what is the server's own: fields that the contract does not know may hold anything (AP-05). */
function contracted({ call, json, request }: Exchange, parsed: unknown): unknown {
  const resource = call.name === 'search.search' ? resourceOf(request.body) : undefined
  if (resource === undefined) return parsed
  const { data } = json as { data: unknown[] }
  return { data: data.map((row) => z.safeParse(lists[resource].row, row).data ?? row) }
}

function judgeRows(run: JudgingRun, exchange: Exchange, body: string | undefined, isValid: boolean): void {
  const asked = (jsonOf(body ?? '') ?? {}) as { limit?: number; page?: number }
  const resource = resourceOf(body)
  if (resource === undefined) return
  const schema = lists[resource].row
  const { data, meta } = exchange.json as { data: unknown[]; meta: { total: number } }
  const broken = data.find((row) => !z.safeParse(schema, row).success)
  const problem = issueOf(z.safeParse(schema, broken), broken)
  run.verify('shape.row', exchange, broken === undefined, `rows of the shape of ${resource}`, problem)
  if (!isValid) return
  const limit = asked.limit ?? 10
  const due = Math.min(limit, Math.max(0, meta.total - ((asked.page ?? 1) - 1) * limit))
  const told = `${data.length} rows with a total of ${meta.total} on page ${asked.page ?? 1}`
  const isAsked = asked.limit !== undefined
  const isWithin = data.length <= limit
  if (isAsked && !run.verify('search.limit', exchange, isWithin, `no more than ${limit} rows`, told)) return
  run.verify(
    isAsked ? 'search.total' : 'search.defaults',
    exchange,
    data.length === due,
    `as many rows as the total leaves for the page, at most ${limit}`,
    told,
  )
}

const errorFields = errorBody as ErrorFields
/** A server that has no details to give may say so with null, as with any other field. */
const coreErrorBody = z.extend(errorFields, {
  error: z.extend(errorFields.shape.error, { details: z.nullish(errorFields.shape.error.shape.details) }),
})

function judgeError(run: JudgingRun, exchange: Exchange): void {
  const result = z.safeParse(run.isFull ? errorBody : coreErrorBody, exchange.json)
  const isShaped = run.verify(
    'shape.error',
    exchange,
    result.success,
    'the error body { success: false, message, error: { code, message } }',
    result.success ? '' : `${issueOf(result, exchange.json)}; ${exchange.summary}`,
  )
  if (run.isFull) {
    const trace = traceIn(exchange.text)
    run.verify('values.secrets', exchange, trace === undefined, 'no stack trace', trace)
  }
  if (!isShaped || !result.success) return
  const { message, error } = result.data
  const says = [message, error.message, error.code].every((text) => text.trim() !== '')
  run.verify('shape.error', exchange, says, 'a message and a code that say something')
}

function searchMarkers(run: JudgingRun, exchange: Exchange, ask: Ask): void {
  const asker = ask.as === undefined ? run.first : ask.as
  // A refusal may repeat what the request itself says.
  const said = `${exchange.request.path}${exchange.request.body ?? ''}`
  for (const marker of run.markers) {
    const isSaid = said.includes(marker.text)
    if (asker?.name === marker.owner) marker.isPlanted ||= isSaid
    if (asker?.name === marker.owner || !marker.isPlanted || isSaid) continue
    const isSeen = exchange.text.includes(marker.text)
    run.verify('access.nothingForeign', exchange, !isSeen, "nothing of another organization's", exchange.summary)
  }
}

interface Issue {
  path: PropertyKey[]
  message: string
  expected?: string
  values?: readonly unknown[]
}

/** What a schema says against a value, and where. */
function issueOf(result: { success: boolean; error?: { issues: readonly Issue[] } }, value: unknown): string {
  const issue = result.error?.issues[0]
  if (issue === undefined) return ''
  let there = value
  for (const key of issue.path) there = (there as Record<PropertyKey, unknown> | null | undefined)?.[key]
  const is =
    there === undefined ? 'missing' : there === null ? 'null' : Array.isArray(there) ? 'a list' : `a ${typeof there}`
  const where = issue.path.length === 0 ? 'the body' : issue.path.map(String).join('.')
  const due = issue.expected ?? issue.values?.map(String).join(' or ')
  return `${where} is ${is}, ${due === undefined ? issue.message : `expected ${due}`}`
}
