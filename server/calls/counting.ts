import { sql } from 'drizzle-orm'
import { countingDispositions } from '../../contract/rules/closeRate'

/** Whether a row of calls counts for a close rate (LB-01), as the rule of the same name has it. */
export const countsAsCall = sql`(order_id is not null or disposition = any(${sql.param([...countingDispositions])}::text[]))`
