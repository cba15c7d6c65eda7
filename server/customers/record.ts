import { and, desc, eq, gt, isNull } from 'drizzle-orm'
import { type Customer, customerName } from '../../contract/customers'
import type { CustomerRecord } from '../../contract/extensions/customers'
import { expiryOf, startOf } from '../auth/lifetimes'
import { callsOfCustomer } from '../calls/read'
import { hasKey } from '../db/keys'
import { readRow } from '../db/rows'
import { calls } from '../db/schema/calls'
import { customerMerges } from '../db/schema/customerMerges'
import { customers } from '../db/schema/customers'
import type { Transaction } from '../db/transactions'
import { Refusal } from '../http/errors'
import { beginningOf, eventsOf } from '../db/timeline'

/** The customer; undefined when there is none. Throws a 404 that leads to the other for one who is a part of another. */
export async function readLive(tx: Transaction, orgId: string, customerId: string): Promise<Customer | undefined> {
  const customer = await readRow(tx, 'customers', customerId)
  if (customer) return customer
  const [row] = await tx
    .select({ mergedInto: customers.mergedInto })
    .from(customers)
    .where(hasKey(customers, orgId, customerId))
  if (!row?.mergedInto) return undefined
  throw new Refusal(404, 'merged', 'This customer has become part of another one.', {
    details: { mergedInto: row.mergedInto },
  })
}

/**
 * Who somebody is now that was merged into another customer, perhaps more than once; undefined for whoever was not, and when that
 * one has been deleted.
 */
export async function nameAfterMerges(
  tx: Transaction,
  orgId: string,
  customer: Pick<typeof customers.$inferSelect, 'mergedInto'> | undefined,
): Promise<string | undefined> {
  let nextId = customer?.mergedInto
  while (nextId) {
    const { id, firstName, lastName, email, mergedInto, deletedAt } = customers
    const [next] = await tx
      .select({ id, firstName, lastName, email, mergedInto, deletedAt })
      .from(customers)
      .where(hasKey(customers, orgId, nextId))
    if (next?.deletedAt === null) return customerName(next)
    nextId = next?.mergedInto
  }
  return undefined
}

/** A customer with their calls, what can be undone, and what happened to them (CU-03); undefined when there is none. */
export async function readCustomer(
  tx: Transaction,
  orgId: string,
  customerId: string,
  now: Date,
): Promise<CustomerRecord | undefined> {
  const customer = await readLive(tx, orgId, customerId)
  if (!customer) return undefined
  const ofCustomer = and(eq(calls.orgId, orgId), eq(calls.customerId, customerId))
  return {
    ...customer,
    calls: await callsOfCustomer(tx, orgId, customerId),
    callsCount: await tx.$count(calls, ofCustomer),
    merged: await mergedInto(tx, orgId, customerId, now),
    timeline: await timelineOf(tx, orgId, customerId),
  }
}

async function timelineOf(tx: Transaction, orgId: string, customerId: string) {
  const events = await eventsOf(tx, orgId, 'customers', customerId)
  if (events.some(({ kind }) => kind === 'create')) return events
  return [...(await beginningOf(tx, orgId, 'customers', customerId)), ...events]
}

async function mergedInto(tx: Transaction, orgId: string, customerId: string, now: Date) {
  const rows = await tx
    .select({ customer: customers, mergedAt: customerMerges.createdAt })
    .from(customerMerges)
    .innerJoin(customers, and(eq(customers.orgId, customerMerges.orgId), eq(customers.id, customerMerges.mergedId)))
    .where(
      and(
        eq(customerMerges.orgId, orgId),
        eq(customerMerges.keptId, customerId),
        isNull(customerMerges.undoneAt),
        gt(customerMerges.createdAt, startOf('undo', now)),
      ),
    )
    .orderBy(desc(customerMerges.id))
  return rows.map(({ customer: { id, firstName, lastName, email }, mergedAt }) => ({
    id,
    name: customerName({ id, firstName, lastName, email }),
    mergedAt: mergedAt.toISOString(),
    undoneUntil: expiryOf('undo', mergedAt).toISOString(),
  }))
}
