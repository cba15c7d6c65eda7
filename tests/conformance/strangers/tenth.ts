import { randomUUID } from 'node:crypto'
import { standardPermissions } from '../../../contract/agentPermissions'
import { daysBetween, daysLater } from '../../../contract/rules/days'
import {
  answer,
  changed,
  type Exchange,
  type Fault,
  type Handler,
  isRecord,
  isSuccess,
  parsed,
  type Reply,
  rowsIn,
  valueAt,
  withBody,
} from '../mutants/exchange'
import { answers, fault, on, refusals, remembering, replies, requests } from '../mutants/make'
import {
  afterwards,
  bodyOf,
  foundAs,
  idIn,
  move,
  read,
  readList,
  recordIn,
  recordsAs,
  recordsIn,
  rowsAs,
  rowsOf,
  tokenIn,
  write,
} from '../mutants/selling'
import {
  allRows,
  bodies,
  cents,
  dayBefore,
  digitsIn,
  endsReportMail,
  type Fields,
  filtersOf,
  goesOn,
  isDay,
  numberIn,
  offersDisabledGateways,
  organizationIds,
  refused,
  rowOf,
  textIn,
  without,
  resetSwitchesOn,
  addsWebhookEvents,
} from './inCommon'

const together = (...handlers: Handler[]): Handler =>
  Object.assign(
    (exchange: Exchange) => {
      const own = handlers.find(({ calls = '' }) => calls.split(' ').includes(exchange.call))
      return own ? own(exchange) : exchange.send()
    },
    { calls: handlers.map(({ calls = '' }) => calls).join(' ') },
  )

/** The lists of all organizations of whoever asks. */
async function ofAll(exchange: Exchange, path: string): Promise<Fields[]> {
  const ids = await organizationIds(exchange)
  const lists = await Promise.all(
    ids.map(async (id) => {
      const rows = await readList(exchange, `${path}?organizationId=${id}`)
      return rows.map((row): Fields => ({ ...row, ofOrganization: id }))
    }),
  )
  return lists.flat()
}

const isSearchOf = (exchange: Exchange, resource: string) => bodyOf(exchange)['resource'] === resource

const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value])

const sumOf = (rows: Fields[], field: string) => rows.reduce((sum, row) => sum + numberIn(row[field]), 0)
const compare = (one: unknown, other: unknown) => (textIn(one) < textIn(other) ? -1 : 1)
const codeOf = (text: unknown) =>
  textIn(text)
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, '')
const errorCode = (reply: Reply) => valueAt(parsed(reply.text), 'error.code')
const includesText = (value: unknown, part: string) => textIn(value).toLowerCase().includes(part)

const ofPeople: Fault[] = [
  fault(
    'list-layouts-kept-as-a-whole',
    'Arranging the columns of one list forgets those of all other lists',
    bodies('users.setPreferences', async (body, exchange) => {
      if (!isRecord(body['lists'])) return body
      const before = valueAt(await read(exchange, '/users/me'), 'preferences.lists')
      const others = Object.keys(isRecord(before) ? before : {}).map((name) => [name, {}])
      return { ...body, lists: { ...(Object.fromEntries(others) as Fields), ...body['lists'] } }
    }),
  ),
  fault(
    'session-is-current-by-device',
    'Every session with a device of the same name is called the current one',
    rowsAs('users.sessions', (rows) => {
      const device = rows.find(({ isCurrent }) => isCurrent === true)?.['device']
      return rows.map((row) => (row['device'] === device ? { ...row, isCurrent: true } : row))
    }),
  ),
  fault(
    'end-others-spares-later-sessions',
    'Signing out everywhere else ends only the sessions that began before the one that asks',
    on('users.endOtherSessions', async (exchange) => {
      const rows = await readList(exchange, '/users/sessions')
      const current = rows.find(({ isCurrent }) => isCurrent === true)
      if (!current) return exchange.send()
      for (const { id, createdAt } of rows) {
        if (id === current['id'] || textIn(createdAt) > textIn(current['createdAt'])) continue
        await write(exchange, 'DELETE', `/users/sessions/${textIn(id)}`, {})
      }
      return answer(200, { success: true, message: 'Signed out everywhere else' })
    }),
  ),
  remembering(
    'members-keep-former-name',
    'Whoever changes their name is still listed under the former one among the members of their organizations',
    () => {
      const former = new Map<unknown, unknown>()
      const named = (row: Fields): Fields => (former.has(row['id']) ? { ...row, name: former.get(row['id']) } : row)
      return together(
        on('users.update', async (exchange) => {
          const { id, name } = await read(exchange, '/users/me')
          const reply = await exchange.send()
          const isRenamed = isSuccess(reply) && 'name' in bodyOf(exchange)
          if (isRenamed && id !== undefined && !former.has(id)) former.set(id, name)
          return reply
        }),
        rowsAs('members.list organizations.members', (rows) => rows.map(named)),
        recordsAs('members.get', named),
      )
    },
  ),
  fault(
    'member-search-by-name-alone',
    'The search among the users of an organization finds nobody by their email address',
    on('members.list', async (exchange) => {
      const q = exchange.query.get('q')?.trim().toLowerCase() ?? ''
      const reply = await exchange.send()
      return isSuccess(reply) && q !== '' ? without(reply, ({ name }) => !includesText(name, q)) : reply
    }),
  ),
  remembering('revoked-invites-stay-listed', 'An invite that was revoked stays in the list of open invites', () => {
    const revoked: Fields[] = []
    return together(
      on('invites.revoke', async (exchange) => {
        const row = (await ofAll(exchange, '/invites')).find(({ id }) => id === idIn(exchange))
        const reply = await exchange.send()
        if (isSuccess(reply) && row) revoked.push(row)
        return reply
      }),
      rowsAs('invites.list', (rows, { query }) => [
        ...rows,
        ...revoked
          .filter(({ ofOrganization }) => ofOrganization === query.get('organizationId'))
          .map(({ ofOrganization: _, ...row }) => ({ ...row, state: 'revoked' })),
      ]),
    )
  }),
]

