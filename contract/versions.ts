import * as z from 'zod/mini'
import { RequestError } from './client/errors'
import { outdatedDetails } from './schemas'

/**
 * Grows with every update of a record. A backend that counts none sends none, or something of its own by this name
 * (AP-05); its records are changed without asking for one.
 */
export const version = z.catch(z.nullish(z.int()), undefined)

/** A version as the header `If-Match` carries it, such as `"3"`. */
export const versionTag = (of: number) => `"${of}"`

const tag = String.raw`(?:W\/)?"[^"]*"`
const tags = new RegExp(String.raw`^(?:\*|${tag}(?:\s*,\s*${tag})*)$`)

/**
 * Demands of a change that the record is still as it was read; an outdated one is refused with 409 and changes nothing
 * (GE-09). Without it, or with `*`, the newest version is changed.
 */
export const ifMatch = {
  'if-match': z.optional(z.string().check(z.trim(), z.regex(tags, 'Must be a version in quotes, such as "3"'))),
}

/** Demands that a record still has the version that the person has seen, where its backend counts versions (GE-09). */
export const upon = (version: number | null | undefined) =>
  typeof version === 'number' ? { headers: { 'if-match': versionTag(version) } } : {}

/**
 * Makes a creation repeatable: the same request with the same key is answered as the first one was, for a day, and
 * nothing is made again; with another body it is refused with 422 (NO-04).
 */
export const idempotencyKey = {
  'idempotency-key': z.optional(
    z.string().check(z.trim(), z.regex(/^[\u0021-\u007e]{1,200}$/, 'Must be 1 to 200 characters without spaces')),
  ),
}

const outdatedBody = z.object({ error: z.object({ details: outdatedDetails }) })

/** The record as it is now, when a change was refused as outdated; as its resource's schema has yet to read it. */
export function currentRecord(error: unknown): Record<string, unknown> | undefined {
  if (!(error instanceof RequestError) || error.status !== 409) return undefined
  const result = z.safeParse(outdatedBody, error.body)
  return result.success ? result.data.error.details.current : undefined
}
