import { sql, type SQL } from 'drizzle-orm'
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
