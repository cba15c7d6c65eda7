import { type Config, InvalidConfig, misspelt, readConfig } from '../config'
import { mostSecondsBehind } from '../db/standby'
import { ownVersion, projectFile } from '../files'
import { readTracing } from '../tracing/settings'
import { buildFindings } from './build'
import { databaseFindings } from './database'
import { type Finding, fine, wrong } from './finding'
import { folderFindings, keyFindings } from './folder'
import { mailFindings } from './mail'
import { portFindings } from './port'
import { proxyFindings } from './proxy'

/** Where it is looked, for what a test sets otherwise. */
export interface Surroundings {
  env: Record<string, string | undefined>
  /** Milliseconds since 1970, by the clock of this machine. */
  now: () => number
  /** The folder of the whole product. */
  root: string
  /** Seconds by which a standby may be behind. */
  mostBehind: number
}

/** Looks at everything that a server needs, and changes nothing of it. */
export async function* examine(given: Partial<Surroundings> = {}): AsyncGenerator<Finding> {
  const { env = process.env, now = Date.now, root = projectFile('.'), mostBehind = mostSecondsBehind } = given
  const config = configOf(env)
  if (typeof config === 'string') return yield wrong(config)
  yield* settingFindings(config, env)
  yield* buildFindings(root)
  const hasKey = yield* keyFindings(config)
  yield* folderFindings(config)
  const serving = yield* portFindings(config)
  yield* databaseFindings(config, { now, hasKey, isServing: serving !== undefined, mostBehind })
  // One of another release knows nothing of what is asked.
  if (hasKey && serving === ownVersion()) yield* proxyFindings(config)
  else yield fine('PUBLIC_URL is asked once the server runs')
  yield* mailFindings(config)
}

function configOf(env: Surroundings['env']): Config | string {
  try {
    return readConfig(env)
  } catch (error) {
    if (error instanceof InvalidConfig) return error.message
    throw error
  }
}

function* settingFindings(config: Config, env: Surroundings['env']): Generator<Finding> {
  const wrongs = [...misspelt(env), ...readTracing(env).said, ...(config.isProduction ? wrongInProduction(config) : [])]
  if (wrongs.length === 0) yield fine('The settings can be read')
  for (const text of wrongs) yield wrong(text)
}

/** What a server for customers is not set up without. */
function wrongInProduction({ publicUrl, trustProxy, seed }: Config): string[] {
  const isTls = publicUrl.startsWith('https:')
  return [
    ...(isTls
      ? []
      : [`PUBLIC_URL is ${publicUrl}: set it to the https address that people and customers open Offerdesk at`]),
    // It speaks no TLS itself, so that somebody else does.
    ...(isTls && trustProxy === false
      ? [
          'TRUST_PROXY is not set: set it to the address of the proxy in front, such as loopback, or all requests seem to come from it',
        ]
      : []),
    ...(seed === 'demo' ? ['SEED is demo, whose passwords everybody knows: leave it out'] : []),
  ]
}
