import type { OrganizationPermissions, PermissionsUpdate } from '../../contract/extensions/organizations'
import { changedPermissions, permissionsForm, permissionsValues } from '../../contract/forms/permissions'
import { promiseActor } from '../actors'
import { changing, recordFlow } from '../factories/recordFlow'
import type { FlowSurroundings } from '../flowSurroundings'
import type { RecordChange } from '../recordForm'

export interface PermissionsEditInput extends FlowSurroundings {
  permissions: OrganizationPermissions
}

/** Settling what agents may do in the organization (ST-02). */
export const permissionsEditMachine = recordFlow({
  id: 'permissionsEdit',
  form: permissionsForm,
  valuesOf: (permissions: OrganizationPermissions) => permissionsValues(permissions),
  context: (_input: PermissionsEditInput) => ({}),
  record: ({ permissions }) => permissions,
  actors: { savePermissions: promiseActor<void, RecordChange<PermissionsUpdate>>('savePermissions') },
  isReread: false,
  submit: {
    state: 'saving',
    src: 'savePermissions',
    ...changing('organizations', changedPermissions),
    message: 'Permissions saved',
    done: 'saved',
  },
})
