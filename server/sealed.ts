import { desc, type SQL, sql } from 'drizzle-orm'
import { actingAsJob } from './db/acting'
import { type Config, InvalidConfig } from './config'
import type { Database } from './db/database'
import { organizations } from './db/schema/organizations'
import type { Transaction } from './db/transactions'
import { type Secrets, Unsealable } from './secrets'

/** A column in which a secret is kept sealed. */
export interface SealedColumn {
  /** What the table is called, and the column as a text, for who writes a statement by hand. */
  named: { table: string; text: string }
  table: SQL
  column: SQL
  /** The column as a text, and a text as it is stored there. */
  text: SQL
  stored: (text: string) => SQL
}

const textColumn = (table: string, column: string): SealedColumn => ({
  named: { table, text: column },
  table: sql.raw(table),
  column: sql.raw(column),
  text: sql.raw(column),
  stored: (text) => sql`${text}`,
})

const answerText = `(answer #>> '{}')`

/** What is sealed for as long as an organization wants it. */
export const sealedForLong: readonly SealedColumn[] = [
  textColumn('gateway_instances', 'secrets'),
  textColumn('plugin_instances', 'secrets'),
  textColumn('webhooks', 'secrets'),
]

/** Every column of sealed secrets; in the answers that are kept for who asks again, those that are sealed. */
export const sealedOfOrganizations: readonly SealedColumn[] = [
  ...sealedForLong,
  textColumn('payment_attempts', 'return_token'),
  textColumn('payment_links', 'sealed_code'),
  textColumn('invites', 'sealed_token'),
  {
    named: { table: 'idempotency_keys', text: answerText },
    table: sql`idempotency_keys`,
    column: sql`answer`,
    text: sql.raw(answerText),
    stored: (text) => sql`to_json(${text}::text)`,
  },
]

/** The same of people, who are in no organization. */
export const sealedForLongOfPeople: readonly SealedColumn[] = [textColumn('second_steps', 'app_key')]
export const sealedOfPeople: readonly SealedColumn[] = [
  ...sealedForLongOfPeople,
  textColumn('step_challenges', 'app_key'),
]

/** One secret of each key that has sealed any of those columns; the id of the key stands in the text. */
export async function oneOfEachKey(tx: Transaction, among: SQL, columns: readonly SealedColumn[]): Promise<string[]> {
  const each = columns.map(
    ({ table, text }) => sql`select ${text} as text from ${table} where ${among} and ${text} like 'v1.%'`,
  )
  const { rows } = await tx.execute<{ text: string }>(
    sql`select distinct on (split_part(text, '.', 2)) text from (${sql.join(each, sql` union all `)}) as sealed`,
  )
  return rows.map(({ text }) => text)
}

/** Whether the keys that are here open it. */
export const opens = (secrets: Secrets, sealed: string): boolean => {
  try {
    secrets.unseal(sealed)
    return true
  } catch (error) {
    if (error instanceof Unsealable) return false
    throw error
  }
}

/** Of how many organizations it is looked for: where none of them has sealed anything, a start must not take long. */
const looked = 100

/** Whether something is sealed, and the keys open nothing of it: they are those of another database. */
export const isStrangeKey = (database: Pick<Database, 'system' | 'tenant'>, secrets: Secrets): Promise<boolean> =>
  actingAsJob('rotateSecrets', async () => {
    const [people, newest] = await database.system(
      async (tx) =>
        [
          await oneOfEachKey(tx, sql`true`, sealedOfPeople),
          await tx
            .select({ id: organizations.id })
            .from(organizations)
            .orderBy(desc(organizations.createdAt))
            .limit(looked),
        ] as const,
    )
    if (people.some((one) => opens(secrets, one))) return false
    let isSealed = people.length > 0
    for (const { id } of newest) {
      const sealed = await database.tenant(id, (tx) => oneOfEachKey(tx, sql`org_id = ${id}`, sealedOfOrganizations))
      if (sealed.some((one) => opens(secrets, one))) return false
      isSealed ||= sealed.length > 0
    }
    return isSealed
  })

/** What is said of such a key. */
export const strangeKey = ({ secretKey, secretFile }: Pick<Config, 'secretKey' | 'secretFile'>): string =>
  `${secretKey === undefined ? secretFile : 'SECRET_KEY'}: opens none of the secrets in this database; put back the key that sealed them, or start with LOST_KEY=on and type them once more`

/** Throws {@link InvalidConfig} for a key that opens none of what is sealed, unless it is known to be lost. */
export async function refuseStrangeKey(
  database: Pick<Database, 'system' | 'tenant'>,
  secrets: Secrets,
  config: Pick<Config, 'secretKey' | 'secretFile' | 'isKeyLost'>,
): Promise<void> {
  if (!config.isKeyLost && (await isStrangeKey(database, secrets))) throw new InvalidConfig(strangeKey(config))
}
