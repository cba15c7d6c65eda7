import { escapeIdentifier } from 'pg'
import type pg from 'pg'
import { backupRole } from './roles'

/** Tables that the role of backups can't read whole, and what gives it the right to. */
const lacking = `
  select name, array_remove(array[
    case when not has_table_privilege(to_regrole($1), oid, 'select') then format('grant select on %s to %I', name, $1) end,
    case when is_kept and not exists (select from pg_policy where polrelid = tables.oid and polname = 'backup')
      then format('create policy backup on %s for select to %I using (current_user = %L)', name, $1, $1) end
  ], null) as missing
  from (
    select oid, format('%I.%I', current_schema(), relname) as name, relrowsecurity as is_kept from pg_class
    where relnamespace = to_regnamespace(quote_ident(current_schema())) and relkind in ('r', 'p')
  ) as tables
  order by name`

/** Statements that are missing so that a backup holds every row of every table. */
async function missingOf(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ missing: string[] }>(lacking, [backupRole])
  return rows.flatMap(({ missing }) => missing)
}

/**
 * Lets the role of backups read every row, in tables of later migrations as well: no migration can forget it. The policy
 * holds for whoever has become that role, and for nobody who is merely a member of it.
 */
export async function letBackupsRead(client: pg.ClientBase): Promise<void> {
  const missing = await missingOf(client)
  if (missing.length === 0) return
  const { rows } = await client.query<{ schema: string }>('select current_schema() as schema')
  const [{ schema } = { schema: 'public' }] = rows
  await client.query(`grant usage on schema ${escapeIdentifier(schema)} to ${backupRole}`)
  for (const statement of missing) await client.query(statement)
}

/** Whether the role of backups is there for whoever is connected. */
export async function hasBackupRole(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ is_there: boolean }>(
    `select exists (select from pg_roles where rolname = $1 and pg_has_role(current_user, oid, 'member')) as is_there`,
    [backupRole],
  )
  return rows[0]?.is_there === true
}

/** Whether the role of backups is there and may read every row. */
export const mayBackUp = async (client: pg.ClientBase): Promise<boolean> =>
  (await hasBackupRole(client)) && (await missingOf(client)).length === 0
