import { pgTable, uuid } from 'drizzle-orm/pg-core'
import { moment } from './columns'

/** When each worker was last there, by the database's clock, as those of nodes may differ. */
export const workerBeats = pgTable('worker_beats', {
  worker: uuid('worker').primaryKey(),
  startedAt: moment('started_at').notNull(),
  beatAt: moment('beat_at').notNull(),
})
