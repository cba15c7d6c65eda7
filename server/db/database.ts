import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'

/** What runs inside a transaction: drizzle's query builder, no matter which engine is below. */
export type Transaction = Pick<
  PgDatabase<PgQueryResultHKT, Record<string, never>>,
  'select' | 'selectDistinct' | 'insert' | 'update' | 'delete' | 'execute' | '$with' | 'with' | '$count'
>

export interface DatabaseOptions {
  /** Folder of the embedded database; used when there is no databaseUrl. */
  dataDir: string
  databaseUrl?: string | undefined
  log?: ((message: string) => void) | undefined
}

export interface Database {
  readonly kind: 'pglite' | 'postgres'
  /**
   * Runs `work` in one transaction that sees only the records of one organization. It may run again when the engine
   * asks for a retry (40001, 40P01), so it must not do anything but use `tx`; on PGlite it holds the only connection,
   * so it must not wait for the network.
   */
  tenant<T>(orgId: string, work: (tx: Transaction) => Promise<T>): Promise<T>
  /**
   * Runs `work` in one transaction that precedes an organization: users, sessions, user tokens, organizations,
   * memberships, invites, the outbox, rate limits, and reading payment links. Nothing else is open to it.
   */
  system<T>(work: (tx: Transaction) => Promise<T>): Promise<T>
  /** Rejects when the engine does not answer. */
  ping(): Promise<void>
  close(): Promise<void>
}
