import { collaborationCreateForm, type CollaborationCreateValues } from '../../contract/forms/collaborations'
import { promiseActor } from '../actors'
import { formFlow } from '../factories/formFlow'
import type { FlowSurroundings } from '../flowSurroundings'

export type CollaborationCreateInput = FlowSurroundings

/** Inviting a partner to sell or see campaigns of one's own, by the email of somebody there (CO-01). */
export const collaborationCreateMachine = formFlow({
  id: 'collaborationCreate',
  form: collaborationCreateForm,
  values: (_input: CollaborationCreateInput): CollaborationCreateValues => ({ email: '', share: '', campaigns: {} }),
  context: ({ organizationId }: CollaborationCreateInput) => ({ organizationId }),
  actors: {
    inviteCollaborator: promiseActor<void, { organizationId: string | undefined; values: CollaborationCreateValues }>(
      'inviteCollaborator',
    ),
  },
  submit: {
    state: 'inviting',
    src: 'inviteCollaborator',
    input: ({ organizationId, form }) => ({ organizationId, values: form.values }),
    change: { resource: 'collaborations', kind: 'add' },
    message: 'Invitation sent',
    done: 'invited',
  },
  refusesFields: true,
  cancelled: 'cancelled',
})
