import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import type { Client } from 'pg'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { readConfig } from '../../../server/config'
import { readAddress } from '../../../server/db/address'
import { openDatabase } from '../../../server/db/database'
import { isConnectionLost } from '../../../server/db/errors'
import { clientOf, NoPrimary } from '../../../server/db/hosts'
import { organizations } from '../../../server/db/schema/organizations'
import { offerdesk } from '../cli/program'
import { createShop } from './fixtures'
import { replicatedPostgres } from '../postgres'

test.each([
  ['postgresql://ann:p%40w@a:5433,b:5434/desk', 'postgresql://ann:p%40w@a:5433/desk', ['a:5433', 'b:5434'], undefined],
  ['postgres://a,b/desk?target_session_attrs=primary', 'postgres://a/desk', ['a:5432', 'b:5432'], 'primary'],
  ['postgresql://[::1]:5433,[fe80::2]/desk', 'postgresql://[::1]:5433/desk', ['::1:5433', 'fe80::2:5432'], undefined],
  ['postgresql:///desk?host=/a,/b&port=1,2', 'postgresql:///desk?host=%2Fa&port=1', ['/a:1', '/b:2'], undefined],
  ['postgresql://ann@a/desk', 'postgresql://ann@a/desk', ['a:5432'], undefined],
])('AP-02 %s names its servers in their order', (given, url, hosts, attributes) => {
  const read = readAddress(given)
  expect(read?.url.href).toBe(url)
  expect(read?.hosts.map(({ host, port }) => `${host}:${port}`)).toEqual(hosts)
  expect(read?.attributes).toBe(attributes)
})

test('AP-02 what is no address of servers that are written to is refused in one line', () => {
  for (const wrong of [
    'postgresql://a,,b/desk',
    'postgresql://a:x,b/desk',
    'postgresql://a:1,b:99999/desk',
    'mysql://a,b/d',
  ]) {
    expect(readAddress(wrong)).toBeUndefined()
    expect(() => readConfig({ DATABASE_URL: wrong })).toThrow('DATABASE_URL: must be an address such as ')
  }
  const reading = 'postgresql://a,b/desk?target_session_attrs=read-only'
  expect(() => readConfig({ DATABASE_URL: reading })).toThrow('target_session_attrs must be read-write')
})

const servers = await replicatedPostgres()
afterAll(() => servers?.stop())

describe.skipIf(servers === undefined)('of two servers', () => {
  const { urls, primary, standby } = servers!

  test('AP-02 AP-03 the one that takes writes is found, and after a failover the other one, without a start', async () => {
    const database = await openDatabase({ dataDir: '', databaseUrl: urls.both })
    await createShop(database, 'Before')
    const heard: string[] = []
    const stopListening = database.listen((notice) => heard.push(notice?.channel ?? 'reconnected'))
    await expect.poll(() => heard).toContain('reconnected')
    expect((await offerdesk(['doctor'], { DATABASE_URL: urls.both, SEED: 'none' })).said).toContain(
      'ok     The tables are up to date',
    )

    await primary.stop()
    const refused = createShop(database, 'Meanwhile').catch((error: unknown) => error)
    expect(isConnectionLost(await refused)).toBe(true)
    const closed = openDatabase({ dataDir: '', databaseUrl: urls.both })
    await expect(closed).rejects.toThrow(
      /^none of the servers of the database takes writes: \/\S+ is a standby, \/\S+ does not answer \(/,
    )
    await expect(closed).rejects.toBeInstanceOf(NoPrimary)

    heard.length = 0
    await standby.query('select pg_promote()')
    const write = () =>
      createShop(database, 'After').then(
        () => true,
        () => false,
      )
    await expect.poll(write).toBe(true)
    // Who listens hears it from the new one.
    await expect.poll(() => heard).toContain('reconnected')
    const names = await database.system((tx) => tx.select({ name: organizations.name }).from(organizations))
    expect(names.map(({ name }) => name)).toEqual(expect.arrayContaining(['Before', 'After']))
    stopListening()
    await database.close()
    expect(await offerdesk(['migrate'], { DATABASE_URL: urls.both })).toMatchObject({ code: 0 })
  })

  test('AP-02 a wrong database is told as what it is, and one that is silent is given up in time', async () => {
    const wrong = urls.both.replace(/\/offerdesk_demo/, '/nowhere')
    await expect(openDatabase({ dataDir: '', databaseUrl: wrong })).rejects.toThrow(/^there is no database nowhere: /)
    const silent = createServer().listen(0, '127.0.0.1')
    onTestFinished(() => void silent.close())
    await once(silent, 'listening')
    const host = `127.0.0.1:${(silent.address() as AddressInfo).port}`
    const Silent = clientOf(`postgresql://ann@${host},${host}/desk`, {
      connectionString: `postgresql://ann@${host}/desk`,
    })
    const began = Date.now()
    const client: Client = new Silent()
    await expect(client.connect()).rejects.toThrow(NoPrimary)
    expect(Date.now() - began).toBeLessThan(9_000)
  })
})
