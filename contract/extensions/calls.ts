import * as z from 'zod/mini'
import { call } from '../calls'
import { routes } from '../client/tsRest'
import { searchRequest } from '../search'
import { extension, extensionRead, id, moment, namedOrder, optionalLine, shownText, text } from '../schemas'
import { idempotencyKey } from '../versions'

/** How a call ended, in the order of the keys 1 to 9 that choose it (CA-02). */
export const dispositions = [
  'sold',
  'link_sent',
  'call_back',
  'not_interested',
  'no_answer',
  'voicemail',
  'wrong_number',
  'do_not_call',
  'service',
] as const
export const disposition = z.enum(dispositions)
export type Disposition = z.infer<typeof disposition>

/** A call with who it is with, and how far it is (LI-05). */
export const callRecord = z.extend(call, {
  organizationId: shownText,
  customerName: shownText,
  /** Whether they have said that they do not want to be called. */
  doNotCall: z.nullish(z.boolean()),
  state: z.enum(['talking', 'wrapping_up', 'closed']),
  disposition: z.nullish(disposition),
  /** Who called whom, where that was said: `inbound` or `outbound`. */
  direction: shownText,
  /** Where its number is from, as ISO 3166-1 alpha-2, where that can be told. */
  country: shownText,
  note: shownText,
  callBackAt: shownText,
  /** What was sold first in it. */
  order: z.nullish(namedOrder),
})
export type CallRecord = z.infer<typeof callRecord>

/** A call that begins: with a customer, or with a number, which finds its customer by itself. */
export const callStart = z
  .object({
    organizationId: id,
    customerId: z.optional(id),
    phone: z.optional(optionalLine(50)),
    /** Who calls whom; left out, the signed-in user does. Whoever does not want to be called can still call. */
    direction: z.optional(z.enum(['inbound', 'outbound'])),
  })
  .check(
    z.refine(({ customerId, phone }) => Boolean(customerId ?? phone), { error: 'Say who is called', path: ['phone'] }),
  )
export type CallStart = z.infer<typeof callStart>

/** What is kept of a call when it is closed. */
export const callClose = z.object({
  disposition,
  note: z.optional(text(5_000)),
  /** When to call back; of a call with the disposition `call_back` only. */
  callBackAt: z.nullish(moment),
})
export type CallClose = z.infer<typeof callClose>

/** How many calls a search finds, and in how many seconds half, and nine in ten, of those that were paid were paid. */
export const callSums = z.object({
  rows: z.number(),
  median: z.nullable(z.number()),
  ninetieth: z.nullable(z.number()),
})
export type CallSums = z.infer<typeof callSums>

const pathParams = z.object({ callId: id })
const responses = { 200: z.object({ data: callRecord }) }

/** One's own phone calls: one at a time, each wrapped up before the next is forgotten (CA-01, CA-02). */
export const calls = routes({
  start: {
    method: 'POST',
    path: '/calls',
    summary: 'Begin a call, in which the signed-in user is then',
    metadata: extension,
    headers: idempotencyKey,
    body: callStart,
    responses,
  },
  open: {
    method: 'GET',
    path: '/calls/open/me',
    summary: "Read the signed-in user's calls that are talked or have yet to be wrapped up, the newest first",
    metadata: extension,
    query: z.object({ organizationId: id }),
    responses: { 200: z.object({ data: z.array(callRecord) }) },
  },
  sums: {
    method: 'POST',
    path: '/calls/sums',
    summary: 'Count the calls that a search of them finds, and tell how long they took until they were paid',
    metadata: extensionRead,
    body: z.pick(searchRequest, { organizationId: true, q: true, filters: true }),
    responses: { 200: z.object({ data: callSums }) },
  },
  end: {
    method: 'POST',
    path: '/calls/:callId/end',
    summary: 'End a call; it is then wrapped up',
    metadata: extension,
    headers: idempotencyKey,
    pathParams,
    body: z.object({}),
    responses,
  },
  resume: {
    method: 'POST',
    path: '/calls/:callId/resume',
    summary: 'Take back that a call was ended, within a minute; it is talked again',
    metadata: extension,
    headers: idempotencyKey,
    pathParams,
    body: z.object({}),
    responses,
  },
  callBacks: {
    method: 'GET',
    path: '/calls/call-backs/me',
    summary: 'Read whom the signed-in user is to call back, the one who is due first before all others',
    metadata: extension,
    query: z.object({ organizationId: id }),
    responses: { 200: z.object({ data: z.array(callRecord) }) },
  },
  calledBack: {
    method: 'POST',
    path: '/calls/:callId/called-back',
    summary: 'Say that nobody has to call back any more',
    description: 'A later call that reaches the customer or the number does the same by itself.',
    metadata: extension,
    pathParams,
    body: z.object({}),
    responses,
  },
  close: {
    method: 'POST',
    path: '/calls/:callId/close',
    summary: 'Close a call with how it went',
    metadata: extension,
    headers: idempotencyKey,
    pathParams,
    body: callClose,
    responses,
  },
})
