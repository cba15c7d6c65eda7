import type { CallRecord } from '../../contract/extensions/calls'
import { callBackMoment, type WrapUpValues, wrapUpValues } from '../../contract/rules/wrapUp'
import { callLife } from '../lives/callLife'
import { whyNot } from '../lives/life'

/** A person's calls that are talked or have yet to be wrapped up. */
export interface OpenCalls {
  /** The newest first. */
  calls: readonly CallRecord[]
  /** How far calls are by what this tab did with them, which no older answer takes back. */
  known: Readonly<Record<string, CallRecord['state']>>
  /** What was typed of how they went, by their ids. */
  typed: Readonly<Record<string, WrapUpValues>>
  /** The call that this tab has ended a moment ago, which can be taken back. */
  justEnded: string | undefined
}

const lengths = { talking: 0, wrapping_up: 1, closed: 2 } as const satisfies Record<CallRecord['state'], number>

/** The open calls by an answer of the server, which may be older than what is known. */
export const withAnswer = ({ known }: Pick<OpenCalls, 'known'>, calls: readonly CallRecord[]): CallRecord[] =>
  calls
    .map((call) => {
      const state = known[call.id] ?? call.state
      return lengths[state] > lengths[call.state] ? { ...call, state } : call
    })
    .filter(({ state }) => state !== 'closed')

/** The call that is shown: the one that is talked, or else the newest that has to be wrapped up. */
export const shownOf = ({ calls }: Pick<OpenCalls, 'calls'>): CallRecord | undefined =>
  calls.find(({ state }) => state === 'talking') ?? calls[0]

/** What was typed of the call that is shown; one in which something was sold begins with that, and is closed by its person only. */
export function typedOf(open: Pick<OpenCalls, 'calls' | 'typed'>): WrapUpValues {
  const call = shownOf(open)
  return (call && open.typed[call.id]) ?? (call?.order ? { ...wrapUpValues, disposition: 'sold' } : wrapUpValues)
}

/** Why a call can't be closed with what was typed, in the sentence that people read (GE-05). */
export function whyNotClosed(values: WrapUpValues): string | undefined {
  const { disposition } = values
  if (disposition === '') return 'Say how the call went.'
  return whyNot(callLife, 'wrapping_up', { type: 'close', disposition, callBackAt: callBackMoment(values) })
}

/** Who is at the other end, as far as is known. */
export const who = ({ customerName, phone }: CallRecord): string => customerName || phone || 'a withheld number'
