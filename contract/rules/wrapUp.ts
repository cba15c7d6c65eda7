import type { Disposition } from '../extensions/calls'

/** How a call went, as it is typed (CA-02). */
export interface WrapUpValues {
  disposition: Disposition | ''
  /** As a browser writes a moment in its own zone, such as 2026-03-01T09:00. */
  callBackAt: string
  note: string
}

export const wrapUpValues: WrapUpValues = { disposition: '', callBackAt: '', note: '' }

/** When to call back, as ISO 8601; of other calls, and as long as no moment was typed, null. */
export function callBackMoment({ disposition, callBackAt }: WrapUpValues): string | null {
  const moment = new Date(callBackAt)
  return disposition === 'call_back' && !Number.isNaN(moment.getTime()) ? moment.toISOString() : null
}
