import { and, asc, eq, gt, inArray, isNull, or, sql } from 'drizzle-orm'
import { type Customer, customerName } from '../../contract/customers'
import type { CustomerMerge } from '../../contract/extensions/customers'
import {
  type MergedProfile,
  mergeChoices,
  mergedProfile,
  movedText,
  profileOf,
  unmergedProfile,
  whyNotMerged,
} from '../../contract/forms/customerMerge'
import { whyNotCustomer } from '../../contract/rules/selling'
import { expiryOf } from '../auth/lifetimes'
import type { Caller } from '../auth/sessions'
import { addUpFigures } from '../db/figures'
import { hasKey, isId } from '../db/keys'
import { keepEvent } from '../db/lives'
import { readRow } from '../db/rows'
import { calls } from '../db/schema/calls'
import { customerMerges } from '../db/schema/customerMerges'
import { customers } from '../db/schema/customers'
import { orders } from '../db/schema/orders'
import type { Transaction } from '../db/transactions'
import { invalid, Refusal } from '../http/errors'
import { refuseOutdated } from '../db/recordKind'
import { columnsOf, customerStateOf } from './columns'
import { currencyOf, phoneForms } from './phones'
import { nameAfterMerges, readLive } from './record'

interface Merging {
  orgId: string
  customerId: string
  caller: Caller
  now: Date
}
type IfMatch = { 'if-match'?: string | undefined }

const refused = (message: string) => new Refusal(409, 'not_possible', message)

/**
 * Makes another customer a part of this one (CU-04): their orders and calls move, and each field becomes what was chosen.
 * Undefined when there is no such customer; throws a 422 for who can't become a part, and a 409 with the record that has
 * changed meanwhile.
 */
export async function mergeCustomers(
  tx: Transaction,
  merging: Merging,
  headers: IfMatch,
  { otherId, otherVersion, keep }: CustomerMerge,
): Promise<true | undefined> {
  const { orgId, customerId, caller, now } = merging
  if (otherId.toLowerCase() === customerId.toLowerCase())
    throw wrongOther('A customer can not be merged with themselves.')
  const known = [otherId].filter(isId)
  await lockBelongings(tx, orgId, known)
  const rows = await lockCustomers(tx, orgId, [customerId, ...known])
  const otherRow = rows.find(({ id }) => id === otherId.toLowerCase())
  const mergedInto = await nameAfterMerges(tx, orgId, otherRow)
  const wrong = whyNotCustomer({ customer: customerStateOf(otherRow), mergedInto })
  if (wrong !== undefined) throw wrongOther(wrong)
  const kept = await readLive(tx, orgId, customerId)
  const other = await readRow(tx, 'customers', otherId)
  if (!kept || !other) return undefined
  await refuseOutdated(tx, customers, [orgId, customerId], headers, async () => kept)
  const seen = otherVersion === undefined ? {} : { 'if-match': `"${otherVersion}"` }
  await refuseOutdated(tx, customers, [orgId, otherId], seen, async () => other)
  const choices = mergeChoices(kept, other, keep)
  const refusal = whyNotMerged(kept, other, choices)
  if (refusal) throw invalid([{ path: `body.keep.${refusal.field}`, message: refusal.message }])
  const after = mergedProfile(kept, other, choices)
  const orderIds = await idsOf(
    tx
      .update(orders)
      .set({ customerId, updatedAt: now })
      .where(and(eq(orders.orgId, orgId), eq(orders.customerId, otherId)))
      .returning({ id: orders.id }),
  )
  const callIds = await idsOf(
    tx
      .update(calls)
      .set({ customerId })
      .where(and(eq(calls.orgId, orgId), eq(calls.customerId, otherId)))
      .returning({ id: calls.id }),
  )
  await tx
    .update(customers)
    .set({ deletedAt: now, mergedInto: customerId })
    .where(hasKey(customers, orgId, otherId))
  const doNotCall = Boolean(kept.doNotCall) || Boolean(other.doNotCall)
  await writeProfile(tx, orgId, customerId, { ...after, doNotCall })
  const before = profileOf(kept)
  const merged = { before, after, doNotCallBefore: Boolean(kept.doNotCall), orderIds, callIds, createdAt: now }
  await tx.insert(customerMerges).values({ orgId, keptId: customerId, mergedId: otherId, ...merged })
  const moved = movedText({ orders: orderIds.length, calls: callIds.length })
  const happening = { orgId, resource: 'customers', caller, now }
  const text = `${titleOf(other)}: ${moved}`
  await keepEvent(tx, { ...happening, recordId: customerId }, { kind: 'merge', facts: { text, otherId } })
  const away = { kind: 'mergeInto', facts: { text: titleOf({ ...kept, ...after }), keptId: customerId } }
  await keepEvent(tx, { ...happening, recordId: otherId }, away)
  // Both customers are locked, and shown next.
  await addUpFigures(tx)
  return true
}

/**
 * Brings a customer back who was made a part of another, with all that moved then and nothing else (CU-04). Undefined when
 * they are nobody's part; throws a 409 that says why it can't be undone.
 */
