import * as z from 'zod/mini'
import { routes } from './client/tsRest'
import { searched } from './lists/searched'
import { cutText } from './rules/cutText'
import { coreRead, id, oneLine } from './schemas'

/** What can be searched: the answer carries no tag, as the type of its rows follows the request. */
export type SearchResource = keyof typeof searched
export type SearchRow<Resource extends SearchResource> = z.infer<(typeof searched)[Resource]['row']>

// Object.keys knows only strings.
export const searchResources = Object.keys(searched) as SearchResource[]

/** What every backend can search. */
export type CoreResource = {
  [Resource in SearchResource]: (typeof searched)[Resource] extends { level: 'extension' } ? never : Resource
}[SearchResource]
export const coreResources = searchResources.filter(
  (resource): resource is CoreResource => !('level' in searched[resource]),
)

/** Characters of a search at most. */
export const mostSearched = 200

/** What is looked for of what somebody typed or pasted: nothing has so long a name. */
export const searchedFor = (typed: string): string => cutText(typed, mostSearched)

const filterText = z.string().check(z.maxLength(200))
const filterValue = z.union([filterText, z.number(), z.boolean(), z.array(filterText).check(z.maxLength(100))])

export const searchRequest = z.object({
  organizationId: id,
  resource: z.enum(searchResources),
  /** Rows per page, 1 to 100. */
  limit: z._default(z.int().check(z.minimum(1), z.maximum(100)), 10),
  /** Counted from 1. */
  page: z._default(z.int().check(z.minimum(1), z.maximum(1_000_000)), 1),
  sortBy: z.optional(z.string().check(z.minLength(1), z.maxLength(60))),
  sortOrder: z.optional(z.enum(['asc', 'desc'])),
  q: z.optional(z.string().check(z.trim(), z.maxLength(mostSearched), z.regex(oneLine))),
  /**
   * By the columns of a row, and by the ends of ranges such as `createdFrom`, `createdTo`, `totalMin` and `totalMax`. Beyond
   * the core: a column may have any of several values, `status: ['open', 'completed']`, up to 100; of none no row is found.
   * And every list finds the rows with the `ids` that are given, archived ones too.
   */
  filters: z.optional(z.record(z.string().check(z.maxLength(60)), filterValue)),
})
export type SearchRequest = z.input<typeof searchRequest>

/** One search over every list of an organization (OT-06, AO-03). */
export const search = routes({
  search: {
    method: 'POST',
    path: '/search',
    summary: "Search one of an organization's resources",
    metadata: coreRead,
    body: searchRequest,
    responses: {
      200: z.object({
        data: z.array(z.looseObject({ id })),
        meta: z.object({ total: z.int().check(z.minimum(0)) }),
      }),
    },
  },
})
