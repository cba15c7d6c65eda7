import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { actingAsJob } from '../db/acting'
import type { Database } from '../db/database'
import { inTime } from '../inTime'
import { type Queues, readQueues } from './queues'
import { type Reading, Registry } from './registry'

export interface Metrics {
  /** Counts and times the requests of a server from now on. */
  watch: (app: FastifyInstance) => void
  /** Tells how many streams of events are open. */
  countStreams: (count: () => number) => void
  /** All of it, in Prometheus' text format. */
  text: () => Promise<string>
}

const seconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const secondsForDatabase = 3
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** What is measured of this process, and what the database knows of the work that waits. */
export function createMetrics(database: Pick<Database, 'system' | 'load'>, version: string): Metrics {
  const registry = new Registry()
  registry.gauge('offerdesk_info', 'Which version this is.', () => [[{ version }, 1]])
  const requests = registry.counter('offerdesk_http_requests_total', 'Requests that were answered.')
  const durations = registry.histogram('offerdesk_http_request_seconds', 'Seconds until the answer was sent.', seconds)
  ofPool(registry, database)
  let queues: Queues | undefined
  ofQueues(registry, () => queues)
  ofProcess(registry)

  function note(request: FastifyRequest, reply: FastifyReply): void {
    const route = routeOf(request)
    const method = methods.has(request.method) ? request.method : 'other'
    requests({ route, method, status: `${Math.floor(reply.statusCode / 100)}xx` })
    // A stream lasts for as long as somebody listens.
    if (route !== '/api/v1/events') durations({ route, method }, reply.elapsedTime / 1_000)
  }

  let reading: Promise<void> | undefined
  async function read(): Promise<void> {
    const asked = actingAsJob('measure', () => readQueues(database))
    queues = await inTime(asked, secondsForDatabase * 1_000).catch(() => undefined)
  }

  return {
    watch: (app) => {
      app.addHook('onResponse', async (request, reply) => note(request, reply))
    },
    countStreams: (count) => registry.gauge('offerdesk_event_streams', 'Streams of events that are open.', count),
    text: async () => {
      // Whoever asks at the same time is told the same.
      reading ??= read().finally(() => (reading = undefined))
      await reading
      return registry.text()
    },
  }
}

/** The pattern of a call, as an address may hold ids and tokens; whatever is not the API is one of two. */
function routeOf({ routeOptions: { url } }: FastifyRequest): string {
  if (url === undefined) return 'none'
  if (url.startsWith('/api/')) return url
  return url.startsWith('/assets/') ? '/assets/*' : '/*'
}

function ofPool(registry: Registry, { load }: Pick<Database, 'load'>): void {
  registry.gauge('offerdesk_pool_connections', 'Connections to the database.', () => {
    const { inUse, idle, most } = load()
    return [
      [{ state: 'in_use' }, inUse],
      [{ state: 'idle' }, idle],
      [{ state: 'most' }, most],
    ]
  })
  registry.gauge('offerdesk_pool_waiting', 'Transactions that wait for a connection now.', () => load().waiting)
  const count = (name: string, help: string, read: () => number) => registry.gauge(name, help, read, 'counter')
  count('offerdesk_pool_waits_total', 'Transactions that had to wait for a connection.', () => load().waits)
  count('offerdesk_pool_wait_seconds_total', 'Seconds that they have waited.', () => load().waitedSeconds)
  count(
    'offerdesk_lock_timeouts_total',
    'Statements given up as others held a lock too long.',
    () => load().lockTimeouts,
  )
  count(
    'offerdesk_statement_timeouts_total',
    'Statements given up as they took too long.',
    () => load().statementTimeouts,
  )
  count(
    'offerdesk_transaction_retries_total',
    'Transactions run again, as the database asked for it.',
    () => load().retries,
  )
}

function ofQueues(registry: Registry, known: () => Queues | undefined): void {
  registry.gauge('offerdesk_database_up', 'Whether the database has told what follows.', () => (known() ? 1 : 0))
  const ofBoth = (name: string, help: string, of: 'length' | 'age' | 'dead') =>
    registry.gauge(name, help, (): Reading | undefined => {
      const queues = known()
      return queues && (['mails', 'webhooks'] as const).map((queue) => [{ queue }, queues[queue][of] ?? 0] as const)
    })
  ofBoth('offerdesk_queue_length', 'Mails and messages that wait to be sent, now or at a later try.', 'length')
  ofBoth('offerdesk_queue_age_seconds', 'Seconds for which the oldest one that is due has waited.', 'age')
  ofBoth('offerdesk_dead', 'Mails and messages that were given up.', 'dead')
  registry.gauge('offerdesk_lock_waits', 'Sessions of the database that wait for a lock now.', () => known()?.lockWaits)
  registry.gauge(
    'offerdesk_worker_heartbeat_age_seconds',
    'Seconds since a worker was last there; +Inf where none ever was.',
    () => {
      const queues = known()
      return queues && (queues.workerAge ?? Infinity)
    },
  )
}

function ofProcess(registry: Registry): void {
  registry.gauge('process_resident_memory_bytes', 'Memory of this process.', () => process.memoryUsage.rss())
  registry.gauge('nodejs_heap_used_bytes', 'Memory of its objects.', () => process.memoryUsage().heapUsed)
  const cpu = () => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1e6
  }
  registry.gauge('process_cpu_seconds_total', 'Seconds of processors that it has used.', cpu, 'counter')
  const begun = Date.now() / 1_000 - process.uptime()
  registry.gauge('process_start_time_seconds', 'When it began.', () => begun)
  const lag = monitorEventLoopDelay({ resolution: 10 })
  lag.enable()
  registry.gauge('nodejs_eventloop_lag_seconds', 'How late it does what is due, since it was last asked.', () => {
    const [p50, p99, max] = [lag.percentile(50), lag.percentile(99), lag.max].map((late) => late / 1e9)
    lag.reset()
    return [
      [{ quantile: '0.5' }, p50 ?? 0],
      [{ quantile: '0.99' }, p99 ?? 0],
      [{ quantile: '1' }, max ?? 0],
    ]
  })
}
