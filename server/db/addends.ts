import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import type { Part } from '../../contract/rules/measures'

/** Lists whose rows are added up. */
export type AddedList = Part['list']

const succeeded = (type: SQL, then: SQL) => sql`case when status = 'succeeded' and ${type} then ${then} else 0 end`

/** What a sum of a list adds up of each row, in cents or units, by the columns of its view; whatever sum there is, rows are counted. */
export const addends = {
  orders: {
    total: sql`total_cents`,
    tax: sql`tax_cents`,
    paid: sql`paid_cents`,
    refunded: sql`refunded_cents`,
    net: sql`paid_cents - refunded_cents`,
  },
  transactions: {
    charged: succeeded(sql`type = 'charge'`, sql`total_cents`),
    refunded: succeeded(sql`type = 'refund'`, sql`total_cents`),
    net: succeeded(sql`true`, sql`case when type = 'charge' then total_cents else - total_cents end`),
  },
  orderLines: { total: sql`total_cents`, units: sql`quantity` },
  calls: {},
} as const satisfies Record<AddedList, Readonly<Record<string, SQL>>>

export const addendOf = (list: AddedList, sum: string): SQL | undefined =>
  new Map<string, SQL>(Object.entries(addends[list])).get(sum)

/** Of what percentiles of a list are, by the columns of its view. */
export const measured = { calls: sql`"secondsToPaid"` } as const satisfies Partial<Record<AddedList, SQL>>

/** The same of any list: nothing where it has no percentiles. */
export const measuredOf = (list: AddedList): SQL =>
  new Map<string, SQL>(Object.entries(measured)).get(list) ?? sql`null`

/** What as many of some values are no more than as a share says; of no values there is none. */
export const percentile = (share: number, of: SQL): SQL =>
  sql`percentile_disc(${sql.raw(String(share))}) within group (order by ${of})`

/** The same of values that are sorted already. */
export const percentileOfSorted = (share: number, of: SQL): SQL =>
  sql`(${of})[ceil(${sql.raw(String(share))} * cardinality(${of}))::int]`

/**
 * The same of the values of many sorted arrays of whole numbers, of hundreds of thousands of them: a recursive query by this
 * name, in which the percentile of a share is between `low` and `high`, and in its last row of the share is both. Each step
 * halves what is between them: how many values of an array are no more than the middle is found without reading it.
 */
export const percentilesAmong = (name: SQLWrapper, arrays: SQLWrapper, shares: readonly number[]): SQL => sql`
  ${name} as (
    select share, ceil(share * sum(cardinality(seconds))) as place, min(seconds[1]) as low, max(seconds[cardinality(seconds)]) as high
    from ${arrays}, unnest(array[${sql.raw(shares.join(', '))}]::numeric[]) as share group by share
    union all
    select share, place, case when "isReached" then low else middle + 1 end, case when "isReached" then middle else high end
    from (select *, low + (high - low) / 2 as middle from ${name} where low < high) as open
    cross join lateral (select sum(width_bucket(middle, seconds)) >= place as "isReached" from ${arrays}) as counted)`