export async function unmergeCustomer(
  tx: Transaction,
  { orgId, customerId, caller, now }: Merging,
): Promise<true | undefined> {
  const [merge] = await tx
    .select()
    .from(customerMerges)
    .where(
      and(eq(customerMerges.orgId, orgId), eq(customerMerges.mergedId, customerId), isNull(customerMerges.undoneAt)),
    )
    .for('update')
  if (!merge) return undefined
  const { keptId, mergedId, orderIds, callIds } = merge
  if (expiryOf('undo', merge.createdAt) <= now) throw refused('It has been more than a day. This merge stays.')
  await lockBelongings(tx, orgId, [keptId])
  const rows = await lockCustomers(tx, orgId, [keptId, mergedId])
  const later = and(
    eq(customerMerges.orgId, orgId),
    or(eq(customerMerges.keptId, keptId), eq(customerMerges.mergedId, keptId)),
    gt(customerMerges.id, merge.id),
    isNull(customerMerges.undoneAt),
  )
  if ((await tx.$count(customerMerges, later)) > 0) {
    throw refused('Another customer has been merged with this one since. Undo that first.')
  }
  const back = (table: typeof orders | typeof calls) => and(eq(table.orgId, orgId), eq(table.customerId, keptId))
  const listed = (name: 'order_ids' | 'call_ids') =>
    sql`(select unnest(${sql.identifier(name)}) from customer_merges where org_id = ${orgId} and id = ${merge.id})`
  await tx
    .update(orders)
    .set({ customerId: mergedId, updatedAt: now })
    .where(and(back(orders), inArray(orders.id, listed('order_ids'))))
  await tx
    .update(calls)
    .set({ customerId: mergedId })
    .where(and(back(calls), inArray(calls.id, listed('call_ids'))))
  await tx
    .update(customers)
    .set({ deletedAt: null, mergedInto: null })
    .where(hasKey(customers, orgId, mergedId))
  const keptRow = rows.find(({ id }) => id === keptId)
  if (keptRow) {
    const undone = unmergedProfile(shownOf(keptRow), merge.before, merge.after)
    await writeProfile(tx, orgId, keptId, { ...undone, doNotCall: merge.doNotCallBefore })
  }
  await markAsked(tx, orgId, [keptId, mergedId], merge.createdAt)
  await tx
    .update(customerMerges)
    .set({ undoneAt: now })
    .where(hasKey(customerMerges, orgId, merge.id))
  const moved = movedText({ orders: orderIds.length, calls: callIds.length })
  const happening = { orgId, resource: 'customers', caller, now }
  const mergedRow = rows.find(({ id }) => id === mergedId)
  const text = `${mergedRow ? titleOf(shownOf(mergedRow)) : mergedId}: ${moved}`
  await keepEvent(tx, { ...happening, recordId: keptId }, { kind: 'unmerge', facts: { text, otherId: mergedId } })
  await keepEvent(tx, { ...happening, recordId: mergedId }, { kind: 'restore', facts: { keptId } })
  // Both customers are locked, and shown next.
  await addUpFigures(tx)
  return true
}

const wrongOther = (message: string) => invalid([{ path: 'body.otherId', message }])

const titleOf = (customer: Customer) => {
  const name = customerName(customer)
  return customer.email && customer.email !== name ? `${name} (${customer.email})` : name
}

/**
 * Whoever pays for an order or closes a call locks that before its customer, so orders and calls come first here, too; each in
 * the order of their ids.
 */
async function lockBelongings(tx: Transaction, orgId: string, ofCustomers: readonly string[]): Promise<void> {
  for (const table of [orders, calls] as const) {
    await tx
      .select({ id: table.id })
      .from(table)
      .where(and(eq(table.orgId, orgId), inArray(table.customerId, [...ofCustomers])))
      .orderBy(asc(table.id))
      .for('update')
  }
}

const lockCustomers = (tx: Transaction, orgId: string, ids: readonly string[]) =>
  tx
    .select()
    .from(customers)
    .where(and(eq(customers.orgId, orgId), inArray(customers.id, [...ids])))
    .orderBy(asc(customers.id))
    .for('update')

const idsOf = async (returned: PromiseLike<{ id: string }[]>) => (await returned).map(({ id }) => id)

/** A row in the contract's shape, also of who is deleted. */
const shownOf = (row: typeof customers.$inferSelect): Customer => {
  const { id, firstName, lastName, email, phone, note, address1, address2, city, state, postalCode, country } = row
  const shippingAddress = { address1, address2, city, state, postalCode, country }
  return { id, firstName, lastName, email, phone, note, shippingAddress }
}

async function writeProfile(
  tx: Transaction,
  orgId: string,
  customerId: string,
  { doNotCall, ...profile }: MergedProfile & { doNotCall: boolean },
): Promise<void> {
  const found = phoneForms(profile.phone, profile.shippingAddress.country, await currencyOf(tx, orgId))
  await tx
    .update(customers)
    .set({ ...columnsOf(profile), ...found, doNotCall })
    .where(hasKey(customers, orgId, customerId))
}

/** Who said in a call since then that they want no more of them has said so, whoever that call belongs to now. */
async function markAsked(tx: Transaction, orgId: string, ids: readonly string[], since: Date): Promise<void> {
  const asked = sql`exists (
    select from calls where calls.org_id = customers.org_id and calls.customer_id = customers.id
      and calls.disposition = 'do_not_call' and calls.closed_at >= ${since.toISOString()}::timestamptz)`
  await tx
    .update(customers)
    .set({ doNotCall: true })
    .where(and(eq(customers.orgId, orgId), inArray(customers.id, [...ids]), eq(customers.doNotCall, false), asked))
}
