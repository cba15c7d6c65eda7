import type { OrganizationSettings, OrganizationUpdate } from '../../contract/extensions/organizations'
import { changedOrganization, organizationForm, organizationValues } from '../../contract/forms/organizations'
import { promiseActor } from '../actors'
import { changing, recordFlow } from '../factories/recordFlow'
import type { FlowSurroundings } from '../flowSurroundings'
import type { RecordChange } from '../recordForm'

export interface OrganizationEditInput extends FlowSurroundings {
  settings: OrganizationSettings
}

/** Changing what the organization is and how it sells (ST-01). */
export const organizationEditMachine = recordFlow({
  id: 'organizationEdit',
  form: organizationForm,
  valuesOf: (settings: OrganizationSettings) => organizationValues(settings),
  context: (_input: OrganizationEditInput) => ({}),
  record: ({ settings }) => settings,
  actors: { saveOrganization: promiseActor<void, RecordChange<OrganizationUpdate>>('saveOrganization') },
  isReread: false,
  submit: {
    state: 'saving',
    src: 'saveOrganization',
    ...changing('organizationSettings', changedOrganization),
    message: 'Organization saved',
    done: 'saved',
  },
})
