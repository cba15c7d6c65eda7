import { fromPromise } from 'xstate'
import { answer, pathParams } from '../../../contract/client/client'
import type { AuditEntry } from '../../../contract/extensions/audit'
import {
  type MemberRecord,
  memberStates,
  members as memberCalls,
  type OrganizationMember,
} from '../../../contract/extensions/members'
import { roleOf } from '../../../contract/rules/members'
import type { TableRequest } from '../../../machines/table/dataTable.machine'
import type { Api } from '../api'
import type { Read } from '../cache'
import { type ActorsOf, required } from '../flowActors'
import { fetchAudit } from './audit'
import type { Rows } from './rows'
import { pageOf } from './pages'

const { sortBy: sorts } = memberCalls.list.query.shape

/** A page of those who belong to an organization (AU-01). */
export async function fetchMembers(
  { extended }: Api,
  organizationId: string,
  request: TableRequest,
  signal: AbortSignal,
): Promise<Rows<OrganizationMember>> {
  const { reads } = await extended('members')
  const { sort, filters } = request
  // An address may ask for what there is not.
  const state = memberStates.find((one) => one === filters['state'])
  const sorted = sorts.safeParse(sort?.by)
  const query = {
    ...pageOf(request),
    ...(state ? { state } : {}),
    ...(sort && sorted.success ? { sortBy: sorted.data, sortOrder: sort.order } : {}),
  }
  const params = pathParams({ organizationId })
  const { data, meta } = answer(await reads.members.list.query({ params, query, fetchOptions: { signal } }))
  return { rows: data, total: meta.total }
}

const fetchMember = async (
  { extended }: Api,
  organizationId: string | undefined,
  userId: string,
  signal?: AbortSignal,
): Promise<MemberRecord> => {
  const { reads } = await extended('members')
  const params = pathParams({ organizationId: required(organizationId, 'Organization ID is required'), userId })
  return answer(await reads.members.get.query({ params, fetchOptions: signal ? { signal } : {} })).data
}

/** One of those who belong to an organization; in another one they are somebody else. */
export const readMember = (api: Api, organizationId: string | undefined, userId: string): Read<MemberRecord> => ({
  key: ['members', 'record', userId, organizationId],
  fetch: (signal) => fetchMember(api, organizationId, userId, signal),
})

/** Oneself in an organization, as its only row. */
export const readOwnMember = (
  api: Api,
  organizationId: string | undefined,
  userId: string,
): Read<Rows<MemberRecord>> => ({
  key: ['members', 'own', organizationId, userId],
  fetch: async (signal) => ({ rows: [await fetchMember(api, organizationId, userId, signal)], total: 1 }),
})

/** What a person did last in an organization. */
export const readActivity = (
  api: Api,
  organizationId: string | undefined,
  actorId: string,
): Read<Rows<AuditEntry>> => ({
  key: ['audit', 'rows', organizationId, 'activity', actorId],
  fetch: async (signal) => {
    if (organizationId === undefined) return { rows: [], total: 0 }
    return fetchAudit(api, organizationId, { pageIndex: 0, pageSize: 10, filters: { actorId } }, signal)
  },
})

export const memberActors = (api: Api): ActorsOf<'memberChange'> & ActorsOf<'memberRole'> => ({
  setMemberRole: fromPromise(async ({ input: { organizationId = '', member, step } }) => {
    const { members } = (await api.extended('members')).client
    const params = pathParams({ organizationId, userId: member.id })
    answer(await members.setRole({ params, body: { role: roleOf[step] } }))
  }),
  fetchHandOver: fromPromise(async ({ input: { organizationId = '', member } }) => {
    const { organizations } = (await api.extended('organizations')).client
    const [{ work }, people] = await Promise.all([
      fetchMember(api, organizationId, member.id),
      organizations.members({ params: pathParams({ organizationId }) }),
    ])
    const colleagues = answer(people).data.filter(({ id, isDisabled }) => id !== member.id && !isDisabled)
    return { work, colleagues }
  }),
  takeMemberStep: fromPromise(async ({ input: { organizationId = '', member, step, handOverTo } }) => {
    const { members } = (await api.extended('members')).client
    const body = handOverTo === '' ? {} : { handOverTo }
    const params = pathParams({ organizationId, userId: member.id })
    if (step === 'leave') await members.leave({ params: pathParams({ organizationId }), body })
    else if (step === 'enable') await members.enable({ params, body: {} })
    else await members[step]({ params, body })
  }),
})
