import { type AnyEventObject, assign } from 'xstate'
import { isUnanswered } from '../../contract/client/errors'
import { withError } from '../actors'
import { backOff } from '../backOff'
import type { SharedAction } from '../pendingChanges'

// A write of which nobody knows whether it was done: its answer was lost, or its server was killed. The same request is sent
// again, by the same key, until it is answered: by what became of the first, so that nothing is done twice (GE-16).

/** What a flow knows of such a write. */
export interface WithUnanswered {
  unanswered?: { whether: string; failures: number } | undefined
}

/** What a person reads of it meanwhile; undefined while nothing is uncertain. */
export const unansweredText = ({ unanswered }: WithUnanswered): string | undefined =>
  unanswered && `We do not know yet whether ${unanswered.whether}: it is looked up, and never done twice.`

const change = <Params>(next: (context: WithUnanswered, params: Params) => WithUnanswered) =>
  // An action of xstate's is such a function, to be called by xstate only.
  assign<WithUnanswered, AnyEventObject, Params & undefined, AnyEventObject, never>(({ context }, params) =>
    next(context, params),
  ) as unknown as SharedAction<Params, WithUnanswered>

/** The actions, the guard and the delay of a flow that looks up what became of a write: `setup({ … }).extend(unansweredParts)`. */
export const unansweredParts = {
  actions: {
    noteUnanswered: change(({ unanswered }, { whether }: { whether: string }) => ({
      unanswered: { whether, failures: (unanswered?.failures ?? 0) + 1 },
    })),
    forgetUnanswered: change((_, __: unknown) => ({ unanswered: undefined })),
  },
  guards: {
    isUnanswered: (_: unknown, { error }: { error: unknown }) => isUnanswered(error),
    isSentAgain: ({ context }: { context: WithUnanswered }) => context.unanswered !== undefined,
  },
  delays: {
    retryDelay: ({ context }: { context: WithUnanswered }) => backOff(context.unanswered?.failures ?? 1),
  },
}

/** Where no answer leads to; `whether` says what is not known, such as 'the order has been cancelled'. */
export const unansweredTo = <Context, Target extends string>(
  target: Target,
  whether: string | ((context: Context) => string),
) =>
  ({
    guard: withError('isUnanswered'),
    target,
    actions: {
      type: 'noteUnanswered',
      params: ({ context }: { context: Context }) => ({
        whether: typeof whether === 'string' ? whether : whether(context),
      }),
    },
  }) as const

/** How a person leaves while the same is being sent again: they need not wait for it then either. */
export const leaveSentAgain = <Left extends string>(left: Left) => {
  const leave = { guard: 'isSentAgain', target: left } as const
  return { 'dialog.leave': leave, 'dialog.cancel': leave } as const
}

/** The state of a dialog that waits before it sends the same again. A person need not wait with it. */
export const unansweredState = <Sending extends string, Left extends string>(sending: Sending, left: Left) =>
  ({
    tags: ['open', 'busy'],
    after: { retryDelay: sending },
    on: { 'dialog.leave': left, 'dialog.cancel': left },
  }) as const
