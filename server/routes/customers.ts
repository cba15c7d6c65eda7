import { and, isNull } from 'drizzle-orm'
import type { CustomerUpdate } from '../../contract/extensions/customers'
import { inOwningOrganization, ownOrganization } from '../auth/access'
import { expiryOf } from '../auth/lifetimes'
import { customersAlike } from '../customers/alike'
import { currencyOf, phoneForms } from '../customers/phones'
import { hasKey } from '../db/keys'
import { readRow } from '../db/rows'
import { customers } from '../db/schema/customers'
import type { Transaction } from '../db/transactions'
import type { Handlers } from '../http/contract'
import { notFound } from '../http/errors'
import { createdOnlyNew } from '../http/idempotency'
import { refuseOutdated } from '../http/ifMatch'
import type { Services } from './services'

export const customerHandlers = ({ database, now }: Services): Handlers['customers'] => ({
  get: async ({ params: { customerId }, caller }) => ({
    data: await inOwningOrganization(database, caller, customerId, 'Customer', (tx) =>
      readRow(tx, 'customers', customerId),
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
        return created && readRow(tx, 'customers', created.id)
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
      const live = and(hasKey(customers, orgId, customerId), isNull(customers.deletedAt))
      const found = await phoneFormsAfter(tx, orgId, customerId, body)
      await tx
        .update(customers)
        .set({ ...columnsOf(body), ...found })
        .where(live)
      return readRow(tx, 'customers', customerId)
    }),
  }),

  delete: async ({ params: { customerId }, headers, caller }) => {
    await inOwningOrganization(database, caller, customerId, 'Customer', async (tx, orgId) => {
      await refuseOutdated(tx, customers, [orgId, customerId], headers, () => readRow(tx, 'customers', customerId))
      const live = and(hasKey(customers, orgId, customerId), isNull(customers.deletedAt))
      const [deleted] = await tx.update(customers).set({ deletedAt: now() }).where(live).returning({ id: customers.id })
      return deleted
    })
    return { success: true, message: 'Customer deleted' }
  },

  restore: async ({ params: { customerId }, caller }) => ({
    data: await inOwningOrganization(database, caller, customerId, 'Customer', async (tx, orgId) => {
      const [customer] = await tx
        .select({ deletedAt: customers.deletedAt })
        .from(customers)
        .where(hasKey(customers, orgId, customerId))
        .for('update')
      if (!customer?.deletedAt || expiryOf('undo', customer.deletedAt) <= now()) return undefined
      await tx
        .update(customers)
        .set({ deletedAt: null })
        .where(hasKey(customers, orgId, customerId))
      return readRow(tx, 'customers', customerId)
    }),
  }),
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

const emptyToNull = (text: string | undefined) => (text === '' ? null : text)

/** The columns of the fields that are given; an empty text is kept as nothing. */
const columnsOf = ({ firstName, lastName, email, phone, note, shippingAddress = {} }: CustomerUpdate) => ({
  firstName,
  lastName,
  email,
  phone: emptyToNull(phone),
  note: emptyToNull(note),
  address1: emptyToNull(shippingAddress.address1),
  address2: emptyToNull(shippingAddress.address2),
  city: emptyToNull(shippingAddress.city),
  state: emptyToNull(shippingAddress.state),
  postalCode: emptyToNull(shippingAddress.postalCode),
  country: emptyToNull(shippingAddress.country),
})
