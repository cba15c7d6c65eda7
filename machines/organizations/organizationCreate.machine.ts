import { organizationCreateForm, type OrganizationCreateValues } from '../../contract/forms/organizations'
import { promiseActor } from '../actors'
import { formFlow } from '../factories/formFlow'
import type { FlowSurroundings } from '../flowSurroundings'

/** Making an organization, which its owner goes into at once (ST-01). */
export const organizationCreateMachine = formFlow({
  id: 'organizationCreate',
  form: organizationCreateForm,
  values: (_: FlowSurroundings) => ({ name: '' }),
  context: () => ({}),
  actors: {
    createOrganization: promiseActor<{ id: string }, { values: OrganizationCreateValues }>('createOrganization'),
  },
  submit: {
    state: 'creating',
    src: 'createOrganization',
    input: ({ form }) => ({ values: form.values }),
    // No list that is shown has it.
    change: { resource: 'ownOrganizations', kind: 'add' },
    message: ({ form }) => `You are in ${form.values.name.trim()} now.`,
    action: { type: 'enterOrganization', params: ({ id }) => ({ organizationId: id }) },
    done: 'created',
  },
  cancelled: 'cancelled',
})
