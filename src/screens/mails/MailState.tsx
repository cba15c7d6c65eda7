import type { MailState as State } from '../../../contract/extensions/mails'
import { Badge, type BadgeTone } from '../../components/base/Badge'

const shown: Record<State, [label: string, tone: BadgeTone]> = {
  queued: ['Waiting', 'blue'],
  delivered: ['Delivered', 'green'],
  kept: ['Kept', 'neutral'],
  dead: ['Given up', 'red'],
  held: ['Held back', 'amber'],
  dropped: ['Dropped', 'neutral'],
}

/** How far a mail is (ML-03). */
export function MailState({ state }: { state: State }) {
  const [label, tone] = shown[state]
  return (
    <Badge tone={tone} mark="dot">
      {label}
    </Badge>
  )
}
