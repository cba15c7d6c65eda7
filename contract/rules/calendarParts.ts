import { daysBetween, daysLater, dayOf, numberOf } from './days'

/** A part of the calendar that figures are split by. Days are texts such as 2026-03-02; a week begins on Monday. */
export type CalendarPart = 'day' | 'week' | 'month'

/** The same day a year before; of 29 February the 28th. */
export function yearBefore(day: string): string {
  const [year = '', month = '', date = ''] = day.split('-')
  const isLeap = month === '02' && date === '29'
  return `${String(Number(year) - 1).padStart(4, '0')}-${month}-${isLeap ? '28' : date}`
}

/** The first day of the part that a day is in. */
export function firstDayOf(part: CalendarPart, day: string): string {
  if (part === 'day') return day
  if (part === 'month') return `${day.slice(0, 8)}01`
  // The first of 1970 was a Thursday.
  const number = numberOf(day)
  return dayOf(number - ((((number + 3) % 7) + 7) % 7))
}

const nextOf = (part: CalendarPart, first: string): string =>
  part === 'day'
    ? daysLater(first, 1)
    : part === 'week'
      ? daysLater(first, 7)
      : firstDayOf('month', daysLater(first, 31))

/** The last day of the part that begins with a day. */
export const lastDayOf = (part: CalendarPart, first: string): string => daysLater(nextOf(part, first), -1)

/** How many parts of the calendar the days from one to another are in. */
export function countParts(part: CalendarPart, from: string, to: string): number {
  if (part === 'day') return daysBetween(from, to)
  const [first, last] = [firstDayOf(part, from), firstDayOf(part, to)]
  if (part === 'week') return (daysBetween(first, last) - 1) / 7 + 1
  const months = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7))
  return months(last) - months(first) + 1
}

/** Those parts, each by its first day, with its days from one to another. */
export function partsBetween(part: CalendarPart, from: string, to: string): { id: string; from: string; to: string }[] {
  const found: { id: string; from: string; to: string }[] = []
  for (let id = firstDayOf(part, from); id <= to; id = nextOf(part, id)) {
    const last = lastDayOf(part, id)
    found.push({ id, from: id < from ? from : id, to: last > to ? to : last })
  }
  return found
}

/** How much of a part of the calendar some days of it are, such as '3 of 7 days'; undefined where they are all. */
export function cutOf(part: CalendarPart, first: string, days: { from: string; to: string }): string | undefined {
  const seen = daysBetween(days.from, days.to)
  const whole = daysBetween(first, lastDayOf(part, first))
  return seen < whole ? `${seen} of ${whole} days` : undefined
}

const written = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })
const month = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** What people call a part of the calendar, by its first day. */
export function calendarName(part: CalendarPart, first: string): string {
  const date = new Date(`${first}T00:00:00Z`)
  if (part === 'month') return month.format(date)
  return part === 'week' ? `Week of ${written.format(date)}` : written.format(date)
}
