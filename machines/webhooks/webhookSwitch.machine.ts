import type { Webhook } from '../../contract/extensions/webhooks'
import { promiseActor } from '../actors'
import { confirmFlow } from '../factories/confirmFlow'
import type { FlowSurroundings } from '../flowSurroundings'

export interface WebhookSwitchInput extends FlowSurroundings {
  webhook: Webhook
}

const otherOf = ({ state }: Webhook): Webhook['state'] => (state === 'enabled' ? 'disabled' : 'enabled')

/** Switching a webhook off, after it is said what becomes of what waits, and on again (WH-01). */
export const webhookSwitchMachine = confirmFlow({
  id: 'webhookSwitch',
  context: ({ webhook }: WebhookSwitchInput) => ({ webhook }),
  actors: { switchWebhook: promiseActor<void, { id: string; state: Webhook['state'] }>('switchWebhook') },
  submit: {
    state: 'switching',
    src: 'switchWebhook',
    input: ({ webhook }) => ({ id: webhook.id, state: otherOf(webhook) }),
    change: ({ webhook }) => ({
      resource: 'webhooks',
      kind: 'merge',
      id: webhook.id,
      fields: { state: otherOf(webhook), switchedOffBy: null, failingSince: null },
    }),
    message: ({ webhook }) => `Webhook switched ${webhook.state === 'enabled' ? 'off' : 'on'}`,
    done: 'ended',
  },
  cancelled: 'ended',
  failed: 'confirming',
})