const ofOrganizations: Fault[] = [
  fault(
    'permissions-left-out-are-reset',
    'What a change of the permissions of agents leaves out falls back to the standard',
    bodies('organizations.setPermissions', (body) => ({ ...standardPermissions, ...body })),
  ),
  fault(
    'emptied-contact-stays',
    'An empty support address or web address of an organization is taken for none given, and the former one stays',
    bodies('organizations.update', async (body, exchange) => {
      const emptied = ['supportEmail', 'liveUrl'].filter((field) => body[field] === '')
      if (emptied.length === 0) return body
      const now = await read(exchange, `/organizations/${idIn(exchange)}/settings`)
      return { ...body, ...Object.fromEntries(emptied.map((field) => [field, now[field] ?? ''])) }
    }),
  ),
  remembering(
    'seller-keeps-former-organization-name',
    'The seller is still called by the former name once its organization has been renamed',
    () => {
      const names = new Map<string, unknown>()
      return together(
        on('organizations.update', async (exchange) => {
          const { name } = await read(exchange, `/organizations/${idIn(exchange)}/settings`)
          const reply = await exchange.send()
          const isRenamed = isSuccess(reply) && 'name' in bodyOf(exchange)
          if (isRenamed && !names.has(idIn(exchange))) names.set(idIn(exchange), name)
          return reply
        }),
        rowsAs('sellers.list', (rows, { query }) => {
          const organizationId = query.get('organizationId') ?? ''
          return names.has(organizationId) ? rows.map((row) => ({ ...row, name: names.get(organizationId) })) : rows
        }),
      )
    },
  ),
  fault(
    'token-without-duties-may-all',
    'An API token that is made with no duties may change all that its maker may',
    bodies('apiTokens.create', (body) => {
      const { duties } = body
      return Array.isArray(duties) && duties.length === 0 ? { ...body, duties: null } : body
    }),
  ),
  fault(
    'token-day-ends-in-utc',
    'The last day of an API token ends at midnight UTC instead of midnight where the organization is',
    bodies('apiTokens.create', (body) => {
      const { expiresAt } = body
      return isDay(expiresAt) ? { ...body, expiresAt: `${daysLater(expiresAt, 1)}T00:00:00.000Z` } : body
    }),
  ),
  fault(
    'audit-ends-before-its-last-day-too',
    'The last day of a question to the audit is taken for its beginning, so nothing of that day is found',
    on('audit.list audit.csv audit.xlsx', (exchange) => {
      const to = exchange.query.get('createdTo')
      if (!isDay(to)) return exchange.send()
      const query = new URLSearchParams(exchange.query)
      query.set('createdTo', dayBefore(to))
      return exchange.send({ query })
    }),
  ),
  fault(
    'webhook-events-are-only-added-too',
    'A webhook that is to be told of less is told of all that it was told of before as well',
    addsWebhookEvents,
  ),
  fault(
    'shared-campaigns-are-only-added',
    'A campaign that is left out when a collaboration is settled anew stays shared',
    bodies('collaborations.share', async (body, exchange) => {
      const given = recordsIn(body['campaigns'])
      const before = recordsIn((await read(exchange, `/collaborations/${idIn(exchange)}`))['campaigns'])
      const kept = before
        .filter(({ campaignId }) => given.every((one) => one['campaignId'] !== campaignId))
        .map(({ campaignId, right }) => ({ campaignId, right }))
      return { ...body, campaigns: [...given, ...kept] }
    }),
  ),
]

