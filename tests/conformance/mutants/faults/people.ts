import { type Exchange, type Fault, isRecord, isSuccess, parsed, type Reply, valueAt, withBody } from '../exchange'
import {
  admits,
  answers,
  bearer,
  byWhoeverMay,
  fault,
  on,
  refusals,
  remembering,
  replies,
  requests,
  unasked,
} from '../make'
import { bodyOf, recordsIn } from '../selling'

const isProgram = (exchange: Exchange) => bearer(exchange).startsWith('odk_')

/** Lets in whoever asks themselves, from one request that was carried out until another one. */
const between = (
  id: string,
  about: string,
  calls: string,
  [begins, ends]: readonly ((exchange: Exchange) => boolean)[],
) =>
  remembering(id, about, () => {
    let isOpen = false
    return async (exchange) => {
      const reply = await exchange.send()
      if (isSuccess(reply) && begins?.(exchange) === true) isOpen = true
      if (isSuccess(reply) && ends?.(exchange) === true) isOpen = false
      const isMeant = calls.split(' ').includes(exchange.call) && !isProgram(exchange)
      return isOpen && isMeant && [403, 404].includes(reply.status) ? byWhoeverMay(reply, exchange) : reply
    }
  })

/** Lets in who is kept out: from when they are disabled until they are enabled. */
const whileOut = (id: string, about: string, calls: string) =>
  between(id, about, calls, [({ call }) => call === 'members.disable', ({ call }) => call === 'members.enable'])

/** Lets in agents for as long as what they may do is settled so. */
const whileSettled = (id: string, about: string, calls: string, name: string) => {
  const isSettled = (to: boolean) => (exchange: Exchange) =>
    exchange.call === 'organizations.setPermissions' && bodyOf(exchange)[name] === to
  return between(id, about, calls, [isSettled(false), isSettled(true)])
}

/** A view is shared by nobody but its agent, so that it is settled otherwise for as long as they ask. */
const agentsShareViews = remembering('agents-share-views', 'agents share views before an owner lets them', () => {
  let settle: ((to: boolean) => Promise<Reply>) | undefined
  return async (exchange) => {
    const { call, path, ask } = exchange
    const reply = await exchange.send()
    const settled = bodyOf(exchange)['sharesViews']
    if (call === 'organizations.setPermissions' && isSuccess(reply) && settled !== undefined)
      settle = settled === true ? undefined : (to) => ask('PUT', path, bearer(exchange), { sharesViews: to })
    if (call !== 'savedViews.share' || reply.status !== 403 || settle === undefined) return reply
    await settle(true)
    const shared = await exchange.send()
    await settle(false)
    return shared
  }
})

/** Answers what somebody sees alone as it is for the owner. */
const asOwner = (calls: string, isMeant: (exchange: Exchange) => boolean) =>
  on(calls, async (exchange) => {
    const [token = ''] = exchange.tokens
    const reply = await exchange.send()
    if (!isSuccess(reply) || !isMeant(exchange)) return reply
    const all = await exchange.send({ headers: { authorization: `Bearer ${token}` } })
    return isSuccess(all) ? all : reply
  })

/** A stream goes on after whatever has ended it. */
async function* goingOn(live: AsyncIterable<string>) {
  for await (const chunk of live) {
    if (chunk.includes('event: end')) break
    yield chunk
  }
  await new Promise((resolve) => setTimeout(resolve, 6_000))
  yield ': still here\n\n'
}

/** One answer for every request with a key, whoever sends it. */
const keyOfEverybody = remembering('key-of-everybody', 'a key is the same one for all who send it', () => {
  const known = new Map<string, Reply>()
  return on('customers.create', async (exchange) => {
    const key = exchange.headers['idempotency-key']
    const before = key === undefined ? undefined : known.get(key)
    if (before !== undefined) return before
    const reply = await exchange.send()
    if (key?.includes('-of-both') === true && isSuccess(reply)) known.set(key, reply)
    return reply
  })
})

const versionIn = (tag: string | undefined) => Number(/^"(\d+)"$/.exec(tag ?? '')?.[1] ?? Number.NaN)

