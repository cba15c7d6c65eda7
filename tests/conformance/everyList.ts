import { allCalls } from '../../contract/conformance/engine/calls'
import { jsonSchemaOf } from '../../contract/conformance/engine/jsonSchema'
import { searchResources } from '../../contract/search'

type Row = Record<string, unknown>
type Ask = (method: string, path: string, body?: object) => Promise<unknown>

/** Everything that an account can list, by organization and list. */
export type Lists = ReadonlyMap<string, readonly Row[]>

const dataOf = (answer: unknown): unknown => (answer as { data?: unknown }).data
/** Its rows; what has no id, such as a category, is none. */
function rowsOf(answer: unknown): Row[] {
  const data = dataOf(answer)
  return Array.isArray(data) ? (data as Row[]).filter(({ id }) => typeof id === 'string') : []
}

/** The calls that list something of an organization with no more said than which one. */
const listing = allCalls.filter(({ method, params, query, answer, streams, auth, path }) => {
  if (method !== 'GET' || params !== undefined || query === undefined || streams !== undefined || auth !== 'user')
    return false
  const required = jsonSchemaOf(query, 'input').required ?? []
  const isList = jsonSchemaOf(answer, 'output').properties?.['data']?.type === 'array'
  return isList && required.every((name) => name === 'organizationId') && !path.includes('audit')
})

async function paged(ask: (page: number) => Promise<unknown>): Promise<Row[]> {
  const rows: Row[] = []
  for (let page = 1; ; page += 1) {
    const found = rowsOf(await ask(page))
    rows.push(...found)
    if (found.length < 100) return rows
  }
}

/** Reads every list of every organization of an account. */
export async function everyList(ask: Ask): Promise<Lists> {
  const lists = new Map<string, readonly Row[]>()
  const organizations = rowsOf(await ask('GET', '/organizations'))
  lists.set('organizations', organizations)
  for (const organizationId of organizations.map(({ id }) => String(id))) {
    for (const resource of searchResources) {
      for (const filters of resource === 'campaigns' ? [{}, { archived: 'true' }] : [{}]) {
        const rows = await paged((page) =>
          ask('POST', '/search', { organizationId, resource, filters, limit: 100, page }),
        )
        lists.set(`${resource} ${JSON.stringify(filters)} of ${organizationId}`, rows)
      }
    }
    for (const { name, path, query } of listing) {
      const hasPages = 'page' in (query === undefined ? {} : (jsonSchemaOf(query, 'input').properties ?? {}))
      const address = `${path.replace('/api/v1', '')}?organizationId=${organizationId}`
      const rows = hasPages
        ? await paged((page) => ask('GET', `${address}&limit=100&page=${page}`))
        : rowsOf(await ask('GET', address))
      lists.set(`${name} of ${organizationId}`, rows)
    }
    const campaigns = lists.get(`campaigns {} of ${organizationId}`) ?? []
    for (const { id } of campaigns) {
      const rows = rowsOf(await ask('GET', `/campaigns/${String(id)}/autoresponders/email`))
      lists.set(`autoresponders of ${String(id)}`, rows)
    }
  }
  return lists
}

/** What moves by itself, or with everything that is done. */
const moving = new Set([
  'updatedAt',
  'version',
  'lastSeenAt',
  'lastUsedAt',
  'offersCount',
  'linkEnds',
  'isMine',
  'usedBy',
])
/** A mail goes out by itself; and of a call that goes on, what is typed meanwhile tells what it is about. */
const movingIn = (row: Row): readonly string[] => [
  ...('tries' in row ? ['state', 'tries', 'error', 'deliveredAt'] : []),
  ...('outcome' in row && row['disposition'] === null ? ['campaignId', 'campaignName', 'offerId', 'offerName'] : []),
]

function still(row: Row): string {
  const free = new Set([...moving, ...movingIn(row)])
  return JSON.stringify(Object.entries(row).filter(([name]) => !free.has(name)))
}

/** What is there that was not before, what is gone, and what is another than it was, by list. */
export function movedBetween(before: Lists, after: Lists) {
  const added: [list: string, row: Row][] = []
  const lost: typeof added = []
  for (const [list, rows] of after) {
    const known = new Map((before.get(list) ?? []).map((row) => [row['id'], row]))
    for (const row of rows) {
      const former = known.get(row['id'])
      if (former === undefined) added.push([list, row])
      else if (still(former) !== still(row)) lost.push([`${list} was ${still(former)}`, row])
      known.delete(row['id'])
    }
    for (const row of known.values()) lost.push([list, row])
  }
  return { added, lost }
}
