import { sql } from 'drizzle-orm'
import type { Transaction } from './transactions'

/**
 * Adds what this transaction has sold to the figures of campaigns and customers at once, and what it sells from here on.
 * Otherwise that comes with the commit (0037_figures_last), as others wait for these rows from then on; it must be done
 * while the transaction is in the organization that it sold in.
 */
export const addUpFigures = (tx: Transaction) =>
  tx.execute(sql`set constraints keep_campaign_figures, keep_customer_figures immediate`)
