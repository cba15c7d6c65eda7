import { and, type SQL, type SQLWrapper, sql } from 'drizzle-orm'

/** A text that stands for itself in a pattern. */
const literal = (text: string): string => text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)

/** Whether a folded text holds every word that somebody has typed; undefined when there is none. */
export const hasWords = (text: SQLWrapper, typed: string): SQL | undefined =>
  and(
    ...typed
      .split(/\s+/)
      .filter(Boolean)
      .map((word) => sql`${text} like '%' || folded(${literal(word)}) || '%'`),
  )
