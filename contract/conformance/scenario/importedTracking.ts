import { difference } from '../engine/compare'
import type { Exchange } from '../engine/exchange'
import { trackingEvent } from '../../rules/heldMails'
import type { Fields } from '../engine/fields'
import { recordOf, type Row, rowsOf } from '../engine/listing'
import type { Run } from '../engine/run'
import { lookAgain } from '../engine/steps'
import { textOf } from '../engine/text'
import type { Shop } from '../engine/world'
import { pack, trackingNumber } from './parcels'
import { listOf } from './paying'
import { notRefusedFor, numbered, Sheet } from './importSheet'
import { place, placement } from './sellingBasics'

const rule = 'sheetImports.tracking'

/** Tracking numbers of a spreadsheet go to the parcel of the order that each names, and are gone when that is undone (FU-02). */
export async function checkImportedTracking(run: Run, shop: Shop, word: string): Promise<void> {
  const placedOrder = async (quantity = 1) => {
    const lines = [{ offerId: shop.offer.id, quantity, unitPrice: 20 }]
    const [order] = await place(run, shop, placement(shop, lines), rule)
    return { order, number: textOf(order['number'] ?? '') }
  }
  const packedOrder = async (quantity = 1) => {
    const placed = await placedOrder(quantity)
    const [parcel] = await pack(run, placed.order.id)
    return { ...placed, parcel }
  }
  const { order, parcel, number } = await packedOrder()
  const another = await packedOrder(2)
  // The one that waits longest is the one that is meant.
  const [content] = listOf(another.parcel['contents'])
  const items = [{ orderItemId: content?.['orderItemId'], quantity: 1 }]
  await run.succeed(rule, 'fulfilments.split', { params: { fulfilmentId: another.parcel.id }, body: { items } })
  const unpacked = await placedOrder()
  const numberedOrder = async () => {
    const packed = await packedOrder()
    const body = { carrier: 'UPS', trackingNumber: trackingNumber() }
    const toParcel = { params: { fulfilmentId: packed.parcel.id } }
    await run.succeed(rule, 'fulfilments.assign', { ...toParcel, body })
    return { toParcel, cells: { order: packed.number, ...body } }
  }
  const [arrived, same] = [await numberedOrder(), await numberedOrder()]
  for (const step of ['ship', 'deliver'])
    await run.succeed(rule, `fulfilments.${step}`, { ...arrived.toParcel, body: {} })
  const [given, other, own] = [trackingNumber(), trackingNumber(), trackingNumber()]
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
    ['trackingNumber', { ...arrived.cells, order: number }],
    ['order', { order: unpacked.number, trackingNumber: other }],
    ['order', { ...arrived.cells, trackingNumber: other }],
  ]
  // As people type it.
  const typed = { order: `#${number}`, trackingNumber: ` ${given.slice(0, 4)} ${given.slice(4).toLowerCase()} ` }
  const named = { order: another.number, carrier: 'dhl', trackingNumber: own }
  const sent = numbered([
    { cells: typed },
    { cells: named },
    ...wrong.map(([, cells]) => ({ cells })),
    { cells: same.cells },
  ])
  const begun = await sheet.send(importId, sent)
  const counts = { lines: sent.length, create: 0, update: 2, same: 1, refused: wrong.length }
  verify(run, begun, difference(counts, recordOf(begun)), 'each line by what it does')
  const [[first, second, ...others], told] = await sheet.lines(importId)
  const due = { trackingNumber: given, carrier: 'UPS' }
  const dueByName = { trackingNumber: own, carrier: 'DHL' }
  verify(run, told, difference(due, changesOf(first)), 'the number of a parcel, and whose it is')
  verify(run, told, difference(dueByName, changesOf(second)), 'the number of a parcel, and the carrier that is named')
  for (const [index, [column]] of wrong.entries()) {
    verify(run, told, notRefusedFor(column, others[index]), `line ${index + 4} refused for its ${column}`)
  }
  const [isAlready, ...more] = others.slice(wrong.length).map(({ verdict }) => textOf(verdict))
  const said = isAlready === 'same' && more.length === 0 ? undefined : isAlready
  verify(run, told, said, 'nothing to change of a parcel that has the number already')

  const committed = await run.succeed(rule, 'sheetImports.commit', { ...ask, body: {} })
  const now = async (fulfilmentId: string) =>
    recordOf(await run.succeed(rule, 'fulfilments.get', { params: { fulfilmentId } }))
  verify(run, committed, difference(due, await now(parcel.id)), 'the parcel with its number')
  verify(run, committed, difference(dueByName, await now(another.parcel.id)), 'the other parcel with its own')
  await checkMailed(run, shop, committed, [order.id, another.order.id])
  const [isListed, listed] = await sheet.isListed(importId)
  verify(run, listed, isListed ? undefined : 'it is not listed', 'the import among those of tracking numbers')

  const since = { carrier: 'GLS', trackingNumber: other }
  await run.succeed(rule, 'fulfilments.assign', { params: { fulfilmentId: another.parcel.id }, body: since })
  const undone = await run.succeed(rule, 'sheetImports.undo', { ...ask, body: {} })
  verify(
    run,
    undone,
    difference({ state: 'undone', kept: 1 }, recordOf(undone)),
    'an import that was undone, but for one line',
  )
  verify(
    run,
    undone,
    difference({ trackingNumber: '', carrier: '' }, await now(parcel.id)),
    'the parcel as it was before',
  )
  verify(run, undone, difference(since, await now(another.parcel.id)), 'the parcel with the number that it got since')
}

const changesOf = (line: Row | undefined): Fields =>
  Object.fromEntries(listOf(line?.['changes']).map((change) => [textOf(change['field']), change['to']]))

/** As many customers as it says are mailed about their numbers. */
async function checkMailed(
  run: Run,
  { tenant }: Shop,
  committed: Exchange,
  orderIds: readonly string[],
): Promise<void> {
  const { mailed = null } = recordOf(committed)
  if (mailed === null || run.lacks('mails.list')) return
  const { organizationId } = tenant
  const to = async () => {
    const addressees = new Set<string>()
    for (const orderId of orderIds) {
      const mails = await run.succeed(rule, 'mails.list', { query: { organizationId, orderId, limit: '100' } })
      const own = rowsOf(mails).filter(({ event }) => event === trackingEvent)
      for (const mail of own) addressees.add(textOf(mail['to'] ?? ''))
    }
    return addressees.size
  }
  // A mail may take a moment to be listed.
  const count = await lookAgain(run, { looks: 5, pause: 300 }, to, (now) => now === mailed)
  verify(
    run,
    committed,
    count === mailed ? undefined : `${count} are`,
    `${textOf(mailed)} customers mailed about their numbers`,
  )
}

const verify = (run: Run, exchange: Exchange, wrong: string | undefined, expected: string) =>
  run.verify(rule, exchange, wrong === undefined, expected, wrong)
