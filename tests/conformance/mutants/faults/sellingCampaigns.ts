import { changed, type Exchange, type Fault, isRecord, isSuccess, parsed, withBody } from '../exchange'
import { accepts, admits, answers, bearer, fault, on, refusals, remembering, replies, requests, textOf } from '../make'
import {
  afterwards,
  agrees,
  answeredTwice,
  bodyOf,
  deafTo,
  idIn,
  pushes,
  read,
  recordIn,
  recordsIn,
  rowsAs,
  rowsOf,
  stale,
  write,
} from '../selling'

const asCampaign = (exchange: Exchange) => `/api/v1/campaigns/${idIn(exchange)}`

const offersOf = (exchange: Exchange, organizationId: unknown, campaignId: unknown) =>
  rowsOf(exchange, 'offers', { organizationId, filters: { campaignId } })

/** After a copy has been made. */
const onceCopied = (work: (exchange: Exchange, copy: Record<string, unknown>) => Promise<unknown>) =>
  afterwards('campaigns.create', async (exchange, copy) => {
    if (textOf(exchange, 'copiedFrom') !== '') await work(exchange, copy)
  })

const answeredByKey: Fault = {
  id: 'campaign-key-for-anything',
  about: 'a key that was sent before is answered as before, whatever campaign comes with it',
  make: () => {
    const byKey = new Map<string, Awaited<ReturnType<Exchange['send']>>>()
    return on('campaigns.create', async (exchange) => {
      const key = exchange.headers['idempotency-key']
      const known = byKey.get(key ?? '')
      if (known) return known
      const reply = await exchange.send()
      if (key !== undefined && isSuccess(reply)) byKey.set(key, reply)
      return reply
    })
  },
}

const cancelledCounted: Fault = {
  id: 'campaign-cancelled-counted',
  about: 'cancelled orders count for their campaign',
  make: () => {
    const most = new Map<string, number>()
    return replies('campaigns.get', (reply, exchange) => {
      const record = recordIn(reply)
      const count = Math.max(most.get(idIn(exchange)) ?? 0, Number(record['ordersCount'] ?? 0))
      most.set(idIn(exchange), count)
      return withBody(reply, { data: { ...record, ordersCount: count } })
    })
  },
}

