import { expect } from 'vitest'
import type { CallRecord } from '../../../contract/extensions/calls'
import { callStartMachine } from '../../../machines/calls/callStart.machine'
import { ongoingCallMachine } from '../../../machines/calls/ongoingCall.machine'
import { type OpenCalls, shownOf, typedOf, whyNotClosed } from '../../../machines/calls/openCalls'
import type { Form } from '../../../machines/form'
import { apiTokenCreateMachine } from '../../../machines/apiTokens/apiTokenCreate.machine'
import { telephoneTokenCreateMachine } from '../../../machines/telephone/telephoneTokenCreate.machine'
import { refused } from './refusals'
import type { Model } from '../explore'

const talking: CallRecord = {
  id: 'cal_1',
  customerId: 'cus_1',
  phone: '+1 555 0100',
  startedAt: '2026-03-02T14:00:00Z',
  endedAt: null,
  organizationId: 'org_1',
  customerName: 'Ada Fern',
  state: 'talking',
  disposition: null,
  direction: null,
  note: null,
  callBackAt: null,
  order: null,
}
const ended: CallRecord = {
  ...talking,
  state: 'wrapping_up',
  endedAt: '2026-03-02T14:07:42Z',
  order: { id: 'ord_1', number: 1042 },
}
const earlier: CallRecord = { ...ended, id: 'cal_0', order: null }

export const ongoingCall: Model = {
  machine: ongoingCallMachine,
  inputs: [{ organizationId: 'org_1' }],
  events: {
    'query.loaded': [{ data: [] }, { data: [talking, earlier] }, { data: [ended] }],
    'query.failed': [{ error: new Error('down') }],
    'disposition.choose': [{ disposition: 'sold' }, { disposition: 'call_back' }],
    'field.change': [{ fields: { note: 'Wants blue' } }, { fields: { callBackAt: '2026-03-03T09:00' } }],
  },
  outputs: { endCall: [ended], resumeCall: [talking], closeCall: [{ ...ended, state: 'closed', disposition: 'sold' }] },
  identity: ({ calls, known, typed, justEnded }: OpenCalls) => [calls, known, typed, justEnded],
  invariant: (snapshot) => {
    // The machine's own context, which a snapshot of any machine does not know.
    const open = snapshot.context as OpenCalls
    const shown = shownOf(open)
    if (snapshot.matches('talking')) expect(shown?.state).toBe('talking')
    if (snapshot.matches('wrappingUp')) expect(shown?.state).toBe('wrapping_up')
    // What was sold in a call is how it went, until its person says otherwise.
    if (shown?.order && open.typed[shown.id] === undefined) expect(typedOf(open).disposition).toBe('sold')
    // What this tab has closed never comes back, however old an answer is.
    expect(open.calls.some(({ id }) => open.known[id] === 'closed')).toBe(false)
    expect(snapshot.can({ type: 'call.close' })).toBe(
      snapshot.matches('wrappingUp') && whyNotClosed(typedOf(open)) === undefined,
    )
  },
}

export const callStart: Model = {
  machine: callStartMachine,
  inputs: [
    { organizationId: 'org_1', customer: null },
    { organizationId: 'org_1', customer: null, phone: '+1 555 0100' },
    { organizationId: 'org_1', customer: { id: 'cus_1', name: 'Ada Fern', phone: '+1 555 0100' } },
  ],
  events: {
    'field.change': [{ fields: { phone: '555 0199' } }, { fields: { phone: ' ' } }],
    'field.blur': [{ field: 'phone' }],
  },
  identity: ({ form }: { form: Form<object> }) => form,
  invariant: (snapshot) => {
    if (!snapshot.hasTag('busy')) return
    for (const type of ['field.change', 'dialog.submit', 'dialog.cancel', 'dialog.leave'])
      expect(snapshot.can({ type })).toBe(false)
  },
}

export const apiTokenCreate: Model = {
  machine: apiTokenCreateMachine,
  inputs: [{ organizationId: 'org_1' }],
  events: {
    'field.change': [
      { fields: { name: 'Warehouse' } },
      { fields: { scope: 'chosen' } },
      { fields: { duties: { orders: true } } },
    ],
    'field.blur': [{ field: 'name' }],
  },
  outputs: { createApiToken: [{ token: 'shown-once' }, { token: null }] },
  errors: {
    createApiToken: [
      refused(422, { details: [{ path: 'body.expiresAt', message: 'Must be in the future' }] }),
      new Error('refused'),
    ],
  },
  identity: ({ form }: { form: Form<object> }) => form,
  // What can't be read again is closed by nothing but its reader.
  invariant: (snapshot) => {
    if (snapshot.matches('created')) expect(snapshot.can({ type: 'dialog.leave' })).toBe(false)
  },
}

export const telephoneTokenCreate: Model = {
  machine: telephoneTokenCreateMachine,
  inputs: [{ organizationId: 'org_1' }],
  events: {
    'field.change': [{ fields: { name: 'Switchboard' } }, { fields: { name: ' ' } }],
    'field.blur': [{ field: 'name' }],
  },
  outputs: { createTelephoneToken: [{ token: 'shown-once' }, { token: null }] },
  identity: ({ form }: { form: Form<object> }) => form,
  // What can't be read again is closed by nothing but its reader.
  invariant: (snapshot) => {
    if (snapshot.matches('created')) expect(snapshot.can({ type: 'dialog.leave' })).toBe(false)
  },
}
