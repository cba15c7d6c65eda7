import { assign, setup } from 'xstate'
import { promiseActor, withError } from '../actors'
import type { FlowSurroundings } from '../flowSurroundings'

export interface InviteLinkInput extends FlowSurroundings {
  id: string
  email: string
}
interface Context extends Pick<InviteLinkInput, 'id' | 'email'> {
  linkUrl: string
}

/** Reading the link of an invite, to hand it over by another way than mail (IN-01). */
export const inviteLinkMachine = setup({
  types: {
    input: {} as InviteLinkInput,
    context: {} as Context,
    events: {} as { type: 'dialog.cancel' } | { type: 'dialog.leave' },
    tags: {} as 'open',
  },
  actors: { readInviteLink: promiseActor<{ linkUrl: string }, { id: string }>('readInviteLink') },
  actions: {
    setLink: assign((_, { linkUrl }: { linkUrl: string }) => ({ linkUrl })),
    reportError: (_, _params: { error: unknown }) => {},
  },
}).createMachine({
  id: 'inviteLink',
  context: ({ input: { id, email } }) => ({ id, email, linkUrl: '' }),
  initial: 'reading',
  states: {
    reading: {
      invoke: {
        src: 'readInviteLink',
        input: ({ context: { id } }) => ({ id }),
        onDone: { target: 'showing', actions: { type: 'setLink', params: ({ event }) => event.output } },
        onError: { target: 'failed', actions: withError('reportError') },
      },
    },
    showing: { tags: 'open', on: { 'dialog.cancel': 'closed', 'dialog.leave': 'closed' } },
    closed: { type: 'final' },
    failed: { type: 'final' },
  },
})
