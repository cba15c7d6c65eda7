import { once } from 'node:events'
import { createServer } from 'node:http'
import { InvalidConfig } from '../config'
import type { Metrics } from './metrics'

/** Answers `GET /metrics` on a port of its own, which is not for everybody. Throws {@link InvalidConfig}. */
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
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'EADDRINUSE') throw new InvalidConfig(`METRICS_PORT: port ${metricsPort} is in use; set another one`)
    if (code === 'EADDRNOTAVAIL') throw new InvalidConfig(`METRICS_HOST: ${metricsHost} is no address of this machine`)
    throw error
  }
  // Nothing waits for whoever asks.
  server.unref()
  return server
}
