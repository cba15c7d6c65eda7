import { standardPermissions } from '../../../contract/agentPermissions'
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
  valueAt,
  withBody,
} from '../mutants/exchange'
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
  textOf,
} from '../mutants/make'
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
  rowsAs,
  rowsOf,
  write,
} from '../mutants/selling'
import {
  allRows,
  bodies,
  cents,
  countOf,
  dayBefore,
  digitsIn,
  type Fields,
  isDay,
  numberIn,
  refused,
  textIn,
  wakesPaused,
  without,
  keepsWhatDraftsHad,
} from './inCommon'

const leftOut = (body: Fields, ...names: string[]): Fields =>
  Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)))

const filtersIn = (body: Fields): Fields => (isRecord(body['filters']) ? body['filters'] : {})

/** The record of an answer, or each row of it, with another look. */
const eachRecord = (reply: Reply, change: (record: Fields) => Fields): Reply =>
  withBody(
    reply,
    changed(parsed(reply.text), 'data', (data) => {
      if (Array.isArray(data)) return recordsIn(data).map(change)
      return isRecord(data) ? change(data) : data
    }),
  )

const allOf = (reply: Reply): Fields[] => {
  const data = valueAt(parsed(reply.text), 'data')
  return isRecord(data) ? [data] : recordsIn(data)
}

const everyRecord = (calls: string, change: (record: Fields) => Fields): Handler =>
  replies(calls, (reply) => eachRecord(reply, change))

/** An offer, in whichever organization of the asker it is. */
async function offerNamed(exchange: Exchange, offerId: string): Promise<Fields | undefined> {
  for (const { id: organizationId } of await readList(exchange, '/organizations')) {
    const [offer] = await rowsOf(exchange, 'offers', {
      organizationId,
      filters: { ids: [offerId] },
    })
    if (offer) return offer
  }
  return undefined
}

/** What a stream or a text says, part by part, in other words. */
function reworded(reply: Reply, change: (part: string) => string): Reply {
  const { live } = reply
  if (live === undefined) return { ...reply, text: change(reply.text) }
  async function* parts(from: AsyncIterable<string>) {
    for await (const part of from) yield change(part)
  }
  return { ...reply, live: parts(live) }
}

const newestFirst = (one: Fields, other: Fields) =>
  textIn(other['createdAt']).localeCompare(textIn(one['createdAt'])) ||
  textIn(other['id']).localeCompare(textIn(one['id']))

const ofAccount: Fault[] = [
  fault(
    'login-minds-the-case-of-the-address',
    'A sign-in with capitals in the email address is refused with 401',
    on('users.login', (exchange) => {
      const typed = textOf(exchange, 'email')
      return typed === typed.toLowerCase()
        ? exchange.send()
        : Promise.resolve(refused(401, 'invalid_credentials', 'Wrong email address or password'))
    }),
  ),
  remembering(
    'preferences-of-one-list-drop-the-others',
    'When the columns of one list are arranged, those of lists that are not named are lost',
    () => {
      const kept = new Map<string, string[]>()
      return replies('users.me users.setPreferences users.login users.update', (reply, exchange) => {
        const whole = parsed(reply.text)
        const path = isRecord(valueAt(whole, 'data.user')) ? 'data.user' : 'data'
        const id = textIn(valueAt(whole, `${path}.id`))
        const lists = bodyOf(exchange)['lists']
        if (exchange.call === 'users.setPreferences' && isRecord(lists)) kept.set(id, Object.keys(lists))
        const names = kept.get(id)
        if (names === undefined) return reply
        const narrowed = changed(whole, `${path}.preferences.lists`, (all) =>
          isRecord(all) ? Object.fromEntries(Object.entries(all).filter(([name]) => names.includes(name))) : all,
        )
        return withBody(reply, narrowed)
      })
    },
  ),
  remembering(
    'password-change-leaves-other-devices-in',
    'After a change of the password the other devices of the user stay signed in',
    () => {
      const owners = new Map<string, string>()
      const heirs = new Map<string, string>()
      return on('*', async (exchange) => {
        const token = bearer(exchange)
        const reply = await exchange.send()
        const heir = heirs.get(token)
        if (reply.status === 401 && heir !== undefined) {
          return exchange.send({
            headers: { authorization: `Bearer ${heir}` },
          })
        }
        if (!isSuccess(reply)) return reply
        const made = textIn(valueAt(parsed(reply.text), 'data.token'))
        const owner = textIn(valueAt(parsed(reply.text), 'data.user.id'))
        if (made !== '' && owner !== '') owners.set(made, owner)
        if (exchange.call === 'users.logout') owners.delete(token)
        if (exchange.call === 'users.changePassword') {
          const { id } = await read(exchange, '/users/me')
          for (const [other, its] of owners) if (its === id && other !== token) heirs.set(other, token)
        }
        return reply
      })
    },
  ),
  remembering(
    'authenticator-app-begun-with-any-password',
    'An authenticator app can be begun with a wrong password, as only the session is looked at',
    () => {
      const passwords = new Map<string, string>()
      return on('users.login users.completeSignup users.changePassword users.beginApp', async (exchange) => {
        const reply = await exchange.send()
        if (exchange.call === 'users.beginApp') {
          const password = passwords.get(bearer(exchange))
          return reply.status === 422 && password !== undefined ? exchange.send({ body: { password } }) : reply
        }
        if (!isSuccess(reply)) return reply
        const token = textIn(valueAt(parsed(reply.text), 'data.token')) || bearer(exchange)
        passwords.set(token, textOf(exchange, 'password'))
        return reply
      })
    },
  ),
]

