import { assign, setup } from 'xstate'
import type { Webhook } from '../../contract/extensions/webhooks'
import { promiseActor, withError } from '../actors'
import type { FlowSurroundings } from '../flowSurroundings'

export interface WebhookSecretRenewInput extends FlowSurroundings {
  webhook: Webhook
}
interface Context {
  webhook: Webhook
  webhookSecret: string | null
}

/** Making a new secret for a webhook, which is shown once (WH-01). */
export const webhookSecretRenewMachine = setup({
  types: {
    input: {} as WebhookSecretRenewInput,
    context: {} as Context,
    events: {} as { type: 'dialog.submit' } | { type: 'dialog.cancel' },
    tags: {} as 'open' | 'busy',
  },
  actors: { renewSecret: promiseActor<{ webhookSecret: string | null }, { id: string }>('renewSecret') },
  actions: {
    setSecret: assign((_, { webhookSecret }: { webhookSecret: string | null }) => ({ webhookSecret })),
    reportError: (_, _params: { error: unknown }) => {},
  },
}).createMachine({
  id: 'webhookSecretRenew',
  context: ({ input: { webhook } }) => ({ webhook, webhookSecret: null }),
  initial: 'confirming',
  states: {
    confirming: { tags: 'open', on: { 'dialog.submit': 'renewing', 'dialog.cancel': 'cancelled' } },
    renewing: {
      tags: ['open', 'busy'],
      invoke: {
        src: 'renewSecret',
        input: ({ context: { webhook } }) => ({ id: webhook.id }),
        onDone: { target: 'renewed', actions: { type: 'setSecret', params: ({ event }) => event.output } },
        // Whoever asks again makes another one; the one in use signs beside it.
        onError: { target: 'confirming', actions: withError('reportError') },
      },
    },
    renewed: { tags: 'open', on: { 'dialog.cancel': 'closed' } },
    closed: { type: 'final' },
    cancelled: { type: 'final' },
  },
})
