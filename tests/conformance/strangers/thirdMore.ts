import {
  answer,
  type Exchange,
  type Fault,
  gone,
  type Handler,
  isRecord,
  isSuccess,
  parsed,
  type Reply,
  valueAt,
  withBody,
} from '../mutants/exchange'
import { fault, isAlive, on, refusals, requests, unasked } from '../mutants/make'
import { bodyOf, idIn, readList, recordIn, recordsIn, write } from '../mutants/selling'

// More faults of a third stranger: what holds of one at a time, and is forgotten of two.

const remembering = (id: string, about: string, make: () => Handler): Fault => ({ id, about, make })

const sleep = (ms: number) => new Promise((done) => setTimeout(done, ms))

const conflict = (message: string) => answer(409, { success: false, message, error: { code: 'conflict', message } })

/** Whether two people work for one organization. */
async function isColleague(exchange: Exchange, organizationId: unknown): Promise<boolean> {
  return (await readList(exchange, '/organizations')).some(({ id }) => id === organizationId)
}

/** What others are answered to the same, as long as they are colleagues of whoever asks. */
const asColleague =
  (organizationOf: (reply: Reply, exchange: Exchange) => unknown) =>
  async (refused: Reply, exchange: Exchange): Promise<Reply> => {
    if (!(await isAlive(exchange))) return refused
    for (const token of exchange.tokens) {
      const reply = await exchange.ask('GET', exchange.path, token)
      if (isSuccess(reply) && (await isColleague(exchange, organizationOf(reply, exchange)))) return reply
    }
    return refused
  }

/** What an owner is told is waiting, in place of what an agent is. */
async function asOwner(exchange: Exchange): Promise<Reply> {
  const reply = await exchange.send()
  const { id, queue } = recordIn(reply)
  if (!isSuccess(reply)) return reply
  const own = (await readList(exchange, '/organizations')).find((one) => one['id'] === id)
  if (own?.['role'] !== 'agent' || valueAt(own, 'agents.seesAllOrders') !== false) return reply
  for (const token of exchange.tokens) {
    const all = await exchange.ask('GET', '/api/v1/organizations', token)
    const isOwner = recordsIn(valueAt(parsed(all.text), 'data')).some(
      (one) => one['id'] === id && one['role'] === 'owner',
    )
    if (!isOwner) continue
    const told = await exchange.ask('GET', `${exchange.path}?organizationId=${String(id)}`, token)
    const calls = recordsIn(queue).filter(({ of }) => of === 'callBacks')
    const others = recordsIn(recordIn(told)['queue']).filter(({ of }) => of !== 'callBacks')
    const whole = parsed(reply.text)
    return isRecord(whole)
      ? withBody(reply, { ...whole, data: { ...recordIn(reply), queue: [...others, ...calls] } })
      : reply
  }
  return reply
}

/** Some limits of texts, which are counted in bytes. */
const inBytes = (calls: string, limits: Record<string, number>): Handler =>
  on(calls, (exchange) => {
    const body = bodyOf(exchange)
    const [field] =
      Object.entries(limits).find(([name, most]) => {
        const value = body[name]
        if (typeof value !== 'string') return false
        const text = value.trim()
        return text.length <= most && Buffer.byteLength(text) > most
      }) ?? []
    if (field === undefined) return exchange.send()
    const message = 'Some fields are wrong'
    const details = [{ path: `body.${field}`, message: 'Too long' }]
    return Promise.resolve(
      answer(422, { success: false, message, error: { code: 'validation_failed', message, details } }),
    )
  })

