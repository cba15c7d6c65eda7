import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, statfs, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Duplex } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { PGlite } from '@electric-sql/pglite'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../../server/db/database'
import { isConnectionLost } from '../../../server/db/errors'
import { type Embedded, openEmbedded } from '../../../server/db/pglite/embedded'
import { FolderUnusable } from '../../../server/db/pglite/folder'
import { FolderInUse, lockFolder } from '../../../server/db/pglite/lock'
import { answerTo } from '../../../server/db/pglite/wire'
import { customers } from '../../../server/db/schema/customers'
import { emptyFolder } from '../folders'
import { smallDisk } from '../smallDisk'
import { createShop } from './fixtures'
import { everyWay } from '../../everyWay'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const writer = fileURLToPath(new URL('./writer.ts', import.meta.url))

/** How often the writer is killed; `npm run figures -- kills` asks for more. */
const kills = Number(process.env['KILLS'] ?? 1)

let dataDir: string
beforeAll(async () => {
  dataDir = await emptyFolder()
})
afterAll(() => rm(dataDir, { recursive: true, force: true }))

function startWriter(orgId: string): ChildProcess {
  return spawn(process.execPath, ['--import', 'tsx', writer, dataDir, orgId], { cwd: root, stdio: 'pipe' })
}

/** Sends what no client sends: a second greeting that is none. The engine's thread ends at it. */
async function crash({ connection }: Embedded): Promise<void> {
  const { stream } = connection
  if (typeof stream !== 'function') throw new TypeError('no stream')
  const channel = (stream as () => Duplex)()
  channel.on('error', () => undefined)
  channel.write(Uint8Array.of(0, 0, 0, 8))
  channel.write(Uint8Array.of(0, 0, 0, 8, 0, 0, 0, 0))
  await once(channel, 'close')
}

/** The pairs that a writer acknowledged before it was killed, after a given number of them. */
async function pairsUntilKilled(child: ChildProcess, count: number): Promise<string[]> {
  const acknowledged: string[] = []
  if (child.stdout === null) throw new Error('no output')
  const ended = once(child, 'exit')
  for await (const line of createInterface(child.stdout)) {
    acknowledged.push(line)
    if (acknowledged.length === count) child.kill('SIGKILL')
  }
  // Its output ends before it does.
  await ended
  return acknowledged
}

