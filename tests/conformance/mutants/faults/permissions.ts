import { answer, changed, type Exchange, type Fault, isRecord, isSuccess, parsed, valueAt, withBody } from '../exchange'
import { accepts, admits, answers, bearer, fault, isAlive, on, refusals, replies, requests } from '../make'
import { deafTo, read, readList, recordsIn } from '../selling'

const entries = (change: (all: unknown[]) => unknown[]) =>
  answers('audit.list', 'data', (value) => (Array.isArray(value) ? change(value) : value))

/** The audit, asked without a part of what it was asked with. */
const asked = (change: (query: URLSearchParams) => void) =>
  on('audit.list', (exchange) => {
    const query = new URLSearchParams(exchange.query)
    change(query)
    return exchange.send({ query })
  })

/** The permissions as they are, in answer to a change of them. */
async function unchanged(exchange: Exchange) {
  const isPlain = (await isAlive(exchange)) && exchange.headers['if-match'] === undefined
  const read = await exchange.ask('GET', exchange.path, bearer(exchange))
  return isPlain && isSuccess(read) ? read : exchange.send()
}

type Me = { data?: { id: string } }

const events = (change: (all: unknown[]) => unknown[]) =>
  answers('audit.timeline', 'data', (value) => (Array.isArray(value) ? change(value) : value))

/** What has happened to one record. */
const timelines: Fault[] = [
  ...['offers', 'campaigns.setMembers', 'autoresponders'].map((of) =>
    fault(
      `campaign-timeline-without-${of.split('.').at(-1)}`,
      `the timeline of a campaign has nothing of ${of} in it`,
      replies('audit.timeline', (reply, { path }) => {
        if (!path.includes('/campaigns/')) return reply
        const left = recordsIn(valueAt(parsed(reply.text), 'data')).filter(
          ({ action }) => !String(action).startsWith(of),
        )
        return withBody(
          reply,
          changed(parsed(reply.text), 'data', () => left),
        )
      }),
    ),
  ),
  fault(
    'product-timeline-with-sales',
    'a sale that takes a product from its stock is among what has happened to the product',
    replies('audit.timeline', async (reply, exchange) => {
      const [, productId] = /\/products\/([^/]+)$/.exec(exchange.path) ?? []
      if (productId === undefined) return reply
      const moved = await readList(exchange, `/products/${productId}/movements?limit=100`)
      const sale = moved.find(({ orderId }) => (orderId ?? '') !== '')
      const whole = parsed(reply.text)
      if (sale === undefined || !isRecord(whole)) return reply
      const rows = recordsIn(whole['data'])
      const total = Number(valueAt(whole, 'meta.total')) + 1
      const more = { ...whole, data: [{ ...rows[0], action: 'orders.place', id: sale['id'] }, ...rows] }
      return withBody(
        reply,
        changed(more, 'meta.total', () => total),
      )
    }),
  ),
  fault(
    'timeline-of-no-money',
    'a timeline tells of no amount that it is one',
    answers('audit.timeline', 'data.*.parts.*.changes.*.isMoney', () => false),
  ),
  ...['audit.list', 'audit.timeline'].map((of) =>
    fault(
      `${of.replace('.', '-')}-some-hours-off`,
      `${of} tells moments of some hours later`,
      answers(of, 'data.*.createdAt', (at) => new Date(Date.parse(String(at)) + 4 * 3_600_000).toISOString()),
    ),
  ),
  fault(
    'timeline-names-nothing',
    'a timeline tells no names of other records',
    answers('audit.timeline', 'data.*.parts.*.changes.*', (change) =>
      isRecord(change) && change['field'] === 'pluginInstanceId' ? { ...change, after: null } : change,
    ),
  ),
  fault(
    'timeline-unchanged',
    'a timeline tells no fields',
    answers('audit.timeline', 'data.*.parts.*.changes', () => []),
  ),
  fault(
    'timeline-of-now',
    'a timeline tells of each change what the field is now',
    answers('audit.timeline', 'data.*.parts.*.changes.*', (change) =>
      isRecord(change) ? { ...change, before: change['after'] } : change,
    ),
  ),
  fault(
    'timeline-late',
    'a timeline lacks the newest event',
    events((all) => all.slice(1)),
  ),
  fault(
    'timeline-by-another',
    'a timeline tells one person for all that was done',
    answers('audit.timeline', 'data.*.actor.id', () => '01a098c6-0000-7000-8000-0000000000aa'),
  ),
  fault(
    'timeline-oldest-first',
    'a timeline begins with the oldest event',
    events((all) => all.toReversed()),
  ),
  fault(
    'timeline-one-page',
    'every page of a timeline is the first',
    on('audit.timeline', (exchange) => {
      const query = new URLSearchParams(exchange.query)
      query.set('page', '1')
      return exchange.send({ query })
    }),
  ),
  fault(
    'timeline-of-nothing',
    'a record that there is not has an empty timeline',
    refusals('audit.timeline', [404], () => answer(200, { data: [], meta: { total: 0 } })),
  ),
  fault(
    'timeline-of-anybody',
    'whoever knows a record reads what has happened to it',
    admits('audit.timeline', [403, 404]),
  ),
]

