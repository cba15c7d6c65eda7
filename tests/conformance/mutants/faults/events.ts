import { type Exchange, type Fault, isRecord, parsed, type Reply } from '../exchange'
import { admits, fault, on } from '../make'
import { readList, tokenIn } from '../selling'

/** One event of a stream. */
interface Told {
  name: string
  id: string | undefined
  data: unknown
}

function toldIn(text: string): Told {
  const fields = new Map(text.split('\n').map((line) => [line.split(':')[0] ?? '', line.replace(/^\w+: ?/, '')]))
  return { name: fields.get('event') ?? '', id: fields.get('id'), data: parsed(fields.get('data') ?? '') }
}

const textOf = ({ name, id, data }: Told) =>
  `event: ${name}\n${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`

async function* changedEvents(live: AsyncIterable<string>, change: (told: Told) => Told | undefined) {
  let rest = ''
  for await (const chunk of live) {
    const parts = `${rest}${chunk}`.split('\n\n')
    rest = parts.pop() ?? ''
    for (const part of parts) {
      const told = change(toldIn(part))
      if (told) yield textOf(told)
    }
  }
}

/** Changes the events of a stream on their way; what becomes undefined is not told. */
const events = (change: (told: Told) => Told | undefined) =>
  on('events.stream', async (exchange) => {
    const reply = await exchange.send()
    return reply.live ? { ...reply, live: changedEvents(reply.live, change) } : reply
  })

const changes = (change: (data: Record<string, unknown>) => unknown) =>
  events((told) => (told.name === 'change' && isRecord(told.data) ? { ...told, data: change(told.data) } : told))

/** Hears of another organization instead. */
const elsewhere = (choose: (exchange: Exchange) => Promise<{ organizationId: unknown; token: string } | undefined>) =>
  on('events.stream', async (exchange): Promise<Reply> => {
    const other = await choose(exchange)
    if (other === undefined || typeof other.organizationId !== 'string') return exchange.send()
    const query = new URLSearchParams({ organizationId: other.organizationId })
    return exchange.send({ query, headers: { authorization: `Bearer ${other.token}` } })
  })

export const eventStreams: Fault[] = [
  fault(
    'agents-hear-of-all-orders',
    'whoever sees their own orders alone hears of those of others',
    elsewhere(async (exchange) => {
      const organizationId = exchange.query.get('organizationId')
      const own = (await readList(exchange, '/organizations')).find(({ id }) => id === organizationId)
      const isNarrow = own?.['role'] === 'agent' && isRecord(own['agents']) && own['agents']['seesAllOrders'] === false
      return isNarrow ? { organizationId, token: exchange.tokens[0] ?? '' } : undefined
    }),
  ),
  fault(
    'events-silent',
    'nothing is told of any change',
    events((told) => (told.name === 'change' ? undefined : told)),
  ),
  fault(
    'events-not-ready',
    'a stream does not say that it is ready',
    events((told) => (told.name === 'ready' ? undefined : told)),
  ),
  fault(
    'events-placeless',
    'events have no id to go on from',
    events((told) => ({ ...told, id: undefined })),
  ),
  fault(
    'events-missed-lost',
    'whoever comes again hears nothing of what was missed',
    on('events.stream', async (exchange) => {
      const reply = await exchange.send()
      if (!reply.live || exchange.headers['last-event-id'] === undefined) return reply
      const from = Date.now() + 400
      const later = (told: Told) => (told.name === 'change' && Date.now() < from ? undefined : told)
      return { ...reply, live: changedEvents(reply.live, later) }
    }),
  ),
  fault(
    'events-with-records',
    'events carry what they are about',
    changes((data) => ({ ...data, record: { name: 'Anything' } })),
  ),
  fault(
    'events-nameless',
    'events do not name the record',
    changes((data) => ({ ...data, id: null })),
  ),
  fault(
    'events-resource-singular',
    'events call resources as search does not',
    changes((data) => ({ ...data, resource: String(data['resource']).replace(/s$/, '') })),
  ),
  fault(
    'events-always-updated',
    'whatever happens, it is an update',
    changes((data) => ({ ...data, kind: 'updated' })),
  ),
  fault(
    'events-version-before',
    'events name the version before',
    changes((data) => ({
      ...data,
      version: typeof data['version'] === 'number' ? data['version'] - 1 : data['version'],
    })),
  ),
  fault(
    'events-deletions-untold',
    'deletions are not told',
    events((told) =>
      told.name === 'change' && isRecord(told.data) && told.data['kind'] === 'deleted' ? undefined : told,
    ),
  ),
  fault(
    'events-creations-untold',
    'creations are not told',
    events((told) =>
      told.name === 'change' && isRecord(told.data) && told.data['kind'] === 'created' ? undefined : told,
    ),
  ),
  fault(
    'events-changed-offers-untold',
    'nobody is told of an offer once it has changed for the second time',
    events((told) =>
      told.name === 'change' &&
      isRecord(told.data) &&
      told.data['resource'] === 'offers' &&
      Number(told.data['version']) > 2
        ? undefined
        : told,
    ),
  ),
  fault('events-to-strangers', "other organizations' streams can be heard", admits('events.stream', [403, 404])),
  fault('events-to-all', 'streams can be heard without a token', admits('events.stream', [401])),
  fault(
    'events-of-strangers',
    'a stream tells of the changes of others',
    elsewhere(async (exchange) => {
      const own = await readList(exchange, '/organizations')
      for (const token of exchange.tokens) {
        const [organization] = await readList(
          { ...exchange, headers: { authorization: `Bearer ${token}` } },
          '/organizations',
        )
        if (organization && own.every(({ id }) => id !== organization['id']))
          return { organizationId: organization['id'], token }
      }
      return undefined
    }),
  ),
  fault(
    'events-of-both',
    "a stream tells of a person's other organization",
    elsewhere(async (exchange) => {
      const own = await readList(exchange, '/organizations')
      const other = own.find(({ id }) => id !== exchange.query.get('organizationId'))
      return other && { organizationId: other['id'], token: tokenIn(exchange) }
    }),
  ),
  fault(
    'events-type',
    'a stream is said to be JSON',
    on('events.stream', async (exchange) => {
      const reply = await exchange.send()
      return reply.live ? { ...reply, headers: { ...reply.headers, 'content-type': 'application/json' } } : reply
    }),
  ),
  fault(
    'events-unasked',
    'a stream needs no organization',
    on('events.stream', async (exchange) => {
      if (exchange.query.get('organizationId')) return exchange.send()
      const [organization] = await readList(exchange, '/organizations')
      return exchange.send({ query: new URLSearchParams({ organizationId: String(organization?.['id']) }) })
    }),
  ),
  fault(
    'events-together-anyway',
    'who asks for each change by itself is told many by one event',
    on('events.stream', (exchange) => {
      const query = new URLSearchParams(exchange.query)
      if (query.has('together')) query.set('together', 'true')
      return exchange.send({ query })
    }),
  ),
]
