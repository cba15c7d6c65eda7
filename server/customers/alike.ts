import { sql } from 'drizzle-orm'
import type { CustomerAlike, CustomerTyped } from '../../contract/extensions/customers'
import { readRow } from '../db/rows'
import type { Transaction } from '../db/transactions'
import { currencyOf, digitsOf, phoneForms } from './phones'

type Alike = CustomerAlike['alike'][number]

/** As many are offered; whoever has more has them by the search. */
const most = 5
/** Fewer digits are no number yet. */
const leastDigits = 7

/** The customers that may be the one that is typed, those first that are alike in more (CU-02). */
export async function customersAlike(
  tx: Transaction,
  orgId: string,
  { email = '', phone = '', name = '', postalCode = '', country }: CustomerTyped,
): Promise<CustomerAlike[]> {
  const digits = digitsOf(phone)
  const isNumber = digits.length >= leastDigits
  const { phoneE164 } = phoneForms(isNumber ? phone : null, country, await currencyOf(tx, orgId))
  const { rows } = await tx.execute<{ id: string; alike: Alike }>(sql`
    select id, alike from customers_alike(${email}, ${phoneE164}::text, ${isNumber ? digits : null}::text, ${name}, ${postalCode})`)
  const found = new Map<string, Alike[]>()
  for (const { id, alike } of rows) found.set(id, [...(found.get(id) ?? []), alike])
  const best = [...found].toSorted(([, one], [, other]) => other.length - one.length).slice(0, most)
  const records = await Promise.all(best.map(([id]) => readRow(tx, 'customers', id)))
  return records.flatMap((record) => (record ? [{ ...record, alike: found.get(record.id) ?? [] }] : []))
}
