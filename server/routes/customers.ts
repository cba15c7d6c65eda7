import { and, isNull } from 'drizzle-orm'
import type { CustomerUpdate } from '../../contract/extensions/customers'
import { inOwningOrganization, ownOrganization, refuseForbidden } from '../auth/access'
import { expiryOf } from '../auth/lifetimes'
import type { Caller } from '../auth/sessions'
import { customersAlike } from '../customers/alike'
import { changesText } from '../customers/changes'
import { columnsOf } from '../customers/columns'
import { mergeCustomers, unmergeCustomer } from '../customers/merge'
import { currencyOf, phoneForms } from '../customers/phones'
import { readCustomer, readLive } from '../customers/record'
import { hasKey } from '../db/keys'
import { keepEvent } from '../db/lives'
import { hasRecord, readRow } from '../db/rows'
import { customers } from '../db/schema/customers'
import type { Transaction } from '../db/transactions'
import type { Handlers } from '../http/contract'
import { notFound } from '../http/errors'
import { createdOnlyNew } from '../http/idempotency'
import { refuseOutdated } from '../http/ifMatch'
import type { Services } from './services'

export const customerHandlers = ({ database, now }: Services): Handlers['customers'] => ({
  get: async ({ params: { customerId }, caller }) => ({
    data: await inOwningOrganization(database, caller, customerId, 'Customer', (tx, orgId) =>
      readCustomer(tx, orgId, customerId, now()),
    ),
  }),

  create: async (asked) => {
    const { body, caller } = asked
    const orgId = ownOrganization(caller, body.organizationId)
    const customer = await database.tenant(orgId, (tx) =>
      createdOnlyNew(tx, orgId, asked, now(), async () => {
        const { firstName, email } = body
        const found = phoneForms(body.phone, body.shippingAddress?.country, await currencyOf(tx, orgId))
        const [created] = await tx
          .insert(customers)
          .values({ ...columnsOf(body), ...found, firstName, email, orgId })
          .returning({ id: customers.id })
        if (!created) return undefined
        await keepEvent(tx, happening(orgId, created.id, caller, now()), { kind: 'create' })
        return readRow(tx, 'customers', created.id)
      }),
    )
    if (!customer) throw notFound('Customer')
    return { data: customer }
  },

  findAlike: async ({ body, caller }) => {
    const orgId = ownOrganization(caller, body.organizationId)
    return { data: await database.tenant(orgId, (tx) => customersAlike(tx, orgId, body)) }
  },

  update: async ({ params: { customerId }, headers, body, caller }) => ({
    data: await inOwningOrganization(database, caller, customerId, 'Customer', async (tx, orgId) => {
      await refuseOutdated(tx, customers, [orgId, customerId], headers, () => readRow(tx, 'customers', customerId))
      const before = await readLive(tx, orgId, customerId)
      const live = and(hasKey(customers, orgId, customerId), isNull(customers.deletedAt))
      const found = await phoneFormsAfter(tx, orgId, customerId, body)
      await tx
        .update(customers)
        .set({ ...columnsOf(body), ...found })
        .where(live)
      const after = await readRow(tx, 'customers', customerId)
      const text = before && after && changesText(before, after)
      if (text) await keepEvent(tx, happening(orgId, customerId, caller, now()), { kind: 'edit', facts: { text } })
      return after
    }),
  }),

  delete: async ({ params: { customerId }, headers, caller }) => {
    await inOwningOrganization(database, caller, customerId, 'Customer', async (tx, orgId) => {
      await refuseOutdated(tx, customers, [orgId, customerId], headers, () => readRow(tx, 'customers', customerId))
      const live = and(hasKey(customers, orgId, customerId), isNull(customers.deletedAt))
      const [deleted] = await tx.update(customers).set({ deletedAt: now() }).where(live).returning({ id: customers.id })
      if (deleted) await keepEvent(tx, happening(orgId, customerId, caller, now()), { kind: 'delete' })
      return deleted
    })
    return { success: true, message: 'Customer deleted' }
  },

  restore: async ({ params: { customerId }, caller }) => ({
    data: await inOwningOrganization(database, caller, customerId, 'Customer', async (tx, orgId) => {
      const [customer] = await tx
        .select({ deletedAt: customers.deletedAt, mergedInto: customers.mergedInto })
        .from(customers)
        .where(hasKey(customers, orgId, customerId))
        .for('update')
      // Who is a part of another comes back by undoing that.
      if (!customer?.deletedAt || customer.mergedInto || expiryOf('undo', customer.deletedAt) <= now()) return undefined
      await tx
        .update(customers)
        .set({ deletedAt: null })
        .where(hasKey(customers, orgId, customerId))
      await keepEvent(tx, happening(orgId, customerId, caller, now()), { kind: 'restore' })
      return readRow(tx, 'customers', customerId)
    }),
  }),

  merge: async (asked) => {
    const { params, headers, body, caller } = asked
    const { customerId } = params
    return {
      data: await inOwningOrganization(database, caller, customerId, 'Customer', async (tx, orgId) => {
        if (!(await hasRecord(tx, customers, orgId, customerId))) return undefined
        refuseForbidden(caller, orgId, 'customers.merge')
        return createdOnlyNew(tx, orgId, asked, now(), async () => {
          const merged = await mergeCustomers(tx, { orgId, customerId, caller, now: now() }, headers, body)
          return merged && readCustomer(tx, orgId, customerId, now())
        })
      }),
    }
  },

  unmerge: async ({ params: { customerId }, caller }) => ({
    data: await inOwningOrganization(database, caller, customerId, 'Customer', async (tx, orgId) => {
      if (!(await hasRecord(tx, customers, orgId, customerId))) return undefined
      refuseForbidden(caller, orgId, 'customers.merge')
      const unmerged = await unmergeCustomer(tx, { orgId, customerId, caller, now: now() })
      return unmerged && readCustomer(tx, orgId, customerId, now())
    }),
  }),
})

const happening = (orgId: string, recordId: string, caller: Caller, now: Date) => ({
  orgId,
  resource: 'customers',
  recordId,
  caller,
  now,
})

/** What the number is found by after a change of the number itself or of where it is; nothing when neither changes. */
async function phoneFormsAfter(
  tx: Transaction,
  orgId: string,
  customerId: string,
  { phone, shippingAddress }: CustomerUpdate,
) {
  if (phone === undefined && shippingAddress?.country === undefined) return {}
  const [known] = await tx
    .select({ phone: customers.phone, country: customers.country })
    .from(customers)
    .where(hasKey(customers, orgId, customerId))
    .for('update')
  if (!known) return {}
  return phoneForms(phone ?? known.phone, shippingAddress?.country ?? known.country, await currencyOf(tx, orgId))
}