export const moreOfThird: Fault[] = [
  fault(
    'changes-never-told-together',
    'Whoever asks for changes together is told each by itself.',
    unasked('events.stream', 'together'),
  ),
  fault(
    'bulk-percent-has-one-decimal',
    'A change of many prices by a percentage is rounded to one decimal.',
    requests('bulkJobs.create', 'price', (price) =>
      isRecord(price) && price['kind'] === 'percent' && typeof price['value'] === 'number'
        ? { ...price, value: Math.round(price['value'] * 10) / 10 }
        : price,
    ),
  ),
  fault(
    'dashboard-tells-agents-of-all-orders',
    'An agent who sees their own orders alone is told of all that wait.',
    on('dashboard.read', asOwner),
  ),
  fault(
    'view-name-is-taken-in-every-list',
    'The name of a saved view can not be used for one of another list.',
    on('savedViews.create', async (exchange) => {
      const { organizationId, name, list } = bodyOf(exchange)
      const views = await readList(exchange, `/saved-views?organizationId=${String(organizationId)}`)
      return views.some((view) => view['name'] === name && view['list'] !== list)
        ? conflict('There is a view of this name.')
        : exchange.send()
    }),
  ),
  fault(
    'edited-autoresponder-sends-again',
    'Changing an auto-responder that is paused resumes it.',
    on('autoresponders.update', async (exchange) => {
      const reply = await exchange.send()
      if (!isSuccess(reply) || recordIn(reply)['paused'] !== true) return reply
      const id = exchange.path.split('/').at(-1) ?? ''
      const resumed = await write(exchange, 'POST', `/autoresponders/email/${id}/resume`, {})
      return isSuccess(resumed) ? resumed : reply
    }),
  ),
  fault(
    'mails-searched-in-any-state',
    'Mails that are looked for by a text are found in any state, whichever is asked for.',
    on('mails.list', (exchange) => {
      if (!exchange.query.get('q') || !exchange.query.has('state')) return exchange.send()
      const query = new URLSearchParams(exchange.query)
      query.delete('state')
      return exchange.send({ query })
    }),
  ),
  fault(
    'customer-texts-counted-in-bytes',
    'How long the names and the note of a customer may be is counted in bytes.',
    inBytes('customers.create customers.update', { firstName: 100, lastName: 100, note: 5_000 }),
  ),
  remembering(
    'customer-version-looked-at-too-early',
    'Two changes of one version of a customer at once both pass.',
    () => {
      const underWay = new Map<string, number>()
      return on('customers.update', async (exchange) => {
        const version = exchange.headers['if-match']
        if (version === undefined) return exchange.send()
        const key = `${exchange.path} ${version}`
        underWay.set(key, (underWay.get(key) ?? 0) + 1)
        await sleep(60)
        const isAlone = underWay.get(key) === 1
        const reply = await (isAlone ? exchange.send() : exchange.send({ headers: { 'if-match': undefined } }))
        await sleep(20)
        underWay.delete(key)
        return reply
      })
    },
  ),
  fault(
    'nobody-says-how-long-to-wait',
    'Who is asked to wait is not told for how long.',
    refusals('*', [429], (reply) => {
      const { 'retry-after': _, ...headers } = reply.headers
      return { ...reply, headers }
    }),
  ),
  fault(
    'order-placed-of-an-older-draft',
    'An order is placed although its draft was changed since the version that is named.',
    requests('orders.place', 'draftVersion', () => gone),
  ),
  fault(
    'phone-not-cleared-beside-others',
    'An empty phone number clears that of a customer only where nothing else is changed.',
    requests('customers.update', '', (body) => {
      if (!isRecord(body) || body['phone'] !== '' || Object.keys(body).length < 2) return body
      const { phone: _, ...others } = body
      return others
    }),
  ),
  fault(
    'agents-read-their-colleagues',
    'An agent may read another member, and not only themselves.',
    refusals(
      'members.get',
      [403],
      asColleague((_reply, exchange) => idIn(exchange)),
    ),
  ),
  fault(
    'drafts-of-colleagues-can-be-read',
    'The draft of an order can be read by all who work in its organization.',
    refusals(
      'orderDrafts.get',
      [404],
      asColleague((reply) => recordIn(reply)['organizationId']),
    ),
  ),
  remembering(
    'archive-part-that-overlaps-is-refused',
    'A part of an archive is refused that begins before what has come already and goes beyond it.',
    () => {
      const received = new Map<string, number>()
      return on('archives.addPart', async (exchange) => {
        const { place, content } = bodyOf(exchange)
        const has = received.get(idIn(exchange)) ?? 0
        const length = typeof content === 'string' ? Buffer.from(content, 'base64').length : 0
        if (typeof place === 'number' && place < has && place + length > has) {
          return conflict('This part overlaps what has come.')
        }
        const reply = await exchange.send()
        const now = recordIn(reply)['received']
        if (typeof now === 'number') received.set(idIn(exchange), now)
        return reply
      })
    },
  ),
]
