import * as z from 'zod/mini'

/** Which way of writing archives this is. */
export const archiveFormat = 1

const mebibyte = 2 ** 20
/** Of an archive that is sent to a server: as much as one may be, and less where one thing is done at a time. */
export const mostArchiveBytes = { postgres: 2 * 1024 * mebibyte, pglite: 32 * mebibyte } as const

/** How much of an archive is sent at once, in bytes. */
export const archivePartBytes = 512 * 1024

/** What an archive leaves out that has a name, to be typed or made anew. */
export const anewKinds = ['gateways', 'providers', 'webhooks', 'telephone', 'apiTokens'] as const

/** What the first line of an archive says, for people and programs that look into it. */
export const archiveHead = z.object({
  offerdesk: z.literal('organization'),
  format: z.int(),
  /** The release that made it. */
  version: z.string(),
  /** The newest change of how records are kept. */
  schema: z.int(),
  madeAt: z.string(),
  timeZone: z.string(),
  organization: z.object({ id: z.uuid(), name: z.string() }),
  /** How many rows there are of each kind. */
  counts: z.record(z.string(), z.int()),
})
export type ArchiveHead = z.infer<typeof archiveHead>
