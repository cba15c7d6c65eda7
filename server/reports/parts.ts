import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import {
  type Dimension,
  dimensions,
  type Part,
  type PartName,
  parts,
  percentiles,
  splits,
} from '../../contract/rules/measures'
import { type AddedList, addendOf, measuredOf } from '../db/addends'
import { conditionsOf, demandsOf } from '../db/demands'
import { searchables } from '../db/searchables'
import type { Transaction } from '../db/transactions'

// The parts of figures, as SQL: what is added up of the rows of a list, and where days that are over have it kept.

export const listed = (some: readonly SQLWrapper[]): SQL => sql.join([...some], sql`, `)
export const all = (conditions: readonly SQL[]): SQL => sql.join([sql`true`, ...conditions], sql` and `)
export const column = (part: PartName) => sql.identifier(part)
export const partOf = (name: PartName): Part => parts[name]

/** What is added up of the rows that the part's own filters find, by its name. */
export async function sumOfPart(tx: Transaction, name: PartName): Promise<SQL> {
  const { list, filters, sum } = partOf(name)
  const found = conditionsOf(await demandsOf(tx, searchables[list], filters))
  const added = sum === 'rows' ? sql`count(*)` : sql`sum(${addendOf(list, sum)})`
  return sql`coalesce(${added} filter (where ${all(found)}), 0)::bigint as ${column(name)}`
}

/** Of how many of its rows a part tells the most, as a share; undefined for what is added up. */
export const percentileOf = (name: PartName): number | undefined => percentiles[partOf(name).sum]

/** What a percentile is of: a value of each row that the part's own filters find, by the part's name. */
export async function measureOfPart(tx: Transaction, name: PartName): Promise<SQL> {
  const { list, filters } = partOf(name)
  const found = conditionsOf(await demandsOf(tx, searchables[list], filters))
  return sql`case when ${all(found)} then ${measuredOf(list)} end::bigint as ${column(name)}`
}

/** Where the table of kept sums has each part that is kept; percentiles are not, and are read from their rows. */
export const keptColumns: Readonly<Partial<Record<PartName, string>>> = {
  sold: 'sold',
  placed: 'placed',
  taxed: 'taxed',
  kept: 'kept',
  givenBack: 'given_back',
  linked: 'linked',
  linkOpened: 'link_opened',
  linkTried: 'link_tried',
  linkPaid: 'link_paid',
  soldLines: 'sold_lines',
  soldUnits: 'sold_units',
  countedCalls: 'counted_calls',
  soldCalls: 'sold_calls',
  paidCalls: 'paid_calls',
  charged: 'charged',
  refunded: 'refunded',
  net: 'net',
  approved: 'approved',
  declined: 'declined',
  tried: 'tried',
}

// Object.keys knows only strings.
export const keptParts = Object.keys(keptColumns) as PartName[]

/** Where the rows of a list are read that are added up: its view, or one of what figures know of it alone. */
export const viewOf = (list: AddedList) => sql.identifier(list === 'calls' ? 'call_figures' : searchables[list].view)

export type Grain = 'day' | 'month'

/** What sums are kept by: the keys of a list, each with its bit, its column there and the filter that is its column in the list's view. */
export const keys = {
  campaign: { bit: 1, kept: 'campaign_id', view: dimensions.campaign.filter },
  agent: { bit: 2, kept: 'agent_id', view: dimensions.agent.filter },
  gateway: { bit: 4, kept: 'gateway_instance_id', view: dimensions.gateway.filter },
  offer: { bit: 8, kept: 'offer_id', view: dimensions.offer.filter },
} as const satisfies Partial<Record<Dimension, object>>
export type Key = keyof typeof keys

// Object.keys knows only strings.
export const keyNames = Object.keys(keys) as Key[]

export const keysOf: Readonly<Record<AddedList, readonly Key[]>> = splits

/**
 * Whether the sums of days, or of months, are kept by some keys at once: of days one, of months two. By more there would be about as
 * many as there are rows, but that gateways are few: a day has them beside another key.
 */
export const isKeptBy = (grain: Grain, split: readonly Key[]): boolean =>
  grain === 'month' ? split.length <= 2 : split.filter((key) => key !== 'gateway').length <= 1

/** The sets of keys that sums are kept by. */
export const splitsOf = (list: AddedList, grain: Grain): Key[][] =>
  keysOf[list]
    .reduce<Key[][]>((sets, key) => sets.concat(sets.map((set) => set.concat(key))), [[]])
    .filter((set) => isKeptBy(grain, set))

export const splitNumber = (split: readonly Key[]): number => split.reduce((sum, key) => sum + keys[key].bit, 0)

export const isKey = (dimension: Dimension): dimension is Key => dimension in keys

/** The key that a filter is of, if any. */
export const keyOfFilter = (filter: string): Key | undefined => keyNames.find((key) => keys[key].view === filter)
