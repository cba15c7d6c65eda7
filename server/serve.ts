import { resolve } from 'node:path'
import { buildApp } from './app'
import { answerBackups } from './backup/asking'
import { clearCopies } from './backup/copies'
import type { Config } from './config'
import type { Database } from './db/database'
import { demoLogins, demoPassword, demoPaymentTokens, seedDemo } from './db/demo'
import { notListening, tryListening } from './listening'
import { stopServer } from './http/stopping'
import { startJobs } from './jobs/jobs'
import { serializers, voiceOf } from './log'
import { startMetrics } from './metrics/startMetrics'
import { ownVersion, projectFile } from './files'
import { type Node, openNode } from './node'

/** Opens the database and serves the API and the app until a signal comes; `giveUp` is told when the database is lost. */
export async function serveUntilStopped(config: Config, giveUp: (reason: unknown) => void): Promise<void> {
  // A port in use is told before a database is made.
  await tryListening(config).catch((error: unknown) => {
    throw notListening(error, config)
  })
  await openNode(config, 'server', giveUp, async (node) => {
    const stop = await beginServing(config, node)
    let isStopping = false
    const stopOnce = async () => {
      if (isStopping) return
      isStopping = true
      await stop()
      process.exit(0)
    }
    process.once('SIGINT', () => void stopOnce())
    process.once('SIGTERM', () => void stopOnce())

    const { say } = voiceOf(config)
    say(`Offerdesk ${ownVersion()} runs at ${config.publicUrl}`)
    if (config.seed === 'demo') {
      say(`Sign in as ${demoLogins[0]} with the password ${demoPassword}`)
      say(`A payment page: ${config.publicUrl}/pay/${demoPaymentTokens.open}`)
    }
  })
}

/** Serves what a node has opened; what it returns stops that and lets go of the database. */
export async function beginServing(config: Config, { database, secrets, telling }: Node): Promise<() => Promise<void>> {
  const { say, warn } = voiceOf(config)
  if (config.seed === 'demo' && (await seedDemo(database, new Date()))) say('Demo data created.')
  let jobs: ReturnType<typeof startJobs> | undefined
  const metrics = await startMetrics(config, database)
  const app = await buildApp({
    database,
    config,
    version: ownVersion(),
    appRoot: projectFile('dist'),
    nudgeOutbox: () => jobs?.nudge(),
    secrets,
    metrics,
    logger: {
      level: config.logLevel,
      serializers,
    },
  })

  try {
    await app.listen({ port: config.port, host: config.host })
  } catch (error) {
    throw notListening(error, config)
  }
  if (config.isWorker) jobs = startJobs(config, database, secrets, warn)
  const backups = await letBackUp(config, database)

  return async () => {
    void backups?.close()
    const isBehindProxy = config.trustProxy !== false
    const ended = await stopServer({ app, jobs: [...(jobs ? [jobs] : []), telling], database, isBehindProxy })
    if (!ended) warn('Stopped before everything had ended.')
  }
}

/** Backups of the embedded database are made by its one server. */
async function letBackUp(config: Config, { alone }: Database) {
  if (alone === undefined) return undefined
  const dataDir = resolve(config.dataDir)
  await clearCopies(dataDir)
  return answerBackups(dataDir, alone, voiceOf(config).warn)
}
