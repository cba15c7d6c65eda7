import { fromPromise } from 'xstate'
import { answer, pathParams } from '../../../contract/client/client'
import type { Member, Organization } from '../../../contract/organizations'
import type { Api } from '../api'
import type { Read } from '../cache'
import type { Rows } from './search'

export const organizationActors = ({ reads }: Api) => ({
  fetchOrganizations: fromPromise<Organization[]>(
    async ({ signal }) => answer(await reads.organizations.list.query({ fetchOptions: { signal } })).data,
  ),
})

/** Who works in an organization, to choose from. */
export const readMembers = ({ reads }: Api, organizationId: string | undefined): Read<Rows<Member>> => ({
  key: ['members', 'rows', organizationId],
  fetch: async (signal) => {
    if (organizationId === undefined) return { rows: [], total: 0 }
    const asked = { params: pathParams({ organizationId }), fetchOptions: { signal } }
    const rows = answer(await reads.organizations.members.query(asked)).data
    return { rows, total: rows.length }
  },
})
