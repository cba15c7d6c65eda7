/** The periods that the dashboard shows, as its address has them (DB-02). */
export const dashboardPeriods = ['today', '7d', '30d', 'month'] as const
export type DashboardPeriod = (typeof dashboardPeriods)[number]
