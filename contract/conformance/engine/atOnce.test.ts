import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { expect, test } from 'vitest'
import { atOnce } from './atOnce'
import { Run } from './run'

test('AP-05 what is sent at once goes over connections that are open already', async () => {
  const open = new Set<Socket>()
  const openAtFirst: number[] = []
  const server = createServer((asked, answer) => {
    if (asked.url === '/race') openAtFirst.push(open.size)
    answer.setHeader('content-type', 'application/json').end('{}')
  }).on('connection', (socket) => open.add(socket))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const run = new Run({ baseUrl, level: 'core', token: 'token', readOnly: false, seed: 1 })
  const race = () => run.sender.http.send({ method: 'POST', path: '/race', headers: {} })
  for (const count of [2, 5]) {
    const answers = await atOnce(run, Array.from({ length: count }), race)
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    expect(openAtFirst.splice(0)[0]).toBe(count)
  }
  run.sender.http.close()
  await new Promise((done) => server.close(done))
})
