import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A message as a receiver of a test was told it. */
export interface TakenMessage {
  path: string
  headers: IncomingHttpHeaders
  body: string
}

/** A receiver of webhooks, which keeps what it is told and answers as a test says; with 204 unless it does. */
export class WebhookReceiver {
  readonly taken: TakenMessage[] = []
  answer: (response: ServerResponse, message: TakenMessage) => void = (response) => response.writeHead(204).end()
  readonly #server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8')
    request.on('data', (chunk: string) => (body += chunk))
    request.on('end', () => {
      const message = { path: request.url ?? '', headers: request.headers, body }
      this.taken.push(message)
      this.answer(response, message)
    })
  })

  static async open(): Promise<WebhookReceiver> {
    const receiver = new WebhookReceiver()
    receiver.#server.listen(0, '127.0.0.1')
    await once(receiver.#server, 'listening')
    return receiver
  }

  get port(): number {
    // Of a server that listens on a port.
    return (this.#server.address() as AddressInfo).port
  }

  address(path: string): string {
    return `http://127.0.0.1:${this.port}${path}`
  }

  /** What was told at a path. */
  at(path: string): TakenMessage[] {
    return this.taken.filter((message) => message.path === path)
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    this.#server.close()
    await once(this.#server, 'close')
  }
}
