import * as z from 'zod/mini'
import { type CallClose, type Disposition, disposition } from '../extensions/calls'
import { callBackMoment, type WrapUpValues } from '../rules/wrapUp'
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
export const wrapUpForm: z.ZodMiniType<WrapUpValues, WrapUpValues> = z.object({
  disposition: z.union([disposition, z.literal('')]),
  callBackAt: z.string(),
  note: optionalText(5_000),
})

/** Moments to call back at that are often promised, by the keys that choose them. */
export const callBackPresets = [
  { key: 'h', label: 'In 1 h', at: (now: Date) => new Date(now.getTime() + 3_600_000) },
  {
    key: 't',
    label: 'Tomorrow 10:00',
    at: (now: Date) => new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1, 10),
  },
] as const

/** A moment as a browser writes it in its own zone, to the minute. */
export function typedMoment(moment: Date): string {
  const two = (count: number) => String(count).padStart(2, '0')
  const day = `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`
  return `${day}T${two(moment.getHours())}:${two(moment.getMinutes())}`
}

/** The request that closes a call; undefined as long as nobody has said how it went. */
export function callCloseRequest(values: WrapUpValues): CallClose | undefined {
  const { disposition, note } = z.parse(wrapUpForm, values)
  if (disposition === '') return undefined
  return { disposition, note, callBackAt: callBackMoment(values) }
}
