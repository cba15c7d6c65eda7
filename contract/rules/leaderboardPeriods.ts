/** What a leaderboard is of: the day, the week from Monday or the month that it is in the organization's zone (LB-01). */
export const leaderboardPeriods = ['today', 'week', 'month'] as const
export type LeaderboardPeriod = (typeof leaderboardPeriods)[number]

/** What agents are ranked by. */
export const rankedBy = ['revenue', 'orders', 'averageOrder', 'closeRate'] as const
export type RankedBy = (typeof rankedBy)[number]
