import { assign, sendTo, setup } from 'xstate'
import type { CallRecord, Disposition } from '../../contract/extensions/calls'
import type { WrapUpValues } from '../../contract/rules/wrapUp'
import { callbackActor, promiseActor, type QueryCommand, type QueryEvent, withError } from '../actors'
import { type OpenCalls, shownOf, typedOf, whyNotClosed, withAnswer } from './openCalls'

export interface OngoingCallInput {
  organizationId: string | undefined
}
export type OngoingCallEvent =
  | QueryEvent<readonly CallRecord[]>
  | { type: 'call.end' }
  /** It was ended by mistake. */
  | { type: 'call.resume' }
  | { type: 'disposition.choose'; disposition: Disposition }
  | { type: 'field.change'; fields: Partial<WrapUpValues> }
  | { type: 'call.close' }

/** The call that a person is in, from the first second to how it went (CA-01, CA-02); a second tab shows the same. */
export const ongoingCallMachine = setup({
  types: {
    input: {} as OngoingCallInput,
    context: {} as OpenCalls & OngoingCallInput,
    events: {} as OngoingCallEvent,
    tags: {} as 'busy',
  },
  actors: {
    openCalls: callbackActor<QueryCommand, OngoingCallInput>('openCalls'),
    endCall: promiseActor<CallRecord, { id: string }>('endCall'),
    resumeCall: promiseActor<CallRecord, { id: string }>('resumeCall'),
    closeCall: promiseActor<CallRecord, { id: string; values: WrapUpValues }>('closeCall'),
  },
  actions: {
    setCalls: assign(({ context }, { calls }: { calls: readonly CallRecord[] }) => ({
      calls: withAnswer(context, calls),
    })),
    // What the server says of it now holds, also against an older answer that is still under way.
    setCall: assign(({ context }, { call }: { call: CallRecord }) => {
      const known = { ...context.known, [call.id]: call.state }
      return { known, calls: withAnswer({ known }, context.calls) }
    }),
    noteEnded: assign(({ context }) => ({ justEnded: shownOf(context)?.id })),
    forgetEnded: assign({ justEnded: undefined }),
    takeBack: assign(({ context }, { call }: { call: CallRecord }) => ({
      known: { ...context.known, [call.id]: call.state },
      calls: context.calls.map((one) => (one.id === call.id ? call : one)),
    })),
    type: assign(({ context }, { fields }: { fields: Partial<WrapUpValues> }) => {
      const call = shownOf(context)
      return call ? { typed: { ...context.typed, [call.id]: { ...typedOf(context), ...fields } } } : {}
    }),
    readAgain: sendTo('openCalls', { type: 'query.refetch' }),
    showMessage: (_, _params: { message: string }) => {},
    reportError: (_, _params: { error: unknown }) => {},
  },
  guards: {
    isJustEnded: ({ context }) => context.justEnded !== undefined && shownOf(context)?.id === context.justEnded,
    isTalking: ({ context }) => shownOf(context)?.state === 'talking',
    isWrappingUp: ({ context }) => shownOf(context) !== undefined,
    isWrappedUp: ({ context }) => whyNotClosed(typedOf(context)) === undefined,
  },
  delays: { retryDelay: 10_000, undoPeriod: 10_000 },
}).createMachine({
  id: 'ongoingCall',
  context: ({ input }) => ({ ...input, calls: [], known: {}, typed: {}, justEnded: undefined }),
  invoke: { src: 'openCalls', id: 'openCalls', input: ({ context: { organizationId } }) => ({ organizationId }) },
  initial: 'reading',
  on: {
    'query.loaded': {
      target: '.deciding',
      actions: { type: 'setCalls', params: ({ event }) => ({ calls: event.data }) },
    },
  },
  states: {
    reading: { on: { 'query.failed': 'unread' } },
    // Whether there is a call is not known; nobody is disturbed by that, and it is asked again.
    unread: { after: { retryDelay: { target: 'reading', actions: 'readAgain' } } },
    deciding: {
      always: [
        { guard: 'isTalking', target: 'talking' },
        { guard: 'isWrappingUp', target: 'wrappingUp' },
        { target: 'none' },
      ],
    },
    none: {},
    talking: { on: { 'call.end': 'ending' } },
    ending: {
      tags: 'busy',
      // Of a call that is just being ended no answer is news; it is read again after it.
      on: { 'query.loaded': {} },
      invoke: {
        src: 'endCall',
        input: ({ context }) => ({ id: shownOf(context)?.id ?? '' }),
        onDone: {
          target: 'deciding',
          actions: ['noteEnded', { type: 'setCall', params: ({ event }) => ({ call: event.output }) }, 'readAgain'],
        },
        onError: { target: 'talking', actions: [withError('reportError'), 'readAgain'] },
      },
    },
    wrappingUp: {
      on: {
        'disposition.choose': {
          actions: { type: 'type', params: ({ event: { disposition } }) => ({ fields: { disposition } }) },
        },
        'field.change': { actions: { type: 'type', params: ({ event }) => event } },
        'call.close': { guard: 'isWrappedUp', target: 'closing' },
        'call.resume': { guard: 'isJustEnded', target: 'resuming' },
      },
      after: { undoPeriod: { actions: 'forgetEnded' } },
    },
    resuming: {
      tags: 'busy',
      on: { 'query.loaded': {} },
      invoke: {
        src: 'resumeCall',
        input: ({ context }) => ({ id: shownOf(context)?.id ?? '' }),
        onDone: {
          target: 'deciding',
          actions: [
            'forgetEnded',
            { type: 'takeBack', params: ({ event }) => ({ call: event.output }) },
            { type: 'showMessage', params: { message: 'The call goes on' } },
            'readAgain',
          ],
        },
        onError: { target: 'wrappingUp', actions: [withError('reportError'), 'readAgain'] },
      },
    },
    closing: {
      tags: 'busy',
      on: { 'query.loaded': {} },
      invoke: {
        src: 'closeCall',
        input: ({ context }) => ({ id: shownOf(context)?.id ?? '', values: typedOf(context) }),
        // Another call may have to be wrapped up, too.
        onDone: {
          target: 'deciding',
          actions: [
            { type: 'setCall', params: ({ event }) => ({ call: event.output }) },
            { type: 'showMessage', params: { message: 'Call closed' } },
            'readAgain',
          ],
        },
        onError: { target: 'wrappingUp', actions: [withError('reportError'), 'readAgain'] },
      },
    },
  },
})
