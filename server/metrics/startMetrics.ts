import type { Config } from '../config'
import type { Database } from '../db/database'
import { ownVersion } from '../files'
import type { Metrics } from './metrics'

/** Measures, and tells it where the settings say so; loads nothing of it where they do not. */
export async function startMetrics(config: Config, database: Database): Promise<Metrics | undefined> {
  const { metricsPort, metricsHost } = config
  if (metricsPort === undefined) return undefined
  const [{ createMetrics }, { serveMetrics }] = await Promise.all([import('./metrics'), import('./serveMetrics')])
  const metrics = createMetrics(database, ownVersion())
  await serveMetrics(metrics, { metricsPort, metricsHost })
  return metrics
}
