import type { OrganizationPermissions } from '../../../contract/extensions/organizations'
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
