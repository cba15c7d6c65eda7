import { and, eq, inArray } from 'drizzle-orm'
import type { SentAddress } from '../../contract/extensions/addresses'
import { whyUndeliverable } from '../../contract/forms/addresses'
import { orderLife } from '../../machines/lives/orderLife'
import type { Caller } from '../auth/sessions'
import { hasKey } from '../db/keys'
import { takeStep } from '../db/lives'
import { fulfilments } from '../db/schema/fulfilments'
import { orders } from '../db/schema/orders'
import type { Transaction } from '../db/transactions'
import { invalid } from '../http/errors'
import { cancelWaitingFulfilments } from '../fulfilments/steps'
import { endLink } from '../paymentLinks/make'
import { giveBackElsewhere, refundAll } from '../payments/refunding'
import { addressLines } from './address'
import { lockOrder } from './lock'
import { giveBack } from './stock'

interface Changing {
  orgId: string
  orderId: string
  caller: Caller
  now: Date
}

type KnownOrder = typeof orders.$inferSelect

/** How many parcels of the order are on their way, or have arrived. */
const shippedParcelsOf = (tx: Transaction, { orgId, orderId }: Changing): Promise<number> =>
  tx.$count(
    fulfilments,
    and(
      eq(fulfilments.orgId, orgId),
      eq(fulfilments.orderId, orderId),
      inArray(fulfilments.status, ['shipped', 'delivered']),
    ),
  )

/**
 * Cancels an order and gives back what it held (LI-01); what was paid goes back as well if that is asked for, and what was paid
 * elsewhere is written down as given back there. Returns the
 * ids of the refunds that the gateways are to be asked for; undefined when there is no such order; throws a 409 that says
 * why it can't be cancelled.
 */
export async function cancelOrder(
  tx: Transaction,
  changing: Changing,
  { reason = '', refund = false }: { reason?: string | undefined; refund?: boolean | undefined },
): Promise<string[] | undefined> {
  const order = await lockOrder(tx, changing)
  if (!order) return undefined
  const { orgId, orderId, now } = changing
  const refundIds = refund ? await refundAll(tx, changing, reason) : []
  if (refund) await giveBackElsewhere(tx, { order, now }, changing.caller)
  const status = await takeStep(tx, happening(changing), orderLife, order.status, {
    type: 'cancel',
    shippedParcels: await shippedParcelsOf(tx, changing),
    paid: order.paidCents,
    // What is on its way back is not kept, whoever asked for it.
    refunded: refund ? order.paidCents : order.refundedCents,
    reason: reason || null,
  })
  if (status !== 'cancelled') throw new Error(`an order was cancelled and is ${status}`)
  await tx
    .update(orders)
    .set({ status, updatedAt: now })
    .where(hasKey(orders, orgId, orderId))
  await cancelWaitingFulfilments(tx, changing, orderId)
  await endLink(tx, changing, 'cancelled')
  await giveBack(tx, changing, order)
  return refundIds
}

/**
 * Changes where an order goes (OR-02). Undefined when there is no such order; throws a 409 once something of it has been
 * shipped, and a 422 for what the country lacks.
 */
export async function readdressOrder(
  tx: Transaction,
  changing: Changing,
  address: SentAddress,
): Promise<true | undefined> {
  const order = await lockOrder(tx, changing)
  if (!order) return undefined
  const { orgId, orderId, now } = changing
  const lines = addressLines(address)
  await takeStep(tx, happening(changing), orderLife, order.status, {
    type: 'readdress',
    shippedParcels: await shippedParcelsOf(tx, changing),
    before: addressText(order),
    after: addressText(lines),
  })
  const refusals = whyUndeliverable(address)
  if (refusals.length > 0) throw invalid(refusals.map(({ line, message }) => ({ path: `body.${line}`, message })))
  await tx
    .update(orders)
    .set({ ...lines, updatedAt: now })
    .where(hasKey(orders, orgId, orderId))
  return true
}

const happening = ({ orgId, orderId, caller, now }: Changing) => ({
  orgId,
  resource: 'orders',
  recordId: orderId,
  caller,
  now,
})

type Lines = Pick<KnownOrder, 'address1' | 'address2' | 'city' | 'state' | 'postalCode' | 'country'>

const addressText = ({ address1, address2, city, state, postalCode, country }: Lines): string =>
  [address1, address2, city, state, postalCode, country].filter(Boolean).join(', ')
