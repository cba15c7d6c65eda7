import { sql } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { readConfig } from '../../../server/config'
import { openDatabase } from '../../../server/db/database'
import { orders } from '../../../server/db/schema/orders'
import { examine } from '../../../server/doctor/examine'
import { createReadiness } from '../../../server/health/readiness'
import { startTelling } from '../../../server/jobs/telling'
import { passingSecrets } from '../../../server/secrets'
import { offerdesk } from '../cli/program'
import { demo, startOn, knownOf, rival } from '../http/start'
import { replicatedPostgres } from '../postgres'

test('AP-02 a standby without a database is refused in one line', () => {
  const alone = { DATABASE_READ_URL: 'postgresql://a/desk' }
  expect(() => readConfig(alone)).toThrow('DATABASE_READ_URL: goes with DATABASE_URL, whose standby it leads to')
})

const servers = await replicatedPostgres()
afterAll(() => servers?.stop())

describe.skipIf(servers === undefined)('beside a standby', () => {
  const { urls, standby } = servers!

  test('RP-01 AP-02 reports are read there, say as of when, and are read from the primary while it is behind or away', async () => {
    const [databaseUrl, readUrl] = [urls.both, urls.standby]
    const said: string[] = []
    const database = await openDatabase({ dataDir: '', databaseUrl, readUrl, log: (line) => said.push(line) })
    // As a server does, so that there is something to replay.
    const beat = () => startTelling(database, { kind: 'server' }, passingSecrets(), () => {}, 3_600_000)
    const telling = await beat()
    const server = await startOn(database)
    const token = await server.login(demo)
    const { orgId, orderId } = await knownOf(server, token)
    const isStandby = () =>
      database
        .reading(orgId, (tx) => tx.execute<{ is: boolean }>(sql`select pg_is_in_recovery() as is`))
        .then(({ rows }) => rows[0]?.is)
    // How it is holds for two seconds: one that has only begun may be found away or behind at first.
    await expect.poll(isStandby).toBe(true)
    const ask = async () => {
      const body = { organizationId: orgId, measures: ['orders'], dimensions: [], from: '2026-01-01', to: '2099-12-31' }
      return server.call('POST', '/reports', { token, body })
    }
    const first = await ask()
    expect(first.status).toBe(200)

    // What it shows is the organization's own alone, as on the primary.
    const others = (await knownOf(server, await server.login(rival))).orgId
    const seen = await database.reading(others, (tx) => tx.select({ id: orders.id }).from(orders))
    expect(seen.map(({ id }) => id)).not.toContain(orderId)

    const readiness = async () => {
      const look = createReadiness(database, passingSecrets(), { now: () => new Date(), log: () => {} })
      return (await look()).checks[0]
    }
    expect(await readiness()).toMatchObject({
      isOk: true,
      message: 'The database answers. Reports are read from the standby.',
    })
    const doctor = async () =>
      (await offerdesk(['doctor'], { DATABASE_URL: databaseUrl, DATABASE_READ_URL: readUrl, SEED: 'none' })).said
    expect(await doctor()).toMatch(/ok {5}The standby at \/\S+ answers, \d+ seconds behind\n/)

    await standby.query('select pg_wal_replay_pause()')
    const before = new Date().toISOString()
    await telling.stop()
    const again = await beat()
    const { body } = await ask()
    // It is as old as what was replayed, and says so.
    const { asOf } = (body as { data: { asOf: string } }).data
    expect(asOf < before).toBe(true)

    // However little that is: to those who bear none of it, it is too far behind.
    const strict = await openDatabase({
      dataDir: '',
      databaseUrl,
      readUrl,
      mostBehind: 0,
      log: (line) => said.push(line),
    })
    const { rows } = await strict.reading(orgId, (tx) => tx.execute(sql`select pg_is_in_recovery() as is`))
    expect([rows, await strict.standby()]).toEqual([[{ is: false }], 'behind'])
    const late = await createReadiness(strict, passingSecrets(), { now: () => new Date(), log: () => {} })()
    const behind = 'Reports are read from the primary, as the standby is more than 30 seconds behind.'
    expect(late.checks[0]).toMatchObject({ isOk: true, message: `The database answers. ${behind}` })
    expect(said).toContain(behind)
    await strict.close()
    const found: string[] = []
    const env = { DATABASE_URL: databaseUrl, DATABASE_READ_URL: readUrl }
    for await (const { isWrong, text } of examine({ env, mostBehind: 0 })) if (isWrong) found.push(text)
    expect(found).toContainEqual(expect.stringMatching(/^The standby at \/\S+ has replayed nothing for \d+ seconds: /))

    await standby.stop()
    await expect.poll(isStandby).toBe(false)
    expect(await ask()).toMatchObject({ status: 200 })
    expect(await readiness()).toMatchObject({
      isOk: true,
      message: 'The database answers. Reports are read from the primary, as the standby does not answer.',
    })
    expect(said).toContain('Reports are read from the primary, as the standby does not answer.')
    expect(await doctor()).toMatch(/wrong {2}DATABASE_READ_URL: PostgreSQL does not answer at /)
    await again.stop()
    await server.stop()
    await database.close()
  })
})
