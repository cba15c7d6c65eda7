import { randomUUID } from 'node:crypto'
import type { Exchange } from '../engine/exchange'
import type { Fields } from '../engine/fields'
import { recordOf, type Row } from '../engine/listing'
import type { Run } from '../engine/run'
import { listOf } from './paying'

/** A tracking number of UPS that no other parcel has. */
export const trackingNumber = () => `1Z${randomUUID().replaceAll('-', '').slice(0, 16).toUpperCase()}`

export const unitsIn = (fulfilment: Row) =>
  listOf(fulfilment['contents']).reduce((sum, { quantity }) => sum + Number(quantity), 0)
export const readFulfilment = async (run: Run, fulfilmentId: string) =>
  recordOf(await run.succeed('fulfilments.pack', 'fulfilments.get', { params: { fulfilmentId } }))
export const fulfilmentsOf = (order: Row) => listOf(order['fulfilments'])

export async function pack(run: Run, orderId: string, items?: Fields[], ask: Fields = {}): Promise<[Row, Exchange]> {
  const body = items === undefined ? {} : { items }
  const exchange = await run.succeed('fulfilments.pack', 'fulfilments.pack', { params: { orderId }, body, ...ask })
  return [recordOf(exchange), exchange]
}
