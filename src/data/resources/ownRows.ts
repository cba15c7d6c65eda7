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
import type { Rows } from './rows'

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

/** What reads a page of each list that has a call of its own; a list brings no other's. */
export const fetchOwn: {
  [Resource in keyof OwnRows]: (
    api: Api,
    place: Place,
    request: TableRequest,
    signal: AbortSignal,
  ) => Promise<Rows<OwnRows[Resource]>>
} = {
  mails: async (api, { organizationId }, request, signal) =>
    (await import('./mails')).fetchMails(api, organizationId, request, signal),
  members: async (api, { organizationId }, request, signal) =>
    (await import('./members')).fetchMembers(api, organizationId, request, signal),
  audit: async (api, { organizationId }, request, signal) =>
    (await import('./audit')).fetchAudit(api, organizationId, request, signal),
  bulkJobs: async (api, { organizationId }, request, signal) =>
    (await import('./bulkJobs')).fetchBulkJobs(api, organizationId, request, signal),
  bulkRows: async (api, { within }, request, signal) =>
    (await import('./bulkJobs')).fetchBulkRows(api, String(within['jobId']), request, signal),
  collaborations: async (api, { organizationId }, request, signal) =>
    (await import('./collaborations')).fetchCollaborations(api, organizationId, request, signal),
  receivedCampaigns: async (api, { organizationId }, request, signal) =>
    (await import('./collaborations')).fetchReceived(api, organizationId, request, signal),
  soldOrders: async (api, { organizationId, within }, request, signal) => {
    const of = {
      collaborationId: String(within['collaborationId']),
      as: within['as'] === 'partner' ? ('partner' as const) : undefined,
    }
    return (await import('./collaborations')).fetchSoldOrders(api, organizationId, of, request, signal)
  },
  webhooks: async (api, { within }, request, signal) =>
    (await import('./webhooks')).fetchDeliveries(api, String(within['webhookId']), request, signal),
}
