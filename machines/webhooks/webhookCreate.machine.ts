import { assign, setup } from 'xstate'
import { webhookForm, webhookValues, type WebhookValues } from '../../contract/forms/webhooks'
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
import { refusedTo } from '../refusedFields'

export interface WebhookCreateInput extends FlowSurroundings {
  organizationId: string | undefined
}
interface Context extends Pick<FlowSurroundings, 'organizationId'> {
  form: Form<WebhookValues>
  /** Null when the server has answered it before, to somebody who did not hear it. */
  webhookSecret: string | null
}
export type WebhookCreateEvent = FieldEvent<WebhookValues> | LeaveEvent | { type: 'dialog.submit' }

/** Adding a webhook, whose secret is shown once (WH-01). */
export const webhookCreateMachine = setup({
  types: {
    input: {} as WebhookCreateInput,
    context: {} as Context,
    events: {} as WebhookCreateEvent,
    tags: {} as 'open' | 'busy' | 'asking',
  },
  actors: {
    createWebhook: promiseActor<
      { webhookSecret: string | null },
      { organizationId: string | undefined; values: WebhookValues }
    >('createWebhook'),
  },
  actions: {
    setSecret: assign((_, { webhookSecret }: { webhookSecret: string | null }) => ({ webhookSecret })),
    reportError: (_, _params: { error: unknown }) => {},
  },
})
  .extend(changeParts)
  .extend(formParts<WebhookValues>(webhookForm))
  .createMachine({
    id: 'webhookCreate',
    context: ({ input: { organizationId } }) => ({
      organizationId,
      form: newForm(webhookValues(undefined)),
      webhookSecret: null,
    }),
    initial: 'editing',
    states: {
      editing: {
        tags: 'open',
        on: { ...fieldEvents<WebhookValues>(), ...leaveTo('cancelled'), 'dialog.submit': submitTo('creating') },
      },
      asking: { tags: ['open', 'asking'], on: answersTo('cancelled') },
      creating: {
        tags: ['open', 'busy'],
        entry: { type: 'showChange', params: { resource: 'webhooks', kind: 'add' } },
        invoke: {
          src: 'createWebhook',
          input: ({ context: { organizationId, form } }) => ({ organizationId, values: form.values }),
          onDone: {
            target: 'created',
            actions: [{ type: 'setSecret', params: ({ event }) => event.output }, 'confirmChange'],
          },
          // An address that the server does not take is said at the address.
          onError: [refusedTo('editing'), { target: 'editing', actions: ['revertChange', withError('reportError')] }],
        },
      },
      // It can't be read again, so nothing but its reader closes it.
      created: { tags: 'open', on: { 'dialog.cancel': 'closed' } },
      closed: { type: 'final' },
      cancelled: { type: 'final' },
    },
  })
