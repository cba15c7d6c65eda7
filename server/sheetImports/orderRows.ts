import { type SQL, sql } from 'drizzle-orm'
import { uuidv7 } from 'uuidv7'
import type { OrderSource } from '../../contract/extensions/sheetImports'
import { sourceNames } from '../../contract/forms/sheetImports'
import type { ImportedOrder } from '../../contract/rules/importedOrders'
import { stepOf } from '../../machines/lives/life'
import { orderLife } from '../../machines/lives/orderLife'
import { currencyOf, phoneForms } from '../customers/phones'
import { customers } from '../db/schema/customers'
import { orderItems, orders } from '../db/schema/orders'
import { ledgerEntries } from '../db/schema/payments'
import { recordEvents } from '../db/schema/recordEvents'
import { transactions } from '../db/schema/transactions'
import type { Transaction } from '../db/transactions'
import { addressLines } from '../orders/address'
import { returnNumbers } from './orderNumbers'
import { isItsRecord, ofImport, type Work } from './records'

interface Line extends Record<string, unknown> {
  orderId: string
  told: string
  imported: ImportedOrder
}

/** Adds the orders of an import, each as it was elsewhere: it takes nothing from offers and stock, and nobody is told of it. */
export async function insertOrders(tx: Transaction, work: Work): Promise<void> {
  const { begun } = work
  const { rows: lines } = await tx.execute<Line>(sql`
    select record_id as "orderId", sku as told, fields->'imported' as imported from sheet_import_lines as line
    where ${ofImport(begun)} and verdict = 'create' order by fields->'imported'->>'orderedAt', line`)
  if (lines.length === 0) return
  const newcomers = await insertCustomers(tx, work, lines)
  const { firstNumber } = begun
  if (firstNumber === null) throw new Error('orders without numbers')
  const made = lines.map((line, index): Made => {
    const { customerId, customerKey } = line.imported
    return { ...line, number: firstNumber + index, customerId: customerId ?? newcomers.get(customerKey) ?? '' }
  })
  await addUpTogether(tx)
  for (const some of chunksOf(made)) await insertSome(tx, work, some)
  await tx.execute(sql`
    with own as (select record.* from sheet_import_lines as line join orders as record on ${isItsRecord}
        where ${ofImport(begun)} and verdict = 'create'),
      campaign as (
        update campaigns set orders_count = orders_count + counted, revenue_cents = revenue_cents + kept
        from (select org_id, campaign_id, ${figures} from own group by 1, 2) as more
        where campaigns.org_id = more.org_id and campaigns.id = more.campaign_id)
    update customers set orders_count = orders_count + counted, total_spent_cents = total_spent_cents + kept,
      last_order_at = greatest(last_order_at, last)
    from (select org_id, customer_id, ${figures} from own group by 1, 2) as more
    where customers.org_id = more.org_id and customers.id = more.customer_id`)
}

/** What campaigns and customers show of their orders is added up by whoever writes these, and not order by order. */
const addUpTogether = (tx: Transaction) => tx.execute(sql`select set_config('app.figures_together', 'on', true)`)

const figures = sql`count(*) filter (where is_counted(status))::int as counted, sum(paid_cents - refunded_cents) as kept,
  max(created_at) filter (where is_counted(status)) as last`

interface Made extends Line {
  number: number
  customerId: string
}

/** As many as one statement has parameters for. */
const chunksOf = <Row>(rows: readonly Row[], size = 500): Row[][] =>
  Array.from({ length: Math.ceil(rows.length / size) }, (_, index) => rows.slice(index * size, (index + 1) * size))

