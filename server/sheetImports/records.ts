import { type SQL, sql } from 'drizzle-orm'
import type { ImportCells, ImportColumn, ImportFields } from '../../contract/extensions/sheetImports'
import type { JudgedCells } from '../../contract/forms/sheetImports'
import type { Caller } from '../auth/sessions'
import type { sheetImports } from '../db/schema/sheetImports'
import type { Transaction } from '../db/transactions'

export type Import = typeof sheetImports.$inferSelect

export interface NumberedCells {
  line: number
  cells: ImportCells
}

export interface JudgedLine extends JudgedCells {
  /** What the line is about, told apart from what other lines are about. */
  key: string
  /** The record that it changes; without one it makes one. */
  known: { id: string; version: number } | undefined
}

/** An import that is taken over or undone, by whom and when. */
export interface Work {
  begun: Import
  caller: Caller
  /** As ISO 8601. */
  at: string
}

/** What an import has to know of the records that its lines make and change. The records are called `record` in its SQL. */
export interface ImportedRecords {
  table: 'products' | 'offers' | 'fulfilments' | 'customers' | 'orders'
  /** What a second line about the same is refused with. */
  twice: (line: number) => string
  judge: (
    tx: Transaction,
    begun: Import,
    cells: readonly ImportCells[],
    lines: readonly NumberedCells[],
  ) => Promise<JudgedLine[]>
  /** The column that a second line about the same is refused at; the SKU when left out. */
  keyColumn?: ImportColumn
  /** Locks what has to be locked before the records. */
  lockFirst?: (tx: Transaction, begun: Import) => Promise<void>
  /** Locks what the lines need beside the records that they change; throws when they can't be had. */
  lock?: (tx: Transaction, begun: Import) => Promise<void>
  /** Conditions under which a `line` that makes a record is outdated, and one that changes one. */
  outdated: readonly SQL[]
  outdatedChanges?: readonly SQL[]
  write: (tx: Transaction, work: Work) => Promise<void>
  /** Why a record that nobody has changed stays all the same when the import is undone: cases of a `case`. */
  kept: SQL
  takeBack: (tx: Transaction, work: Work) => Promise<void>
}

/** The condition that a `line` is of the import. */
export const ofImport = ({ orgId, id }: Import): SQL => sql`line.org_id = ${orgId} and line.import_id = ${id}`

/** The condition that a `record` is the one of a `line`. */
export const isItsRecord = sql`record.org_id = line.org_id and record.id = line.record_id`

/** What a line says of a column, as text. */
export const field = (name: keyof ImportFields): SQL => sql`line.fields->>${sql.raw(`'${name}'`)}`

/** An amount that a line says, in cents. */
export const cents = (name: keyof ImportFields): SQL => sql`round((${field(name)})::numeric * 100)::int`

/** A whole number that a line says. */
export const whole = (name: keyof ImportFields): SQL => sql`(${field(name)})::int`
