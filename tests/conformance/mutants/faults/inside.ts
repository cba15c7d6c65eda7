import {
  answer,
  type Exchange,
  type Fault,
  isRecord,
  isSuccess,
  parsed,
  type Reply,
  valueAt,
  withBody,
} from '../exchange'
import { admits, answers, bearer, fault, on, refusals, remembering, replies, unasked } from '../make'
import { bodyOf, recordsIn } from '../selling'

const rowsOf = (reply: Reply) => recordsIn(valueAt(parsed(reply.text), 'data'))
const dataOf = (reply: Reply) => {
  const data = valueAt(parsed(reply.text), 'data')
  return isRecord(data) ? data : {}
}
const withRows = (reply: Reply, rows: readonly unknown[]) =>
  withBody(reply, { data: rows, meta: { total: rows.length } })

const isRival = async (exchange: Exchange) =>
  (await exchange.ask('GET', '/api/v1/users/me', bearer(exchange))).text.includes('rival@offerdesk.example')

/** Members, and what agents do whatever is settled. */
const members: Fault[] = [
  fault('members-of-any-state', 'members are listed whatever state is asked for', unasked('members.list', 'state')),
  fault(
    'member-calls-nobody-back',
    'of what somebody has begun, call-backs are not counted',
    answers('members.get', 'data.work.callBacks', () => 0),
  ),
  fault(
    'member-never-seen',
    'when somebody has worked there last is not told',
    answers('members.get members.list', 'data', (data) =>
      Array.isArray(data)
        ? data.map((one: unknown) => ({ ...(one as object), lastSeenAt: null }))
        : { ...(data as object), lastSeenAt: null },
    ),
  ),
  fault(
    'member-enabled-twice',
    'whoever is not disabled is enabled',
    refusals('members.enable', [409], (_, exchange) =>
      exchange.send({ method: 'GET', path: exchange.path.replace(/\/enable$/, ''), body: undefined }),
    ),
  ),
  fault(
    'member-timeline-of-nothing',
    'nothing is told of what has happened to a member',
    replies('audit.timeline', (reply, { path }) => (path.includes('/members/') ? withRows(reply, []) : reply)),
  ),
  remembering('name-goes-with-member', 'what somebody has sold is nobody’s once they are removed', () => {
    let isRemoved = false
    return on('members.remove search', async (exchange) => {
      const reply = await exchange.send()
      if (exchange.call === 'members.remove') isRemoved ||= isSuccess(reply)
      if (!isRemoved || exchange.call === 'members.remove' || !isSuccess(reply)) return reply
      const whole = parsed(reply.text)
      if (!isRecord(whole)) return reply
      const data = rowsOf(reply).map((row) => ('agentName' in row ? { ...row, agentName: null } : row))
      return withBody(reply, { ...whole, data })
    })
  }),
  fault(
    'agents-adjust-no-stock',
    'agents are refused to adjust a stock',
    on('products.adjustStock', async (exchange) =>
      (await isRival(exchange))
        ? answer(403, {
            success: false,
            message: 'You may not do this',
            error: { code: 'forbidden', message: 'You may not do this' },
          })
        : exchange.send(),
    ),
  ),
  fault(
    'agents-report-on-all',
    'a report of whoever sees their own orders alone is made of all',
    on('reports.read', async (exchange) => {
      const reply = await exchange.send()
      if (!isSuccess(reply) || !(await isRival(exchange))) return reply
      const [token = ''] = exchange.tokens
      const all = await exchange.send({ headers: { authorization: `Bearer ${token}` } })
      return isSuccess(all) ? all : reply
    }),
  ),
  fault(
    'agents-read-no-mails-to-them',
    'whoever was mailed an invite does not find it among the mails',
    on('mails.list', async (exchange) => {
      const reply = await exchange.send()
      if (!isSuccess(reply) || !(await isRival(exchange))) return reply
      return withRows(
        reply,
        rowsOf(reply).filter(({ event }) => event !== 'invite'),
      )
    }),
  ),
  fault(
    'member-network-whole',
    'where a colleague works from is told to the last part',
    answers('members.get', 'data.devices.*.network', () => '192.0.2.17'),
  ),
  fault(
    'call-of-another-country',
    'a call is from another country than its number',
    answers('calls.start calls.end calls.resume calls.close calls.calledBack calls.open calls.callBacks', '', (body) =>
      isRecord(body)
        ? (JSON.parse(JSON.stringify(body).replaceAll('"country":"US"', '"country":"GB"')) as unknown)
        : body,
    ),
  ),
  fault(
    'agents-mail-anywhere',
    'agents change the mails of campaigns that they do not sell in',
    admits('autoresponders.create', [403]),
  ),
]