/** Adds whoever is new, once however many orders they have; their ids by what they are known by. */
async function insertCustomers(tx: Transaction, work: Work, lines: readonly Line[]): Promise<Map<string, string>> {
  const { begun, at, caller } = work
  const { orgId } = begun
  const now = new Date(at)
  const currency = await currencyOf(tx, orgId)
  const ids = new Map<string, string>()
  const rows: (typeof customers.$inferInsert & { id: string })[] = []
  for (const { imported } of lines) {
    const { customerId, customerKey, customer } = imported
    if (customerId !== null || ids.has(customerKey)) continue
    const id = uuidv7()
    ids.set(customerKey, id)
    rows.push({
      orgId,
      id,
      firstName: customer.firstName,
      lastName: customer.lastName,
      email: customer.email,
      phone: customer.phone || null,
      ...phoneForms(customer.phone, customer.country, currency),
      ...addressLines(customer),
      createdAt: now,
      updatedAt: now,
    })
  }
  const facts = { importId: begun.id }
  const who = { userId: caller.userId, userName: caller.name }
  for (const some of chunksOf(rows)) {
    await tx.insert(customers).values(some)
    await tx.insert(recordEvents).values(
      some.map(({ id }) => ({
        orgId,
        resource: 'customers',
        recordId: id,
        kind: 'create',
        facts,
        ...who,
        createdAt: now,
      })),
    )
  }
  // Whom the undo takes away again.
  await tx.execute(sql`
    update sheet_import_lines as line set before = jsonb_build_object('customerId', added.id)
    from jsonb_each_text(${JSON.stringify(Object.fromEntries(ids))}::jsonb) as added (key, id)
    where ${ofImport(begun)} and verdict = 'create' and fields->'imported'->>'customerId' is null
      and fields->'imported'->>'customerKey' = added.key`)
  return ids
}

async function insertSome(tx: Transaction, work: Work, made: readonly Made[]): Promise<void> {
  const { begun, caller } = work
  const now = new Date(work.at)
  const { orgId, source } = begun
  await tx.insert(orders).values(made.map((one) => orderOf(work, one)))
  await tx.insert(orderItems).values(
    made.flatMap(({ orderId, imported }) =>
      imported.items.map(({ listPrice, unitPrice, shipping, tax, total, ...item }, position) => ({
        ...item,
        orgId,
        orderId,
        listPriceCents: listPrice,
        unitPriceCents: unitPrice,
        shippingCents: shipping,
        taxCents: tax,
        totalCents: total,
        position,
      })),
    ),
  )
  const who = { userId: caller.userId, userName: caller.name }
  await tx.insert(recordEvents).values(
    made.map(({ orderId, told, imported: { status } }) => {
      const event = { type: 'import' as const, told: status, text: `${told} of ${placeOf(source)}` }
      const { type: kind, ...facts } = event
      const { to } = stepOf(orderLife, 'draft', event)
      return { orgId, resource: 'orders', recordId: orderId, kind, from: 'draft', to, facts, ...who, createdAt: now }
    }),
  )
  const moved = made.flatMap((one) => movedOf(orgId, one))
  if (moved.length === 0) return
  await tx.insert(transactions).values(moved)
  await tx.insert(ledgerEntries).values(
    moved.flatMap(({ id: transactionId, orderId, type, amountCents, currency }) => {
      const booking = { orgId, bookingId: uuidv7(), orderId, transactionId, currency, createdAt: now }
      const elsewhere = type === 'charge' ? amountCents : -amountCents
      return [
        { ...booking, account: 'customer' as const, amountCents: -elsewhere },
        { ...booking, account: 'elsewhere' as const, amountCents: elsewhere },
      ]
    }),
  )
}

const placeOf = (source: OrderSource | null) => sourceNames[source ?? 'other']

function orderOf(
  { begun, at }: Work,
  { orderId, told, number, customerId, imported }: Made,
): typeof orders.$inferInsert {
  const { customer } = imported
  return {
    orgId: begun.orgId,
    id: orderId,
    number,
    campaignId: begun.campaignId ?? '',
    customerId,
    customerFirstName: customer.firstName,
    customerLastName: customer.lastName,
    customerEmail: customer.email,
    customerPhone: customer.phone || null,
    status: imported.status,
    paymentStatus: imported.paymentStatus,
    fulfillmentStatus: imported.fulfillmentStatus,
    currency: imported.currency,
    taxRate: imported.taxRate,
    pricesIncludeTax: imported.pricesIncludeTax,
    subtotalCents: imported.subtotal,
    shippingCents: imported.shipping,
    taxCents: imported.tax,
    totalCents: imported.total,
    paidCents: imported.paid,
    refundedCents: imported.refunded,
    ...addressLines(customer),
    importedFrom: begun.source,
    importedNumber: told,
    foundBy: told,
    createdAt: new Date(imported.orderedAt),
    updatedAt: new Date(at),
  }
}