const ofCalls: Fault[] = [
  remembering(
    'call-back-stays-after-it-was-made',
    'Whoever was reached by a later call still stands among those to be called back',
    () => {
      const kept = new Map<unknown, Fields>()
      return together(
        on('calls.close', async (exchange) => {
          const before = await ofAll(exchange, '/calls/call-backs/me')
          const reply = await exchange.send()
          if (!isSuccess(reply)) return reply
          const left = new Set((await ofAll(exchange, '/calls/call-backs/me')).map(({ id }) => id))
          for (const row of before) if (!left.has(row['id'])) kept.set(row['id'], row)
          return reply
        }),
        on('calls.calledBack', (exchange) => {
          kept.delete(idIn(exchange))
          return exchange.send()
        }),
        rowsAs('calls.callBacks', (rows, { query }) =>
          [
            ...rows,
            ...[...kept.values()]
              .filter(({ ofOrganization }) => ofOrganization === query.get('organizationId'))
              .map(({ ofOrganization: _, ...row }): Fields => row),
          ].toSorted((one, other) => compare(one['callBackAt'], other['callBackAt'])),
        ),
      )
    },
  ),
  fault(
    'do-not-call-is-called',
    'A call to a customer who does not want to be called begins like any other',
    refusals('calls.start', [409], async (reply, exchange) => {
      if (!includesText(valueAt(parsed(reply.text), 'message'), 'does not want')) return reply
      const body = bodyOf(exchange)
      const begun = await exchange.send({ body: { ...body, direction: 'inbound' } })
      if (!isSuccess(begun)) return reply
      return withBody(
        begun,
        changed(parsed(begun.text), 'data.direction', () => body['direction'] ?? null),
      )
    }),
  ),
  fault(
    'half-paid-within-is-the-mean',
    'Within how many seconds half of the calls were paid is reckoned as the average of all of them',
    replies('calls.sums', async (reply, exchange) => {
      if (typeof recordIn(reply)['median'] !== 'number') return reply
      const { organizationId, q } = bodyOf(exchange)
      const filters = { ...filtersOf(exchange), outcome: 'paid' }
      const rows = await allRows(exchange, 'calls', { organizationId, q, filters })
      const times = rows.filter(({ secondsToPaid }) => typeof secondsToPaid === 'number')
      const mean = Math.round(sumOf(times, 'secondsToPaid') / times.length)
      return times.length === 0
        ? reply
        : withBody(
            reply,
            changed(parsed(reply.text), 'data.median', () => mean),
          )
    }),
  ),
  fault(
    'telephone-call-anew-once-closed',
    'A telephone system that tells of a call again once it was closed begins another one',
    on('telephone.startCall', async (exchange) => {
      const reply = await exchange.send()
      if (!isSuccess(reply) || recordIn(reply)['state'] !== 'closed') return reply
      const body = bodyOf(exchange)
      return exchange.send({ body: { ...body, callId: `${textIn(body['callId']).slice(0, 150)} ${randomUUID()}` } })
    }),
  ),
]

const ofCampaigns: Fault[] = [
  fault(
    'copied-campaign-has-nobody',
    'A campaign that is made after another one begins without its members',
    goesOn('campaigns.create', async (exchange, { id }) =>
      bodyOf(exchange)['copiedFrom'] === undefined
        ? undefined
        : write(exchange, 'PUT', `/campaigns/${textIn(id)}/members`, { memberIds: [] }),
    ),
  ),
  fault(
    'campaign-revenue-before-refunds',
    'The revenue of a campaign that is read alone is what was paid, whatever of it was given back',
    replies('campaigns.get', async (reply, exchange) => {
      const { id, organizationId } = recordIn(reply)
      const sums = await write(exchange, 'POST', '/orders/sums', { organizationId, filters: { campaignId: id } })
      const { paid } = recordIn(sums)
      return typeof paid === 'number'
        ? withBody(
            reply,
            changed(parsed(reply.text), 'data.revenue', () => paid),
          )
        : reply
    }),
  ),
  fault(
    'offer-ships-for-nothing-not-kept',
    'A shipping price of zero is taken for none given when an offer is changed',
    bodies('offers.update', async (body, exchange) => {
      if (body['shipPrice'] !== 0) return body
      const { shipPrice } = await rowOf(exchange, 'offers', idIn(exchange))
      return { ...body, shipPrice: shipPrice ?? 0 }
    }),
  ),
  remembering(
    'provider-counts-deleted-autoresponders',
    'An email provider is said to be used by auto-responders that have been deleted',
    () => {
      const providers = new Map<unknown, unknown>()
      const deleted = new Set<unknown>()
      const keep = ({ id, pluginInstanceId }: Fields) => providers.set(id, pluginInstanceId)
      const step = (calls: string, work: (id: unknown) => void): Handler =>
        on(calls, async (exchange) => {
          const reply = await exchange.send()
          if (isSuccess(reply)) work(exchange.path.split('/')[5])
          return reply
        })
      return together(
        rowsAs('autoresponders.list', (rows) => {
          for (const row of rows) keep(row)
          return rows
        }),
        recordsAs('autoresponders.create autoresponders.update', (record) => {
          keep(record)
          return record
        }),
        step('autoresponders.delete', (id) => deleted.add(id)),
        step('autoresponders.restore', (id) => deleted.delete(id)),
        rowsAs('plugins.list', (rows) =>
          rows.map((row) => ({
            ...row,
            usedBy: numberIn(row['usedBy']) + [...deleted].filter((id) => providers.get(id) === row['id']).length,
          })),
        ),
      )
    },
  ),
  fault(
    'reset-switches-mail-on',
    'A mail about orders that is switched off is switched on with its original text',
    resetSwitchesOn,
  ),
  remembering(
    'mail-password-goes-to-new-server',
    'Another host of an email provider is taken without the password, and the one that is kept is sent to it',
    () => {
      const passwords = new Map<unknown, unknown>()
      return together(
        on('plugins.create', async (exchange) => {
          const reply = await exchange.send()
          const { password } = bodyOf(exchange)
          if (isSuccess(reply) && typeof password === 'string') passwords.set(recordIn(reply)['id'], password)
          return reply
        }),
        refusals('plugins.update', [422], async (reply, exchange) => {
          const body = bodyOf(exchange)
          const password = passwords.get(idIn(exchange))
          if (body['password'] !== undefined || password === undefined) return reply
          const accepted = await exchange.send({ body: { ...body, password } })
          return isSuccess(accepted) ? accepted : reply
        }),
      )
    },
  ),
  fault(
    'gateway-cap-stays-once-set',
    'The monthly cap of a gateway can be changed, and not be taken off any more',
    bodies('gateways.update', (body) => {
      const { monthlyCap, ...others } = body
      return monthlyCap === null ? others : body
    }),
  ),
]