const ofOrganization: Fault[] = [
  fault(
    'organization-tax-rate-has-two-decimals',
    'The third decimal of a tax rate is rounded away when it is saved',
    requests('organizations.update', 'taxRate', (rate) => (typeof rate === 'number' ? cents(rate) : rate)),
  ),
  fault(
    'permissions-not-given-are-reset',
    'What is left out of a change of the permissions of agents falls back to what holds at the beginning',
    bodies('organizations.setPermissions', (body) =>
      Object.keys(body).length === 0 ? body : { ...standardPermissions, ...body },
    ),
  ),
  fault(
    'member-may-not-read-themselves',
    'Who can only sell is refused their own record among the users with 403',
    replies('members.get', (reply) => {
      const { isSelf, changesSettings } = recordIn(reply)
      return isSelf === true && changesSettings === false
        ? refused(403, 'forbidden', 'Only an owner can see the users of the organization.')
        : reply
    }),
  ),
  fault(
    'invites-that-were-declined-are-hidden',
    'The list of invites shows those that are open alone, and not those that were declined',
    replies('invites.list', (reply) => without(reply, ({ state }) => state === 'declined')),
  ),
  fault(
    'audit-leaves-out-its-last-day',
    'A day to which the audit is asked for counts to its beginning, so that what happened on it is missing',
    on('audit.list', (exchange) => {
      const to = exchange.query.get('createdTo')
      if (!isDay(to)) return exchange.send()
      const query = new URLSearchParams(exchange.query)
      query.set('createdTo', dayBefore(to))
      return exchange.send({ query })
    }),
  ),
  fault(
    'api-token-ends-before-its-day',
    'An API token that ends with a day ends when that day begins in UTC',
    bodies('apiTokens.create', (body) => {
      const { expiresAt } = body
      return isDay(expiresAt) ? { ...body, expiresAt: `${expiresAt}T00:00:00Z` } : body
    }),
  ),
  fault(
    'api-token-writes-beyond-its-duties',
    'An API token changes whatever it likes, whichever duties it was made for',
    on('*', async (exchange) => {
      const reply = await exchange.send()
      const isBeyond =
        reply.status === 403 &&
        exchange.method !== 'GET' &&
        bearer(exchange).startsWith('odk_') &&
        !/^(?:users|apiTokens|invites|members)\./.test(exchange.call)
      return isBeyond ? byWhoeverMay(reply, exchange) : reply
    }),
  ),
  remembering(
    'webhook-events-are-only-added',
    'An event that is taken off a webhook stays chosen, as the new events are added to the old ones',
    () => {
      const known = new Map<unknown, unknown[]>()
      return on('webhooks.create webhooks.list webhooks.update webhooks.switch', async (exchange) => {
        const body = bodyOf(exchange)
        const before = known.get(idIn(exchange))
        const isAdded = exchange.call === 'webhooks.update' && before !== undefined && Array.isArray(body['events'])
        const reply = await (isAdded
          ? exchange.send({
              body: {
                ...body,
                events: [...new Set([...before, ...(body['events'] as unknown[])])],
              },
            })
          : exchange.send())
        if (!isSuccess(reply)) return reply
        for (const { id, events } of allOf(reply)) if (Array.isArray(events)) known.set(id, events)
        return reply
      })
    },
  ),
  fault(
    'events-tell-deletions-as-updates',
    'The stream of changes tells of a record that was deleted as of one that was updated',
    replies('events.stream', (reply) =>
      reworded(reply, (part) => part.replaceAll(/"kind":\s*"deleted"/g, '"kind":"updated"')),
    ),
  ),
  fault(
    'mails-are-read-by-whoever-has-their-id',
    'A mail is read by whoever knows its id, also one of the office to somebody else',
    admits('mails.get', [403, 404]),
  ),
  remembering(
    'provider-counts-deleted-responders',
    'How many auto-responders send through an email provider counts those that have been deleted',
    () => {
      const plugins = new Map<unknown, unknown>()
      const deleted = new Set<unknown>()
      const calls =
        'autoresponders.list autoresponders.create autoresponders.update autoresponders.delete autoresponders.restore plugins.list'
      return replies(calls, (reply, exchange) => {
        const id = exchange.path.split('/')[5]
        if (exchange.call === 'autoresponders.delete') deleted.add(id)
        if (exchange.call === 'autoresponders.restore') deleted.delete(id)
        if (exchange.call !== 'plugins.list') {
          for (const one of allOf(reply)) if (one['pluginInstanceId']) plugins.set(one['id'], one['pluginInstanceId'])
          return reply
        }
        return eachRecord(reply, (provider) => {
          const gone = [...deleted].filter((one) => plugins.get(one) === provider['id']).length
          return { ...provider, usedBy: numberIn(provider['usedBy']) + gone }
        })
      })
    },
  ),
  fault(
    'edited-responder-sends-again',
    'A paused auto-responder sends again as soon as its text is changed',
    wakesPaused('autoresponders.update'),
  ),
  remembering(
    'order-mail-reset-keeps-its-subject',
    'When a mail about orders is reset its body is the original again, and its subject stays',
    () => {
      const subjects = new Map<unknown, unknown>()
      return on('orderMails.list orderMails.update orderMails.reset', async (exchange) => {
        const reply = await exchange.send()
        if (!isSuccess(reply)) return reply
        if (exchange.call === 'orderMails.reset') {
          const { id, subject } = recordIn(reply)
          const before = subjects.get(id) ?? subject
          if (before === subject) return reply
          const kept = await write(exchange, 'PUT', `/order-mails/${String(id)}`, { subject: before })
          return isSuccess(kept) ? kept : reply
        }
        for (const { id, subject } of allOf(reply)) subjects.set(id, subject)
        return reply
      })
    },
  ),
  fault(
    'approval-rate-is-a-share-of-one',
    'The approval rate of a gateway is told as a share of 1 instead of in percent',
    everyRecord('gateways.list gateways.get gateways.create gateways.update gateways.switch', (gateway) =>
      typeof gateway['approvalRate'] === 'number'
        ? { ...gateway, approvalRate: gateway['approvalRate'] / 100 }
        : gateway,
    ),
  ),
]

