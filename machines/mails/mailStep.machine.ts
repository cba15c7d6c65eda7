import { setup } from 'xstate'
import { promiseActor, withError } from '../actors'
import type { FlowSurroundings } from '../flowSurroundings'
import { changeParts } from '../pendingChanges'

/** What is done at once, without a question: it is undone by another step, or does no harm. */
export type MailStep =
  | { of: 'autoresponders'; step: 'pause' | 'resume' | 'sendTest' }
  | { of: 'orderMails'; step: 'disable' | 'enable' | 'reset' | 'sendTest' }
  | { of: 'plugins'; step: 'verify' | 'sendTest' }
  | { of: 'mails'; step: 'retry' }
  | { of: 'invites'; step: 'sendAgain' }

export interface MailStepInput extends FlowSurroundings {
  id: string
  asked: MailStep
}
type Context = Pick<MailStepInput, 'id' | 'asked'>

/** What a person sees of it before the server has confirmed it. */
const shown: Record<MailStep['step'], object> = {
  pause: { paused: true },
  resume: { paused: false },
  disable: { enabled: false },
  enable: { enabled: true },
  // Its text is the server's.
  reset: { isOriginal: true },
  sendAgain: { state: 'pending', askedAt: null },
  retry: { state: 'queued', error: null },
  sendTest: {},
  verify: {},
}

/** A step of an auto-responder, an email provider, a mail or an invite, from asking to what came of it (ML-02, ML-03, IN-01). */
export const mailStepMachine = setup({
  types: { input: {} as MailStepInput, context: {} as Context, events: {} as { type: never } },
  actors: {
    /** Ends with what there is to say. */
    takeMailStep: promiseActor<string, Context>('takeMailStep'),
  },
  actions: {
    showMessage: (_, _params: { message: string }) => {},
    reportError: (_, _params: { error: unknown }) => {},
  },
})
  .extend(changeParts)
  .createMachine({
    id: 'mailStep',
    context: ({ input: { id, asked } }) => ({ id, asked }),
    initial: 'taking',
    states: {
      taking: {
        entry: {
          type: 'showChange',
          params: ({ context: { id, asked } }) => ({
            resource: asked.of,
            kind: 'merge',
            id,
            fields: shown[asked.step],
          }),
        },
        invoke: {
          src: 'takeMailStep',
          input: ({ context }) => context,
          onDone: {
            target: 'taken',
            actions: ['confirmChange', { type: 'showMessage', params: ({ event }) => ({ message: event.output }) }],
          },
          onError: { target: 'refused', actions: ['revertChange', withError('reportError')] },
        },
      },
      taken: { type: 'final' },
      refused: { type: 'final' },
    },
  })
