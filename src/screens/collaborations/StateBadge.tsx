import { type Collaboration, type CollaborationState } from '../../../contract/lists/collaborations'
import { Badge, type BadgeTone } from '../../components/base/Badge'
import { statusText } from '../../components/base/format'

const tones: Record<CollaborationState, BadgeTone> = {
  invited: 'blue',
  active: 'green',
  paused: 'amber',
  ended: 'neutral',
  declined: 'red',
}

/** How far a collaboration is (LI-05); an invitation that is too old says so. */
export function StateBadge({ state, isExpired }: Pick<Collaboration, 'state' | 'isExpired'>) {
  if (!state) return '-'
  return (
    <Badge tone={isExpired ? 'neutral' : tones[state]} mark="dot">
      {isExpired ? 'Expired' : statusText(state)}
    </Badge>
  )
}
