import type { OrganizationPermissions, OrganizationSettings } from '../../../contract/extensions/organizations'
import { editIcon } from '../../components/actions/icons'
import type { WriteAction } from '../../components/actions/recordAction'

/** Settles what agents may do (ST-02). */
export const editPermissions: WriteAction<OrganizationPermissions> = {
  action: 'organizations.setPermissions',
  label: 'Edit',
  icon: editIcon,
  open: (permissions, { open }) =>
    open({ type: 'open.permissionsEdit', recordId: permissions.id, input: { permissions } }),
}

/** Changes what the organization is and how it sells (ST-01). */
export const editOrganization: WriteAction<OrganizationSettings> = {
  action: 'organizations.update',
  label: 'Edit',
  icon: editIcon,
  open: (settings, { open }) => open({ type: 'open.organizationEdit', recordId: settings.id, input: { settings } }),
}
