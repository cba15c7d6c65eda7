import { eq, ne, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { uuidv7 } from 'uuidv7'
import { readConfig } from '../../../server/config'
import { emailAutoresponders } from '../../../server/db/schema/autoresponders'
import { mails } from '../../../server/db/schema/mails'
import { outbox } from '../../../server/db/schema/outbox'
import { pluginInstances } from '../../../server/db/schema/plugins'
import { type OutboxWorkerOptions, startOutboxWorker } from '../../../server/jobs/outbox'
import { sendAutoresponders } from '../../../server/mail/autoresponding'
import { deliverKept, type HeldJob, keepFailure } from '../../../server/mail/delivering'
import { tellLate } from '../../../server/mail/toldLate'
import { resealAll } from '../../../server/rotateSecrets'
import { createSecrets } from '../../../server/secrets'
import { startSmtpServer } from '../smtpServer'
import { openShop, type TestShop } from '../shop'
import { demo, rival, type Started, startSomewhere } from './start'

const oldKey = Buffer.alloc(32, 1)
const secrets = createSecrets([oldKey])
const config = readConfig({ NODE_ENV: 'test', SMTP_PRIVATE_HOSTS: 'on', PUBLIC_URL: 'https://desk.example' })
const servers = await startSomewhere({ secrets, config })
const smtp = await startSmtpServer()

afterAll(async () => {
  await Promise.all(servers.map(({ stop }) => stop()))
  await smtp.stop()
})

interface Data {
  id: string
  [field: string]: unknown
}
const dataOf = ({ body }: { body: object }) => (body as { data: Data }).data
const rowsOf = ({ body }: { body: object }) => (body as { data: Data[] }).data

describe.each(servers)('mails on $kind', (server: Started) => {
  const { database } = server
  let shop: TestShop
  let orderId = ''
  const workers: { stop: () => Promise<void> }[] = []
  const call = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    server.call(method, path, { token: shop.token, body, headers })

  /** A worker whose looks are close together. */
  const work = (more: Partial<OutboxWorkerOptions> = {}) => {
    const worker = startOutboxWorker({
      database,
      secrets,
      allowsPrivateSmtp: true,
      forgetDelivered: false,
      interval: 5,
      log: () => undefined,
      sendMail: () => Promise.resolve('kept'),
      ...more,
    })
    workers.push(worker)
    return worker
  }
  /** What an SMTP provider is made of. */
  const provider = (more: object = {}) => ({
    organizationId: shop.orgId,
    name: 'Own server',
    kind: 'smtp',
    from: 'shop@northwind.example',
    host: '127.0.0.1',
    port: smtp.port,
    security: 'none',
    ...more,
  })
  async function addResponder(fields: object = {}): Promise<Data> {
    const body = {
      subject: 'Order {{order_id}}',
      body: '<p>Hello {{customer_first_name}}, <a href="{{payment_link}}">pay</a></p>',
      pluginInstanceId: shop.pluginId,
      event: 'order.payment_link.created',
      from: 'shop@northwind.example',
      ...fields,
    }
    return dataOf(await call('POST', `/campaigns/${shop.campaignId}/autoresponders/email`, body))
  }
  /** An event, told once or again. */
  const happens = (
    subjectId: string,
    event: Parameters<typeof sendAutoresponders>[1]['event'] = 'order.payment_link.created',
  ) =>
    database.tenant(shop.orgId, (tx) =>
      sendAutoresponders(tx, {
        orgId: shop.orgId,
        orderId,
        event,
        subjectId,
        now: new Date(),
        paymentLink: 'https://desk.example/pay/abc',
        trackingNumber: '1Z',
      }),
    )
  const mailsOf = (autoresponderId: string) =>
    database.tenant(shop.orgId, (tx) => tx.select().from(mails).where(eq(mails.autoresponderId, autoresponderId)))
  const only = async (autoresponderId: string) => {
    const [mail, ...others] = await mailsOf(autoresponderId)
    expect(others).toEqual([])
    if (!mail) throw new Error('there is no mail')
    return mail
  }

  beforeAll(async () => {
    shop = await openShop(server, demo)
    const offerId = await shop.addOffer(await shop.addProduct(10))
    const placed = await call('POST', '/orders', shop.placement([{ offerId }]))
    orderId = dataOf(placed).id
  })
  afterAll(() => Promise.all(workers.map(({ stop }) => stop())))

  test('ML-01 an event told twice, and worked on by two workers, is one mail, delivered once', async () => {
    const { id } = await addResponder()
    const linkId = uuidv7()
    await Promise.all([happens(linkId), happens(linkId)])
    await happens(linkId)
    expect(await only(id)).toMatchObject({ state: 'queued', to: 'ada@moss.example', orderId })
    work()
    work()
    await expect.poll(async () => (await only(id)).state).toBe('kept')
    const mail = await only(id)
    expect(mail).toMatchObject({ tries: 1, subject: `Order ${mail.orderNumber}` })
    expect(mail.html).toContain('<a href="https://desk.example/pay/abc">pay</a>')
    expect(mail.text).toContain('pay: https://desk.example/pay/abc')
    await Promise.all(workers.splice(0).map(({ stop }) => stop()))
    await happens(uuidv7())
    expect(await mailsOf(id)).toHaveLength(2)
  })

  test('ML-01 a worker that has lost its job to another one delivers nothing, at whatever step it wakes', async () => {
    const { id } = await addResponder({ event: 'order.completed' })
    await happens(orderId, 'order.completed')
    const mail = await only(id)
    const take = async (worker: string): Promise<HeldJob> => {
      const [job] = await database.tenant(shop.orgId, (tx) =>
        tx
          .update(outbox)
          .set({ state: 'running', lockedBy: worker, lockedUntil: new Date(0) })
          .where(sql`payload ->> 'mailId' = ${mail.id}`)
          .returning(),
      )
      return { orgId: shop.orgId, jobId: job?.id ?? '', mailId: mail.id, worker }
    }
    const options = { database, secrets, allowsPrivateSmtp: true, sendMail: () => Promise.resolve('kept' as const) }
    const first = await take('7f3f0000-first')
    const second = await take('7f3f0000-second')
    await deliverKept(options, first)
    expect(await only(id)).toMatchObject({ state: 'queued', tries: 0 })
    await keepFailure(options, first, new Error('late'), { isLast: true, runAt: new Date() })
    expect(await only(id)).toMatchObject({ state: 'queued', tries: 0 })
    await deliverKept(options, second)
    expect(await only(id)).toMatchObject({ state: 'kept', tries: 1 })
    await deliverKept(options, second)
    await deliverKept(options, await take('7f3f0000-third'))
    expect(await only(id)).toMatchObject({ state: 'kept', tries: 1 })
  })

  test('ML-01 a mail is written when it is sent, and not while a sale holds its locks; one too long is given up', async () => {
    const hostile = '<p'.repeat(49_000)
    const { id } = await addResponder({ body: `${hostile}{{order_id}}`, event: 'order.tracking_number.assigned' })
    const tooLong = await addResponder({ event: 'order.tracking_number.assigned' })
    // As it was kept before templates had limits.
    const body = `${'{{payment_link}}{{order_items}}'.repeat(3_000)}${'<p'.repeat(480_000)}`
    await database.tenant(shop.orgId, (tx) =>
      tx.update(emailAutoresponders).set({ body }).where(eq(emailAutoresponders.id, tooLong.id)),
    )
    await happens(uuidv7(), 'order.tracking_number.assigned')
    const kept = await only(id)
    expect(kept).toMatchObject({ html: '', text: '', unrendered: { body: `${hostile}{{order_id}}` } })
    const shown = dataOf(await call('GET', `/mails/${kept.id}`))
    expect(shown['mailHtml']).toBe(`${hostile}${kept.orderNumber}`)
    const why = 'With this order the mail is longer than 1,000,000 characters. Shorten its template.'
    expect(dataOf(await call('GET', `/mails/${(await only(tooLong.id)).id}`))['mailText']).toBe(why)
    expect(await call('GET', `/autoresponders/email/${tooLong.id}/preview`)).toMatchObject({
      status: 409,
      body: { message: why },
    })
    // Mails about numbers are held back for some minutes.
    await database.system((tx) => tx.update(outbox).set({ runAt: new Date(0) }))
    const { stop } = work()
    await expect.poll(async () => (await only(id)).state).toBe('kept')
    await expect.poll(async () => (await only(tooLong.id)).state).toBe('dead')
    await stop()
    expect(await only(id)).toMatchObject({ html: shown['mailHtml'], text: shown['mailText'], unrendered: null })
    expect((await only(tooLong.id)).error).toBe(why)
    for (const one of [id, tooLong.id]) await call('DELETE', `/autoresponders/email/${one}`)
  })

  test('ML-02 a template that lists the order again and again is not saved, and says why', async () => {
    const path = `/campaigns/${shop.campaignId}/autoresponders/email`
    const refused = await call('POST', path, {
      subject: 's',
      body: '{{order_items}}'.repeat(4),
      pluginInstanceId: shop.pluginId,
      event: 'order.completed',
      from: 'shop@northwind.example',
    })
    expect(refused).toMatchObject({
      status: 422,
      body: { error: { details: [{ path: 'body.body', message: 'At most 3 times {{order_items}}' }] } },
    })
  })

  test('NO-06 ML-01 whoever has no email address is sold to, is read a code, and gets no mail', async () => {
    const { id } = await addResponder()
    const body = { organizationId: shop.orgId, firstName: 'Ida', phone: '+1 512 555 0199' }
    const customer = dataOf(await call('POST', '/customers', body))
    expect(customer).toMatchObject({ firstName: 'Ida', email: '' })
    const offerId = await shop.addOffer(await shop.addProduct(10))
    const order = dataOf(await call('POST', '/orders', shop.placement([{ offerId }], { customerId: customer.id })))
    expect(await call('POST', `/orders/${order.id}/payment-links`, { mail: true })).toMatchObject({
      status: 422,
      body: { error: { details: [{ path: 'body.mail', message: 'This customer has no email address.' }] } },
    })
    const link = dataOf(await call('POST', `/orders/${order.id}/payment-links`, { mail: false }))
    expect(link['payCode']).toEqual(expect.any(String))
    expect(await mailsOf(id)).toEqual([])
    // An address that is known later can be taken away again.
    const at = `/customers/${customer.id}`
    expect(dataOf(await call('PUT', at, { email: 'ida@moss.example' }))).toMatchObject({ email: 'ida@moss.example' })
    expect(dataOf(await call('PUT', at, { email: '' }))).toMatchObject({ email: '' })
    expect(await call('PUT', at, { email: 'nobody' })).toMatchObject({
      status: 422,
      body: { error: { details: [{ path: 'body.email', message: 'Invalid email address' }] } },
    })
  })

  test('ML-01 without its event there is no mail: both are there or neither is', async () => {
    const { id } = await addResponder({ event: 'order.tracking_number.assigned' })
    const undone = database.tenant(shop.orgId, async (tx) => {
      const event = 'order.tracking_number.assigned'
      await sendAutoresponders(tx, { orgId: shop.orgId, orderId, event, subjectId: uuidv7(), now: new Date() })
      throw new Error('changed my mind')
    })
    await expect(undone).rejects.toThrow('changed my mind')
    expect(await mailsOf(id)).toEqual([])
  })

  test('ML-02 what is paused or deleted sends nothing, and says why it can not be paused twice', async () => {
    const { id } = await addResponder()
    const path = `/autoresponders/email/${id}`
    expect(await call('POST', `${path}/pause`, {})).toMatchObject({ status: 200, body: { data: { paused: true } } })
    expect(await call('POST', `${path}/pause`, {})).toMatchObject({
      status: 409,
      body: { message: 'It is paused already.' },
    })
    await happens(uuidv7())
    expect(await mailsOf(id)).toEqual([])
    expect(await call('POST', `${path}/resume`, {})).toMatchObject({ status: 200, body: { data: { paused: false } } })
    expect(await call('DELETE', path)).toMatchObject({ status: 200 })
    await happens(uuidv7())
    expect(await mailsOf(id)).toEqual([])
    expect(await call('DELETE', path)).toMatchObject({ status: 404 })
    expect(await call('GET', `${path}/preview`)).toMatchObject({ status: 404 })
    expect(await call('POST', `${path}/restore`, {})).toMatchObject({ status: 200, body: { data: { id } } })
    expect(await call('POST', `${path}/restore`, {})).toMatchObject({ status: 404 })
    await happens(uuidv7())
    expect(await mailsOf(id)).toHaveLength(1)
  })

  test('ML-02 GE-09 an auto-responder is changed, but not over somebody else, and not to what nobody could fill', async () => {
    const { id } = await addResponder()
    const path = `/autoresponders/email/${id}`
    const changed = await call('PUT', path, { subject: 'Order {{order_id}} of {{order_date}}' }, { 'if-match': '"1"' })
    expect(changed).toMatchObject({ status: 200, body: { data: { version: 2 } } })
    const outdated = await call('PUT', path, { subject: 'Mine' }, { 'if-match': '"1"' })
    expect(outdated).toMatchObject({ status: 409, body: { error: { details: { current: { version: 2 } } } } })
    for (const [field, value] of [
      ['subject', 'Hi {{name}}'],
      ['body', '<p>{{order_id}} {{ password }}</p>'],
      ['body', '{{order_id'],
      ['subject', 'two\nlines'],
      ['from', 'nobody'],
      ['pluginInstanceId', uuidv7()],
    ]) {
      const refused = await call('PUT', path, { [`${field}`]: value })
      expect(refused).toMatchObject({ status: 422, body: { error: { details: [{ path: `body.${field}` }] } } })
    }
    expect(await call('PUT', path, {})).toMatchObject({ status: 422 })
    const created = await call('POST', `/campaigns/${shop.campaignId}/autoresponders/email`, {
      subject: '{{nothing}}',
      body: 'x',
      pluginInstanceId: shop.pluginId,
      event: 'order.completed',
      from: 'a@b.example',
    })
    expect(created).toMatchObject({ status: 422, body: { error: { details: [{ path: 'body.subject' }] } } })
  })

  test('ML-02 FU-02 the preview of a mail about a tracking number has the number of an order that has one', async () => {
    const other = await openShop(server, demo)
    const offerId = await other.addOffer(await other.addProduct(10), { basePriceCents: 0, minPriceCents: 0 })
    const path = `/campaigns/${other.campaignId}/autoresponders/email`
    const template = { subject: '{{order_id}}: {{tracking_number}}', body: '{{tracking_link}}', from: 'us@x.example' }
    const event = 'order.tracking_number.assigned'
    const made = await call('POST', path, { ...template, event, pluginInstanceId: shop.pluginId })
    const preview = async () => dataOf(await call('GET', `/autoresponders/email/${dataOf(made).id}/preview`))
    const place = async () =>
      dataOf(await call('POST', '/orders', other.placement([{ offerId, unitPrice: 0 }]))) as Data & {
        number: number
        fulfilments: { id: string }[]
      }
    const first = await place()
    expect(await preview()).toMatchObject({ subject: `${first.number}: EXAMPLE-1`, order: { id: first.id } })
    const trackingNumber = `1Z999AA1${String(first.number).padStart(10, '0')}`
    const [parcel] = first.fulfilments
    expect(await call('PUT', `/fulfilments/${parcel?.id}/tracking`, { trackingNumber })).toMatchObject({ status: 200 })
    await place()
    expect(await preview()).toMatchObject({
      subject: `${first.number}: ${trackingNumber}`,
      mailHtml: expect.stringContaining('https://www.ups.com/'),
      order: { id: first.id },
    })
    await call('DELETE', `/autoresponders/email/${dataOf(made).id}`)
  })

  test('ML-02 a preview is of the newest order, and the test mail of it goes to who asks', async () => {
    const { id } = await addResponder()
    const preview = await call('GET', `/autoresponders/email/${id}/preview`)
    expect(dataOf(preview)).toMatchObject({ order: { id: orderId }, mailHtml: expect.stringContaining('Hello Ada') })
    expect(dataOf(preview)['mailHtml']).toContain('https://desk.example/pay/example')
    expect(await call('POST', `/autoresponders/email/${id}/test`, {})).toMatchObject({
      status: 200,
      body: { message: `A test mail to ${demo} is on its way` },
    })
    expect(await only(id)).toMatchObject({ to: demo, event: 'test', orderId })
  })

  test('ML-04 the organization has four mails of its own, which can be changed, switched off and begun anew', async () => {
    const list = async () => rowsOf(await call('GET', `/order-mails?organizationId=${shop.orgId}`))
    const four = await list()
    expect(four.map(({ event, isOriginal, enabled }) => [event, isOriginal, enabled])).toEqual(
      ['order.payment_link.created', 'order.completed', 'order.tracking_number.assigned', 'order.refunded'].map(
        (event) => [event, true, true],
      ),
    )
    const [{ id, subject } = { id: '' }] = four
    const path = `/order-mails/${id}`
    const changed = await call('PUT', path, { subject: 'Please pay {{order_total}}' }, { 'if-match': '"1"' })
    expect(changed).toMatchObject({ status: 200, body: { data: { isOriginal: false, body: four[0]?.['body'] } } })
    expect(await call('PUT', path, { subject: 'Mine' }, { 'if-match': '"1"' })).toMatchObject({ status: 409 })
    expect(await call('PUT', path, { body: '{{nobody_knows}}' })).toMatchObject({
      status: 422,
      body: { error: { details: [{ path: 'body.body' }] } },
    })
    expect(dataOf(await call('GET', `${path}/preview`))['subject']).toMatch(/^Please pay \$[\d,.]+$/)
    expect(await call('POST', `${path}/test`, {})).toMatchObject({
      status: 200,
      body: { message: `A test mail to ${demo} is on its way` },
    })
    expect(dataOf(await call('POST', `${path}/disable`, {}))).toMatchObject({ enabled: false, isOriginal: false })
    expect(dataOf(await call('POST', `${path}/reset`, {}))).toMatchObject({ enabled: false, isOriginal: true, subject })
    expect(dataOf(await call('POST', `${path}/enable`, {}))).toMatchObject({ enabled: true })
    const token = await server.login(rival)
    for (const [method, at, body] of [
      ['GET', `/order-mails?organizationId=${shop.orgId}`],
      ['PUT', path, { subject: 'Stolen' }],
      ['GET', `${path}/preview`],
      ...['enable', 'disable', 'reset', 'test'].map((step) => ['POST', `${path}/${step}`, {}] as const),
    ] as const) {
      expect([at, (await server.call(method, at, { token, body })).status]).toEqual([at, 404])
    }
  })

  test('ML-04 where a campaign has no auto-responder the own mail is sent once; a paused one sends nothing', async () => {
    const other = await openShop(server, demo)
    const offerId = await other.addOffer(await other.addProduct(10))
    const { id } = dataOf(await call('POST', '/orders', other.placement([{ offerId }])))
    const event = 'order.tracking_number.assigned' as const
    const send = (subjectId: string) =>
      database.tenant(shop.orgId, (tx) =>
        sendAutoresponders(tx, {
          orgId: shop.orgId,
          orderId: id,
          event,
          subjectId,
          now: new Date(),
          carrier: 'UPS',
          trackingNumber: '1Z999AA10123456784',
        }),
      )
    const sent = async () =>
      rowsOf(await call('GET', `/mails?organizationId=${shop.orgId}&orderId=${id}`)).map((mail) => mail['subject'])
    const subjectId = uuidv7()
    expect(await send(subjectId)).toBe(1)
    await send(subjectId)
    const [subject] = await sent()
    expect(await sent()).toEqual([expect.stringMatching(/^Order \d+ is on its way$/)])
    const [mail] = rowsOf(await call('GET', `/mails?organizationId=${shop.orgId}&orderId=${id}`))
    expect(dataOf(await call('GET', `/mails/${mail?.id}`))['mailHtml']).toContain(
      'href="https://www.ups.com/track?tracknum=1Z999AA10123456784"',
    )
    const path = `/campaigns/${other.campaignId}/autoresponders/email`
    const template = { subject: 'Ours', body: 'x', event, from: 'us@x.example', pluginInstanceId: shop.pluginId }
    const responder = dataOf(await call('POST', path, template))
    await send(uuidv7())
    expect(await sent()).toEqual(['Ours', subject])
    await call('POST', `/autoresponders/email/${responder.id}/pause`, {})
    expect(await send(uuidv7())).toBe(0)
    await call('DELETE', `/autoresponders/email/${responder.id}`)
    await send(uuidv7())
    expect(await sent()).toEqual([subject, 'Ours', subject])
    // Switched off, it is not sent, and a link that was to be mailed is not made.
    const own = rowsOf(await call('GET', `/order-mails?organizationId=${shop.orgId}`))
    const idOf = (of: string) => own.find((one) => one['event'] === of)?.id
    const [tracking, link] = [idOf(event), idOf('order.payment_link.created')]
    for (const off of [tracking, link]) await call('POST', `/order-mails/${off}/disable`, {})
    expect(await send(uuidv7())).toBe(0)
    const asked = () => call('POST', `/orders/${id}/payment-links`, { mail: true })
    expect(await asked()).toMatchObject({ status: 409, body: { message: expect.stringContaining('switched off') } })
    expect(await call('GET', `/orders/${id}/payments`)).toMatchObject({ body: { data: { link: null } } })
    for (const on of [tracking, link]) await call('POST', `/order-mails/${on}/enable`, {})
    expect(await asked()).toMatchObject({ status: 200 })
    expect((await sent())[0]).toMatch(/^Pay for order \d+$/)
  })

  test('ML-03 ML-04 without an email provider the server sends what the organization writes, or keeps it', async () => {
    const lone = await openShop(server, rival)
    const asRival = (method: string, path: string, body?: unknown) =>
      server.call(method, path, { token: lone.token, body })
    const { rows: gone } = await database.tenant(lone.orgId, (tx) =>
      tx.execute<{ id: string }>(sql`update plugin_instances set enabled = false where enabled returning id`),
    )
    const offerId = await lone.addOffer(await lone.addProduct(10))
    const { id } = dataOf(await asRival('POST', '/orders', lone.placement([{ offerId }])))
    expect(await asRival('POST', `/orders/${id}/payment-links`, { mail: true })).toMatchObject({ status: 200 })
    const mail = async () => rowsOf(await asRival('GET', `/mails?organizationId=${lone.orgId}&orderId=${id}`))[0]
    expect(await mail()).toMatchObject({ state: 'queued', pluginName: null })
    const taken: object[] = []
    const { stop } = work({
      sendMail: (one) => {
        taken.push(one)
        return Promise.resolve('delivered')
      },
    })
    await expect.poll(async () => (await mail())?.['state']).toBe('delivered')
    await stop()
    expect(taken).toContainEqual(
      expect.objectContaining({
        to: 'ada@moss.example',
        html: expect.stringContaining('/pay/'),
        senderName: expect.any(String),
      }),
    )
    const ids = sql.param(gone.map((plugin) => plugin.id))
    await database.tenant(lone.orgId, (tx) =>
      tx.execute(sql`update plugin_instances set enabled = true where id = any(${ids}::uuid[])`),
    )
  })

  test('ML-03 a mail server is set up, verified and written to; its password is told to nobody', async () => {
    smtp.password = 'a long password 42'
    const made = await call('POST', '/plugins', provider({ user: 'shop', password: smtp.password }))
    expect(made).toMatchObject({
      status: 200,
      body: { data: { hasPassword: true, passwordEnd: 'd 42', verifiedAt: null } },
    })
    const { id } = dataOf(made)
    const [row] = await database.tenant(shop.orgId, (tx) =>
      tx.select().from(pluginInstances).where(eq(pluginInstances.id, id)),
    )
    expect(JSON.stringify([made.body, row])).not.toContain(smtp.password)
    expect(await call('POST', `/plugins/${id}/verify`, {})).toMatchObject({
      status: 200,
      body: { data: { verifiedAt: expect.any(String) } },
    })
    // Another server is not told what the first one knows.
    for (const elsewhere of [{ host: 'elsewhere.example' }, { port: 2_525 }, { security: 'tls' }]) {
      const moved = await call('PUT', `/plugins/${id}`, elsewhere)
      expect(moved).toMatchObject({ status: 422, body: { error: { details: [{ path: 'body.password' }] } } })
    }
    const wrong = await call('PUT', `/plugins/${id}`, { password: 'a wrong password 43' })
    expect(wrong).toMatchObject({ status: 200, body: { data: { passwordEnd: 'd 43', verifiedAt: null } } })
    const refused = await call('POST', `/plugins/${id}/verify`, {})
    expect(refused).toMatchObject({ status: 409, body: { message: expect.stringContaining('not let in') } })
    expect(JSON.stringify(refused.body)).not.toContain(Buffer.from('\0shop\0a wrong password 43').toString('base64'))
    // Sealed anew by another key, it opens by that one.
    const rotated = createSecrets([Buffer.alloc(32, 2), oldKey])
    expect((await resealAll(database, rotated)).resealed).toBeGreaterThanOrEqual(1)
    expect(await resealAll(database, rotated)).toEqual({ resealed: 0, lost: 0, left: 0 })
    await resealAll(database, createSecrets([oldKey, Buffer.alloc(32, 2)]))
    smtp.password = undefined
  })

  test('ML-01 a mail through a server has headers of its own alone and one Message-ID, however often it is sent', async () => {
    const { id: pluginInstanceId } = dataOf(await call('POST', '/plugins', provider()))
    const { id } = await addResponder({ pluginInstanceId })
    smtp.taken.length = 0
    await happens(uuidv7())
    const worker = work()
    await expect.poll(async () => (await only(id)).state).toBe('delivered')
    await worker.stop()
    const mail = await only(id)
    expect(smtp.taken).toMatchObject([
      { from: 'shop@northwind.example', to: 'ada@moss.example', messageId: `<${mail.id}@offerdesk>` },
    ])
    expect(smtp.taken[0]?.source).toContain('multipart/alternative')
  })

  test('ML-01 one address that is refused for good goes to the dead ones at once and is tried anew by hand', async () => {
    const { id: pluginInstanceId } = dataOf(await call('POST', '/plugins', provider()))
    const { id } = await addResponder({ pluginInstanceId })
    smtp.refusals.set('ada@moss.example', '550 5.1.1 nobody of that name')
    await happens(uuidv7())
    const worker = work()
    await expect.poll(async () => (await only(id)).state).toBe('dead')
    const mail = await only(id)
    expect(mail).toMatchObject({ tries: 1, error: expect.stringContaining('nobody of that name') })
    const list = `/mails?organizationId=${shop.orgId}&state=dead&q=ada%20${mail.orderNumber}`
    const dead = await call('GET', list)
    expect(rowsOf(dead)).toContainEqual(expect.objectContaining({ id: mail.id, state: 'dead', error: mail.error }))
    expect(rowsOf(dead).map(({ order }) => order)).toContainEqual({ id: orderId, number: mail.orderNumber })
    expect(rowsOf(dead)[0]).not.toHaveProperty('mailHtml')
    expect(dataOf(await call('GET', `/mails/${mail.id}`))['mailHtml']).toContain('>pay</a>')
    smtp.refusals.clear()
    const anew = await call('POST', `/mails/${mail.id}/retry`, {})
    expect(anew).toMatchObject({ status: 200, body: { data: { state: 'queued', error: null } } })
    await expect.poll(async () => (await only(id)).state).toBe('delivered')
    await worker.stop()
    expect(await call('POST', `/mails/${mail.id}/retry`, {})).toMatchObject({
      status: 409,
      body: { message: 'It has been delivered.' },
    })
  })

  test('ML-01 NO-06 a program that only reads is not told by a mail what opens the page of an order', async () => {
    const { id } = await addResponder()
    await happens(uuidv7())
    const { id: mailId } = await only(id)
    const made = await call('POST', '/api-tokens', { organizationId: shop.orgId, name: 'Reads', duties: [] })
    const read = async (token: string) => {
      const { mailHtml, mailText } = dataOf(await server.call('GET', `/mails/${mailId}`, { token }))
      return `${String(mailHtml)} ${String(mailText)}`
    }
    expect(await read(shop.token)).toContain('https://desk.example/pay/abc')
    const told = await read(String(dataOf(made)['token']))
    expect(told).toContain('https://desk.example/pay/…')
    expect(told).not.toContain('/pay/abc')
  })

  test('ML-01 a server that is down, or says to come again, is tried again later and given up in the end', async () => {
    const { id: pluginInstanceId } = dataOf(await call('POST', '/plugins', provider()))
    const { id } = await addResponder({ pluginInstanceId })
    smtp.refusals.set('ada@moss.example', '451 4.3.0 come again')
    await happens(uuidv7())
    const worker = work()
    await expect.poll(async () => (await only(id)).tries).toBe(1)
    expect(await only(id)).toMatchObject({ state: 'queued', error: expect.stringContaining('come again') })
    // Its last try, without the waits before it.
    const last = { attempts: 7, runAt: new Date(0) }
    const mail = await only(id)
    await database.tenant(shop.orgId, (tx) =>
      tx
        .update(outbox)
        .set(last)
        .where(sql`payload ->> 'mailId' = ${mail.id}`),
    )
    await expect.poll(async () => (await only(id)).state).toBe('dead')
    await worker.stop()
    smtp.refusals.clear()
  })

  describe('ML-03 what is mailed beside orders', () => {
    const agent = 'saoirse@offerdesk.example'
    const listed = async (token = shop.token, q = '') =>
      rowsOf(await server.call('GET', `/mails?organizationId=${shop.orgId}&limit=100&q=${q}`, { token }))
    /** Invites somebody, and returns the mail as owners list it, with what really stands in it. */
    async function invite(email: string) {
      const body = { organizationId: shop.orgId, emails: [email], role: 'agent' }
      expect(await call('POST', '/invites', body)).toMatchObject({ body: { data: [{ verdict: 'invited' }] } })
      const [mail] = await listed(shop.token, encodeURIComponent(email))
      if (!mail) throw new Error('the invite is not listed')
      const [job] = await jobsOf(mail.id)
      return {
        mail,
        text: String(job?.payload['text']),
        token: /token=([\w-]+)/.exec(String(job?.payload['text']))?.[1],
      }
    }
    const jobsOf = (mailId: string) =>
      database.tenant(shop.orgId, (tx) =>
        tx
          .select()
          .from(outbox)
          .where(sql`payload ->> 'mailId' = ${mailId}`),
      )
    const lastTry = (mailId: string) =>
      database.tenant(shop.orgId, (tx) =>
        tx
          .update(outbox)
          .set({ attempts: 7, runAt: new Date(0) })
          .where(sql`payload ->> 'mailId' = ${mailId}`),
      )
    const stateOf = async ({ id }: Data) => dataOf(await call('GET', `/mails/${id}`))

    test('is listed for owners, without what stands in it; for others there is nothing', async () => {
      const { mail, token = '' } = await invite('nia.listed@new.example')
      expect(token).not.toBe('')
      expect(mail).toMatchObject({ event: 'invite', state: 'queued', to: 'nia.listed@new.example', order: null })
      const one = await call('GET', `/mails/${mail.id}`)
      expect(dataOf(one)).toMatchObject({ mailText: 'What stands in it is for its receiver alone.' })
      const audit = await call('GET', `/audit?organizationId=${shop.orgId}&limit=100`)
      const searched = await listed(shop.token, token)
      expect(searched).toEqual([])
      for (const seen of [one, audit, await listed()]) expect(JSON.stringify(seen)).not.toContain(token)
      const theirs = await server.login(agent)
      expect((await listed(theirs)).filter(({ event }) => event === 'invite')).toEqual([])
      for (const [method, path, token_] of [
        ['GET', `/mails/${mail.id}`, theirs],
        ['POST', `/mails/${mail.id}/retry`, theirs],
        ['GET', `/mails/${mail.id}`, await server.login(rival)],
      ] as const) {
        const body = method === 'POST' ? {} : undefined
        expect(await server.call(method, path, { token: token_, body })).toMatchObject({ status: 404 })
      }
      // Of no organization.
      await call('POST', '/users/forgot-password', { email: demo })
      expect((await listed()).filter(({ event, to }) => event !== 'test' && to === demo)).toEqual([])
    })

    test('says why it was not delivered, and is sent once more while it is of use', async () => {
      const sent: string[] = []
      let isDown = true
      const { mail, text } = await invite('nia.retried@new.example')
      await lastTry(mail.id)
      const { stop } = work({
        forgetDelivered: true,
        sendMail: ({ to, text: written }) => {
          if (to !== mail['to']) return Promise.resolve('kept')
          if (isDown) return Promise.reject(new Error('450 4.2.1 the mailbox is full'))
          sent.push(written)
          return Promise.resolve('delivered')
        },
      })
      await expect.poll(async () => stateOf(mail)).toMatchObject({ state: 'dead', tries: 1 })
      expect(await stateOf(mail)).toMatchObject({ error: '450 4.2.1 the mailbox is full' })
      const waiting = async (token: string) =>
        dataOf(await server.call('GET', `/dashboard?organizationId=${shop.orgId}`, { token }))['queue']
      const counted = async (email: string) =>
        ((await waiting(await server.login(email))) as { of: string; count: number }[]).find(
          ({ of }) => of === 'deadMails',
        )?.count ?? 0
      expect((await counted(demo)) - (await counted(agent))).toBe(1)
      isDown = false
      expect(await call('POST', `/mails/${mail.id}/retry`, {})).toMatchObject({ body: { data: { state: 'queued' } } })
      await expect.poll(async () => stateOf(mail)).toMatchObject({ state: 'delivered', error: null })
      expect(sent).toEqual([text])
      expect(await jobsOf(mail.id)).toMatchObject([{ state: 'done', payload: { mailId: mail.id, text: '' } }])
      await stop()
    })

    test('is not sent once more where what it leads to is over', async () => {
      const email = 'nia.late@new.example'
      const { mail } = await invite(email)
      const die = () =>
        database.tenant(shop.orgId, async (tx) => {
          await tx.update(mails).set({ state: 'dead' }).where(eq(mails.to, email))
        })
      await die()
      const open = rowsOf(await call('GET', `/invites?organizationId=${shop.orgId}`)).find(
        (one) => one['email'] === email,
      )
      await call('POST', `/invites/${open?.id}/send-again`, {})
      await die()
      const retry = (id: string) => call('POST', `/mails/${id}/retry`, {})
      const newer = 'A newer one has been written to them since.'
      expect(await retry(mail.id)).toMatchObject({ status: 409, body: { message: newer } })
      await call('POST', `/invites/${open?.id}/revoke`, {})
      const [newest] = await listed(shop.token, encodeURIComponent(email))
      expect(await retry(newest?.id ?? '')).toMatchObject({
        status: 409,
        body: { message: 'Its invite is not open any more. Invite them anew.' },
      })
      await database.tenant(shop.orgId, async (tx) => {
        await tx.update(mails).set({ event: 'report' }).where(eq(mails.to, email))
      })
      expect(await retry(mail.id)).toMatchObject({
        status: 409,
        body: { message: `${email} is no longer in the organization.` },
      })
    })

    test('is told of when a worker of the release before has sent it, which knows no list', async () => {
      const { mail } = await invite('nia.before@new.example')
      const [job] = await jobsOf(mail.id)
      const payload = { to: mail['to'], subject: mail['subject'], text: '' }
      await database.tenant(shop.orgId, (tx) =>
        tx
          .update(outbox)
          .set({ state: 'done', doneAt: new Date(), attempts: 2, payload })
          .where(eq(outbox.id, job?.id ?? '')),
      )
      await tellLate(database, new Date())
      expect(await stateOf(mail)).toMatchObject({ state: 'delivered', tries: 2, deliveredAt: expect.any(String) })
    })
  })

  test.each([
    ['says nothing', { silence: 300, whole: 45_000 }, 'imeout'],
    ['never ends saying something', { silence: 20_000, whole: 300 }, 'took too long to answer'],
  ])(
    'ML-01 a server that %s is given up and tried again; who causes the mail does not wait',
    async (how, limits, error) => {
      const { id: pluginInstanceId } = dataOf(await call('POST', '/plugins', provider()))
      const { id } = await addResponder({ pluginInstanceId })
      await database.tenant(shop.orgId, (tx) =>
        tx.update(emailAutoresponders).set({ paused: true }).where(ne(emailAutoresponders.id, id)),
      )
      let goOn = () => {}
      smtp.isTalking = how !== 'says nothing'
      smtp.before.taking = new Promise((resolve) => (goOn = resolve))
      smtp.taken.length = 0
      const impatient = work({ smtpLimits: { greeting: 10_000, ...limits } })
      // The server that holds the first mail keeps nobody from making a second link.
      for (const queued of [1, 2]) {
        const made = await call('POST', `/orders/${orderId}/payment-links`, { mail: true })
        expect([made.status, await mailsOf(id)]).toMatchObject([200, { length: queued }])
      }
      const tried = async () =>
        (await mailsOf(id)).map(({ state, error: why, tries }) => [state, why?.includes(error), tries > 0])
      await expect.poll(tried).toEqual([1, 2].map(() => ['queued', true, true]))
      await impatient.stop()
      // What is given up is not held on to.
      await expect.poll(smtp.connected).toBe(0)
      smtp.isTalking = false
      goOn()
      const patient = work()
      const states = async () => (await mailsOf(id)).map(({ state }) => state)
      await expect.poll(states).toEqual(['delivered', 'delivered'])
      await patient.stop()
      // What earlier tests have left to be tried again comes as well.
      const taken = smtp.taken.map(({ messageId }) => messageId)
      for (const mail of await mailsOf(id)) expect(taken).toContain(`<${mail.id}@offerdesk>`)
    },
  )

  test('ML-03 what auto-responders send through is not deleted, and what was deleted sends nothing more', async () => {
    const { id: pluginInstanceId } = dataOf(await call('POST', '/plugins', provider({ kind: 'outbox' })))
    const usedBy = async () => {
      const listed = rowsOf(await call('GET', `/plugins?organizationId=${shop.orgId}`))
      return listed.find(({ id }) => id === pluginInstanceId)?.['usedBy']
    }
    expect(await usedBy()).toBe(0)
    const responder = await addResponder({ pluginInstanceId })
    expect(await usedBy()).toBe(1)
    const refused = await call('DELETE', `/plugins/${pluginInstanceId}`)
    expect(refused).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('An auto-responder sends') },
    })
    await happens(uuidv7())
    await call('DELETE', `/autoresponders/email/${responder.id}`)
    expect(await usedBy()).toBe(0)
    expect(await call('DELETE', `/plugins/${pluginInstanceId}`)).toMatchObject({ status: 200 })
    expect(await usedBy()).toBeUndefined()
    expect(await call('POST', `/autoresponders/email/${responder.id}/restore`, {})).toMatchObject({ status: 409 })
    const worker = work()
    await expect.poll(async () => (await only(responder.id)).state).toBe('dead')
    await worker.stop()
  })

  test('ML-03 a mail that a restore has held back is dropped once, with its job, and is not sent again', async () => {
    const { id: pluginInstanceId } = dataOf(await call('POST', '/plugins', provider({ kind: 'outbox' })))
    const { id } = await addResponder({ pluginInstanceId })
    await happens(uuidv7())
    const mail = await only(id)
    const isIts = sql`dedupe_key = 'mail:' || (select dedupe_key from mails where id = ${mail.id})`
    await database.tenant(shop.orgId, async (tx) => {
      await tx.update(mails).set({ state: 'held' }).where(eq(mails.id, mail.id))
      await tx.execute(sql`update outbox set state = 'held' where ${isIts}`)
    })
    const drop = () => call('POST', `/mails/${mail.id}/drop`, {})
    expect(await drop()).toMatchObject({ status: 200, body: { data: { id: mail.id, state: 'dropped' } } })
    expect(await drop()).toMatchObject({ status: 409, body: { message: 'It was dropped.' } })
    expect(await call('POST', `/mails/${mail.id}/retry`, {})).toMatchObject({ status: 409 })
    expect(await database.tenant(shop.orgId, (tx) => tx.$count(outbox, isIts))).toBe(0)
  })

  test('PM-01 nothing of mails and their providers is there for another organization', async () => {
    const { id: theirPlugin } = dataOf(await call('POST', '/plugins', provider()))
    const { id: theirResponder } = await addResponder()
    await happens(uuidv7())
    const { id: theirMail } = await only(theirResponder)
    const token = await server.login(rival)
    const attempts: [method: string, path: string, body?: object][] = [
      ['PUT', `/autoresponders/email/${theirResponder}`, { subject: 'Stolen' }],
      ['DELETE', `/autoresponders/email/${theirResponder}`],
      ['POST', `/autoresponders/email/${theirResponder}/restore`, {}],
      ['POST', `/autoresponders/email/${theirResponder}/pause`, {}],
      ['POST', `/autoresponders/email/${theirResponder}/resume`, {}],
      ['GET', `/autoresponders/email/${theirResponder}/preview`],
      ['POST', `/autoresponders/email/${theirResponder}/test`, {}],
      ['GET', `/plugins?organizationId=${shop.orgId}`],
      ['POST', '/plugins', provider()],
      ['PUT', `/plugins/${theirPlugin}`, { name: 'Stolen' }],
      ['DELETE', `/plugins/${theirPlugin}`],
      ['POST', `/plugins/${theirPlugin}/verify`, {}],
      ['POST', `/plugins/${theirPlugin}/test`, {}],
      ['GET', `/mails?organizationId=${shop.orgId}`],
      ['GET', `/mails/${theirMail}`],
      ['POST', `/mails/${theirMail}/retry`, {}],
      ['POST', `/mails/${theirMail}/drop`, {}],
    ]
    for (const [method, path, body] of attempts) {
      const answer = await server.call(method, path, { token, body })
      expect([path, answer.status]).toEqual([path, 404])
    }
  })
})
