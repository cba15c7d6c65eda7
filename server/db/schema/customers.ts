import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, folded, id, moment, orgId, sum, updatedAt, version } from './columns'
import { organizations } from './organizations'

export const customers = pgTable(
  'customers',
  {
    orgId: orgId().references(() => organizations.id, { onDelete: 'cascade' }),
    id: id(),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull().default(''),
    email: text('email').notNull(),
    /** As it was typed. */
    phone: text('phone'),
    /** The same in E.164, where it is a number. */
    phoneE164: text('phone_e164'),
    /** The digits of its other spellings (server/customers/phones.ts); null until they have been read from it. */
    phoneSpellings: text('phone_spellings'),
    phoneDigits: text('phone_digits').generatedAlwaysAs(sql`nullif(regexp_replace(phone, '[^0-9]', '', 'g'), '')`),
    address1: text('address1'),
    address2: text('address2'),
    city: text('city'),
    state: text('state'),
    postalCode: text('postal_code'),
    /** ISO 3166-1 alpha-2. */
    country: text('country'),
    note: text('note'),
    /** Said on the phone: nobody of the organization calls them again (CA-02). */
    doNotCall: boolean('do_not_call').notNull().default(false),
    /** The customer that this one became a part of (CU-04). */
    mergedInto: uuid('merged_into'),
    /** By which collaboration a partner sold to them first. */
    collaborationId: uuid('collaboration_id').default(sql`current_collaboration()`),
    // Kept by a trigger on the orders (0009_selling), as lists sort by them.
    ordersCount: integer('orders_count').notNull().default(0),
    totalSpentCents: sum('total_spent_cents').notNull().default(0),
    lastOrderAt: moment('last_order_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    version: version(),
    /** A deleted customer is hidden, for their orders and calls to stay, and so that it can be undone. */
    deletedAt: moment('deleted_at'),
    // After the one character that nobody can type come the digits of the phone number, in every spelling of it.
    searchText: text('search_text').generatedAlwaysAs(
      sql`folded(first_name || ' ' || last_name || ' ' || email || ' ' || coalesce(phone, '') || ' ' || coalesce(address1, '') || ' ' || coalesce(address2, '') || ' ' || coalesce(postal_code, '') || ' ' || coalesce(city, '') || ' ' || coalesce(state, '')) || chr(1) || regexp_replace(coalesce(phone, ''), '[^0-9]', '', 'g') || ' ' || coalesce(phone_spellings, '')`,
    ),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.id] }),
    index('customers_newest').on(table.orgId, table.createdAt, table.id),
    index('customers_by_name').on(table.orgId, folded(sql`trim(first_name || ' ' || last_name)`), table.id),
    index('customers_by_email').on(table.orgId, folded(table.email), table.id),
    index('customers_by_phone').on(table.orgId, table.phoneE164),
    index('customers_by_digits').on(table.orgId, table.phoneDigits),
    index('customers_to_read')
      .on(table.orgId, table.id)
      .where(sql`phone is not null and phone_spellings is null`),
    index('customers_by_orders').on(table.orgId, table.ordersCount, table.id),
    index('customers_by_spent').on(table.orgId, sql`(total_spent_cents::float8 / 100)`, table.id),
    index('customers_by_last_order').on(table.orgId, table.lastOrderAt, table.id),
    index('customers_by_last_order_first').on(
      table.orgId,
      table.lastOrderAt.desc().nullsLast(),
      table.id.desc().nullsFirst(),
    ),
    index('customers_by_first_name').on(table.orgId, folded(table.firstName), table.id),
    index('customers_by_last_name').on(table.orgId, folded(table.lastName), table.id),
    index('customers_by_typed_phone').on(table.orgId, folded(table.phone), table.id),
    index('customers_by_typed_phone_first').on(
      table.orgId,
      sql`${folded(table.phone)} desc nulls last`,
      table.id.desc().nullsFirst(),
    ),
    index('customers_of_country').on(table.orgId, table.country, table.createdAt, table.id),
    index('customers_updated').on(table.orgId, table.updatedAt, table.id),
    index('customers_search').using('gin', table.searchText.op('gin_trgm_ops')).with({ fastupdate: false }),
  ],
)
