import { changed, type Fault, gone, isRecord, isSuccess, parsed, valueAt, withBody } from '../exchange'
import { accepts, answers, fault, on, refusals, remembering, requests, unasked } from '../make'
import {
  answeredTwice,
  bodyOf,
  deafTo,
  idIn,
  read,
  listsOf,
  recordIn,
  recordsAs,
  recordsIn,
  rowsAs,
  rowsOf,
  tokenIn,
  write,
} from '../selling'

const acknowledged = { success: true, message: 'Done' }
const done = () =>
  Promise.resolve({
    status: 200,
    headers: { 'content-type': 'application/json; charset=utf-8' },
    text: JSON.stringify(acknowledged),
  })

/** Tells a password as it was sent. */
const passwordTold: Fault = {
  id: 'provider-password-told',
  about: 'the password of an email provider is told',
  make: () =>
    on('plugins.create', async (exchange) => {
      const reply = await exchange.send()
      const { password } = bodyOf(exchange)
      return isSuccess(reply) && password !== undefined
        ? withBody(reply, { data: { ...recordIn(reply), key: password } })
        : reply
    }),
}

export const orderMails: Fault[] = [
  ...[{ port: 2525 }, { security: 'tls' }].map((to) =>
    fault(
      `password-for-another-${Object.keys(to).join()}`,
      `a server with another ${Object.keys(to).join()} is sent the password of the one before`,
      refusals('plugins.update', [400, 409, 422], (reply, exchange) => {
        const body = bodyOf(exchange)
        const isIt = JSON.stringify(body) === JSON.stringify(to)
        return isIt ? exchange.send({ body: { ...body, password: 'as-it-was-passw0rd' } }) : reply
      }),
    ),
  ),
  remembering('server-verified-by-silence', 'a server that has not answered is told to have done so', () => {
    const tried = new Set<unknown>()
    return on('plugins.verify plugins.list', async (exchange) => {
      const reply = await exchange.send()
      if (exchange.call === 'plugins.verify') {
        if (reply.status === 409) tried.add(idIn(exchange))
        return reply
      }
      const now = new Date().toISOString()
      return withBody(
        reply,
        changed(parsed(reply.text), 'data.*', (row) =>
          isRecord(row) && tried.has(row['id']) ? { ...row, verifiedAt: now } : row,
        ),
      )
    })
  }),
  fault(
    'no-preview-without-order',
    'an auto-responder whose campaign has no order is previewed with nothing filled',
    answers('autoresponders.preview', 'data', (data) =>
      isRecord(data) && !isRecord(data['order']) ? { ...data, mailText: '{{order_total}}' } : data,
    ),
  ),
  fault(
    'mails-by-order-lost',
    'mails are not found by the number of their order',
    on('mails.list', (exchange) => {
      const q = exchange.query.get('q') ?? ''
      if (!/^#?\d+$/.test(q)) return exchange.send()
      const query = new URLSearchParams(exchange.query)
      query.set('q', 'zq-nothing-has-this')
      return exchange.send({ query })
    }),
  ),
  fault(
    'short-password-ends',
    'how a short password ends is told',
    on('plugins.update', async (exchange) => {
      const reply = await exchange.send()
      const { password } = bodyOf(exchange)
      return isSuccess(reply) && typeof password === 'string'
        ? withBody(reply, { data: { ...recordIn(reply), passwordEnd: password.slice(-2) } })
        : reply
    }),
  ),
  fault(
    'tests-are-other-mails',
    'who tries an auto-responder out gets another mail than it would send',
    rowsAs('mails.list', (rows) => rows.map((row) => (row['event'] === 'test' ? { ...row, subject: 'A test' } : row))),
  ),
  remembering('own-mails-instead-of-paused', 'what is paused is sent as the organization would send it', () => {
    let isPaused = false
    return on('autoresponders.pause autoresponders.resume mails.list', async (exchange) => {
      const reply = await exchange.send()
      if (exchange.call !== 'mails.list') {
        if (isSuccess(reply)) isPaused = exchange.call === 'autoresponders.pause'
        return reply
      }
      const rows = recordsIn(valueAt(parsed(reply.text), 'data'))
      const one = rows.find(({ event }) => event === 'order.tracking_number.assigned')
      if (!isPaused || one === undefined || !exchange.query.has('orderId')) return reply
      const own = { ...one, id: String(one['id']).replace(/.$/, 'f'), subject: 'On its way' }
      return withBody(
        reply,
        changed(parsed(reply.text), 'data', () => [...rows, own]),
      )
    })
  }),
  fault(
    'order-mail-text-kept',
    'of a mail about orders its subject alone is changed',
    on('orderMails.update', async (exchange) => {
      const { subject, body } = bodyOf(exchange)
      if (body === undefined || subject !== undefined) return exchange.send()
      const all = await listsOf(exchange, '/order-mails')
      const now = all.flat().find(({ id }) => id === idIn(exchange))
      return exchange.send({ body: now === undefined ? exchange.body : { subject: now['subject'] } })
    }),
  ),
  fault(
    'order-mails-preview-receipts',
    'of a mail about refunds the receipt is previewed',
    on('orderMails.preview', async (exchange) => {
      const all = await listsOf(exchange, '/order-mails')
      const among = all.find((rows) => rows.some(({ id }) => id === idIn(exchange))) ?? []
      const eventOf = (event: string) => String(among.find((row) => row['event'] === event)?.['id'])
      return idIn(exchange) === eventOf('order.refunded')
        ? exchange.send({ path: exchange.path.replace(idIn(exchange), eventOf('order.completed')) })
        : exchange.send()
    }),
  ),
  fault(
    'placeholders-with-blanks-stay',
    'a placeholder with blanks in its marks stands for nothing',
    requests('autoresponders.update', 'body', (body) =>
      typeof body === 'string' ? body.replaceAll('{{ order_id }}', '{ order_id }') : body,
    ),
  ),
  fault(
    'placeholders-without-end',
    'a mail lists what was ordered as often as somebody likes',
    accepts('autoresponders.update', (body) =>
      String(body['body']).startsWith('{{order_items}}{{order_items}}') ? { ...body, body: '<p>x</p>' } : body,
    ),
  ),
  fault(
    'placeholders-left-open',
    'a placeholder that is never closed is taken for a text',
    accepts('autoresponders.update', (body) =>
      body['subject'] === 'for {{order_id' ? { ...body, subject: 'for order_id' } : body,
    ),
  ),
  fault(
    'subjects-are-escaped',
    'the subject of a mail is written as HTML',
    on('mails.get mails.list', async (exchange) => {
      const reply = await exchange.send()
      const path = exchange.call === 'mails.get' ? 'data.subject' : 'data.*.subject'
      return withBody(
        reply,
        changed(parsed(reply.text), path, (subject) => String(subject).replaceAll('<', '&lt;')),
      )
    }),
  ),
  remembering('providers-held-by-deleted', 'what was deleted still sends through its provider', () => {
    const users = new Map<unknown, unknown>()
    return on('plugins.delete autoresponders.create', async (exchange) => {
      if (exchange.call === 'plugins.delete' && users.get(idIn(exchange)) === tokenIn(exchange)) {
        const told = { success: false, message: 'No', error: { code: 'not_possible', message: 'No' } }
        return { ...(await done()), status: 409, text: JSON.stringify(told) }
      }
      const reply = await exchange.send()
      const { pluginInstanceId } = bodyOf(exchange)
      if (pluginInstanceId !== undefined && isSuccess(reply)) users.set(pluginInstanceId, tokenIn(exchange))
      return reply
    })
  }),
  fault('seller-if-match-ignored', 'an outdated seller is changed', deafTo('if-match', 'sellers.update')),
  fault(
    'seller-address-lost',
    'the address of a seller is told as none',
    answers('sellers.list', 'data.*.address', () => ''),
  ),
  passwordTold,
  fault(
    'password-goes-elsewhere',
    'another server is given the password of the one before',
    refusals('plugins.update', [422], (reply, exchange) => {
      const { host } = bodyOf(exchange)
      return host === undefined ? reply : exchange.send({ body: { ...bodyOf(exchange), password: 'what was kept' } })
    }),
  ),
  fault(
    'provider-unused',
    'how often a provider is used is not told',
    answers('plugins.list', 'data.*.usedBy', () => 0),
  ),
  fault(
    'used-provider-deleted',
    'a provider that is used is told to be deleted',
    refusals('plugins.delete', [409], done),
  ),
  fault('provider-if-match-ignored', 'an outdated provider is changed', deafTo('if-match', 'plugins.update')),
  fault(
    'provider-key-ignored',
    'a provider that is sent again is made again',
    deafTo('idempotency-key', 'plugins.create'),
  ),
  fault(
    'provider-never-verified',
    'when a provider has answered is not told',
    answers('plugins.verify', 'data.verifiedAt', () => null),
  ),
  fault(
    'responder-not-paused',
    'pausing is told and not done',
    on('autoresponders.pause', async (exchange) => {
      const reply = await exchange.send()
      if (isSuccess(reply))
        await write(exchange, 'POST', `/autoresponders/email/${exchange.path.split('/')[5] ?? ''}/resume`, {})
      return reply
    }),
  ),
  fault('responder-not-deleted', 'deleting an auto-responder is told and not done', on('autoresponders.delete', done)),
  fault(
    'responder-if-match-ignored',
    'an outdated auto-responder is changed',
    deafTo('if-match', 'autoresponders.update'),
  ),
  fault(
    'responder-body-lost',
    'changing a subject empties the mail',
    on('autoresponders.update', (exchange) => exchange.send({ body: { body: '<p>empty</p>', ...bodyOf(exchange) } })),
  ),
  fault(
    'preview-unfilled',
    'a preview shows its placeholders',
    recordsAs('autoresponders.preview', (mail) => ({
      ...mail,
      mailHtml: '<p>{{tracking_number}}</p>',
    })),
  ),
  fault(
    'own-mail-missing',
    'an organization has no mail of its own about refunds',
    rowsAs('orderMails.list', (rows) => rows.filter(({ event }) => event !== 'order.refunded')),
  ),
  fault(
    'own-mail-not-switched-off',
    'switching an own mail off is told and not done',
    answers('orderMails.disable', 'data.enabled', () => true),
  ),
  fault(
    'own-mail-not-original',
    'the original of an own mail does not come back',
    on('orderMails.reset', (exchange) =>
      exchange.ask('POST', exchange.path.replace('/reset', '/enable'), exchange.tokens[0] ?? '', {}),
    ),
  ),
  fault('own-mail-test-not-sent', 'a test of an own mail is told and not sent', on('orderMails.sendTest', done)),
  fault(
    'own-mail-unfilled',
    'the preview of an own mail shows its placeholders',
    recordsAs('orderMails.preview', (mail) => ({ ...mail, mailHtml: '<p>{{order_summary}}</p>' })),
  ),
  fault('test-not-sent', 'a test is told and not sent', on('plugins.sendTest', done)),
  fault(
    'responder-test-not-sent',
    'a test of an auto-responder is told and not sent',
    on('autoresponders.sendTest', done),
  ),
  fault(
    'mail-without-text',
    'a mail has nothing in it',
    recordsAs('mails.get', (mail) => ({ ...mail, mailHtml: '<p></p>' })),
  ),
  fault(
    'mail-to-nobody',
    'to whom a mail went is not told',
    answers('mails.get', 'data.to', () => 'nobody@offerdesk.example'),
  ),
  fault(
    'mails-twice',
    'every mail of an order is listed twice',
    rowsAs('mails.list', (rows) =>
      rows.flatMap((row) => [row, { ...row, id: `${String(row['id']).slice(0, -4)}ffff` }]),
    ),
  ),
  fault('mails-of-every-state', 'mails are not narrowed by their state', unasked('mails.list', 'state')),
  fault('mails-of-every-order', 'mails are not narrowed by their order', unasked('mails.list', 'orderId')),
  fault(
    'delivered-retried',
    'a delivered mail is told to be sent again',
    refusals('mails.retry', [409], async (_reply, exchange) => {
      const mail = await exchange.ask('GET', `/api/v1/mails/${idIn(exchange)}`, exchange.tokens[0] ?? '')
      return mail
    }),
  ),
  fault(
    'retry-untaken',
    'a mail that is sent again stays given up',
    on('mails.retry', async (exchange) => {
      const { state } = await read(exchange, `/mails/${idIn(exchange)}`)
      return state === 'dead'
        ? exchange.ask('GET', `/api/v1/mails/${idIn(exchange)}`, exchange.tokens[0] ?? '')
        : exchange.send()
    }),
  ),
  fault(
    'link-never-mailed',
    'a link that is to be mailed is not',
    requests('orders.createPaymentLink', 'mail', (mail) => (mail === true ? false : mail)),
  ),
  fault(
    'receipts-not-mailed',
    'who has paid gets no receipt',
    rowsAs('mails.list', (rows) => rows.filter(({ event }) => event !== 'order.completed')),
  ),
  fault(
    'refunds-mailed-without-amount',
    'a mail about a refund does not say how much it is',
    rowsAs('mails.list', (rows) =>
      rows.map((row) =>
        row['event'] === 'order.refunded' ? { ...row, subject: String(row['subject']).replace(/: .*/, '') } : row,
      ),
    ),
  ),
  {
    id: 'refunds-mailed-when-off',
    about: 'the mail about refunds is sent although it is off',
    make: () => {
      const off = new Set<string>()
      return on('orderMails.disable orderMails.enable orders.cancel', async (exchange) => {
        if (exchange.call !== 'orders.cancel') {
          if (exchange.call === 'orderMails.disable') off.add(idIn(exchange))
          else off.delete(idIn(exchange))
          return exchange.send()
        }
        for (const id of off) await write(exchange, 'POST', `/order-mails/${id}/enable`, {})
        return exchange.send()
      })
    },
  },
  fault(
    'tests-mailed-to-customers',
    'a test is mailed to the customer of the order',
    rowsAs('mails.list', (rows) =>
      rows.map((row) => (row['event'] === 'test' ? { ...row, to: 'who@buys.example' } : row)),
    ),
  ),
  fault(
    'preview-of-another-campaign',
    'a preview is of an order of another campaign',
    answers('autoresponders.preview', 'data.order.id', () => '00000000-0000-4000-8000-000000000000'),
  ),
  fault(
    'responder-keeps-its-sender',
    'an auto-responder keeps its sender when that is changed',
    on('autoresponders.update', async (exchange) => {
      const { from, ...others } = bodyOf(exchange)
      if (typeof from !== 'string' || !from.includes('@') || Object.keys(others).length > 0) return exchange.send()
      return exchange.send({ body: { from: 'checker@offerdesk.example' } })
    }),
  ),
  fault(
    'mail-handed-over-undated',
    'when a mail was handed over is not told',
    answers('mails.get', 'data.deliveredAt', () => null),
  ),
  fault(
    'mails-listed-from-elsewhere',
    'mails are listed as from somebody else',
    rowsAs('mails.list', (rows) => rows.map((row) => ({ ...row, from: 'noreply@offerdesk.example' }))),
  ),
  fault(
    'mails-found-by-subject-alone',
    'a mail is found by the number of its order only where its subject has it',
    rowsAs('mails.list', (rows, { query }) => {
      const q = query.get('q') ?? ''
      return /^\d+$/.test(q) ? rows.filter(({ subject }) => String(subject).includes(q)) : rows
    }),
  ),
  fault(
    'subtotal-of-a-mail-is-the-total',
    'what the items of an order cost is in its mails what all of it costs',
    answers('autoresponders.preview', 'data.mailText', (text) => {
      const [, total = ''] = /\[order_total (.*?) order_total\]/s.exec(String(text)) ?? []
      return String(text).replace(
        /\[order_subtotal .*? order_subtotal\]/s,
        () => `[order_subtotal ${total} order_subtotal]`,
      )
    }),
  ),
  fault(
    'typed-text-is-html-in-mails',
    'what people have typed stands in mails as HTML',
    answers('autoresponders.preview mails.get', 'data.mailHtml', (html) =>
      String(html).replaceAll('&lt;', '<').replaceAll('&gt;', '>'),
    ),
  ),
  fault(
    'responder-never-of-refunds',
    'no auto-responder can be about refunds',
    requests('autoresponders.update', 'event', (event) => (event === 'order.refunded' ? 'order.never' : event)),
  ),
  fault(
    'own-receipt-in-place-of-the-campaigns',
    'who has paid gets the receipt of the organization whatever their campaign sends',
    rowsAs('mails.list', (rows) =>
      rows.map((row) => ({ ...row, subject: String(row['subject']).replace(' instead ', ' ') })),
    ),
  ),
  fault(
    'provider-renamed-without-password',
    'an email provider that is called something else has no password any more',
    on('plugins.update', (exchange) => {
      const body = bodyOf(exchange)
      return exchange.send('name' in body ? { body: { ...body, password: '' } } : {})
    }),
  ),
  {
    id: 'provider-installed-by-former-name',
    about: 'providers to choose from have the names that they were given first',
    make: () => {
      const names = new Map<unknown, unknown>()
      return on('plugins.create plugins.installed', async (exchange) => {
        const reply = await exchange.send()
        if (!isSuccess(reply)) return reply
        const { id, name } = recordIn(reply)
        if (id !== undefined) names.set(id, name)
        if (exchange.call !== 'plugins.installed') return reply
        return withBody(
          reply,
          changed(parsed(reply.text), 'data.*.instance', (one) =>
            isRecord(one) ? { ...one, name: names.get(one['id']) ?? one['name'] } : one,
          ),
        )
      })
    },
  },
  fault(
    'tests-from-elsewhere',
    'a test is not from the address of its provider',
    rowsAs('mails.list', (rows) =>
      rows.map((row) => (row['event'] === 'test' ? { ...row, from: 'noreply@offerdesk.example' } : row)),
    ),
  ),
  answeredTwice('responder-restored-twice', 'an auto-responder that is there is restored', 'autoresponders.restore'),
  fault(
    'provider-keeps-its-sender',
    'an email provider keeps the address that its tests are from',
    requests('plugins.update', 'from', () => undefined),
  ),
  fault(
    'mail-handed-over-untold',
    'when a mail was handed over is not told in the list',
    answers('mails.list', 'data.*', (mail) =>
      isRecord(mail) && mail['state'] !== 'queued' ? { ...mail, deliveredAt: null } : mail,
    ),
  ),
  fault(
    'mail-given-up-for-nothing',
    'why a mail was given up is not told',
    answers('mails.get', 'data.error', () => null),
  ),
  remembering(
    'responder-named-after-former-provider',
    'an auto-responder that has another provider is told with the name of the former one',
    () => {
      const named = new Map<unknown, unknown>()
      return rowsAs('autoresponders.list', (rows) =>
        rows.map((row) => {
          if (!named.has(row['id'])) named.set(row['id'], row['pluginInstance'])
          return { ...row, pluginInstance: named.get(row['id']) }
        }),
      )
    },
  ),
  remembering('preview-of-the-oldest', 'an auto-responder is tried out on the oldest order of its campaign', () => {
    const campaigns = new Map<string, string>()
    let organizationId: unknown
    return on('search autoresponders.create autoresponders.preview', async (exchange) => {
      const reply = await exchange.send()
      if (exchange.call === 'search') {
        ;({ organizationId } = bodyOf(exchange))
        return reply
      }
      if (exchange.call === 'autoresponders.create') {
        campaigns.set(String(recordIn(reply)['id']), idIn(exchange))
        return reply
      }
      const campaignId = campaigns.get(exchange.path.split('/')[5] ?? '')
      if (campaignId === undefined) return reply
      const oldestFirst = { sortBy: 'createdAt', sortOrder: 'asc', filters: { campaignId } }
      const [oldest] = await rowsOf(exchange, 'orders', { organizationId, ...oldestFirst })
      if (oldest === undefined) return reply
      const order = { id: oldest['id'], number: oldest['number'] }
      return withBody(reply, { data: { ...recordIn(reply), order } })
    })
  }),
  fault(
    'page-of-a-former-seller',
    'a payment page is of the seller as it was',
    answers('payments.get', 'data.order.seller.taxNumber', () => null),
  ),
  fault(
    'provider-keeps-its-port',
    'an email provider keeps the port that it was made with',
    requests('plugins.update', 'port', () => gone),
  ),
  fault(
    'provider-keeps-its-security',
    'an email provider that is to encrypt nothing encrypts as it did',
    requests('plugins.update', 'security', (security) => (security === 'none' ? gone : security)),
  ),
  fault(
    'provider-moved-to-the-usual-port',
    'a server that is another one has the port that is usual again',
    on('plugins.update', (exchange) =>
      'host' in bodyOf(exchange) ? exchange.send({ body: { port: 587, ...bodyOf(exchange) } }) : exchange.send(),
    ),
  ),
  fault(
    'provider-keeps-its-user',
    'who signs in to an email server can not be taken away',
    requests('plugins.update', 'user', (user) => (user === '' ? gone : user)),
  ),
  fault(
    'provider-keeps-its-password',
    'an email provider keeps the password that it was made with',
    on('plugins.update', (exchange) => {
      const { password, ...others } = bodyOf(exchange)
      const isMore = password !== undefined && Object.keys(others).length === 0
      return exchange.send(isMore ? { body: { user: '' } } : {})
    }),
  ),
]
