import type { DashboardPeriod } from './dashboardPeriods'
import { type Days, type PeriodName, periods } from './reportPeriods'

/** What reports call the periods of the dashboard. */
const named: Readonly<Record<DashboardPeriod, PeriodName>> = {
  today: 'today',
  '7d': 'last7',
  '30d': 'last30',
  month: 'thisMonth',
}

/** The days of a period, today the last of them. */
export const daysOf = (period: DashboardPeriod, today: string): Days => periods[named[period]].of(today)
