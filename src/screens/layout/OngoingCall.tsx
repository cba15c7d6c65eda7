import Phone from 'lucide-react/icons/phone'
import { Badge } from '../../components/base/Badge'
import { useSession } from '../../app/context'
import { CallDuration } from './CallDuration'

/** The call that the person is in, as far as the core calls tell of it, seen on every screen (SE-02). */
export function OngoingCall() {
  const call = useSession((state) => state.context.call)
  if (!call) return null
  const text = call.phone ? `On a call with ${call.phone}` : 'On a call'
  return (
    <Badge tone="green">
      <Phone aria-hidden="true" size={14} />
      <span title={text}>{text}</span> {call.startedAt && <CallDuration since={call.startedAt} />}
    </Badge>
  )
}
