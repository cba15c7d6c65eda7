import PhoneCall from 'lucide-react/icons/phone-call'
import type { WriteAction } from '../../components/actions/recordAction'

/** Begins a call with a number, on every page (CA-01). */
export const startCall: WriteAction<null> = {
  action: 'calls.start',
  label: 'Start call',
  icon: <PhoneCall aria-hidden="true" />,
  open: (_, { open }) => open({ type: 'open.callStart', recordId: undefined, input: { customer: null } }),
}
