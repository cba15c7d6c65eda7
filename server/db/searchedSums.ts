import { sql, type SQL } from 'drizzle-orm'
import { percentiles } from '../../contract/rules/measures'
import { type AddedList, addends, measured, measuredOf, percentile } from './addends'
import { conditionsOf, demandsOf } from './demands'
import { holding, type Search, soughtPatterns } from './search'
import { searchables } from './searchables'
import type { Transaction } from './transactions'

/** How many rows there are, and what they add up to by the names of their list's sums: units as they are, money in major units. */
type SumsOf<List extends AddedList> = Record<'rows' | (keyof (typeof addends)[List] & string), number> & {
  currency: string | null
} & (List extends keyof typeof measured ? Record<'median' | 'ninetieth', number | null> : unknown)

/** Within how many seconds as many of the rows were as each percentile says; of no rows there is none. */
const percentilesOf = (list: AddedList): SQL[] =>
  Object.entries(percentiles).map(
    ([name, share]) => sql`(${percentile(share, measuredOf(list))})::float8 as ${sql.identifier(name)}`,
  )

/** What the rows that a search finds add up to, over all pages (GW-03, RP-02), exact to the cent. Throws InvalidSearch. */
export async function searchedSums<List extends AddedList>(
  tx: Transaction,
  list: List,
  { q, filters }: Pick<Search, 'q' | 'filters'>,
): Promise<SumsOf<List>> {
  const found = conditionsOf(await demandsOf(tx, searchables[list], filters))
  const sums = Object.entries(addends[list]).map(([name, addend]) => {
    const sum = sql`coalesce(sum(${addend}), 0)::float8`
    return sql`${name === 'units' ? sum : sql`${sum} / 100`} as ${sql.identifier(name)}`
  })
  if (list in measured) sums.push(...percentilesOf(list))
  const conditions = [sql`org_id = (select current_org())`, ...found, ...holding(soughtPatterns(list, q))]
  const { rows } = await tx.execute(sql`
    select ${sql.join([sql`count(*)::int as rows`, ...sums], sql`, `)},
      (select currency from organizations where id = (select current_org())) as currency
    from ${sql.identifier(searchables[list].view)} where ${sql.join(conditions, sql` and `)}`)
  // The columns are named after the sums of the list.
  return rows[0] as SumsOf<List>
}
