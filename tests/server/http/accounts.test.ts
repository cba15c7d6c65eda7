import { and, desc, eq } from 'drizzle-orm'
import { createServer } from 'node:net'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { readConfig } from '../../../server/config'
import { demoPassword } from '../../../server/db/demo'
import { outbox } from '../../../server/db/schema/outbox'
import { startOutboxWorker } from '../../../server/jobs/outbox'
import { passingSecrets } from '../../../server/secrets'
import type { Mail } from '../../../server/mail/mail'
import { sendMailsFrom, systemSender } from '../../../server/mail/sender'
import { createMailTransport } from '../../../server/mail/transport'
import { demo, startOn, type Started, startSomewhere } from './start'

const servers = await startSomewhere()

afterAll(() => Promise.all(servers.map(({ stop }) => stop())))

const mailsTo = async ({ database }: Started, to: string) => {
  const rows = await database.system((tx) =>
    tx.select().from(outbox).where(eq(outbox.topic, 'mail')).orderBy(desc(outbox.createdAt)),
  )
  return rows.filter(({ payload }) => payload['to'] === to)
}
const linkIn = (text: unknown) => new URL(/https?:\S+/.exec(String(text))?.[0] ?? '').searchParams

describe.each(servers)('on $kind', (server: Started) => {
  const { call } = server

  test('SE-09 signing up by mail, once, ends in an organization of one’s own', async () => {
    const email = 'nia@new.example'
    expect(await call('POST', '/users/signup', { body: { email } })).toMatchObject({
      status: 200,
      body: { success: true },
    })
    const [mail] = await mailsTo(server, email)
    const token = linkIn(mail?.payload['text']).get('token')
    const body = { name: 'Nia New', password: 'long enough', organizationName: 'New Org', token }
    const done = await call('POST', '/users/signup/complete', { body })
    expect(done).toMatchObject({ status: 200, body: { data: { user: { email, name: 'Nia New' } } } })
    const { data } = done.body as { data: { token: string } }
    const organizations = await call('GET', '/organizations', { token: data.token })
    expect(organizations.body).toMatchObject({ data: [{ name: 'New Org' }] })
    expect(await call('POST', '/users/signup/complete', { body })).toMatchObject({ status: 422 })
    expect(await call('POST', '/users/signup/complete', { body: { ...body, token: undefined } })).toMatchObject({
      status: 422,
    })
  })

  test.each([
    ['invitation', 'Accounts are made by invitation here. Ask an owner of your organization to invite you.', 422],
    ['closed', 'No accounts are made here. Ask whoever runs this server for one.', 403],
  ])('SE-09 with SIGNUP=%s nobody makes an account by mail', async (SIGNUP, message, invited) => {
    const config = readConfig({ NODE_ENV: 'test', SIGNUP })
    const node = await startOn(server.database, { config })
    const asked = await node.call('POST', '/users/signup', { body: { email: 'late@new.example' } })
    expect(asked).toMatchObject({ status: 403, body: { message, error: { code: 'sign_up_closed' } } })
    expect(await mailsTo(server, 'late@new.example')).toEqual([])
    const body = { name: 'Late', password: 'long enough', token: 'a-token-that-was-mailed-before-1234567' }
    expect(await node.call('POST', '/users/signup/complete', { body })).toMatchObject({
      status: 403,
      body: { message },
    })
    const { token: inviteToken, ...rest } = body
    const byInvite = await node.call('POST', '/users/signup/complete', { body: { ...rest, inviteToken } })
    expect(byInvite.status).toBe(invited)
    const told = await node.app.inject('/config.json')
    expect(told.json()).toMatchObject({ signUp: SIGNUP })
    await node.stop()
  })

  test('SE-09 asking for an account that exists is answered alike, and tells its owner', async () => {
    const known = await call('POST', '/users/signup', { body: { email: demo } })
    const unknown = await call('POST', '/users/signup', { body: { email: 'someone@new.example' } })
    expect(known.body).toEqual(unknown.body)
    expect((await mailsTo(server, demo))[0]?.payload['subject']).toContain('already')
  })

  test('SE-08 a password is reset by mail, once, and ends every session', async () => {
    const email = 'kenji.mori@offerdesk.example'
    const session = await server.login(email)
    const unknown = await call('POST', '/users/forgot-password/start', { body: { email: 'nobody@x.example' } })
    const start = await call('POST', '/users/forgot-password/start', { body: { email } })
    expect(start.body).toEqual(unknown.body)
    const [mail] = await mailsTo(server, email)
    const token = linkIn(mail?.payload['text']).get('token')
    const body = { email, password: 'a new password', token }
    expect(await call('POST', '/users/forgot-password', { body: { ...body, email: demo } })).toMatchObject({
      status: 422,
    })
    expect(await call('POST', '/users/forgot-password', { body: { ...body, password: 'short' } })).toMatchObject({
      status: 422,
    })
    expect(await call('POST', '/users/forgot-password', { body })).toMatchObject({ status: 200 })
    expect(await call('POST', '/users/forgot-password', { body })).toMatchObject({ status: 422 })
    expect(await call('GET', '/users/me', { token: session })).toMatchObject({ status: 401 })
    expect(await call('POST', '/users/login', { body: { email, password: 'a new password' } })).toMatchObject({
      status: 200,
    })
  })

  test('SE-09 the profile is updated', async () => {
    const token = await server.login('miles.carter@offerdesk.example')
    expect(await call('PUT', '/users/update', { token, body: { name: ' Miles C. ' } })).toMatchObject({
      status: 200,
      body: { data: { user: { name: 'Miles C.' } } },
    })
    const same = { email: ' Miles.Carter@offerdesk.example' }
    expect(await call('PUT', '/users/update', { token, body: same })).toMatchObject({
      status: 200,
      body: { data: { user: { email: 'miles.carter@offerdesk.example' } } },
    })
    expect(await call('PUT', '/users/update', { token, body: { password: demoPassword } })).toMatchObject({
      status: 422,
      body: { message: 'No update fields provided' },
    })
  })

  test('a mail that is refused is tried again, and delivered once it is taken', async () => {
    const sent: Mail[] = []
    let refusals = 1
    const delivered = new Promise<void>((resolve) => {
      const worker = startOutboxWorker({
        database: server.database,
        secrets: passingSecrets(),
        allowsPrivateSmtp: false,
        forgetDelivered: true,
        interval: 20,
        log: () => {},
        sendMail: async (mail) => {
          if (mail.to === 'retry@new.example' && refusals > 0) {
            refusals -= 1
            throw new Error('421 try again later')
          }
          sent.push(mail)
          if (mail.to === 'retry@new.example') void worker.stop().then(resolve)
          return 'delivered'
        },
      })
    })
    await call('POST', '/users/signup', { body: { email: 'retry@new.example' } })
    await delivered
    expect(sent.filter(({ to }) => to === 'retry@new.example')).toHaveLength(1)
    const [row] = await server.database.system((tx) =>
      tx
        .select()
        .from(outbox)
        .where(and(eq(outbox.state, 'done'), eq(outbox.attempts, 2))),
    )
    // The link of a delivered mail is a secret that nobody needs here any more.
    expect(row?.payload).toMatchObject({ to: 'retry@new.example', text: '' })
  })
})

