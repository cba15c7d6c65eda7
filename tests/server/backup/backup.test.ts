import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { eq, sql } from 'drizzle-orm'
import { Client } from 'pg'
import { uuidv7 } from 'uuidv7'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { contentOf } from '../../../server/backup/content'
import { checkFile, writeFile } from '../../../server/backup/file'
import { withEnd } from '../../../server/backup/lines'
import { fillPlace, readAlone, readPlace } from '../../../server/backup/places'
import { leftOut } from '../../../server/backup/tables'
import { readMigrations } from '../../../server/db/applied'
import { letBackupsRead } from '../../../server/db/backupRights'
import { type Database, openDatabase } from '../../../server/db/database'
import { makeTables } from '../../../server/db/migrate'
import { auditEntries } from '../../../server/db/schema/auditEntries'
import { mails } from '../../../server/db/schema/mails'
import { organizations } from '../../../server/db/schema/organizations'
import { outbox } from '../../../server/db/schema/outbox'
import { listHeld, sendHeld } from '../../../server/mail/held'
import { postMail } from '../../../server/mail/mail'
import { postOfficeMail } from '../../../server/mail/officeMails'
import { freePort } from '../../freePort'
import { programOf } from '../../serverProgram'
import { offerdesk } from '../cli/program'
import { rowsOf } from '../db/fixtures'
import { demoFolder, emptyFolder } from '../folders'
import { scratchPostgres } from '../postgres'
import { smallDisk } from '../smallDisk'
import { folderOfTest, settingsOf } from './program'
import { everyWay } from '../../everyWay'

const files = folderOfTest()
const dataDir = await demoFolder()
afterAll(async () => {
  files.remove()
  await rm(dataDir, { recursive: true, force: true })
})
const embedded = settingsOf({ dataDir })
const secretKey = Buffer.alloc(32, 7).toString('base64')

/** One backup, which the tests of what is wrong with a file begin from. */
const file = files.path('demo.backup')
expect(await offerdesk(['backup', file], embedded)).toEqual({
  code: 0,
  said: expect.stringMatching(/^.*: [\d,]+ rows of \d+ tables, in .*\nIt is of .*\.\n$/m),
})

const sumsIn = async (path: string) => {
  const { tables, ledger } = await checkFile(path)
  return { tables: [...tables], ledger }
}

