import { startServer } from '../../e2e/startServer'
import { freePort } from '../../freePort'
import { residentMemory } from '../../residentMemory'
import { scratchDatabases } from '../../server/postgres'
import { fire } from './fire'

const count = Number(process.env['REQUESTS'] ?? 1_000_000)
const scratches = await scratchDatabases()
const perEngine = Math.ceil(count / scratches.length)
/** In whole steps of what is told of on the way. */
const tenth = Math.max(10_000, Math.round(perEngine / 100_000) * 10_000)
let isGood = true

const megabytes = (pid: number) => Math.round(residentMemory(pid) / 2 ** 20)

for (const scratch of scratches) {
  const { kind, dataDir, databaseUrl } = scratch
  const server = await startServer(await freePort(), {
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl ?? '',
    SECRET_KEY: Buffer.alloc(32).toString('base64'),
    SEED: 'demo',
    LOG_LEVEL: 'silent',
    NODE_ENV: 'production',
  })
  const memory = [megabytes(server.pid)]
  const began = performance.now()
  const outcome = await fire({
    url: server.url,
    count: perEngine,
    seed: 1,
    parallel: 16,
    progress: (done) => {
      if (done % tenth === 0) memory.push(megabytes(server.pid))
      process.stderr.write(`${kind}: ${done} of ${perEngine}, ${memory.at(-1)} MB\n`)
    },
  })
  const seconds = (performance.now() - began) / 1000
  await server.stop()
  await scratch.stop()
  const statuses = [...outcome.statuses].toSorted(([a], [b]) => a - b)
  process.stdout.write(
    [
      `${kind}: ${outcome.count} requests in ${seconds.toFixed(0)} s, ${(outcome.count / seconds).toFixed(0)} a second`,
      `  by status : ${statuses.map(([status, times]) => `${status} ${times}`).join(', ')}`,
      `  memory    : ${memory.join(', ')} MB at the start and after each tenth of them`,
      `  faults    : ${outcome.faults.length} (5xx, another organization's record, an error without the one error body)`,
      `  lost      : ${outcome.lost.length} of ${outcome.confirmed} confirmed changes`,
      ...[...outcome.faults, ...outcome.lost].slice(0, 20),
      '',
    ].join('\n'),
  )
  isGood &&= outcome.faults.length === 0 && outcome.lost.length === 0
}
process.exit(isGood ? 0 : 1)
