import * as z from 'zod/mini'
import { type CallClose, type Disposition, disposition } from '../extensions/calls'
import { optionalText, requiredLine } from './fields'

/** Calling a number (CA-01). */
export const callStartForm = z.object({
  phone: requiredLine('Type a phone number', 50),
  /** Whether it is they who call. */
  isIncoming: z.boolean(),
})
export type CallStartValues = z.input<typeof callStartForm>

/** How a call may have gone, in words, in the order of their keys (CA-02). */
export const dispositionLabels: Readonly<Record<Disposition, string>> = {
  sold: 'Sold',
  link_sent: 'Link sent',
  call_back: 'Call back',
  not_interested: 'Not interested',
  no_answer: 'No answer',
  voicemail: 'Voicemail',
  wrong_number: 'Wrong number',
  do_not_call: 'Do not call',
  service: 'Service',
}

/** Wrapping a call up (CA-02). */
export const wrapUpForm = z.object({
  disposition: z.union([disposition, z.literal('')]),
  /** As a browser writes a moment in its own zone, such as 2026-03-01T09:00. */
  callBackAt: z.string(),
  note: optionalText(5_000),
})
export type WrapUpValues = z.input<typeof wrapUpForm>

export const wrapUpValues: WrapUpValues = { disposition: '', callBackAt: '', note: '' }

/** When to call back, as ISO 8601; of other calls, and as long as no moment was typed, null. */
export function callBackMoment({ disposition, callBackAt }: WrapUpValues): string | null {
  const moment = new Date(callBackAt)
  return disposition === 'call_back' && !Number.isNaN(moment.getTime()) ? moment.toISOString() : null
}

/** The request that closes a call; undefined as long as nobody has said how it went. */
export function callCloseRequest(values: WrapUpValues): CallClose | undefined {
  const { disposition, note } = z.parse(wrapUpForm, values)
  if (disposition === '') return undefined
  return { disposition, note, callBackAt: callBackMoment(values) }
}
