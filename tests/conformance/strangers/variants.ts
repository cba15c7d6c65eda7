import * as z from 'zod/mini'
import { allCalls } from '../../../contract/conformance/engine/calls'
import { type Exchange, isRecord, parsed, type Fault, type Handler, withBody } from '../mutants/exchange'
import { fault } from '../mutants/make'
import { shortNameOf } from '../mutants/proxy'

// What a backend may do otherwise than ours: nothing of it breaks the contract, so that nothing may be found.

type Change = (value: unknown) => unknown

/** Every answer in JSON, rewritten. */
const all =
  (change: Change): Handler =>
  async (exchange) => {
    const reply = await exchange.send()
    const body = parsed(reply.text)
    return body === undefined || reply.live ? reply : withBody(reply, change(body))
  }

/** A value with each of its parts changed, from within. */
const deep =
  (change: Change): Change =>
  (value) =>
    Array.isArray(value)
      ? change(value.map(deep(change)))
      : isRecord(value)
        ? change(Object.fromEntries(Object.entries(value).map(([name, part]) => [name, deep(change)(part)])))
        : change(value)

const text =
  (write: (body: unknown) => string): Handler =>
  async (exchange) => {
    const reply = await exchange.send()
    const body = parsed(reply.text)
    return body === undefined || reply.live ? reply : { ...reply, text: write(body) }
  }

const heads =
  (more: Record<string, string>): Handler =>
  async (exchange) => {
    const reply = await exchange.send()
    return { ...reply, headers: { ...reply.headers, ...more } }
  }

const isMoment = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)

/** Whether a body is none of those that its call declares. */
function breaksSchema({ call, body }: Exchange): boolean {
  const declared = allCalls.find(({ name }) => shortNameOf(name) === call)?.body
  return declared !== undefined && !z.safeParse(declared, body).success
}

const unversioned = all(
  deep((value) => {
    if (!isRecord(value) || !('version' in value)) return value
    const { version: _version, ...others } = value
    return others
  }),
)

export const variants: Fault[] = [
  fault(
    'more-fields',
    'records have fields of the backend’s own',
    all(deep((value) => (isRecord(value) && 'id' in value ? { ...value, zzOwn: { of: ['ours'] } } : value))),
  ),
  fault(
    'fields-backwards',
    'fields come in another order',
    all(deep((value) => (isRecord(value) ? Object.fromEntries(Object.entries(value).toReversed()) : value))),
  ),
  fault(
    'written-wide',
    'JSON is written over many lines',
    text((body) => JSON.stringify(body, null, 4)),
  ),
  fault(
    'written-escaped',
    'letters beyond ASCII are escaped',
    text((body) =>
      JSON.stringify(body).replaceAll(
        /[\u0080-\uffff]/g,
        (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
      ),
    ),
  ),
  fault(
    'moments-with-offset',
    'moments are written with an offset instead of Z',
    all(deep((value) => (isMoment(value) ? value.replace(/Z$/, '+00:00') : value))),
  ),
  fault(
    'moments-of-microseconds',
    'moments have more digits',
    all(deep((value) => (isMoment(value) ? value.replace(/(\.\d{3})Z$/, '$1000Z') : value))),
  ),
  fault('other-sentences', 'messages are in other words', async (exchange) => {
    const reply = await exchange.send()
    const body = parsed(reply.text)
    if (reply.status < 400 || !isRecord(body) || !isRecord(body['error'])) return reply
    const said = 'That can not be done.'
    return withBody(reply, { ...body, message: said, error: { ...body['error'], message: said } })
  }),
  fault('invalid-is-400', 'a body that breaks the schema is 400', async (exchange) => {
    const reply = await exchange.send()
    return reply.status === 422 && breaksSchema(exchange) ? { ...reply, status: 400 } : reply
  }),
  fault('charset', 'the content type names no charset', async (exchange) => {
    const reply = await exchange.send()
    const type = reply.headers['content-type'] ?? ''
    return {
      ...reply,
      headers: { ...reply.headers, ...(type.startsWith('application/json') && { 'content-type': 'application/json' }) },
    }
  }),
  fault(
    'headers-of-its-own',
    'answers have headers of the backend’s own',
    heads({ 'x-request-id': 'a-1', server: 'other/2.0', 'cache-control': 'no-store' }),
  ),
  fault('answers-with-tags', 'answers have tags to be kept by', heads({ etag: '"a-1"', vary: 'accept, origin' })),
  fault('slow-answers', 'every answer takes 15 ms more', async (exchange) => {
    const reply = await exchange.send()
    await new Promise((resolve) => setTimeout(resolve, 15))
    return reply
  }),
  fault(
    'money-as-written',
    'whole amounts are written with two decimals',
    text((body) => JSON.stringify(body).replaceAll(/"(total|basePrice|price|amount)":(\d+)(?=[,}])/g, '"$1":$2.00')),
  ),
  fault('no-versions', 'records have no versions, but for drafts, which must have one', (exchange) =>
    exchange.call.startsWith('orderDrafts.') ? exchange.send() : unversioned(exchange),
  ),
]
