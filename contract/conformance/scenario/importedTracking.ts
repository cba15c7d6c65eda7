import { difference } from '../engine/compare'
import type { Exchange } from '../engine/exchange'
import { recordOf } from '../engine/listing'
import type { Run } from '../engine/run'
import { textOf } from '../engine/text'
import type { Shop } from '../engine/world'
import { pack, trackingNumber } from './fulfilments'
import { notRefusedFor, numbered, Sheet } from './importSheet'
import { place, placement } from './sellingBasics'

const rule = 'sheetImports.tracking'

/** Tracking numbers of a spreadsheet go to the parcel of the order that each names, and are gone when that is undone (FU-02). */
export async function checkImportedTracking(run: Run, shop: Shop, word: string): Promise<void> {
  const lines = [{ offerId: shop.offer.id, quantity: 1, unitPrice: 20 }]
  const [order] = await place(run, shop, placement(shop, lines), rule)
  const [parcel] = await pack(run, order.id)
  const number = textOf(order['number'] ?? '')
  const [given, other] = [trackingNumber(), trackingNumber()]
  const sheet = new Sheet(run, word, shop, { resource: 'fulfilments' }, rule)
  const importId = await sheet.begin()
  const ask = { params: { importId } }

  const wrong: [column: string, cells: Record<string, string>][] = [
    ['order', { order: '', trackingNumber: other }],
    ['order', { order: 'ten', trackingNumber: other }],
    ['order', { order: '999999999', trackingNumber: other }],
    ['trackingNumber', { order: number }],
    ['trackingNumber', { order: number, trackingNumber: '1.2E+17' }],
    ['trackingNumber', { order: number, trackingNumber: given }],
  ]
  // As people type it.
  const typed = { order: `#${number}`, trackingNumber: ` ${given.slice(0, 4)} ${given.slice(4).toLowerCase()} ` }
  const sent = numbered([{ cells: typed }, ...wrong.map(([, cells]) => ({ cells }))])
  const begun = await sheet.send(importId, sent)
  const counts = { lines: sent.length, create: 0, update: 1, refused: wrong.length }
  verify(run, begun, difference(counts, recordOf(begun)), 'each line by what it does')
  const [[first, ...others], told] = await sheet.lines(importId)
  const changes = (first?.['changes'] ?? []) as { field: string; to: unknown }[]
  const shown = Object.fromEntries(changes.map(({ field, to }) => [field, to]))
  const due = { trackingNumber: given, carrier: 'UPS' }
  verify(run, told, difference(due, shown), 'the number of a parcel, and whose it is')
  for (const [index, [column]] of wrong.entries()) {
    verify(run, told, notRefusedFor(column, others[index]), `line ${index + 3} refused for its ${column}`)
  }

  const committed = await run.succeed(rule, 'sheetImports.commit', { ...ask, body: {} })
  const now = async () => recordOf(await run.succeed(rule, 'fulfilments.get', { params: { fulfilmentId: parcel.id } }))
  verify(run, committed, difference(due, await now()), 'the parcel with its number')
  const undone = await run.succeed(rule, 'sheetImports.undo', { ...ask, body: {} })
  verify(run, undone, difference({ state: 'undone', kept: 0 }, recordOf(undone)), 'an import that was undone')
  verify(run, undone, difference({ trackingNumber: '', carrier: '' }, await now()), 'the parcel as it was before')
}

const verify = (run: Run, exchange: Exchange, wrong: string | undefined, expected: string) =>
  run.verify(rule, exchange, wrong === undefined, expected, wrong)
