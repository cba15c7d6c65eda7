import { once } from 'node:events'
import { chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer } from 'node:net'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../../server/db/database'
import { rolesFor } from '../../../server/db/roles'
import { examine, type Surroundings } from '../../../server/doctor/examine'
import { ownVersion } from '../../../server/files'
import { refuseStrangeKey } from '../../../server/sealed'
import { createSecrets } from '../../../server/secrets'
import { freePort } from '../../freePort'
import { emptyFolder } from '../folders'
import { startOn } from '../http/start'
import { bareCluster } from '../postgres'
import { smallDisk } from '../smallDisk'
import { startSmtpServer } from '../smtpServer'
import { offerdesk } from './program'

const cluster = await bareCluster()
const smtp = await startSmtpServer()
const root = mkdtempSync(join(tmpdir(), 'offerdesk-root-'))
const keyOf = (byte: number) => Buffer.alloc(32, byte).toString('base64')
const dataDir = await emptyFolder()

/** What is right for the embedded database. */
const embedded = {
  NODE_ENV: 'production',
  DATA_DIR: dataDir,
  SECRET_KEY: keyOf(1),
  PUBLIC_URL: 'https://desk.example',
  TRUST_PROXY: 'loopback',
  SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
  PORT: String(await freePort()),
}
/** The same where there is no database yet, which takes no time to look at. */
const fresh = { ...embedded, DATA_DIR: join(root, 'data') }
const good = { ...embedded, DATABASE_URL: cluster?.urlFor('good', 'good') }

beforeAll(async () => {
  mkdirSync(join(root, 'dist/server'), { recursive: true })
  mkdirSync(join(root, 'src'))
  writeFileSync(join(root, 'src/app.ts'), '')
  for (const file of ['index.html', 'pay.html', 'server/main.js']) writeFileSync(join(root, 'dist', file), '')
  if (!cluster) return
  await cluster.administer('create role good login')
  await cluster.administer('create database good owner good')
})
afterAll(async () => {
  await cluster?.stop()
  await smtp.stop()
  for (const folder of [root, dataDir]) rmSync(folder, { recursive: true, force: true })
})

/** What is found to be wrong. */
async function wrongs(env: Record<string, string | undefined>, given: Partial<Surroundings> = {}): Promise<string[]> {
  const found: string[] = []
  for await (const { isWrong, text } of examine({ env, root, ...given })) if (isWrong) found.push(text)
  return found
}