export const sellingCampaigns: Fault[] = [
  fault(
    'campaign-category-lost',
    'a new campaign has no category',
    requests('campaigns.create', 'category', () => undefined),
  ),
  fault(
    'campaign-terms-lost',
    'the terms of a new campaign need no agreement',
    requests('campaigns.create', 'mustAgreeToTerms', () => false),
  ),
  fault(
    'campaign-day-before',
    'a new campaign begins a day before',
    requests('campaigns.create', 'startDate', (day) =>
      typeof day === 'string' ? new Date(Date.parse(day.slice(0, 10)) - 86_400_000).toISOString().slice(0, 10) : day,
    ),
  ),
  fault(
    'campaign-ends-first',
    'a new campaign may end before it begins',
    accepts('campaigns.create', ({ endDate: _, ...body }) => body),
  ),
  fault(
    'campaign-born-completed',
    'a new campaign is completed',
    afterwards('campaigns.create', (exchange, { id }) =>
      write(exchange, 'PUT', `/campaigns/${String(id)}`, { status: 'completed' }),
    ),
  ),
  fault(
    'campaign-without-maker',
    'nobody sells in a new campaign',
    answers('campaigns.create', 'data.members', () => []),
  ),
  fault(
    'campaign-key-ignored',
    'a campaign that is sent again with its key is another',
    deafTo('idempotency-key', 'campaigns.create'),
  ),
  answeredByKey,
  fault(
    'copy-without-offers',
    'a copy has no offers',
    onceCopied(async (exchange, { id }) => {
      for (const offer of await offersOf(exchange, bodyOf(exchange)['organizationId'], id))
        await write(exchange, 'DELETE', `/offers/${String(offer['id'])}`, undefined)
    }),
  ),
  fault(
    'copy-takes-offers',
    'a copy takes the offers away from what it was copied from',
    onceCopied(async (exchange) => {
      for (const offer of await offersOf(exchange, bodyOf(exchange)['organizationId'], bodyOf(exchange)['copiedFrom']))
        await write(exchange, 'DELETE', `/offers/${String(offer['id'])}`, undefined)
    }),
  ),
  fault(
    'copy-prices-lost',
    'the offers of a copy have no limits',
    onceCopied(async (exchange, { id }) => {
      for (const offer of await offersOf(exchange, bodyOf(exchange)['organizationId'], id))
        await write(exchange, 'PUT', `/offers/${String(offer['id'])}`, { maxQuantity: 1, minPrice: 0 })
    }),
  ),
  fault(
    'copy-without-members',
    'a copy has no members but who made it',
    onceCopied(async (exchange, { id, members }) => {
      const [first] = recordsIn(members)
      await write(exchange, 'PUT', `/campaigns/${String(id)}/members`, { memberIds: first ? [first['id']] : [] })
    }),
  ),
  fault(
    'copy-of-strangers',
    "another organization's campaign can be copied",
    accepts('campaigns.create', ({ copiedFrom: _, ...body }) => body),
  ),
  fault(
    'campaign-archived-twice',
    'what is archived can be archived again',
    agrees('campaigns.archive', [409], asCampaign),
  ),
  fault(
    'campaign-restored-twice',
    'what is not archived can be restored',
    agrees('campaigns.restore', [409], asCampaign),
  ),
  fault(
    'campaign-archived-changed',
    'an archived campaign can be changed',
    pushes('campaigns.update', async (exchange) => {
      const path = `/campaigns/${idIn(exchange)}`
      if (!(await read(exchange, path))['archivedAt']) return undefined
      await write(exchange, 'POST', `${path}/restore`, {})
      return () => write(exchange, 'POST', `${path}/archive`, {})
    }),
  ),
  fault(
    'campaign-archived-listed',
    'archived campaigns are in the list',
    on('search', async (exchange) => {
      const body = bodyOf(exchange)
      const filters = isRecord(body['filters']) ? body['filters'] : {}
      if (body['resource'] !== 'campaigns' || 'archived' in filters) return exchange.send()
      const own = await exchange.send()
      const archived = await exchange.ask('POST', exchange.path, exchange.headers['authorization']?.slice(7) ?? '', {
        ...body,
        filters: { ...filters, archived: 'true' },
      })
      const [one, other] = [parsed(own.text), parsed(archived.text)]
      if (!isRecord(one) || !isRecord(other) || !isSuccess(own)) return own
      return withBody(own, {
        ...one,
        data: [...recordsIn(one['data']), ...recordsIn(other['data'])].slice(0, Number(body['limit'] ?? 10)),
      })
    }),
  ),
  fault(
    'campaign-archive-unread',
    'when a campaign was archived is not told',
    answers('campaigns.archive campaigns.get', 'data.archivedAt', () => null),
  ),
  fault(
    'campaign-restore-ineffective',
    'a restored campaign stays archived',
    afterwards('campaigns.restore', (exchange) => write(exchange, 'POST', `/campaigns/${idIn(exchange)}/archive`, {})),
  ),
  fault(
    'campaign-archive-version-ignored',
    'an outdated archiving of a campaign is done',
    deafTo('if-match', 'campaigns.archive'),
  ),
  fault(
    'campaign-members-version-ignored',
    'outdated members of a campaign are taken',
    deafTo('if-match', 'campaigns.setMembers'),
  ),
  fault(
    'campaign-update-version-ignored',
    'an outdated change of a campaign is taken',
    deafTo('if-match', 'campaigns.update'),
  ),
  fault(
    'members-added',
    'new members are added to the old ones',
    on('campaigns.setMembers', async (exchange) => {
      const { memberIds } = bodyOf(exchange)
      if (!Array.isArray(memberIds)) return exchange.send()
      const { members } = await read(exchange, `/campaigns/${idIn(exchange)}`)
      const known = recordsIn(members).map(({ id }): unknown => id)
      return exchange.send({ body: { memberIds: [...known, ...memberIds] } })
    }),
  ),
  fault(
    'members-of-nowhere',
    'whoever is not a member of the organization is left out silently',
    refusals('campaigns.setMembers', [422], async (reply, exchange) => {
      const { members } = await read(exchange, `/campaigns/${idIn(exchange)}`)
      if (!Array.isArray(bodyOf(exchange)['memberIds'])) return reply
      return exchange.send({ body: { memberIds: recordsIn(members).map(({ id }) => id) } })
    }),
  ),
  fault(
    'members-never-none',
    'the last member of a campaign stays',
    on('campaigns.setMembers', async (exchange) => {
      const { memberIds } = bodyOf(exchange)
      if (!Array.isArray(memberIds) || memberIds.length > 0) return exchange.send()
      return exchange.ask('GET', asCampaign(exchange), exchange.headers['authorization']?.slice(7) ?? '')
    }),
  ),
  stale('kinds-stale', 'the kinds of campaigns are those that there were at first', 'campaigns.kinds'),
  fault(
    'kinds-repeated',
    'a kind is listed for every campaign',
    rowsAs('campaigns.kinds', (rows) => [...rows, ...rows]),
  ),
  fault(
    'kinds-mixed',
    'types are called categories',
    answers('campaigns.kinds', 'data.*.field', () => 'category'),
  ),
  fault(
    'kinds-of-strangers',
    "the kinds of other organizations' campaigns are told",
    admits('campaigns.kinds', [403, 404]),
  ),
  fault(
    'campaign-put-away-by-strangers',
    "another organization's campaign can be archived and restored",
    admits('campaigns.archive campaigns.restore', [404]),
  ),
  fault(
    'campaign-members-by-strangers',
    'strangers say who sells in a campaign',
    admits('campaigns.setMembers', [404]),
  ),
  fault(
    'campaign-for-strangers',
    'campaigns can be started in other organizations',
    admits('campaigns.create', [403, 404]),
  ),
  fault(
    'campaign-orders-uncounted',
    'a campaign has no orders, whatever was sold',
    answers('campaigns.get', 'data.ordersCount', () => 0),
  ),
  cancelledCounted,
  fault(
    'script-on-one-line',
    'a script loses its lines',
    requests('campaigns.setScript', 'script', (script) =>
      typeof script === 'string' ? script.replaceAll(/\s+/g, ' ') : script,
    ),
  ),
  fault(
    'script-never-empty',
    'an emptied script stays',
    on('campaigns.setScript', async (exchange) => {
      if (bodyOf(exchange)['script'] !== '') return exchange.send()
      return exchange.ask('GET', exchange.path, exchange.headers['authorization']?.slice(7) ?? '')
    }),
  ),
  fault('script-version-ignored', 'an outdated script is taken', deafTo('if-match', 'campaigns.setScript')),
  fault(
    'script-in-note',
    'a script is kept as the note of its campaign, too',
    afterwards('campaigns.setScript', (exchange) =>
      write(exchange, 'PUT', `/campaigns/${idIn(exchange)}`, { internalNote: bodyOf(exchange)['script'] }),
    ),
  ),
  fault(
    'script-by-strangers',
    "another organization's script can be read and written",
    admits('campaigns.script campaigns.setScript', [404]),
  ),
  fault(
    'campaign-ends-before-it-begins',
    'an update sets a last day before the first one',
    refusals('campaigns.update', [422], async (reply, exchange) => {
      const { startDate, endDate } = bodyOf(exchange)
      if (![startDate, endDate].some((day) => /^\d{4}-\d{2}-\d{2}$/.test(String(day)))) return reply
      return exchange.ask('GET', asCampaign(exchange), bearer(exchange))
    }),
  ),
  fault(
    'every-campaign-is-mine',
    'every campaign is told to be one of one’s own',
    answers('campaigns.get campaigns.setMembers', 'data.isMine', () => true),
  ),
  {
    id: 'copied-offers-lose-their-gateway',
    about: 'the offers of a copied campaign are of no gateway',
    make: () => {
      const copies = new Set<unknown>()
      return on('campaigns.create search', async (exchange) => {
        const reply = await exchange.send()
        if (!isSuccess(reply)) return reply
        if (textOf(exchange, 'copiedFrom') !== '') copies.add(recordIn(reply)['id'])
        const whole = parsed(reply.text)
        if (!isRecord(whole) || !Array.isArray(whole['data'])) return reply
        const rows = recordsIn(whole['data']).map((row) =>
          copies.has(row['campaignId']) && 'basePrice' in row ? { ...row, gatewayInstanceId: null } : row,
        )
        return withBody(reply, { ...whole, data: rows })
      })
    },
  },
  remembering('campaign-kinds-for-ever', 'a category that no campaign has any more is listed still', () => {
    const kinds = new Map<string, unknown>()
    return answers('campaigns.kinds', 'data', (data) => {
      for (const kind of recordsIn(data)) kinds.set(String(kind['name']), kind)
      return [...kinds.keys()].toSorted().map((name) => kinds.get(name))
    })
  }),
  fault(
    'archived-campaign-takes-offers',
    'offers are added to a campaign that was put away',
    pushes('offers.create', async (exchange) => {
      const restored = await write(exchange, 'POST', `/campaigns/${idIn(exchange)}/restore`, {})
      return isSuccess(restored) ? () => write(exchange, 'POST', `/campaigns/${idIn(exchange)}/archive`, {}) : undefined
    }),
  ),
  remembering('units-set-less-what-was-sold', 'units of an offer that are set count what was sold before', () => {
    const begun = new Map<string, { quantity: number; organizationId: unknown }>()
    return on('offers.create offers.update', async (exchange) => {
      const { quantity, organizationId } = bodyOf(exchange)
      if (exchange.call === 'offers.create') {
        const reply = await exchange.send()
        begun.set(String(recordIn(reply)['id']), { quantity: Number(quantity), organizationId })
        return reply
      }
      const known = begun.get(idIn(exchange))
      if (known === undefined || typeof quantity !== 'number') return exchange.send()
      begun.set(idIn(exchange), { ...known, quantity })
      const ids = [idIn(exchange)]
      const [row] = await rowsOf(exchange, 'offers', { organizationId: known.organizationId, filters: { ids } })
      const sold = known.quantity - Number(row?.['quantity'] ?? known.quantity)
      const left = Math.max(0, quantity - sold)
      return exchange.send(sold > 0 ? { body: { ...bodyOf(exchange), quantity: left } } : {})
    })
  }),
  remembering('restored-offer-uncounted', 'an offer that is brought back is none of its campaign’s', () => {
    const lost = new Set<unknown>()
    return on('offers.restore search', async (exchange) => {
      const reply = await exchange.send()
      if (!isSuccess(reply)) return reply
      if (exchange.call === 'offers.restore') lost.add(recordIn(reply)['campaignId'])
      if (bodyOf(exchange)['resource'] !== 'campaigns') return reply
      return withBody(
        reply,
        changed(parsed(reply.text), 'data.*', (row) =>
          isRecord(row) && lost.has(row['id']) ? { ...row, offersCount: Number(row['offersCount']) - 1 } : row,
        ),
      )
    })
  }),
  answeredTwice('offer-restored-twice', 'an offer that is there is restored', 'offers.restore'),
]
