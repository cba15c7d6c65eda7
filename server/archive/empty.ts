import { sql } from 'drizzle-orm'
import type { Transaction } from '../db/transactions'
import { fromTheBeginning, history, readKinds } from './travels'

/** What people call some tables; the others are called as they are. */
const words: Readonly<Record<string, string>> = {
  gateway_instances: 'gateways',
  plugin_instances: 'email providers',
  order_drafts: 'drafts of orders',
  saved_reports: 'saved reports',
  email_autoresponders: 'auto-responders',
}

/** Why an archive can't be taken over into the transaction's organization, in a sentence; undefined when it is empty. */
export async function whyNotEmpty(tx: Transaction): Promise<string | undefined> {
  const tables = (await readKinds(tx)).map(({ name }) => name)
  const asked = tables.filter((name) => name !== history && !fromTheBeginning.includes(name))
  const each = asked.map(
    (name) =>
      sql`select ${name}::text as name where exists (select from ${sql.identifier(name)} where org_id = current_org())`,
  )
  const { rows } = await tx.execute<{ name: string }>(sql.join(each, sql` union all `))
  const [first, second] = rows.map(({ name }) => words[name] ?? name.replaceAll('_', ' '))
  if (first === undefined) return undefined
  const has = second === undefined ? first : `${first} and ${second}`
  return `This organization has ${has} already. An archive goes into an empty one: make a new organization for it.`
}
