import { viewFlow } from '../factories/viewFlow'
import type { FlowSurroundings } from '../flowSurroundings'

export interface MailShowInput extends FlowSurroundings {
  /** A mail that was written, or the one that an auto-responder or the organization would write. */
  of: 'mails' | 'autoresponders' | 'orderMails'
  id: string
}

/** Looking at a mail as its receiver sees it (ML-02, ML-03, ML-04). */
export const mailShowMachine = viewFlow({
  id: 'mailShow',
  context: ({ of, id }: MailShowInput) => ({ of, id }),
  state: 'showing',
})
