import Phone from 'lucide-react/icons/phone'
import { Badge } from '../../components/base/Badge'
import { formatMoment } from '../../components/base/format'
import { useSession } from '../../wiring/context'

/** The call that the person is in, so that it is seen on every screen (SE-02). */
export function OngoingCall() {
  const call = useSession((state) => state.context.call)
  if (!call) return null
  const since = formatMoment(call.startedAt)
  const text = `On a call${call.phone ? ` with ${call.phone}` : ''}${since === '-' ? '' : ` since ${since.slice(-11)}`}`
  return (
    <Badge tone="green">
      <Phone aria-hidden="true" size={14} />
      <span title={text}>{text}</span>
    </Badge>
  )
}
