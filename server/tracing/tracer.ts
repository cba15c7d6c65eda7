import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** What is told of a span beside its name, by OpenTelemetry's own conventions; never a secret, a row or what somebody typed. */
export type Facts = Readonly<Record<string, string | number | boolean>>

/** Something that takes time. */
export interface Traced {
  /** Without ids, so that the same is called the same. */
  name: string
  /**
   * A `job` begins a trace of its own; a `call` of the database or of somebody else's server is told within something that
   * is under way, and not otherwise; what is `untold` begins anew without being told, as what only looks whether there is work.
   */
  kind: 'job' | 'call' | 'untold'
  facts?: Facts
}

/** What traces, where that is asked for. */
export interface Tracer {
  run: <T>(what: Traced, work: (note: (facts: Facts) => void) => T) => T
  watch: (app: FastifyInstance) => void
  answered: (request: FastifyRequest, reply: FastifyReply) => void
  /** Hands over what is still to be told. Ends within a moment. */
  stop: () => Promise<void>
}
