import { expect } from 'vitest'
import type { Webhook } from '../../../contract/extensions/webhooks'
import type { Form } from '../../../machines/form'
import { webhookCreateMachine } from '../../../machines/webhooks/webhookCreate.machine'
import { webhookDeliveryViewMachine } from '../../../machines/webhooks/webhookDeliveryView.machine'
import { webhookEditMachine } from '../../../machines/webhooks/webhookEdit.machine'
import { webhookSecretRenewMachine } from '../../../machines/webhooks/webhookSecretRenew.machine'
import { webhookSendMachine } from '../../../machines/webhooks/webhookSend.machine'
import { webhookSwitchMachine } from '../../../machines/webhooks/webhookSwitch.machine'
import type { Model } from '../explore'
import { outdated, refused } from './refusals'

const webhook: Webhook = {
  id: 'whk_1',
  address: 'https://one.example/hook',
  events: ['order.placed'],
  state: 'enabled',
  version: 1,
}

/** What can't be read again is closed by nothing but its reader. */
const closedByReader =
  (shown: string): NonNullable<Model['invariant']> =>
  (snapshot) => {
    if (snapshot.matches(shown)) expect(snapshot.can({ type: 'dialog.leave' })).toBe(false)
    if (snapshot.hasTag('busy')) expect(snapshot.can({ type: 'dialog.cancel' })).toBe(false)
  }

const wrongAddress = refused(422, { details: [{ path: 'body.address', message: 'Must begin with https://' }] })

export const webhookCreate: Model = {
  machine: webhookCreateMachine,
  inputs: [{ organizationId: 'org_1' }],
  events: {
    'field.change': [
      { fields: { address: 'https://one.example/hook', events: ['order.placed'] } },
      { fields: { address: 'nowhere' } },
    ],
    'field.blur': [{ field: 'address' }],
  },
  outputs: { createWebhook: [{ webhookSecret: 'shown-once' }, { webhookSecret: null }] },
  errors: { createWebhook: [wrongAddress, new Error('refused')] },
  identity: ({ form }: { form: Form<object> }) => form,
  invariant: closedByReader('created'),
}

export const webhookEdit: Model = {
  machine: webhookEditMachine,
  inputs: [{ webhook, organizationId: 'org_1' }],
  events: {
    'field.change': [{ fields: { events: ['order.paid'] } }, { fields: { events: [] } }],
    'field.blur': [{ field: 'address' }],
  },
  errors: {
    saveWebhook: [
      outdated({ ...webhook, version: 2 }),
      outdated({ ...webhook, version: 2, address: 'https://two.example' }),
      wrongAddress,
      new Error('refused'),
    ],
  },
  identity: ({ form, theirs }: { form: Form<object>; theirs: unknown }) => [form, theirs],
}

export const webhookSwitch: Model = {
  machine: webhookSwitchMachine,
  inputs: [{ webhook }, { webhook: { ...webhook, state: 'disabled', switchedOffBy: 'gone' } }],
}

export const webhookSecretRenew: Model = {
  machine: webhookSecretRenewMachine,
  inputs: [{ webhook }],
  outputs: { renewSecret: [{ webhookSecret: 'shown-once' }] },
  invariant: closedByReader('renewed'),
}

export const webhookSend: Model = {
  machine: webhookSendMachine,
  inputs: [
    { of: 'webhook', id: 'whk_1' },
    { of: 'delivery', id: 'whd_1' },
  ],
  outputs: { sendToWebhook: ['Done'] },
}

export const webhookDeliveryView: Model = { machine: webhookDeliveryViewMachine, inputs: [{ deliveryId: 'whd_1' }] }
