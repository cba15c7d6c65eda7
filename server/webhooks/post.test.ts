import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { WebhookReceiver } from '../../tests/server/webhookReceiver'
import { post, postLimits, Unanswered, whyNotSentTo } from './post'

let receiver: WebhookReceiver
beforeAll(async () => {
  receiver = await WebhookReceiver.open()
})
afterAll(() => receiver.close())
beforeEach(() => {
  receiver.taken.length = 0
  receiver.answer = (response) => response.writeHead(204).end()
})

const message = { headers: { 'webhook-id': 'msg_1' }, body: '{"type":"webhook.test"}' }
const { signal: stopping } = new AbortController()
const standard = { allowsPrivate: true, limits: postLimits, stopping }
const why = (sent: Promise<unknown>) =>
  sent.then(
    () => 'it was answered',
    (error: unknown) => (error instanceof Unanswered ? error.message : error),
  )
const inPrivate = 'It is within a private network, where nothing is sent.'

test('WH-01 a message is posted as it is, and its answer told', async () => {
  receiver.answer = (response) => response.writeHead(201, { 'x-any': '1' }).end('Thank you\u0000')
  expect(await post(receiver.address('/here?a=1'), message, standard)).toEqual({ status: 201, text: 'Thank you\uFFFD' })
  expect(receiver.taken).toEqual([
    {
      path: '/here?a=1',
      body: message.body,
      headers: expect.objectContaining({ 'webhook-id': 'msg_1', host: `127.0.0.1:${receiver.port}` }) as object,
    },
  ])
})

test.each([
  'https://127.0.0.1/',
  'https://127.1/',
  'https://2130706433/',
  'https://[::1]/',
  'https://[::ffff:10.0.0.1]/',
  'https://[fd00::1]:8443/',
  'https://169.254.169.254/latest/meta-data/',
  'https://localhost/',
])('WH-01 nothing is sent to %s, which is within a private network', async (address) => {
  expect(await why(post(address, message, { ...standard, allowsPrivate: false }))).toBe(inPrivate)
})

test('WH-01 a name that leads to a private network beside others is called nowhere', async () => {
  const resolve = async () => [
    { address: '203.0.113.7', family: 4 },
    { address: '127.0.0.1', family: 4 },
  ]
  const address = `https://rebind.example:${receiver.port}/`
  expect(await why(post(address, message, { ...standard, allowsPrivate: false, resolve }))).toBe(inPrivate)
  expect(receiver.taken).toEqual([])
})

test('WH-01 what is called is what was looked up and checked, and the name is asked once', async () => {
  const asked: string[] = []
  const resolve = async (host: string) => {
    asked.push(host)
    return [{ address: '127.0.0.1', family: 4 }]
  }
  const address = `http://rebind.example:${receiver.port}/`
  expect(await post(address, message, { ...standard, resolve })).toMatchObject({ status: 204 })
  expect(asked).toEqual(['rebind.example'])
  expect(receiver.taken[0]?.headers.host).toBe(`rebind.example:${receiver.port}`)
})

test('WH-01 without TLS nothing leaves for the internet', async () => {
  expect(await why(post('http://203.0.113.7/', message, standard))).toBe(
    'Without https nothing is sent to the internet.',
  )
  expect(whyNotSentTo('http://example.com/', false)).toBe('Must begin with https://')
  expect(whyNotSentTo('https://10.0.0.1/', false)).toBe(inPrivate)
  expect(whyNotSentTo('https://example.com/', false)).toBeUndefined()
  expect(whyNotSentTo('http://10.0.0.1/', true)).toBeUndefined()
})

test('WH-01 a redirect is answered as it is, and followed by nobody', async () => {
  receiver.answer = (response) => response.writeHead(302, { location: receiver.address('/there') }).end()
  expect(await post(receiver.address('/here'), message, standard)).toEqual({ status: 302, text: '' })
  expect(receiver.taken.map(({ path }) => path)).toEqual(['/here'])
})

test('WH-01 of an answer of 10 MB no more is read than the limit, and less is kept', async () => {
  let sent = 0
  receiver.answer = (response) => {
    response.writeHead(200)
    const part = Buffer.alloc(64 * 1_024, 'a')
    const write = () => {
      while (sent < 10 * 1_024 ** 2 && !response.destroyed) {
        sent += part.length
        if (!response.write(part)) return void response.once('drain', write)
      }
      response.end()
    }
    write()
  }
  const { status, text } = await post(receiver.address('/'), message, standard)
  expect([status, text]).toEqual([200, 'a'.repeat(postLimits.kept)])
  expect(sent).toBeLessThan(10 * 1_024 ** 2)
})

test('WH-01 a receiver that says nothing is given up after the limit, as is one whose headers never end', async () => {
  const limits = { ...postLimits, whole: 100 }
  receiver.answer = () => undefined
  expect(await why(post(receiver.address('/'), message, { ...standard, limits }))).toBe(
    'It did not answer within 0.1 seconds.',
  )
  receiver.answer = (response) => {
    const talk = setInterval(() => response.socket?.write('HTTP/1.1 100 Continue\r\n\r\n'), 5)
    response.socket?.on('close', () => clearInterval(talk)).on('error', () => undefined)
  }
  expect(await why(post(receiver.address('/'), message, { ...standard, limits }))).toBe(
    'It did not answer within 0.1 seconds.',
  )
})

test('WH-01 by its status an answer is known, though its body never ends', async () => {
  // As long as a busy machine may need to connect.
  const limits = { ...postLimits, whole: 3_000 }
  receiver.answer = (response) => void response.writeHead(200).write('so far')
  expect(await post(receiver.address('/'), message, { ...standard, limits })).toEqual({ status: 200, text: 'so far' })
})

test('WH-01 what can not be reached says why', async () => {
  receiver.answer = (response) => response.socket?.destroy()
  expect(await why(post(receiver.address('/'), message, standard))).toBe('It broke the connection off.')
  expect(await why(post('http://127.0.0.1:1/', message, standard))).toBe('It refused the connection.')
  expect(await why(post('https://nobody.invalid/', message, standard))).toBe('There is no server nobody.invalid.')
  receiver.answer = (response) => response.socket?.end('this is no HTTP\r\n\r\n')
  expect(await why(post(receiver.address('/'), message, standard))).toMatch(/^The connection failed: /)
})