/** Who is in an organization, what is settled of them, and what comes with them. */
export const people: Fault[] = [
  fault(
    'lists-for-foreigners',
    'what programs are let in by is listed for everybody',
    admits('apiTokens.list', [403, 404]),
  ),
  fault(
    'mail-providers-for-foreigners',
    'email providers are listed for everybody',
    admits('plugins.list', [403, 404]),
  ),
  whileOut('disabled-reads-reports', 'who is disabled reads what reports are saved', 'savedReports.list'),
  whileOut('disabled-streams', 'who is disabled reads what the dashboard says', 'dashboard.read'),
  fault('agents-export', 'agents export lists before an owner lets them', admits('listExports.csv', [403])),
  fault('agents-save-archives', 'agents read whether an archive can be taken over', admits('archives.list', [403])),
  whileSettled(
    'agents-change-offers',
    'agents change products before an owner lets them',
    'products.duplicate',
    'changesOffers',
  ),
  agentsShareViews,
  fault('agents-never-export', 'agents are refused files although an owner lets them', asRefused('listExports.csv')),
  fault(
    'agents-see-payments',
    'who sees their own orders alone finds all transactions',
    asOwner('search', (exchange) => bodyOf(exchange)['resource'] === 'transactions'),
  ),
  fault(
    'agents-add-up-all',
    'who sees their own orders alone is told what all of them come to',
    asOwner('orders.sums', () => true),
  ),
  fault(
    'agents-export-all',
    'who sees their own orders alone exports all of them',
    asOwner('listExports.csv', () => true),
  ),
  whileSettled(
    'agents-read-orders',
    'who sees their own orders alone notes something at those of others',
    'orders.addNote',
    'seesAllOrders',
  ),
  fault(
    'orders-not-counted',
    'nobody is told to have placed an order',
    answers('members.get', 'data.ordersCount', () => 0),
  ),
  fault(
    'exports-not-settled',
    'that agents export lists is settled and not kept',
    requests('organizations.setPermissions', 'exports', () => false),
  ),
  fault(
    'token-outlives-maker',
    'a program goes on once its maker is out',
    refusals('campaigns.kinds', [401, 403], (reply, exchange) =>
      isProgram(exchange) ? byWhoeverMay(reply, exchange) : reply,
    ),
  ),
  fault(
    'token-above-maker',
    'a program reads the audit although its maker sells alone',
    refusals('audit.list', [403], (reply, exchange) => (isProgram(exchange) ? byWhoeverMay(reply, exchange) : reply)),
  ),
  fault(
    'token-never-ends',
    'a program goes on after the moment at which its token ends',
    requests('apiTokens.create', 'expiresAt', (end) =>
      typeof end === 'string' && end.includes('T') ? new Date(Date.parse(end) + 86_400_000).toISOString() : end,
    ),
  ),
  fault(
    'token-lists-invites',
    'a program reads who is invited',
    refusals('invites.list', [403], (reply, exchange) => (isProgram(exchange) ? byWhoeverMay(reply, exchange) : reply)),
  ),
  fault(
    'token-use-untold',
    'nobody is told when a token was used last',
    answers('apiTokens.list', 'data.*.lastUsedAt', () => null),
  ),
  fault(
    'token-acts-as-person',
    'what programs change is told as done by people',
    answers('audit.list', 'data.*.actor.kind', (kind) => (kind === 'token' ? 'person' : kind)),
  ),
  fault(
    'streams-of-those-who-are-out',
    'an event stream goes on whoever is out',
    on('events.stream', async (exchange) => {
      const reply = await exchange.send()
      return reply.live ? { ...reply, live: goingOn(reply.live) } : reply
    }),
  ),
  fault(
    'members-never-out',
    'who is disabled is not told to be in the list of members',
    answers('organizations.members', 'data.*.isDisabled', () => false),
  ),
  fault(
    'disabled-by-nobody',
    'nobody is told who has disabled somebody',
    answers('members.get', 'data.disabledByName', () => null),
  ),
  fault(
    'two-steps-uncounted',
    'nobody is told how many have no second step',
    answers('organizations.settings', 'data.withoutTwoSteps', () => 0),
  ),
  fault(
    'devices-in-any-order',
    'devices are listed the other way round',
    answers('users.sessions', 'data', (rows) => (Array.isArray(rows) ? rows.toReversed() : rows)),
  ),
  fault(
    'invited-as-owner',
    'whoever is invited to sell is invited to change settings',
    requests('invites.create', 'role', () => 'owner'),
  ),
  fault(
    'invite-never-used',
    'the link of an invite that was accepted still reads as open',
    answers('invites.read', 'data.state', (state) => (state === 'accepted' ? 'pending' : state)),
  ),
  fault(
    'invite-mails-untold',
    'a second mail of an invite is not sent',
    replies('mails.list', (reply) => {
      const whole = parsed(reply.text)
      const rows = recordsIn(valueAt(whole, 'data'))
      const kept = rows.filter(
        (row, place) => row['event'] !== 'invite' || rows.findIndex((one) => one['to'] === row['to']) === place,
      )
      return isRecord(whole) ? withBody(reply, { ...whole, data: kept }) : reply
    }),
  ),
  keyOfEverybody,
  fault(
    'keys-of-any-form',
    'a key that is none is left aside',
    on('customers.create', (exchange) => {
      const key = exchange.headers['idempotency-key'] ?? 'none'
      return /^\S{1,200}$/.test(key) ? exchange.send() : exchange.send({ headers: { 'idempotency-key': undefined } })
    }),
  ),
  fault(
    'versions-of-any-form',
    'a version that is none is left aside',
    on('offers.update', (exchange) => {
      const tag = exchange.headers['if-match'] ?? '*'
      return /^(?:\*|"[^"]*".*)$/.test(tag) ? exchange.send() : exchange.send({ headers: { 'if-match': undefined } })
    }),
  ),
  fault(
    'version-before-taken',
    'a change upon the version before the newest is made',
    refusals('sellers.update', [409], async (reply, exchange) => {
      const now = Number(valueAt(parsed(reply.text), 'error.details.current.version'))
      return versionIn(exchange.headers['if-match']) < now
        ? exchange.send({ headers: { 'if-match': undefined } })
        : reply
    }),
  ),
  fault(
    'versions-alone',
    'of several versions that a change names the first counts',
    on('products.update', (exchange) => {
      const [first, ...others] = (exchange.headers['if-match'] ?? '').split(',')
      return others.length === 0 ? exchange.send() : exchange.send({ headers: { 'if-match': first } })
    }),
  ),
  fault(
    'outdated-untold',
    'whoever is refused as outdated is not told the record',
    refusals('savedReports.update', [409], (reply) => {
      const body = parsed(reply.text)
      return isRecord(body) && isRecord(body['error'])
        ? withBody(reply, { ...body, error: { ...body['error'], details: [] } })
        : reply
    }),
  ),
  fault(
    'webhook-told-more',
    'a webhook is told of what it has not asked for',
    replies('webhooks.deliveries', (reply) => {
      const whole = parsed(reply.text)
      const rows = recordsIn(valueAt(whole, 'data'))
      const row = rows.find(({ event }) => event === 'customer.updated')
      return isRecord(whole) && row
        ? withBody(reply, {
            ...whole,
            data: [...rows, { ...row, id: `${String(row['id'])}x`, event: 'order.expired' }],
          })
        : reply
    }),
  ),
  fault(
    'webhook-bare',
    'a message to a webhook has nothing of its record',
    answers('webhooks.delivery', 'data.payload', (payload) => {
      const body = typeof payload === 'string' ? parsed(payload) : undefined
      return isRecord(body) ? JSON.stringify({ ...body, data: {} }) : payload
    }),
  ),
  fault(
    'webhook-waits-on',
    'what waits goes on to wait while a webhook is off',
    answers('webhooks.delivery', 'data.state', () => 'waiting'),
  ),
  fault(
    'audit-file-of-all',
    'the file of the audit is of every record, whichever is asked for',
    unasked('audit.csv', 'recordId'),
  ),
  fault(
    'audit-from-the-same',
    'the audit tells what has changed as it is now, before and after',
    answers('audit.list', 'data.*.changes.*', (change) =>
      isRecord(change) && change['before'] !== null ? { ...change, before: change['after'] } : change,
    ),
  ),
]

/** Refuses what an owner has let somebody do. */
function asRefused(calls: string) {
  return on(calls, async (exchange) => {
    const [token = ''] = exchange.tokens
    const reply = await exchange.send()
    if (!isSuccess(reply) || bearer(exchange) === token) return reply
    const me = await exchange.ask('GET', '/api/v1/users/me', bearer(exchange))
    const owner = await exchange.ask('GET', '/api/v1/users/me', token)
    const isOwner = valueAt(parsed(me.text), 'data.id') === valueAt(parsed(owner.text), 'data.id')
    if (isOwner) return reply
    const message = 'Only an owner can export lists.'
    return {
      ...reply,
      status: 403,
      headers: { 'content-type': 'application/json' },
      text: JSON.stringify({ success: false, message, error: { code: 'forbidden', message } }),
    }
  })
}
