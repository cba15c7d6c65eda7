import {
  answer,
  changed,
  type Exchange,
  type Fault,
  gone,
  type Handler,
  isRecord,
  isSuccess,
  parsed,
  type Reply,
  rowsIn,
  valueAt,
  withBody,
} from '../exchange'
import { answers, fault, on, refusals, replies, requests, textOf } from '../make'

const token = ({ headers }: Exchange) => headers['authorization']?.slice(7) ?? ''
const offerId = ({ path }: Exchange) => decodeURIComponent(path.split('/').at(-1) ?? '')

/** The offer of the request as it is now, by a search for it in all of the person's organizations. */
async function currentOffer(exchange: Exchange): Promise<Record<string, unknown> | undefined> {
  const organizations = await exchange.ask('GET', '/api/v1/organizations', token(exchange))
  for (const organization of rowsIn(organizations.text)) {
    const organizationId = valueAt(organization, 'id')
    for (let page = 1; ; page += 1) {
      const body = { organizationId, resource: 'offers', limit: 100, page, sortBy: 'createdAt', sortOrder: 'desc' }
      const found = parsed((await exchange.ask('POST', '/api/v1/search', token(exchange), body)).text)
      const rows = (valueAt(found, 'data') as unknown[] | undefined) ?? []
      const row = rows.find((row) => valueAt(row, 'id') === offerId(exchange))
      if (isRecord(row)) return { ...row, organizationId }
      if (rows.length < 100 || page > 5) break
    }
  }
  return undefined
}

const writable = ['displayName', 'quantity', 'basePrice', 'minPrice', 'maxPrice', 'maxQuantity', 'shipPrice']

const given = (row: Record<string, unknown>, fields: string[]) =>
  Object.fromEntries(
    fields.flatMap((field) => (row[field] === null || row[field] === undefined ? [] : [[field, row[field]]])),
  )

/** Reads, thinks, and writes everything back, so that of two updates at once the later undoes the earlier. */
const lostOfferUpdate = on('offers.update', async (exchange) => {
  const current = await currentOffer(exchange)
  if (!current || !isRecord(exchange.body)) return exchange.send()
  await new Promise((resolve) => setTimeout(resolve, 150))
  const reply = await exchange.send({ body: { ...given(current, writable), ...exchange.body } })
  return isSuccess(reply) ? reply : exchange.send()
})

const campaignFields = [
  'name',
  'category',
  'status',
  'startDate',
  'endDate',
  'termsOfService',
  'mustAgreeToTerms',
  'internalNote',
]

const lostCampaignUpdate = on('campaigns.update', async (exchange) => {
  const current = valueAt(parsed((await exchange.ask('GET', exchange.path, token(exchange))).text), 'data')
  if (!isRecord(current) || !isRecord(exchange.body)) return exchange.send()
  await new Promise((resolve) => setTimeout(resolve, 150))
  const reply = await exchange.send({ body: { ...given(current, campaignFields), ...exchange.body } })
  return isSuccess(reply) ? reply : exchange.send()
})

/** Answers an update as if it were made, without making it. Wrong updates are still refused by the server. */
const ineffective = (call: string, current: (exchange: Exchange) => Promise<unknown>): Handler =>
  on(call, async (exchange) => {
    const row = await current(exchange)
    if (!isRecord(row) || !isRecord(exchange.body)) return exchange.send()
    const undo = given(row, call === 'offers.update' ? writable : campaignFields)
    const reply = await exchange.send()
    if (isSuccess(reply)) await exchange.ask('PUT', exchange.path, token(exchange), undo)
    return reply
  })

const currentCampaign = async (exchange: Exchange) =>
  valueAt(parsed((await exchange.ask('GET', exchange.path, token(exchange))).text), 'data')

