import * as z from 'zod/mini'
import { routes } from '../client/tsRest'
import { tokenDuties } from '../rules/apiTokens'
import { acknowledged, dayOrMoment, extension, id, line, shownText, token } from '../schemas'
import { idempotencyKey } from '../versions'

/** What another program is let in by; the token itself is answered once, to whoever made it (ST-01). */
export const apiToken = z.object({
  id,
  name: shownText,
  /** What it begins with, by which whoever has it knows which one it is. */
  prefix: shownText,
  /** What it may change beside its reading, by the names of the policy; null for all that its maker may. */
  duties: z.nullable(z.array(z.string())),
  /** Whom it works for: it may never do more than they may. */
  createdByName: shownText,
  createdAt: shownText,
  expiresAt: shownText,
  /** To the minute. */
  lastUsedAt: shownText,
  /** From where, without the part that tells one line from its neighbours. */
  lastUsedNetwork: shownText,
})
export type ApiToken = z.infer<typeof apiToken>

export const apiTokenCreate = z.object({
  organizationId: id,
  name: line(100),
  duties: z.nullable(z.array(z.enum(tokenDuties)).check(z.maxLength(100))),
  /** A day is that of the organization, to its end. Absent or null for never. */
  expiresAt: z.nullish(dayOrMoment),
})
export type ApiTokenCreate = z.infer<typeof apiTokenCreate>

/** How other programs are let into an organization (ST-01). */
export const apiTokens = routes({
  list: {
    method: 'GET',
    path: '/api-tokens',
    summary: 'List what other programs are let in by, the newest first',
    metadata: extension,
    query: z.object({ organizationId: id }),
    responses: { 200: z.object({ data: z.array(apiToken) }) },
  },
  create: {
    method: 'POST',
    path: '/api-tokens',
    summary: 'Make an API token; owners do',
    description:
      'The token is answered once and kept only as a hash: a request that is repeated with its key answers null. It is ' +
      'sent as `Authorization: Bearer` with every call of its organization. It reads what its maker reads and changes ' +
      'what its duties are about; it ends when it is revoked, on its day, and with the membership of its maker.',
    metadata: extension,
    headers: idempotencyKey,
    body: apiTokenCreate,
    responses: { 200: z.object({ data: z.extend(apiToken, { token: z.nullable(token) }) }) },
  },
  revoke: {
    method: 'DELETE',
    path: '/api-tokens/:tokenId',
    summary: 'Revoke an API token; what has it is let in no more',
    metadata: extension,
    pathParams: z.object({ tokenId: id }),
    body: z.optional(z.object({})),
    responses: { 200: acknowledged },
  },
})
