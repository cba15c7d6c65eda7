import * as z from 'zod/mini'
import { routes } from '../client/tsRest'
import { acknowledged, extension, extensionTelephone, id, line, optionalLine, shownText, token } from '../schemas'
import { idempotencyKey } from '../versions'
import { callRecord } from './calls'

/** What a telephone system is known by; what it is sent with is answered once, to whoever made it. */
export const telephoneToken = z.object({
  id,
  name: shownText,
  createdByName: shownText,
  createdAt: shownText,
  lastUsedAt: shownText,
})
export type TelephoneToken = z.infer<typeof telephoneToken>

export const telephoneTokenCreate = z.object({ organizationId: id, name: line(100) })

/** A call that a telephone system has put through. */
export const telephoneCall = z.object({
  /** As the system calls it: the same one is the same call, however often it is sent. */
  callId: line(200),
  /** Of whoever is at the other end, in any spelling; empty when it is withheld. */
  number: optionalLine(50),
  /** The email address or the id of who is put through, a member of the organization. */
  agent: line(254),
  direction: z.enum(['inbound', 'outbound']),
})
export type TelephoneCall = z.infer<typeof telephoneCall>

/** How a telephone system starts calls, and how it is let in (CA-01). */
export const telephone = routes({
  tokens: {
    method: 'GET',
    path: '/telephone/tokens',
    summary: 'List what telephone systems are let in by, the newest first',
    metadata: extension,
    query: z.object({ organizationId: id }),
    responses: { 200: z.object({ data: z.array(telephoneToken) }) },
  },
  createToken: {
    method: 'POST',
    path: '/telephone/tokens',
    summary: 'Make a token for a telephone system',
    description:
      'The token is answered once and kept only as a hash: a request that is repeated with its key answers null.',
    metadata: extension,
    headers: idempotencyKey,
    body: telephoneTokenCreate,
    responses: { 200: z.object({ data: z.extend(telephoneToken, { token: z.nullable(token) }) }) },
  },
  revokeToken: {
    method: 'DELETE',
    path: '/telephone/tokens/:tokenId',
    summary: 'Revoke a token; the system that has it is let in no more',
    metadata: extension,
    pathParams: z.object({ tokenId: id }),
    body: z.optional(z.object({})),
    responses: { 200: acknowledged },
  },
  startCall: {
    method: 'POST',
    path: '/telephone/calls',
    summary: 'Begin a call of an agent, from a telephone system',
    description:
      'Answers the same call for the same callId, so that a system may send again what it got no answer to. Refused with ' +
      '409 while the agent is in another call and when it goes out to a customer who does not want to be called, and with ' +
      '422 for an agent who is no member of the organization.',
    metadata: extensionTelephone,
    body: telephoneCall,
    responses: { 200: z.object({ data: callRecord }) },
  },
})