const ofCalls: Fault[] = [
  fault(
    'whoever-is-not-to-be-called-is-called',
    'An outgoing call to a customer who does not want to be called begins like any other',
    refusals('calls.start', [409], async (reply, exchange) => {
      const { direction } = bodyOf(exchange)
      if (direction === 'inbound') return reply
      const begun = await exchange.send({
        headers: { 'idempotency-key': undefined },
        body: { ...bodyOf(exchange), direction: 'inbound' },
      })
      return isSuccess(begun)
        ? withBody(
            begun,
            changed(parsed(begun.text), 'data.direction', () => direction ?? null),
          )
        : reply
    }),
  ),
  fault(
    'note-of-a-call-back-is-lost',
    'The note of a call that is closed with a call-back is not kept',
    bodies('calls.close', (body) => (body['disposition'] === 'call_back' ? leftOut(body, 'note') : body)),
  ),
  remembering(
    'call-backs-end-by-hand-alone',
    'A later call that reaches the customer leaves them on the list of who is to be called back',
    () => {
      const waiting = new Map<string, Map<unknown, Fields>>()
      return replies('calls.callBacks calls.calledBack', (reply, exchange) => {
        if (exchange.call === 'calls.calledBack') {
          for (const kept of waiting.values()) kept.delete(idIn(exchange))
          return reply
        }
        const key = `${bearer(exchange)} ${exchange.query.get('organizationId') ?? ''}`
        const kept = waiting.get(key) ?? new Map<unknown, Fields>()
        waiting.set(key, kept)
        for (const row of allOf(reply)) kept.set(row['id'], row)
        const data = [...kept.values()].toSorted((one, other) =>
          textIn(one['callBackAt']).localeCompare(textIn(other['callBackAt'])),
        )
        return withBody(
          reply,
          changed(parsed(reply.text), 'data', () => data),
        )
      })
    },
  ),
  fault(
    'median-until-paid-is-the-mean',
    'The seconds in which half of the paid calls were paid are the mean of all of them',
    on('calls.sums', async (exchange) => {
      const reply = await exchange.send()
      if (!isSuccess(reply)) return reply
      const rows = await allRows(exchange, 'calls', bodyOf(exchange))
      const seconds = rows.flatMap(({ secondsToPaid }) => (typeof secondsToPaid === 'number' ? [secondsToPaid] : []))
      if (seconds.length === 0) return reply
      const mean = Math.round(seconds.reduce((sum, one) => sum + one, 0) / seconds.length)
      return withBody(
        reply,
        changed(parsed(reply.text), 'data.median', () => mean),
      )
    }),
  ),
  remembering(
    'telephone-call-sent-again-is-another',
    'A call that a telephone system sends again with the same callId is taken for another one',
    () => {
      let sent = 0
      return bodies('telephone.startCall', (body) => {
        sent += 1
        const callId = textIn(body['callId'])
        return callId === '' ? body : { ...body, callId: `${callId.slice(0, 180)} ${sent}` }
      })
    },
  ),
]

