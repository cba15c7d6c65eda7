import type { SearchResource } from '../../search'
import type { Fields } from '../engine/fields'
import { searchPage } from '../engine/listing'
import type { Run } from '../engine/run'
import { textOf } from '../engine/text'
import { changesIn, hear, namesIn, toldIn } from './events'
import type { Trade } from './trade'
import type { Tenant } from '../engine/tenant'

const rule = 'events.told'

/** The place from which on changes of an organization are told; undefined where none is. */
export async function placeNow(run: Run, tenant: Tenant): Promise<string | undefined> {
  if (run.lacks('events.stream')) return undefined
  const exchange = await hear(run, tenant, async () => () => true)
  return toldIn(exchange.text).findLast(({ id }) => id !== undefined)?.id
}

type Told = readonly [id: string, resource: SearchResource]

/** The version that each record has come to, as far as its list counts them. */
async function versionsNow(run: Run, { organizationId }: Tenant, due: readonly Told[]): Promise<Map<string, number>> {
  const versions = new Map<string, number>()
  for (const resource of new Set(due.map(([, of]) => of))) {
    const ids = due.flatMap(([id, of]) => (of === resource ? [id] : []))
    const { rows } = await searchPage(run, { organizationId, resource, filters: { ids }, limit: 100, page: 1 })
    for (const { id, version } of rows) if (typeof version === 'number') versions.set(id, version)
  }
  return versions
}

/** Whether a record is told of as it is now; what is deleted may be told without a version. */
function isTold(changes: readonly Fields[], id: string, version: number | undefined): boolean {
  const own = changes.filter((change) => change['id'] === id)
  const counted = own.flatMap((change) => (typeof change['version'] === 'number' ? [change['version']] : []))
  if (version === undefined || counted.length === 0 || own.some(({ kind }) => kind === 'deleted')) return own.length > 0
  return Math.max(...counted) >= version
}

/** Whatever a shop has made or changed since is told to whoever comes again, as what it is, and as it is now. */
export async function verifyTold({ run, place, books, ...made }: Trade, from: string | undefined): Promise<void> {
  if (from === undefined) return
  const { campaigns, products, offers, customers } = made
  const sold = [...books.sales.values()]
  const due = Object.entries({ campaigns, products, offers, customers, orders: sold }).flatMap(([resource, rows]) =>
    rows.map(({ id }): Told => [id, resource as SearchResource]),
  )
  const versions = await versionsNow(run, place.tenant, due)
  const isWhole = (changes: Fields[]) => due.every(([id]) => isTold(changes, id, versions.get(id)))
  const exchange = await hear(run, place.tenant, async () => isWhole, { 'last-event-id': from })
  // What happened is not known any more.
  if (namesIn(exchange).includes('resync')) return
  const changes = changesIn(exchange.text)
  const told = new Map(changes.map(({ id, resource }) => [id, resource]))
  const missed = due.find(([id, resource]) => told.get(id) !== resource)
  const said = missed && `nothing of ${missed[1]} ${missed[0]}, or as ${String(told.get(missed[0]))}`
  run.verify(rule, exchange, missed === undefined, 'each record that was made since, by what it is', said)
  const late = due.find(([id]) => !isTold(changes, id, versions.get(id)))
  const [id, resource] = late ?? []
  const wrong = id && `${resource} ${id}, of which there is version ${textOf(versions.get(id))}`
  run.verify(rule, exchange, late === undefined, 'the version that each record has come to since', wrong)
}
