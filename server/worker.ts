import { InvalidConfig, readConfig } from './config'
import { giveUp } from './giveUp'

const usage = `Usage: npm run worker

Sends the mails of a database apart from the servers that answer requests: start those with WORKER=off.
Any number of workers share one database. It takes the settings of the server (DATABASE_URL, SECRET_KEY, SMTP_URL).

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
  const { startSending } = await import('./jobs/sending')
  const print = (text: string) => process.stdout.write(`${text}\n`)
  const { dataDir, databaseUrl } = config
  const secrets = openSecrets(config)
  const database = await openDatabase({ dataDir, databaseUrl, log: print, onLost: giveUp })
  const sending = startSending(config, database, secrets)
  // The database's connections alone keep nothing running.
  const staying = setInterval(() => undefined, 3_600_000)
  const stop = async () => {
    clearInterval(staying)
    await sending.stop()
    await database.close()
    process.exit(0)
  }
  process.once('SIGINT', () => void stop())
  process.once('SIGTERM', () => void stop())
  print('The worker sends mails.')
}

start(process.argv.slice(2)).catch(giveUp)
