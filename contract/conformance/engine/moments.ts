/** The moments within a text, in whatever zone and with whatever digits they are written. */
export const momentsIn = /\d{4}-\d{2}-\d{2}T[\d:.]+(?:Z|[+-]\d{2}:?\d{2})/g

export const isMoment = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}T[\d:.]+(?:Z|[+-]\d{2}:?\d{2})$/.test(value)

/** Whether a moment is now, as far as clocks agree. */
export const isAboutNow = (moment: unknown): boolean => Math.abs(Date.parse(String(moment)) - Date.now()) < 3_600_000

/** Whether two moments are the same; what is kept may have fewer digits than what was sent. */
export const isSameMoment = (one: string, other: string): boolean =>
  Math.abs(Date.parse(one) - Date.parse(other)) < 1_000
