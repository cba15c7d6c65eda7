import { type LeaderboardPeriod, leaderboardPeriods, type RankedBy } from '../../../contract/rules/leaderboardPeriods'

export const periodLabels: Record<LeaderboardPeriod, string> = {
  today: 'Today',
  week: 'This week',
  month: 'This month',
}
export const periodTabs = leaderboardPeriods.map((id) => ({ id, label: periodLabels[id] }))

/** What each period is, in a sentence. */
export const nouns: Record<LeaderboardPeriod, string> = { today: 'day', week: 'week', month: 'month' }

export const rankedLabels: Record<RankedBy, string> = {
  revenue: 'Net revenue',
  orders: 'Orders',
  averageOrder: 'Average order',
  closeRate: 'Close rate',
}
