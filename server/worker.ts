import { InvalidConfig, readConfig } from './config'
import { giveUp } from './giveUp'
import { outliveReaders } from './outliveReaders'

const usage = `Usage: npm run worker

Does the jobs of a database apart from the servers that answer requests: start those with WORKER=off. It sends mails
and what webhooks are told, asks gateways what became of payments, compares with them once a day, ends payment links,
and tidies up.
Any number of workers share one database. It takes the settings of the server (DATABASE_URL, SECRET_KEY, PUBLIC_URL,
SMTP_URL, SMTP_PRIVATE_HOSTS, WEBHOOKS_ALLOW_PRIVATE).

  --help  shows this
`

async function start(given: string[]) {
  if (given.includes('--help')) return void process.stdout.write(usage)
  const [unknown] = given
  if (unknown !== undefined) throw new InvalidConfig(`there is no option ${unknown}; see npm run worker -- --help`)
  const config = readConfig(process.env)
  if (config.databaseUrl === undefined) {
    throw new InvalidConfig('DATABASE_URL: must be set, as the embedded database is open to one program alone')
  }
  const { openDatabase } = await import('./db/database')
  const { openSecrets } = await import('./secrets')
  const { startJobs } = await import('./jobs/jobs')
  const { stopWork } = await import('./http/stopping')
  const { voiceOf } = await import('./log')
  const { say, warn } = voiceOf(config)
  const { dataDir, databaseUrl } = config
  const secrets = openSecrets(config)
  const database = await openDatabase({ dataDir, databaseUrl, log: warn, onLost: giveUp })
  const { startMetrics } = await import('./metrics/startMetrics')
  await startMetrics(config, database)
  const jobs = startJobs(config, database, secrets, warn)
  // The database's connections alone keep nothing running.
  const staying = setInterval(() => undefined, 3_600_000)
  let isStopping = false
  const stop = async () => {
    if (isStopping) return
    isStopping = true
    clearInterval(staying)
    if (!(await stopWork({ jobs: [jobs], database }))) warn('Stopped before everything had ended.')
    process.exit(0)
  }
  process.once('SIGINT', () => void stop())
  process.once('SIGTERM', () => void stop())
  say('The worker runs.')
}

outliveReaders()
start(process.argv.slice(2)).catch(giveUp)