const ofProducts: Fault[] = [
  fault(
    'copied-product-has-stock',
    'The copy of a product has as much in stock as the product itself',
    goesOn('products.duplicate', async (exchange, { id }) => {
      const stock = numberIn((await read(exchange, `/products/${idIn(exchange)}`))['stock'])
      return stock > 0 ? move(exchange, id, stock) : undefined
    }),
  ),
  fault(
    'ten-units-are-enough',
    'A product with exactly ten units in stock is not low, and is not found as such',
    together(
      recordsAs(
        'products.get products.create products.update products.adjustStock products.archive products.restore',
        (record) => (record['stock'] === 10 ? { ...record, stockLevel: 'enough' } : record),
      ),
      on('search', async (exchange) => {
        const reply = await exchange.send()
        if (!isSuccess(reply) || !isSearchOf(exchange, 'products')) return reply
        const isNarrowed = asList(filtersOf(exchange)['stockLevel']).includes('low')
        const left = isNarrowed ? without(reply, ({ stock }) => stock === 10) : reply
        const rows = recordsIn(rowsIn(left.text)).map((row) =>
          row['stock'] === 10 ? { ...row, stockLevel: 'enough' } : row,
        )
        return withBody(left, { ...(parsed(left.text) as Fields), data: rows })
      }),
    ),
  ),
  remembering(
    'key-with-another-body-replays',
    'A key that comes with another body answers what the first request made, instead of a refusal',
    () => {
      const made = new Map<string, Reply>()
      return on('orders.addNote customers.create products.create offers.create', async (exchange) => {
        const key = exchange.headers['idempotency-key']
        const reply = await exchange.send()
        if (key === undefined) return reply
        const place = `${tokenIn(exchange)} ${exchange.path} ${key}`
        if (isSuccess(reply)) made.set(place, reply)
        return reply.status === 422 ? (made.get(place) ?? reply) : reply
      })
    },
  ),
]

