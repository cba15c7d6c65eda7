import { type Config, misspelt } from './config'
import { type Database, openDatabase } from './db/database'
import { ownVersion } from './files'
import { refuseMissingKey } from './health/nodes'
import { startTelling } from './jobs/telling'
import { loadLateCode } from './lateCode'
import { speakInLines, voiceOf } from './log'
import { sendMailsFrom } from './mail/sender'
import { refuseStrangeKey } from './sealed'
import { openSecrets, type Secrets } from './secrets'
import { startTracing } from './tracing/tracing'

/** What a server and a worker work with. */
export interface Node {
  database: Database
  secrets: Secrets
  /** Says which keys this process knows, until it is stopped. */
  telling: { stop: () => Promise<void> }
}

/**
 * Opens what a server or a worker works with, whose keys open what is sealed, and lets go of it where it can't begin;
 * `giveUp` is told when the database is lost.
 */
export async function openNode(
  config: Config,
  kind: 'server' | 'worker',
  giveUp: (reason: unknown) => void,
  begin: (node: Node) => Promise<void>,
): Promise<void> {
  speakInLines(config)
  const { warn } = voiceOf(config)
  misspelt(process.env).forEach(warn)
  sendMailsFrom(config.mailFrom)
  await startTracing(process.env, ownVersion(), warn)
  const { dataDir, databaseUrl, directUrl, readUrl, connections, port } = config
  // A wrong setting is told before anything is asked of others; a file is made beside the embedded database once that is there.
  const given = config.secretKey === undefined ? undefined : openSecrets(config)
  // Reports are read by those who serve them.
  const asked = kind === 'server' ? { readUrl } : {}
  const of = { dataDir, databaseUrl, directUrl, connections, ...asked }
  const database = await openDatabase({ ...of, log: warn, onLost: giveUp })
  let telling: Node['telling'] | undefined
  try {
    const secrets = given ?? openSecrets(config)
    telling = await startTelling(database, { kind, port: kind === 'server' ? port : undefined }, secrets, warn)
    await refuseMissingKey(database, secrets, config)
    await refuseStrangeKey(database, secrets, config)
    await begin({ database, secrets, telling })
    loadLateCode(warn)
  } catch (error) {
    await telling?.stop().catch(() => undefined)
    await database.close()
    throw error
  }
}
