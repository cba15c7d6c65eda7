/** The moments within a text, in whatever zone and with whatever digits they are written. */
export const momentsIn = /\d{4}-\d{2}-\d{2}T[\d:.]+(?:Z|[+-]\d{2}:?\d{2})/g

export const isMoment = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}T[\d:.]+(?:Z|[+-]\d{2}:?\d{2})$/.test(value)

/** Whether a moment is now, as far as clocks agree. */
export const isAboutNow = (moment: unknown): boolean => Math.abs(Date.parse(String(moment)) - Date.now()) < 3_600_000

/** Whether two moments are the same; what is kept may have fewer digits than what was sent. */
export const isSameMoment = (one: string, other: string): boolean =>
  Math.abs(Date.parse(one) - Date.parse(other)) < 1_000

/** Whether a moment is the same as the last of several, and no nearer to one before it: they may be within one second. */
export function isLastOf(moments: readonly string[], moment: string): boolean {
  const last = moments.at(-1)
  if (last === undefined || !isSameMoment(last, moment)) return false
  const from = (one: string) => Math.abs(Date.parse(one) - Date.parse(moment))
  return moments.every((one) => from(last) <= from(one))
}

/** A moment as it is written where the clock is ahead by an offset such as `+05:30`. */
export function withOffset(moment: Date, offset: string): string {
  const [hours = 0, minutes = 0] = offset.slice(1).split(':').map(Number)
  const ahead = (offset.startsWith('-') ? -1 : 1) * (hours * 60 + minutes)
  return new Date(moment.getTime() + ahead * 60_000).toISOString().replace('Z', offset)
}
