import type pg from 'pg'
import { sqlFailure } from './errors'

/** What has been counted since the database was opened. */
export interface Counts {
  /** Transactions that had to wait for a connection, and for how long altogether. */
  waits: number
  waitedSeconds: number
  lockTimeouts: number
  statementTimeouts: number
  retries: number
}

/** How busy the connections are, and what has been counted. */
export interface Load extends Counts {
  inUse: number
  idle: number
  /** Transactions that wait for a connection now. */
  waiting: number
  /** How many connections there may be. */
  most: number
}

export const newCounts = (): Counts => ({
  waits: 0,
  waitedSeconds: 0,
  lockTimeouts: 0,
  statementTimeouts: 0,
  retries: 0,
})

export const loadOf = (pool: pg.Pool, counted: Counts): Load => ({
  ...counted,
  inUse: pool.totalCount - pool.idleCount,
  idle: pool.idleCount,
  waiting: pool.waitingCount,
  most: pool.options.max,
})

/** A connection of the pool; that it had to be waited for is counted. */
export async function connected(pool: pg.Pool, counted: Counts): Promise<pg.PoolClient> {
  if (pool.idleCount > 0 || pool.totalCount < pool.options.max) return pool.connect()
  const began = performance.now()
  counted.waits += 1
  try {
    return await pool.connect()
  } finally {
    counted.waitedSeconds += (performance.now() - began) / 1_000
  }
}

/** Counts what a transaction failed with, where it tells of how busy the database is. */
export function countFailure(error: unknown, counted: Counts): void {
  const code = sqlFailure(error)?.code
  if (code === '55P03') counted.lockTimeouts += 1
  else if (code === '57014') counted.statementTimeouts += 1
}