/** The path of the row itself, which an answer to the update of another one stands for. */
const takesAlong = (choose: (siblings: unknown[]) => unknown): Handler =>
  on('offers.delete', async (exchange) => {
    const offer = await currentOffer(exchange)
    const reply = await exchange.send()
    if (!offer || !isSuccess(reply)) return reply
    const { organizationId, campaignId } = offer
    const body = {
      organizationId,
      resource: 'offers',
      limit: 100,
      filters: { campaignId },
      sortBy: 'createdAt',
      sortOrder: 'desc',
    }
    const { text } = await exchange.ask('POST', '/api/v1/search', token(exchange), body)
    const sibling = choose(rowsIn(text))
    if (sibling === undefined) return reply
    await exchange.ask('DELETE', `/api/v1/offers/${String(valueAt(sibling, 'id'))}`, token(exchange))
    return { ...reply }
  })

const staleCampaign: Fault = {
  id: 'stale-campaign',
  about: 'a campaign is read as it was when it was read first',
  make: () => {
    const first = new Map<string, Reply>()
    return on('campaigns.get', async (exchange) => {
      const reply = await exchange.send()
      if (!isSuccess(reply)) return reply
      const key = `${exchange.path}?${exchange.query.toString()}`
      const known = first.get(key)
      if (!known) first.set(key, reply)
      return known && known.text !== reply.text ? known : reply
    })
  },
}

const changingIds: Fault = {
  id: 'ids-change',
  about: "an offer's id is another in a list than in the answer to its creation",
  make: () => async (exchange) => {
    const path = exchange.path.replace(/~\d+$/, '')
    const reply = await (path === exchange.path ? exchange.send() : exchange.send({ path }))
    if (exchange.call !== 'search' || !isRecord(exchange.body) || exchange.body['resource'] !== 'offers') return reply
    if (!isSuccess(reply)) return reply
    return withBody(
      reply,
      changed(parsed(reply.text), 'data.*.id', (id) => `${String(id)}~1`),
    )
  },
}

const neverStored: Fault = {
  id: 'offer-create-no-effect',
  about: 'a new offer is answered but not kept',
  make: () =>
    replies('offers.create', async (reply, exchange) => {
      const id = String(valueAt(parsed(reply.text), 'data.id'))
      await exchange.ask('DELETE', `/api/v1/offers/${id}`, token(exchange))
      return { ...reply }
    }),
}

/** Remembers deleted offers, to go on answering for them. */
const undead = (id: string, about: string, call: string): Fault => ({
  id,
  about,
  make: () => {
    const deleted = new Map<string, Reply>()
    return async (exchange) => {
      const reply = await exchange.send()
      if (exchange.call === 'offers.delete' && isSuccess(reply)) deleted.set(offerId(exchange), reply)
      const wasDeleted = deleted.has(offerId(exchange)) && reply.status === 404 && exchange.call === call
      if (!wasDeleted) return reply
      const body = isRecord(exchange.body) ? exchange.body : {}
      return call === 'offers.delete'
        ? { ...(deleted.get(offerId(exchange)) ?? reply) }
        : answer(200, { data: { id: offerId(exchange), displayName: 'Deleted', ...body } })
    }
  },
})

const round = (value: unknown) => (typeof value === 'number' ? Math.max(1, Math.round(value)) : value)
const dayBefore = (value: unknown) =>
  typeof value === 'string' && !Number.isNaN(Date.parse(value))
    ? new Date(Date.parse(value) - 86_400_000).toISOString().slice(0, value.length)
    : value
const asText = (change: (text: string) => string) => (value: unknown) =>
  typeof value === 'string' ? change(value) : value
const offers = 'offers.create offers.update'

