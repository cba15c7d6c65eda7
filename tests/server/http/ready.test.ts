import { eq, sql } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import type { Database } from '../../../server/db/database'
import { isOpen } from '../../../server/auth/sessions'
import { gatewayInstances } from '../../../server/db/schema/gateways'
import { workerBeats } from '../../../server/db/schema/workerBeats'
import { tokenHash } from '../../../server/db/tokens'
import { createChangeFeed } from '../../../server/events/changeFeed'
import { startBeating } from '../../../server/jobs/beating'
import { sweep } from '../../../server/jobs/sweep'
import { passingSecrets } from '../../../server/secrets'
import { demo, knownOf, type Started, startOn, startSomewhere } from './start'

const servers = await startSomewhere()
afterAll(() => Promise.all(servers.map(({ stop }) => stop())))

describe.each(servers)('readiness on $kind', (server: Started) => {
  const { database } = server
  /** A node of its own, so that it looks again. */
  const nodeOf = (changed: Partial<Database> = {}, options = {}) => startOn({ ...database, ...changed }, options)
  const ask = async (node?: Started) => {
    const of = node ?? (await nodeOf())
    const { status, body } = await of.call('GET', '/api/ready')
    const { checks, ...rest } = body as { status: string; checks: { name: string; status: string; message: string }[] }
    return {
      ...rest,
      code: status,
      checks,
      failed: checks.filter((one) => one.status !== 'ok').map(({ name }) => name),
    }
  }
  const said = ({ checks }: Awaited<ReturnType<typeof ask>>, name: string) =>
    checks.find((check) => check.name === name)?.message
  /** A worker says once that it is there. */
  const beat = () => startBeating(database, () => {}).stop()

  test('AP-02 a node without a worker is not ready and says so; with one it is, until the worker is silent', async () => {
    const before = await ask()
    expect(before).toMatchObject({ code: 503, status: 'not_ready', version: 'test', failed: ['worker'] })
    expect(said(before, 'worker')).toBe('Mails and webhooks are not being sent: no worker has reported yet.')
    await beat()
    expect(await ask()).toMatchObject({ code: 200, status: 'ready', failed: [] })

    await database.system((tx) => tx.update(workerBeats).set({ beatAt: sql`now() - interval '46 seconds'` }))
    const after = await ask()
    expect(after).toMatchObject({ code: 503, failed: ['worker'] })
    expect(said(after, 'worker')).toMatch(/no worker has reported since \d{4}-\d\d-\d\dT[\d:.]+Z\.$/)
    expect(await server.call('GET', '/api/health')).toMatchObject({ status: 200 })
  })

  test('AP-02 of workers that are gone the last is remembered', async () => {
    const gone = (hours: number) => ({
      worker: sql`gen_random_uuid()`,
      startedAt: sql`now()`,
      beatAt: sql`now() - make_interval(hours => ${hours})`,
    })
    await database.system(async (tx) => {
      await tx.delete(workerBeats)
      await tx.insert(workerBeats).values([gone(30), gone(48), gone(90)])
    })
    await sweep(database, new Date())
    const left = await database.system((tx) => tx.select().from(workerBeats))
    expect(left).toHaveLength(1)
    expect(said(await ask(), 'worker')).toContain(left[0]?.beatAt.toISOString())
    await beat()
  })

  test('AP-02 a key that is not there is named, and asked for again once it is', async () => {
    const known = await knownOf(server, await server.login(demo))
    const secrets = passingSecrets()
    const sealed = secrets.seal('whsec')
    const [, keyId = ''] = sealed.split('.')
    await database.tenant(known.orgId, (tx) =>
      tx.update(gatewayInstances).set({ secrets: sealed }).where(eq(gatewayInstances.id, known.gatewayId)),
    )
    const wrong = await ask()
    expect(wrong).toMatchObject({ code: 503, failed: ['keys'] })
    expect(said(wrong, 'keys')).toBe(`Secrets were sealed by a key that is not here: ${keyId}. Add it to SECRET_KEY.`)
    expect(await ask(await nodeOf({}, { secrets }))).toMatchObject({ code: 200 })
  })

  test('AP-02 tables of another version, and a database that is away, are told, and no more of it', async () => {
    const asIf = async (changed: Partial<Database>) => ask(await nodeOf(changed))
    const difference = (missing: number, newer: number) => ({ schemaDifference: async () => ({ missing, newer }) })
    await expect(database.schemaDifference()).resolves.toEqual({ missing: 0, newer: 0 })
    expect(said(await asIf(difference(1, 0)), 'migrations')).toBe('1 migration of this version is missing.')
    expect(said(await asIf(difference(0, 2)), 'migrations')).toBe(
      'The database has tables of a newer version. Run that version here.',
    )
    const away = await asIf({ ping: () => Promise.reject(new Error('connect ECONNREFUSED 10.1.2.3:5432')) })
    expect(away).toMatchObject({ code: 503, failed: ['database', 'migrations', 'keys', 'worker'] })
    expect(JSON.stringify(away)).not.toContain('10.1.2.3')
  })

  test('AP-02 however often and by how many it is asked, the database is asked once a second', async () => {
    let looks = 0
    let now = new Date()
    const counting = {
      ping: () => {
        looks += 1
        return database.ping()
      },
    }
    const node = await nodeOf(counting, { now: () => now })
    await Promise.all(Array.from({ length: 50 }, () => ask(node)))
    expect(looks).toBe(1)
    now = new Date(now.getTime() + 1_001)
    await ask(node)
    expect(looks).toBe(2)
  })

  test('LV-01 owners hear within a beat of the stream that nobody sends mails, and that somebody does again; agents do not', async () => {
    const feed = createChangeFeed(database, () => new Date(), 20)
    const listen = async (email: string) => {
      const hash = tokenHash(await server.login(email))
      const { id = '', name = '', memberships = [] } = (await database.ownerOf(hash)) ?? {}
      const user = { id, email, name, organizationName: null }
      const caller = { userId: id, user, memberships: memberships.filter(isOpen), tokenHash: hash, name }
      const stream = await feed.open(caller, memberships[0]?.orgId ?? '', undefined)
      stream.setEncoding('utf8')
      let text = ''
      return () => (text += String(stream.read() ?? ''))
    }
    const owner = await listen(demo)
    const agent = await listen('miles.carter@offerdesk.example')
    await expect.poll(owner).toContain('event: beat')
    expect(owner()).not.toContain('event: worker')

    await database.system((tx) => tx.update(workerBeats).set({ beatAt: new Date('2026-11-24T14:02:00.000Z') }))
    await expect.poll(owner).toContain('event: worker\ndata: {"since":"2026-11-24T14:02:00.000Z"}\n\n')
    const late = await listen(demo)
    expect(late()).toContain('event: worker\ndata: {"since":')
    await beat()
    await expect.poll(owner).toContain('event: worker\ndata: {}\n\n')
    expect(agent()).toContain('event: beat')
    expect(agent()).not.toContain('event: worker')
    feed.close()
  })
})