test('mails go to the SMTP server that is configured', async () => {
  const said: string[] = []
  const smtp = createServer((socket) => {
    let isData = false
    socket.write('220 test\r\n')
    socket.on('data', (chunk) => {
      for (const line of chunk.toString().split('\r\n').filter(Boolean)) {
        said.push(line)
        if (isData && line === '.') {
          isData = false
          socket.write('250 taken\r\n')
        } else if (!isData) {
          isData = line === 'DATA'
          socket.write(line.startsWith('EHLO') ? '250 test\r\n' : isData ? '354 go on\r\n' : '250 ok\r\n')
        }
      }
    })
  }).listen(0, '127.0.0.1')
  await once(smtp, 'listening')
  const { port } = smtp.address() as AddressInfo
  const before = systemSender()
  sendMailsFrom('office@shop.example')
  onTestFinished(() => sendMailsFrom(before))
  const send = createMailTransport({
    smtpUrl: `smtp://127.0.0.1:${port}`,
    mayShowText: false,
    announce: () => {},
  })
  await send({ to: 'nia@new.example', subject: 'Hello', text: 'A link' }, 'one')
  smtp.close()
  expect(said).toContain('Subject: Hello')
  expect(said.join('\n')).toContain('MAIL FROM:<office@shop.example>')
  expect(said.join('\n')).toContain('RCPT TO:<nia@new.example>')
})

test.each([
  [true, /^Mail in the outbox for nia@new\.example: Hello\nA link$/],
  [false, /^A mail stays in the outbox, as SMTP_URL is not set\.$/],
])(
  'PM-01 where nothing sends a mail it is announced, in development (%s) with who it is for',
  async (mayShowText, told) => {
    const announced: string[] = []
    const announce = (message: string) => announced.push(message)
    const send = createMailTransport({ smtpUrl: undefined, mayShowText, announce })
    expect(await send({ to: 'nia@new.example', subject: 'Hello', text: 'A link' }, 'one')).toBe('kept')
    expect(announced).toEqual([expect.stringMatching(told)])
  },
)
