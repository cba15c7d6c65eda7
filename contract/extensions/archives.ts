import * as z from 'zod/mini'
import { routes } from '../client/tsRest'
import { anewKinds, archivePartBytes } from '../rules/archives'
import { archiveType, extension, id, line, type RouteMetadata, shownNumber, shownText } from '../schemas'
import { idempotencyKey } from '../versions'

/** What an archive leaves out, to be typed or made anew. */
export const archiveAnew = z.object({ kind: z.enum(anewKinds), name: z.string() })
export type ArchiveAnew = z.infer<typeof archiveAnew>

/** What is said of an archive that was taken over. */
export const archiveTold = z.object({
  /** What the organization is called that it is of. */
  from: z.string(),
  madeAt: z.string(),
  anew: z.array(archiveAnew),
  /** Whoever did something there and is no member here, by what they are called. */
  people: z.array(z.string()),
})
export type ArchiveTold = z.infer<typeof archiveTold>

export const archiveStates = ['open', 'taking', 'taken', 'failed', 'given_up'] as const

/** An archive that is sent to an organization, taken over there, or was. */
export const archiveImport = z.object({
  id,
  /** Of the file. */
  name: z.string(),
  state: z.enum(archiveStates),
  bytes: z.number(),
  /** How many of its bytes have come. */
  received: z.number(),
  rowsDone: z.number(),
  /** How many rows it has; absent until they were counted. */
  rowsTotal: shownNumber,
  /** Why it can't be taken over, in a sentence. */
  failure: shownText,
  told: z.nullish(archiveTold),
  userName: shownText,
  createdAt: z.string(),
  endedAt: shownText,
})
export type ArchiveImport = z.infer<typeof archiveImport>

const archiveId = z.object({ archiveId: id })
const answer = { 200: z.object({ data: archiveImport }) }

const streams = {
  contentType: archiveType,
  description:
    'Lines of JSON, zipped: a head that says what it is of and how many rows there are; a line for each person and each row, as they ' +
    'were at one moment; and an end with a hash of all of it.',
  example: '{"offerdesk":"organization","format":1}\n',
}

/** As many letters as a part has in base64. */
const longestPart = Math.ceil(archivePartBytes / 3) * 4

/** All that an organization has as one archive, and back into an empty organization. */
export const archives = routes({
  save: {
    method: 'GET',
    path: '/organizations/:organizationId/archive',
    summary: 'Read all that an organization has as one archive; its owners do',
    description: 'Secrets, sessions, links that customers pay by, and what waits to be sent are left out.',
    metadata: { ...extension, streams } satisfies RouteMetadata,
    pathParams: z.object({ organizationId: id }),
    responses: { 200: z.unknown() },
  },
  list: {
    method: 'GET',
    path: '/archives',
    summary: 'List the archives that were sent to an organization, the newest first, and whether it can take one over',
    metadata: extension,
    query: z.object({ organizationId: id }),
    responses: {
      200: z.object({
        data: z.array(archiveImport),
        meta: z.object({
          /** Why none can be taken over, in a sentence. */
          whyNot: shownText,
          /** How many bytes one may have. */
          mostBytes: z.number(),
        }),
      }),
    },
  },
  create: {
    method: 'POST',
    path: '/archives',
    summary: 'Begin to send an archive to an empty organization; one that was begun before is given up',
    metadata: extension,
    headers: idempotencyKey,
    body: z.object({ organizationId: id, name: line(200), bytes: z.int().check(z.minimum(1)) }),
    responses: answer,
  },
  addPart: {
    method: 'PUT',
    path: '/archives/:archiveId/parts',
    summary: 'Send what follows of an archive; what has come already is passed over',
    metadata: extension,
    pathParams: archiveId,
    body: z.object({
      /** How many bytes come before it. */
      place: z.int().check(z.minimum(0)),
      /** In base64. */
      content: z
        .string()
        .check(z.minLength(1), z.maxLength(longestPart), z.regex(/^[A-Za-z\d+/]+={0,2}$/, 'Must be base64')),
    }),
    responses: answer,
  },
  take: {
    method: 'POST',
    path: '/archives/:archiveId/take',
    summary:
      'Take over an archive that has come, all of it or nothing, while others work; how far it is stands in the list',
    metadata: extension,
    pathParams: archiveId,
    body: z.object({}),
    responses: answer,
  },
  giveUp: {
    method: 'POST',
    path: '/archives/:archiveId/give-up',
    summary: 'Give up an archive, also while it is being taken over: then none of it is',
    metadata: extension,
    pathParams: archiveId,
    body: z.object({}),
    responses: answer,
  },
})
