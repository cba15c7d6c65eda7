import type { DeliveryState as State, Webhook } from '../../../contract/extensions/webhooks'
import { Badge, type BadgeTone } from '../../components/base/Badge'

/** How far a webhook is: on, failing, or off and why. */
function stateOf({ state, switchedOffBy, failingSince }: Webhook): [label: string, tone: BadgeTone] {
  if (state === 'enabled') return failingSince ? ['Failing', 'amber'] : ['On', 'green']
  if (switchedOffBy === 'gone') return ['Off: receiver gone', 'red']
  return switchedOffBy === 'failing' ? ['Off: failed for 3 days', 'red'] : ['Off', 'neutral']
}

export function WebhookState({ webhook }: { webhook: Webhook }) {
  const [label, tone] = stateOf(webhook)
  return (
    <Badge tone={tone} mark="dot">
      {label}
    </Badge>
  )
}

const shown: Record<State, [label: string, tone: BadgeTone]> = {
  waiting: ['Waiting', 'blue'],
  delivered: ['Delivered', 'green'],
  failed: ['Given up', 'red'],
}

/** How far a message is (WH-01). */
export function DeliveryState({ state }: { state: State }) {
  const [label, tone] = shown[state]
  return (
    <Badge tone={tone} mark="dot">
      {label}
    </Badge>
  )
}
