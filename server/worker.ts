import type { Config } from './config'
import { stopWork } from './http/stopping'
import { startJobs } from './jobs/jobs'
import { voiceOf } from './log'
import { startMetrics } from './metrics/startMetrics'
import { type Node, openNode } from './node'

/** Does the jobs of a database until a signal comes; `giveUp` is told when the database is lost. */
export const workUntilStopped = (config: Config, giveUp: (reason: unknown) => void): Promise<void> =>
  openNode(config, 'worker', giveUp, (node) => work(config, node))

async function work(config: Config, { database, secrets, telling }: Node) {
  const { say, warn } = voiceOf(config)
  await startMetrics(config, database)
  const jobs = startJobs(config, database, secrets, warn)
  // The database's connections alone keep nothing running.
  const staying = setInterval(() => undefined, 3_600_000)
  let isStopping = false
  const stop = async () => {
    if (isStopping) return
    isStopping = true
    clearInterval(staying)
    if (!(await stopWork({ jobs: [jobs, telling], database }))) warn('Stopped before everything had ended.')
    process.exit(0)
  }
  process.once('SIGINT', () => void stop())
  process.once('SIGTERM', () => void stop())
  say('The worker runs.')
}
