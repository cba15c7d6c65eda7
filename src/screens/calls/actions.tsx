import type { CallRecord } from '../../../contract/extensions/calls'
import type { WrapUpValues } from '../../../contract/rules/wrapUp'
import { callLife } from '../../../machines/lives/callLife'
import { whyNot } from '../../../machines/lives/life'
import { who, whyNotClosed } from '../../../machines/calls/openCalls'
import type { WriteAction } from '../../components/actions/recordAction'
import type { OngoingCallRef } from './useOngoingCall'
import { toDelete } from '../records/actions'

/** Why somebody can't be called, in the words of a call's life (GE-05). */
export const whyNotCalled = (doNotCall: boolean | null | undefined): string | undefined =>
  whyNot(callLife, 'ringing', { type: 'start', isOutgoing: true, doNotCall: doNotCall ?? false })

/** Returns a call that was promised (CA-02). */
export const callBack: WriteAction<CallRecord> = {
  action: 'calls.start',
  label: 'Call',
  whyNot: ({ doNotCall }) => whyNotCalled(doNotCall),
  open: (call, { open }) => {
    const { customerId, phone } = call
    const customer = customerId ? { id: customerId, name: who(call), phone: phone ?? '' } : null
    open({ type: 'open.callStart', recordId: customer?.id, input: { customer, phone } })
  },
}

export const calledBack: WriteAction<CallRecord> = {
  action: 'calls.calledBack',
  label: 'Done',
  open: toDelete('callBacks', who),
}

/** Ends the call that the person is in. */
export const endCall: WriteAction<OngoingCallRef> = {
  action: 'calls.end',
  label: 'End call',
  open: (flow) => flow.send({ type: 'call.end' }),
}

/** Takes back that the call was ended, a moment ago. */
export const resumeCall: WriteAction<OngoingCallRef> = {
  action: 'calls.resume',
  label: 'Undo',
  open: (flow) => flow.send({ type: 'call.resume' }),
}

/** Closes the call that is over, by how it went (CA-02). */
export const closeCall: WriteAction<{ flow: OngoingCallRef; values: WrapUpValues }> = {
  action: 'calls.close',
  label: 'Close call',
  whyNot: ({ values }) => whyNotClosed(values),
  open: ({ flow }) => flow.send({ type: 'call.close' }),
}