const secondUpdateIgnored: Fault = {
  id: 'offer-update-second-ignored',
  about: 'the second update of an offer is answered and not kept',
  make: () => {
    const counts = new Map<string, number>()
    return on('offers.update', async (exchange) => {
      const count = (counts.get(offerId(exchange)) ?? 0) + 1
      const reply = await exchange.send(count === 2 ? { body: { quantity: 9 } } : undefined)
      if (isSuccess(reply)) counts.set(offerId(exchange), count)
      const claim = (row: unknown) => ({ ...(row as object), ...(exchange.body as object) })
      return count === 2 ? withBody(reply, changed(parsed(reply.text), 'data', claim)) : reply
    })
  },
}

const createdAtMoves: Fault = {
  id: 'offer-created-at-moves',
  about: 'an update makes an offer a new one by its date',
  make: () => {
    const moments = new Map<unknown, unknown>()
    const moved = (row: unknown) =>
      moments.has(valueAt(row, 'id')) ? { ...(row as object), createdAt: moments.get(valueAt(row, 'id')) } : row
    return async (exchange) => {
      const reply = await exchange.send()
      if (!isSuccess(reply) || !['offers.update', 'search'].includes(exchange.call)) return reply
      const answered = parsed(reply.text)
      if (exchange.call === 'search') return withBody(reply, changed(answered, 'data.*', moved))
      moments.set(valueAt(answered, 'data.id'), valueAt(answered, 'data.updatedAt'))
      return withBody(reply, changed(answered, 'data', moved))
    }
  },
}

const sameNameDeleted: Fault = {
  id: 'offer-delete-same-name-too',
  about: 'a deletion takes offers of the same name along',
  make: () => {
    const names = new Map<string, unknown>()
    return async (exchange) => {
      const reply = await exchange.send()
      if (!isSuccess(reply)) return reply
      if (exchange.call === 'offers.create' || exchange.call === 'offers.update') {
        const row = valueAt(parsed(reply.text), 'data')
        names.set(String(valueAt(row, 'id')), valueAt(row, 'displayName'))
      }
      if (exchange.call !== 'offers.delete') return reply
      const name = names.get(offerId(exchange))
      names.delete(offerId(exchange))
      const alike = [...names].filter(([, other]) => other === name)
      for (const [id] of alike) await exchange.ask('DELETE', `/api/v1/offers/${id}`, token(exchange))
      return alike.length > 0 ? { ...reply } : reply
    }
  },
}

const sameNameRefused: Fault = {
  id: 'offer-create-name-taken',
  about: 'a second offer of one name is refused',
  make: () => {
    const names = new Set<unknown>()
    return on('offers.create', async (exchange) => {
      const name = valueAt(exchange.body, 'displayName')
      const message = 'There is an offer of this name'
      if (names.has(name)) return answer(409, { success: false, message, error: { code: 'conflict', message } })
      const reply = await exchange.send()
      if (isSuccess(reply)) names.add(name)
      return reply
    })
  },
}

/** Adds every offer where, or for what, the first was added. */
const ofTheFirst = (id: string, about: string, of: 'path' | 'productId'): Fault => ({
  id,
  about,
  make: () => {
    let first: unknown
    return on('offers.create', async (exchange) => {
      const own = of === 'path' ? exchange.path : valueAt(exchange.body, of)
      const isOther = first !== undefined && first !== own
      const changes = of === 'path' ? { path: String(first) } : { body: { ...(exchange.body as object), [of]: first } }
      const reply = await exchange.send(isOther ? changes : undefined)
      if (isSuccess(reply)) first ??= own
      return reply
    })
  },
})

/** What a body names is written, be it a field of the call or not. */
const offerTakesAnything: Fault = {
  id: 'offer-takes-anything',
  about: 'an update of an offer takes its campaign and the moment it was added from the body',
  make: () => {
    const taken = new Map<unknown, Record<string, unknown>>()
    return on('offers.update search', async (exchange) => {
      const reply = await exchange.send()
      if (!isSuccess(reply)) return reply
      if (exchange.call === 'offers.update') {
        const given = Object.entries(isRecord(exchange.body) ? exchange.body : {})
        const fields = given.filter(([name]) => name === 'campaignId' || name === 'createdAt')
        if (fields.length > 0) taken.set(offerId(exchange), Object.fromEntries(fields))
      }
      const written = (row: unknown) => (isRecord(row) ? { ...row, ...taken.get(row['id']) } : row)
      return withBody(reply, changed(parsed(reply.text), exchange.call === 'search' ? 'data.*' : 'data', written))
    })
  },
}

