import { type Config, misspelt } from './config'
import { openDatabase } from './db/database'
import { refuseMissingKey } from './health/nodes'
import { stopWork } from './http/stopping'
import { startJobs } from './jobs/jobs'
import { startTelling } from './jobs/telling'
import { speakInLines, voiceOf } from './log'
import { startMetrics } from './metrics/startMetrics'
import { refuseStrangeKey } from './sealed'
import { openSecrets } from './secrets'

/** Does the jobs of a database until a signal comes; `giveUp` is told when the database is lost. */
export async function workUntilStopped(config: Config, giveUp: (reason: unknown) => void): Promise<void> {
  speakInLines(config)
  const { say, warn } = voiceOf(config)
  const { dataDir, databaseUrl, directUrl } = config
  misspelt(process.env).forEach(warn)
  const secrets = openSecrets(config)
  const database = await openDatabase({ dataDir, databaseUrl, directUrl, log: warn, onLost: giveUp })
  let telling: Awaited<ReturnType<typeof startTelling>> | undefined
  try {
    telling = await startTelling(database, { kind: 'worker' }, secrets, warn)
    await refuseMissingKey(database, secrets, config)
    await refuseStrangeKey(database, secrets, config)
    await startMetrics(config, database)
  } catch (error) {
    await telling?.stop().catch(() => undefined)
    await database.close()
    throw error
  }
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
