import { type Fields, isRecord } from './fields'

/** What does not follow from the other fields of a record, in words; undefined where all does. */
export type Follows = (record: Fields) => string | undefined

export const recordsIn = (value: unknown): Fields[] => (Array.isArray(value) ? value.filter(isRecord) : [])

export function firstOf(records: readonly Fields[], follows: Follows): string | undefined {
  for (const record of records) {
    const wrong = follows(record)
    if (wrong !== undefined) return wrong
  }
  return undefined
}

/** Each of some records within another one. */
export const each =
  (field: string, follows: Follows): Follows =>
  (record) =>
    firstOf(recordsIn(record[field]), follows)

/** One thing after the other, until something does not follow. */
export const allOf =
  (...rules: readonly Follows[]): Follows =>
  (record) => {
    for (const follows of rules) {
      const wrong = follows(record)
      if (wrong !== undefined) return wrong
    }
    return undefined
  }
