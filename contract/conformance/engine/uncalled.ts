import { Blocked, RateLimited } from './errors'
import { rowsOf, totalOf } from './listing'
import type { JournalHead } from './journal'
import type { Run } from './run'

/** Lists of what nothing takes away, and what it is called. */
const uncalled = [
  ['mails.list', 'mails'],
  ['gateways.comparisons', 'reconciliations'],
] as const

/** How many there are in each organization of what comes of other things and stays, by what the report calls it. */
export async function uncalledCounts(run: Run, places: JournalHead['places']): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const { account, organizationId } of places) {
    const as = account === 'first' ? run.first : run.second
    for (const [name, called] of uncalled) {
      if (as === undefined || !run.isFull || run.lacks(name)) continue
      const count = await countOf(run, name, { as, organizationId })
      if (count !== undefined) counts[`${called} of organization ${organizationId}`] = count
    }
  }
  return counts
}

async function countOf(
  run: Run,
  name: string,
  { as, organizationId }: { as: Run['first']; organizationId: string },
): Promise<number | undefined> {
  try {
    const exchange = await run.ask(name, { as, query: { organizationId } })
    if (exchange.status !== 200) return undefined
    const total = totalOf(exchange)
    return total < 0 ? rowsOf(exchange).length : total
  } catch (error) {
    if (error instanceof Blocked || error instanceof RateLimited) return undefined
    throw error
  }
}
