import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { bigint, boolean, integer, jsonb, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { uuidv7 } from 'uuidv7'

/** A record's id: UUIDv7 made here, so that no engine has to know how and no node has to ask. */
export const id = () =>
  uuid('id')
    .notNull()
    .$defaultFn(() => uuidv7())

/** The organization a record belongs to. Every key of a tenant table begins with it. */
export const orgId = () => uuid('org_id').notNull()

/** A moment, kept to the millisecond as JavaScript does. */
export const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' })

export const createdAt = () =>
  moment('created_at')
    .notNull()
    .$defaultFn(() => new Date())

export const updatedAt = () =>
  moment('updated_at')
    .notNull()
    .$defaultFn(() => new Date())
    .$onUpdate(() => new Date())

/** Grows by one with every update, by a trigger (0007_versions). */
export const version = () => integer('version').notNull().default(1)

/** How an organization has set up something that others run, such as a gateway. */
export const setup = () => ({
  enabled: boolean('enabled').notNull().default(true),
  /** What is not secret. */
  settings: jsonb('settings').$type<Record<string, unknown>>().notNull().default({}),
  /** Encrypted; never sent back. */
  secrets: text('secrets'),
})

/** Money as whole cents. */
export const cents = (name: string) => integer(name)

/** A sum of money in cents that may pass what 32 bits hold. */
export const sum = (name: string) => bigint(name, { mode: 'number' })

/** Text in small letters, the same on every engine whatever its locale; ordered by code point. */
export const folded = (text: SQLWrapper): SQL => sql`folded(${text}) collate "C"`
