import { CouldNotRun } from './errors'
import type { Account } from './exchange'
import type { Journal } from './journal'
import { textOf } from './text'
import { restorable, restorableUser } from './restorable'
import { type Row, searchPage } from './listing'
import type { Fields } from './fields'
import type { Run } from './run'
import type { Tenant } from './tenant'
import { uncalledCounts } from './uncalled'

/** What a run has made in an organization, so that it can sell something there. */
export interface Shop {
  /** With a campaign and a product of the run's own to work with. */
  tenant: Tenant
  campaign: Row
  product: Row
  customer: Row
  offer: Row
  /** An order that is open still, a draft, an import that was begun, and a call, as far as they were made. */
  order?: Row
  draftId?: string
  importId?: string
  callId?: string
  /** A gateway that takes test cards, and the token of a link to pay the order. */
  till?: Row
  payToken?: string
  /** A parcel of one of its orders, an email provider, an auto-responder, and a mail that was sent. */
  fulfilment?: Row
  provider?: Row
  /** Where another system is told, and a message to it. */
  webhook?: Row
  message?: Row
  responder?: Row
  /** One of the organization's own mails, as it was found. */
  ownMail?: Row
  seller?: Row
  mail?: Row
  savedReport?: Row
  savedView?: Row
  /** An organization of the account's in which it is in no call. */
  callsIn?: string
}

/** An organization whose figures a run can foretell, as nobody else sells there. */
export interface Place {
  tenant: Tenant
  /** Its time zone. */
  zone: string
  /** Whether it is the check's own, so that it may be given a tax and a zone. */
  isOwn: boolean
}

/** What a run works with. */
export interface World {
  first: Tenant
  second: Tenant | undefined
  /** In the name of everything that the run makes. */
  marker: string
  /** Ids that were answered to requests that had to be refused. */
  suspects: Set<string>
  /** What the run sells, by the organization that it is in. */
  shops: Map<string, Shop>
  /** Where the run works alone, once it was asked for; and whether it has sold there. */
  place?: Place
  hasSold?: boolean
}

/**
 * A word that no record has yet. At level full, where more is left behind than a search of offers finds, it is another one for
 * every run; at level core the same for the same seed, unless an earlier run has left an offer.
 */
export async function freshMarker(run: Run, organizationId: string): Promise<string> {
  const base = `zq${Math.abs(run.options.seed).toString(36)}`
  const now = `${base}x${Date.now().toString(36)}z`
  if (run.isFull) return now
  for (let number = 0; number < 20; number += 1) {
    const marker = `${base}x${number}z`
    const { total } = await searchPage(run, { organizationId, resource: 'offers', q: marker, limit: 1, page: 1 })
    if (total === 0) return marker
  }
  return now
}

async function profileOf(run: Run, as: Account): Promise<Fields> {
  const { json } = await run.ask('users.me', { as })
  return (json as { data?: Fields } | undefined)?.data ?? {}
}

const nameOf = ({ id, email }: Fields): string => textOf(id ?? email).toLowerCase()

/** Throws CouldNotRun unless the accounts are those of the check that has written the journal. */
export async function proveOwners(run: Run, { head }: Journal): Promise<void> {
  if (head?.users.second !== undefined && run.second === undefined) {
    throw new CouldNotRun('the check had a second account, too; give --second-email and --second-password')
  }
  for (const account of run.second === undefined ? [run.first] : [run.first, run.second]) {
    const due = head?.users[account.name]
    if (due === undefined || due === nameOf(await profileOf(run, account))) continue
    throw new CouldNotRun(`the ${account.name} account is not the one that the check was made with`)
  }
}

/** Begins the journal with what the run could change without meaning to: the users' profiles and the listed campaigns. */
export async function beginJournal(run: Run, { first, second, marker }: World, startedAt: Date): Promise<void> {
  const { baseUrl, level, journalFile } = run.options
  const places = [
    ...first.organizations.slice(0, 5).map(({ id }) => ({ account: 'first' as const, organizationId: id })),
    ...(second === undefined ? [] : [{ account: 'second' as const, organizationId: second.organizationId }]),
  ]
  const tenants = second === undefined ? [first] : [first, second]
  const profiles = new Map<Tenant, Fields>()
  for (const tenant of tenants) profiles.set(tenant, await profileOf(run, tenant.account))
  const users = Object.fromEntries([...profiles].map(([{ account }, user]) => [account.name, nameOf(user)]))
  const when = startedAt.toISOString()
  let counts: Record<string, number> = {}
  await run.recorder.muted(async () => {
    counts = await uncalledCounts(run, places)
  })
  run.journal.begin({ format: 1, baseUrl, level, startedAt: when, users, marker, places, counts }, journalFile)
  for (const tenant of tenants) {
    const { account, organizationId, campaigns } = tenant
    const former = restorableUser(profiles.get(tenant) ?? {})
    run.journal.add({ what: 'profile', account: account.name, fields: former })
    const fields = Object.fromEntries(campaigns.map((row) => [row.id, restorable(row)]))
    run.journal.add({ what: 'campaigns', account: account.name, organizationId, fields })
  }
}
