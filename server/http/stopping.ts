import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { unavailable } from './errors'

/** Requests that come on connections still open while the server stops are for another node. */
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
    if (isStopping) reply.header('connection', 'close')
  })
}

export interface StoppingWork {
  jobs: { stop: () => Promise<void> }[]
  database: { close: () => Promise<void> }
}
export interface Stopping extends StoppingWork {
  app: FastifyInstance
}

/** Milliseconds for requests in hand, jobs in hand, and the database to end. */
export const patience = { requests: 6_000, jobs: 1_500, database: 2_000 }

/**
 * Stops taking requests, waits for those in hand, and lets go of the database; whoever takes too long is cut off. Ends
 * within 10 seconds, and answers whether everything came to its end.
 */
export async function stopServer({ app, jobs, database }: Stopping, limits = patience): Promise<boolean> {
  const answered = await within(limits.requests, app.close())
  if (!answered) app.server.closeAllConnections()
  const ended = await stopWork({ jobs, database }, limits)
  return answered && ended
}

/** What {@link stopServer} does where nobody asks anything. */
export async function stopWork({ jobs, database }: StoppingWork, limits = patience): Promise<boolean> {
  const done = await within(limits.jobs, Promise.all(jobs.map((job) => job.stop())))
  const closed = await within(limits.database, database.close())
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
