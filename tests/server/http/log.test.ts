import { sql } from 'drizzle-orm'
import { Writable } from 'node:stream'
import { afterAll, describe, expect, test } from 'vitest'
import { demoPassword, demoPaymentTokens } from '../../../server/db/demo'
import { lineOf, reasonOf, serializers, shownAddress } from '../../../server/log'
import { demo, knownOf, type Started, startSomewhere, startOn } from './start'

/** Of the demo's first organization, in which they sell. */
const agentOfDemo = 'miles.carter@offerdesk.example'

const servers = await startSomewhere()

afterAll(() => Promise.all(servers.map(({ stop }) => stop())))

const token = 'c2Vzc2lvbi10b2tlbi1vZi1hbi1leGFtcGxlLTEyMzQ1'

test.each([
  [`/api/v1/orders/token/${token}`, '/api/v1/orders/token/…'],
  ['/api/v1/orders/token/short?x=1', '/api/v1/orders/token/…?x=1'],
  [`/pay/${token}?print=yes`, '/pay/…?print=yes'],
  [`//PAY//${token}/`, '//PAY//…/'],
  [`/anything/${token}`, '/anything/…'],
  [`/auth?mode=reset&email=nia%40new.example&token=${token}`, '/auth?mode=reset&email=…&token=…'],
  [`/auth?Token=short&inviteToken=short`, '/auth?Token=…&inviteToken=…'],
  [`/auth?${token}`, '/auth?…'],
  ['/offers/01985b2e-7c1a-7d5e-9a61-2f4f0c6b1a03', '/offers/01985b2e-7c1a-7d5e-9a61-2f4f0c6b1a03'],
  ['/customers?page=2&q=lamp', '/customers?page=2&q=…'],
])('PM-01 of the address %s the log keeps %s', (address, shown) => {
  expect(shownAddress(address)).toBe(shown)
})

test('AP-02 in production what no request is the reason for is a line for programs to read, too', () => {
  expect(lineOf('The worker\nruns.', 'info', false)).toBe('The worker\nruns.')
  const line = lineOf('The worker\nruns.', 'warn', true)
  expect(line).not.toContain('\n')
  expect(JSON.parse(line)).toEqual({ level: 40, time: expect.any(Number), pid: process.pid, msg: 'The worker\nruns.' })
})

test('PM-01 the log writes what an error is listed with, and none of what a driver puts there', () => {
  const error = Object.assign(new Error('invalid input syntax for type uuid: "secret-1"'), {
    code: '22P02',
    detail: 'Key (email)=(secret-2) already exists.',
    where: 'secret-3',
    rawPacket: Buffer.from('Bearer secret-4'),
  })
  const written = JSON.stringify(serializers.err(new Error('Request failed', { cause: error })))
  expect(written).not.toContain('secret')
  expect(JSON.parse(written)).toMatchObject({ message: 'Request failed', cause: { code: '22P02', type: 'Error' } })
})

