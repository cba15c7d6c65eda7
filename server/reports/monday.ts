import { sql } from 'drizzle-orm'
import type { Transaction } from '../db/transactions'

/** The next Monday at 07:00 where the organization of a transaction is, after a moment. */
export async function nextMonday(tx: Transaction, after: Date): Promise<Date> {
  const moment = after.toISOString()
  const { rows } = await tx.execute<{ at: string }>(sql`
    select extract(epoch from min(monday)) * 1000 as at
    from organizations, lateral (
      select (date_trunc('week', ${moment}::timestamptz at time zone time_zone) + make_interval(weeks => week, hours => 7))
        at time zone time_zone as monday
      from generate_series(0, 1) as week
    ) as mondays
    where id = (select current_org()) and monday > ${moment}::timestamptz`)
  return new Date(Number(rows[0]?.at))
}