const ofSelling: Fault[] = [
  fault(
    'campaign-members-are-asked-for',
    'A campaign is read without its members unless they are asked for, although they are by default',
    on('campaigns.get', (exchange) => {
      if (exchange.query.has('withMembers')) return exchange.send()
      const query = new URLSearchParams(exchange.query)
      query.set('withMembers', 'false')
      return exchange.send({ query })
    }),
  ),
  fault(
    'campaign-copy-has-no-members',
    'A campaign that is made after another one begins without the members of that',
    on('campaigns.create', async (exchange) => {
      const reply = await exchange.send()
      if (!isSuccess(reply) || textOf(exchange, 'copiedFrom') === '') return reply
      const { id } = recordIn(reply)
      const cleared = await write(exchange, 'PUT', `/campaigns/${String(id)}/members`, { memberIds: [] })
      return isSuccess(cleared) ? cleared : reply
    }),
  ),
  fault(
    'archived-campaign-sells-on',
    'Orders are placed in a campaign that has been archived',
    pushes('orders.place', async (exchange) => {
      const campaign = `/campaigns/${textOf(exchange, 'campaignId')}`
      const { archivedAt } = await read(exchange, campaign)
      if (!archivedAt || !isSuccess(await write(exchange, 'POST', `${campaign}/restore`, {}))) return undefined
      return () => write(exchange, 'POST', `${campaign}/archive`, {})
    }),
  ),
  fault(
    'campaign-counts-cancelled-orders',
    'The number of orders of a campaign that is read alone has the cancelled ones in it',
    on('campaigns.get', async (exchange) => {
      const reply = await exchange.send()
      const { id, organizationId } = recordIn(reply)
      if (!isSuccess(reply) || !organizationId) return reply
      const ordersCount = await countOf(exchange, 'orders', organizationId, {
        campaignId: id,
      })
      return eachRecord(reply, (campaign) => ({ ...campaign, ordersCount }))
    }),
  ),
  fault(
    'offer-zero-is-not-saved',
    'A shipping price or a min price that is changed to zero stays, as zero is taken for not given',
    on('offers.update', async (exchange) => {
      const sent = bodyOf(exchange)
      const zeros = ['shipPrice', 'minPrice'].filter((name) => sent[name] === 0)
      if (zeros.length === 0) return exchange.send()
      const body = leftOut(sent, ...zeros)
      if (Object.keys(body).length > 0) return exchange.send({ body })
      const offer = await offerNamed(exchange, idIn(exchange))
      return offer ? answer(200, { data: offer }) : exchange.send()
    }),
  ),
  fault(
    'stock-count-that-changes-nothing-is-taken',
    'A count of a stock that is what it was, or a change by none, is answered as done',
    refusals('products.adjustStock', [409, 422], async (reply, exchange) => {
      const { by, to } = bodyOf(exchange)
      const product = await read(exchange, `/products/${idIn(exchange)}`)
      const isSame = (by === 0 && to === undefined) || (by === undefined && to === product['stock'])
      return isSame && product['id'] ? answer(200, { data: product }) : reply
    }),
  ),
  remembering(
    'categories-stay-without-products',
    'A category that no product is in any more stays in the list of categories',
    () => {
      const known = new Map<string, Set<string>>()
      return replies('products.categories', (reply, exchange) => {
        const organizationId = exchange.query.get('organizationId') ?? ''
        const names = known.get(organizationId) ?? new Set<string>()
        known.set(organizationId, names)
        const now = allOf(reply)
        for (const { name } of now) names.add(textIn(name))
        if (names.size === now.length) return reply
        const data = [...names].toSorted((one, other) => one.localeCompare(other)).map((name) => ({ name }))
        return withBody(
          reply,
          changed(parsed(reply.text), 'data', () => data),
        )
      })
    },
  ),
  fault(
    'bulk-job-runs-at-once',
    'A change of many records is carried out as soon as it is tried, before anybody says yes',
    afterwards('bulkJobs.create', (exchange, { id }) => write(exchange, 'POST', `/bulk-jobs/${String(id)}/start`, {})),
  ),
  remembering(
    'import-line-sent-again-is-not-judged-anew',
    'A line of an import that is corrected and sent again keeps what it said at first',
    () => {
      const sent = new Map<string, Set<unknown>>()
      const newest = new Map<string, Reply>()
      return on('sheetImports.addLines', async (exchange) => {
        const importId = idIn(exchange)
        const before = sent.get(importId) ?? new Set<unknown>()
        const lines = recordsIn(bodyOf(exchange)['lines'])
        const fresh = lines.filter(({ line }) => !before.has(line))
        const last = newest.get(importId)
        if (lines.length > 0 && fresh.length === 0 && last) return last
        const reply = await (fresh.length < lines.length
          ? exchange.send({ body: { ...bodyOf(exchange), lines: fresh } })
          : exchange.send())
        if (!isSuccess(reply)) return reply
        sent.set(importId, new Set([...before, ...fresh.map(({ line }) => line)]))
        newest.set(importId, reply)
        return reply
      })
    },
  ),
]

