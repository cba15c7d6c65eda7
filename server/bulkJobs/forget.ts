import { sql } from 'drizzle-orm'
import { startOf } from '../auth/lifetimes'
import type { Database } from '../db/database'

/** Forgets jobs that are long over, and those that were tried and never begun; one by one, as each may have very many rows. */
export async function forgetOldBulkJobs(database: Database, now: Date): Promise<void> {
  const [old, tried] = [startOf('bulkJob', now).toISOString(), startOf('undo', now).toISOString()]
  for (let forgotten = 1; forgotten > 0;) {
    forgotten = await database.system(async (tx) => {
      const { rowCount } = await tx.execute(sql`
        delete from bulk_jobs where ctid = any(array(
          select ctid from bulk_jobs where created_at < ${old} or (started_at is null and created_at < ${tried}) limit 1))`)
      return rowCount ?? 0
    })
  }
}