/** The list joins the gateways, and leaves out what has none. */
const offersWithoutGateway: Fault = {
  id: 'offer-without-gateway-hidden',
  about: 'an offer that was added without a gateway is in no list',
  make: () => {
    const hidden = new Set<unknown>()
    return on('offers.create search', async (exchange) => {
      const reply = await exchange.send()
      if (!isSuccess(reply)) return reply
      if (exchange.call === 'search') {
        return withBody(
          reply,
          changed(parsed(reply.text), 'data', (rows) =>
            Array.isArray(rows) ? rows.filter((row) => !hidden.has(valueAt(row, 'id'))) : rows,
          ),
        )
      }
      if (textOf(exchange, 'gatewayInstanceId') === '') hidden.add(valueAt(parsed(reply.text), 'data.id'))
      return reply
    })
  },
}

/** A second offer that is added meanwhile is taken for the first, sent twice. */
const offersAtOnce: Fault = {
  id: 'offers-added-at-once',
  about: 'of two offers that are added at once there is only one afterwards',
  make: () => {
    const pending = new Map<string, Promise<Reply>>()
    return on('offers.create', async (exchange) => {
      const key = `${exchange.path} ${token(exchange)}`
      const first = await pending.get(key)
      if (first && isSuccess(first)) return { ...first }
      const work = exchange.send()
      pending.set(key, work)
      return work.finally(() => pending.delete(key))
    })
  },
}

