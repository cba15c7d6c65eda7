import { fromPromise } from 'xstate'
import { answer } from '../../../contract/client/client'
import type { Organization } from '../../../contract/organizations'
import type { Api } from '../api'

export const organizationActors = ({ reads }: Api) => ({
  fetchOrganizations: fromPromise<Organization[]>(
    async ({ signal }) => answer(await reads.organizations.list.query({ fetchOptions: { signal } })).data,
  ),
})