/** Organizations as they are told elsewhere, devices, and the audit. */
const told: Fault[] = [
  fault(
    'organization-listed-untaxed',
    'organizations are listed without their tax',
    answers('organizations.list', 'data.*.taxRate', () => 0),
  ),
  fault(
    'seller-by-another-name',
    'who sells is called otherwise than the organization',
    answers('sellers.list', 'data.*.name', (name) => `${String(name)} as it was`),
  ),
  remembering('new-organization-exports', 'agents of a new organization take lists along', () => {
    const settled = new Set<string>()
    return on('organizations.permissions organizations.setPermissions', async (exchange) => {
      const reply = await exchange.send()
      if (exchange.call === 'organizations.setPermissions') settled.add(exchange.path)
      if (settled.has(exchange.path) || !isSuccess(reply)) return reply
      return withBody(reply, { data: { ...dataOf(reply), exports: true } })
    })
  }),
  fault(
    'audit-deleted-stays',
    'the audit tells of what is deleted as if it were there still',
    answers('audit.list', 'data.*', (entry) =>
      isRecord(entry) && entry['kind'] === 'deleted'
        ? { ...entry, changes: recordsIn(entry['changes']).map((one) => ({ ...one, after: one['before'] })) }
        : entry,
    ),
  ),
  fault(
    'device-as-it-says',
    'a device is called as its browser says',
    answers('users.sessions', 'data.*.device', () => 'Mozilla/5.0 (Windows NT 10.0) Firefox/140.0'),
  ),
  fault(
    'network-whole',
    'the whole address is told at which somebody was seen',
    answers('users.sessions', 'data.*.network', () => '192.0.2.17'),
  ),
]

/** Messages to other systems. */
const messages: Fault[] = [
  fault(
    'webhook-paid-untold',
    'no webhook is told that an order is paid',
    replies('webhooks.deliveries', (reply) =>
      withRows(
        reply,
        rowsOf(reply).filter(({ event }) => event !== 'order.paid'),
      ),
    ),
  ),
  fault(
    'webhook-waiting-uncounted',
    'how many messages wait is not told',
    answers('webhooks.list', 'data.*.waitingCount', () => 0),
  ),
  remembering('webhook-waits-for-old-address', 'what waits goes to where its webhook led before', () => {
    let known: unknown
    return on('webhooks.create webhooks.delivery', async (exchange) => {
      const reply = await exchange.send()
      if (!isSuccess(reply)) return reply
      if (exchange.call === 'webhooks.create') known ??= bodyOf(exchange)['address']
      return exchange.call === 'webhooks.create'
        ? reply
        : withBody(reply, { data: { ...dataOf(reply), address: known } })
    })
  }),
  fault(
    'message-tried-for-ever',
    'a message that was given up is told to be tried again',
    answers('webhooks.delivery', 'data', (data) =>
      isRecord(data) && data['state'] === 'failed' ? { ...data, nextTryAt: '2030-01-01T00:00:00.000Z' } : data,
    ),
  ),
]

/** What is shared, before anybody has accepted. */
const sharing: Fault[] = [
  fault(
    'collaboration-sees-alone',
    'every campaign is shared to be seen alone',
    answers('collaborations.create', 'data.campaigns.*.right', () => 'see'),
  ),
  fault(
    'collaboration-listed-unaccepted',
    'whoever is invited has the collaboration in their list at once',
    on('collaborations.list', async (exchange) => {
      const reply = await exchange.send()
      if (!isSuccess(reply) || !(await isRival(exchange))) return reply
      const [token = ''] = exchange.tokens
      const organizations = rowsOf(await exchange.ask('GET', '/api/v1/organizations', token))
      const rows = rowsOf(reply)
      for (const { id } of organizations) {
        const given = await exchange.ask(
          'GET',
          `/api/v1/collaborations?organizationId=${String(id)}&state=invited`,
          token,
        )
        rows.push(...rowsOf(given).filter(({ email }) => email === 'rival@offerdesk.example'))
      }
      return withRows(reply, rows)
    }),
  ),
  remembering('collaboration-renewed-in-vain', 'an invitation that is sent again ends as before', () => {
    const ends = new Map<unknown, unknown>()
    return on('collaborations.create collaborations.renew', async (exchange) => {
      const reply = await exchange.send()
      const data = dataOf(reply)
      if (!isSuccess(reply)) return reply
      if (exchange.call === 'collaborations.create') ends.set(data['id'], data['expiresAt'])
      return withBody(reply, { data: { ...data, expiresAt: ends.get(data['id']) ?? data['expiresAt'] } })
    })
  }),
  fault(
    'collaboration-renewed-unmailed',
    'an invitation that is sent again is mailed to nobody',
    replies('mails.list', (reply) => {
      const isFirst = (row: Record<string, unknown>, at: number, rows: Record<string, unknown>[]) =>
        row['event'] !== 'collaboration' || rows.findIndex(({ event }) => event === 'collaboration') === at
      return withRows(reply, rowsOf(reply).filter(isFirst))
    }),
  ),
  fault(
    'collaboration-offers-rounded',
    'what a partner may sell is told with whole prices',
    answers('collaborations.offers', 'data.*.basePrice', (price) => Math.floor(Number(price)) - 1),
  ),
  fault(
    'collaboration-share-of-thousandths',
    'a share of more than two decimals is taken',
    refusals('collaborations.create', [422], (reply, { body }) =>
      isRecord(body) && body['share'] === 12.505 ? answer(200, { data: { id: 'x', state: 'invited' } }) : reply,
    ),
  ),
  fault(
    'collaboration-timeline-of-nothing',
    'nothing is told of what has happened to a collaboration',
    replies('audit.timeline', (reply, { path }) => (path.includes('/collaborations/') ? withRows(reply, []) : reply)),
  ),
]

/** People inside, what is told of them, and others that are told. */
export const inside: Fault[] = [...members, ...told, ...messages, ...sharing]