test('a backup holds every table, whole, for its owner alone', async () => {
  const database = await openDatabase({ dataDir })
  onTestFinished(() => database.close())
  const tables = await rowsOf(
    database,
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by 1`,
  )
  const names = tables.map(({ name }) => String(name))
  const held = await checkFile(file)
  expect([...held.tables.keys(), ...leftOut].toSorted()).toEqual(names.toSorted())
  let [orders, entries] = [0, 0]
  for (const { id } of await rowsOf(database, 'select id from organizations')) {
    orders += await database.tenant(String(id), (tx) => tx.$count(sql`orders`))
    entries += await database.tenant(String(id), (tx) => tx.$count(sql`ledger_entries`))
  }
  expect(held.tables.get('orders')?.rows).toBe(orders)
  expect(held.ledger.reduce((sum, [, , , number]) => sum + Number(number), 0)).toBe(entries)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readdirSync(join(dataDir)).filter((name) => name.startsWith('copy-'))).toEqual([])
})

test.runIf(everyWay)(
  'it goes to PostgreSQL and back, and every row and the ledger are the same; so does a move',
  async ({ skip }) => {
    const [one, other] = [await scratchPostgres(), await scratchPostgres()]
    if (one?.databaseUrl === undefined || other?.databaseUrl === undefined) return skip('there is no PostgreSQL')
    onTestFinished(async () => {
      await one.stop()
      await other.stop()
    })
    const before = await sumsIn(file)
    const onOne = settingsOf(one)
    expect(await offerdesk(['restore', file], onOne)).toEqual({
      code: 0,
      said: expect.stringMatching(
        /The ledger of \d organizations? balances: .*\n(.*\n)*Restored into postgres.*: all [\d,]+ rows of \d+ tables and the sums of the ledger are the same\.\n/,
      ),
    })
    // Everything is guarded as it was, and goes on from where it was.
    const database = await openDatabase(one)
    expect(await database.schemaDifference()).toEqual({ missing: 0, newer: 0 })
    await database.close()
    const client = new Client({ connectionString: one.databaseUrl })
    await client.connect()
    await client.query('begin')
    await client.query('set local role app_backup')
    const { rows: newest } = await client.query<{ id: string }>('select max(id) as id from audit_entries')
    await client.query('commit')
    const { rows } = await client.query<{ off: number; forced: number; keys: number; next: string }>(`
    select (select count(*)::int from pg_trigger where tgenabled <> 'O') as off,
      (select count(*)::int from pg_class where relrowsecurity and not relforcerowsecurity) as forced,
      (select count(*)::int from pg_constraint where contype = 'f' and convalidated) as keys,
      nextval('audit_entries_id_seq') as next`)
    await client.end()
    expect(rows[0]).toMatchObject({ off: 0, forced: 0, next: String(Number(newest[0]?.id) + 1) })
    expect(rows[0]?.keys).toBeGreaterThan(50)

    expect(await offerdesk(['restore', file], onOne)).toEqual({
      code: 2,
      said: expect.stringMatching(
        /^offerdesk: the database is not empty: it holds \d+ organizations, \d+ users, \d+ orders; restore goes into an empty one\n$/,
      ),
    })

    // A database whose tables were made, with nothing in them, is as good as one without tables.
    expect(await offerdesk(['migrate'], settingsOf(other))).toMatchObject({ code: 0 })
    const moved = await offerdesk(['move', '--to', other.databaseUrl], onOne)
    expect(moved).toEqual({ code: 0, said: expect.stringMatching(/^Moved from .* to .*: all [\d,]+ rows /m) })
    const back = files.path('back')
    expect((await offerdesk(['move', '--to', back], settingsOf(other))).said).toContain(
      `Set DATA_DIR to ${back}, and take DATABASE_URL away.`,
    )
    const again = files.path('again.backup')
    expect(await offerdesk(['backup', again], settingsOf({ dataDir: back }))).toMatchObject({ code: 0 })
    expect(await sumsIn(again)).toEqual(before)
  },
)

test('the embedded database is backed up while its server runs and is written to', async () => {
  const port = await freePort()
  const server = spawn(process.execPath, programOf('serve'), {
    env: { ...process.env, ...embedded, SEED: 'none', PORT: String(port), LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(server, 'close')
  onTestFinished(async () => {
    server.kill('SIGKILL')
    await ended
  })
  await once(server.stdout, 'data')
  const running = files.path('running.backup')
  const writes = (async () => {
    for (let number = 0; number < 20; number += 1) {
      await fetch(`http://127.0.0.1:${port}/api/v1/users/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: `nobody${number}@x.example`, password: 'wrong' }),
      })
    }
  })()
  expect(await offerdesk(['backup', running], embedded)).toMatchObject({ code: 0 })
  await writes
  expect((await checkFile(running)).tables.get('orders')).toEqual((await checkFile(file)).tables.get('orders'))
  expect(await offerdesk(['move', '--to', files.path('elsewhere')], embedded)).toEqual({
    code: 2,
    said: expect.stringMatching(/^offerdesk: The database in .* is in use by process \d+ .*\n$/),
  })
  server.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
  expect(readdirSync(dataDir).filter((name) => /^copy-|sock$/.test(name))).toEqual([])
})

