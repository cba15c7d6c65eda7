import { randomInt } from 'node:crypto'
import { isId } from '../db/keys'

const anyId = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/gi
const placeOfEnd = 28

export type Ids = (id: string) => string

/** What is added to ids, so that nobody can choose what becomes of one. */
export const anySalt = (): number => randomInt(1, 2 ** 32 - 1)

/**
 * What becomes of an id of an archive: another one, as the organization that it is from may be in this database as well. The
 * same one becomes the same, so that whatever refers to it follows without a list of all ids, and their order stays: an id
 * begins with its moment and a counter, and the 32 bits at its end, which are changed, are chance.
 */
export const newIds =
  (salt: number, known: ReadonlyMap<string, string>): Ids =>
  (id) =>
    known.get(id) ??
    id.slice(0, placeOfEnd) + ((Number.parseInt(id.slice(placeOfEnd), 16) ^ salt) >>> 0).toString(16).padStart(8, '0')

/** A text that ids are part of. */
export const inText = (text: string, ids: Ids): string => text.replaceAll(anyId, (id) => ids(id.toLowerCase()))

/** What is nothing but an id is one, wherever it stands in what programs have written. */
export function inJson(value: unknown, ids: Ids): unknown {
  if (typeof value === 'string') return isId(value) ? ids(value.toLowerCase()) : value
  if (Array.isArray(value)) return value.map((one) => inJson(one, ids))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [isId(name) ? ids(name.toLowerCase()) : name, inJson(one, ids)]),
  )
}

/** What programs have written, with texts in it that ids are part of. */
export const inTexts = (value: unknown, ids: Ids): unknown => JSON.parse(inText(JSON.stringify(value), ids))
