import { sql } from 'drizzle-orm'
import { actingAsJob } from '../db/acting'
import type { Database } from '../db/database'
import { organizations } from '../db/schema/organizations'
import { reasonOf } from '../log'
import { phoneForms } from './phones'

/** Few enough to be quick, as the embedded database does one thing at a time. */
const rowsAtOnce = 100

/**
 * Reads the phone numbers that nobody has read yet, such as those from before numbers were read at all. Nothing that
 * people see changes, so it is no new version.
 */
export async function readPhones(database: Database, isStopped = () => false): Promise<void> {
  const all = await database.system((tx) =>
    tx.select({ id: organizations.id, currency: organizations.currency }).from(organizations),
  )
  for (const { id, currency } of all) {
    for (let read = rowsAtOnce; read === rowsAtOnce && !isStopped();) {
      read = await readSome(database, id, currency)
    }
  }
}

async function readSome(database: Database, orgId: string, currency: string): Promise<number> {
  return database.tenant(orgId, async (tx) => {
    const { rows } = await tx.execute<{ id: string; phone: string; country: string | null }>(sql`
      select id, phone, country from customers
      where org_id = ${orgId} and phone is not null and phone_spellings is null
      order by id limit ${rowsAtOnce} for update skip locked`)
    const found = rows.map(({ id, phone, country }) => ({ id, ...phoneForms(phone, country, currency) }))
    await tx.execute(sql`
      update customers set phone_e164 = found."phoneE164", phone_spellings = found."phoneSpellings"
      from jsonb_to_recordset(${JSON.stringify(found)}::jsonb) as found (id uuid, "phoneE164" text, "phoneSpellings" text)
      where customers.org_id = ${orgId} and customers.id = found.id`)
    return rows.length
  })
}

/** Does so at once, in the background. Any number of nodes may. */
export function startReadingPhones(database: Database, log: (message: string) => void) {
  let isStopped = false
  const running = actingAsJob('readPhones', () => readPhones(database, () => isStopped)).catch((error: unknown) =>
    log(`Phone numbers can't be read: ${reasonOf(error)}`),
  )
  return {
    /** Ends after the rows in hand. */
    stop: async () => {
      isStopped = true
      await running
    },
  }
}