const ofCustomers: Fault[] = [
  fault(
    'alike-minds-case-of-email',
    'Whoever may be the customer that is typed is not found by an email address in capitals',
    bodies('customers.findAlike', ({ email, ...body }) =>
      textIn(email) === textIn(email).toLowerCase() ? { ...body, email } : body,
    ),
  ),
  fault(
    'merge-keeps-one-note-of-both',
    'Where both notes are to be kept of two customers who become one, only that of the first is',
    bodies('customers.merge', (body) => {
      const { keep } = body
      return isRecord(keep) && keep['note'] === 'both' ? { ...body, keep: { ...keep, note: 'kept' } } : body
    }),
  ),
  remembering(
    'deleted-customer-still-found',
    'The search over all kinds still finds customers who were deleted',
    () => {
      const deleted = new Map<string, Fields>()
      return together(
        on('customers.delete', async (exchange) => {
          const record = await read(exchange, `/customers/${idIn(exchange)}`)
          const reply = await exchange.send()
          if (isSuccess(reply)) deleted.set(idIn(exchange), record)
          return reply
        }),
        afterwards('customers.restore', async (exchange) => deleted.delete(idIn(exchange))),
        recordsAs('search.find', (found, { query }) => {
          const q = query.get('q')?.trim().toLowerCase() ?? ''
          const more = [...deleted.values()]
            .filter(({ organizationId }) => organizationId === query.get('organizationId'))
            .filter(({ name, email }) => q.length >= 3 && (includesText(name, q) || includesText(email, q)))
            .map(({ id, name, email, phone }) => ({ id, name, email, phone }))
          return { ...found, customers: [...recordsIn(found['customers']), ...more].slice(0, 5) }
        }),
      )
    },
  ),
  remembering(
    'customer-filtered-by-former-country',
    'A customer whose address was moved to another country is still found by the former one, and told with it',
    () => {
      const former = new Map<string, unknown>()
      const placed = (row: Fields): Fields =>
        former.has(textIn(row['id'])) ? { ...row, country: former.get(textIn(row['id'])) } : row
      return together(
        on('customers.update', async (exchange) => {
          const { country } = await read(exchange, `/customers/${idIn(exchange)}`)
          const reply = await exchange.send()
          const isMoved = isSuccess(reply) && valueAt(exchange.body, 'shippingAddress.country') !== undefined
          if (isMoved && country && !former.has(idIn(exchange))) former.set(idIn(exchange), country)
          return reply
        }),
        recordsAs('customers.get', placed),
        on('search', async (exchange) => {
          const reply = await exchange.send()
          if (!isSuccess(reply) || former.size === 0 || !isSearchOf(exchange, 'customers')) return reply
          const wanted = filtersOf(exchange)['country']
          if (wanted === undefined) {
            const rows = recordsIn(rowsIn(reply.text)).map(placed)
            return withBody(reply, { ...(parsed(reply.text) as Fields), data: rows })
          }
          const isWanted = ({ id }: Fields) => asList(wanted).includes(former.get(textIn(id)))
          const left = without(reply, (row) => former.has(textIn(row['id'])) && !isWanted(row))
          const known = new Set(recordsIn(rowsIn(left.text)).map(({ id }) => id))
          const { organizationId, q } = bodyOf(exchange)
          const moved = await rowsOf(exchange, 'customers', { organizationId, q, filters: { ids: [...former.keys()] } })
          const more = moved.filter((row) => isWanted(row) && !known.has(row['id']))
          const whole = parsed(left.text) as Fields
          const total = numberIn(valueAt(whole, 'meta.total')) + more.length
          return withBody(left, {
            ...whole,
            data: [...recordsIn(whole['data']), ...more].map(placed),
            meta: { total },
          })
        }),
      )
    },
  ),
]

const ofSearch: Fault[] = [
  fault(
    'ids-find-nothing-archived',
    'A search by ids leaves out the archived ones among them',
    on('search', async (exchange) => {
      const reply = await exchange.send()
      return isSuccess(reply) && filtersOf(exchange)['ids'] !== undefined
        ? without(reply, ({ archivedAt, status }) => Boolean(archivedAt) || status === 'archived')
        : reply
    }),
  ),
  fault(
    'none-of-values-finds-all',
    'A column that may have none of any values narrows a search to nothing less than all rows',
    bodies('search', (body, exchange) =>
      body['filters'] === undefined
        ? body
        : {
            ...body,
            filters: Object.fromEntries(
              Object.entries(filtersOf(exchange)).filter(([, value]) => !Array.isArray(value) || value.length > 0),
            ),
          },
    ),
  ),
  fault(
    'nobody-beside-others-not-found',
    'Rows that have no such record are found when they are asked for alone, and not beside others',
    bodies('search', (body, exchange) =>
      body['filters'] === undefined
        ? body
        : {
            ...body,
            filters: Object.fromEntries(
              Object.entries(filtersOf(exchange)).map(([name, value]) => [
                name,
                Array.isArray(value) && value.length > 1 ? value.filter((one) => one !== 'none') : value,
              ]),
            ),
          },
    ),
  ),
  fault(
    'phones-found-as-they-are-written',
    'The search over all kinds finds a phone number only in the spelling that it was typed in',
    recordsAs('search.find', (found, { query }) => {
      const q = query.get('q')?.trim() ?? ''
      if (!/^[+\d\s()./-]+$/.test(q) || digitsIn(q).length < 6) return found
      return { ...found, customers: recordsIn(found['customers']).filter(({ phone }) => textIn(phone).includes(q)) }
    }),
  ),
  fault(
    'exports-ignore-what-is-searched-for',
    'A list as a file has all rows that its filters find, whatever text is searched for',
    requests('listExports.csv listExports.xlsx', 'q', () => undefined),
  ),
]

