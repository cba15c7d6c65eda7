import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { get } from 'node:http'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '../../freePort'
import { end, guard, ownFolder, run } from './ends'
import { ownPostgres } from './floor'
import { builtProduct, offerdesk, settingsFor } from './product'

// How long a built program takes to start over a database that is there: `npm run figures -- start`.

const times = Number(process.env['STARTS'] ?? 11)
const ticksPerSecond = 100

/** Seconds on the clock, and of processors. */
interface Took {
  clock: number
  processor: number
}

const statusAt = (port: number) =>
  new Promise<number>((resolve) => {
    get({ host: '127.0.0.1', port, path: '/api/ready', agent: false }, (answer) => {
      answer.resume()
      resolve(answer.statusCode ?? 0)
    }).once('error', () => resolve(0))
  })

/** All threads of a process together, by what Linux counts. */
function processorOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // The command's name in parentheses may hold spaces; user and system are the 14th and 15th field.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond
}

/** From the start of the process until it is ready. */
async function startOf(program: string, settings: Record<string, string>): Promise<Took> {
  const port = await freePort()
  const began = performance.now()
  const child = spawn(process.execPath, [program, 'serve'], {
    env: { ...process.env, ...settings, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  guard(child)
  while ((await statusAt(port)) !== 200) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}`)
    await delay(5)
  }
  const took = { clock: (performance.now() - began) / 1_000, processor: processorOf(child.pid ?? 0) }
  await end(child, 'SIGTERM')
  return took
}

/** From its start to its end. */
async function runOf(program: string, command: string, settings: Record<string, string>): Promise<Took> {
  const timed = ['-c', 'TIMEFORMAT="%R %U %S"; time "$@" >/dev/null 2>&1', 'bash', process.execPath, program, command]
  const child = spawn('bash', timed, { env: { ...process.env, ...settings }, stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  await once(child, 'close')
  const [clock = Number.NaN, user = 0, system = 0] = said.trim().split(' ').map(Number)
  return { clock, processor: user + system }
}

async function measure(about: string, once: () => Promise<Took>): Promise<void> {
  const took: Took[] = []
  for (let turn = 0; turn < times; turn += 1) took.push(await once())
  const shown = (of: keyof Took) => {
    const sorted = took.map((one) => one[of]).toSorted((a, b) => a - b)
    const at = (index: number) => (sorted[index] ?? Number.NaN).toFixed(2)
    return `${at(Math.floor(times / 2))} s (${at(0)} to ${at(times - 1)})`
  }
  process.stdout.write(`${about.padEnd(34)} ${shown('clock')}, of processors ${shown('processor')}\n`)
}

await run(async () => {
  const product = builtProduct('.', ownFolder('start'))
  const program = join(product, 'dist/server/main.js')
  const postgres = await ownPostgres()
  const onPostgres = { ...settingsFor(postgres.url('offerdesk', 'offerdesk')), WORKER: 'on' }
  await offerdesk(product, ['migrate'], onPostgres)
  const embedded = { NODE_ENV: 'production', DATABASE_URL: '', LOG_LEVEL: 'warn', DATA_DIR: ownFolder('embedded') }
  spawnSync(process.execPath, [program, 'migrate'], { env: { ...process.env, ...embedded } })
  process.stdout.write(`The middle of ${times}, from the start of the process, and the least and the most\n`)
  await measure('server ready, PostgreSQL', () => startOf(program, onPostgres))
  await measure('server ready, embedded database', () => startOf(program, embedded))
  await measure('offerdesk --help', () => runOf(program, '--help', onPostgres))
  await measure('offerdesk doctor, PostgreSQL', () => runOf(program, 'doctor', onPostgres))
})
