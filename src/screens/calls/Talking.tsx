import { Link } from '@tanstack/react-router'
import { useSelector } from '@xstate/react'
import Phone from 'lucide-react/icons/phone'
import PhoneOff from 'lucide-react/icons/phone-off'
import { useRef } from 'react'
import { callBar } from '../../../styled-system/recipes/call-bar'
import type { CallRecord } from '../../../contract/extensions/calls'
import { who } from '../../../machines/calls/openCalls'
import { ActionButton, ActionLink } from '../../components/actions/ActionButton'
import { buttonStyle } from '../../components/base/Button'
import { useShortcut } from '../../browser/useShortcut'
import { newCustomerOfCall } from '../customers/actions'
import { CallDuration } from '../layout/CallDuration'
import { newOrderOfCall } from '../orders/newOrderActions'
import { endCall } from './actions'
import { WrapUp } from './lazyWrapUp'
import type { OngoingCallRef } from './useOngoingCall'

/** What is in the bar while the call is talked (CA-01). */
export default function Talking({ call, flow }: { call: CallRecord; flow: OngoingCallRef }) {
  const isEnding = useSelector(flow, (state) => state.hasTag('busy'))
  const { customerId, customerName, phone, startedAt } = call
  const styles = callBar()
  const orderNew = useRef<HTMLAnchorElement>(null)
  const end = useRef<HTMLButtonElement>(null)
  // Whoever is on the phone has the hands on the keys.
  useShortcut('F2', orderNew)
  useShortcut('F9', end)
  return (
    <>
      <Phone aria-hidden="true" size={16} />
      <p className={styles.who} role="status">
        On a call with {customerId ? <CustomerLink id={customerId} name={customerName || 'a customer'} /> : who(call)}
        {customerName && phone ? ` · ${phone}` : ''}
      </p>
      {startedAt && <CallDuration since={startedAt} />}
      <div className={styles.actions} onClickCapture={() => void WrapUp.preload().catch(() => undefined)}>
        <ActionLink
          ref={orderNew}
          action={newOrderOfCall}
          row={call}
          variant="outline"
          size="sm"
          aria-keyshortcuts="F2"
        >
          New order<span> for this caller</span> <kbd aria-hidden="true">F2</kbd>
        </ActionLink>
        {customerId ? (
          <Link
            to="/customers/$customerId"
            params={{ customerId }}
            className={buttonStyle({ variant: 'outline', size: 'sm' })}
          >
            Open customer
          </Link>
        ) : (
          <ActionLink action={newCustomerOfCall} row={null} variant="outline" size="sm" />
        )}
        <ActionButton
          ref={end}
          action={endCall}
          row={flow}
          variant="danger"
          size="sm"
          busy={isEnding}
          aria-keyshortcuts="F9"
        >
          <PhoneOff aria-hidden="true" />
          End call <kbd aria-hidden="true">F9</kbd>
        </ActionButton>
      </div>
    </>
  )
}

const CustomerLink = ({ id, name }: { id: string; name: string }) => (
  <Link to="/customers/$customerId" params={{ customerId: id }}>
    {name}
  </Link>
)
