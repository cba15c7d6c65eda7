import type { Fields } from './fields'

/** An amount in cents; what is not told is none. */
export const cents = (amount: unknown): number => Math.round(Number(amount ?? 0) * 100)

/** What the rows come to in a field, in cents. */
export const sumOf = (rows: readonly Fields[], name: string): number =>
  rows.reduce((sum, row) => sum + cents(row[name]), 0)
