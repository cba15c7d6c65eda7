import { assign, setup } from 'xstate'
import { inviteForm, type InviteValues } from '../../contract/forms/invites'
import type { InvitedAddress } from '../../contract/extensions/invites'
import { promiseActor, withError } from '../actors'
import type { FlowSurroundings } from '../flowSurroundings'
import {
  answersTo,
  type FieldEvent,
  fieldEvents,
  type Form,
  formParts,
  type LeaveEvent,
  leaveTo,
  newForm,
  submitTo,
} from '../form'
import { changeParts } from '../pendingChanges'

export interface InviteCreateInput extends FlowSurroundings {
  organizationId: string | undefined
}
interface Context extends Pick<FlowSurroundings, 'organizationId'> {
  form: Form<InviteValues>
  invited: readonly InvitedAddress[]
}
export type InviteCreateEvent = FieldEvent<InviteValues> | LeaveEvent | { type: 'dialog.submit' }

/** Inviting teammates by their addresses, each of which is told what became of it (IN-01). */
export const inviteCreateMachine = setup({
  types: {
    input: {} as InviteCreateInput,
    context: {} as Context,
    events: {} as InviteCreateEvent,
    tags: {} as 'open' | 'busy' | 'asking',
  },
  actors: {
    createInvites: promiseActor<InvitedAddress[], { organizationId: string | undefined; values: InviteValues }>(
      'createInvites',
    ),
  },
  actions: {
    setInvited: assign((_, { invited }: { invited: readonly InvitedAddress[] }) => ({ invited })),
    reportError: (_, _params: { error: unknown }) => {},
  },
})
  .extend(changeParts)
  .extend(formParts<InviteValues>(inviteForm))
  .createMachine({
    id: 'inviteCreate',
    context: ({ input: { organizationId } }) => ({
      organizationId,
      form: newForm<InviteValues>({ emails: '', role: 'agent' }),
      invited: [],
    }),
    initial: 'editing',
    states: {
      editing: {
        tags: 'open',
        on: { ...fieldEvents<InviteValues>(), ...leaveTo('cancelled'), 'dialog.submit': submitTo('inviting') },
      },
      asking: { tags: ['open', 'asking'], on: answersTo('cancelled') },
      inviting: {
        tags: ['open', 'busy'],
        entry: { type: 'showChange', params: { resource: 'invites', kind: 'add' } },
        invoke: {
          src: 'createInvites',
          input: ({ context: { organizationId, form } }) => ({ organizationId, values: form.values }),
          onDone: {
            target: 'invited',
            actions: [{ type: 'setInvited', params: ({ event }) => ({ invited: event.output }) }, 'confirmChange'],
          },
          onError: { target: 'editing', actions: ['revertChange', withError('reportError')] },
        },
      },
      // What became of whom can't be read again, so nothing but its reader closes it.
      invited: { tags: 'open', on: { 'dialog.cancel': 'closed' } },
      closed: { type: 'final' },
      cancelled: { type: 'final' },
    },
  })
