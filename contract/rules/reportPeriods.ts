import { firstDayOf, yearBefore } from './calendarParts'
import { daysBetween, daysLater, dayIn } from './days'

/** The days from one to another, both included. */
export interface Days {
  from: string
  to: string
}

const [earliest, latest] = ['1900-01-01', '2999-12-31']

/** Why there is no report of some days, and by which of them; undefined when there is. */
export function whyNoPeriod({ from, to }: Days): { field: 'from' | 'to'; message: string } | undefined {
  if (from < earliest || to > latest) {
    return { field: from < earliest ? 'from' : 'to', message: 'Choose days from 1900 to 2999' }
  }
  return to < from ? { field: 'to', message: endsTooEarly } : undefined
}
export const endsTooEarly = 'The period ends before it begins'

/** Periods that go along with the calendar, and own days. */
export const periods = {
  today: { label: 'Today', before: 'Yesterday', of: (today: string) => ({ from: today, to: today }) },
  yesterday: {
    label: 'Yesterday',
    before: 'The day before',
    of: (today: string) => ({ from: daysLater(today, -1), to: daysLater(today, -1) }),
  },
  last7: {
    label: 'Last 7 days',
    before: 'The 7 days before',
    of: (today: string) => ({ from: daysLater(today, -6), to: today }),
  },
  last30: {
    label: 'Last 30 days',
    before: 'The 30 days before',
    of: (today: string) => ({ from: daysLater(today, -29), to: today }),
  },
  thisMonth: {
    label: 'This month',
    before: 'As many days before',
    of: (today: string) => ({ from: firstDayOf('month', today), to: today }),
  },
  lastMonth: {
    label: 'Last month',
    before: 'As many days before',
    of: (today: string) => {
      const to = daysLater(firstDayOf('month', today), -1)
      return { from: firstDayOf('month', to), to }
    },
  },
  thisYear: {
    label: 'This year',
    before: 'As many days before',
    of: (today: string) => ({ from: `${today.slice(0, 4)}-01-01`, to: today }),
  },
} as const satisfies Record<string, { label: string; before: string; of: (today: string) => Days }>
export type PeriodName = keyof typeof periods

// Object.keys knows only strings.
export const periodNames = Object.keys(periods) as PeriodName[]

export type Comparison = 'none' | 'previous' | 'year'

/** As many days before some, or before all of a period that they are a part of. */
export function previousDays({ from, to }: Days, whole: Days = { from, to }): Days {
  const back = -daysBetween(whole.from, whole.to)
  return { from: daysLater(from, back), to: daysLater(to, back) }
}

/** What days are compared with: as many days before them, or the same ones a year before; undefined without comparison. */
export function daysBefore(days: Days, whole: Days, compare: Comparison): Days | undefined {
  if (compare === 'none') return undefined
  return compare === 'year' ? { from: yearBefore(days.from), to: yearBefore(days.to) } : previousDays(days, whole)
}

/** The day that it is in a zone; one that is none counts as UTC. */
export function dayAt(moment: Date, zone: string): string {
  try {
    return dayIn(zone, moment)
  } catch {
    return moment.toISOString().slice(0, 10)
  }
}
