import { once } from 'node:events'
import { Server } from 'node:net'
import { setImmediate as turn, setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { stopTracing } from '../tracing/tracing'
import { unavailable } from './errors'

/** Those that take no new connections any more. */
const leaving = new WeakSet<Server>()

/** Requests that come on connections still open while the server closes are for another node. */
export function drain(app: FastifyInstance): void {
  let isStopping = false
  app.addHook('preClose', async () => {
    isStopping = true
  })
  app.addHook('onRequest', async () => {
    if (isStopping) throw unavailable('The server is stopping. Try again in a moment.')
  })
  // Kept alive, a connection would be waited for.
  app.addHook('onSend', async (_request, reply) => {
    if (isStopping || leaving.has(app.server)) reply.header('connection', 'close')
  })
}

/**
 * Takes no new connections, and answers what comes by those that are open, each of which ends with its next answer. A proxy
 * finds by it that this node is gone, and goes to another one; a connection that was closed under its request, or a 503 to
 * what changes something, it may not try elsewhere.
 */
async function leave({ server }: FastifyInstance, milliseconds: number): Promise<void> {
  if (!server.listening) return
  leaving.add(server)
  // Whoever has connected by now is taken.
  await turn()
  const left = once(server, 'close')
  // Without what closes idle connections at once.
  Server.prototype.close.call(server)
  await Promise.race([left, delay(milliseconds)])
}

export interface StoppingWork {
  jobs: { stop: () => Promise<void> }[]
  database: { close: () => Promise<void> }
}
export interface Stopping extends StoppingWork {
  app: FastifyInstance
  /** Whether a proxy in front keeps connections for whoever comes next. */
  isBehindProxy?: boolean
}

/** Milliseconds for a proxy to go elsewhere, and for requests in hand, jobs in hand, and the database to end. */
export const patience = { proxy: 2_500, requests: 3_500, jobs: 1_500, database: 2_000 }

/**
 * Stops taking requests, waits for those in hand, and lets go of the database; whoever takes too long is cut off. Ends
 * within 10 seconds, and answers whether everything came to its end.
 */
export async function stopServer(
  { app, jobs, database, isBehindProxy = false }: Stopping,
  limits = patience,
): Promise<boolean> {
  if (isBehindProxy) await leave(app, limits.proxy)
  const answered = await within(limits.requests, app.close())
  if (!answered) app.server.closeAllConnections()
  const ended = await stopWork({ jobs, database }, limits)
  return answered && ended
}

/** What {@link stopServer} does where nobody asks anything. */
export async function stopWork({ jobs, database }: StoppingWork, limits = patience): Promise<boolean> {
  const done = await within(limits.jobs, Promise.all(jobs.map((job) => job.stop())))
  const closed = await within(limits.database, Promise.all([database.close(), stopTracing()]))
  return done && closed
}

const within = (milliseconds: number, work: Promise<unknown>): Promise<boolean> =>
  Promise.race([
    work.then(
      () => true,
      () => false,
    ),
    delay(milliseconds, false),
  ])