const ofOrders: Fault[] = [
  remembering('placed-draft-stays-listed', 'A draft that has become an order still stands among the drafts', () => {
    const placed = new Map<unknown, Fields>()
    return together(
      on('orders.place', async (exchange) => {
        const { organizationId, draftId } = bodyOf(exchange)
        const rows = await readList(exchange, `/order-drafts?organizationId=${textIn(organizationId)}`)
        const row = rows.find(({ id }) => id === draftId)
        const reply = await exchange.send()
        if (isSuccess(reply) && row) placed.set(draftId, { row, organizationId, token: tokenIn(exchange) })
        return reply
      }),
      rowsAs('orderDrafts.list', (rows, exchange) => [
        ...rows,
        ...[...placed.values()]
          .filter(
            ({ organizationId, token }) =>
              organizationId === exchange.query.get('organizationId') && token === tokenIn(exchange),
          )
          .map(({ row }) => row),
      ]),
    )
  }),
  remembering(
    'address-changes-while-a-parcel-is-on-its-way',
    'Where an order goes can be changed as long as not all of it has been shipped',
    () => {
      const moved = new Map<string, Fields>()
      return together(
        refusals('orders.updateAddress', [409], async (reply, exchange) => {
          const order = await read(exchange, `/orders/${idIn(exchange)}`)
          const isPartial = order['status'] === 'open' && order['fulfillmentStatus'] === 'partial'
          if (!isPartial || errorCode(reply) === 'outdated') return reply
          const none = { address1: null, address2: null, city: null, state: null, postalCode: null, country: null }
          const shippingAddress = { ...none, ...bodyOf(exchange) }
          moved.set(idIn(exchange), shippingAddress)
          return answer(200, { data: { ...order, shippingAddress } })
        }),
        recordsAs('orders.get', (order) => {
          const shippingAddress = moved.get(textIn(order['id']))
          return shippingAddress ? { ...order, shippingAddress } : order
        }),
      )
    },
  ),
  fault(
    'orders-net-of-what-was-ordered',
    'What is kept of orders is their totals less what was refunded, whether or not they were paid',
    recordsAs('orders.sums', (sums) => ({ ...sums, net: cents(numberIn(sums['total']) - numberIn(sums['refunded'])) })),
  ),
  fault(
    'lines-go-back-with-shipping',
    'A refund of lines gives back their shipping as well unless it is told not to',
    bodies('orders.refund', (body) =>
      body['lines'] !== undefined && body['shipping'] === undefined && body['shippingAmount'] === undefined
        ? { ...body, shipping: true }
        : body,
    ),
  ),
  fault(
    'restock-of-the-whole-line',
    'A refund of some units of a line puts all units of the line back into stock',
    afterwards('orders.refund', async (exchange) => {
      const { lines, restock } = bodyOf(exchange)
      if (restock !== true) return
      const items = recordsIn((await read(exchange, `/orders/${idIn(exchange)}`))['items'])
      for (const { itemId, quantity } of recordsIn(lines)) {
        const item = items.find(({ id }) => id === itemId)
        const more = numberIn(item?.['quantity']) - numberIn(quantity)
        if (item?.['productId'] && more > 0) {
          await move(exchange, item['productId'], more * (numberIn(item['quantityPerOrder']) || 1))
        }
      }
    }),
  ),
  remembering(
    'pay-code-with-any-digits-too',
    'The code of a payment link opens it whatever phone digits come with it',
    () => {
      const digits = new Map<string, string>()
      return together(
        afterwards('orders.createPaymentLink', async (exchange, { payCode }) => {
          const phone = valueAt(await read(exchange, `/orders/${idIn(exchange)}`), 'customer.phone')
          if (typeof payCode === 'string') digits.set(codeOf(payCode), digitsIn(phone).slice(-4))
        }),
        refusals('payments.openCode', [404], async (reply, exchange) => {
          const body = bodyOf(exchange)
          const phoneDigits = digits.get(codeOf(body['payCode']))
          if (phoneDigits === undefined) return reply
          const opened = await exchange.send({ body: { ...body, phoneDigits } })
          return isSuccess(opened) ? opened : reply
        }),
      )
    },
  ),
  remembering(
    'declined-attempt-is-tried-anew',
    'An attempt to pay that was declined is made once more when the same attempt is sent again',
    () => {
      const declined = new Set<unknown>()
      return on('payments.pay', async (exchange) => {
        const body = bodyOf(exchange)
        const { attemptId } = body
        if (declined.has(attemptId)) return exchange.send({ body: { ...body, attemptId: randomUUID() } })
        const reply = await exchange.send()
        if (valueAt(recordIn(reply), 'attempt.state') === 'declined') declined.add(attemptId)
        return reply
      })
    },
  ),
  fault(
    'refunds-are-due-again',
    'What was given back of an order is said to be left to be paid',
    together(
      recordsAs('payments.get', (payment) => ({
        ...payment,
        due: cents(numberIn(payment['due']) + numberIn(valueAt(payment, 'order.refundedTotal'))),
      })),
      recordsAs('orders.payments orders.refund', (payments) => ({
        ...payments,
        due: cents(
          numberIn(payments['due']) +
            sumOf(
              recordsIn(payments['refunds']).filter(({ state }) => state === 'succeeded'),
              'amount',
            ),
        ),
      })),
    ),
  ),
  fault(
    'disabled-gateways-are-offered',
    'Among the gateways that an order can be paid through are those that are disabled',
    offersDisabledGateways,
  ),
]

