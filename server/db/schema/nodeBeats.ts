import { integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from './columns'

/** Which keys each server and worker knows, and when it last said so, by the database's clock. */
export const nodeBeats = pgTable('node_beats', {
  node: uuid('node').primaryKey(),
  kind: text('kind', { enum: ['server', 'worker', 'rotation'] }).notNull(),
  host: text('host').notNull(),
  port: integer('port'),
  pid: integer('pid').notNull(),
  /** Ids of keys; the first is the one that it seals by. */
  keys: text('keys').array().notNull(),
  startedAt: moment('started_at').notNull(),
  beatAt: moment('beat_at').notNull(),
})
