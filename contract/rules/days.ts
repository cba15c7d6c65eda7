const millisecondsPerDay = 86_400_000
/** The number of a day, counted from 1970. */
export const numberOf = (day: string): number => Date.parse(`${day}T00:00:00Z`) / millisecondsPerDay
export const dayOf = (number: number): string => new Date(number * millisecondsPerDay).toISOString().slice(0, 10)

/** The day so many days later, or before when they are below zero. */
export const daysLater = (day: string, days: number): string => dayOf(numberOf(day) + days)

/** How many days there are from one to another, both included. */
export const daysBetween = (from: string, to: string): number => numberOf(to) - numberOf(from) + 1

const calendars = new Map<string, Intl.DateTimeFormat>()

/** The calendar day of a moment in an IANA zone, as `yyyy-MM-dd`. */
export function dayIn(timeZone: string, moment: Date): string {
  const format =
    calendars.get(timeZone) ??
    new Intl.DateTimeFormat('en', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  calendars.set(timeZone, format)
  const parts = new Map(format.formatToParts(moment).map(({ type, value }) => [type, value]))
  return `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`
}
