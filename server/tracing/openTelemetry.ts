import type { IncomingMessage } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import {
  type Attributes,
  type Context,
  context,
  defaultTextMapGetter,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { ExportResultCode, getNumberFromEnv, W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter as JsonExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { OTLPTraceExporter as ProtobufExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { shownAddress } from '../log'
import type { TracingSettings } from './settings'
import type { Facts, Traced, Tracer } from './tracer'

/** Milliseconds for what is left to be handed over at the end: less than a database is given to close. */
const patience = 1_500

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'CONNECT', 'TRACE'])

/** What hands spans to a collector, and traces what it is told of. */
export function openTelemetry(settings: TracingSettings, version: string, warn: (message: string) => void): Tracer {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  const exporter = settings.protocol === 'http/json' ? new JsonExporter() : new ProtobufExporter()
  const batches = {
    scheduledDelayMillis: getNumberFromEnv('OTEL_BSP_SCHEDULE_DELAY'),
    exportTimeoutMillis: getNumberFromEnv('OTEL_BSP_EXPORT_TIMEOUT'),
    maxQueueSize: getNumberFromEnv('OTEL_BSP_MAX_QUEUE_SIZE'),
    maxExportBatchSize: getNumberFromEnv('OTEL_BSP_MAX_EXPORT_BATCH_SIZE'),
  }
  const given = Object.fromEntries(Object.entries(batches).filter(([, value]) => value !== undefined && value > 0))
  const provider = new TracerProvider({
    sampler: samplerOf(settings.sampler),
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': 'offerdesk', 'service.version': version }))
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor({ exporter: toldOnce(exporter, warn), ...given })],
  })
  const spans = provider.getTracer('offerdesk', version)
  const propagator = new W3CTraceContextPropagator()
  const requests = new WeakMap<IncomingMessage, Context>()

  function begin(raw: IncomingMessage): Span {
    const parent = propagator.extract(ROOT_CONTEXT, raw.headers, defaultTextMapGetter)
    const method = raw.method ?? ''
    const attributes: Attributes = {
      'http.request.method': methods.has(method) ? method : '_OTHER',
      'url.path': shownAddress((raw.url ?? '').split('?')[0] ?? ''),
    }
    const span = spans.startSpan(nameOf(method), { kind: SpanKind.SERVER, attributes }, parent)
    requests.set(raw, trace.setSpan(parent, span))
    return span
  }

  const within = (request: FastifyRequest, work: () => void) =>
    context.with(requests.get(request.raw) ?? context.active(), work)

  function answered(request: FastifyRequest, { statusCode }: FastifyReply): void {
    // An address that can't be read is answered before anything of its request is written.
    const span = trace.getSpan(requests.get(request.raw) ?? ROOT_CONTEXT) ?? begin(request.raw)
    if (!span.isRecording()) return
    // Only the server's own patterns: an address may hold ids and tokens.
    const route = request.is404 ? undefined : request.routeOptions.url
    if (route !== undefined) span.updateName(`${nameOf(request.method)} ${route}`)
    span.setAttributes({
      ...(route === undefined ? {} : { 'http.route': route }),
      'http.response.status_code': statusCode,
      'url.scheme': request.protocol,
      'server.address': request.hostname,
      'client.address': request.ip,
      'network.protocol.version': request.raw.httpVersion,
    })
    if (statusCode >= 500) fail(span, String(statusCode))
    span.end()
  }

  function watch(app: FastifyInstance): void {
    // Before anything is written of a request, so that every line of the log tells its trace.
    app.setChildLoggerFactory((logger, bindings, options, raw) => {
      const { traceId, spanId } = begin(raw).spanContext()
      return logger.child({ ...bindings, trace_id: traceId, span_id: spanId }, options)
    })
    app.addHook('onRequest', (request, _reply, done) => within(request, done))
    // A body comes in past what the hook before has begun.
    app.addHook('preValidation', (request, _reply, done) => within(request, done))
    app.addHook('onSend', async (request, reply) => {
      // A stream lasts for as long as somebody listens.
      if (String(reply.getHeader('content-type')).startsWith('text/event-stream')) answered(request, reply)
    })
    app.addHook('onResponse', async (request, reply) => answered(request, reply))
  }

  function run<T>({ name, kind, facts = {} }: Traced, work: (note: (facts: Facts) => void) => T): T {
    if (kind === 'untold') return context.with(ROOT_CONTEXT, () => work(nothing))
    if (kind === 'call' && trace.getActiveSpan()?.isRecording() !== true) return work(nothing)
    const from = kind === 'job' ? ROOT_CONTEXT : context.active()
    const span = spans.startSpan(
      name,
      { kind: kind === 'job' ? SpanKind.INTERNAL : SpanKind.CLIENT, attributes: facts },
      from,
    )
    const note = (more: Facts) => {
      span.setAttributes(more)
      const status = Number(more['http.response.status_code'] ?? 0)
      if (status >= 400) fail(span, String(status))
    }
    const ended = (error?: { why: unknown }) => {
      if (error && !isRefusal(error.why)) fail(span, typeOf(error.why))
      span.end()
    }
    try {
      const result = context.with(trace.setSpan(from, span), () => work(note))
      if (result instanceof Promise) {
        // What comes of it is for whoever asked.
        result.then(
          () => ended(),
          (why: unknown) => ended({ why }),
        )
      } else ended()
      return result
    } catch (why) {
      ended({ why })
      throw why
    }
  }

  return {
    run,
    watch,
    answered,
    stop: () => Promise.race([provider.shutdown().catch(nothing), delay(patience, undefined, { ref: false })]),
  }
}

const nothing = () => undefined

const nameOf = (method: string) => (methods.has(method) ? method : 'HTTP')

function fail(span: Span, type: string): void {
  span.setAttribute('error.type', type)
  span.setStatus({ code: SpanStatusCode.ERROR })
}

/** A refusal is an answer: what was asked for is not there, or not allowed. */
const isRefusal = (why: unknown) => why instanceof Error && 'status' in why && Number(why.status) < 500

/** What kind of failure it is: a code, or the name of its class. Its message may hold values of rows. */
function typeOf(why: unknown): string {
  if (!(why instanceof Error)) return '_OTHER'
  if ('code' in why && /^\w{1,40}$/.test(String(why.code))) return String(why.code)
  return why.cause instanceof Error ? typeOf(why.cause) : why.name
}

function samplerOf({ name, ratio }: TracingSettings['sampler']): Sampler {
  const [, isByParent, own] = /^(parentbased_)?(.*)$/.exec(name) ?? []
  const root =
    own === 'always_on'
      ? new AlwaysOnSampler()
      : own === 'always_off'
        ? new AlwaysOffSampler()
        : new TraceIdRatioBasedSampler(ratio)
  return isByParent === undefined ? root : new ParentBasedSampler({ root })
}

/** Says that a collector takes nothing when that begins, and when it ends; what it does not take is let go. */
function toldOnce(exporter: SpanExporter, warn: (message: string) => void): SpanExporter {
  let isAway = false
  return {
    export: (spans, done) =>
      exporter.export(spans, ({ code, error }) => {
        const failed = code !== ExportResultCode.SUCCESS
        if (failed !== isAway) {
          const why = error?.message.split('\n')[0] || (error?.name ?? 'no answer')
          warn(
            failed
              ? `Traces are not taken by the collector (${why}); they are let go until it takes them`
              : 'Traces are taken by the collector again',
          )
        }
        isAway = failed
        done({ code: ExportResultCode.SUCCESS })
      }),
    forceFlush: async () => exporter.forceFlush?.(),
    shutdown: () => exporter.shutdown(),
  }
}
