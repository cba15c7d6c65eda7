import { type SQL, sql } from 'drizzle-orm'

/** When the day or the month of a moment began in an organization's zone, in a query of its row. */
export const startOf = (period: 'day' | 'month', moment: Date): SQL =>
  sql`date_trunc(${period}, ${moment.toISOString()}::timestamptz at time zone time_zone) at time zone time_zone`
