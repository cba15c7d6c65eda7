import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { readConfig } from '../../../server/config'
import { type Database, openDatabase } from '../../../server/db/database'
import { Random } from '../../../server/db/demoData/random'
import { nodeBeats } from '../../../server/db/schema/nodeBeats'
import { webhooks } from '../../../server/db/schema/webhooks'
import { liveNodes, refuseMissingKey } from '../../../server/health/nodes'
import { createReadiness } from '../../../server/health/readiness'
import { startTelling } from '../../../server/jobs/telling'
import { sealedByKey } from '../../../server/rotateSecrets'
import { createSecrets, keyId } from '../../../server/secrets'
import { programOf } from '../../serverProgram'
import { createShop } from '../db/fixtures'
import { someDatabases } from '../postgres'
import { offerdesk } from './program'

/** How often a rotation is killed; `npm run figures -- rotation` asks for more. The embedded database opens slowly. */
const cutsOn = {
  pglite: Number(process.env['ROTATION_CUTS'] ?? 1),
  postgres: Number(process.env['ROTATION_CUTS'] ?? 3),
}
const [older, newer] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
const [olderId, newerId] = [keyId(older), keyId(newer)]
const ring = createSecrets([newer, older])
const setting = (...keys: Buffer[]) => keys.map((key) => key.toString('base64')).join()
const organizationsCount = 10
const secretsEach = 40

const engines = await someDatabases()
afterAll(() => Promise.all(engines.map((engine) => engine.stop())))

