import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { expect, test } from 'vitest'
import { createHttp } from './http'

test('AP-05 a request is answered although every idle connection was closed just as it was sent', async () => {
  const used = new WeakSet<Socket>()
  const server = createServer((asked, answer) => {
    // As a server does that gives up connections which were idle.
    if (used.has(asked.socket)) return void asked.socket.destroy()
    used.add(asked.socket)
    answer.end('{}')
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const http = createHttp(new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`), 5_000)
  const get = () => http.send({ method: 'GET', path: '/', headers: {} })
  // As many connections are kept as were needed at once.
  await Promise.all([get(), get(), get()])
  for (let once = 0; once < 3; once += 1) expect((await get()).status).toBe(200)
  http.close()
  await new Promise((done) => server.close(done))
})
