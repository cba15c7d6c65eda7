import * as z from 'zod/mini'
import { agentPermissions } from '../agentPermissions'
import { routes } from '../client/tsRest'
import { extension, id, shownText, someField } from '../schemas'
import { ifMatch, version } from '../versions'

/** What agents may do in an organization, as its owners have settled it (ST-02). */
export const organizationPermissions = z.extend(agentPermissions, {
  /** The organization's. */
  id,
  version,
  updatedAt: shownText,
})
export type OrganizationPermissions = z.infer<typeof organizationPermissions>

/** What changes of it. */
export const permissionsUpdate = z.partial(agentPermissions).check(someField)
export type PermissionsUpdate = z.infer<typeof permissionsUpdate>

const organizationId = z.object({ organizationId: id })

/** What may be done in an organization. */
export const organizations = routes({
  permissions: {
    method: 'GET',
    path: '/organizations/:organizationId/permissions',
    summary: 'Read what agents may do in an organization',
    metadata: extension,
    pathParams: organizationId,
    responses: { 200: z.object({ data: organizationPermissions }) },
  },
  setPermissions: {
    method: 'PUT',
    path: '/organizations/:organizationId/permissions',
    summary: 'Settle what agents may do in an organization; its owners do',
    metadata: extension,
    pathParams: organizationId,
    headers: ifMatch,
    body: permissionsUpdate,
    responses: { 200: z.object({ data: organizationPermissions }) },
  },
})
