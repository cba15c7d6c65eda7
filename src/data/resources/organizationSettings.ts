import { fromPromise } from 'xstate'
import { answer, pathParams } from '../../../contract/client/client'
import type { OrganizationPermissions, OrganizationSettings } from '../../../contract/extensions/organizations'
import type { Member } from '../../../contract/organizations'
import { upon } from '../../../contract/versions'
import type { Api } from '../api'
import { type ActorsOf, someFields } from '../flowActors'
import { wholeList } from './wholeList'

/** Who works in an organization, to choose from. */
export const readMembers = ({ extended }: Api, organizationId: string | undefined) =>
  wholeList<Member>('members', organizationId, async ({ query, fetchOptions }) => {
    const { reads } = await extended('organizations')
    return answer(await reads.organizations.members.query({ params: pathParams(query), fetchOptions })).data
  })

/** What agents may do in an organization, as its only row (ST-02). */
export const readPermissions = ({ extended }: Api, organizationId: string | undefined) =>
  wholeList<OrganizationPermissions>('organizations', organizationId, async ({ query, fetchOptions }) => {
    const { reads } = await extended('organizations')
    return [answer(await reads.organizations.permissions.query({ params: pathParams(query), fetchOptions })).data]
  })

/** What an organization is and how it sells, as its only row (ST-01). */
export const readSettings = ({ extended }: Api, organizationId: string | undefined) =>
  wholeList<OrganizationSettings>('organizationSettings', organizationId, async ({ query, fetchOptions }) => {
    const { reads } = await extended('organizations')
    return [answer(await reads.organizations.settings.query({ params: pathParams(query), fetchOptions })).data]
  })

export const permissionActors = ({
  extended,
  createOnce,
}: Api): ActorsOf<'permissionsEdit'> & ActorsOf<'organizationEdit'> & ActorsOf<'organizationCreate'> => ({
  createOrganization: fromPromise(async ({ input: { values } }) => {
    const { users } = (await extended('users')).client
    const body = { name: values.name.trim() }
    return answer(await createOnce({ body }, (keyed) => users.createOrganization({ body, ...keyed }))).data
  }),
  savePermissions: fromPromise(async ({ input: { id, version, fields } }) => {
    const { organizations } = (await extended('organizations')).client
    const params = pathParams({ organizationId: id })
    await organizations.setPermissions({ params, ...upon(version), body: someFields(fields) })
  }),
  saveOrganization: fromPromise(async ({ input: { id, version, fields } }) => {
    const { organizations } = (await extended('organizations')).client
    const params = pathParams({ organizationId: id })
    await organizations.update({ params, ...upon(version), body: someFields(fields) })
  }),
})