const ofOrders: Fault[] = [
  remembering(
    'cancelled-order-keeps-the-quantity-of-offers',
    'A cancelled order gives the stock of its products back, and not the quantity of its offers',
    () => {
      const done = new Set<unknown>()
      return afterwards('orders.cancel', async (exchange, { id, organizationId, items }) => {
        if (done.has(id)) return
        done.add(id)
        for (const { offerId, quantity } of recordsIn(items)) {
          if (typeof offerId !== 'string') continue
          const [offer] = await rowsOf(exchange, 'offers', {
            organizationId,
            filters: { ids: [offerId] },
          })
          const left = Math.max(0, numberIn(offer?.['quantity']) - numberIn(quantity))
          if (offer)
            await write(exchange, 'PUT', `/offers/${offerId}`, {
              quantity: left,
            })
        }
      })
    },
  ),
  fault(
    'agreed-when-the-order-was-placed',
    'When the customer agreed to the terms is told as when the order was placed',
    everyRecord('orders.place orders.get', (order) =>
      order['agreedToTermsAt'] ? { ...order, agreedToTermsAt: order['createdAt'] } : order,
    ),
  ),
  fault(
    'address-lines-left-out-stay',
    'A line that the new address of an order does not have keeps what the old one had there',
    bodies('orders.updateAddress', async (body, exchange) => {
      const { shippingAddress } = await read(exchange, `/orders/${idIn(exchange)}`)
      const before = isRecord(shippingAddress) ? shippingAddress : {}
      return {
        ...Object.fromEntries(Object.entries(before).filter(([, line]) => typeof line === 'string')),
        ...body,
      }
    }),
  ),
  fault(
    'order-sums-keep-what-is-unpaid',
    'What is kept of a list of orders is their total less what was refunded, whether or not it was paid',
    recordsAs('orders.sums', (sums) => ({
      ...sums,
      net: cents(numberIn(sums['total']) - numberIn(sums['refunded'])),
    })),
  ),
  fault(
    'refund-by-lines-restocks-unasked',
    'A refund by lines puts what they hold back into stock without being asked to',
    bodies('orders.refund', (body) =>
      Array.isArray(body['lines']) && body['restock'] === undefined ? { ...body, restock: true } : body,
    ),
  ),
  fault(
    'refund-limit-holds-for-each-refund',
    'Agents refund up to their limit again and again of one order, as each refund is looked at by itself',
    refusals('orders.refund', [403], async (reply, exchange) => {
      const { organizationId } = await read(exchange, `/orders/${idIn(exchange)}`)
      const { refundLimit } = await read(exchange, `/organizations/${String(organizationId)}/permissions`)
      const { amount } = bodyOf(exchange)
      const isWithin = typeof amount === 'number' && amount <= numberIn(refundLimit)
      return isWithin ? byWhoeverMay(reply, exchange) : reply
    }),
  ),
  fault(
    'draft-keeps-what-was-taken-out',
    'What is no longer in a draft of an order when it is kept stays in it, as the new is laid over the old',
    keepsWhatDraftsHad,
  ),
  fault(
    'receipt-has-the-newest-refund-first',
    'The refunds on the payment page come the newest first',
    answers('payments.get', 'data.order.refunds', (refunds) =>
      Array.isArray(refunds) ? (refunds as unknown[]).toReversed() : refunds,
    ),
  ),
  fault(
    'card-number-with-blanks-is-refused',
    'A card number that is typed with blanks between its digits is refused',
    on('payments.pay', (exchange) => {
      const card = bodyOf(exchange)['card']
      const typed = isRecord(card) ? textIn(card['cardNumber']).trim() : ''
      const message = 'Card number must have 12 to 19 digits'
      return typed.includes(' ')
        ? Promise.resolve(refused(422, 'validation_failed', message, 'body.card.cardNumber'))
        : exchange.send()
    }),
  ),
  remembering('pay-code-opens-by-any-digits', 'The code of a payment link opens it whatever the digits are', () => {
    const digits = new Map<string, string>()
    const plain = (code: unknown) =>
      textIn(code)
        .toUpperCase()
        .replaceAll(/[^A-Z\d]/g, '')
    return on('orders.createPaymentLink payments.openCode', async (exchange) => {
      const reply = await exchange.send()
      if (exchange.call === 'payments.openCode') {
        const phoneDigits = digits.get(plain(bodyOf(exchange)['payCode']))
        return reply.status === 404 && phoneDigits !== undefined
          ? exchange.send({ body: { ...bodyOf(exchange), phoneDigits } })
          : reply
      }
      const { payCode } = recordIn(reply)
      if (!isSuccess(reply) || typeof payCode !== 'string') return reply
      const { customer } = await read(exchange, `/orders/${idIn(exchange)}`)
      digits.set(plain(payCode), digitsIn(isRecord(customer) ? customer['phone'] : '').slice(-4))
      return reply
    })
  }),
  fault(
    'scan-takes-the-newest-parcel',
    'A scanned number goes to the parcel of the order that was made last instead of the one that waits longest',
    on('fulfilments.scan', async (exchange) => {
      const { organizationId, orderNumber, trackingNumber, carrier } = bodyOf(exchange)
      const number = String(Number(digitsIn(orderNumber)))
      const found = await rowsOf(exchange, 'fulfillments', {
        organizationId,
        q: number,
      })
      const parcels = found.filter((parcel) => String(parcel['orderNumber']) === number)
      const waiting = parcels.filter((parcel) => parcel['status'] === 'pending' && !parcel['trackingNumber'])
      const isKnown = parcels.some(
        (parcel) => parcel['status'] !== 'cancelled' && parcel['trackingNumber'] === textIn(trackingNumber).trim(),
      )
      const [newest] = waiting.toSorted(newestFirst)
      if (isKnown || waiting.length < 2 || !newest) return exchange.send()
      return write(exchange, 'PUT', `/fulfilments/${String(newest['id'])}/tracking`, { carrier, trackingNumber })
    }),
  ),
  fault(
    'steps-of-parcels-are-taken-in-part',
    'When one of several parcels can not be taken further the others are, although the request is refused',
    refusals('fulfilments.takeSteps', [409, 422], async (reply, exchange) => {
      const { step, fulfilmentIds } = bodyOf(exchange)
      const ids = Array.isArray(fulfilmentIds) ? (fulfilmentIds as unknown[]) : []
      if (!['ship', 'deliver', 'cancel'].includes(textIn(step))) return reply
      for (const id of ids) await write(exchange, 'POST', `/fulfilments/${String(id)}/${textIn(step)}`, {})
      return reply
    }),
  ),
  fault(
    'transaction-sums-count-what-failed',
    'The sums of transactions have those in them that failed or are pending',
    on('transactions.sums', async (exchange) => {
      const reply = await exchange.send()
      const body = bodyOf(exchange)
      const filters = filtersIn(body)
      if (!isSuccess(reply) || filters['status'] !== undefined) return reply
      const unmoved = { ...filters, status: ['failed', 'pending'] }
      const rows = await allRows(exchange, 'transactions', {
        ...body,
        filters: unmoved,
      })
      const sumOf = (type: string) =>
        rows.reduce((sum, row) => (row['type'] === type ? sum + numberIn(row['amount']) : sum), 0)
      return eachRecord(reply, (sums) => {
        const charged = cents(numberIn(sums['charged']) + sumOf('charge'))
        const refunded = cents(numberIn(sums['refunded']) + sumOf('refund'))
        return { ...sums, charged, refunded, net: cents(charged - refunded) }
      })
    }),
  ),
]

