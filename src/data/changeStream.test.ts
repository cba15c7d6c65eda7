import { afterEach, expect, test, vi } from 'vitest'
import { eventsOf, listenToChanges, type StreamEvent } from './changeStream'
import { workerSilence } from './workerSilence'

/** A connection of its own, as in a browser without locks. */
vi.stubGlobal('navigator', {})
const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

interface Connection {
  path: string
  headers: Record<string, string>
  signal: AbortSignal
  send: (text: string) => void
  end: () => void
}

/** Listens to a server that answers with this status, and then with what it is made to send. */
function listen(organizationId: string, status = 200) {
  const heard: StreamEvent[] = []
  const connections: Connection[] = []
  const request = async (path: string, headers: Record<string, string>, signal: AbortSignal) => {
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
    const writer = writable.getWriter()
    signal.addEventListener('abort', () => void writer.abort().catch(() => undefined))
    connections.push({
      path,
      headers,
      signal,
      send: (text) => void writer.write(new TextEncoder().encode(text)).catch(() => undefined),
      end: () => void writer.close(),
    })
    return new Response(status === 200 ? readable : null, { status })
  }
  const stop = listenToChanges({ organizationId, host: '', request }, (event) => heard.push(event))
  stops.push(stop)
  return { heard, connections, stop }
}

const change = { resource: 'offers', id: 'off_1', version: 4, kind: 'updated' }

test('LV-01 what the server sends is said to the feed, however it is cut into pieces', async () => {
  const { heard, connections } = listen('org_pieces')
  await expect.poll(() => connections.length).toBe(1)
  const [connection] = connections
  expect([connection?.path, connection?.headers]).toEqual([
    '/api/v1/events?organizationId=org_pieces&together=true',
    {},
  ])
  const text = `event: ready\nid: 7-1\ndata: {}\n\nevent: change\nid: 8-1\ndata: ${JSON.stringify(change)}\n\nevent: later\ndata: {}\n\nevent: resync\ndata: {}\n\n`
  for (const character of text) connection?.send(character)
  await expect.poll(() => heard.length).toBe(3)
  expect(heard).toEqual([
    { type: 'stream.open', isResumed: false },
    { type: 'stream.change', changes: [change] },
    { type: 'stream.resync' },
  ])
})

test('LV-01 the next stream goes on where the last one ended', async () => {
  const first = listen('org_resume')
  await expect.poll(() => first.connections.length).toBe(1)
  first.connections[0]?.send('event: ready\nid: 7-1\ndata: {}\n\nevent: beat\nid: 9-2\ndata: {}\n\n')
  await expect.poll(() => first.heard).toEqual([{ type: 'stream.open', isResumed: false }])
  first.connections[0]?.end()
  await expect.poll(() => first.heard.at(-1)).toEqual({ type: 'stream.lost' })
  first.stop()
  const second = listen('org_resume')
  await expect.poll(() => second.connections[0]?.headers).toEqual({ 'last-event-id': '9-2' })
  second.connections[0]?.send('event: ready\nid: 9-3\ndata: {}\n\n')
  await expect.poll(() => second.heard).toEqual([{ type: 'stream.open', isResumed: true }])
})

test.each([
  ['signed_out', 'stream.ended'],
  ['stopping', 'stream.lost'],
  ['later', 'stream.lost'],
])('LV-01 SE-03 a stream that the server ends with %s is said as %s', async (reason, type) => {
  const { heard, connections } = listen(`org_${reason}`)
  await expect.poll(() => connections.length).toBe(1)
  connections[0]?.send(`event: end\ndata: {"reason":"${reason}"}\n\n`)
  await expect.poll(() => heard).toEqual([{ type }])
})

test.each([
  [404, 'stream.unavailable'],
  [501, 'stream.unavailable'],
  [401, 'stream.lost'],
  [429, 'stream.lost'],
  [502, 'stream.lost'],
])('LV-01 GE-11 an answer with status %i is said as %s', async (status, type) => {
  const { heard } = listen(`org_${status}`, status)
  await expect.poll(() => heard).toEqual([{ type }])
})

test('LV-01 whoever stops listening cuts the connection and hears nothing more', async () => {
  const { heard, connections, stop } = listen('org_stop')
  await expect.poll(() => connections.length).toBe(1)
  connections[0]?.send('event: ready\nid: 7-1\ndata: {}\n\n')
  await expect.poll(() => heard.length).toBe(1)
  stop()
  expect(connections[0]?.signal.aborted).toBe(true)
  await new Promise((resolve) => setImmediate(resolve))
  expect(heard).toHaveLength(1)
})

test('LV-01 events of a stream with other line ends are read alike', async () => {
  const bytes = new TextEncoder().encode('event: change\r\nid: 1-1\r\ndata: {"a":1}\r\n\r\nnonsense\r\n\r\n')
  const events = []
  for await (const event of eventsOf(new Response(bytes).body!)) events.push(event)
  expect(events[0]).toEqual({ event: 'change', id: '1-1', data: { a: 1 } })
})

test('LV-01 that nobody sends mails is kept for its organization until the stream says otherwise or begins anew', async () => {
  const { heard, connections } = listen('org_silent')
  await expect.poll(() => connections.length).toBe(1)
  const drawn = vi.fn()
  stops.push(workerSilence.follow(drawn))
  const say = (text: string) => connections[0]?.send(`event: ${text}\n\n`)
  const silence = () => workerSilence.of('org_silent')
  say('worker\ndata: {"since":"2026-11-24T14:02:00.000Z"}')
  await expect.poll(silence).toEqual({ since: '2026-11-24T14:02:00.000Z' })
  const first = silence()
  say('worker\ndata: {"since":"2026-11-24T14:02:00.000Z"}')
  say('resync\ndata: {}')
  await expect.poll(() => heard.length).toBe(1)
  expect(silence()).toBe(first)
  expect(drawn).toHaveBeenCalledTimes(1)
  expect(workerSilence.of('org_other')).toBeUndefined()
  say('worker\ndata: {}')
  await expect.poll(silence).toBeUndefined()
  say('worker\ndata: {"since":null}')
  await expect.poll(silence).toEqual({ since: null })
  say('ready\ndata: {}')
  await expect.poll(silence).toBeUndefined()
})
