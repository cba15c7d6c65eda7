import { sql } from 'drizzle-orm'
import { archiveFormat } from '../../contract/rules/archives'
import { knownMigrations } from '../db/applied'
import type { Transaction } from '../db/transactions'
import { ownVersion } from '../files'
import type { Anew, Head, Person } from './lines'
import { type Kind, readKinds } from './travels'

/** Told how many rows there are by now, and of how many. */
export type Progress = (rows: number, total: number) => void | Promise<void>

/** The newest change of how this release keeps records. */
export const ownSchema = (): number => Math.max(...knownMigrations())

/** All that the transaction's organization has, as the lines of an archive but its end. */
export async function* contentOf(tx: Transaction, orgId: string, progress?: Progress): AsyncGenerator<string> {
  const kinds = await readKinds(tx)
  const counts = await countsOf(tx, kinds)
  const people = await peopleOf(tx)
  yield JSON.stringify({ ...(await headOf(tx, orgId)), counts, people: people.length })
  for (const one of people) yield JSON.stringify({ people: one })
  const total = Object.values(counts).reduce((sum, number) => sum + number, 0)
  let rows = 0
  for (const kind of kinds) {
    for await (const lines of linesOf(tx, kind)) {
      rows += lines.length
      await progress?.(rows, total)
      yield* lines
    }
  }
}

async function headOf(tx: Transaction, orgId: string): Promise<Omit<Head, 'counts' | 'people'>> {
  const { rows } = await tx.execute<{ id: string; name: string; settings: Head['settings']; anew: Anew[] }>(sql`
    select id, name, json_build_object('currency', currency, 'time_zone', time_zone, 'support_email', support_email,
      'live_url', live_url, 'last_order_number', last_order_number, 'tax_rate', tax_rate,
      'prices_include_tax', prices_include_tax) as settings,
      (select coalesce(json_agg(secret), '[]') from (
        select 'gateways' as kind, display_name as name from gateway_instances where secrets is not null
        union all select 'providers', name from plugin_instances where secrets is not null and deleted_at is null
        union all select 'webhooks', address from webhooks
        union all select 'telephone', name from telephone_tokens
        union all select 'apiTokens', name from api_tokens
      ) as secret) as anew
    from organizations where id = ${orgId}`)
  const [own] = rows
  if (!own) throw new Error(`there is no organization ${orgId}`)
  return {
    offerdesk: 'organization',
    format: archiveFormat,
    version: ownVersion(),
    schema: ownSchema(),
    madeAt: new Date().toISOString(),
    timeZone: own.settings.time_zone,
    organization: { id: own.id, name: own.name },
    settings: own.settings,
    anew: own.anew,
  }
}

async function countsOf(tx: Transaction, kinds: readonly Kind[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const { name } of kinds) counts[name] = await countOf(tx, name)
  return counts
}

/** How many rows of a table the transaction's organization has. */
export async function countOf(tx: Transaction, table: string): Promise<number> {
  const { rows } = await tx.execute<{ number: string }>(
    sql`select count(*)::text as number from ${sql.identifier(table)} where org_id = (select current_org())`,
  )
  return Number(rows[0]?.number)
}

/** Whoever is in the organization, or has done something there, by what they are called. */
async function peopleOf(tx: Transaction): Promise<Person[]> {
  const { rows } = await tx.execute<Person & Record<string, unknown>>(sql`
    select asked.id, coalesce(users.name, past_people.name, (
        select agent_name from orders where orders.org_id = current_org() and orders.agent_id = asked.id
        order by created_at desc, id desc limit 1), '') as name,
      coalesce(users.email, past_people.email) as email
    from (
      select user_id as id from memberships where org_id = current_org()
      union select agent_id from orders where org_id = current_org() and agent_id is not null
      union select agent_id from calls where org_id = current_org()
      union select id from past_people where org_id = current_org()
    ) as asked
    left join users on users.id = asked.id
    left join past_people on past_people.org_id = current_org() and past_people.id = asked.id
    order by asked.id`)
  return rows
}

const bytesAtOnce = 2 ** 20
const mostRows = 2_000

async function* linesOf(tx: Transaction, { name, columns, key }: Kind): AsyncGenerator<string[]> {
  const written = columns.map((column) => `${column.written} as "${column.name}"`).join(', ')
  const order = key.map((column) => `"${column}"`).join(', ')
  await tx.execute(
    sql.raw(`declare archive_rows no scroll cursor for select '{"${name}":' || row_to_json(one)::text || '}' as line
      from (select ${written} from "${name}" where org_id = current_org() ${order === '' ? '' : `order by ${order}`}) as one`),
  )
  for (let rowsAtOnce = 100; ;) {
    const { rows } = await tx.execute<{ line: string }>(sql.raw(`fetch ${rowsAtOnce} from archive_rows`))
    if (rows.length === 0) break
    const lines = rows.map(({ line }) => line)
    yield lines
    const bytes = lines.reduce((sum, { length }) => sum + length, 0)
    // Some rows are a hundred bytes, and some are megabytes.
    rowsAtOnce = Math.max(1, Math.min(mostRows, Math.floor((rowsAtOnce * bytesAtOnce) / Math.max(bytes, 1))))
  }
  await tx.execute(sql.raw('close archive_rows'))
}