describe('the doctor finds', () => {
  test.each([
    [{ SECRET_KEY: 'short' }, /^SECRET_KEY: must be a key of 32 bytes/],
    [{ PUBLIC_URL: 'http://desk.example' }, /^PUBLIC_URL is http:\/\/desk\.example: set it to the https address/],
    [{ TRUST_PROXY: '' }, /^TRUST_PROXY is not set: /],
    [{ SEED: 'demo' }, /^SEED is demo, /],
    [{ PUBIC_URL: 'x' }, /^PUBIC_URL is no setting; PUBLIC_URL may be meant$/],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' }, /^OTEL_EXPORTER_OTLP_ENDPOINT: must be .*; nothing is traced$/],
    [{ LOG_LEVEL: 'loud' }, /^LOG_LEVEL: must be fatal, /],
    [{ HOST: '192.0.2.1' }, /^192\.0\.2\.1 is no address of this machine; /],
    [
      { SMTP_URL: 'smtp://127.0.0.1:1' },
      /^The mail server 127\.0\.0\.1:1 can't be used \(.*ECONNREFUSED.*\): mend SMTP_URL$/,
    ],
    [{ SMTP_URL: '' }, /^SMTP_URL is not set: /],
    [{ DATA_DIR: '/proc/offerdesk' }, /^DATA_DIR \/proc\/offerdesk can't be /],
    [{ DATA_DIR: join(root, 'src/app.ts') }, /^DATA_DIR .*app\.ts can't be made or written to: a file is in the way; /],
    [{ DATABASE_URL: 'postgresql://a@localhost:1/b' }, /^PostgreSQL does not answer at localhost:1 \(.*\): start it, /],
  ])('%j', async (env, message) => {
    expect(await wrongs({ ...fresh, ...env })).toEqual([expect.stringMatching(message)])
  })

  test('nothing where all is well, and says what it has looked at', async () => {
    expect(await wrongs(embedded)).toEqual([])
    const { code, said } = await offerdesk(['doctor'], { ...embedded, SEDE: 'none' })
    expect([code, said]).toEqual([1, expect.stringContaining('wrong  SEDE is no setting; SEED may be meant\n')])
    expect(said).toContain(`ok     The database in ${dataDir} opens\n`)
  })

  test('a password that the mail server refuses, and does not repeat it', async () => {
    smtp.password = 'the right one'
    onTestFinished(() => void (smtp.password = undefined))
    const SMTP_URL = embedded.SMTP_URL.replace('//', '//shop:hidden-word@')
    expect(await wrongs({ ...fresh, SMTP_URL })).toEqual([
      `The mail server 127.0.0.1:${smtp.port} can't be used (it refuses user and password, 535): mend SMTP_URL`,
    ])
  })

  test('a port that others use, and one at which another release of ours runs', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    expect(await wrongs({ ...embedded, PORT: String(port) })).toEqual([
      `port ${port} is in use; set PORT to another one`,
    ])
    other.close()
    const database = await openDatabase({ dataDir })
    const { app, stop } = await startOn(database)
    // Not the port of before: a process that was left without an answer there may go on asking by the same connection.
    const own = await freePort()
    await app.listen({ port: own })
    expect(await wrongs({ ...fresh, PORT: String(own) })).toEqual([
      `Offerdesk test runs at port ${own}, and ${ownVersion()} is installed: start it anew`,
    ])
    await stop()
    // The folder is that of whoever has it open still.
    expect(await wrongs(embedded)).toEqual([expect.stringContaining(`is in use by process ${process.pid} on `)])
    await database.close()
  })

  test('a folder that was copied while its database was open', async () => {
    const copy = await emptyFolder()
    onTestFinished(() => rmSync(copy, { recursive: true, force: true }))
    const owner = { pid: process.pid, host: hostname(), started: null, folder: '/elsewhere' }
    writeFileSync(join(copy, 'owner.json'), JSON.stringify(owner))
    expect(await wrongs({ ...embedded, DATA_DIR: copy })).toEqual([
      expect.stringMatching(/, which opened it as \/elsewhere\. If this is a copy of that, delete /),
    ])
  })

  test('a disk without room', async ({ skip }) => {
    const disk = await smallDisk(10 * 2 ** 20)
    if (typeof disk === 'string') return skip(disk)
    onTestFinished(() => disk.remove())
    expect(await wrongs({ ...embedded, DATA_DIR: disk.folder })).toEqual([
      expect.stringMatching(/^The disk of DATA_DIR .* has \d+ MiB left: make room, 200 MiB at least$/),
    ])
  })

  test('a folder of temporary files that can not be written to', async () => {
    const before = process.env['TMPDIR']
    process.env['TMPDIR'] = '/proc/offerdesk'
    onTestFinished(() => {
      if (before === undefined) delete process.env['TMPDIR']
      else process.env['TMPDIR'] = before
    })
    expect(await wrongs(fresh)).toEqual(["TMPDIR /proc/offerdesk can't be written to: ENOENT; choose another one"])
  })

  test.skipIf(process.getuid?.() !== 0)('a database of another account, which root would write into', async () => {
    const folder = join(dataDir, 'postgres')
    chownSync(folder, 65_534, 65_534)
    onTestFinished(() => chownSync(folder, 0, 0))
    expect(await wrongs(embedded)).toEqual([
      `The database in ${dataDir} is of account 65534: ask as that one, as by runuser -u offerdesk -- offerdesk doctor`,
    ])
  })

  test('a build that is missing, or older than the code', async () => {
    const empty = join(root, 'src')
    expect(await wrongs(fresh, { root: empty })).toEqual([expect.stringMatching(/index\.html is missing: run npm /)])
    const app = join(root, 'src/app.ts')
    utimesSync(app, Date.now() / 1000 + 60, Date.now() / 1000 + 60)
    onTestFinished(() => utimesSync(app, 0, 0))
    expect(await wrongs(fresh)).toEqual([`The build is older than ${app}: run npm run build`])
  })
})

describe.skipIf(cluster === undefined)('on PostgreSQL, the doctor finds', () => {
  test('roles that are missing, then migrations, then nothing, as each is mended', async () => {
    expect(await wrongs(good)).toEqual([
      expect.stringMatching(/^PostgreSQL is not prepared: .*CREATE ROLE app_rw NOLOGIN/),
    ])
    await cluster!.administer(rolesFor('good'))
    expect(await wrongs(good)).toEqual([
      expect.stringMatching(/^\d+ migrations are missing: run offerdesk migrate, or /),
    ])
    expect(await offerdesk(['migrate'], good)).toMatchObject({ code: 0 })
    expect(await wrongs(good)).toEqual([])
  })

  test('a role without rights', async () => {
    await cluster!.administer('create role guest login')
    const DATABASE_URL = cluster!.urlFor('guest', 'postgres')
    expect(await wrongs({ ...good, DATABASE_URL })).toEqual([
      expect.stringMatching(/^PostgreSQL is not prepared: .*CREATE SCHEMA guest /),
    ])
  })

  test('a database that nobody has made', async () => {
    const DATABASE_URL = cluster!.urlFor('good', 'nowhere')
    expect(await wrongs({ ...good, DATABASE_URL })).toEqual([
      expect.stringMatching(/^there is no database nowhere: make it with createdb -O good nowhere/),
    ])
  })

  test('that the roles of a restored database have lost their rights', async () => {
    await cluster!.administer('revoke select on orders from app_rw', 'good')
    expect(await wrongs(good)).toEqual([
      'the roles of this database have lost their rights, as it was restored where they were missing: let an administrator run what `offerdesk migrate --print-roles` prints, and restore the backup once more',
    ])
    await cluster!.administer('grant select on orders to app_rw', 'good')
  })

  test('a wrong password', async () => {
    await cluster!.administer(`create role locked login password 'right'`)
    const { searchParams } = new URL(cluster!.urlFor('locked', 'good'))
    const rules = join(searchParams.get('host') ?? '', 'data/pg_hba.conf')
    writeFileSync(rules, `local all locked scram-sha-256\n${readFileSync(rules, 'utf8')}`)
    await cluster!.administer('select pg_reload_conf()')
    const DATABASE_URL = cluster!.urlFor('locked:wrong-word', 'good')
    const found = await wrongs({ ...good, DATABASE_URL })
    expect(found).toEqual(['PostgreSQL refuses the password of locked: mend DATABASE_URL'])
  })

  test('a PostgreSQL that is too old', async () => {
    const { searchParams } = new URL(cluster!.urlFor('good', 'good'))
    // Between the two, every version becomes one of 14.
    const between = createServer((near) => {
      const far = connect(`${searchParams.get('host')}/.s.PGSQL.5432`)
      near.on('data', (bytes) => far.write(bytes)).on('close', () => far.destroy())
      far.on('data', (bytes) =>
        near.write(
          Buffer.from(bytes.toString('latin1').replaceAll(/\b(?:1[5-9]|[2-9]\d)(00\d\d)\b/g, '14$1'), 'latin1'),
        ),
      )
      for (const socket of [near, far]) socket.on('error', () => undefined)
    }).listen(0, '127.0.0.1')
    await once(between, 'listening')
    const { port } = between.address() as AddressInfo
    expect(await wrongs({ ...good, DATABASE_URL: `postgresql://good@127.0.0.1:${port}/good` })).toEqual([
      expect.stringMatching(/^PostgreSQL 14\.\d+ is too old: use PostgreSQL 15 or a later one$/),
    ])
    between.close()
  })

  test('a schema of a newer release', async () => {
    await cluster!.administer(
      `insert into drizzle.__drizzle_migrations (hash, created_at) values ('newer', 9000000000000)`,
      'good',
    )
    expect(await wrongs(good)).toEqual([expect.stringMatching(/^the database is of a newer release of Offerdesk: /)])
    await cluster!.administer(`delete from drizzle.__drizzle_migrations where hash = 'newer'`, 'good')
  })

  test('a database whose texts are bytes', async () => {
    await cluster!.administer(`create database bytes owner good template template0 encoding 'SQL_ASCII'`)
    expect(await wrongs({ ...good, DATABASE_URL: cluster!.urlFor('good', 'bytes') })).toEqual([
      'the database keeps its texts as SQL_ASCII and not as UTF8: make it anew by createdb --encoding UTF8 --template template0',
    ])
  })

  test('a PgBouncer that is not there', async () => {
    const beside = {
      ...good,
      DATABASE_DIRECT_URL: good.DATABASE_URL,
      DATABASE_URL: 'postgresql://good@127.0.0.1:1/good',
    }
    expect(await wrongs(beside)).toEqual([
      expect.stringMatching(/^DATABASE_URL, beside DATABASE_DIRECT_URL, leads to no PgBouncer that lets us through: /),
    ])
  })

  test('a key that another node seals by and is not here', async () => {
    await cluster!.administer(
      `insert into node_beats (node, kind, host, port, pid, keys, started_at, beat_at)
       values (gen_random_uuid(), 'server', 'desk2', 3000, 7, '{other}', '2026-01-02', now())`,
      'good',
    )
    expect(await wrongs(good)).toEqual([
      expect.stringMatching(
        /^SECRET_KEY: lacks the key other, by which the server desk2:3000 \(process 7, since .*seals; add it/,
      ),
    ])
    await cluster!.administer('delete from node_beats', 'good')
  })

  test('a clock that is a minute off', async () => {
    expect(await wrongs(good, { now: () => Date.now() + 61_000 })).toEqual([
      'The clocks of this machine and of PostgreSQL are 61 seconds apart: let both keep time by NTP',
    ])
  })

  test('too few connections for the pool', async () => {
    await cluster!.administer('alter role good connection limit 5')
    expect(await wrongs(good)).toEqual([
      'A server takes 12 connections, and the role may have 5: raise it by ALTER ROLE … CONNECTION LIMIT',
    ])
    await cluster!.administer('alter role good connection limit -1')
  })

  test('that no worker is at work', async () => {
    expect(await wrongs({ ...good, WORKER: 'off' })).toEqual([
      'No worker has reported yet, so that no mails are sent: start offerdesk worker',
    ])
    // One that has died since.
    await cluster!.administer(
      `insert into worker_beats (worker, started_at, beat_at) values (gen_random_uuid(), '2026-01-02', '2026-01-02T03:04Z')`,
      'good',
    )
    expect(await wrongs({ ...good, WORKER: 'off' })).toEqual([
      'No worker has reported since 2026-01-02T03:04:00.000Z, so that no mails are sent: start offerdesk worker',
    ])
  })

  test('a key that opens none of what is sealed, with which nothing starts unless it is known to be lost', async () => {
    const database = await openDatabase({ dataDir: '', databaseUrl: good.DATABASE_URL })
    await database.system(async (tx) => {
      await tx.execute(sql`with made as (
        insert into users (id, email, name, password_hash, created_at, updated_at)
          values (gen_random_uuid(), 'a@b.example', 'A', '', now(), now()) returning id)
        insert into second_steps (user_id, app_key, app_since, created_at)
        select id, ${createSecrets([Buffer.alloc(32, 1)]).seal('key of an app')}, now(), now() from made`)
    })
    expect(await wrongs(good)).toEqual([])
    const message =
      'SECRET_KEY: opens none of the secrets in this database; put back the key that sealed them, or start with LOST_KEY=on and type them once more'
    const other = { ...good, SECRET_KEY: keyOf(2) }
    expect(await wrongs(other)).toEqual([message])
    for (const command of ['worker', 'serve']) {
      const { code, said } = await offerdesk([command], { ...other, PORT: String(await freePort()) })
      expect([code, said.trim().split('\n')]).toEqual([2, [expect.stringContaining(message)]])
    }
    const settings = { secretKey: other.SECRET_KEY, secretFile: '', isKeyLost: true }
    await refuseStrangeKey(database, createSecrets([Buffer.alloc(32, 2)]), settings)
    // Beside the old one it opens all.
    expect(await wrongs({ ...good, SECRET_KEY: `${keyOf(2)},${keyOf(1)}` })).toEqual([])
    await database.close()
  })
})
