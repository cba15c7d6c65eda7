import { daysBetween, daysLater } from './calendarParts'
import type { DashboardPeriod } from './dashboardPeriods'

/** The first and the last of some days, as ISO days. */
export interface Days {
  from: string
  to: string
}

/** The days of a period, today the last of them. */
export function daysOf(period: DashboardPeriod, today: string): Days {
  switch (period) {
    case 'today':
      return { from: today, to: today }
    case '7d':
      return { from: daysLater(today, -6), to: today }
    case '30d':
      return { from: daysLater(today, -29), to: today }
    case 'month':
      return { from: `${today.slice(0, 8)}01`, to: today }
  }
}

/** As many days before it. */
export const daysBefore = ({ from, to }: Days): Days => ({
  from: daysLater(from, -daysBetween(from, to)),
  to: daysLater(from, -1),
})
