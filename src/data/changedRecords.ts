import type { Query, QueryClient } from '@tanstack/react-query'
import type { Change } from '../../contract/extensions/change'
import type { Api } from './api'
import { madeOfAll } from './cache'
import { isSearched, readRows } from './resources/search'
import { firstPage } from './tableAddress'

/** Lists that show something of another resource, such as how many there are. */
const shownIn: Readonly<Record<string, readonly string[]>> = { offers: ['campaigns'] }

/**
 * Lists of the same records by another name, as of a call that is to be returned; and what an organization settles, with the
 * lists of which a person may see more or less from when that has changed.
 */
const alsoIn: Readonly<Record<string, readonly string[]>> = {
  calls: ['callBacks'],
  bulkJobs: ['bulkRows'],
  collaborations: ['soldOrders', 'receivedCampaigns'],
  organizations: ['organizationSettings', 'sellers', 'orders', 'fulfillments', 'transactions'],
}

/** When the newest answer of each query was asked for. */
const asked = new WeakMap<Query, number>()

const noted = new WeakSet<QueryClient>()

/** Notes from now on when answers were asked for; one that was asked for after a change was heard of carries it. */
export function noteRequests(queryClient: QueryClient): void {
  if (noted.has(queryClient)) return
  noted.add(queryClient)
  queryClient.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'fetch') asked.set(event.query, performance.now())
  })
}

/**
 * Reads what is on the screen again where it shows one of these records, unless it carries the change already, as after
 * the person's own write. What is not on the screen is read when it comes there.
 */
export async function readChanged(queryClient: QueryClient, changes: readonly Change[]): Promise<void> {
  const heardAt = performance.now()
  const concerned = queryClient
    .getQueryCache()
    .findAll()
    .filter((query) => changes.some((change) => isShownIn(change, query)))
  await Promise.all(
    concerned.map(async (query) => {
      // What is under way may be older than the change; it is not given up, or nothing would ever come in.
      await query.promise?.catch(() => undefined)
      const carries = (change: Change) => (asked.get(query) ?? 0) > heardAt || hasVersion(query, change)
      if (changes.filter((change) => isShownIn(change, query)).every(carries)) return
      // Who leaves before it has been read again finds it outdated when they come back.
      await queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true }, { cancelRefetch: false })
    }),
  )
}

/**
 * Reads records again that flows are open on and that nothing on the screen shows, so that these are told as well (GE-09). What
 * can not be read tells nothing: whoever saves then is asked.
 */
export async function readOpened(
  api: Api,
  { organizationId, flows }: { organizationId: string | undefined; flows: readonly { recordId: string | undefined }[] },
  changes: readonly Change[],
): Promise<readonly { id: string }[]> {
  const shown = api.queryClient
    .getQueryCache()
    .findAll({ type: 'active' })
    .flatMap(({ state: { data } }) => recordsIn(data))
  const read = async ({ resource, kind, id }: Change) => {
    const isOpened = flows.some(({ recordId }) => recordId === id) && !shown.some((one) => one.id === id)
    // What was made and changed within a moment is told as made.
    if (id === null || kind === 'deleted' || !isOpened || !isSearched(resource)) return []
    const { fetch } = readRows(api, { organizationId, resource, within: { ids: [id] } }, { ...firstPage, pageSize: 1 })
    return (await fetch(AbortSignal.timeout(10_000))).rows
  }
  return (await Promise.all(changes.map((change) => read(change).catch(() => [])))).flat()
}

function isShownIn({ resource, id, kind }: Change, { queryKey: [of, what, recordId] }: Query): boolean {
  // What somebody may not see has changed it, and nothing else that they see.
  if (resource === 'leaderboard') return of === resource
  if (of === resource || madeOfAll.has(of) || alsoIn[resource]?.includes(String(of)))
    return what !== 'record' || id === null || id === recordId
  return what === 'rows' && kind !== 'updated' && (shownIn[resource] ?? []).includes(String(of))
}

interface Versioned {
  id?: unknown
  version?: unknown
}

/** Whether the answer has the record in this version already, or a newer one. */
function hasVersion({ state: { data } }: Query, { id, version, kind }: Change): boolean {
  if (version === null || kind === 'deleted') return false
  const record = recordsIn(data).find((one) => one.id === id)
  return typeof record?.version === 'number' && record.version >= version
}

// What queries hold is either a page of rows or one record.
function recordsIn(data: unknown): readonly Versioned[] {
  if (typeof data !== 'object' || data === null) return []
  return 'rows' in data && Array.isArray(data.rows) ? (data.rows as Versioned[]) : [data]
}
