import { standardPermissions } from '../../../contract/agentPermissions'
import { nothingWaits } from '../../../contract/extensions/fulfilments'
import { type Placeholder, placeholderNames } from '../../../contract/forms/mailTemplates'
import { wrongCode } from '../../../contract/rules/twoSteps'
import {
  changed,
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
import { accepts, answers, fault, on, refusals, remembering, replies, requests, textOf } from '../mutants/make'
import {
  afterwards,
  bodyOf,
  idIn,
  pushes,
  read,
  readList,
  recordIn,
  recordsAs,
  recordsIn,
  tokenIn,
  write,
} from '../mutants/selling'
import {
  allRows,
  bodies,
  cents,
  countOf,
  type Fields,
  filtersOf,
  goesOn,
  isDay,
  numberIn,
  refused,
  textIn,
  without,
  resetSwitchesOn,
  beginsWithSeveral,
} from './inCommon'

const hour = 3_600_000

const keyOf = ({ headers }: Exchange) => headers['idempotency-key']

const folded = (text: unknown): string => textIn(text).normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

const dataOf = (reply: Reply): Fields[] => recordsIn(valueAt(parsed(reply.text), 'data'))

const withData = (reply: Reply, path: string, change: (value: unknown) => unknown): Reply =>
  withBody(reply, changed(parsed(reply.text), path, change))

/** Narrows a list to what is found in one of its fields alone. */
const findsIn = (calls: string, field: string): Handler =>
  replies(calls, (reply, { query }) => {
    const sought = folded(query.get('q') ?? '').trim()
    return sought === '' ? reply : without(reply, (row) => !folded(row[field]).includes(sought))
  })

/** Changes a query's number. */
const countsOtherwise = (calls: string, name: string, change: (asked: number) => number): Handler =>
  on(calls, (exchange) => {
    const asked = Number(exchange.query.get(name) ?? Number.NaN)
    if (Number.isNaN(asked)) return exchange.send()
    const query = new URLSearchParams(exchange.query)
    query.set(name, String(change(asked)))
    return exchange.send({ query })
  })

/** Refuses what has been done already, instead of answering it again. */
const refusesAgain = (calls: string, nameOf: (exchange: Exchange) => string, refusal: Reply): Handler => {
  const done = new Set<string>()
  return on(calls, async (exchange) => {
    const name = nameOf(exchange)
    if (done.has(name)) return refusal
    const reply = await exchange.send()
    if (isSuccess(reply)) done.add(name)
    return reply
  })
}

const withoutUnknownPlaceholders = (subject: string): string =>
  subject.replaceAll(/\{\{([^{}]*)\}\}/g, (mark, inside: string) =>
    placeholderNames.includes(inside.trim() as Placeholder) ? mark : '',
  ) || '-'

async function* telling(
  live: AsyncIterable<string>,
  change: (text: string) => string,
): AsyncGenerator<string, void, undefined> {
  for await (const part of live) yield change(part)
}

/** Days of a campaign that stand, though the other one was sent with it to the server. */
function daysApart(): Handler {
  const kept = new Map<string, Fields>()
  const asKept = (reply: Reply, id: string) =>
    withData(reply, 'data', (data) => (isRecord(data) ? { ...data, ...kept.get(id) } : data))
  return on('campaigns.get campaigns.update', async (exchange) => {
    const id = idIn(exchange)
    const { startDate, endDate } = bodyOf(exchange)
    const reply = await exchange.send()
    if (exchange.call === 'campaigns.get') return isSuccess(reply) ? asKept(reply, id) : reply
    if (isSuccess(reply)) {
      const { startDate: start, endDate: end } = kept.get(id) ?? {}
      kept.set(id, {
        ...(start !== undefined && startDate === undefined && { startDate: start }),
        ...(end !== undefined && endDate === undefined && { endDate: end }),
      })
      return asKept(reply, id)
    }
    if (reply.status !== 422 || (startDate === undefined) === (endDate === undefined)) return reply
    const before: Fields = { ...(await read(exchange, `/campaigns/${id}`)), ...kept.get(id) }
    const day = startDate ?? endDate
    const forced = await exchange.send({ body: { ...bodyOf(exchange), startDate: day, endDate: day } })
    if (!isSuccess(forced)) return reply
    kept.set(id, startDate === undefined ? { startDate: before['startDate'] } : { endDate: before['endDate'] })
    return asKept(forced, id)
  })
}

/** Call-backs that only whoever says so has done. */
function callBacksStay(): Handler {
  const due = new Map<string, { token: string; record: Fields }>()
  return on('calls.close calls.calledBack calls.callBacks', async (exchange) => {
    const reply = await exchange.send()
    if (!isSuccess(reply)) return reply
    const token = tokenIn(exchange)
    const record = recordIn(reply)
    if (exchange.call === 'calls.calledBack') due.delete(idIn(exchange))
    if (exchange.call === 'calls.close' && typeof record['callBackAt'] === 'string') {
      due.set(textIn(record['id']), { token, record })
    }
    if (exchange.call !== 'calls.callBacks') return reply
    const rows = dataOf(reply)
    const left = [...due.values()]
      .filter((one) => one.token === token && one.record['organizationId'] === exchange.query.get('organizationId'))
      .map((one) => one.record)
      .filter(({ id }) => !rows.some((row) => row['id'] === id))
    const all = [...rows, ...left].toSorted((one, other) =>
      textIn(one['callBackAt']).localeCompare(textIn(other['callBackAt'])),
    )
    return withData(reply, 'data', () => all)
  })
}

/** How short passwords end. */
function shortPasswordsTold(): Handler {
  const ends = new Map<unknown, string>()
  const told = (row: unknown) =>
    isRecord(row) && row['hasPassword'] === true && ends.has(row['id'])
      ? { ...row, passwordEnd: ends.get(row['id']) }
      : row
  return on('plugins.create plugins.update plugins.list', async (exchange) => {
    const reply = await exchange.send()
    if (!isSuccess(reply)) return reply
    const { id } = recordIn(reply)
    const password = textOf(exchange, 'password')
    if (password.length >= 12) ends.delete(id)
    else if (password !== '') ends.set(id, password.slice(-4))
    return withData(withData(reply, 'data.*', told), 'data', told)
  })
}

const tenIsEnough = (row: unknown): unknown =>
  isRecord(row) && row['stock'] === 10 && row['stockLevel'] === 'low' ? { ...row, stockLevel: 'enough' } : row

const anHour = (until: unknown): unknown =>
  typeof until === 'string' ? new Date(Date.parse(until) - 23 * hour).toISOString() : until

/** Faults that a sixteenth stranger has thought of, who went through the contract sentence by sentence. */
export const sixteenthStrangers: Fault[] = [
  fault(
    'api-token-day-ends-in-utc',
    'An API token that ends on a day ends with it in UTC, not in the zone of its organization',
    bodies('apiTokens.create', (body) =>
      isDay(body['expiresAt']) ? { ...body, expiresAt: `${body['expiresAt']}T23:59:59.999Z` } : body,
    ),
  ),
  fault(
    'reading-token-told-pay-code',
    'An API token that only reads is told the code that opens a payment link',
    replies('orders.payments', async (reply, exchange) => {
      if (!tokenIn(exchange).startsWith('odk_')) return reply
      for (const token of exchange.tokens) {
        const told = await exchange.send({ headers: { authorization: `Bearer ${token}` } })
        if (isSuccess(told)) return told
      }
      return reply
    }),
  ),
  remembering(
    'archive-part-again-refused',
    'A part of an archive that has come already is refused instead of being passed over',
    () =>
      refusesAgain(
        'archives.addPart',
        (exchange) => `${exchange.path} ${JSON.stringify(bodyOf(exchange)['place'])}`,
        refused(422, 'invalid', 'This part has come already', 'body.place'),
      ),
  ),
  fault(
    'audit-actor-as-called-now',
    'The audit names whoever did something as they are called now, not as they were called then',
    replies('audit.list', async (reply, exchange) => {
      const { id, name } = await read(exchange, '/users/me')
      return withData(reply, 'data.*.actor', (actor) =>
        isRecord(actor) && actor['kind'] === 'person' && actor['id'] === id && name ? { ...actor, name } : actor,
      )
    }),
  ),
  fault(
    'timeline-without-autoresponders',
    'What was done to the auto-responders of a campaign is left out of its timeline',
    replies('audit.timeline', (reply, { path }) =>
      path.includes('/timelines/campaigns/')
        ? without(reply, ({ action }) => textIn(action).startsWith('autoresponders.'))
        : reply,
    ),
  ),
  fault(
    'autoresponder-update-takes-unknown-placeholder',
    'A subject with an unknown placeholder is taken when an auto-responder is changed; in bodies it is refused',
    accepts('autoresponders.update', (body) =>
      typeof body['subject'] === 'string' ? { ...body, subject: withoutUnknownPlaceholders(body['subject']) } : body,
    ),
  ),
  remembering(
    'bulk-start-again-refused',
    'A bulk job that is started again is refused instead of being answered again',
    () =>
      refusesAgain('bulkJobs.start', ({ path }) => path, refused(409, 'not_possible', 'It has been begun already.')),
  ),
  fault(
    'call-without-direction-is-inbound',
    'A call whose direction is left out counts as one that came in, so that whoever wants no calls is called',
    bodies('calls.start', (body) => (body['direction'] === undefined ? { ...body, direction: 'inbound' } : body)),
  ),
  remembering(
    'later-call-leaves-call-back-due',
    'Whoever was talked to since is still to be called back, until somebody says that they are not',
    callBacksStay,
  ),
  remembering(
    'campaign-end-checked-in-request-alone',
    'A campaign can end before it begins when only one of both days is changed',
    daysApart,
  ),
  fault(
    'copied-campaign-without-mails',
    'A campaign that is made after another one begins without its auto-responders',
    afterwards('campaigns.create', async (exchange, { id }) => {
      if (bodyOf(exchange)['copiedFrom'] === undefined) return
      for (const copy of await readList(exchange, `/campaigns/${textIn(id)}/autoresponders/email`)) {
        await write(exchange, 'DELETE', `/autoresponders/email/${textIn(copy['id'])}`, {})
      }
    }),
  ),
  fault(
    'campaign-members-only-added-16',
    'Who is not named among the members of a campaign any more stays one of them',
    bodies('campaigns.setMembers', async (body, exchange) => {
      const { members } = await read(exchange, `/campaigns/${idIn(exchange)}`)
      const before = recordsIn(members).map(({ id }) => id)
      const named = Array.isArray(body['memberIds']) ? (body['memberIds'] as unknown[]) : []
      return { ...body, memberIds: [...new Set([...named, ...before])] }
    }),
  ),
  fault(
    'campaign-revenue-before-refunds-16',
    'The revenue of a campaign that is read alone has in it what was given back',
    replies('campaigns.get', async (reply, exchange) => {
      const { id, organizationId } = recordIn(reply)
      const sums = await write(exchange, 'POST', '/orders/sums', { organizationId, filters: { campaignId: id } })
      const { paid } = recordIn(sums)
      return typeof paid === 'number' ? withData(reply, 'data.revenue', () => paid) : reply
    }),
  ),
  fault(
    'collaboration-share-in-whole-percent',
    "A partner's share is kept in whole percent",
    bodies('collaborations.create', (body) =>
      typeof body['share'] === 'number' ? { ...body, share: Math.round(body['share']) } : body,
    ),
  ),
  fault(
    'customer-empty-text-clears-nothing',
    'An empty text leaves a field of a customer as it is instead of clearing it',
    on('customers.update', async (exchange) => {
      const body = Object.fromEntries(Object.entries(bodyOf(exchange)).filter(([, value]) => value !== ''))
      const isSame = Object.keys(body).length === Object.keys(bodyOf(exchange)).length
      if (isSame) return exchange.send()
      return Object.keys(body).length === 0
        ? exchange.ask('GET', exchange.path, tokenIn(exchange))
        : exchange.send({ body })
    }),
  ),
  fault(
    'alike-by-first-reason-alone',
    'Of a customer who is alike by several things only the first one is told',
    answers('customers.findAlike', 'data.*.alike', (alike) => (Array.isArray(alike) ? alike.slice(0, 1) : alike)),
  ),
  fault(
    'merge-loses-what-only-other-has',
    'A field that nobody has chosen for stays empty in a merge, although the other customer has it',
    bodies('customers.merge', (body) => {
      const keep = isRecord(body['keep']) ? body['keep'] : {}
      const kept = { name: 'kept', email: 'kept', phone: 'kept', shippingAddress: 'kept', note: 'kept' }
      return { ...body, keep: { ...kept, ...keep } }
    }),
  ),
  fault(
    'queue-packs-fully-paid-alone',
    'Orders that were refunded in part, or paid too much, are not counted among those to pack',
    replies('dashboard.read', async (reply, exchange) => {
      const count = await countOf(exchange, 'orders', recordIn(reply)['id'], {
        status: 'open',
        paymentStatus: ['paid'],
        fulfillmentStatus: ['unfulfilled', 'partial'],
      })
      return withData(reply, 'data.queue', (queue) =>
        recordsIn(queue).flatMap((entry) =>
          entry['of'] !== 'toPack' ? [entry] : count > 0 ? [{ ...entry, count }] : [],
        ),
      )
    }),
  ),
  fault(
    'deletion-told-as-update-16',
    'The stream of changes tells of a deleted record that it was updated',
    on('events.stream', async (exchange) => {
      const reply = await exchange.send()
      const asUpdate = (text: string) => text.replaceAll('"kind":"deleted"', '"kind":"updated"')
      return reply.live ? { ...reply, live: telling(reply.live, asUpdate) } : reply
    }),
  ),
  fault(
    'parcel-steps-half-done',
    'Of several parcels that are taken further together some are, although it is refused',
    refusals('fulfilments.takeSteps', [404, 409], async (reply, exchange) => {
      const { step, fulfilmentIds } = bodyOf(exchange)
      for (const id of Array.isArray(fulfilmentIds) ? (fulfilmentIds as unknown[]) : []) {
        await write(exchange, 'POST', `/fulfilments/${textIn(id)}/${textIn(step)}`, {})
      }
      return reply
    }),
  ),
  remembering(
    'scan-again-refused-16',
    'A tracking number that is scanned again for the same order is refused instead of being answered again',
    () =>
      refusesAgain(
        'fulfilments.scan',
        (exchange) =>
          ['organizationId', 'orderNumber', 'trackingNumber'].map((name) => textOf(exchange, name)).join(' '),
        refused(409, 'not_possible', nothingWaits),
      ),
  ),
  fault(
    'gateway-cap-never-lifted',
    'The monthly cap of a gateway can be changed, and not be taken away',
    bodies('gateways.update', (body) => {
      const { monthlyCap, ...others } = body
      return monthlyCap === null ? others : body
    }),
  ),
  fault(
    'invites-answer-doubles',
    'An address that comes twice is told twice what became of it',
    replies('invites.create', (reply, exchange) => {
      const { emails } = bodyOf(exchange)
      const told = new Map(dataOf(reply).map((row) => [row['email'], row]))
      const rows = (Array.isArray(emails) ? (emails as unknown[]) : []).flatMap((email) => {
        const row = told.get(textIn(email).trim().toLowerCase())
        return row ? [row] : []
      })
      return rows.length > told.size ? withData(reply, 'data', () => rows) : reply
    }),
  ),
  fault(
    'declined-invites-unlisted-16',
    'Invites that were declined are left out of the list',
    replies('invites.list', (reply) => without(reply, ({ state }) => state === 'declined')),
  ),
  fault(
    'board-min-calls-exclusive',
    'Who has just as many calls as are demanded has no rank on the leaderboard',
    countsOtherwise('leaderboard.read', 'minCalls', (asked) => (asked > 0 ? asked + 1 : asked)),
  ),
  fault(
    'goal-set-alone-clears-others',
    'Goals of a team that are not named are cleared when another one is set',
    bodies('leaderboard.setGoals', (body) => ({ today: null, week: null, month: null, ...body })),
  ),
  fault(
    'export-first-hundred-rows',
    'A list as CSV ends behind its first hundred rows',
    replies('listExports.csv', (reply) => {
      const lines = reply.text.split('\r\n')
      return lines.length > 102 ? { ...reply, text: `${lines.slice(0, 101).join('\r\n')}\r\n` } : reply
    }),
  ),
  fault(
    'mails-found-by-subject-alone',
    'Mails are found by their subject, and not by their receiver or order',
    findsIn('mails.list', 'subject'),
  ),
  fault(
    'members-found-by-name-alone',
    'Members of an organization are found by their name, and not by their email address',
    findsIn('members.list', 'name'),
  ),
  fault(
    'restored-offer-sold-out',
    'An offer whose deletion is undone has nothing left to sell',
    goesOn('offers.restore', (exchange, { id }) => write(exchange, 'PUT', `/offers/${textIn(id)}`, { quantity: 0 })),
  ),
  fault(
    'draft-forgets-agreement',
    'A draft of an order does not keep when the customer agreed to the terms',
    requests('orderDrafts.keep', 'content.agreedToTermsAt', () => gone),
  ),
  fault(
    'order-placed-of-outdated-draft',
    'An order is placed although its draft has been changed since it was seen',
    requests('orders.place', 'draftVersion', () => gone),
  ),
  fault(
    'refused-order-leaves-customer',
    'The new customer of an order that is refused is added nevertheless',
    refusals('orders.place', [422], async (reply, exchange) => {
      const { organizationId, newCustomer, customerId } = bodyOf(exchange)
      if (isRecord(newCustomer) && customerId === undefined) {
        await write(exchange, 'POST', '/customers', { ...newCustomer, organizationId })
      }
      return reply
    }),
  ),
  fault(
    'agreement-never-outdated',
    'What a customer agreed to more than thirty days ago still holds for a new order',
    accepts('orders.place', (body) => {
      const agreed = Date.parse(textIn(body['agreedToTermsAt']))
      return agreed < Date.now() - 30 * 24 * hour ? { ...body, agreedToTermsAt: new Date().toISOString() } : body
    }),
  ),
  fault(
    'reset-switches-order-mail-on',
    'A mail about orders that is switched off is sent again once its original text is used',
    resetSwitchesOn,
  ),
  fault(
    'order-address-keeps-absent-lines-16',
    'Lines that are absent from the new address of an order stay as they were instead of being empty',
    bodies('orders.updateAddress', async (body, exchange) => {
      const { shippingAddress } = await read(exchange, `/orders/${idIn(exchange)}`)
      const before = Object.entries(isRecord(shippingAddress) ? shippingAddress : {})
      return { ...Object.fromEntries(before.filter(([, line]) => typeof line === 'string')), ...body }
    }),
  ),
  fault(
    'order-taxed-as-now',
    'The tax rate of an order is that of its organization now, not the one that it was placed with',
    replies('orders.get', async (reply, exchange) => {
      const { organizationId } = recordIn(reply)
      const { taxRate } = await read(exchange, `/organizations/${textIn(organizationId)}/settings`)
      return typeof taxRate === 'number' ? withData(reply, 'data.taxRate', () => taxRate) : reply
    }),
  ),
  fault(
    'permission-set-alone-resets-others',
    'Permissions of agents that are not named go back to the standard when another one is settled',
    bodies('organizations.setPermissions', (body) => ({ ...standardPermissions, ...body })),
  ),
  fault(
    'tax-rate-in-two-decimals',
    'The tax rate of an organization is rounded to two decimals',
    bodies('organizations.update', (body) =>
      typeof body['taxRate'] === 'number' ? { ...body, taxRate: cents(body['taxRate']) } : body,
    ),
  ),
  fault(
    'receipt-refunds-newest-first',
    'The payment page tells the newest refund first',
    answers('payments.get', 'data.order.refunds', (refunds) =>
      Array.isArray(refunds) ? recordsIn(refunds).toReversed() : refunds,
    ),
  ),
  remembering(
    'ended-link-repeats-code',
    'The key of a payment link that has ended is still answered the code of that link',
    () => {
      const codes = new Map<string, unknown>()
      return recordsAs('orders.createPaymentLink', (record, exchange) => {
        const key = keyOf(exchange)
        if (key === undefined) return record
        const name = `${exchange.path} ${key}`
        if (typeof record['payCode'] === 'string') codes.set(name, record['payCode'])
        return { ...record, payCode: codes.get(name) ?? record['payCode'] }
      })
    },
  ),
  remembering(
    'short-password-end-told',
    'Of a short password of an email provider it is told how it ends as well',
    shortPasswordsTold,
  ),
  fault(
    'list-layout-forgets-others',
    'Arranging the columns of one list undoes how the others were arranged',
    bodies('users.setPreferences', async (body, exchange) => {
      const { lists } = body
      const before = valueAt(await read(exchange, '/users/me'), 'preferences.lists')
      if (!isRecord(lists) || !isRecord(before)) return body
      return { ...body, lists: { ...Object.fromEntries(Object.keys(before).map((name) => [name, {}])), ...lists } }
    }),
  ),
  fault(
    'ten-units-are-enough-16',
    'A product with ten units in stock is not said to be low',
    replies('search products.get products.adjustStock', (reply) =>
      withData(withData(reply, 'data.*', tenIsEnough), 'data', tenIsEnough),
    ),
  ),
  fault(
    'movements-tell-stock-now',
    'Each movement of a stock tells what is in stock now, not what was then',
    replies('products.movements', async (reply, exchange) => {
      const { stock } = await read(exchange, `/products/${idIn(exchange)}`)
      return typeof stock === 'number' ? withData(reply, 'data.*.stock', () => stock) : reply
    }),
  ),
  remembering(
    'key-of-other-count-counts-again',
    'The same key with another body changes the stock again instead of being refused',
    () => {
      const sent = new Map<string, string>()
      return on('products.adjustStock', async (exchange) => {
        const key = keyOf(exchange)
        if (key === undefined) return exchange.send()
        const name = `${tokenIn(exchange)} ${exchange.path} ${key}`
        const before = sent.get(name)
        const body = JSON.stringify(exchange.body)
        if (before !== undefined && before !== body) {
          return exchange.send({ headers: { 'idempotency-key': undefined } })
        }
        const reply = await exchange.send()
        if (isSuccess(reply)) sent.set(name, body)
        return reply
      })
    },
  ),
  fault(
    'star-is-an-outdated-version',
    'A change of a product that asks for whichever version by a star is refused as outdated',
    on('products.update', (exchange) =>
      exchange.headers['if-match']?.trim() === '*'
        ? Promise.resolve(refused(409, 'outdated', 'Someone else has changed it meanwhile'))
        : exchange.send(),
    ),
  ),
  fault(
    'report-drops-lines-of-nobody',
    'A report has no line for what belongs to no campaign, agent, gateway or offer',
    answers('reports.read', 'data.lines', (lines) =>
      recordsIn(lines).filter(({ keys }) => !recordsIn(keys).some(({ id }) => id === 'none')),
    ),
  ),
  remembering(
    'second-default-view-beside-first',
    'A list that is to begin with another view still begins with the one before as well',
    beginsWithSeveral,
  ),
  fault(
    'view-name-taken-in-other-list',
    'The name of a saved view is refused when a view of another list has it',
    on('savedViews.create', async (exchange) => {
      const { organizationId, list } = bodyOf(exchange)
      const name = textOf(exchange, 'name').trim().toLowerCase()
      const views = await readList(exchange, `/saved-views?organizationId=${textIn(organizationId)}`)
      const isTaken = views.some(
        (view) => view['isShared'] !== true && view['list'] !== list && textIn(view['name']).toLowerCase() === name,
      )
      return isTaken && name !== ''
        ? refused(422, 'invalid', 'There is a view of this name already', 'body.name')
        : exchange.send()
    }),
  ),
  fault(
    'search-for-no-values-finds-all',
    'A filter that has no values at all finds every row instead of none',
    bodies('search', (body, exchange) => {
      const filters = Object.entries(filtersOf(exchange))
      const given = filters.filter(([, value]) => !Array.isArray(value) || value.length > 0)
      return given.length < filters.length ? { ...body, filters: Object.fromEntries(given) } : body
    }),
  ),
  fault(
    'ids-leave-out-archived',
    'Campaigns and products that are archived are not found by their ids',
    replies('search', (reply, exchange) => {
      const { ids, archived, status } = filtersOf(exchange)
      if (ids === undefined || archived !== undefined || status !== undefined) return reply
      return without(reply, (row) => Boolean(row['archivedAt']) || row['status'] === 'archived')
    }),
  ),
  fault(
    'number-with-sign-finds-no-order',
    'The search of all kinds finds no order by its number with the sign before it',
    replies('search.find', (reply, { query }) =>
      (query.get('q') ?? '').trim().startsWith('#') ? withData(reply, 'data.orders', () => []) : reply,
    ),
  ),
  fault(
    'seller-address-clears-tax-number',
    'The tax number of a seller is lost when only the address is changed',
    bodies('sellers.update', (body) =>
      body['address'] !== undefined && body['taxNumber'] === undefined ? { ...body, taxNumber: '' } : body,
    ),
  ),
  fault(
    'import-lines-after-inclusive',
    'Lines of an import that are asked for behind one begin with that one',
    countsOtherwise('sheetImports.lines', 'after', (asked) => Math.max(0, asked - 1)),
  ),
  fault(
    'telephone-knows-agents-by-email-alone',
    'A telephone system that names an agent by their id is refused',
    on('telephone.startCall', (exchange) => {
      const agent = textOf(exchange, 'agent').trim()
      return agent === '' || agent.includes('@')
        ? exchange.send()
        : Promise.resolve(refused(422, 'invalid', 'There is no such member of the organization', 'body.agent'))
    }),
  ),
  fault(
    'sums-charge-what-was-declined',
    'What was declined, or is pending, counts among what was charged',
    replies('transactions.sums', async (reply, exchange) => {
      const { organizationId, q } = bodyOf(exchange)
      const { type, status, ...filters } = filtersOf(exchange)
      if (status !== undefined || (type !== undefined && type !== 'charge')) return reply
      const rows = await allRows(exchange, 'transactions', {
        organizationId,
        ...(q !== undefined && { q }),
        filters: { ...filters, type: 'charge', status: ['failed', 'pending'] },
      })
      const more = rows.reduce((sum, { amount }) => sum + numberIn(amount), 0)
      return withData(reply, 'data', (sums) =>
        isRecord(sums)
          ? { ...sums, charged: cents(numberIn(sums['charged']) + more), net: cents(numberIn(sums['net']) + more) }
          : sums,
      )
    }),
  ),
  fault(
    'typed-code-with-spaces-refused',
    'A code of an authenticator app that is typed with a space in it is refused as wrong',
    on('users.confirmApp users.takeSecondStep', (exchange) =>
      /\S\s+\S/.test(textOf(exchange, 'oneTimeCode'))
        ? Promise.resolve(refused(422, 'invalid', wrongCode, 'body.oneTimeCode'))
        : exchange.send(),
    ),
  ),
  fault(
    'former-secret-signs-an-hour',
    'The secret of a webhook that was replaced signs beside the new one for an hour, not for a day',
    replies('webhooks.list webhooks.rotateSecret webhooks.update webhooks.switch', (reply) =>
      withData(withData(reply, 'data.*.formerSecretUntil', anHour), 'data.formerSecretUntil', anHour),
    ),
  ),
  fault(
    'switched-off-webhook-is-tested',
    'A webhook that is switched off is sent a test message',
    pushes('webhooks.test', async (exchange) => {
      const path = `/outgoing-webhooks/${idIn(exchange)}/state`
      const isOn = isSuccess(await write(exchange, 'POST', path, { state: 'enabled' }))
      return isOn ? () => write(exchange, 'POST', path, { state: 'disabled' }) : undefined
    }),
  ),
]
