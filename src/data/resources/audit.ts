import { answer, pathParams } from '../../../contract/client/client'
import {
  type AuditEntry,
  type AuditQuestion,
  mostAuditPages,
  type RecordEvent,
  type TimelineResource,
} from '../../../contract/extensions/audit'
import type { TableRequest } from '../../../machines/table/dataTable.machine'
import type { Api } from '../api'
import type { Read } from '../cache'
import type { Rows } from './rows'

/** What an address narrows the audit log by, as its calls are asked. */
export const auditQuestion = (
  organizationId: string,
  { actorId, resource, recordId, createdFrom, createdTo }: Omit<AuditQuestion, 'organizationId'>,
): AuditQuestion => ({ organizationId, actorId, resource, recordId, createdFrom, createdTo })

/** A page of what was changed, the newest first (AD-01). */
export async function fetchAudit(
  { extended }: Api,
  organizationId: string,
  { pageIndex, pageSize, filters }: Pick<TableRequest, 'pageIndex' | 'pageSize' | 'filters'>,
  signal: AbortSignal,
): Promise<Rows<AuditEntry>> {
  const { reads } = await extended('audit')
  const page = Math.min(pageIndex + 1, mostAuditPages)
  const query = { ...auditQuestion(organizationId, filters), limit: pageSize, page }
  const { data, meta } = answer(await reads.audit.list.query({ query, fetchOptions: { signal } }))
  return { rows: data, total: meta.total }
}

/** The newest entry of a record, which knows what it is called; none where no record is asked for. */
export const readNewestEntry = (
  api: Api,
  organizationId: string | undefined,
  recordId: string | undefined,
): Read<Rows<AuditEntry>> => ({
  key: ['audit', 'rows', organizationId, 'newest', recordId],
  fetch: async (signal) => {
    if (organizationId === undefined || recordId === undefined) return { rows: [], total: 0 }
    return fetchAudit(api, organizationId, { pageIndex: 0, pageSize: 1, filters: { recordId } }, signal)
  },
})

/** A page of what has happened to a record, the newest first. */
export const readTimeline = (
  { extended }: Api,
  organizationId: string | undefined,
  record: { resource: TimelineResource; recordId: string },
  { pageIndex, pageSize }: Pick<TableRequest, 'pageIndex' | 'pageSize'>,
): Read<Rows<RecordEvent>> => ({
  key: [record.resource, 'timeline', record.recordId, organizationId, pageIndex, pageSize],
  fetch: async (signal) => {
    if (organizationId === undefined) return { rows: [], total: 0 }
    const { reads } = await extended('audit')
    const query = { organizationId, limit: pageSize, page: Math.min(pageIndex + 1, mostAuditPages) }
    const params = pathParams(record)
    const { data, meta } = answer(await reads.audit.timeline.query({ params, query, fetchOptions: { signal } }))
    return { rows: data, total: meta.total }
  },
})
