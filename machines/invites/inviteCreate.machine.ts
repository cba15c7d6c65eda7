import { inviteForm, type InviteValues } from '../../contract/forms/invites'
import type { InvitedAddress } from '../../contract/extensions/invites'
import { promiseActor } from '../actors'
import { shownOnceFlow } from '../factories/shownOnceFlow'
import type { FlowSurroundings } from '../flowSurroundings'

interface Context extends Pick<FlowSurroundings, 'organizationId'> {
  invited: readonly InvitedAddress[]
}

const nobody: InviteValues = { emails: '', role: 'agent' }

/** Inviting teammates by their addresses, each of which is told what became of it (IN-01). */
export const inviteCreateMachine = shownOnceFlow({
  id: 'inviteCreate',
  form: inviteForm,
  values: nobody,
  context: ({ organizationId }: FlowSurroundings): Context => ({ organizationId, invited: [] }),
  actors: {
    createInvites: promiseActor<InvitedAddress[], { organizationId: string | undefined; values: InviteValues }>(
      'createInvites',
    ),
  },
  submit: {
    state: 'inviting',
    src: 'createInvites',
    input: ({ organizationId, form: { values } }) => ({ organizationId, values }),
    change: { resource: 'invites', kind: 'add' },
    keeps: { action: 'setInvited', as: (invited) => ({ invited }) },
    done: 'invited',
  },
})
