import { setup } from 'xstate'
import type { FlowSurroundings } from '../flowSurroundings'

export interface MailShowInput extends FlowSurroundings {
  /** A mail that was written, or the one that an auto-responder or the organization would write. */
  of: 'mails' | 'autoresponders' | 'orderMails'
  id: string
}
export type MailShowEvent = { type: 'dialog.cancel' } | { type: 'dialog.leave' }

/** Looking at a mail as its receiver sees it (ML-02, ML-03, ML-04). */
export const mailShowMachine = setup({
  types: {
    input: {} as MailShowInput,
    context: {} as Pick<MailShowInput, 'of' | 'id'>,
    events: {} as MailShowEvent,
    tags: {} as 'open',
  },
}).createMachine({
  id: 'mailShow',
  context: ({ input: { of, id } }) => ({ of, id }),
  initial: 'showing',
  states: {
    showing: { tags: 'open', on: { 'dialog.cancel': 'closed', 'dialog.leave': 'closed' } },
    closed: { type: 'final' },
  },
})
