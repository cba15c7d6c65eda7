import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Config, InvalidConfig, readConfig } from '../config'

/**
 * The settings of a command that works on a database. Throws {@link InvalidConfig} where they name none and there is none
 * where it was called: it would make an empty one there, and say that all is well.
 */
export function settingsOfDatabase(
  env: Record<string, string | undefined> = process.env,
  isThere: (path: string) => boolean = existsSync,
): Config {
  const config = readConfig(env)
  const isNamed = config.databaseUrl !== undefined || Boolean(env['DATA_DIR'])
  if (!isNamed && !isThere(join(config.dataDir, 'postgres'))) {
    throw new InvalidConfig(
      `DATABASE_URL: no database is named, and ${config.dataDir} has none; load the settings of the server first, as by \`set -a; . /etc/offerdesk.env; set +a\`, or name a folder as DATA_DIR`,
    )
  }
  return config
}
