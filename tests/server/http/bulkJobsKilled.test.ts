import { sql } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import type { BulkJobRecord, BulkRow } from '../../../contract/extensions/bulkJobs'
import { openDatabase } from '../../../server/db/database'
import { demoPassword } from '../../../server/db/demo'
import { Killable } from '../payments/killable'
import { type Scratch, someDatabases } from '../postgres'
import { demo } from './start'

/** `npm run figures -- bulk` has more of both; `npm run figures -- bulk -- -t postgres` of one database alone. */
const rows = Number(process.env['BULK_ROWS'] ?? 300)
const kills = Number(process.env['BULK_KILLS'] ?? 2)

const engines = await someDatabases('demo')

afterAll(() => Promise.all(engines.map((engine) => engine.stop())))

/** Does it while nobody else has the database. */
async function onDatabase<T>(
  scratch: Scratch,
  work: (database: Awaited<ReturnType<typeof openDatabase>>) => Promise<T>,
) {
  const database = await openDatabase(scratch)
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

describe.each(engines)('on $kind', (scratch) => {
  test(
    'WF-03 each row is changed once, though whoever does it is killed again and again',
    { timeout: 900_000 },
    async () => {
      const killable = new Killable(scratch)
      await killable.start()
      const { token } = await killable.ask<{ token: string }>('POST', '/users/login', {
        body: { email: demo, password: demoPassword },
      })
      const [own] = await killable.ask<{ id: string }[]>('GET', '/organizations', { token })
      const organizationId = own?.id ?? ''
      const campaign = await killable.ask<{ id: string }>('POST', '/campaigns', {
        token,
        body: { organizationId, name: 'Many' },
      })
      await killable.stop()
      await onDatabase(scratch, (database) =>
        database.tenant(organizationId, (tx) =>
          tx.execute(sql`
            insert into offers (org_id, id, campaign_id, product_id, display_name, quantity, base_price_cents, created_at, updated_at)
            select org_id, gen_random_uuid(), ${campaign.id}, product_id, 'Lamp ' || number, 5, 1000 + number, now(), now()
            from (select org_id, product_id from offers where org_id = ${organizationId} limit 1) as one,
              generate_series(1, ${rows}) as numbers (number)`),
        ),
      )
      await killable.start()
      const job = await killable.ask<BulkJobRecord>('POST', '/bulk-jobs', {
        token,
        key: 'many',
        body: {
          organizationId,
          action: 'offers.price',
          price: { kind: 'amount', value: 1 },
          search: { filters: { campaignId: campaign.id } },
        },
      })
      expect(job.total).toBe(rows)
      await killable.ask('POST', `/bulk-jobs/${job.id}/start`, { token, body: {} })
      const begunAt = performance.now()
      for (let kill = 1; kill <= kills; kill += 1) {
        const some = Math.floor((rows * kill) / (kills + 1))
        // There is such a row once so many are done.
        const path = `/bulk-jobs/${job.id}/rows?outcome=done&limit=1&page=${some}`
        await expect
          .poll(async () => (await killable.ask<BulkRow[]>('GET', path, { token })).length, {
            timeout: 300_000,
            interval: 5,
          })
          .toBe(1)
        await killable.killWhoWorks()
      }
      await expect
        .poll(async () => (await killable.ask<BulkJobRecord>('GET', `/bulk-jobs/${job.id}`, { token })).state, {
          timeout: 300_000,
          interval: 50,
        })
        .toBe('done')
      const seconds = (performance.now() - begunAt) / 1_000
      const { ran } = await killable.ask<BulkJobRecord>('GET', `/bulk-jobs/${job.id}`, { token })
      expect(ran).toEqual({ done: rows, unchanged: 0, refused: 0, vanished: 0 })
      await killable.stop()
      const found = await onDatabase(scratch, (database) =>
        database.tenant(organizationId, (tx) =>
          tx.execute<{ once: number; otherwise: number; audited: number }>(sql`
            select count(*) filter (where is_right)::int as once, count(*) filter (where not is_right)::int as otherwise,
              (select count(*)::int from audit_entries where action = 'offers.update' and resource = 'offers'
                and record_id in (select record_id from bulk_job_rows where job_id = ${job.id})) as audited
            from (select base_price_cents = 1100 + substr(display_name, 6)::int and version = 2 as is_right
              from offers where org_id = ${organizationId} and campaign_id = ${campaign.id}) as changed`),
        ),
      )
      expect(found.rows).toEqual([{ once: rows, otherwise: 0, audited: rows }])
      if (process.env['BULK_ROWS'] !== undefined) {
        const { server, worker } = killable.kills
        process.stdout.write(
          `${scratch.kind.padEnd(9)} ${rows} rows, ${scratch.kind === 'postgres' ? `worker killed ${worker}` : `server killed ${server}`} times: ` +
            `${rows} done once, 0 otherwise, ${rows} entries in the audit, ${seconds.toFixed(0)} s\n`,
        )
      }
    },
  )
})