test.runIf(everyWay)(
  'ML-03 mails that waited are held back in what was restored, until they are let go or dropped',
  async () => {
    const from = await emptyFolder()
    onTestFinished(() => rm(from, { recursive: true, force: true }))
    const orgId = uuidv7()
    const within = async <T>(folder: string, work: (database: Database) => Promise<T>): Promise<T> => {
      const database = await openDatabase({ dataDir: folder })
      try {
        return await work(database)
      } finally {
        await database.close()
      }
    }
    const statesIn = (folder: string) =>
      within(folder, (database) =>
        database.tenant(orgId, async (tx) => ({
          mails: (await tx.select({ state: mails.state }).from(mails)).map(({ state }) => state),
          jobs: (await tx.select({ state: outbox.state }).from(outbox)).map(({ state }) => state),
          audited: (await tx.select().from(auditEntries).where(eq(auditEntries.resource, 'mails'))).map(
            ({ after }) => after,
          ),
        })),
      )
    await within(from, async (database) => {
      await database.system((tx) => tx.insert(organizations).values({ id: orgId, name: 'Moss & Sons' }))
      const mail = { to: 'nia@new.example', subject: 'You are invited', text: 'https://desk.example/invite?token=1' }
      await database.system((tx) => postMail(tx, mail))
      await database.tenant(orgId, (tx) => postOfficeMail(tx, orgId, 'invite', mail))
    })
    const held = files.path('held.backup')
    await readPlace({ folder: from }, (client, kind) =>
      writeFile(held, withEnd(contentOf(client, { from: kind })), checkFile),
    )

    const restored = files.path('held')
    expect((await offerdesk(['restore', held], settingsOf({ dataDir: restored }))).said).toContain(
      '\n2 mails that waited are held back: offerdesk mails list says which, offerdesk mails send lets them go, and',
    )
    expect(await statesIn(restored)).toMatchObject({
      mails: ['held'],
      jobs: ['held'],
      audited: [expect.objectContaining({ state: 'queued' }), { state: 'held' }],
    })
    // What is held stays so, wherever it goes.
    const moved = files.path('moved')
    const content = (client: Client) => contentOf(client, { from: 'PostgreSQL', isAlone: true })
    await readAlone({ folder: restored }, (client) => fillPlace({ folder: moved }, content(client), {}))
    await within(restored, async (database) => {
      expect(await listHeld(database)).toMatchObject([
        { organization: 'Moss & Sons', count: 1 },
        { organization: null, count: 1 },
      ])
      expect([await sendHeld(database), await sendHeld(database)]).toEqual([2, 0])
    })
    expect(await statesIn(restored)).toMatchObject({ mails: ['queued'], jobs: ['ready'] })
    expect((await offerdesk(['mails', 'drop'], settingsOf({ dataDir: moved }))).said).toBe('2 mails dropped.\n')
    expect(await statesIn(moved)).toMatchObject({ mails: ['dropped'], jobs: [] })
  },
)

