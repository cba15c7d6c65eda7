import Eye from 'lucide-react/icons/eye'
import KeyRound from 'lucide-react/icons/key-round'
import List from 'lucide-react/icons/list'
import Pause from 'lucide-react/icons/pause'
import Play from 'lucide-react/icons/play'
import RotateCw from 'lucide-react/icons/rotate-cw'
import Send from 'lucide-react/icons/send'
import type { Webhook, WebhookDelivery } from '../../../contract/extensions/webhooks'
import type { FlowAtAddress } from '../../app/useFlowAtAddress'
import { editIcon } from '../../components/actions/icons'
import type { RecordAction, WriteAction } from '../../components/actions/recordAction'
import { deletion } from '../records/actions'
import { hostOf } from './words'

/** What is begun in the list of webhooks (WH-01). */
export const webhookListActions: readonly WriteAction<null>[] = [
  {
    action: 'webhooks.create',
    label: 'Add webhook',
    primary: true,
    open: (_, { open }) => open({ type: 'open.webhookCreate', recordId: undefined, input: {} }),
  },
]

const isOff = 'This webhook is switched off.'

const sendTest: WriteAction<Webhook> = {
  action: 'webhooks.test',
  label: 'Send a test',
  icon: <Send aria-hidden="true" />,
  whyNot: ({ state }) => (state === 'enabled' ? undefined : isOff),
  open: ({ id }, { open }) => open({ type: 'open.webhookSend', recordId: id, input: { of: 'webhook', id } }),
}

const switchIt = (webhook: Webhook, { open }: Parameters<WriteAction<Webhook>['open']>[1]) =>
  open({ type: 'open.webhookSwitch', recordId: webhook.id, input: { webhook } })

/** What changes a webhook. */
const changes: readonly WriteAction<Webhook>[] = [
  sendTest,
  {
    action: 'webhooks.update',
    label: 'Edit',
    key: 'e',
    icon: editIcon,
    open: (webhook, { open }) => open({ type: 'open.webhookEdit', recordId: webhook.id, input: { webhook } }),
  },
  {
    action: 'webhooks.rotateSecret',
    label: 'New secret',
    icon: <KeyRound aria-hidden="true" />,
    open: (webhook, { open }) => open({ type: 'open.webhookSecretRenew', recordId: webhook.id, input: { webhook } }),
  },
  {
    action: 'webhooks.switch',
    label: 'Switch off',
    icon: <Pause aria-hidden="true" />,
    isFor: ({ state }) => state === 'enabled',
    open: switchIt,
  },
  {
    action: 'webhooks.switch',
    label: 'Switch on',
    icon: <Play aria-hidden="true" />,
    isFor: ({ state }) => state === 'disabled',
    open: switchIt,
  },
  { action: 'webhooks.delete', ...deletion<Webhook>('webhooks', hostOf) },
]

/** What can be done with a webhook in the list. */
export const webhookActions: readonly RecordAction<Webhook>[] = [
  {
    reads: true,
    label: 'Messages',
    icon: <List aria-hidden="true" />,
    open: ({ id }, { navigate }) =>
      void navigate({ to: '/settings', search: { tab: 'webhooks', webhookId: id }, resetScroll: false }),
  },
  ...changes,
]

/** What can be done where the messages of one are listed. */
export const webhookPageActions = changes.filter(({ action }) => action !== 'webhooks.delete')

/** Sends a message once more; what waits is sent now. */
export const sendAgain: WriteAction<WebhookDelivery> = {
  action: 'webhooks.sendAgain',
  label: ({ state }) => (state === 'waiting' ? 'Send now' : 'Send again'),
  icon: <RotateCw aria-hidden="true" />,
  open: ({ id }, { open }) => open({ type: 'open.webhookSend', recordId: id, input: { of: 'delivery', id } }),
}

export const deliveryActions: readonly RecordAction<WebhookDelivery>[] = [
  {
    reads: true,
    label: 'View',
    icon: <Eye aria-hidden="true" />,
    open: ({ id, webhookId }, { navigate }) =>
      void navigate({
        to: '/settings',
        search: (before) => ({ ...before, tab: 'webhooks', webhookId, deliveryId: id }),
        resetScroll: false,
      }),
  },
  sendAgain,
]

/** The message beside the list, for as long as the address asks for it. */
export const deliveryPanel = (deliveryId: string | undefined): FlowAtAddress | undefined =>
  deliveryId
    ? { reads: true, event: { type: 'open.webhookDeliveryView', recordId: deliveryId, input: { deliveryId } } }
    : undefined