describe('the embedded database', () => {
  test('a commit reaches the disk: there are at least as many fsyncs as commits', async () => {
    const embedded = await openEmbedded(dataDir)
    const client = new Client({ ...embedded.connection })
    await client.connect()
    await client.query('create table commits (id int)')
    const before = embedded.syncs()
    for (let id = 0; id < 50; id += 1) await client.query('insert into commits values ($1)', [id])
    expect(embedded.syncs() - before).toBeGreaterThanOrEqual(50)
    const settings = await client.query<{ fsync: string }>('show fsync')
    expect(settings.rows).toEqual([{ fsync: 'on' }])
    await client.query('drop table commits')
    await client.end()
    await embedded.close()
  })

  test(
    'kill -9 under writes loses nothing that was acknowledged, and halves nothing',
    { timeout: 60_000 + kills * 20_000 },
    async () => {
      const founding = await openDatabase({ dataDir })
      const { orgId } = await createShop(founding, 'Killed')
      await founding.close()
      const acknowledged: string[] = []
      for (let kill = 1; kill <= kills; kill += 1) {
        // From 1 to 120 pairs, each time another number of them.
        acknowledged.push(...(await pairsUntilKilled(startWriter(orgId), 1 + ((kill * 53) % 120))))
      }

      const reopened = await openDatabase({ dataDir })
      const rows = await reopened.tenant(orgId, (tx) => tx.select({ email: customers.email }).from(customers))
      await reopened.close()
      const copies = new Map<string, number>()
      for (const { email } of rows) copies.set(email, (copies.get(email) ?? 0) + 1)
      expect(acknowledged.filter((email) => !copies.has(email))).toEqual([])
      expect([...copies.values()].every((count) => count === 2)).toBe(true)
      console.log(`${kills} kills, ${acknowledged.length} acknowledged transactions: none lost, none halved`)
    },
  )

  test('a second process is refused and learns who has the folder', async () => {
    const database = await openDatabase({ dataDir })
    const second = startWriter('none')
    let said = ''
    second.stderr?.on('data', (bytes: Buffer) => {
      said += bytes.toString()
    })
    const [code] = (await once(second, 'close')) as [number]
    expect(code).toBe(1)
    expect(said).toContain(`in use by process ${process.pid} on ${hostname()}`)
    await expect(openDatabase({ dataDir })).rejects.toBeInstanceOf(FolderInUse)
    await database.ping()
    await database.close()
  })

  test('an engine that stops by itself is started again, and holds what it held', async () => {
    const said: string[] = []
    const embedded = await openEmbedded(dataDir, { log: (message) => said.push(message) })
    const before = new Client({ ...embedded.connection })
    before.on('error', () => undefined)
    await before.connect()
    await before.query('create table survivors as select 1 as id')
    await crash(embedded)
    await expect(before.query('select 1')).rejects.toSatisfy(isConnectionLost)
    await expect.poll(() => said).toEqual([expect.stringContaining('stopped and is started again')])
    const after = new Client({ ...embedded.connection })
    await after.connect()
    expect((await after.query('select id from survivors')).rows).toEqual([{ id: 1 }])
    await after.query('drop table survivors')
    await after.end()
    await embedded.close()
  })

  test.runIf(everyWay)('an engine that stops again and again is given up, in one line', async () => {
    let lose: (reason: Error) => void = () => undefined
    const lost = new Promise<Error>((resolve) => {
      lose = resolve
    })
    const embedded = await openEmbedded(dataDir, { onLost: lose })
    const crashing = async (): Promise<Error> =>
      (await Promise.race([lost, crash(embedded).then(() => undefined)])) ?? crashing()
    const { message } = await crashing()
    expect(message).toBe(`The database in ${join(dataDir, 'postgres')} stopped 4 times in a minute`)
    await embedded.close()
  })

  test('on a full disk it stops in one line, and holds all that it acknowledged once there is room', async ({
    skip,
  }) => {
    const disk = await smallDisk(64 * 2 ** 20)
    if (typeof disk === 'string') return skip(disk)
    const folder = join(disk.folder, 'data')
    onTestFinished(() => disk.remove())
    await cp(dataDir, folder, { recursive: true })
    // Room for some pages, and for no further file of the log.
    const { blocks, bfree, bsize } = await statfs(disk.folder)
    await disk.grow((blocks - bfree) * bsize + 8 * 2 ** 20)
    let lose: (reason: Error) => void = () => undefined
    const lost = new Promise<Error>((resolve) => {
      lose = resolve
    })
    const embedded = await openEmbedded(folder, { onLost: (reason) => lose(reason) })
    const before = new Client({ ...embedded.connection })
    before.on('error', () => undefined)
    await before.connect()
    await before.query('create table kept (id int)')
    const acknowledged: number[] = []
    const writeUntilFull = async (id: number): Promise<unknown> => {
      try {
        await before.query(`insert into kept values (${id})`)
        acknowledged.push(id)
        await before.query('select pg_switch_wal()')
      } catch (error) {
        return error
      }
      return writeUntilFull(id + 1)
    }
    expect(await writeUntilFull(1)).toSatisfy(isConnectionLost)
    expect((await lost).message).toBe(
      `The disk of ${folder} is full. Make room and start again: nothing that was saved is lost.`,
    )
    await embedded.close()
    await disk.grow(256 * 2 ** 20)
    const again = await openEmbedded(folder)
    const after = new Client({ ...again.connection })
    await after.connect()
    const { rows } = await after.query<{ id: number }>('select id from kept order by id')
    expect(rows.map(({ id }) => id).slice(0, acknowledged.length)).toEqual(acknowledged)
    await after.end()
    await again.close()
  })

  test('what one connection leaves behind is not met by the next', async () => {
    const embedded = await openEmbedded(dataDir)
    const first = new Client({ ...embedded.connection })
    await first.connect()
    await first.query({ name: 'again', text: 'select 1' })
    await first.query('begin; set local role pg_monitor; create temp table left_behind (id int)')
    await first.end()
    const second = new Client({ ...embedded.connection })
    await second.connect()
    expect((await second.query({ name: 'again', text: 'select current_user as name' })).rows).toEqual([
      { name: 'postgres' },
    ])
    expect((await second.query("select to_regclass('left_behind') as name")).rows).toEqual([{ name: null }])
    await second.end()
    await embedded.close()
  })

  test('answers are not kept once they are given', async () => {
    setFlagsFromString('--expose-gc')
    const collectGarbage = runInNewContext('gc') as () => void
    const used = () => {
      collectGarbage()
      return getHeapStatistics().used_heap_size
    }
    const folder = await emptyFolder()
    const postgres = await PGlite.create({ dataDir: join(folder, 'postgres') })
    const query = new TextEncoder().encode("Q\0\0\0\x36select repeat('x', 100) from generate_series(1, 100)\0")
    new DataView(query.buffer).setUint32(1, query.length - 1)
    const ask = async (times: number) => {
      for (let time = 0; time < times; time += 1) {
        expect((await answerTo(postgres, query)).length).toBeGreaterThan(10_000)
      }
    }
    await ask(100)
    const before = used()
    await ask(1_000)
    expect((used() - before) / 1_000).toBeLessThan(500)
    await postgres.close()
    await rm(folder, { recursive: true, force: true })
  })

  test('a request does not wait for the upkeep of an idle database to be asked for', async () => {
    const database = await openDatabase({ dataDir })
    await database.analyze()
    await Promise.all([database.analyze(), database.ping(), database.ping()])
    await database.close()
  })
})

