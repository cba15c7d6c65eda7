import { foreignKey, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { orderSources } from '../../../contract/extensions/sheetImports'
import type { ImportCells, ImportChange, ImportFields, ImportProblem } from '../../../contract/extensions/sheetImports'
import { campaigns } from './campaigns'
import { createdAt, id, moment, orgId } from './columns'
import { organizations } from './organizations'
import { users } from './users'

/** A spreadsheet of products, of the offers or orders of a campaign, of tracking numbers or of customers: first looked at, then taken over in one go, and undone within a day. */
export const sheetImports = pgTable(
  'sheet_imports',
  {
    orgId: orgId().references(() => organizations.id, { onDelete: 'cascade' }),
    id: id(),
    userId: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
    userName: text('user_name'),
    /** What its lines are about. */
    resource: text('resource', { enum: ['products', 'offers', 'fulfilments', 'customers', 'orders'] }).notNull(),
    /** The campaign that its offers or orders are in; other spreadsheets have none. */
    campaignId: uuid('campaign_id'),
    /** Where its orders were placed; other spreadsheets have none. */
    source: text('source', { enum: orderSources }),
    /** The first of the numbers that are kept for its orders; none before they are taken over. */
    firstNumber: integer('first_number'),
    /** Of the file, or what else it came from. */
    name: text('name').notNull(),
    state: text('state', { enum: ['open', 'committed', 'undone'] })
      .notNull()
      .default('open'),
    createdAt: createdAt(),
    committedAt: moment('committed_at'),
    undoneAt: moment('undone_at'),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.id] }),
    foreignKey({ columns: [table.orgId, table.campaignId], foreignColumns: [campaigns.orgId, campaigns.id] }),
    index('sheet_imports_newest').on(table.orgId, table.createdAt),
    index('sheet_imports_age').on(table.createdAt),
  ],
)

/** A line of such a spreadsheet, and what it does. */
export const sheetImportLines = pgTable(
  'sheet_import_lines',
  {
    orgId: orgId(),
    importId: uuid('import_id').notNull(),
    /** Counted as in the spreadsheet. */
    line: integer('line').notNull(),
    /** What it is about, told apart from what other lines are about: a SKU, of an offer with its name. */
    key: text('key').notNull(),
    sku: text('sku').notNull(),
    cells: jsonb('cells').$type<ImportCells>().notNull(),
    /** What the cells say, where nothing is wrong with them. */
    fields: jsonb('fields').$type<ImportFields>().notNull(),
    verdict: text('verdict', { enum: ['create', 'update', 'same', 'refused'] }).notNull(),
    problems: jsonb('problems').$type<ImportProblem[]>().notNull(),
    changes: jsonb('changes').$type<ImportChange[]>().notNull(),
    /** The record that it changes as it was then, or the id of the one that it makes. */
    recordId: uuid('record_id').notNull(),
    recordVersion: integer('record_version'),
    /** The record's columns before the line was taken over, and the units that it moved. */
    before: jsonb('before').$type<Record<string, unknown>>(),
    moved: integer('moved').notNull().default(0),
    /** Why it stayed when the import was undone. */
    kept: text('kept'),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.importId, table.line] }),
    foreignKey({
      columns: [table.orgId, table.importId],
      foreignColumns: [sheetImports.orgId, sheetImports.id],
    }).onDelete('cascade'),
    index('sheet_import_lines_key').on(table.orgId, table.importId, table.key),
  ],
)
