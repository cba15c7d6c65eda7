import { and, asc, eq, sql } from 'drizzle-orm'
import type { OrderRecord } from '../../contract/extensions/orders'
import type { Transaction as MoneyMoved } from '../../contract/transactions'
import { fulfilmentRows } from '../fulfilments/record'
import { hasKey } from '../db/keys'
import { contractRows, readRow, type Row } from '../db/rows'
import { orderItems, orders } from '../db/schema/orders'
import { refundableOf } from '../payments/record'
import { eventsOf } from '../db/timeline'
import type { Transaction } from '../db/transactions'

/** An order with all that belongs to it, in the contract's shape (OR-02); undefined when there is none. */
export async function readOrder(tx: Transaction, orgId: string, orderId: string): Promise<OrderRecord | undefined> {
  const ofOrder = sql`org_id = (select current_org()) and "orderId" = ${orderId} order by "createdAt", id`
  const [shown, [order], items, events, moved, fulfilments, refundable] = await Promise.all([
    readRow(tx, 'orders', orderId),
    tx
      .select()
      .from(orders)
      .where(hasKey(orders, orgId, orderId)),
    tx
      .select()
      .from(orderItems)
      .where(and(eq(orderItems.orgId, orgId), eq(orderItems.orderId, orderId)))
      .orderBy(asc(orderItems.position), asc(orderItems.id)),
    eventsOf(tx, orgId, 'orders', orderId),
    tx.execute<Row>(sql`select * from transaction_rows where ${ofOrder}`),
    fulfilmentRows(tx, ofOrder),
    refundableOf(tx, orgId, orderId),
  ])
  if (!shown || !order) return undefined
  const { address1, address2, city, state, postalCode, country } = order
  return {
    ...shown,
    organizationId: orgId,
    taxRate: order.taxRate / 1_000,
    pricesIncludeTax: order.pricesIncludeTax,
    agreedToTermsAt: order.agreedToTermsAt?.toISOString() ?? null,
    importedFrom: order.importedFrom,
    importedNumber: order.importedNumber,
    items: items.map((item) => ({
      id: item.id,
      offerId: item.offerId,
      productId: item.productId,
      name: item.name,
      sku: item.sku,
      quantity: item.quantity,
      quantityPerOrder: item.quantityPerOrder,
      listPrice: item.listPriceCents === null ? null : item.listPriceCents / 100,
      unitPrice: item.unitPriceCents / 100,
      shippingTotal: item.shippingCents / 100,
      tax: item.taxCents / 100,
      total: item.totalCents / 100,
    })),
    customer: {
      id: order.customerId,
      firstName: order.customerFirstName,
      lastName: order.customerLastName,
      email: order.customerEmail,
      phone: order.customerPhone,
    },
    shippingAddress: { address1, address2, city, state, postalCode, country },
    // The views name and type their columns as the contract does.
    transactions: contractRows(moved) as MoneyMoved[],
    fulfilments,
    ...refundable,
    timeline: events,
  }
}
