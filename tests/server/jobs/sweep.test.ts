import { sql } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { openDatabase } from '../../../server/db/database'
import { sweep } from '../../../server/jobs/sweep'
import { someDatabases } from '../postgres'

const scratches = await someDatabases()
const databases = await Promise.all(scratches.map(async (scratch) => openDatabase(scratch)))

afterAll(async () => {
  await Promise.all(databases.map((database) => database.close()))
  await Promise.all(scratches.map((scratch) => scratch.stop()))
})

describe.each(databases)('on $kind', (database) => {
  test('what is of no more use is deleted, and nothing else', async () => {
    const now = new Date()
    const at = (days: number) => new Date(now.getTime() + days * 86_400_000).toISOString()
    await database.system(async (tx) => {
      await tx.execute(sql`insert into users (id, email, name, password_hash, created_at, updated_at)
        values (gen_random_uuid(), 'swept@offerdesk.example', 'Swept', '-', now(), now())`)
      const session = (name: string, idle: string, end: string) => sql`
        insert into sessions (token_hash, user_id, created_at, last_seen_at, idle_expires_at, expires_at)
        select ${name}, id, now(), now(), ${idle}::timestamptz, ${end}::timestamptz from users where email = 'swept@offerdesk.example'`
      await tx.execute(session('live', at(0.1), at(1)))
      await tx.execute(session('idle too long', at(-0.1), at(1)))
      await tx.execute(session('too old', at(-0.1), at(-0.1)))
      // More than are deleted at once.
      await tx.execute(sql`
        insert into user_tokens (token_hash, purpose, email, created_at, expires_at, used_at)
        select 'expired ' || number, 'signup', 'a@b.example', now(), ${at(-2)}::timestamptz, null::timestamptz from generate_series(1, 2500) number
        union all select 'used', 'signup', 'a@b.example', now(), ${at(5)}::timestamptz, ${at(-2)}::timestamptz
        union all select 'used just now', 'signup', 'a@b.example', now(), ${at(5)}::timestamptz, ${at(-0.1)}::timestamptz
        union all select 'to be used', 'signup', 'a@b.example', now(), ${at(5)}::timestamptz, null`)
      await tx.execute(sql`
        insert into outbox (org_id, id, topic, payload, dedupe_key, state, attempts, max_attempts, run_at, created_at, done_at)
        select '00000000-0000-0000-0000-000000000000', gen_random_uuid(), 'mail', '{}'::jsonb, key, state, 1, 8, now(), now(), done
        from (values ('long done', 'done', ${at(-31)}::timestamptz), ('done', 'done', ${at(-29)}::timestamptz),
          ('dead', 'dead', null), ('to be sent', 'ready', null)) as mails (key, state, done)`)
      // Whoever guesses makes many of them.
      await tx.execute(sql`insert into rate_limits (key, window_start, count)
        values ('guessed hours ago', ${at(-0.1)}::timestamptz, 1), ('guessed just now', ${at(0)}::timestamptz, 1)`)
    })

    await sweep(database, now)

    const left = await database.system(async (tx) => {
      const { rows } = await tx.execute<{ name: string }>(sql`
        select token_hash as name from sessions union all select token_hash from user_tokens
        union all select dedupe_key from outbox union all select key from rate_limits`)
      return rows.map(({ name }) => name).toSorted()
    })
    expect(left).toEqual(['dead', 'done', 'guessed just now', 'live', 'to be sent', 'to be used', 'used just now'])
  })
})
