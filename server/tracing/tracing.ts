import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { readTracing } from './settings'
import type { Facts, Traced, Tracer } from './tracer'

let tracer: Tracer | undefined

/** Does it as a span of its own where that is asked for; `note` tells more of it. */
export const traced = <T>(what: Traced, work: (note: (facts: Facts) => void) => T): T =>
  tracer === undefined ? work(() => undefined) : tracer.run(what, work)

/** Traces the requests of a server. */
export const traceRequests = (app: FastifyInstance): void => tracer?.watch(app)

/** Ends the span of a request that Fastify answers past its hooks. */
export const requestAnswered = (request: FastifyRequest, reply: FastifyReply): void => tracer?.answered(request, reply)

/** Traces from now on where the variables of OpenTelemetry ask for it; loads nothing of it where they do not. */
export async function startTracing(
  env: Readonly<Record<string, string | undefined>>,
  version: string,
  warn: (message: string) => void,
): Promise<void> {
  const settings = readTracing(env)
  settings.said.forEach(warn)
  if (!settings.isOn) return
  const { openTelemetry } = await import('./openTelemetry')
  tracer = openTelemetry(settings, version, warn)
}

/** Hands over what is still to be told, and traces no more. */
export async function stopTracing(): Promise<void> {
  const ending = tracer
  tracer = undefined
  await ending?.stop()
}
