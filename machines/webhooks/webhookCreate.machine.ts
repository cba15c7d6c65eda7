import { webhookForm, webhookValues, type WebhookValues } from '../../contract/forms/webhooks'
import { promiseActor } from '../actors'
import { shownOnceFlow } from '../factories/shownOnceFlow'
import type { FlowSurroundings } from '../flowSurroundings'

interface MadeWebhook {
  /** Null when the server has answered it before, to somebody who did not hear it. */
  webhookSecret: string | null
}

/** Adding a webhook, whose secret is shown once (WH-01). */
export const webhookCreateMachine = shownOnceFlow({
  id: 'webhookCreate',
  form: webhookForm,
  values: webhookValues(undefined),
  context: ({ organizationId }: FlowSurroundings): MadeWebhook & Pick<FlowSurroundings, 'organizationId'> => ({
    organizationId,
    webhookSecret: null,
  }),
  actors: {
    createWebhook: promiseActor<MadeWebhook, { organizationId: string | undefined; values: WebhookValues }>(
      'createWebhook',
    ),
  },
  submit: {
    state: 'creating',
    src: 'createWebhook',
    input: ({ organizationId, form: { values } }) => ({ organizationId, values }),
    change: { resource: 'webhooks', kind: 'add' },
    keeps: { action: 'setSecret', as: ({ webhookSecret }) => ({ webhookSecret }) },
    done: 'created',
  },
  // An address that the server does not take is said at the address.
  refusesFields: true,
})
