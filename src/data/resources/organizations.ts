import { fromPromise } from 'xstate'
import { answer, pathParams } from '../../../contract/client/client'
import type { Member, Organization } from '../../../contract/organizations'
import type { Api } from '../api'
import { wholeList } from './wholeList'

export const organizationActors = ({ reads }: Api) => ({
  fetchOrganizations: fromPromise<Organization[]>(
    async ({ signal }) => answer(await reads.organizations.list.query({ fetchOptions: { signal } })).data,
  ),
})

/** Who works in an organization, to choose from. */
export const readMembers = ({ reads }: Api, organizationId: string | undefined) =>
  wholeList<Member>(
    'members',
    organizationId,
    async ({ query, fetchOptions }) =>
      answer(await reads.organizations.members.query({ params: pathParams(query), fetchOptions })).data,
  )