/** What agents may do, and what the audit tells of it. */
export const permissions: Fault[] = [
  fault(
    'members-without-oneself',
    'whoever asks who works in an organization is left out',
    on('organizations.members', async (exchange) => {
      const reply = await exchange.send()
      const { data } = (parsed(reply.text) ?? {}) as { data?: { id: string }[] }
      const me = parsed((await exchange.ask('GET', '/api/v1/users/me', bearer(exchange))).text) as Me
      return data ? withBody(reply, { data: data.filter(({ id }) => id !== me.data?.id) }) : reply
    }),
  ),
  fault(
    'members-of-anybody',
    'whoever knows an organization reads who works there',
    admits('organizations.members', [404]),
  ),
  fault(
    'role-unkept',
    'a role is settled, and the person has the one that they had',
    on('members.setRole', async (exchange) => {
      const read = await exchange.ask('GET', exchange.path.replace(/\/role$/, ''), bearer(exchange))
      return isSuccess(read) && isRecord(exchange.body) && exchange.body['role'] === 'owner' ? read : exchange.send()
    }),
  ),
  fault(
    'role-of-the-last-owner',
    'the last owner may give up their role',
    refusals('members.setRole', [409], (_, exchange) =>
      exchange.ask('GET', exchange.path.replace(/\/role$/, ''), bearer(exchange)),
    ),
  ),
  fault(
    'role-of-any-name',
    'a role that there is not is taken for the least',
    accepts('members.setRole', (body) => (body['role'] === 'guest' ? { role: 'agent' } : body)),
  ),
  fault('role-by-anybody', 'whoever knows an organization settles roles in it', admits('members.setRole', [404])),
  fault(
    'organization-unkept',
    'a name of an organization is cut when it is changed',
    requests('organizations.update', 'name', (name) => (typeof name === 'string' ? name.slice(0, 4) : name)),
  ),
  fault(
    'organization-tax-of-anything',
    'a tax rate of more than all is taken as all',
    accepts('organizations.update', (body) => (Number(body['taxRate']) > 100 ? { taxRate: 100 } : body)),
  ),
  fault(
    'organization-demands-untold',
    'an organization does not tell whether it demands two steps',
    answers('organizations.settings', 'data.demandsTwoSteps', (is) => is !== true),
  ),
  fault(
    'organization-closed-in-words',
    'an organization is told to be closed to whoever works in it',
    answers('organizations.list', 'data.*.needsSecondStep', () => true),
  ),
  fault(
    'organization-of-anybody',
    'whoever knows an organization reads what it is',
    admits('organizations.settings', [404]),
  ),
  fault(
    'organization-if-match-ignored',
    'an outdated organization is changed',
    deafTo('if-match', 'organizations.update'),
  ),
  fault(
    'permissions-unkept',
    'what agents may do is settled, and nothing is kept',
    on('organizations.setPermissions', unchanged),
  ),
  fault(
    'permissions-left-out',
    'a permission that was not sent is taken away',
    requests('organizations.setPermissions', '', (body) =>
      isRecord(body) && 'changesOffers' in body && !('refundLimit' in body) ? { ...body, refundLimit: 0 } : body,
    ),
  ),
  fault(
    'permissions-in-cents',
    'the limit of refunds is told in cents',
    answers('organizations.permissions', 'data.refundLimit', (limit) => Number(limit) * 100),
  ),
  fault(
    'permissions-old',
    'an organization tells what agents might do at first',
    answers('organizations.list', 'data.*.agents', (agents) =>
      isRecord(agents) ? { ...agents, refundLimit: 0 } : agents,
    ),
  ),
  fault(
    'permissions-if-match-ignored',
    'outdated permissions are settled',
    deafTo('if-match', 'organizations.setPermissions'),
  ),
  fault(
    'permissions-of-anybody',
    'whoever knows an organization reads what its agents may do',
    admits('organizations.permissions', [404]),
  ),
  fault(
    'audit-unchanged',
    'the audit tells no fields',
    answers('audit.list', 'data.*.changes', () => []),
  ),
  fault(
    'audit-late',
    'the audit lacks the newest entry',
    entries((all) => all.slice(1)),
  ),
  fault(
    'audit-by-another',
    'the audit tells one person for all that was done',
    answers('audit.list', 'data.*.actor.id', () => '01a098c6-0000-7000-8000-0000000000aa'),
  ),
  fault(
    'audit-oldest-first',
    'the audit begins with the oldest entry',
    entries((all) => all.toReversed()),
  ),
  ...['action', 'actorId', 'resource', 'recordId', 'createdFrom', 'createdTo'].map((name) =>
    fault(
      `audit-any-${name}`,
      `the audit is not narrowed by ${name}`,
      asked((query) => query.delete(name)),
    ),
  ),
  fault(
    'audit-one-page',
    'every page of the audit is the first',
    asked((query) => query.set('page', '1')),
  ),
  fault(
    'audit-of-anybody',
    'whoever knows an organization reads its audit',
    admits('audit.list audit.csv', [403, 404]),
  ),
  ...timelines,
  fault(
    'audit-by-whoever-they-are-now',
    'whoever has changed something is named as they are called now',
    replies('audit.list', async (reply, exchange) => {
      const me = await read(exchange, '/users/me')
      const name = (actor: unknown) =>
        isRecord(actor) && actor['id'] === me['id'] ? { ...actor, name: me['name'] } : actor
      return withBody(reply, changed(parsed(reply.text), 'data.*.actor', name))
    }),
  ),
  fault(
    'export-cut',
    'a list as CSV ends with the rows of a page',
    replies('listExports.csv', (reply) => ({ ...reply, text: reply.text.split('\r\n').slice(0, 11).join('\r\n') })),
  ),
  fault(
    'export-in-any-order',
    'a list as CSV has the newest first whatever is asked for',
    requests('listExports.csv', '', (body) => (isRecord(body) ? { ...body, sortOrder: 'desc' } : body)),
  ),
  fault(
    'export-of-everything',
    'a list as CSV has all rows, whatever it is narrowed to',
    requests('listExports.csv', 'filters', () => ({})),
  ),
  fault(
    'export-by-anybody',
    'whoever knows an organization takes its lists along',
    admits('listExports.csv', [403, 404]),
  ),
  fault(
    'workbook-cut',
    'a list as a workbook ends before its end',
    replies('listExports.xlsx', (reply) => ({ ...reply, text: reply.text.slice(0, 200) })),
  ),
  fault(
    'audit-csv-cut',
    'the CSV of the audit ends after its first line',
    replies('audit.csv', (reply) => ({ ...reply, text: reply.text.split('\r\n').slice(0, 2).join('\r\n') })),
  ),
  fault(
    'organization-without-orders',
    'an organization is told to have no orders yet',
    answers('organizations.settings organizations.update', 'data.hasOrders', () => false),
  ),
  fault(
    'audit-deaf-to-moments',
    'the audit is narrowed by days alone',
    on('audit.list', (exchange) => {
      const query = new URLSearchParams(exchange.query)
      for (const name of ['createdFrom', 'createdTo']) if (query.get(name)?.includes('T')) query.delete(name)
      return exchange.send({ query })
    }),
  ),
  fault(
    'refund-limit-of-a-million',
    'agents are told to give back no more than a million, whatever was settled',
    answers('organizations.permissions', 'data.refundLimit', (limit) => Math.min(Number(limit), 1_000_000)),
  ),
  fault(
    'organization-name-escaped',
    'the name of an organization is told with its marks escaped',
    answers('organizations.settings organizations.list', 'data', (data) => {
      const escaped = (row: Record<string, unknown>) => ({ ...row, name: String(row['name']).replaceAll('<', '&lt;') })
      return Array.isArray(data) ? recordsIn(data).map(escaped) : isRecord(data) ? escaped(data) : data
    }),
  ),
  fault(
    'organization-name-of-a-hundred',
    'a long name of an organization is cut, and acknowledged as it was sent',
    answers('organizations.settings organizations.list', 'data', (data) => {
      const cut = (row: Record<string, unknown>) => ({ ...row, name: String(row['name']).slice(0, 100) })
      return Array.isArray(data) ? recordsIn(data).map(cut) : isRecord(data) ? cut(data) : data
    }),
  ),
  fault(
    'organization-page-cut',
    'a long address of an organization’s page is cut when it is read',
    answers('organizations.settings', 'data.liveUrl', (url) => (typeof url === 'string' ? url.slice(0, 1_000) : url)),
  ),
  fault(
    'shared-view-changed-by-anybody',
    'a view that is shared is changed by whoever reads it',
    admits('savedViews.update', [403]),
  ),
]
