import type pg from 'pg'

/**
 * Holds back the mails that wait in a database that has just been filled: whoever it was copied from may have sent them since.
 * Answers how many. They are let go or dropped by hand.
 */
export async function holdMails(client: pg.Client): Promise<number> {
  const guarded = ['outbox', ...((await isThere(client, 'mails')) ? ['mails'] : [])]
  for (const table of guarded) await client.query(`alter table ${table} no force row level security`)
  // As the audit tells of what whoever runs the server has done.
  await client.query(
    `select set_config('app.actor_kind', 'job', true), set_config('app.action', 'jobs.runCommand', true)`,
  )
  const { rowCount } = await client.query(
    `update outbox set state = 'held', locked_by = null, locked_until = null where state in ('ready', 'running')`,
  )
  if (guarded.includes('mails')) {
    await client.query(
      `update mails set state = 'held' from outbox
       where mails.state = 'queued' and outbox.state = 'held' and outbox.org_id = mails.org_id
         and outbox.dedupe_key = 'mail:' || mails.dedupe_key`,
    )
  }
  for (const table of guarded) await client.query(`alter table ${table} force row level security`)
  return rowCount ?? 0
}

async function isThere(client: pg.Client, table: string): Promise<boolean> {
  const { rows } = await client.query<{ there: boolean }>('select to_regclass(quote_ident($1)) is not null as there', [
    table,
  ])
  return rows[0]?.there === true
}
