import type { Run } from '../engine/run'
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

/** Whatever a shop has made since is told to whoever comes again, as what it is. */
export async function verifyTold({ run, place, books, ...made }: Trade, from: string | undefined): Promise<void> {
  if (from === undefined) return
  const { campaigns, products, offers, customers } = made
  const due = Object.entries({ campaigns, products, offers, customers, orders: [...books.sales.values()] }).flatMap(
    ([resource, rows]) => rows.map(({ id }): [id: string, resource: string] => [id, resource]),
  )
  const isWhole = (changes: { id?: unknown }[]) => {
    const told = new Set(changes.map(({ id }) => id))
    return due.every(([id]) => told.has(id))
  }
  const exchange = await hear(run, place.tenant, async () => isWhole, { 'last-event-id': from })
  // What happened is not known any more.
  if (namesIn(exchange).includes('resync')) return
  const told = new Map(changesIn(exchange.text).map(({ id, resource }) => [id, resource]))
  const missed = due.find(([id, resource]) => told.get(id) !== resource)
  const said = missed && `nothing of ${missed[1]} ${missed[0]}, or as ${String(told.get(missed[0]))}`
  run.verify(rule, exchange, missed === undefined, 'each record that was made since, by what it is', said)
}
