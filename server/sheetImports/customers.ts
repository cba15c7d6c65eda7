import { type SQL, sql } from 'drizzle-orm'
import { importColumns } from '../../contract/extensions/sheetImports'
import type { Customer } from '../../contract/customers'
import { judgeCustomer, readCustomer } from '../../contract/forms/customerImports'
import { importLabels } from '../../contract/forms/sheetImports'
import { currencyOf, digitsOf, phoneForms } from '../customers/phones'
import { contractRows, type Row } from '../db/rows'
import { folded } from '../db/schema/columns'
import { customers } from '../db/schema/customers'
import type { Transaction } from '../db/transactions'
import { field, type Import, type ImportedRecords, isItsRecord, ofImport, type Work } from './records'

/** As the view has it. */
type Known = Customer & { version: number }

const pairs = importColumns.customers.map((name) => ({ name, column: sql.identifier(customers[name].name) }))
const listed = (of: (pair: (typeof pairs)[number]) => SQL) => sql.join(pairs.map(of), sql`, `)

/** Nothing else keeps two sheets of the same people from adding each of them twice. */
export async function lockNewCustomers(tx: Transaction, { orgId }: Import): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`${orgId} imports of customers`}, 0))`)
}

/** That somebody is a customer by now whom a line adds. */
export const customerCame: readonly SQL[] = [
  sql`exists (select from customers where customers.org_id = line.org_id and deleted_at is null
    and ${folded(sql`customers.email`)} = ${folded(field('email'))} and lower(customers.email) = lower(${field('email')}))`,
  sql`${field('email')} is null and exists (select from customers where customers.org_id = line.org_id and deleted_at is null
    and phone_digits = regexp_replace(${field('phone')}, '[^0-9]', '', 'g'))`,
]

/** What a line says of a customer, and what they are known by. */
export function namedBy<Typed extends Record<'email' | 'phone' | 'country', string>>(typed: Typed, currency: string) {
  const { phoneE164 } = phoneForms(typed.phone, typed.country, currency)
  const by = typed.email === '' ? (phoneE164 ?? digitsOf(typed.phone)) : typed.email.toLowerCase()
  return { typed, by, isEmail: typed.email !== '' }
}

/** Customers are known by their email, and without one by their phone. */
export const customerLines: ImportedRecords = {
  table: 'customers',
  twice: (line) => `Line ${line} has this customer already`,
  keyColumn: 'email',

  judge: async (tx, { orgId }, cells) => {
    const currency = await currencyOf(tx, orgId)
    const read = cells.map((each) => namedBy(readCustomer(each), currency))
    const found = await customersBy(tx, orgId, read)
    return read.map(({ typed, by }, index) => {
      const known = found.get(by) ?? []
      const [customer] = known
      // One customer may be named by email in one line and by phone in another; what names nobody is about nobody that
      // another line could be about.
      return { ...judgeCustomer(typed, known), key: customer?.id ?? (by || `line ${index}`), known: customer }
    })
  },

  lockFirst: lockNewCustomers,
  outdated: customerCame,

  write: async (tx, work) => {
    const { begun, at } = work
    const phones = await phonesOf(tx, work)
    await tx.execute(sql`
      insert into customers (org_id, id, ${listed(({ column }) => sql`${column}`)}, phone_e164, phone_spellings, created_at, updated_at)
      select org_id, record_id,
        ${listed(({ name }) => (name === 'email' || name === 'lastName' ? sql`coalesce(${field(name)}, '')` : field(name)))},
        "phoneE164", "phoneSpellings", ${at}, ${at}
      from sheet_import_lines as line join ${phones} using (line)
      where ${ofImport(begun)} and verdict = 'create' order by line.line`)
    await tx.execute(sql`
      update sheet_import_lines as line set
        before = jsonb_build_object('phoneE164', record.phone_e164, 'phoneSpellings', record.phone_spellings,
          ${listed(({ name, column }) => sql`${sql.raw(`'${name}'`)}, record.${column}`)})
      from customers as record where ${ofImport(begun)} and verdict = 'update' and ${isItsRecord}`)
    await tx.execute(sql`
      update customers as record set
        ${listed(({ name, column }) => sql`${column} = coalesce(${field(name)}, record.${column})`)},
        phone_e164 = "phoneE164", phone_spellings = "phoneSpellings", updated_at = ${at}
      from sheet_import_lines as line join ${phones} using (line)
      where ${ofImport(begun)} and verdict = 'update' and ${isItsRecord}`)
    await keepEvents(tx, work, 'create', sql`verdict = 'create'`)
    await keepEvents(tx, work, 'edit', sql`verdict = 'update'`, changesIn('from', 'to'))
  },

  kept: sql`
    when verdict = 'create' and exists (select from orders
      where orders.org_id = record.org_id and orders.customer_id = record.id) then 'They have ordered since.'
    when verdict = 'create' and exists (select from calls
      where calls.org_id = record.org_id and calls.customer_id = record.id) then 'They have been called since.'`,

  takeBack: async (tx, work) => {
    const { begun, at } = work
    const undone = sql`verdict = 'update' and kept is null`
    await tx.execute(sql`
      update customers as record set
        ${listed(({ name, column }) => sql`${column} = line.before->>${sql.raw(`'${name}'`)}`)},
        phone_e164 = line.before->>'phoneE164', phone_spellings = line.before->>'phoneSpellings', updated_at = ${at}
      from sheet_import_lines as line where ${ofImport(begun)} and ${undone} and ${isItsRecord}`)
    await tx.execute(sql`
      update customers as record set deleted_at = ${at}, updated_at = ${at}
      from sheet_import_lines as line
      where ${ofImport(begun)} and verdict = 'create' and kept is null and ${isItsRecord}`)
    await keepEvents(tx, work, 'delete', sql`verdict = 'create' and kept is null`)
    await keepEvents(tx, work, 'edit', undone, changesIn('to', 'from'))
  },
}

/** What the phone numbers of all lines are found by, line by line. */
async function phonesOf(tx: Transaction, { begun }: Work): Promise<SQL> {
  const currency = await currencyOf(tx, begun.orgId)
  const { rows } = await tx.execute<{ line: number; phone: string | null; country: string | null }>(sql`
    select line.line, coalesce(${field('phone')}, record.phone) as phone, coalesce(${field('country')}, record.country) as country
    from sheet_import_lines as line left join customers as record on ${isItsRecord}
    where ${ofImport(begun)} and verdict in ('create', 'update')`)
  const found = rows.map(({ line, phone, country }) => ({ line, ...phoneForms(phone, country, currency) }))
  return sql`jsonb_to_recordset(${JSON.stringify(found)}::jsonb) as phones (line int, "phoneE164" text, "phoneSpellings" text)`
}

/** Who has these emails, and of those without one these phone numbers; of each the one who came first is the first. */
export async function customersBy(
  tx: Transaction,
  orgId: string,
  read: readonly { by: string; isEmail: boolean }[],
): Promise<Map<string, Known[]>> {
  const some = (isMeant: (line: { by: string; isEmail: boolean }) => boolean) =>
    sql.param([...new Set(read.filter((line) => line.by !== '' && isMeant(line)).map(({ by }) => by))])
  const emails = some(({ isEmail }) => isEmail)
  const phones = some(({ isEmail }) => !isEmail)
  // Each part finds its rows by an index, which a join of them all would not. What is folded alike need not be the same.
  const { rows } = await tx.execute<{ by: string; id: string }>(sql`
    select lower(email) as by, id from customers
    where org_id = ${orgId} and deleted_at is null and lower(email) = any(${emails}::text[])
      and ${folded(sql`email`)} = any(array(select ${folded(sql`by`)} from unnest(${emails}::text[]) as asked (by)))
    union
    select phone_e164, id from customers
    where org_id = ${orgId} and deleted_at is null and phone_e164 = any(${phones}::text[])
    union
    select phone_digits, id from customers
    where org_id = ${orgId} and deleted_at is null and phone_digits = any(${phones}::text[])`)
  const ids = sql.param(rows.map(({ id }) => id))
  const shown = await tx.execute<Row>(sql`
    select * from customer_rows where org_id = ${orgId} and id = any(${ids}::uuid[])`)
  // The view names and types its columns as the contract does.
  const known = contractRows(shown) as unknown as Known[]
  const byId = new Map(known.map((customer) => [customer.id, customer]))
  const found = new Map<string, Known[]>()
  for (const { by, id } of rows.toSorted((one, other) => (one.id < other.id ? -1 : 1))) {
    const customer = byId.get(id)
    if (customer) found.set(by, [...(found.get(by) ?? []), customer])
  }
  return found
}

/** What changed in each line, a line each, for a timeline. */
const changesIn = (from: 'from' | 'to', to: 'from' | 'to') => {
  const said = (side: string) => sql`coalesce(nullif(change->>${sql.raw(`'${side}'`)}, ''), 'none')`
  return sql`jsonb_build_object('text', (
    select string_agg((${JSON.stringify(importLabels)}::jsonb->>(change->>'field')) || ': ' || ${said(from)} || ' → ' || ${said(to)}, chr(10))
    from jsonb_array_elements(line.changes) as change))`
}

/** Writes what happened to each into its timeline. */
const keepEvents = (
  tx: Transaction,
  { begun, caller, at }: Work,
  kind: 'create' | 'edit' | 'delete',
  of: SQL,
  facts = sql`'{}'::jsonb`,
) =>
  tx.execute(sql`
    insert into record_events (org_id, id, resource, record_id, kind, facts, user_id, user_name, created_at)
    select org_id, gen_random_uuid(), 'customers', record_id, ${kind},
      ${facts} || jsonb_build_object('importId', import_id), ${caller.userId}::uuid, ${caller.name}, ${at}
    from sheet_import_lines as line where ${ofImport(begun)} and ${of}`)
