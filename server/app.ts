import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import Fastify, { type FastifyInstance, type FastifyRequest, type FastifyServerOptions } from 'fastify'
import { createPresence } from './auth/presence'
import { authenticate, type Caller } from './auth/sessions'
import { authenticateTelephone } from './auth/telephone'
import type { Config } from './config'
import { demoVisitor } from './db/demo'
import type { Database } from './db/database'
import { createChangeFeed } from './events/changeFeed'
import { createLongReads } from './longReads'
import { createReadiness } from './health/readiness'
import { mountContract, unbuffered } from './http/contract'
import { serveDocs } from './http/docs'
import { answerError, answerExpectation, answerUnreadable, unavailable } from './http/errors'
import { answerProbes } from './http/probe'
import { createRateLimiter } from './http/rateLimit'
import { secure } from './http/security'
import { inlineHashes } from './http/inlineHashes'
import { asksForPage, isPaymentPage, serveApp } from './http/static'
import { drain } from './http/stopping'
import { takeWebhooks } from './http/webhooks'
import type { Metrics } from './metrics/metrics'
import { createDrivers } from './payments/drivers/drivers'
import { createPaying, type PayingOptions } from './payments/paying'
import { createHandlers } from './routes/handlers'
import { passingSecrets, type Secrets } from './secrets'
import { requestAnswered, traceRequests } from './tracing/tracing'

export interface AppOptions {
  database: Database
  config: Config
  version: string
  /** The folder of the built app. */
  appRoot: string
  now?: () => Date
  /** Lets so many milliseconds go by. */
  pause?: (milliseconds: number) => Promise<void>
  nudgeOutbox?: () => void
  /** What speaks with gateways; with the real ones unless given. */
  drivers?: PayingOptions['drivers']
  /** Sealed for this run alone unless given. */
  secrets?: Secrets
  logger?: FastifyServerOptions['logger']
  /** What measures requests and streams; nothing is measured without. */
  metrics?: Pick<Metrics, 'watch' | 'countStreams'> | undefined
  /** How long a request may take to come in. */
  arrival?: typeof arrival
  /** Tells who asks; by the session's token unless given. */
  whoAsks?: (request: FastifyRequest) => Promise<Caller>
}

const mebibyte = 1024 * 1024

/**
 * Milliseconds until the head of a request has to be in, and all of it; and between two looks for those that are late.
 * Node ends them at the later of the first two should the head be given more time than the whole.
 */
const arrival = { head: 15_000, whole: 30_000, look: 2_000 }

const noSchemas = (): never => {
  throw new Error('a route has a schema of its own, past the contract')
}

/** What a proxy in front calls the request, by which its lines and ours are found together; it stands in the log as it is. */
const idGiven = (given: string | string[] | undefined): string | undefined =>
  typeof given === 'string' && /^[\w.-]{1,64}$/.test(given) ? given : undefined

/** The whole server, not yet listening. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { database, config, version, appRoot, nudgeOutbox = () => {}, logger = false } = options
  const { now = () => new Date(), pause = delay, secrets = passingSecrets(), arrival: within = arrival } = options
  const app = Fastify({
    logger,
    bodyLimit: mebibyte,
    // Slow ones can't hold connections for long.
    requestTimeout: within.whole,
    http: { headersTimeout: within.head, connectionsCheckingInterval: within.look },
    connectionTimeout: 60_000,
    forceCloseConnections: 'idle',
    trustProxy: config.trustProxy,
    // Answered by `drain` instead, with the one error body.
    return503OnClosing: false,
    clientErrorHandler: answerUnreadable,
    genReqId: ({ headers }) => idGiven(headers['x-request-id']) ?? randomUUID(),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 1_000 },
    // What comes is looked at by the contract's schemas, so that the compilers of Fastify's own are not even loaded.
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    // An address that can't be decoded never comes to the error handler.
    frameworkErrors: (error, request, reply) => {
      // A customer with a link that was cut in two reads the page of links that open nothing.
      if (asksForPage(request) && isPaymentPage(request.url)) reply.redirect('/pay/-')
      else void answerError(error, request, reply)
      requestAnswered(request, reply)
    },
  })
  app.setErrorHandler(answerError)
  app.server.on('checkExpectation', answerExpectation)
  traceRequests(app)
  options.metrics?.watch(app)
  drain(app)
  app.removeContentTypeParser('text/plain')
  // A client that calls everything JSON does so of a deletion, too, which has no body.
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) =>
    body === '' ? done(null) : parse(request, body, done),
  )
  await secure(app, { ...config, inline: inlineHashes(appRoot) })

  app.addHook('onSend', async (request, reply) => {
    if (!request.url.startsWith('/assets/')) reply.header('x-request-id', request.id)
    if (request.url.startsWith('/api/') && !reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
  })

  answerProbes(app, secrets, unbuffered)

  app.get('/api/health', async () => {
    try {
      await database.ping()
    } catch {
      throw unavailable('The database does not answer')
    }
    return { status: 'ok', version }
  })

  const readiness = createReadiness(database, secrets, { now, log: (message) => app.log.warn(message) })
  app.get('/api/ready', async (_request, reply) => {
    const { isReady, checks } = await readiness()
    const status = isReady ? 'ready' : 'not_ready'
    return reply.code(isReady ? 200 : 503).send({
      status,
      version,
      checks: checks.map(({ name, isOk, message }) => ({ name, status: isOk ? 'ok' : 'failed', message })),
    })
  })

  const changeFeed = createChangeFeed(database, now)
  options.metrics?.countStreams(changeFeed.count)
  app.addHook('preClose', async () => changeFeed.close())
  const limiter = createRateLimiter(database, now)
  const log = (message: string) => app.log.error(message)
  const paying = createPaying({
    database,
    secrets,
    publicUrl: config.publicUrl,
    drivers: options.drivers ?? createDrivers({ database, now, pause, stripeUrl: config.stripeUrl }),
    now,
    log,
    nudgeOutbox,
  })
  const presence = createPresence(database, now, log)
  app.addHook('onClose', () => presence.close())
  await takeWebhooks(app, { database, paying, now, log })
  const readLong = createLongReads()
  const services = { database, config, limiter, readLong, changeFeed, secrets, paying, now, pause, nudgeOutbox }
  mountContract(app, createHandlers(services), {
    database,
    now,
    authenticate: options.whoAsks ?? ((request) => authenticate(database, request)),
    authenticateTelephone: (request) => authenticateTelephone(database, limiter, request),
    notePresence: presence.note,
    validateAnswers: config.validateAnswers,
    isOverloaded: () => database.isOverloaded(),
    pause,
  })
  serveDocs(app)
  await serveApp(app, {
    root: appRoot,
    runtimeConfig: {
      apiHost: config.apiHost,
      extensions: config.apiHost === '',
      inspectorUrl: config.inspectorUrl,
      signUp: config.signUp,
      // In production nobody is let in without knowing a password.
      ...(config.seed === 'demo' && !config.isProduction && config.apiHost === '' ? { demo: demoVisitor } : {}),
    },
  })
  return app
}