describe("the embedded database's folder", () => {
  let folder: string
  const postgres = () => join(folder, 'postgres')
  beforeEach(async () => {
    folder = await emptyFolder()
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))

  /** Everything in it, with sizes. */
  async function contentOf(path: string): Promise<string[]> {
    const entries = await readdir(path, { recursive: true, withFileTypes: true })
    const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
    return Promise.all(files.toSorted().map(async (file) => `${file} ${(await stat(file)).size}`))
  }

  const refusal = (path: string) =>
    openDatabase({ dataDir: path }).then(
      async (database) => {
        await database.close()
        throw new Error('it was opened')
      },
      (error: unknown) => error,
    )

  test.each(['PG_VERSION', 'global/pg_control'])('without %s it is refused and left as it is', async (name) => {
    await rm(join(postgres(), name))
    const before = await contentOf(postgres())
    const error = await refusal(folder)
    expect(error).toBeInstanceOf(FolderUnusable)
    expect(String(error)).toContain(`The database in ${postgres()} is damaged: ${name} is missing. Put the folder back`)
    expect(await contentOf(postgres())).toEqual(before)
  })

  test('with nothing but files of somebody else it is refused and left as it is', async () => {
    await rm(postgres(), { recursive: true })
    await mkdir(postgres())
    await writeFile(join(postgres(), 'notes.txt'), 'mine')
    expect(await refusal(folder)).toBeInstanceOf(FolderUnusable)
    expect(await readdir(postgres())).toEqual(['notes.txt'])
  })

  const wal = async () => {
    const path = join(postgres(), 'pg_wal')
    return (await readdir(path)).filter((name) => /^[0-9A-F]{24}$/.test(name)).map((name) => join(path, name))
  }

  test.each<[string, () => Promise<unknown>]>([
    ['an empty pg_control', () => writeFile(join(postgres(), 'global/pg_control'), '')],
    ['a pg_control of garbage', () => writeFile(join(postgres(), 'global/pg_control'), Buffer.alloc(8192, 7))],
    ['no WAL', async () => Promise.all((await wal()).map((file) => rm(file)))],
    [
      'a WAL of garbage',
      async () => Promise.all((await wal()).map((file) => writeFile(file, Buffer.alloc(16 * 1024 * 1024, 7)))),
    ],
  ])('with %s it is refused in one line that says what to do', async (_what, destroy) => {
    await destroy()
    const error = await refusal(folder)
    expect(error).toBeInstanceOf(FolderUnusable)
    const { message } = error as FolderUnusable
    expect(message).toMatch(/^The database in .* is damaged: .*\. Put the folder back from a backup/)
    expect(message).not.toMatch(/\n|Aborted|unreachable/)
  })

  test.runIf(everyWay)('a database that was made half by a crash is made anew', async () => {
    await rename(postgres(), `${postgres()}.new`)
    await rm(`${postgres()}.new/global`, { recursive: true })
    const database = await openDatabase({ dataDir: folder })
    await database.ping()
    await database.close()
    expect(await readdir(folder)).toEqual(['postgres'])
  })

  test.runIf(everyWay)('killed while it makes its database, it makes one at the next start', async () => {
    const fresh = join(folder, 'fresh')
    const child = spawn(process.execPath, ['--import', 'tsx', writer, fresh, 'none'], { cwd: root, stdio: 'ignore' })
    while (!existsSync(join(fresh, 'postgres.new/PG_VERSION'))) await delay(5)
    child.kill('SIGKILL')
    await once(child, 'close')
    expect(existsSync(join(fresh, 'postgres'))).toBe(false)
    const database = await openDatabase({ dataDir: fresh })
    await database.ping()
    await database.close()
  })

  test('a place where no folder can be made is refused at once', { timeout: 5_000 }, async () => {
    await writeFile(join(folder, 'file'), '')
    const places = [
      join(folder, 'file'),
      join(folder, 'file/below'),
      ...(existsSync('/proc/self') ? ['/proc/none/below'] : []),
    ]
    for (const place of places) {
      const error = await refusal(place)
      expect(error).toBeInstanceOf(FolderUnusable)
      expect(String(error)).toContain(`DATA_DIR ${place} can't be made or written to`)
    }
  })
})

