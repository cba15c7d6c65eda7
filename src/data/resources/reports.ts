import { answer } from '../../../contract/client/client'
import type { Report, ReportRequest } from '../../../contract/extensions/reports'
import { daysOf, type ReportQuestion } from '../../../contract/forms/reports'
import { dayAt } from '../../../contract/rules/reportPeriods'
import type { Api } from '../api'
import type { Read } from '../cache'

/** The day that it is now where the organization is. */
export const todayIn = (zone: string): string => dayAt(new Date(), zone)

/** What is asked of the server: the days of a question as they are today where the organization is. */
export function reportRequestOf(
  organizationId: string,
  zone: string,
  { measures, dimensions, compare, filters, ...period }: ReportQuestion,
): ReportRequest {
  const days = daysOf(period, todayIn(zone))
  const narrowed = filters && { filters }
  return { organizationId, measures: [...measures], dimensions: [...dimensions], ...days, compare, ...narrowed }
}

/** The figures that a request asks for (RP-01). */
export const readReport = ({ extended }: Api, request: ReportRequest): Read<Report> => ({
  key: ['reports', request],
  fetch: async (signal) => {
    const { client } = await extended('reports')
    return answer(await client.reports.read({ body: request, fetchOptions: { signal } })).data
  },
})
