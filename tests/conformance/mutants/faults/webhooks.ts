import { answer, changed, type Fault, isRecord, isSuccess, parsed, type Reply, valueAt, withBody } from '../exchange'
import { admits, answers, fault, on, remembering, replies, requests } from '../make'
import { bodyOf, deafTo, idIn, recordIn, recordsIn, rowsAs, tokenIn } from '../selling'

const acknowledged = () => answer(200, { success: true, message: 'Done' })

/** A list that tells of more than there is. */
const counting = (reply: Reply, more: number): Reply =>
  withBody(
    reply,
    changed(parsed(reply.text), 'meta.total', (total) => Number(total) + more),
  )

/** Tells the secret of a webhook wherever it is read. */
const secretTold: Fault = {
  id: 'webhook-secret-told',
  about: 'the secret of a webhook is told again',
  make: () => {
    const known = new Map<unknown, unknown>()
    return on('webhooks.create webhooks.list', async (exchange) => {
      const reply = await exchange.send()
      if (!isSuccess(reply)) return reply
      if (exchange.call === 'webhooks.create') {
        const { id, webhookSecret } = recordIn(reply)
        if (webhookSecret !== null) known.set(id, webhookSecret)
        return reply
      }
      const rows = recordsIn(valueAt(parsed(reply.text), 'data'))
      return withBody(reply, { data: rows.map((row) => ({ ...row, secret: known.get(row['id']) ?? null })) })
    })
  },
}

