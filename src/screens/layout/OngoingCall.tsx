import Phone from 'lucide-react/icons/phone'
import { Badge } from '../../components/base/Badge'
import { formatDuration, formatMoment } from '../../components/base/format'
import { useSession } from '../../wiring/context'
import { useNow } from '../../wiring/useNow'

/** The call that the person is in and how long it has lasted, so that it is seen on every screen (SE-02). */
export function OngoingCall() {
  const call = useSession((state) => state.context.call)
  if (!call) return null
  const text = call.phone ? `On a call with ${call.phone}` : 'On a call'
  return (
    <Badge tone="green">
      <Phone aria-hidden="true" size={14} />
      <span title={text}>{text}</span> {call.startedAt && <Duration since={call.startedAt} />}
    </Badge>
  )
}

function Duration({ since }: { since: string }) {
  const seconds = useNow() - Date.parse(since) / 1_000
  // Whoever writes the backend may write the moment in a way of their own.
  if (Number.isNaN(seconds)) return null
  return <time title={`since ${formatMoment(since)}`}>{formatDuration(seconds)}</time>
}
