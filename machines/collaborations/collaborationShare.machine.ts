import type { CollaborationRecord } from '../../contract/extensions/collaborations'
import { chosenOf, sharingForm, type SharingValues } from '../../contract/forms/collaborations'
import { promiseActor } from '../actors'
import { formFlow } from '../factories/formFlow'
import type { FlowSurroundings } from '../flowSurroundings'

export interface CollaborationShareInput extends FlowSurroundings {
  collaboration: CollaborationRecord
}

/**
 * Settling which campaigns are shared with a partner, and which of them they sell (CO-01). What somebody else has changed
 * since is not overwritten: the save is refused, and the person opens it anew.
 */
export const collaborationShareMachine = formFlow({
  id: 'collaborationShare',
  form: sharingForm,
  values: ({ collaboration }: CollaborationShareInput): SharingValues => ({
    campaigns: chosenOf(collaboration.campaigns),
  }),
  context: ({ collaboration }: CollaborationShareInput) => ({ collaboration }),
  actors: {
    saveSharing: promiseActor<void, { collaboration: CollaborationRecord; values: SharingValues }>('saveSharing'),
  },
  submit: {
    state: 'saving',
    src: 'saveSharing',
    input: ({ collaboration, form }) => ({ collaboration, values: form.values }),
    change: ({ collaboration }) => ({ resource: 'collaborations', kind: 'merge', id: collaboration.id, fields: {} }),
    message: 'Shared campaigns saved',
    done: 'saved',
  },
  cancelled: 'cancelled',
})
