import { answer } from '../../../contract/client/client'
import type { Dashboard } from '../../../contract/extensions/dashboard'
import type { Report } from '../../../contract/extensions/reports'
import { daysOf } from '../../../contract/rules/businessDays'
import type { DashboardPeriod } from '../../../contract/rules/dashboardPeriods'
import type { Measure } from '../../../contract/rules/measures'
import { dayIn } from '../../../contract/rules/days'
import type { Api } from '../api'
import type { Read } from '../cache'
import { paced } from '../paced'

/** What waits to be done (DB-01, DB-03). */
export const readDashboard = ({ extended }: Api, organizationId: string): Read<Dashboard> =>
  paced({
    key: ['dashboard', 'now', organizationId],
    fetch: async (signal) => {
      const { reads } = await extended('dashboard')
      const query = { organizationId }
      return answer(await reads.dashboard.read.query({ query, fetchOptions: { signal } })).data
    },
  })

/** What is told of a period (DB-02). */
export const dashboardFigures = [
  'revenue',
  'orders',
  'averageOrder',
  'paidShareOfLinks',
  'refunds',
] as const satisfies readonly Measure[]

/** The figures of a period and of as many days before it, by day. */
export type PeriodFigures = Report & { id: string; from: string; to: string }

export const readFigures = (
  { extended }: Api,
  organizationId: string,
  { period, zone }: { period: DashboardPeriod; zone: string },
): Read<PeriodFigures> =>
  paced({
    key: ['dashboard', 'figures', organizationId, period],
    fetch: async (signal) => {
      const { client } = await extended('reports')
      const days = daysOf(period, dayIn(zone, new Date()))
      const body = {
        organizationId,
        measures: [...dashboardFigures],
        dimensions: ['day' as const],
        ...days,
        compare: 'previous' as const,
      }
      const { data } = answer(await client.reports.read({ body, fetchOptions: { signal } }))
      return { ...data, ...days, id: `${organizationId} ${period}` }
    },
  })