describe.each(engines)('rotating on $kind', (engine) => {
  const env = { DATA_DIR: engine.dataDir, DATABASE_URL: engine.databaseUrl ?? '', SECRET_KEY: setting(newer, older) }
  const cuts = cutsOn[engine.kind]
  const orgIds: string[] = []
  /** The embedded database is open to one program alone, so that it is opened for a moment. */
  const looking = async <T>(look: (database: Database) => Promise<T>): Promise<T> => {
    const database = await openDatabase(engine)
    try {
      return await look(database)
    } finally {
      await database.close()
    }
  }
  const add = (database: Database, orgId: string, texts: string[], secrets = ring) =>
    database.tenant(orgId, (tx) =>
      tx
        .insert(webhooks)
        .values(
          texts.map((text) => ({ orgId, address: `https://${text}.example`, events: [], secrets: secrets.seal(text) })),
        ),
    )
  /** Each secret has to be what its address says. */
  const unopened = (database: Database, secrets = ring) =>
    Promise.all(
      orgIds.map((orgId) =>
        database.tenant(orgId, (tx) => tx.select().from(webhooks).where(eq(webhooks.orgId, orgId))),
      ),
    ).then((all) => {
      const rows = all.flat()
      expect(rows.length).toBeGreaterThanOrEqual(organizationsCount * secretsEach)
      return rows.filter((row) => `https://${secrets.unseal(row.secrets)}.example` !== row.address)
    })

  beforeAll(async () => {
    await looking(async (database) => {
      for (let at = 0; at < organizationsCount; at += 1) {
        const { orgId } = await createShop(database, `Shop ${at}`)
        orgIds.push(orgId)
        const texts = Array.from({ length: secretsEach }, (_, index) => `first${index}`)
        await add(database, orgId, texts, createSecrets([older]))
      }
    })
  })

  // Of rotations that were killed before.
  beforeEach(async () => {
    if (engine.databaseUrl === undefined) return
    await looking((database) => database.system(async (tx) => void (await tx.delete(nodeBeats))))
  })

  /** Servers that seal all the time, one of them by the old key. */
  async function startSealing() {
    const database = await openDatabase(engine)
    const ended = new AbortController()
    const nodes = await Promise.all(
      [createSecrets([newer, older]), createSecrets([older, newer])].map(async (secrets, node) => {
        const telling = await startTelling(database, { kind: 'server', port: 3000 + node }, secrets, () => {})
        const sealing = (async () => {
          for (let at = 0; !ended.signal.aborted; at += 1) {
            await add(database, orgIds[at % orgIds.length] ?? '', [`node${node}at${at}`], secrets)
            await delay(5)
          }
        })()
        return { telling, sealing }
      }),
    )
    return async () => {
      ended.abort()
      await Promise.all(nodes.map(({ sealing }) => sealing))
      await Promise.all(nodes.map(({ telling }) => telling.stop()))
      await database.close()
    }
  }

  /** Starts one, which says when it begins to seal. */
  async function startRotation(isUndo: boolean) {
    const child = spawn(process.execPath, programOf('secrets', 'rotate', ...(isUndo ? ['--undo'] : [])), {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const closed = once(child, 'close')
    await once(child.stdout, 'data')
    const began = performance.now()
    child.stdout.resume()
    return { child, closed, began }
  }

  /** Kills a rotation when it has sealed so many anew, or after a share of the milliseconds that sealing takes. */
  async function cut(dice: Random, isUndo: boolean, takes: number): Promise<boolean> {
    const { child, closed } = await startRotation(isUndo)
    if (engine.databaseUrl === undefined) await delay(takes * dice.next())
    else {
      await looking(async (database) => {
        const count = async () => (await sealedByKey(database)).get(isUndo ? olderId : newerId) ?? 0
        const until = (await count()) + dice.between(1, (organizationsCount - 1) * secretsEach)
        while (child.exitCode === null && (await count()) < until) await delay(1)
      })
    }
    child.kill('SIGKILL')
    await closed
    return child.signalCode === 'SIGKILL'
  }

  test(
    `ML-03 killed at ${cuts} moments while nodes seal, nothing is lost, and it goes on either way`,
    { timeout: 60_000 + cuts * 20_000 },
    async () => {
      const dice = new Random(11)
      const { closed, began } = await startRotation(false)
      expect(await closed).toEqual([0, null])
      const takes = performance.now() - began
      const endSealing = engine.databaseUrl === undefined ? async () => {} : await startSealing()
      let killed = 0
      let halves = 0
      for (let at = 0; killed < cuts; at += 1) {
        killed += Number(await cut(dice, at % 2 === 0, takes))
        const sealed = await looking(async (database) => {
          expect(await unopened(database)).toEqual([])
          return sealedByKey(database)
        })
        halves += Number(sealed.size > 1)
        expect([olderId, newerId]).toEqual(expect.arrayContaining([...sealed.keys()]))
      }
      if (engine.databaseUrl !== undefined) {
        const { code, said } = await offerdesk(['secrets', 'rotate'], env)
        expect(said).toMatch(
          new RegExp(
            `The server \\S+:3001 \\(process ${process.pid}, since .*Z\\) still seals by the key ${olderId}\\.\n`,
          ),
        )
        expect(code).toBe(1)
      }
      await endSealing()
      expect(await offerdesk(['secrets', 'rotate'], env)).toMatchObject({ code: 0 })
      expect(await looking((database) => unopened(database, createSecrets([newer])))).toEqual([])
      expect(await offerdesk(['secrets', 'rotate', '--undo'], env)).toMatchObject({ code: 0 })
      expect(await looking((database) => unopened(database, createSecrets([older])))).toEqual([])
      console.log(
        `${engine.kind}: killed ${killed} times, ${halves} of them with both keys in use; each time the ring opened all secrets, and run again it went on to its end, and back`,
      )
    },
  )

  test.runIf(engine.databaseUrl)(
    'ML-03 while a node does not know the new key nothing is sealed by it, and the node is named; killed, it is forgotten',
    async () => {
      const database = await openDatabase(engine)
      onTestFinished(() => database.close())
      const before = await sealedByKey(database)
      const telling = await startTelling(database, { kind: 'worker' }, createSecrets([older]), () => {}, 3_600_000)
      const refused = await offerdesk(['secrets', 'rotate'], env)
      expect(refused.code).toBe(1)
      expect(refused.said).toMatch(
        new RegExp(
          `^The worker \\S+ \\(process ${process.pid}, since \\S+Z\\) does not know the key ${newerId} yet\\.\nNothing was sealed anew\\. Put the key after the old one in SECRET_KEY there, `,
        ),
      )
      expect(await sealedByKey(database)).toEqual(before)
      const listed = await offerdesk(['secrets', 'list'], env)
      expect(listed.said.split('\n').map((line) => line.split(/ {2,}/))).toEqual([
        ['Key', 'Secrets', 'Here'],
        [newerId, '0', 'seals'],
        [olderId, String(before.get(olderId)), 'opens'],
        [''],
        ['Seals by', 'Opens too', 'Node'],
        [olderId, '-', expect.stringContaining(`(process ${process.pid}, since `)],
        [''],
      ])
      for (const key of [older, newer]) expect(listed.said).not.toContain(key.toString('base64').slice(0, 12))
      // As if it had been killed.
      await database.system((tx) => tx.update(nodeBeats).set({ beatAt: sql`now() - interval '46 seconds'` }))
      expect(await offerdesk(['secrets', 'rotate'], env)).toMatchObject({ code: 0 })
      await telling.stop()
    },
  )

  test.runIf(engine.databaseUrl)(
    'ML-03 AP-02 a node without the key that another one seals by does not start, and one that runs is not ready',
    async () => {
      const database = await openDatabase(engine)
      onTestFinished(() => database.close())
      const other = await startTelling(
        database,
        { kind: 'server', port: 3000 },
        createSecrets([newer, older]),
        () => {},
      )
      const config = readConfig({ SECRET_KEY: setting(older) })
      const ours = createSecrets([older])
      const start = refuseMissingKey(database, ours, config)
      await expect(start).rejects.toThrow(`SECRET_KEY: lacks the key ${newerId}, by which the server `)
      await expect(refuseMissingKey(database, ours, { ...config, isKeyLost: true })).resolves.toBeUndefined()
      const { checks } = await createReadiness(database, ours, { now: () => new Date(), log: () => {} })()
      expect(checks.find(({ name }) => name === 'keys')).toMatchObject({
        isOk: false,
        message: expect.stringContaining(newerId),
      })
      await other.stop()
      expect(await liveNodes(database)).toEqual([])
      await expect(refuseMissingKey(database, ours, config)).resolves.toBeUndefined()
    },
  )
})