const ofParcels: Fault[] = [
  fault(
    'scan-takes-newest-parcel-too',
    'A scanned number goes to the parcel of the order that was packed last, not to the one that waits longest',
    on('fulfilments.scan', async (exchange) => {
      const { organizationId, orderNumber, carrier, trackingNumber } = bodyOf(exchange)
      const q = digitsIn(orderNumber)
      const rows = await rowsOf(exchange, 'orders', { organizationId, q })
      const found = rows.find(({ number }) => String(number) === String(Number(q)))
      if (!found) return exchange.send()
      const parcels = recordsIn((await read(exchange, `/orders/${textIn(found['id'])}`))['fulfilments'])
      const waiting = parcels
        .filter((parcel) => parcel['status'] === 'pending' && !parcel['trackingNumber'])
        .toSorted((one, other) => compare(one['createdAt'], other['createdAt']))
      const isGiven = parcels.some((parcel) => parcel['trackingNumber'] === trackingNumber)
      const newest = waiting.at(-1)
      if (isGiven || waiting.length < 2 || !newest) return exchange.send()
      return write(exchange, 'PUT', `/fulfilments/${textIn(newest['id'])}/tracking`, { carrier, trackingNumber })
    }),
  ),
  remembering('pieces-stay-after-split', 'A parcel that was split is still said to have all of its pieces', () => {
    const before = new Map<string, unknown>()
    const counted = (row: Fields): Fields =>
      before.has(textIn(row['id'])) ? { ...row, units: before.get(textIn(row['id'])) } : row
    return together(
      on('fulfilments.split', async (exchange) => {
        const { units } = await read(exchange, `/fulfilments/${idIn(exchange)}`)
        const reply = await exchange.send()
        if (isSuccess(reply) && !before.has(idIn(exchange))) before.set(idIn(exchange), units)
        return reply
      }),
      recordsAs('fulfilments.get', counted),
      foundAs('fulfillments', counted),
    )
  }),
  remembering(
    'delivered-order-completed-unpaid',
    'An order of which all has arrived is completed although it has not been paid',
    () => {
      const arrived = new Set<unknown>()
      const completed = (order: Fields): Fields =>
        arrived.has(order['id']) && order['status'] === 'open' ? { ...order, status: 'completed' } : order
      return together(
        afterwards('fulfilments.deliver', async (exchange, { orderId }) => {
          const order = await read(exchange, `/orders/${textIn(orderId)}`)
          if (order['status'] === 'open' && order['fulfillmentStatus'] === 'delivered') arrived.add(orderId)
        }),
        recordsAs('orders.get', completed),
        foundAs('orders', completed),
      )
    },
  ),
  fault(
    'steps-of-parcels-one-by-one',
    'Where one of several parcels can not be taken a step further, those before it have been all the same',
    refusals('fulfilments.takeSteps', [404, 409, 422], async (reply, exchange) => {
      const { step, fulfilmentIds } = bodyOf(exchange)
      if (!['ship', 'deliver', 'cancel'].includes(textIn(step))) return reply
      for (const id of asList(fulfilmentIds)) {
        const taken = await write(exchange, 'POST', `/fulfilments/${textIn(id)}/${textIn(step)}`, {})
        if (!isSuccess(taken)) break
      }
      return reply
    }),
  ),
  fault(
    'former-carrier-has-the-new-number',
    'A new tracking number without a carrier keeps the carrier of the former one instead of being guessed from its shape',
    bodies('fulfilments.assign', async (body, exchange) => {
      if (body['carrier'] !== undefined) return body
      const { carrier } = await read(exchange, `/fulfilments/${idIn(exchange)}`)
      return carrier ? { ...body, carrier } : body
    }),
  ),
]

