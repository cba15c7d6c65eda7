import type { Config } from '../config'
import { actingAsJob } from '../db/acting'
import { type Database, openDatabase } from '../db/database'
import { giveUp } from '../giveUp'
import { settingsOfDatabase } from './settings'

/** Does something with the database of the settings, put down in the audit to whoever runs the server. */
export async function withDatabase<T>(work: (database: Database, config: Config) => Promise<T>): Promise<T> {
  const config = settingsOfDatabase()
  const { dataDir, databaseUrl, directUrl } = config
  const database = await openDatabase({ dataDir, databaseUrl, directUrl, onLost: giveUp })
  try {
    return await actingAsJob('runCommand', () => work(database, config))
  } finally {
    await database.close()
  }
}
