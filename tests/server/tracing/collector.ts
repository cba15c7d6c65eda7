import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A span as a collector is told of it. */
export interface TakenSpan {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  /** 1 within a process, 2 of a server, 3 of a client. */
  kind: number
  status: { code?: number }
  facts: Record<string, unknown>
}

interface Told {
  resourceSpans: {
    resource: { attributes: Pair[] }
    scopeSpans: { spans: (Omit<TakenSpan, 'facts'> & { attributes: Pair[] })[] }[]
  }[]
}
interface Pair {
  key: string
  value: Record<string, unknown>
}

const factsOf = (pairs: readonly Pair[]) =>
  Object.fromEntries(
    pairs.map(({ key, value }) => {
      const [said] = Object.values(value)
      return [key, 'intValue' in value ? Number(said) : said]
    }),
  )

/** A collector that takes OTLP by HTTP as JSON, or does with it what it is told. */
export async function startCollector(answer?: (request: IncomingMessage, response: ServerResponse) => void) {
  const spans: TakenSpan[] = []
  let resource: Record<string, unknown> = {}
  let text = ''
  let asked = 0
  const server = createServer(async (request, response) => {
    asked += 1
    if (answer) return answer(request, response)
    let body = ''
    for await (const chunk of request) body += String(chunk)
    text += body
    for (const one of (JSON.parse(body) as Told).resourceSpans) {
      resource = factsOf(one.resource.attributes)
      for (const { attributes, ...span } of one.scopeSpans.flatMap((scope) => scope.spans)) {
        spans.push({ ...span, facts: factsOf(attributes) })
      }
    }
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    spans,
    resource: () => resource,
    /** All that it was told, as it came. */
    text: () => text,
    asked: () => asked,
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