/** Where others are told, and of what. */
export const webhooks: Fault[] = [
  fault(
    'webhooks-deaf-to-failures',
    'webhooks are told of no payment that failed',
    rowsAs('webhooks.deliveries', (rows) => rows.filter(({ event }) => event !== 'payment.failed')),
  ),
  fault(
    'webhooks-deaf-to-parcels',
    'webhooks are told of no parcel',
    rowsAs('webhooks.deliveries', (rows) => rows.filter(({ event }) => !String(event).startsWith('fulfilment'))),
  ),
  fault(
    'webhooks-tell-other-parcels',
    'webhooks are told of another parcel than was shipped',
    answers('webhooks.delivery', 'data.payload', (payload) =>
      typeof payload === 'string' && payload.startsWith('{"type":"fulfilment.shipped"')
        ? payload.replaceAll(/"id":"[0-9a-f]/g, '"id":"f')
        : payload,
    ),
  ),
  remembering('messages-outlive-webhooks', 'the messages of a webhook that was deleted are read still', () => {
    const kept = new Map<string, Reply>()
    return on('webhooks.delivery', async (exchange) => {
      const reply = await exchange.send()
      const key = `${tokenIn(exchange)} ${exchange.path}`
      if (isSuccess(reply)) kept.set(key, reply)
      return reply.status === 404 ? (kept.get(key) ?? reply) : reply
    })
  }),
  remembering('audit-tells-refusals', 'the audit tells of what was refused', () => {
    let refused = 0
    return on('webhooks.update audit.list', async (exchange) => {
      const reply = await exchange.send()
      if (exchange.call === 'webhooks.update') refused += isSuccess(reply) ? 0 : 1
      else if (exchange.query.get('action') === 'webhooks.update') return counting(reply, refused)
      return reply
    })
  }),
  remembering('audit-tells-keys-twice', 'the audit tells twice of what was asked for twice with one key', () => {
    const keys = new Map<string, unknown>()
    const twice = new Set<unknown>()
    return on('webhooks.create audit.list', async (exchange) => {
      const reply = await exchange.send()
      const key = exchange.headers['idempotency-key']
      const { id } = recordIn(reply)
      if (exchange.call === 'webhooks.create' && key !== undefined && isSuccess(reply)) {
        if (keys.get(key) === id) twice.add(id)
        keys.set(key, id)
      }
      const isTwice = exchange.call === 'audit.list' && twice.has(exchange.query.get('recordId'))
      return isTwice ? counting(reply, 1) : reply
    })
  }),
  secretTold,
  fault(
    'webhook-secret-same',
    'a new secret of a webhook is the same for everybody',
    answers('webhooks.create webhooks.rotateSecret', 'data.webhookSecret', (secret) =>
      secret === null ? null : `whsec_${'a'.repeat(43)}=`,
    ),
  ),
  fault('webhook-if-match-ignored', 'a change of an outdated webhook is made', deafTo('if-match', 'webhooks.update')),
  fault(
    'webhook-key-ignored',
    'a webhook that is sent again is made again',
    deafTo('idempotency-key', 'webhooks.create'),
  ),
  fault(
    'webhook-events-lost',
    'of the events of a webhook the first is kept',
    requests('webhooks.create', 'events', (events) => (Array.isArray(events) ? events.slice(0, 1) : events)),
  ),
  fault(
    'webhook-everything-taken',
    'a webhook that leads nowhere is taken',
    on('webhooks.update', async (exchange) => {
      const reply = await exchange.send()
      if (reply.status !== 422) return reply
      const { address: _address, events: _events, ...rest } = bodyOf(exchange)
      return exchange.send({ body: rest })
    }),
  ),
  fault(
    'webhook-stays',
    'deleting a webhook is acknowledged, and it stays',
    on('webhooks.delete', async (exchange) => {
      const alive = await exchange.ask('GET', '/api/v1/users/me', exchange.headers['authorization']?.slice(7) ?? '')
      return isSuccess(alive) ? acknowledged() : exchange.send()
    }),
  ),
  fault(
    'webhook-messages-lost',
    'the messages to a webhook are not listed',
    answers('webhooks.deliveries', 'data', () => []),
  ),
  fault(
    'webhook-message-anew',
    'a message that is sent again gets another id',
    answers('webhooks.sendAgain', 'data.messageId', () => 'msg_another'),
  ),
  fault(
    'webhook-of-anybody',
    'whoever knows the id of a webhook reads its messages',
    admits('webhooks.deliveries', [404]),
  ),
  fault('webhook-changed-by-anybody', 'whoever knows the id of a webhook changes it', admits('webhooks.update', [404])),
  fault(
    'webhook-message-of-each',
    'of one event every webhook is told under another id',
    replies('webhooks.deliveries webhooks.delivery webhooks.test webhooks.sendAgain', (reply) => {
      const own = (row: unknown) =>
        isRecord(row) ? { ...row, messageId: `${String(row['messageId'])}-${String(row['webhookId']).slice(-6)}` } : row
      return withBody(
        reply,
        changed(parsed(reply.text), 'data', (data) => (Array.isArray(data) ? data.map(own) : own(data))),
      )
    }),
  ),
  fault(
    'webhook-tells-cents',
    'a message tells what an order comes to in cents',
    answers('webhooks.delivery', 'data.payload', (payload) =>
      typeof payload === 'string'
        ? payload.replaceAll(/"total":(\d[\d.]*)/g, (_, total) => `"total":${Math.round(Number(total) * 100)}`)
        : payload,
    ),
  ),
  remembering('webhook-told-as-before', 'a webhook that asks for less is told of what it has asked for before', () => {
    const asked = new Map<unknown, unknown>()
    const known = new Map<unknown, unknown[]>()
    const shown = (row: Record<string, unknown>) => ({ ...row, events: asked.get(row['id']) ?? row['events'] })
    return on('webhooks.create webhooks.update webhooks.list', async (exchange) => {
      const { events } = bodyOf(exchange)
      const id = exchange.call === 'webhooks.update' ? idIn(exchange) : undefined
      const all = [...new Set([...(known.get(id) ?? []), ...(Array.isArray(events) ? (events as unknown[]) : [])])]
      const isMore = id !== undefined && Array.isArray(events) && events.length > 0
      const reply = await exchange.send(isMore ? { body: { ...bodyOf(exchange), events: all } } : {})
      if (!isSuccess(reply)) return reply
      if (isMore) asked.set(id, events)
      if (events !== undefined) known.set(recordIn(reply)['id'], all)
      return withBody(
        reply,
        changed(parsed(reply.text), 'data', (data) =>
          Array.isArray(data) ? recordsIn(data).map(shown) : isRecord(data) ? shown(data) : data,
        ),
      )
    })
  }),
  fault(
    'webhook-event-unlisted',
    'of what a webhook asks for the arrival of parcels is not listed',
    answers('webhooks.list', 'data', (rows) =>
      recordsIn(rows).map((row) => ({
        ...row,
        events: Array.isArray(row['events']) ? row['events'].filter((event) => event !== 'fulfilment.delivered') : [],
      })),
    ),
  ),
]
