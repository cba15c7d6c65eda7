import { answer, pathParams } from '../../../contract/client/client'
import {
  type CollaborationRecord,
  collaborationsAsked,
  type Invitation,
  receivedAsked,
  soldAsked,
  type SharedOffer,
  type SoldOrder,
  type Statement,
} from '../../../contract/extensions/collaborations'
import type { Collaboration } from '../../../contract/lists/collaborations'
import type { ReceivedCampaign } from '../../../contract/lists/receivedCampaigns'
import type { TableRequest } from '../../../machines/table/dataTable.machine'
import type { Api } from '../api'
import type { Read } from '../cache'
import type { Rows } from './rows'
import { pageOf } from './pages'

/** A page of collaborations, the newest first (CO-01). An address may ask for what there is not. */
export async function fetchCollaborations(
  { extended }: Api,
  organizationId: string,
  request: TableRequest,
  signal: AbortSignal,
): Promise<Rows<Collaboration>> {
  const { reads } = await extended('collaborations')
  const { state, side, sortBy } = collaborationsAsked.shape
  const query = {
    organizationId,
    ...pageOf(request),
    state: state.safeParse(request.filters['state']).data,
    side: side.safeParse(request.filters['side']).data,
    sortBy: sortBy.safeParse(request.sort?.by).data,
    sortOrder: request.sort?.order,
  }
  const { data, meta } = answer(await reads.collaborations.list.query({ query, fetchOptions: { signal } }))
  return { rows: data, total: meta.total }
}

/** A page of what others share with the organization, narrowed and sorted as its own campaigns are, as far as it can be. */
export async function fetchReceived(
  { extended }: Api,
  organizationId: string,
  request: TableRequest,
  signal: AbortSignal,
): Promise<Rows<ReceivedCampaign>> {
  const { status, archived, sortBy } = receivedAsked.shape
  const { filters, sort } = request
  const { category, type } = filters
  const by = sortBy.safeParse(sort?.by).data
  const query = {
    organizationId,
    ...pageOf(request),
    status: status.safeParse(filters['status']).data,
    archived: archived.safeParse(filters['archived']).data,
    ...(category && { category }),
    ...(type && { type }),
    sortBy: by,
    sortOrder: by && sort?.order,
  }
  const { reads } = await extended('collaborations')
  const { data, meta } = answer(await reads.collaborations.received.query({ query, fetchOptions: { signal } }))
  return { rows: data, total: meta.total }
}

/** One collaboration, as the organization sees it that the person works in. */
export const readCollaboration = (
  { extended }: Api,
  id: string,
  organizationId: string | undefined,
  as: 'partner' | undefined,
): Read<CollaborationRecord> => ({
  key: ['collaborations', 'record', id, organizationId, as],
  fetch: async (signal) => {
    const { reads } = await extended('collaborations')
    const asked = {
      params: pathParams({ collaborationId: id }),
      query: { organizationId, as },
      fetchOptions: { signal },
    }
    return answer(await reads.collaborations.get.query(asked)).data
  },
})

/** What is sold in the campaigns that are shared. */
export const readSharedOffers = (
  { extended }: Api,
  id: string,
  organizationId: string | undefined,
  as: 'partner' | undefined,
): Read<Rows<SharedOffer>> => ({
  key: ['collaborations', 'rows', organizationId, id, as],
  fetch: async (signal) => {
    const { reads } = await extended('collaborations')
    const asked = {
      params: pathParams({ collaborationId: id }),
      query: { organizationId, as },
      fetchOptions: { signal },
    }
    const { data } = answer(await reads.collaborations.offers.query(asked))
    return { rows: data, total: data.length }
  },
})

/** A page of what was sold by a collaboration, as the organization sees it that asks. */
export async function fetchSoldOrders(
  { extended }: Api,
  organizationId: string,
  { collaborationId, as }: { collaborationId: string; as: 'partner' | undefined },
  request: TableRequest,
  signal: AbortSignal,
): Promise<Rows<SoldOrder>> {
  const { reads } = await extended('collaborations')
  const query = {
    organizationId,
    as,
    ...pageOf(request),
    sortBy: soldAsked.shape.sortBy.safeParse(request.sort?.by).data,
    sortOrder: request.sort?.order,
  }
  const params = pathParams({ collaborationId })
  const { data, meta } = answer(await reads.collaborations.orders.query({ params, query, fetchOptions: { signal } }))
  return { rows: data, total: meta.total }
}

/** What is owed, as its only row. */
export const readStatement = (
  { extended }: Api,
  id: string,
  organizationId: string | undefined,
  as: 'partner' | undefined,
): Read<Rows<Statement & { id: string }>> => ({
  key: ['soldOrders', 'statement', organizationId, id, as],
  fetch: async (signal) => {
    const { reads } = await extended('collaborations')
    const asked = {
      params: pathParams({ collaborationId: id }),
      query: { organizationId, as },
      fetchOptions: { signal },
    }
    return { rows: [{ ...answer(await reads.collaborations.statement.query(asked)).data, id }], total: 1 }
  },
})

/** What the person is invited to, as its only row. */
export const readInvitation = (
  { extended }: Api,
  collaborationId: string | undefined,
  token: string,
): Read<Rows<Invitation>> => ({
  key: ['collaborations', 'invitation', collaborationId],
  fetch: async (signal) => {
    const { client } = await extended('collaborations')
    const { data } = answer(await client.collaborations.invitation({ body: { token }, fetchOptions: { signal } }))
    return { rows: [data], total: 1 }
  },
})
