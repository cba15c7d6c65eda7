import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '../../../server/db/database'
import { openEmbedded } from '../../../server/db/pglite/embedded'
import { FolderInUse, lockFolder } from '../../../server/db/pglite/lock'
import { customers } from '../../../server/db/schema/customers'
import { createShop } from './fixtures'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const writer = fileURLToPath(new URL('./writer.ts', import.meta.url))

/** How often the writer is killed; `npm run figures -- kills` asks for more. */
const kills = Number(process.env['KILLS'] ?? 3)

let dataDir: string
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'offerdesk-embedded-'))
})
afterAll(() => rm(dataDir, { recursive: true, force: true }))

function startWriter(orgId: string): ChildProcess {
  return spawn(process.execPath, ['--import', 'tsx', writer, dataDir, orgId], { cwd: root, stdio: 'pipe' })
}

/** The pairs that a writer acknowledged before it was killed, after a given number of them. */
async function pairsUntilKilled(child: ChildProcess, count: number): Promise<string[]> {
  const acknowledged: string[] = []
  if (child.stdout === null) throw new Error('no output')
  for await (const line of createInterface(child.stdout)) {
    acknowledged.push(line)
    if (acknowledged.length === count) child.kill('SIGKILL')
  }
  return acknowledged
}

describe('the embedded database', () => {
  test('a commit reaches the disk: there are at least as many fsyncs as commits', { timeout: 60_000 }, async () => {
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

  test('a second process is refused and learns who has the folder', { timeout: 60_000 }, async () => {
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

  test('a request does not wait for the upkeep of an idle database to be asked for', { timeout: 60_000 }, async () => {
    const database = await openDatabase({ dataDir })
    await database.analyze()
    await Promise.all([database.analyze(), database.ping(), database.ping()])
    await database.close()
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

  test.each([
    ['a living process', { pid: process.ppid, host: hostname(), started: null }],
    ['a process on another host', { pid: 1, host: 'elsewhere', started: 'long ago' }],
  ])('the file of %s is respected', async (_who, holder) => {
    await writeFile(owner(), JSON.stringify(holder))
    await expect(lockFolder(folder)).rejects.toThrow(`in use by process ${holder.pid} on ${holder.host}`)
    await rm(owner())
  })
})
