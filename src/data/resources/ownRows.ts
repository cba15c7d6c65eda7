import type { AuditEntry } from '../../../contract/extensions/audit'
import type { BulkJob, BulkRow } from '../../../contract/extensions/bulkJobs'
import type { Mail } from '../../../contract/extensions/mails'
import type { OrganizationMember } from '../../../contract/extensions/members'
import type { WebhookDelivery } from '../../../contract/extensions/webhooks'
import type { SoldOrder } from '../../../contract/extensions/collaborations'
import type { Collaboration } from '../../../contract/lists/collaborations'
import type { ReceivedCampaign } from '../../../contract/lists/receivedCampaigns'
import type { TableRequest } from '../../../machines/table/dataTable.machine'
import type { Api } from '../api'
import { fetchAudit } from './audit'
import { fetchBulkJobs, fetchBulkRows } from './bulkJobs'
import { fetchCollaborations, fetchReceived, fetchSoldOrders } from './collaborations'
import { fetchMails } from './mails'
import { fetchMembers } from './members'
import type { Rows } from './rows'
import { fetchDeliveries } from './webhooks'

/** What has a list by a call of its own. */
export interface OwnRows {
  mails: Mail
  members: OrganizationMember
  audit: AuditEntry
  bulkJobs: BulkJob
  /** What became of each record of one. */
  bulkRows: BulkRow
  collaborations: Collaboration
  /** The campaigns that others share with the organization. */
  receivedCampaigns: ReceivedCampaign
  /** What was sold by one of them. */
  soldOrders: SoldOrder
  /** The messages to one of them. */
  webhooks: WebhookDelivery
}

interface Place {
  organizationId: string
  within: Readonly<Record<string, string | string[]>>
}

/** What reads a page of each list that has a call of its own. */
export const fetchOwn: {
  [Resource in keyof OwnRows]: (
    api: Api,
    place: Place,
    request: TableRequest,
    signal: AbortSignal,
  ) => Promise<Rows<OwnRows[Resource]>>
} = {
  mails: (api, { organizationId }, request, signal) => fetchMails(api, organizationId, request, signal),
  members: (api, { organizationId }, request, signal) => fetchMembers(api, organizationId, request, signal),
  audit: (api, { organizationId }, request, signal) => fetchAudit(api, organizationId, request, signal),
  bulkJobs: (api, { organizationId }, request, signal) => fetchBulkJobs(api, organizationId, request, signal),
  bulkRows: (api, { within }, request, signal) => fetchBulkRows(api, String(within['jobId']), request, signal),
  collaborations: (api, { organizationId }, request, signal) =>
    fetchCollaborations(api, organizationId, request, signal),
  receivedCampaigns: (api, { organizationId }, request, signal) => fetchReceived(api, organizationId, request, signal),
  soldOrders: (api, { organizationId, within }, request, signal) => {
    const of = {
      collaborationId: String(within['collaborationId']),
      as: within['as'] === 'partner' ? ('partner' as const) : undefined,
    }
    return fetchSoldOrders(api, organizationId, of, request, signal)
  },
  webhooks: (api, { within }, request, signal) => fetchDeliveries(api, String(within['webhookId']), request, signal),
}
