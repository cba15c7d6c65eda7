import { sql } from 'drizzle-orm'
import {
  bigint,
  customType,
  foreignKey,
  index,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { ArchiveTold } from '../../../contract/extensions/archives'
import { createdAt, id, moment, orgId, sum } from './columns'
import { organizations } from './organizations'

/** Who did something in an organization that was taken over from an archive, and has no account here. */
export const pastPeople = pgTable(
  'past_people',
  {
    orgId: orgId().references(() => organizations.id, { onDelete: 'cascade' }),
    id: uuid('id').notNull(),
    name: text('name').notNull(),
    email: text('email'),
  },
  (table) => [primaryKey({ columns: [table.orgId, table.id] })],
)

/** An archive of an organization that is sent, taken over, or was. */
export const archiveImports = pgTable(
  'archive_imports',
  {
    orgId: orgId().references(() => organizations.id, { onDelete: 'cascade' }),
    id: id(),
    /** Whoever sends it, by whom it is taken over. */
    userId: uuid('user_id').notNull(),
    userName: text('user_name').notNull(),
    /** Of the file. */
    name: text('name').notNull(),
    bytes: sum('bytes').notNull(),
    received: sum('received').notNull().default(0),
    state: text('state', { enum: ['open', 'taking', 'taken', 'failed', 'given_up'] })
      .notNull()
      .default('open'),
    rowsDone: sum('rows_done').notNull().default(0),
    rowsTotal: sum('rows_total'),
    /** Why it can't be taken over. */
    failure: text('failure'),
    told: jsonb('told').$type<ArchiveTold>(),
    /** When a part has last come, or whoever takes it over was last there. */
    beatAt: moment('beat_at'),
    createdAt: createdAt(),
    endedAt: moment('ended_at'),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.id] }),
    // One at a time.
    uniqueIndex('archive_imports_live')
      .on(table.orgId)
      .where(sql`state in ('open', 'taking')`),
    index('archive_imports_taking')
      .on(table.createdAt)
      .where(sql`state = 'taking'`),
  ],
)

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/** What of an archive has come, by its place in the file. */
export const archiveParts = pgTable(
  'archive_parts',
  {
    orgId: orgId(),
    importId: uuid('import_id').notNull(),
    place: bigint('place', { mode: 'number' }).notNull(),
    content: bytes('content').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.importId, table.place] }),
    foreignKey({
      name: 'archive_parts_import_fk',
      columns: [table.orgId, table.importId],
      foreignColumns: [archiveImports.orgId, archiveImports.id],
    }).onDelete('cascade'),
  ],
)