/** What is written in another way than was asked for. */
export const writes = [
  fault(
    'offer-update-no-effect',
    'an update of an offer answers 200 without effect',
    ineffective('offers.update', currentOffer),
  ),
  fault(
    'campaign-update-no-effect',
    'an update of a campaign answers 200 without effect',
    ineffective('campaigns.update', currentCampaign),
  ),
  fault(
    'offer-update-drops-ship',
    'an update does not keep the shipping price',
    on('offers.update', async (exchange) => {
      if (!isRecord(exchange.body) || exchange.body['shipPrice'] === undefined) return exchange.send()
      const { shipPrice: _shipPrice, ...body } = exchange.body
      const before = await currentOffer(exchange)
      const reply = await exchange.send()
      if (isSuccess(reply) && before)
        await exchange.ask('PUT', exchange.path, token(exchange), {
          shipPrice: Number(before['shipPrice'] ?? 0),
          ...body,
        })
      return { ...reply }
    }),
  ),
  fault(
    'offer-update-resets-rest',
    'an update sets max quantity to 0 when it is not sent',
    on('offers.update', (exchange) =>
      isRecord(exchange.body) && Object.keys(exchange.body).length > 0 && exchange.body['maxQuantity'] === undefined
        ? exchange.send({ body: { ...exchange.body, maxQuantity: 0 } })
        : exchange.send(),
    ),
  ),
  fault(
    'offer-update-zero-dropped',
    'a quantity of 0 is taken for none',
    requests('offers.update', '', (body) =>
      isRecord(body) && Object.keys(body).length > 1
        ? Object.fromEntries(Object.entries(body).filter(([, value]) => value !== 0))
        : body,
    ),
  ),
  fault(
    'offer-update-old-answer',
    'an update answers the offer as it was',
    on('offers.update', async (exchange) => {
      const before = await currentOffer(exchange)
      const reply = await exchange.send()
      if (!isSuccess(reply) || !before) return reply
      const { organizationId: _organizationId, ...row } = before
      return withBody(reply, { data: row })
    }),
  ),
  fault(
    'offer-update-other-row',
    'an update changes the newest offer of the campaign too',
    on('offers.update', async (exchange) => {
      const reply = await exchange.send()
      if (!isSuccess(reply) || !isRecord(exchange.body)) return reply
      const offer = await currentOffer(exchange)
      const { organizationId, campaignId } = offer ?? {}
      const body = {
        organizationId,
        resource: 'offers',
        limit: 2,
        filters: { campaignId },
        sortBy: 'createdAt',
        sortOrder: 'desc',
      }
      const { text } = await exchange.ask('POST', '/api/v1/search', token(exchange), body)
      const other = rowsIn(text).find((row) => valueAt(row, 'id') !== offerId(exchange))
      if (other === undefined) return reply
      await exchange.ask('PUT', `/api/v1/offers/${String(valueAt(other, 'id'))}`, token(exchange), exchange.body)
      return { ...reply }
    }),
  ),
  fault('offer-lost-update', 'of two updates of an offer at once one undoes the other', lostOfferUpdate),
  fault('campaign-lost-update', 'of two updates of a campaign at once one undoes the other', lostCampaignUpdate),
  fault(
    'offer-update-refused',
    "the owner's own valid update is refused by 403",
    replies('offers.update', () =>
      answer(403, { success: false, message: 'Not allowed', error: { code: 'forbidden', message: 'Not allowed' } }),
    ),
  ),
  fault(
    'offer-update-updated-at',
    'an update leaves another id in its answer',
    answers('offers.update', 'data.id', (id) => `${String(id)}0`),
  ),
  fault(
    'offer-delete-no-effect',
    'a deletion answers 200 and does nothing',
    on('offers.delete', async (exchange) =>
      (await currentOffer(exchange)) ? answer(200, { success: true, message: 'Deleted' }) : exchange.send(),
    ),
  ),
  fault(
    'offer-delete-newest-too',
    'a deletion takes the newest other offer of the campaign along',
    takesAlong((siblings) => siblings[0]),
  ),
  fault(
    'offer-delete-oldest-too',
    'a deletion takes the oldest other offer of the campaign along',
    takesAlong((siblings) => siblings.at(-1)),
  ),
  undead('offer-delete-twice', 'what is deleted can be deleted again', 'offers.delete'),
  undead('offer-update-deleted', 'what is deleted can be changed', 'offers.update'),
  neverStored,
  fault(
    'offer-create-twice',
    'a new offer is kept twice',
    replies('offers.create', async (reply, exchange) => {
      await exchange.ask('POST', exchange.path, token(exchange), exchange.body)
      return { ...reply }
    }),
  ),
  fault(
    'offer-create-gateway-dropped',
    "a new offer's gateway is not kept",
    requests('offers.create', 'gatewayInstanceId', () => gone),
  ),
  fault(
    'offer-create-min-dropped',
    "a new offer's min price is not kept",
    requests('offers.create', 'minPrice', () => gone),
  ),
  fault(
    'offer-create-quantity-changed',
    "a new offer's quantity is one less",
    requests('offers.create', 'quantity', (quantity) =>
      typeof quantity === 'number' && quantity > 1 ? quantity - 1 : quantity,
    ),
  ),
  fault(
    'offer-create-other-campaign',
    'a new offer says that it is of another campaign',
    answers('offers.create', 'data.campaignId', (id) => `${String(id)}1`),
  ),
  fault('money-rounded', 'prices are kept without their cents', requests(offers, 'basePrice', round)),
  fault(
    'money-float',
    'shipping prices are kept a cent lower',
    requests(offers, 'shipPrice', (price) =>
      typeof price === 'number' && price >= 1 ? Math.round(price * 100 - 1) / 100 : price,
    ),
  ),
  fault(
    'min-max-swapped',
    'an update swaps min and max price',
    requests('offers.update', '', (body) => {
      if (!isRecord(body) || body['minPrice'] === undefined || body['maxPrice'] === undefined) return body
      return { ...body, minPrice: body['maxPrice'], maxPrice: body['minPrice'] }
    }),
  ),
  fault(
    'text-cut',
    'names are cut after 50 characters',
    requests(
      offers,
      'displayName',
      asText((text) => text.slice(0, 50)),
    ),
  ),
  fault(
    'text-ascii',
    'names lose what is not ASCII',
    requests(
      offers,
      'displayName',
      asText((text) => text.replaceAll(/[^\x20-\x7e]/g, '?')),
    ),
  ),
  fault(
    'text-astral',
    'names lose what is beyond the basic plane',
    requests(
      offers,
      'displayName',
      asText((text) => text.replaceAll(/[\u{10000}-\u{10ffff}]/gu, '\ufffd')),
    ),
  ),
  fault(
    'text-html',
    'names are kept with HTML entities',
    requests(
      offers,
      'displayName',
      asText((text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')),
    ),
  ),
  fault(
    'campaign-note-dropped',
    'an update of a campaign does not keep the note',
    requests('campaigns.update', 'internalNote', () => 'Note'),
  ),
  fault(
    'campaign-terms-one-line',
    "a campaign's terms lose their line breaks",
    requests(
      'campaigns.update',
      'termsOfService',
      asText((text) => text.replaceAll('\n', ' ')),
    ),
  ),
  fault(
    'campaign-terms-cut',
    "a campaign's terms are cut after 255 characters",
    requests(
      'campaigns.update',
      'termsOfService',
      asText((text) => text.slice(0, 255)),
    ),
  ),
  fault(
    'campaign-terms-reset',
    "an update empties a campaign's terms when they are not sent",
    on('campaigns.update', (exchange) =>
      isRecord(exchange.body) && Object.keys(exchange.body).length > 0 && exchange.body['termsOfService'] === undefined
        ? exchange.send({ body: { ...exchange.body, termsOfService: '' } })
        : exchange.send(),
    ),
  ),
  fault(
    'campaign-dates-shifted',
    "a campaign's dates are a day early",
    requests('campaigns.update', 'startDate', dayBefore),
  ),
  fault(
    'campaign-end-swapped',
    "a campaign's end is kept as its start was",
    requests('campaigns.update', 'endDate', dayBefore),
  ),
  fault(
    'campaign-flag-stuck',
    'mustAgreeToTerms can not be set to false',
    requests('campaigns.update', 'mustAgreeToTerms', () => true),
  ),
  fault(
    'campaign-status-stuck',
    "a campaign's status can not be changed",
    requests('campaigns.update', 'status', () => 'active'),
  ),
  staleCampaign,
  fault(
    'members-default-false',
    'without withMembers a campaign has no members',
    on('campaigns.get', (exchange) =>
      exchange.query.has('withMembers')
        ? exchange.send()
        : exchange.send({ query: new URLSearchParams('withMembers=false') }),
    ),
  ),
  fault(
    'members-always',
    'withMembers=false is ignored',
    on('campaigns.get', (exchange) =>
      exchange.query.has('withMembers') ? exchange.send({ query: new URLSearchParams() }) : exchange.send(),
    ),
  ),
  fault(
    'members-never',
    'a campaign never has members',
    answers('campaigns.get', 'data.members', () => gone),
  ),
  fault(
    'autoresponder-no-effect',
    'a new auto-responder is answered and not listed',
    answers('autoresponders.list', 'data', (rows) =>
      (rows as unknown[]).filter((row) => Date.parse(String(valueAt(row, 'createdAt'))) < Date.now() - 120_000),
    ),
  ),
  fault(
    'autoresponder-event-default',
    "a new auto-responder's event is always the first",
    requests('autoresponders.create', 'event', (event) =>
      typeof event === 'string' && event.startsWith('order.') ? 'order.completed' : event,
    ),
  ),
  fault(
    'autoresponder-body-cut',
    "an auto-responder's body is cut after 500 characters",
    requests(
      'autoresponders.create',
      'body',
      asText((text) => text.slice(0, 500)),
    ),
  ),
  fault(
    'autoresponder-body-escaped',
    "an auto-responder's body is kept with HTML entities",
    requests(
      'autoresponders.create',
      'body',
      asText((text) => text.replaceAll('<', '&lt;')),
    ),
  ),
  fault(
    'autoresponder-subject-ascii',
    "an auto-responder's subject loses what is not ASCII",
    requests(
      'autoresponders.create',
      'subject',
      asText((text) => text.replaceAll(/[^\x20-\x7e]/g, '?')),
    ),
  ),
  fault(
    'autoresponder-sender-changed',
    "an auto-responder's sender is another",
    requests(
      'autoresponders.create',
      'from',
      asText((text) => (text.includes('@') ? 'no-reply@offerdesk.example' : text)),
    ),
  ),
  fault(
    'autoresponders-of-all',
    'the list has auto-responders of other campaigns too',
    on('autoresponders.list', async (exchange) => {
      const reply = await exchange.send()
      if (!isSuccess(reply)) return reply
      const foreign = {
        id: 'elsewhere-1',
        from: 'a@b.example',
        event: 'order.completed',
        subject: 'Elsewhere',
        body: 'x',
        pluginInstanceId: 'x',
        campaignId: 'elsewhere',
        createdAt: null,
        updatedAt: null,
      }
      return withBody(
        reply,
        changed(parsed(reply.text), 'data', (rows) => [...(rows as unknown[]), foreign]),
      )
    }),
  ),
  changingIds,
  fault(
    'gateway-ids-unusable',
    'a listed gateway is not one that an offer can be added with',
    answers('gateways.instances', 'data.*.id', (id) => `gw-${String(id)}`),
  ),
  fault(
    'plugin-ids-unusable',
    'a listed plugin is not one that an auto-responder can be added with',
    answers('plugins.installed', 'data.*.instance.id', (id) => `pl-${String(id)}`),
  ),
  fault(
    'campaign-found-not-read',
    'a campaign that search lists can not be read',
    replies('campaigns.get', () =>
      answer(404, {
        success: false,
        message: 'Campaign not found',
        error: { code: 'not_found', message: 'Campaign not found' },
      }),
    ),
  ),
  fault(
    'one-price-refused',
    'an offer whose min and max price are the same is refused',
    on('offers.create', (exchange) => {
      const [min, max] = [valueAt(exchange.body, 'minPrice'), valueAt(exchange.body, 'maxPrice')]
      return min !== undefined && min === max && isRecord(exchange.body)
        ? exchange.send({ body: { ...exchange.body, minPrice: Number(min) + 1 } })
        : exchange.send()
    }),
  ),
  fault(
    'updated-at-stands',
    "an offer's updatedAt stays at its creation",
    replies('offers.update search', (reply, { call }) =>
      withBody(
        reply,
        changed(parsed(reply.text), call === 'search' ? 'data.*' : 'data', (row) =>
          isRecord(row) && 'basePrice' in row ? { ...row, updatedAt: row['createdAt'] } : row,
        ),
      ),
    ),
  ),
  fault(
    'offer-zeros-dropped',
    'a shipping price of zero is not kept',
    requests(offers, 'shipPrice', (price) => (price === 0 ? gone : price)),
  ),
  fault('head-deletes', 'HEAD at an offer deletes it', async (exchange) =>
    exchange.method === 'HEAD' && /\/offers\/[^/]+$/.test(exchange.path)
      ? { ...(await exchange.send({ method: 'DELETE' })), text: '' }
      : exchange.send(),
  ),
  secondUpdateIgnored,
  createdAtMoves,
  sameNameDeleted,
  sameNameRefused,
  ofTheFirst('offer-create-first-campaign', 'all offers are added to the campaign of the first', 'path'),
  ofTheFirst('offer-create-first-product', 'all offers are of the product of the first', 'productId'),
  fault(
    'mails-one-per-event',
    'of the auto-responders on one event only the newest is listed',
    answers('autoresponders.list', 'data', (mails) => [
      ...new Map((mails as unknown[]).map((mail) => [valueAt(mail, 'event'), mail])).values(),
    ]),
  ),
  fault(
    'sender-tag-dropped',
    "an auto-responder's sender loses what follows a plus sign",
    requests('autoresponders.create', 'from', (from) => String(from).replace(/\+[^@]*@/, '@')),
  ),
  fault(
    'autoresponder-body-half',
    "an auto-responder's body is cut after half of what may be sent",
    requests('autoresponders.create', 'body', (body) => (typeof body === 'string' ? body.slice(0, 50_000) : body)),
  ),
  fault(
    'campaign-terms-half',
    "a campaign's terms are cut after half of what may be sent",
    requests('campaigns.update', 'termsOfService', (terms) =>
      typeof terms === 'string' ? terms.slice(0, 10_000) : terms,
    ),
  ),
  fault(
    'offer-update-half-written',
    'a refused update of an offer has written the name, which was right',
    refusals('offers.update', [400, 422], async (reply, exchange) => {
      const displayName = textOf(exchange, 'displayName')
      const isHalf = isRecord(exchange.body) && Object.keys(exchange.body).length > 1
      if (isHalf && displayName !== '') await exchange.send({ body: { displayName } })
      return reply
    }),
  ),
  fault(
    'offer-id-from-body',
    'a new offer answers with the id that the request gave it',
    replies('offers.create', (reply, exchange) => {
      const id = textOf(exchange, 'id')
      return id === ''
        ? reply
        : withBody(
            reply,
            changed(parsed(reply.text), 'data.id', () => id),
          )
    }),
  ),
  offerTakesAnything,
  offersAtOnce,
  fault(
    'offer-of-other-own-organization',
    "an offer is added although it is said to be for another of the person's organizations",
    refusals('offers.create', [403, 404, 422], async (reply, exchange) => {
      const { text } = await exchange.ask('GET', '/api/v1/organizations', token(exchange))
      const own = rowsIn(text).map((row) => valueAt(row, 'id'))
      if (!isRecord(exchange.body) || !own.includes(textOf(exchange, 'organizationId'))) return reply
      for (const organizationId of own) {
        const accepted = await exchange.send({ body: { ...exchange.body, organizationId } })
        if (isSuccess(accepted)) return accepted
      }
      return reply
    }),
  ),
  fault(
    'offer-name-200-bytes',
    "an offer's name is cut after 200 bytes",
    requests('offers.create offers.update', 'displayName', (name) =>
      typeof name === 'string' && name.length <= 200
        ? Buffer.from(name)
            .subarray(0, 200)
            .toString('utf8')
            .replace(/\uFFFD+$/, '')
        : name,
    ),
  ),
  fault(
    'autoresponder-subject-escaped',
    "an auto-responder's subject is kept with & as &amp;",
    requests('autoresponders.create', 'subject', (subject) =>
      typeof subject === 'string' ? subject.replaceAll('&', '&amp;').replaceAll('<', '&lt;') : subject,
    ),
  ),
  fault(
    'offer-delete-body-refused',
    'a deletion with an empty object as its body is refused',
    on('offers.delete', (exchange) =>
      exchange.text === '{}'
        ? Promise.resolve(
            answer(400, { success: false, message: 'No body', error: { code: 'bad_request', message: 'No body' } }),
          )
        : exchange.send(),
    ),
  ),
  offersWithoutGateway,
  fault(
    'offer-of-no-max-price',
    'a max price of zero is taken for none when an offer is added',
    requests('offers.create', 'maxPrice', (max) => (max === 0 ? gone : max)),
  ),
]
