import { answer, pathParams } from '../../../contract/client/client'
import {
  bulkAction,
  type BulkJob,
  type BulkJobRecord,
  bulkOutcome,
  type BulkRow,
  bulkState,
} from '../../../contract/extensions/bulkJobs'
import type { BulkList } from '../../../contract/rules/bulkJobs'
import type { TableRequest } from '../../../machines/table/dataTable.machine'
import type { Api } from '../api'
import type { Read } from '../cache'
import { required } from '../flowActors'
import type { Rows } from './rows'

type Paged = Pick<TableRequest, 'pageIndex' | 'pageSize' | 'filters' | 'q'>

const valid = <T>(read: { success: true; data: T } | { success: false }): T | undefined =>
  read.success ? read.data : undefined

/** A page of what was begun over many records, the newest first. */
export async function fetchBulkJobs(
  { extended }: Api,
  organizationId: string,
  { q, pageIndex, pageSize, filters }: Paged,
  signal: AbortSignal,
): Promise<Rows<BulkJob>> {
  const { reads } = await extended('bulkJobs')
  const state = valid(bulkState.safeParse(filters['state']))
  const action = valid(bulkAction.safeParse(filters['action']))
  const query = {
    organizationId,
    limit: pageSize,
    page: pageIndex + 1,
    ...(q && { q }),
    ...(state && { state }),
    ...(action && { action }),
  }
  const { data, meta } = answer(await reads.bulkJobs.list.query({ query, fetchOptions: { signal } }))
  return { rows: data, total: meta.total }
}

/** A page of the rows of one, in the order in which they are done. */
export async function fetchBulkRows(
  { extended }: Api,
  jobId: string,
  { pageIndex, pageSize, filters }: Omit<Paged, 'q'>,
  signal: AbortSignal,
): Promise<Rows<BulkRow>> {
  const { reads } = await extended('bulkJobs')
  const outcome = valid(bulkOutcome.safeParse(filters['outcome']))
  const query = { limit: pageSize, page: pageIndex + 1, ...(outcome && { outcome }) }
  const params = pathParams({ jobId })
  const { data, meta } = answer(await reads.bulkJobs.rows.query({ params, query, fetchOptions: { signal } }))
  return { rows: data, total: meta.total }
}

/** The first rows of one, to see what it would do. */
export const readFirstRows = (api: Api, jobId: string): Read<Rows<BulkRow>> => ({
  key: ['bulkRows', 'rows', jobId],
  fetch: (signal) => fetchBulkRows(api, jobId, { pageIndex: 0, pageSize: 20, filters: {} }, signal),
})

/** How far one is, and why rows of it were not changed. */
export const readBulkJob = ({ extended }: Api, jobId: string): Read<BulkJobRecord> => ({
  key: ['bulkJobs', 'record', jobId],
  fetch: async (signal) => {
    const { reads } = await extended('bulkJobs')
    const asked = { params: pathParams({ jobId }), fetchOptions: { signal } }
    return answer(await reads.bulkJobs.get.query(asked)).data
  },
})

/** For so many milliseconds it is shown where it was begun how something has ended. */
const newFor = 300_000
const isNews = ({ state, finishedAt, undoneAt }: BulkJob) =>
  state === 'running' || state === 'undoing' || Date.now() - Date.parse(undoneAt ?? finishedAt ?? '') < newFor

/** What goes on over the records of a list, or has ended just now; few are begun at once. */
export const readGoingOn = (
  { extended }: Api,
  organizationId: string | undefined,
  resource: BulkList,
): Read<Rows<BulkJob>> => ({
  key: ['bulkJobs', 'rows', organizationId, resource],
  fetch: async (signal) => {
    const { reads } = await extended('bulkJobs')
    const query = { organizationId: required(organizationId, 'Organization ID is required'), resource, limit: 10 }
    const { data } = answer(await reads.bulkJobs.list.query({ query, fetchOptions: { signal } }))
    const rows = data.filter(isNews)
    return { rows, total: rows.length }
  },
})