/** What was paid and given back, when that was. */
function movedOf(orgId: string, { orderId, number, imported }: Made) {
  const { paid, refunded, paidAt, endedAt, currency } = imported
  const move = (type: 'charge' | 'refund', amountCents: number, moment: string) => ({
    orgId,
    id: uuidv7(),
    orderId,
    orderNumber: number,
    type,
    status: 'succeeded' as const,
    amountCents,
    currency,
    createdAt: new Date(moment),
    updatedAt: new Date(moment),
  })
  return [
    ...(paid > 0 ? [move('charge', paid, paidAt)] : []),
    ...(refunded > 0 ? [move('refund', refunded, endedAt)] : []),
  ]
}

/** Takes the orders of an import away again, with whom it has added for them; what was booked of them is booked back. */
export async function takeBackOrders(tx: Transaction, { begun, at, caller }: Work): Promise<void> {
  const { orgId } = begun
  const taken = sql`${ofImport(begun)} and verdict = 'create' and kept is null`
  const ofTaken = (orderId: SQL) => sql`${orderId} in (select record_id from sheet_import_lines as line where ${taken})`
  await tx.execute(sql`
    with booked as (
      select booking_id, gen_random_uuid() as id from ledger_entries
      where org_id = ${orgId} and ${ofTaken(sql`order_id`)} group by booking_id)
    insert into ledger_entries (org_id, id, booking_id, order_id, transaction_id, account, amount_cents, currency, created_at)
    select org_id, gen_random_uuid(), booked.id, order_id, transaction_id, account, -amount_cents, currency, ${at}
    from ledger_entries join booked using (booking_id) where org_id = ${orgId}`)
  await tx.execute(sql`delete from transactions where org_id = ${orgId} and ${ofTaken(sql`order_id`)}`)
  await addUpTogether(tx)
  await tx.execute(sql`
    with own as (
        delete from orders as record using sheet_import_lines as line where ${taken} and ${isItsRecord} returning record.*),
      campaign as (
        update campaigns set orders_count = orders_count - counted, revenue_cents = revenue_cents - kept
        from (select org_id, campaign_id, ${figures} from own group by 1, 2) as less
        where campaigns.org_id = less.org_id and campaigns.id = less.campaign_id)
    update customers set orders_count = orders_count - counted, total_spent_cents = total_spent_cents - kept,
      last_order_at = (select max(created_at) from orders where orders.org_id = customers.org_id
        and orders.customer_id = customers.id and is_counted(status) and orders.id not in (select id from own))
    from (select org_id, customer_id, ${figures} from own group by 1, 2) as less
    where customers.org_id = less.org_id and customers.id = less.customer_id`)
  await returnNumbers(tx, begun)
  const { rows: gone } = await tx.execute<{ id: string }>(sql`
    update customers as record set deleted_at = ${at}, updated_at = ${at}
    where org_id = ${orgId} and deleted_at is null and version = 1
      and id in (select (line.before->>'customerId')::uuid from sheet_import_lines as line where ${taken})
      and not exists (select from orders where orders.org_id = record.org_id and orders.customer_id = record.id)
      and not exists (select from calls where calls.org_id = record.org_id and calls.customer_id = record.id)
    returning id`)
  const who = { userId: caller.userId, userName: caller.name, createdAt: new Date(at) }
  for (const some of chunksOf(gone)) {
    await tx.insert(recordEvents).values(
      some.map(({ id }) => ({
        orgId,
        resource: 'customers',
        recordId: id,
        kind: 'delete',
        facts: { importId: begun.id },
        ...who,
      })),
    )
  }
}
