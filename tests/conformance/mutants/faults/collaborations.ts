import { answer, type Fault, isRecord, isSuccess, parsed, withBody } from '../exchange'
import { accepts, admits, answers, fault, on, refusals, remembering } from '../make'
import { recordIn, recordsIn, rowsAs } from '../selling'

/** Sharing campaigns with another organization. */
export const collaborations: Fault[] = [
  remembering('deleted-offers-are-shared', 'what was deleted since is among what is sold in a shared campaign', () => {
    const seen = new Map<unknown, Record<string, unknown>>()
    return rowsAs('collaborations.offers', (rows) => {
      for (const row of rows) seen.set(row['id'], row)
      return [...seen.values()]
    })
  }),
  remembering('ended-partners-stay-out', 'with whom a collaboration has ended none begins', () => {
    const ended = new Set<unknown>()
    return on('collaborations.create collaborations.end', async (exchange) => {
      const reply = await exchange.send()
      if (exchange.call === 'collaborations.end' && isSuccess(reply)) ended.add(recordIn(reply)['email'])
      const isOut = exchange.call === 'collaborations.create' && ended.has(recordIn(reply)['email'])
      return isOut ? answer(422, { success: false, message: 'No', error: { code: 'invalid', message: 'No' } }) : reply
    })
  }),
  fault(
    'collaboration-in-capitals',
    'whoever is invited is kept as they were typed',
    answers('collaborations.create', 'data.email', (email) => String(email).toUpperCase()),
  ),
  fault(
    'collaboration-share-beyond',
    'a share of more than 100 percent is taken for 100',
    accepts('collaborations.create', (body) => (Number(body['share']) > 100 ? { ...body, share: 100 } : body)),
  ),
  fault(
    'collaboration-of-nothing',
    'a campaign of another organization, and none at all, are shared',
    refusals('collaborations.create', [422], () => answer(200, { data: { id: 'x', state: 'invited' } })),
  ),
  fault(
    'collaboration-read-by-foreigners',
    'whoever knows the id of a collaboration reads what is owed for it',
    admits('collaborations.statement', [404]),
  ),
  fault(
    'collaboration-paused-by-foreigners',
    'whoever knows the id of a collaboration ends it',
    admits('collaborations.end', [404]),
  ),
  fault(
    'collaboration-sold-before',
    'an order is placed before anybody has accepted',
    refusals('collaborations.sell', [409], () => answer(200, { data: { id: 'x' } })),
  ),
  fault(
    'collaboration-paid-before',
    'what nobody has sold is read as to be paid, and gets a payment link',
    refusals('collaborations.createPaymentLink collaborations.payment', [404, 409], () =>
      answer(200, { data: { id: 'x', state: 'created', linkUrl: 'https://pay.example/x', payCode: null, due: 1 } }),
    ),
  ),
  fault(
    'collaboration-received-before',
    'what is offered is listed as shared before anybody has accepted',
    on('collaborations.received', async (exchange) => {
      const organizationId = exchange.query.get('organizationId') ?? ''
      const [token = ''] = exchange.tokens
      const given = await exchange.ask('GET', `/api/v1/collaborations?organizationId=${organizationId}`, token)
      const list = parsed(given.text)
      const rows = isRecord(list) && Array.isArray(list['data']) ? list['data'].filter(isRecord) : []
      return answer(200, {
        data: rows.map(({ id, partner, state }) => ({ id, collaborationId: id, partner, state, name: 'Spring' })),
        meta: { total: rows.length },
      })
    }),
  ),
  fault(
    'collaboration-owes-too-soon',
    'something is owed before anything was sold',
    answers('collaborations.statement', 'data.months', () => [
      { month: '2026-01', currency: 'USD', paid: 1, refunded: 0, share: 1 },
    ]),
  ),
  fault(
    'collaboration-any-link',
    'a link that nobody has sent opens an invitation',
    refusals('collaborations.invitation', [404], () => answer(200, { data: { id: 'x', state: 'invited' } })),
  ),
  fault(
    'collaboration-goes-on',
    'ending a collaboration is acknowledged, and it goes on',
    on('collaborations.end', async (exchange) => {
      const read = await exchange.send({ method: 'GET', path: exchange.path.replace(/\/end$/, ''), body: undefined })
      if (!isSuccess(read)) return exchange.send()
      const body = parsed(read.text)
      const data = isRecord(body) && isRecord(body['data']) ? body['data'] : {}
      return withBody(read, { data: { ...data, state: 'ended' } })
    }),
  ),
  fault(
    'shared-campaign-on-sale-for-ever',
    'a campaign that is shared is on sale, whatever has become of it',
    answers('collaborations.share collaborations.get', 'data.campaigns.*.isOnSale', () => true),
  ),
  fault(
    'collaboration-counts-one',
    'of the campaigns that are shared one is counted',
    answers('collaborations.share', 'data.campaignsCount', () => 1),
  ),
  fault(
    'collaboration-share-cut-alone',
    'what is read alone tells a whole share',
    answers('collaborations.get', 'data.share', (share) => Math.trunc(Number(share) / 2)),
  ),
  fault(
    'collaboration-for-nothing-unlisted',
    'a share of nothing is listed as none',
    answers('collaborations.list', 'data', (rows) =>
      recordsIn(rows).map((row) => ({ ...row, share: row['share'] === 0 ? null : row['share'] })),
    ),
  ),
  fault(
    'collaborations-list-one-campaign',
    'of the campaigns that are shared one is counted in the list',
    answers('collaborations.list', 'data.*.campaignsCount', () => 1),
  ),
]