const ofPartners: Fault[] = [
  fault(
    'statement-shares-what-was-refunded',
    'The share of a partner is reckoned of what was paid, whatever of it was given back',
    recordsAs('collaborations.statement', (statement) => {
      const share = numberIn(statement['share'])
      const reckoned = (lines: unknown) =>
        recordsIn(lines).map((line) => ({
          ...line,
          share: Math.round(numberIn(line['paid']) * share) / 100,
        }))
      return {
        ...statement,
        months: reckoned(statement['months']),
        totals: reckoned(statement['totals']),
      }
    }),
  ),
  fault(
    'partner-may-not-end-a-collaboration',
    'An organization that campaigns are shared with is refused the end of the collaboration with 403',
    on('collaborations.end', async (exchange) => {
      const { side } = await read(exchange, `/collaborations/${idIn(exchange)}`)
      return side === 'received'
        ? refused(403, 'forbidden', 'Only whoever shares can end a collaboration.')
        : exchange.send()
    }),
  ),
]

const ofCustomers: Fault[] = [
  fault(
    'alike-by-phone-as-it-is-written',
    'Who has the same phone number in another spelling is not found as alike',
    rowsAs('customers.findAlike', (rows, exchange) =>
      rows.flatMap((row) => {
        const ways = Array.isArray(row['alike']) ? (row['alike'] as unknown[]) : []
        const alike = ways.filter((way) => way !== 'phone' || row['phone'] === bodyOf(exchange)['phone'])
        return alike.length === 0 ? [] : [{ ...row, alike }]
      }),
    ),
  ),
  fault(
    'merge-keeps-one-of-both-notes',
    'Of two customers who become one, whose notes are both to be kept, only that of the first is',
    requests('customers.merge', 'keep.note', (note) => (note === 'both' ? 'kept' : note)),
  ),
  fault(
    'merged-customer-leads-nowhere',
    'Of a customer who was merged into another it is only said that there is none, and not with whom',
    refusals('customers.get', [404], (reply) =>
      valueAt(parsed(reply.text), 'error.details.mergedInto') === undefined
        ? reply
        : refused(404, 'not_found', 'There is no such customer'),
    ),
  ),
  remembering(
    'deleted-customers-are-found',
    'The search for records of all kinds finds customers who have been deleted',
    () => {
      const deleted = new Map<string, Fields>()
      return on('customers.delete customers.restore search.find', async (exchange) => {
        const customer =
          exchange.call === 'customers.delete' ? await read(exchange, `/customers/${idIn(exchange)}`) : {}
        const reply = await exchange.send()
        if (!isSuccess(reply)) return reply
        if (exchange.call === 'customers.delete') deleted.set(idIn(exchange), customer)
        if (exchange.call === 'customers.restore') deleted.delete(idIn(exchange))
        if (exchange.call !== 'search.find') return reply
        const q = (exchange.query.get('q') ?? '').trim().toLowerCase()
        const gone = [...deleted.values()]
          .filter(({ organizationId }) => organizationId === exchange.query.get('organizationId'))
          .map(({ id, name, firstName, lastName, email, phone }) => ({
            id,
            name: textIn(name) || `${textIn(firstName)} ${textIn(lastName)}`.trim(),
            email,
            phone,
          }))
          .filter(({ name, email }) => `${name} ${textIn(email)}`.toLowerCase().includes(q))
        return withBody(
          reply,
          changed(parsed(reply.text), 'data.customers', (rows) => [...recordsIn(rows), ...gone].slice(0, 5)),
        )
      })
    },
  ),
]

