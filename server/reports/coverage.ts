import { sql, type SQL } from 'drizzle-orm'
import type { Grain } from './parts'

/** Which days of a period are kept, added up, and which stretches of it are not. */
export interface Coverage {
  /** What comes before a query that asks for them, as `with` has it. */
  statements: SQL[]
  /** The days, or first days of months, that are kept and have not changed since. */
  kept: Partial<Record<Grain, string>>
  /** All else, each from a moment to one that is no more of it. */
  gaps: string
}

/** From the first moment to the one after the last. */
interface Span {
  from: string | SQL
  to: string | SQL
}

const interval = { day: sql`1`, month: sql`interval '1 month'` }

/**
 * The coverage of a period by what is kept as days or months of a zone. It reads as much as one statement sees, and what it
 * tells is true of that statement alone.
 */
export function coverages(name: string, grains: readonly Grain[], { from, to }: Span, zone: string): Coverage {
  const [changed, edges, gaps] = [`${name}Changed`, `${name}Edges`, `${name}Gaps`]
  const nameOf = (grain: Grain) => `${name}Kept${grain}`
  const begins = sql`${from}::timestamptz`
  const ends = sql`${to}::timestamptz`
  if (grains.length === 0) {
    return {
      statements: [sql`${sql.identifier(gaps)} as (select ${begins} as since, ${ends} as until)`],
      kept: {},
      gaps,
    }
  }
  const statements = [
    // The first day of which all is in the period, and the one that it ends within.
    sql`${sql.identifier(edges)} as materialized (
      select case when day_start(day, ${zone}) >= ${begins} then day else day + 1 end as whole, last
      from (select (${begins} at time zone ${zone})::date as day, (${ends} at time zone ${zone})::date as last) as own)`,
    sql`${sql.identifier(changed)} as materialized (
      select distinct (at at time zone ${zone})::date as day from figure_changes
      where org_id = (select current_org()) and at >= ${begins} - interval '32 days' and at < ${ends} + interval '32 days')`,
  ]
  const taken: SQL[] = []
  for (const grain of grains) {
    const own = sql.identifier(nameOf(grain))
    const next = sql`(first_day + ${interval[grain]})::date`
    const apart = taken.map((other) => sql` and not ${other}`)
    statements.push(sql`${own} as materialized (
      select first_day from figure_days as own
      where org_id = (select current_org()) and grain = ${grain} and zone = ${zone}
        and first_day >= (select whole from ${sql.identifier(edges)}) and ${next} <= (select last from ${sql.identifier(edges)})
        and not exists (select from ${sql.identifier(changed)} as changed where date_trunc(${grain}, changed.day)::date = own.first_day)
        ${sql.join(apart)})`)
    taken.push(
      sql`exists (select from ${own} as other where other.first_day = date_trunc(${grain}, own.first_day)::date)`,
    )
  }
  // What is between the days that are kept, however long the period is.
  const pieces = grains.map(
    (grain) => sql`select first_day as since, (first_day + ${interval[grain]})::date as until
      from ${sql.identifier(nameOf(grain))}`,
  )
  const [firstDay, dayAfter] = [
    sql`(${begins} at time zone ${zone})::date`,
    sql`(${ends} at time zone ${zone})::date + 1`,
  ]
  statements.push(sql`${sql.identifier(gaps)} as materialized (
    select greatest(day_start(opens, ${zone}), ${begins}) as since, least(day_start(closes, ${zone}), ${ends}) as until
    from (
      select lag(until, 1, ${firstDay}) over (order by since) as opens, since as closes
      from (${sql.join(pieces, sql` union all `)} union all select ${dayAfter}, null) as pieces) as apart
    where opens < closes)`)
  return { statements, kept: Object.fromEntries(grains.map((grain) => [grain, nameOf(grain)])), gaps }
}
