import { setup } from 'xstate'
import { promiseActor, withError } from '../actors'
import type { FlowSurroundings } from '../flowSurroundings'

/** What is sent at once, without a question: a test to a webhook, or one of its messages again. */
export interface WebhookSendInput extends FlowSurroundings {
  of: 'webhook' | 'delivery'
  id: string
}
type Context = Pick<WebhookSendInput, 'of' | 'id'>

/** Sending a test, or a message again (WH-01). What comes of it is told by the list of messages. */
export const webhookSendMachine = setup({
  types: { input: {} as WebhookSendInput, context: {} as Context, events: {} as { type: never } },
  actors: {
    /** Ends with what there is to say. */
    sendToWebhook: promiseActor<string, Context>('sendToWebhook'),
  },
  actions: {
    showMessage: (_, _params: { message: string }) => {},
    reportError: (_, _params: { error: unknown }) => {},
  },
}).createMachine({
  id: 'webhookSend',
  context: ({ input: { of, id } }) => ({ of, id }),
  initial: 'sending',
  states: {
    sending: {
      invoke: {
        src: 'sendToWebhook',
        input: ({ context }) => context,
        onDone: {
          target: 'sent',
          actions: { type: 'showMessage', params: ({ event }) => ({ message: event.output }) },
        },
        onError: { target: 'refused', actions: withError('reportError') },
      },
    },
    sent: { type: 'final' },
    refused: { type: 'final' },
  },
})