const ofFigures: Fault[] = [
  fault(
    'low-stock-waits-with-archived-products',
    'The work queue counts archived products among those that are low in stock',
    on('dashboard.read', async (exchange) => {
      const reply = await exchange.send()
      if (!isSuccess(reply)) return reply
      const low = await countOf(exchange, 'products', exchange.query.get('organizationId'), { stockLevel: 'low' })
      return withBody(
        reply,
        changed(parsed(reply.text), 'data.queue', (queue) =>
          recordsIn(queue).map((entry) => (entry['of'] === 'lowStock' ? { ...entry, count: low } : entry)),
        ),
      )
    }),
  ),
  fault(
    'level-agents-are-ranked-apart',
    'Agents who are level on the leaderboard have one rank after the other instead of the same',
    recordsAs('leaderboard.read', (board) => ({
      ...board,
      standings: recordsIn(board['standings']).map((standing, place) =>
        typeof standing['rank'] === 'number' ? { ...standing, rank: place + 1 } : standing,
      ),
    })),
  ),
  fault(
    'export-lets-formulas-run',
    'A text that a spreadsheet program would run stands in an exported list as it was typed',
    replies('listExports.csv', (reply) => reworded(reply, (part) => part.replaceAll(/(^|[,\n"])'([=+\-@])/g, '$1$2'))),
  ),
  fault(
    'average-order-is-the-average-of-lines',
    'The average order of a whole report is the average of those of its lines',
    recordsAs('reports.read', (report) => {
      const averages = recordsIn(report['lines']).flatMap((line) => {
        const average = valueAt(line, 'values.averageOrder')
        return typeof average === 'number' ? [average] : []
      })
      if (averages.length === 0) return report
      const average = cents(averages.reduce((sum, one) => sum + one, 0) / averages.length)
      const totals = changed(report['totals'], 'values.averageOrder', () => average)
      return { ...report, totals }
    }),
  ),
  fault(
    'report-leaves-out-what-is-nobodys',
    'A report has no line for what belongs to no record of what it is split by, such as orders without an agent',
    recordsAs('reports.read', (report) => ({
      ...report,
      lines: recordsIn(report['lines']).filter((line) => recordsIn(line['keys']).every(({ id }) => id !== 'none')),
    })),
  ),
  remembering(
    'saved-report-is-mailed-to-all',
    'A saved report that somebody has mailed to themselves is said to be mailed to everybody who asks',
    () => {
      const mailed = new Map<unknown, unknown>()
      const calls = 'savedReports.list savedReports.create savedReports.update savedReports.mail'
      return replies(calls, (reply, exchange) => {
        if (exchange.call === 'savedReports.mail') mailed.set(idIn(exchange), bodyOf(exchange)['isMailed'])
        return eachRecord(reply, (report) =>
          mailed.has(report['id']) ? { ...report, isMailed: mailed.get(report['id']) } : report,
        )
      })
    },
  ),
  fault(
    'view-name-is-taken-in-all-lists',
    'A view can not have the name of an own view of another list',
    on('savedViews.create', async (exchange) => {
      const { organizationId, list, name } = bodyOf(exchange)
      const views = await readList(exchange, `/saved-views?organizationId=${String(organizationId)}`)
      const isTaken = views.some(
        (view) => view['isShared'] === false && view['list'] !== list && view['name'] === textIn(name).trim(),
      )
      return isTaken
        ? refused(422, 'validation_failed', 'There is a view of this name already', 'body.name')
        : exchange.send()
    }),
  ),
  fault(
    'archived-campaigns-are-not-found-by-id',
    'A search for campaigns by their ids leaves out those that are archived',
    replies('search', (reply, exchange) => {
      const body = bodyOf(exchange)
      const isById = body['resource'] === 'campaigns' && filtersIn(body)['ids'] !== undefined
      return isById ? without(reply, ({ archivedAt }) => Boolean(archivedAt)) : reply
    }),
  ),
  fault(
    'filter-of-no-values-finds-all',
    'A column that may have any of no values narrows a search by nothing instead of finding no row',
    bodies('search', (body) => {
      const filters = filtersIn(body)
      const none = Object.keys(filters).filter((name) => Array.isArray(filters[name]) && filters[name].length === 0)
      return none.length === 0 ? body : { ...body, filters: leftOut(filters, ...none) }
    }),
  ),
]

/** What a sixth team would get wrong. */
export const sixthStrangers: Fault[] = [
  ...ofAccount,
  ...ofOrganization,
  ...ofCalls,
  ...ofSelling,
  ...ofOrders,
  ...ofPartners,
  ...ofCustomers,
  ...ofFigures,
]
