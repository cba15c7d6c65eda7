import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { buildApp } from './app'
import { InvalidConfig, readConfig } from './config'
import { type Database, openDatabase } from './db/database'
import { demoLogins, demoPassword, demoPaymentTokens, seedDemo } from './db/demo'
import { forgetOldSignIns } from './auth/signIn'
import { forgetOldKeys } from './http/idempotency'
import { forgetOldCounters } from './http/rateLimit'
import { startOutboxWorker } from './jobs/outbox'
import { serializers } from './log'
import { createMailTransport } from './mail/transport'

const fromRoot = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url))

const print = (text: string) => process.stdout.write(`${text}\n`)

/** Whatever keeps the server from running is told in one line. */
function giveUp(reason: unknown): never {
  process.stderr.write(`offerdesk: ${(reason instanceof Error ? reason.message : String(reason)).split('\n')[0]}\n`)
  process.exit(2)
}

async function start() {
  const config = readConfig(process.env)
  const { version } = JSON.parse(readFileSync(fromRoot('package.json'), 'utf8')) as { version: string }
  const database = await openDatabase({ dataDir: config.dataDir, databaseUrl: config.databaseUrl, log: print })
  try {
    await serve(config, version, database)
  } catch (error) {
    await database.close()
    throw error
  }
}

async function serve(config: ReturnType<typeof readConfig>, version: string, database: Database) {
  if (config.seed === 'demo' && (await seedDemo(database, new Date()))) print('Demo data created.')
  const outbox = startOutboxWorker({
    database,
    sendMail: createMailTransport({
      smtpUrl: config.smtpUrl,
      sender: 'Offerdesk <no-reply@offerdesk.example>',
      mayShowText: !config.isProduction,
      announce: print,
    }),
    forgetDelivered: config.smtpUrl !== undefined,
    log: print,
  })
  const app = await buildApp({
    database,
    config,
    version,
    appRoot: fromRoot('dist'),
    nudgeOutbox: outbox.nudge,
    logger: {
      level: process.env['LOG_LEVEL'] ?? (config.isProduction ? 'info' : 'warn'),
      serializers,
    },
  })
  const clean = () =>
    Promise.all([forgetOldCounters, forgetOldKeys, forgetOldSignIns].map((forget) => forget(database, new Date())))
  const cleaning = setInterval(() => void clean().catch(() => undefined), 3_600_000)
  cleaning.unref()

  let isStopping = false
  const stop = async () => {
    if (isStopping) return
    isStopping = true
    clearInterval(cleaning)
    await app.close()
    await outbox.stop()
    await database.close()
    process.exit(0)
  }
  process.once('SIGINT', () => void stop())
  process.once('SIGTERM', () => void stop())

  try {
    await app.listen({ port: config.port, host: config.host })
  } catch (error) {
    await outbox.stop()
    const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
    throw isTaken ? new InvalidConfig(`port ${config.port} is in use; set PORT to another one`) : error
  }
  print(`Offerdesk ${version} runs at ${config.publicUrl}`)
  if (config.seed === 'demo') {
    print(`Sign in as ${demoLogins[0]} with the password ${demoPassword}`)
    print(`A payment page: ${config.publicUrl}/pay/${demoPaymentTokens.open}`)
  }
}

start().catch(giveUp)
