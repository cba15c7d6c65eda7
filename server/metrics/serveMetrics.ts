import { once } from 'node:events'
import { createServer } from 'node:http'
import { notListening } from '../listening'
import type { Metrics } from './metrics'

/** Answers `GET /metrics` on a port of its own, which is not for everybody. Throws InvalidConfig. */
export async function serveMetrics(
  { text }: Pick<Metrics, 'text'>,
  { metricsPort, metricsHost }: { metricsPort: number; metricsHost: string },
) {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url?.split('?')[0] !== '/metrics') {
      response.writeHead(404, { 'content-type': 'text/plain; charset=utf-8' }).end('There is only GET /metrics here\n')
      return
    }
    text().then(
      (written) => response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }).end(written),
      () => response.writeHead(500).end(),
    )
  })
  server.listen(metricsPort, metricsHost)
  try {
    await once(server, 'listening')
  } catch (error) {
    const place = { host: metricsHost, port: metricsPort }
    throw notListening(error, place, { port: 'METRICS_PORT', host: 'METRICS_HOST' })
  }
  // Nothing waits for whoever asks.
  server.unref()
  return server
}
