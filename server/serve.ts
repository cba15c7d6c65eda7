import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { buildApp } from './app'
import { type Config, InvalidConfig } from './config'
import { startReadingPhones } from './customers/readPhones'
import { type Database, openDatabase } from './db/database'
import { demoLogins, demoPassword, demoPaymentTokens, seedDemo } from './db/demo'
import { stopServer } from './http/stopping'
import { startSending } from './jobs/sending'
import { startSweeping } from './jobs/sweep'
import { serializers } from './log'
import { createDrivers } from './payments/drivers/drivers'
import { startPaymentJobs } from './payments/jobs'
import { createPaying } from './payments/paying'
import { openSecrets } from './secrets'

const fromRoot = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url))

const print = (text: string) => process.stdout.write(`${text}\n`)

/** Opens the database and serves the API and the app until a signal comes; `giveUp` is told when the database is lost. */
export async function serveUntilStopped(config: Config, giveUp: (reason: unknown) => void): Promise<void> {
  const { version } = JSON.parse(readFileSync(fromRoot('package.json'), 'utf8')) as { version: string }
  const { dataDir, databaseUrl } = config
  const database = await openDatabase({ dataDir, databaseUrl, log: print, onLost: giveUp })
  try {
    await serve(config, version, database)
  } catch (error) {
    await database.close()
    throw error
  }
}

async function serve(config: Config, version: string, database: Database) {
  const secrets = openSecrets(config)
  if (config.seed === 'demo' && (await seedDemo(database, new Date()))) print('Demo data created.')
  const outbox = config.isWorker ? startSending(config, database, secrets) : undefined
  const nudgeOutbox = () => outbox?.nudge()
  const app = await buildApp({
    database,
    config,
    version,
    appRoot: fromRoot('dist'),
    nudgeOutbox,
    secrets,
    logger: {
      level: process.env['LOG_LEVEL'] ?? (config.isProduction ? 'info' : 'warn'),
      serializers,
    },
  })

  try {
    await app.listen({ port: config.port, host: config.host })
  } catch (error) {
    await outbox?.stop()
    const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
    throw isTaken ? new InvalidConfig(`port ${config.port} is in use; set PORT to another one`) : error
  }
  const sweeping = startSweeping(database, print)
  const phones = startReadingPhones(database, print)
  const now = () => new Date()
  const paying = createPaying({
    database,
    secrets,
    publicUrl: config.publicUrl,
    drivers: createDrivers({ database, now, pause: delay }),
    now,
    log: print,
    nudgeOutbox,
  })
  const payments = startPaymentJobs({ database, paying, now, log: print })

  let isStopping = false
  const stop = async () => {
    if (isStopping) return
    isStopping = true
    const ended = await stopServer({ app, jobs: [...(outbox ? [outbox] : []), sweeping, phones, payments], database })
    if (!ended) print('Stopped before everything had ended.')
    process.exit(0)
  }
  process.once('SIGINT', () => void stop())
  process.once('SIGTERM', () => void stop())

  print(`Offerdesk ${version} runs at ${config.publicUrl}`)
  if (config.seed === 'demo') {
    print(`Sign in as ${demoLogins[0]} with the password ${demoPassword}`)
    print(`A payment page: ${config.publicUrl}/pay/${demoPaymentTokens.open}`)
  }
}
