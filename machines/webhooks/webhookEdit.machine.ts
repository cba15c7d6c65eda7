import type { Webhook, WebhookUpdate } from '../../contract/extensions/webhooks'
import { changedWebhook, webhookForm, webhookValues } from '../../contract/forms/webhooks'
import { promiseActor } from '../actors'
import { changing, recordFlow } from '../factories/recordFlow'
import type { FlowSurroundings } from '../flowSurroundings'
import type { RecordChange } from '../recordForm'

export interface WebhookEditInput extends FlowSurroundings {
  webhook: Webhook
}

/** Changing where another system is told, and of what (WH-01). */
export const webhookEditMachine = recordFlow({
  id: 'webhookEdit',
  form: webhookForm,
  valuesOf: (webhook: Webhook) => webhookValues(webhook),
  context: (_input: WebhookEditInput) => ({}),
  record: ({ webhook }) => webhook,
  actors: { saveWebhook: promiseActor<void, RecordChange<WebhookUpdate>>('saveWebhook') },
  isReread: false,
  // An address that the server does not take is said at the address.
  refusesFields: true,
  submit: {
    state: 'saving',
    src: 'saveWebhook',
    ...changing('webhooks', changedWebhook),
    message: 'Webhook saved',
    done: 'saved',
  },
})
