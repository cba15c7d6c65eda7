import type { Account } from './exchange'
import { searchPage } from './listing'
import type { Run } from './run'
import type { Tenant } from './tenant'

/** What a run works with, and what it has to put back. */
export interface World {
  first: Tenant
  second: Tenant | undefined
  /** In the name of everything that the run makes. */
  marker: string
  made: Made
}

/** What the run made or changed, for the cleaning up. */
export interface Made {
  /** Offers that are known to be the run's own. */
  offers: Map<string, Account>
  /** Customers that are known to be the run's own. */
  customers: Map<string, Account>
  /** Ids that were answered to requests that had to be refused. */
  suspects: Set<string>
  /** Fields to put back, by campaign. */
  campaigns: Map<string, { account: Account; fields: Record<string, unknown> }>
  /** Fields of the user to put back. */
  profile: Record<string, unknown> | undefined
  /** Sessions beside the one of the run. */
  sessions: string[]
  /** What there is no call to delete, in words. */
  kept: string[]
}

export const noneMade = (): Made => ({
  offers: new Map(),
  customers: new Map(),
  suspects: new Set(),
  campaigns: new Map(),
  profile: undefined,
  sessions: [],
  kept: [],
})

/** A word that no record has yet, the same for the same seed unless an earlier run left something behind. */
export async function freshMarker(run: Run, organizationId: string): Promise<string> {
  const base = `zq${Math.abs(run.options.seed).toString(36)}`
  for (let number = 0; number < 20; number += 1) {
    const marker = `${base}x${number}z`
    const { total } = await searchPage(run, { organizationId, resource: 'offers', q: marker, limit: 1, page: 1 })
    if (total === 0) return marker
  }
  return `${base}x${Date.now().toString(36)}z`
}
