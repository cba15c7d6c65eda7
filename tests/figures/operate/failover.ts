import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { uuidv7 } from 'uuidv7'
import { freePort } from '../../freePort'
import { askerAt, type Asker } from './asking'
import { Postgres, postgresDoes } from './cluster'
import { ownFolder, run } from './ends'
import { owner, ownPostgres } from './floor'
import { builtProduct, Node, offerdesk, settingsFor } from './product'

// PostgreSQL is killed under writes and its synchronous standby takes over, again and again: `npm run figures -- failover`.
// --rounds and --rate say how often, and how many customers are made a second; --organizations, in how many.

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '10' },
    rate: { type: 'string', default: '200' },
    organizations: { type: 'string', default: '20' },
  },
})
const rounds = Number(values.rounds)
const rate = Number(values.rate)
const writers = 48
/** Milliseconds of writes before each kill, of which the last are counted: nodes and plans are warm by then. */
const before = 8_000
const counted = 4_000
const say = (text: string) => process.stdout.write(`${text}\n`)

/** The address that stays the same, and leads to whoever is the primary. */
class Address {
  readonly #listener: Server
  readonly #sockets = new Set<Socket>()
  to: number

  constructor(to: number) {
    this.to = to
    this.#listener = createServer((near) => {
      const far = connect(this.to, '127.0.0.1')
      near.pipe(far).pipe(near)
      for (const [one, other] of [
        [near, far],
        [far, near],
      ] as const) {
        this.#sockets.add(one)
        one.on('error', () => undefined)
        one.on('close', () => {
          this.#sockets.delete(one)
          other.destroy()
        })
      }
    })
  }

  async open(): Promise<number> {
    this.#listener.listen(0, '127.0.0.1')
    await once(this.#listener, 'listening')
    return (this.#listener.address() as AddressInfo).port
  }
}

/** A copy of a primary that follows it, and without which the primary acknowledges nothing. */
async function standbyOf(primary: Postgres): Promise<Postgres> {
  const standby = new Postgres(join(ownFolder('standby'), 'own'), await freePort())
  mkdirSync(standby.folder)
  await standby.adopt()
  await postgresDoes('pg_basebackup', [
    '-d',
    primary.url('postgres', 'postgres'),
    '-D',
    standby.data,
    '-R',
    '-c',
    'fast',
  ])
  const settings = join(standby.data, 'postgresql.auto.conf')
  // The last line of a setting holds; what it is promoted to waits for nobody until somebody follows it.
  const kept = readFileSync(settings, 'utf8')
    .split('\n')
    .filter((line) => !line.startsWith('synchronous_standby_names'))
  writeFileSync(settings, kept.join('\n'))
  standby.set()
  await standby.start()
  await primary.ask("alter system set synchronous_standby_names = '*'")
  await primary.ask('select pg_reload_conf()')
  for (;;) {
    const [found] = await primary.ask<{ is: boolean }>(
      "select exists (select from pg_stat_replication where sync_state in ('sync', 'quorum')) as is",
    )
    if (found?.is) return standby
    await delay(50)
  }
}

interface Writes {
  acknowledged: Set<string>
  /** When each was acknowledged. */
  moments: number[]
  refused: Map<string, number>
}

/** Makes customers by all nodes in turn until it is over; what is refused is asked once more, by the same key. */
async function write(
  askers: readonly Asker[],
  token: string,
  organizations: readonly string[],
  writes: Writes,
  isOver: () => boolean,
) {
  const began = performance.now()
  let turn = 0
  const writer = async () => {
    while (!isOver()) {
      const mine = turn++
      await delay(Math.max(0, began + (mine * 1_000) / rate - performance.now()))
      const asker = askers[mine % askers.length]
      const organizationId = organizations[mine % organizations.length]
      const body = { organizationId, firstName: 'Ada', lastName: `Moss ${mine}` }
      const answer = await asker?.once('/customers', { token, key: uuidv7(), body }).catch((error: unknown) => ({
        status: 0,
        text: String(error),
      }))
      if (answer?.status === 200) {
        writes.acknowledged.add((JSON.parse(answer.text) as { data: { id: string } }).data.id)
        writes.moments.push(performance.now())
      } else {
        const what = answer?.status === 0 ? answer.text.slice(0, 80) : String(answer?.status)
        writes.refused.set(what, (writes.refused.get(what) ?? 0) + 1)
        await delay(50)
      }
    }
  }
  await Promise.all(Array.from({ length: writers }, writer))
}

const span = (numbers: readonly number[], digits: number) => {
  const sorted = numbers.toSorted((a, b) => a - b)
  const at = (index: number) => (sorted[index] ?? 0).toFixed(digits)
  return `min ${at(0)}, median ${at(Math.floor(sorted.length / 2))}, max ${at(sorted.length - 1)}`
}

await run(async () => {
  const product = builtProduct('.', ownFolder('product'))
  let primary = await ownPostgres('wal_keep_size = 512MB', 'max_wal_senders = 5')
  let standby = await standbyOf(primary)
  const address = new Address(primary.port)
  const databaseUrl = `postgresql://offerdesk@127.0.0.1:${await address.open()}/offerdesk`
  const settings = settingsFor(databaseUrl)
  const straight = { ...settings, DATABASE_URL: primary.url('offerdesk', 'offerdesk') }
  await offerdeskMakesOwner(product, straight)
  // By the command, as the API lets nobody make so many at once.
  for (let index = 1; index < Number(values.organizations); index += 1) {
    await offerdesk(product, ['organization', 'make', `Moss & Sons ${index}`, '--owner', owner.email], straight)
  }
  const nodes: Node[] = []
  for (let index = 0; index < 3; index += 1) {
    const node = new Node(await freePort(), { ...settings, LOG_LEVEL: 'fatal' })
    await node.start(product)
    nodes.push(node)
  }
  const pids = nodes.map(({ pid }) => pid)
  const askers = nodes.map(({ port }) => askerAt({ host: '127.0.0.1', port }))
  const { token } = await askers[0]!.data<{ token: string }>('/users/login', { body: owner })
  const organizations = await askers[0]!.data<{ id: string }[]>('/organizations', { token })
  const all = new Set<string>()
  const [rates, promotions, waits, outages]: number[][] = [[], [], [], []]
  let lost = 0
  for (let round = 1; round <= rounds; round += 1) {
    const writes: Writes = { acknowledged: new Set(), moments: [], refused: new Map() }
    let isOver = false
    const writing = write(
      askers,
      token,
      organizations.map(({ id }) => id),
      writes,
      () => isOver,
    )
    await delay(before)
    const killed = performance.now()
    rates!.push((writes.moments.filter((moment) => moment > killed - counted).length * 1_000) / counted)
    await primary.kill()
    await standby.ask('select pg_promote(true, 30)')
    address.to = standby.port
    const promoted = performance.now()
    const goesOn = () => writes.moments.find((moment) => moment > promoted)
    while (goesOn() === undefined && performance.now() - promoted < 30_000) await delay(10)
    await delay(1_000)
    isOver = true
    await writing
    promotions!.push((promoted - killed) / 1_000)
    waits!.push(((goesOn() ?? Number.POSITIVE_INFINITY) - promoted) / 1_000)
    const last = writes.moments.findLast((moment) => moment < promoted) ?? killed
    outages!.push(((goesOn() ?? Number.POSITIVE_INFINITY) - last) / 1_000)
    for (const id of writes.acknowledged) all.add(id)
    const kept = new Set(
      (await standby.ask<{ id: string }>('select id from customers', 'offerdesk')).map(({ id }) => id),
    )
    const gone = [...all].filter((id) => !kept.has(id))
    lost += gone.length
    const refused = [...writes.refused].map(([what, count]) => `${count} × ${what}`).join(', ')
    process.stderr.write(
      `round ${round}: ${writes.acknowledged.size} acknowledged, ${gone.length} lost, refused ${refused}\n`,
    )
    const old = primary
    primary = standby
    rmSync(old.folder, { recursive: true, force: true })
    if (round < rounds) standby = await standbyOf(primary)
  }
  if (nodes.some(({ pid, hasEnded }, index) => hasEnded || pid !== pids[index])) throw new Error('a node has ended')
  say(
    `${rounds} times PostgreSQL was killed with -9 under writes by three nodes, and its synchronous standby took over`,
  )
  say(`  writes a second before   ${span(rates!, 0)}, of ${rate} wanted, in ${organizations.length} organizations`)
  say(`  until it was promoted    ${span(promotions!, 2)} s`)
  say(`  until writes went on     ${span(waits!, 2)} s after that`)
  say(`  without writes in all    ${span(outages!, 2)} s`)
  say(`  ${all.size} acknowledged writes, ${lost} lost; no node was started anew`)
  if (lost > 0 || waits!.some((wait) => wait > 5)) process.exitCode = 1
})

async function offerdeskMakesOwner(product: string, settings: Record<string, string>): Promise<void> {
  await offerdesk(product, ['migrate'], settings)
  const make = ['user', 'make', owner.email, '--name', 'Ada Moss', '--organization', 'Moss & Sons']
  await offerdesk(product, make, settings, `${owner.password}\n`)
}