const ofFigures: Fault[] = [
  fault(
    'failed-charges-add-up',
    'The sums of transactions count charges that failed as charged',
    replies('transactions.sums', async (reply, exchange) => {
      const { organizationId, q } = bodyOf(exchange)
      const filters = filtersOf(exchange)
      const may = (name: string, value: string) => filters[name] === undefined || asList(filters[name]).includes(value)
      if (!may('type', 'charge') || !may('status', 'failed')) return reply
      const asked = { organizationId, q, filters: { ...filters, type: 'charge', status: 'failed' } }
      const failed = sumOf(await allRows(exchange, 'transactions', asked), 'amount')
      const more = (value: unknown) => cents(numberIn(value) + failed)
      return withBody(reply, changed(changed(parsed(reply.text), 'data.charged', more), 'data.net', more))
    }),
  ),
  fault(
    'partly-refunded-not-to-pack-too',
    'The dashboard leaves orders that were refunded in part out of those that are to be packed',
    replies('dashboard.read', async (reply, exchange) => {
      const filters = {
        status: 'open',
        paymentStatus: ['paid', 'overpaid'],
        fulfillmentStatus: ['unfulfilled', 'partial'],
      }
      const organizationId = exchange.query.get('organizationId')
      const { rows } = recordIn(await write(exchange, 'POST', '/orders/sums', { organizationId, filters }))
      if (typeof rows !== 'number') return reply
      return withBody(
        reply,
        changed(parsed(reply.text), 'data.queue', (queue) =>
          recordsIn(queue).flatMap((one) => {
            if (one['of'] !== 'toPack') return [one]
            return rows > 0 ? [{ ...one, count: rows }] : []
          }),
        ),
      )
    }),
  ),
  fault(
    'average-order-of-what-was-paid',
    'The average order of the leaderboard is what was taken of the orders instead of their totals, divided by how many there are',
    answers('leaderboard.read', 'data.standings.*', (standing) => {
      if (!isRecord(standing)) return standing
      const orders = numberIn(standing['orders'])
      return orders > 0 ? { ...standing, averageOrder: cents(numberIn(standing['revenue']) / orders) } : standing
    }),
  ),
  fault(
    'period-before-has-first-day-too',
    'The period that a report is compared with ends with the first day of the period itself',
    replies('reports.read', async (reply, exchange) => {
      const body = bodyOf(exchange)
      const { compare: compared, from, to, dimensions } = body
      if (compared !== 'previous' || !isDay(from) || !isDay(to) || asList(dimensions ?? []).length > 0) return reply
      const back = 1 - daysBetween(from, to)
      const days = { from: daysLater(from, back), to: daysLater(to, back) }
      const second = recordIn(await write(exchange, 'POST', '/reports', { ...body, ...days, compare: 'none' }))
      const values = valueAt(second, 'totals.values')
      if (!isRecord(values)) return reply
      return withBody(
        reply,
        changed(
          changed(parsed(reply.text), 'data.totals.before', () => values),
          'data.before',
          () => second['period'],
        ),
      )
    }),
  ),
  fault('changed-report-is-mailed-no-more', 'Whoever changes a saved report has it mailed no more', endsReportMail),
  remembering(
    'list-begins-with-two-views',
    'A view that becomes the default of a list leaves the former one a default',
    () => {
      const defaults = new Map<unknown, string>()
      return together(
        on('savedViews.setDefault', async (exchange) => {
          const reply = await exchange.send()
          if (!isSuccess(reply)) return reply
          if (bodyOf(exchange)['isDefault'] === true) defaults.set(idIn(exchange), tokenIn(exchange))
          else defaults.delete(idIn(exchange))
          return reply
        }),
        rowsAs('savedViews.list', (rows, exchange) =>
          rows.map((row) => (defaults.get(row['id']) === tokenIn(exchange) ? { ...row, isDefault: true } : row)),
        ),
      )
    },
  ),
  fault(
    'view-names-are-taken-over-all-lists',
    'A view can not have the name of an own view of another list',
    on('savedViews.create', async (exchange) => {
      const { organizationId, list, name } = bodyOf(exchange)
      const rows = await readList(exchange, `/saved-views?organizationId=${textIn(organizationId)}`)
      const typed = textIn(name).trim().toLowerCase()
      const isTaken = rows.some(
        (row) => row['list'] !== list && row['isShared'] !== true && textIn(row['name']).toLowerCase() === typed,
      )
      if (!isTaken || exchange.headers['idempotency-key'] !== undefined) return exchange.send()
      return refused(422, 'invalid', 'There is a view of this name already', 'body.name')
    }),
  ),
  fault(
    'bulk-search-ignores-its-text',
    'An action over all that a search finds is done with all that its filters find, whatever text is searched for',
    bodies('bulkJobs.create', (body) => {
      const { search } = body
      if (!isRecord(search) || search['q'] === undefined) return body
      const { q: _, ...others } = search
      return { ...body, search: others }
    }),
  ),
  fault(
    'import-lines-begin-with-the-last',
    'The lines of an import behind one begin with that line again',
    on('sheetImports.lines', (exchange) => {
      const after = Number(exchange.query.get('after') ?? '0')
      if (!(after > 0)) return exchange.send()
      const query = new URLSearchParams(exchange.query)
      query.set('after', String(after - 1))
      return exchange.send({ query })
    }),
  ),
]

export const tenthStrangers: Fault[] = [
  ...ofPeople,
  ...ofOrganizations,
  ...ofCalls,
  ...ofCampaigns,
  ...ofProducts,
  ...ofCustomers,
  ...ofSearch,
  ...ofOrders,
  ...ofParcels,
  ...ofFigures,
]