describe.each(servers)('on $kind', ({ database }: Started) => {
  test('AP-02 who waited too long for others is told so, and so is the log: the database is not away', async () => {
    let log = ''
    const stream = new Writable({
      write(chunk: Buffer, _encoding, done) {
        log += chunk.toString()
        done()
      },
    })
    const waiting = {
      ...database,
      tenant: () =>
        Promise.reject(Object.assign(new Error('canceling statement due to lock timeout'), { code: '55P03' })),
    }
    const node = await startOn(waiting, { logger: { level: 'warn', stream, serializers } })
    const body = {
      organizationId: (await knownOf(await startOn(database), await node.login(demo))).orgId,
      resource: 'orders',
    }
    expect(await node.call('POST', '/search', { token: await node.login(demo), body })).toMatchObject({
      status: 429,
      headers: { 'retry-after': '2' },
      body: { error: { code: 'busy', message: 'Somebody else is changing the same just now. Try again in a moment.' } },
    })
    expect(log).toContain('a lock was waited for too long')
    expect(log).not.toContain('overload')
    expect(log).not.toContain('away')
    await node.stop()
  })

  test.each([
    ['01J9-proxy.request_7', true],
    ['a'.repeat(64), true],
    ['a'.repeat(65), false],
    ['two words', false],
    ['<script>', false],
    ['', false],
  ])('AP-02 the request that a proxy calls %j is called so in answer and log: %s', async (given, isKept) => {
    let log = ''
    const stream = new Writable({
      write(chunk: Buffer, _encoding, done) {
        log += chunk.toString()
        done()
      },
    })
    const node = await startOn(database, { logger: { level: 'info', stream, serializers } })
    const { headers } = await node.call('GET', '/offers/none', { headers: { 'x-request-id': given } })
    const id = String(headers['x-request-id'])
    expect(id).toMatch(isKept ? given : /^[\da-f]{8}-[\da-f-]{27}$/)
    const lines = log
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { reqId?: string })
    expect(new Set(lines.map(({ reqId }) => reqId))).toEqual(new Set([id]))
    await node.stop()
  })

  test('PM-01 neither tokens in addresses nor the values of failed statements come into the log', async () => {
    let log = ''
    const stream = new Writable({
      write(chunk: Buffer, _encoding, done) {
        log += chunk.toString()
        done()
      },
    })
    const breaking = {
      ...database,
      system: () =>
        database.system(async (tx) => {
          await tx.execute(sql`insert into users (email, password_hash) values (${demo}, ${'argon2id-of-somebody'})`)
          throw new Error('not refused')
        }),
    }
    const node = await startOn(breaking, { logger: { level: 'trace', stream, serializers } })
    await node.call('GET', `/orders/token/${demoPaymentTokens.open}`)
    await node.call('GET', `/api/v1/orders/token/${token}/more`)
    expect(await node.call('POST', '/users/login', { body: { email: demo, password: demoPassword } })).toMatchObject({
      status: 500,
    })
    await node.stop()
    expect(log).toContain('/api/v1/orders/token/…')
    expect(log).toContain('insert into users')
    for (const secret of [demoPaymentTokens.open, token, demo, demoPassword, 'argon2id-of-somebody']) {
      expect(log).not.toContain(secret)
    }
  })

  test('SE-06 ST-02 the log says who signed in and who was refused what, from where, and nothing that they typed', async () => {
    let log = ''
    const stream = new Writable({
      write(chunk: Buffer, _encoding, done) {
        log += chunk.toString()
        done()
      },
    })
    const node = await startOn(database, { logger: { level: 'info', stream, serializers } })
    const agent = await node.login(agentOfDemo)
    const { orgId: organizationId } = await knownOf(node, agent)
    const body = { organizationId, kind: 'sandbox', displayName: 'Not mine' }
    expect(await node.call('POST', '/users/login', { body: { email: demo, password: 'wrong-one' } })).toMatchObject({
      status: 401,
    })
    expect(await node.call('GET', '/users/me', { token: 'x'.repeat(43) })).toMatchObject({ status: 401 })
    expect(await node.call('POST', '/gateways', { token: agent, body })).toMatchObject({ status: 403 })
    await node.stop()
    const lines = log
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>)
    const refused = lines.filter(({ msg }) => msg === 'refused')
    expect(refused).toMatchObject([
      { call: 'users.login', code: 'wrong_credentials', account: expect.any(String) },
      { code: 'unauthorized' },
      { call: 'gateways.create', by: 'person', byId: expect.any(String), code: 'forbidden' },
    ])
    const signedIn = lines.find(({ msg, call }) => msg === 'request completed' && call === 'users.login')
    expect(signedIn).toMatchObject({ res: { statusCode: 200 }, account: refused[2]?.['byId'] })
    for (const { reqId, time } of refused) {
      expect(time).toEqual(expect.any(Number))
      const request = lines.find((line) => line['reqId'] === reqId && 'req' in line)
      expect(request?.['req']).toMatchObject({ remoteAddress: '127.0.0.1', url: expect.any(String) })
    }
    for (const typed of ['wrong-one', demo, agentOfDemo, agent]) expect(log).not.toContain(typed)
  })

  test('PM-01 the outbox tells of a failed statement without its values', async () => {
    const failure: unknown = await database
      .system((tx) => tx.execute(sql`select * from nowhere where email = ${demo}`))
      .catch((error: unknown) => error)
    expect(reasonOf(failure)).toContain('nowhere')
    expect(reasonOf(failure)).not.toContain(demo)
  })
})