test.runIf(everyWay)(
  'a file of fewer migrations is restored as it was, and brought up to date; one of more is refused',
  async ({ skip }) => {
    const lines = gunzipSync(readFileSync(file)).toString().split('\n')
    const head = JSON.parse(lines[0] ?? '') as { migrations: number[] }
    expect(head.migrations).toEqual(readMigrations().map(({ folderMillis }) => folderMillis))
    const newer = files.path('newer.backup')
    writeAltered(newer, (text) => text.replace(/"migrations":\[/, '"migrations":[1,'))
    expect(await offerdesk(['restore', newer], settingsOf({ dataDir: files.path('newer') }))).toEqual({
      code: 2,
      said: expect.stringMatching(/which is newer: restore it with that release\n$/),
    })

    const before = await scratchPostgres()
    if (before?.databaseUrl === undefined) return skip('there is no PostgreSQL')
    onTestFinished(() => before.stop())
    const client = new Client({ connectionString: before.databaseUrl })
    await client.connect()
    onTestFinished(() => client.end())
    await makeTables(client, readMigrations().slice(0, -2))
    await letBackupsRead(client)
    await client.query(`insert into users (id, email, name, password_hash, created_at, updated_at)
    values (gen_random_uuid(), 'ada@b.example', E'A\\\\d\\na "\u2028" \ud83d\ude00', '', now(), '2026-01-01 00:00:00.123+00')`)
    const older = files.path('older.backup')
    await writeFile(older, withEnd(contentOf(client, { from: 'PostgreSQL' })), checkFile)
    const there = settingsOf({ dataDir: files.path('older') })
    expect(await offerdesk(['restore', older], there)).toMatchObject({ code: 0 })
    expect((await offerdesk(['migrate'], there)).said).toMatch(/^Nothing was missing/)
    const now = files.path('brought-up.backup')
    expect(await offerdesk(['backup', now], there)).toMatchObject({ code: 0 })
    const [was, is] = [await checkFile(older), await checkFile(now)]
    expect(is.head.migrations.length - was.head.migrations.length).toBe(2)
    expect(is.tables.get('users')).toEqual(was.tables.get('users'))
  },
)

/** The backup with its text changed, and an end that is right for it. */
function writeAltered(to: string, change: (text: string) => string): void {
  const changed = change(gunzipSync(readFileSync(file)).toString())
  const at = changed.lastIndexOf('{"end"')
  const sha256 = execFileSync('sha256sum', { input: changed.slice(0, at) })
    .toString()
    .slice(0, 64)
  writeFileSync(
    to,
    gzipSync(changed.slice(0, at) + changed.slice(at).replace(/"sha256":"\w+"/, `"sha256":"${sha256}"`)),
  )
}

describe('what is no good is refused in one line, and leaves nothing', () => {
  const target = () => settingsOf({ dataDir: files.path('target') })
  const refused = async (args: string[], env: Record<string, string>) => {
    const { code, said } = await offerdesk(args, env)
    expect([code, said.trim().split('\n').length]).toEqual([2, 1])
    return said.trim().replace(/^offerdesk: /, '')
  }
  const copied = (name: string, change: (path: string) => void) => {
    const path = files.path(name)
    writeFileSync(path, readFileSync(file))
    change(path)
    return path
  }

  test('files that are none, or not whole', async () => {
    const cut = copied('cut.backup', (path) => truncateSync(path, statSync(path).size - 100))
    const short = copied('short.backup', (path) =>
      writeFileSync(path, gzipSync(gunzipSync(readFileSync(path)).subarray(0, -200))),
    )
    const flipped = copied('flipped.backup', (path) =>
      writeFileSync(
        path,
        gzipSync(
          gunzipSync(readFileSync(path))
            .toString()
            .replace(/\n\["[^"]{4}/, '\n["xxxx'),
        ),
      ),
    )
    const cases: [string, RegExp][] = [
      [files.path('none.backup'), /^there is no file .*none\.backup$/],
      [dataDir, / is a folder: name the file of a backup$/],
      [copied('empty.backup', (path) => truncateSync(path, 0)), / can't be used: it is empty$/],
      [copied('text.backup', (path) => writeFileSync(path, 'hello')), / can't be used: it is no backup of Offerdesk$/],
      [copied('other.backup', (path) => writeFileSync(path, gzipSync('hello\n'))), / can't be used: /],
      [cut, / can't be used: it is cut off before its end$/],
      [short, / can't be used: it is cut off before its end$/],
      [flipped, / can't be used: it is damaged: \w+ is not what was written$/],
    ]
    for (const [path, message] of cases) expect(await refused(['restore', path], target())).toMatch(message)
    expect(() => statSync(files.path('target'))).toThrow('ENOENT')
  })

  test('places that can not be used', async ({ skip }) => {
    expect(await refused(['backup', file], embedded)).toMatch(/ is there already: choose another name$/)
    expect(await refused(['backup', dataDir], embedded)).toMatch(/ is a folder: name a file in it$/)
    expect(await refused(['backup', files.path('no/file')], embedded)).toMatch(/^there is no folder /)
    expect(await refused(['backup', files.path('x')], target())).toMatch(
      /^there is no database in .*target: set DATA_DIR /,
    )
    expect(await refused(['restore', file], embedded)).toMatch(/^There is a database in .* already: /)
    expect(await refused(['move', '--to', 'mysql://x/y'], embedded)).toMatch(/^--to: must be a folder, or an address /)
    expect(await refused(['move', '--to', dataDir], embedded)).toMatch(/^--to: the database is in .* already$/)
    expect(await refused(['backup'], embedded)).toBe('FILE is missing; see offerdesk backup --help')
    const disk = await smallDisk(64 * 2 ** 10)
    if (typeof disk === 'string') return skip(disk)
    onTestFinished(() => disk.remove())
    const full = await offerdesk(['backup', join(disk.folder, 'x.backup')], embedded)
    expect(full).toEqual({ code: 1, said: expect.stringMatching(/^offerdesk: The disk of .* is full\. .*\n$/) })
    expect(readdirSync(disk.folder)).toEqual([])
  })

  test.runIf(everyWay)('keys that are not at hand, unless they are known to be lost', async () => {
    const sealed = files.path('sealed.backup')
    writeAltered(sealed, (text) => text.replace('"keys":[]', '"keys":["0badcafe"]'))
    expect(await refused(['restore', sealed], target())).toMatch(
      /^the secrets of the backup need the key 0badcafe, and .*secret\.key is not there: put the key there, or restore with LOST_KEY=on /,
    )
    expect(await refused(['restore', sealed], { ...target(), SECRET_KEY: secretKey })).toMatch(
      / and SECRET_KEY holds [\da-f]{8} alone: /,
    )
    const lost = { ...settingsOf({ dataDir: files.path('lost') }), LOST_KEY: 'on' }
    expect((await offerdesk(['restore', sealed], lost)).said).toContain(
      "What was sealed by the key 0badcafe can't be opened",
    )
  })
})
