import type { CustomerUpdate } from '../../contract/extensions/customers'
import { inOwningOrganization, ownOrganization } from '../auth/access'
import { expiryOf } from '../auth/lifetimes'
import { acknowledging, inOrganization, withRecord } from '../auth/withRecord'
import { customersAlike } from '../customers/alike'
import { changesText } from '../customers/changes'
import { columnsOf } from '../customers/columns'
import { createCustomer } from '../customers/create'
import { mergeCustomers, unmergeCustomer } from '../customers/merge'
import { currencyOf, phoneForms } from '../customers/phones'
import { readCustomer, readLive } from '../customers/record'
import { hasKey } from '../db/keys'
import { keepEvent } from '../db/lives'
import { known, locked, type RecordKind } from '../db/recordKind'
import { readRow } from '../db/rows'
import { customers } from '../db/schema/customers'
import type { Transaction } from '../db/transactions'
import type { Handlers } from '../http/contract'
import type { Services } from './services'

const aCustomer: RecordKind<typeof customers.$inferSelect, 'customerId'> = {
  resource: 'customers',
  noun: 'Customer',
  param: 'customerId',
  find: locked(customers),
  versions: { table: customers, read: (tx, { id }) => readRow(tx, 'customers', id) },
}
/** As a merge finds them: it locks orders and calls before their customers, and only then looks who has changed. */
const customerOfMerge: typeof aCustomer = {
  resource: 'customers',
  noun: 'Customer',
  param: 'customerId',
  find: known(customers),
}

export const customerHandlers = ({ database, now }: Pick<Services, 'database' | 'now'>): Handlers['customers'] => ({
  get: async ({ params: { customerId }, caller }) => ({
    data: await inOwningOrganization(database, caller, customerId, 'Customer', (tx, orgId) =>
      readCustomer(tx, orgId, customerId, now()),
    ),
  }),

  create: inOrganization('Customer', async ({ tx, body, ...creating }) =>
    readRow(tx, 'customers', await createCustomer(tx, creating, body)),
  ),

  findAlike: async ({ body, caller }) => {
    const orgId = ownOrganization(caller, body.organizationId)
    return { data: await database.tenant(orgId, (tx) => customersAlike(tx, orgId, body)) }
  },

  update: withRecord(aCustomer, async ({ tx, orgId, id, record, body, happening }) => {
    const before = await readLive(tx, orgId, id)
    if (!before) return undefined
    await tx
      .update(customers)
      .set({ ...columnsOf(body), ...(await phoneFormsAfter(tx, record, body)) })
      .where(hasKey(customers, orgId, id))
    const after = await readRow(tx, 'customers', id)
    const text = after && changesText(before, after)
    if (text) await keepEvent(tx, happening, { kind: 'edit', facts: { text } })
    return after
  }),

  delete: withRecord(
    aCustomer,
    async ({ tx, orgId, id, record, happening }) => {
      if (record.deletedAt) return undefined
      await tx
        .update(customers)
        .set({ deletedAt: happening.now })
        .where(hasKey(customers, orgId, id))
      await keepEvent(tx, happening, { kind: 'delete' })
      return true
    },
    acknowledging('Customer deleted'),
  ),

  restore: withRecord(aCustomer, async ({ tx, orgId, id, record: { deletedAt, mergedInto }, happening }) => {
    // Who is a part of another comes back by undoing that.
    if (!deletedAt || mergedInto || expiryOf('undo', deletedAt) <= happening.now) return undefined
    await tx
      .update(customers)
      .set({ deletedAt: null })
      .where(hasKey(customers, orgId, id))
    await keepEvent(tx, happening, { kind: 'restore' })
    return readRow(tx, 'customers', id)
  }),

  merge: withRecord(customerOfMerge, async ({ tx, orgId, id, headers, body, caller, now }) => {
    const merged = await mergeCustomers(tx, { orgId, customerId: id, caller, now }, headers, body)
    return merged && readCustomer(tx, orgId, id, now)
  }),

  unmerge: withRecord(customerOfMerge, async ({ tx, orgId, id, caller, now }) => {
    const unmerged = await unmergeCustomer(tx, { orgId, customerId: id, caller, now })
    return unmerged && readCustomer(tx, orgId, id, now)
  }),
})

/** What the number is found by after a change of the number itself or of where it is; nothing when neither changes. */
async function phoneFormsAfter(
  tx: Transaction,
  { orgId, phone: known, country }: typeof customers.$inferSelect,
  { phone, shippingAddress }: CustomerUpdate,
) {
  if (phone === undefined && shippingAddress?.country === undefined) return {}
  return phoneForms(phone ?? known, shippingAddress?.country ?? country, await currencyOf(tx, orgId))
}