describe("the folder's lock", () => {
  let folder: string
  const owner = () => join(folder, 'owner.json')
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'offerdesk-lock-'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  test('it is taken once, and again after its release', async () => {
    const lock = await lockFolder(folder)
    expect(JSON.parse(await readFile(owner(), 'utf8'))).toMatchObject({ pid: process.pid, host: hostname() })
    await expect(lockFolder(folder)).rejects.toThrow(FolderInUse)
    await lock.release()
    await (await lockFolder(folder)).release()
  })

  test.each([
    ['a process that is gone', JSON.stringify({ pid: 2 ** 22 + 1, host: hostname(), started: null })],
    [
      'an earlier process with a pid in use now',
      JSON.stringify({ pid: process.pid, host: hostname(), started: 'long ago' }),
    ],
    ['a crash in the middle of writing it', '{"pid":'],
  ])('a file left behind by %s is taken over', async (_who, content) => {
    await writeFile(owner(), content)
    await (await lockFolder(folder)).release()
  })

  test('a copy of a folder in use says how to open it, in one line', async () => {
    const lock = await lockFolder(folder)
    const copy = await mkdtemp(join(tmpdir(), 'offerdesk-copy-'))
    await cp(folder, copy, { recursive: true })
    await expect(lockFolder(copy)).rejects.toThrow(
      new RegExp(
        `in use by process ${process.pid} on .*, which opened it as ${folder}\\. If this is a copy of that, delete ${copy}/owner\\.json to open it; .*\\.$`,
      ),
    )
    await rm(join(copy, 'owner.json'))
    await (await lockFolder(copy)).release()
    await lock.release()
    await rm(copy, { recursive: true })
  })

  test.each([
    ['a living process', { pid: process.ppid, host: hostname(), started: null }],
    ['a process on another host', { pid: 1, host: 'elsewhere', started: 'long ago' }],
  ])('the file of %s is respected', async (_who, holder) => {
    await writeFile(owner(), JSON.stringify({ ...holder, folder }))
    await expect(lockFolder(folder)).rejects.toThrow(`in use by process ${holder.pid} on ${holder.host}`)
    await rm(owner())
  })
})
