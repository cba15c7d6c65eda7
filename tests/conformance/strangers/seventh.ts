import { standardPermissions } from '../../../contract/agentPermissions'
import { trackingNumberOf } from '../../../contract/carriers'
import {
  answer,
  changed,
  type Exchange,
  type Fault,
  gone,
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
  fault,
  on,
  refusals,
  remembering,
  replies,
  requests,
  textOf,
  unasked,
} from '../mutants/make'
import {
  bodyOf,
  idIn,
  move,
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
  dayBefore,
  type Fields,
  filtersOf,
  isDay,
  numberIn,
  refused,
  textIn,
  without,
  beginsWithSeveral,
  keepsWhatDraftsHad,
  resetSwitchesOn,
} from './inCommon'

// More faults of strangers, who went through the contract from its end to its beginning.

const partOf = ({ path }: Exchange, place: number): string => path.split('/')[place] ?? ''

const includes = (value: unknown, looked: string): boolean =>
  `${typeof value === 'number' ? value : textIn(value)}`.toLowerCase().includes(looked.toLowerCase())

const latestFirst = (one: Fields, other: Fields): number =>
  Date.parse(textIn(other['createdAt'])) - Date.parse(textIn(one['createdAt']))

const hoursEarlier = (moment: unknown, hours: number): unknown =>
  typeof moment === 'string' ? new Date(Date.parse(moment) - hours * 3_600_000).toISOString() : moment

/** The request with one parameter of its address changed. */
const withQuery = (exchange: Exchange, name: string, change: (value: string) => string): Promise<Reply> => {
  const value = exchange.query.get(name)
  if (value === null || change(value) === value) return exchange.send()
  const query = new URLSearchParams(exchange.query)
  query.set(name, change(value))
  return exchange.send({ query })
}

/** The same by whoever of the demo accounts may do it. */
async function byOwner(exchange: Exchange, method: string, path: string, body: unknown): Promise<void> {
  for (const token of exchange.tokens) {
    if (isSuccess(await exchange.ask(method, `/api/v1${path}`, token, body))) return
  }
}

const zoneInHead = /\(([A-Z][A-Za-z_]+(?:\/[A-Za-z_+-]+)+)\)"?$/
const clockTime = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/

/** A moment of a zone's clock by that of Greenwich. */
function greenwich(cell: string, timeZone: string): string {
  const clock = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  const there = Date.parse(`${cell.replace(' ', 'T')}Z`)
  const offset = Date.parse(`${clock.format(there).replace(' ', 'T')}Z`) - there
  return new Date(there - offset).toISOString().slice(0, 19).replace('T', ' ')
}

/** Each cell of a file as it is written, changed by the head of its column. */
function cellsChanged(csv: string, change: (cell: string, head: string) => string): string {
  const heads: string[] = []
  let column = 0
  let isHead = true
  return csv.replaceAll(/("(?:[^"]|"")*"|[^,\r\n]*)(,|\r\n|$)/g, (whole, cell: string, end: string) => {
    if (whole === '') return whole
    if (isHead) heads.push(cell)
    const written = isHead ? cell : change(cell, heads[column] ?? '')
    column = end === ',' ? column + 1 : 0
    if (end !== ',') isHead = false
    return `${written}${end}`
  })
}

export const seventhStrangers: Fault[] = [
  // Webhooks

  fault(
    'webhook-update-loses-events-with-address',
    'A webhook whose address and events are changed together keeps its events',
    bodies('webhooks.update', (body) => {
      const { events: _events, ...others } = body
      return body['address'] === undefined ? body : others
    }),
  ),
  remembering('webhook-off-keeps-waiting', 'A webhook that is switched off leaves its messages waiting', () => {
    const waiting = new Map<string, Fields>()
    const asWaiting = (row: Fields): Fields => {
      const known = waiting.get(textIn(row['id']))
      return known && row['state'] === 'failed' ? { ...row, state: 'waiting', nextTryAt: known['nextTryAt'] } : row
    }
    return on('webhooks.switch webhooks.deliveries webhooks.delivery', async (exchange) => {
      if (exchange.call === 'webhooks.switch') {
        const path = `/outgoing-webhooks/${idIn(exchange)}/deliveries?state=waiting&limit=100`
        const before = bodyOf(exchange)['state'] === 'disabled' ? await readList(exchange, path) : []
        const reply = await exchange.send()
        if (isSuccess(reply)) for (const row of before) waiting.set(textIn(row['id']), row)
        return reply
      }
      if (exchange.call === 'webhooks.delivery') {
        const reply = await exchange.send()
        return isSuccess(reply)
          ? withBody(
              reply,
              changed(parsed(reply.text), 'data', (row) => (isRecord(row) ? asWaiting(row) : row)),
            )
          : reply
      }
      const state = exchange.query.get('state')
      const query = new URLSearchParams(exchange.query)
      if (waiting.size > 0) query.delete('state')
      const reply = await exchange.send({ query })
      if (!isSuccess(reply) || waiting.size === 0) return reply
      const told = withBody(
        reply,
        changed(parsed(reply.text), 'data.*', (row) => (isRecord(row) ? asWaiting(row) : row)),
      )
      return without(told, (row) => state !== null && row['state'] !== state)
    })
  }),
  fault(
    'webhook-test-sent-while-off',
    'A test is taken for a webhook that is switched off',
    refusals('webhooks.test', [409], async (reply, exchange) => {
      const state = `/outgoing-webhooks/${idIn(exchange)}/state`
      await write(exchange, 'POST', state, { state: 'enabled' })
      const sent = await exchange.send()
      await write(exchange, 'POST', state, { state: 'disabled' })
      return isSuccess(sent) ? sent : reply
    }),
  ),
  fault(
    'webhook-former-secret-for-an-hour',
    'A secret that was replaced signs for one more hour, not for 24',
    on('webhooks.rotateSecret webhooks.list webhooks.update webhooks.switch', async (exchange) => {
      const reply = await exchange.send()
      if (!isSuccess(reply)) return reply
      const path = exchange.call === 'webhooks.list' ? 'data.*.formerSecretUntil' : 'data.formerSecretUntil'
      return withBody(
        reply,
        changed(parsed(reply.text), path, (until) => hoursEarlier(until, 23)),
      )
    }),
  ),
  fault(
    'webhook-deliveries-of-every-state',
    'The messages of a webhook are not narrowed by their state',
    unasked('webhooks.deliveries', 'state'),
  ),

  // The own account

  fault(
    'preferences-layout-replaces-others',
    'Arranging one list forgets how the others are arranged',
    bodies('users.setPreferences', async (body, exchange) => {
      const { lists } = body
      if (!isRecord(lists)) return body
      const kept = valueAt(await read(exchange, '/users/me'), 'preferences.lists')
      const emptied = Object.keys(isRecord(kept) ? kept : {}).map((name) => [name, {}])
      return { ...body, lists: { ...Object.fromEntries(emptied), ...lists } }
    }),
  ),
  fault(
    'sessions-newest-sign-in-first',
    'The device that asks does not stand first among the sessions, but the one that signed in last',
    rowsAs('users.sessions', (rows) => rows.toSorted(latestFirst)),
  ),
  fault(
    'end-others-spares-same-device',
    'Signing out everywhere else leaves sessions of the same kind of device',
    on('users.endOtherSessions', async (exchange) => {
      const sessions = await readList(exchange, '/users/sessions')
      const current = sessions.find(({ isCurrent }) => isCurrent === true)
      if (!current) return exchange.send()
      for (const { id, device, isCurrent } of sessions) {
        if (isCurrent === true || device === current['device']) continue
        await write(exchange, 'DELETE', `/users/sessions/${textIn(id)}`, {})
      }
      return answer(200, { success: true, message: 'Signed out everywhere else' })
    }),
  ),
  fault(
    'wrong-current-password-unauthorized',
    'A wrong current password is answered with 401, as if the session were over',
    refusals('users.changePassword', [422], (reply) =>
      recordsIn(valueAt(parsed(reply.text), 'error.details')).some(({ path }) => path === 'body.currentPassword')
        ? refused(401, 'unauthorized', 'The current password is wrong')
        : reply,
    ),
  ),
  remembering('me-as-at-sign-in', 'The name of the signed-in user stays as it was when the session began', () => {
    const names = new Map<string, unknown>()
    return on('users.login users.me', async (exchange) => {
      const reply = await exchange.send()
      if (!isSuccess(reply)) return reply
      const data = recordIn(reply)
      if (exchange.call === 'users.login') {
        names.set(textIn(data['token']), valueAt(data, 'user.name'))
        return reply
      }
      const token = bearer(exchange)
      if (!names.has(token)) names.set(token, data['name'])
      return withBody(
        reply,
        changed(parsed(reply.text), 'data.name', () => names.get(token)),
      )
    })
  }),

  // Transactions, telephone systems, spreadsheets and the seller

  fault(
    'transactions-add-up-what-failed',
    'The sums of transactions count charges that failed or are pending',
    replies('transactions.sums', async (reply, exchange) => {
      const { organizationId, q } = bodyOf(exchange)
      const filters = filtersOf(exchange)
      if (filters['status'] === 'succeeded') return reply
      const asked = { organizationId, q, filters: { type: 'charge', status: ['failed', 'pending'], ...filters } }
      const rows = await allRows(exchange, 'transactions', asked)
      const more = rows
        .filter(({ type, status }) => type === 'charge' && status !== 'succeeded')
        .reduce((sum, { amount }) => sum + numberIn(amount), 0)
      const body = parsed(reply.text)
      const added = (value: unknown) => cents(numberIn(value) + more)
      return withBody(reply, changed(changed(body, 'data.charged', added), 'data.net', added))
    }),
  ),
  fault(
    'telephone-withheld-number-refused',
    'A telephone system can not tell of a call whose number is withheld',
    on('telephone.startCall', (exchange) =>
      bearer(exchange) !== '' && bodyOf(exchange)['number'] !== undefined && textOf(exchange, 'number').trim() === ''
        ? Promise.resolve(refused(422, 'validation_failed', 'Number is required', 'body.number'))
        : exchange.send(),
    ),
  ),
  remembering('telephone-revoked-token-still-in', 'A telephone token that was revoked lets its system in still', () => {
    const madeIn = new Map<string, string>()
    const revoked = new Set<string>()
    return on('telephone.createToken telephone.revokeToken telephone.tokens', async (exchange) => {
      if (exchange.call === 'telephone.revokeToken') {
        const id = partOf(exchange, 5)
        const known = madeIn.get(id)
        const listed = known && (await readList(exchange, `/telephone/tokens?organizationId=${known}`))
        if (!listed || revoked.has(id) || listed.every((token) => token['id'] !== id)) return exchange.send()
        revoked.add(id)
        return answer(200, { success: true, message: 'Token revoked' })
      }
      const reply = await exchange.send()
      if (!isSuccess(reply)) return reply
      if (exchange.call === 'telephone.tokens') return without(reply, ({ id }) => revoked.has(textIn(id)))
      madeIn.set(textIn(recordIn(reply)['id']), textOf(exchange, 'organizationId'))
      return reply
    })
  }),
  fault(
    'sheet-lines-after-inclusive',
    'The lines of an import behind another one begin with that one again',
    on('sheetImports.lines', (exchange) =>
      withQuery(exchange, 'after', (after) => (/^[1-9]\d*$/.test(after) ? `${Number(after) - 1}` : after)),
    ),
  ),
  remembering('sheet-line-sent-again-as-before', 'A line of an import that is sent again is judged as at first', () => {
    const first = new Map<string, unknown>()
    return on('sheetImports.addLines', async (exchange) => {
      const { lines } = bodyOf(exchange)
      const keyOf = (line: unknown) => `${idIn(exchange)} ${String(valueAt(line, 'line'))}`
      if (!Array.isArray(lines)) return exchange.send()
      const sent: unknown[] = lines.map((line: unknown) => first.get(keyOf(line)) ?? line)
      const reply = await exchange.send({ body: { ...bodyOf(exchange), lines: sent } })
      if (isSuccess(reply)) for (const line of sent) first.set(keyOf(line), line)
      return reply
    })
  }),
  fault(
    'seller-address-in-one-line',
    'The address of the seller loses its lines when it is saved',
    requests('sellers.update', 'address', (address) =>
      typeof address === 'string' ? address.replaceAll(/\s*\n\s*/g, ', ') : address,
    ),
  ),

  // Searches

  fault(
    'find-parcel-by-whole-number',
    'A parcel is found by its whole tracking number only, and not by its beginning',
    on('search.find', async (exchange) => {
      const looked = trackingNumberOf(exchange.query.get('q') ?? '')
      const reply = await exchange.send()
      if (!isSuccess(reply)) return reply
      const whole = (parcels: unknown) =>
        recordsIn(parcels).filter(({ trackingNumber }) => trackingNumberOf(textIn(trackingNumber)) === looked)
      return withBody(reply, changed(parsed(reply.text), 'data.fulfillments', whole))
    }),
  ),
  fault(
    'search-first-of-several-values',
    'Of several values that a column may have a search looks for the first alone',
    bodies('search', (body) => {
      const { filters } = body
      if (!isRecord(filters)) return body
      const first = ([name, value]: [string, unknown]) => [
        name,
        Array.isArray(value) && name !== 'ids' && value.length > 1 ? [value[0] as unknown] : value,
      ]
      return { ...body, filters: Object.fromEntries(Object.entries(filters).map(first)) }
    }),
  ),
  fault(
    'search-highest-amount-left-out',
    'A search of orders or transactions up to an amount leaves out what is exactly so much',
    bodies('search', (body) => {
      const lower = (value: unknown) => cents(Number(value) - 0.01)
      return { ...body, filters: changed(changed(body['filters'], 'amountMax', lower), 'totalMax', lower) }
    }),
  ),
  fault(
    'search-by-ids-without-archived',
    'A search by ids leaves out campaigns and products that are archived',
    replies('search', (reply, exchange) =>
      filtersOf(exchange)['ids'] === undefined
        ? reply
        : without(reply, ({ status, archived }) => status === 'archived' || archived === 'true'),
    ),
  ),

  // Saved views and reports

  remembering(
    'saved-view-several-defaults',
    'A list begins with several views once another one is chosen',
    beginsWithSeveral,
  ),
  fault(
    'saved-view-restored-unshared',
    'A shared view that is brought back is shared no more',
    replies('savedViews.restore', async (reply, exchange) => {
      if (recordIn(reply)['isShared'] !== true) return reply
      const own = await write(exchange, 'PUT', `/saved-views/${idIn(exchange)}/sharing`, { isShared: false })
      return isSuccess(own) ? own : reply
    }),
  ),
  fault(
    'saved-reports-newest-first',
    'Saved reports are listed by when they were saved, not by name',
    rowsAs('savedReports.list', (rows) => rows.toSorted(latestFirst)),
  ),
  remembering('saved-report-mailed-to-all', 'Whoever has a report mailed has it mailed for everybody', () => {
    const mailed = new Map<string, unknown>()
    return on('savedReports.mail savedReports.list', async (exchange) => {
      const reply = await exchange.send()
      if (!isSuccess(reply)) return reply
      if (exchange.call === 'savedReports.mail') {
        mailed.set(idIn(exchange), bodyOf(exchange)['isMailed'])
        return reply
      }
      const told = (row: unknown) =>
        isRecord(row) ? { ...row, isMailed: mailed.get(textIn(row['id'])) ?? row['isMailed'] } : row
      return withBody(reply, changed(parsed(reply.text), 'data.*', told))
    })
  }),

  // Reports

  fault(
    'report-without-its-last-day',
    'The figures of a report are without the last day of its period',
    on('reports.read', async (exchange) => {
      const body = bodyOf(exchange)
      const { from, to } = body
      const reply = await exchange.send()
      if (!isSuccess(reply) || !isDay(from) || !isDay(to) || from >= to) return reply
      const cut = recordIn(await exchange.send({ body: { ...body, to: dayBefore(to) } }))
      const { totals, lines } = cut
      if (totals === undefined) return reply
      return withBody(
        reply,
        changed(parsed(reply.text), 'data', (data) => (isRecord(data) ? { ...data, totals, lines } : data)),
      )
    }),
  ),
  fault(
    'report-nothing-to-divide-is-zero',
    'A share or an average of nothing is reported as zero',
    on('reports.read', async (exchange) => {
      const reply = await exchange.send()
      if (!isSuccess(reply)) return reply
      const filled = (values: unknown) =>
        isRecord(values)
          ? Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value ?? 0]))
          : values
      const body = changed(parsed(reply.text), 'data.totals.values', filled)
      return withBody(reply, changed(body, 'data.lines.*.values', filled))
    }),
  ),

  // Products

  remembering('product-duplicate-with-stock', 'The copy of a product has the stock of the first one', () => {
    const made = new Set<string>()
    return on('products.duplicate', async (exchange) => {
      const { stock } = await read(exchange, `/products/${idIn(exchange)}`)
      const reply = await exchange.send()
      const id = textIn(recordIn(reply)['id'])
      if (!isSuccess(reply) || made.has(id) || numberIn(stock) === 0) return reply
      made.add(id)
      const moved = await move(exchange, id, numberIn(stock))
      return isSuccess(moved) ? moved : reply
    })
  }),
  fault(
    'product-text-never-cleared',
    'An empty description, category or picture of a product leaves the one that there was',
    bodies('products.update', async (body, exchange) => {
      const optional = new Set(['description', 'category', 'imageUrl'])
      const kept = Object.entries(body).filter(([name, value]) => !optional.has(name) || value !== '')
      if (kept.length > 0 || Object.keys(body).length === 0) return Object.fromEntries(kept)
      const { name } = await read(exchange, `/products/${idIn(exchange)}`)
      return { name }
    }),
  ),
  fault(
    'product-movements-pages-overlap',
    "Each further page of a stock's movements begins with the last one of the page before",
    on('products.movements', async (exchange) => {
      const limit = Number(exchange.query.get('limit') ?? 10)
      const page = Number(exchange.query.get('page') ?? 1)
      if (!(page > 1) || !(limit > 0) || page * limit > 100) return exchange.send()
      const query = new URLSearchParams(exchange.query)
      query.set('limit', '100')
      query.set('page', '1')
      const reply = await exchange.send({ query })
      const from = (page - 1) * limit - 1
      const cut = (rows: unknown) => recordsIn(rows).slice(from, from + limit)
      return isSuccess(reply) ? withBody(reply, changed(parsed(reply.text), 'data', cut)) : reply
    }),
  ),
  fault(
    'product-any-version-refused',
    'A change of a product upon whichever version (*) is refused as outdated',
    on('products.update products.archive products.restore', (exchange) =>
      exchange.headers['if-match']?.trim() === '*'
        ? exchange.send({ headers: { 'if-match': '"0"' } })
        : exchange.send(),
    ),
  ),

  // The payment page

  fault(
    'payment-refunds-newest-first',
    'A customer sees what was given back with the newest first',
    answers('payments.get', 'data.order.refunds', (refunds) =>
      Array.isArray(refunds) ? (refunds as unknown[]).toReversed() : refunds,
    ),
  ),
  remembering('payment-same-attempt-refused', 'An attempt to pay that is sent twice is refused the second time', () => {
    const made = new Set<string>()
    return on('payments.pay', async (exchange) => {
      const key = `${exchange.path} ${textOf(exchange, 'attemptId').toLowerCase()}`
      if (made.has(key)) return refused(409, 'not_possible', 'There is such an attempt already')
      const reply = await exchange.send()
      if (isSuccess(reply)) made.add(key)
      return reply
    })
  }),
  remembering('pay-code-of-any-six-digits', 'A payment code opens its link with whatever digits of a phone', () => {
    const tokens = new Map<string, { orderId: string; token: string }>()
    const plain = (code: unknown) =>
      textIn(code)
        .toUpperCase()
        .replaceAll(/[^0-9A-Z]/g, '')
    return on('orders.createPaymentLink orders.endPaymentLink payments.openCode', async (exchange) => {
      const reply = await exchange.send()
      if (exchange.call === 'payments.openCode') {
        const known = tokens.get(plain(bodyOf(exchange)['payCode']))
        return known && reply.status === 404 ? answer(200, { data: { token: known.token } }) : reply
      }
      if (!isSuccess(reply)) return reply
      const orderId = idIn(exchange)
      for (const [code, known] of tokens) if (known.orderId === orderId) tokens.delete(code)
      const { payCode, linkUrl } = recordIn(reply)
      const token = textIn(linkUrl).split('/pay/')[1]
      if (typeof payCode === 'string' && token) tokens.set(plain(payCode), { orderId, token })
      return reply
    })
  }),
  fault(
    'payment-link-wanted-untold',
    'A customer who asks for a new link is thanked, and the seller is told nothing',
    on('payments.askForLink', async (exchange) => {
      const seen = await exchange.ask('GET', `/api/v1/payments/${idIn(exchange)}`, exchange.tokens[0] ?? '')
      return textIn(valueAt(parsed(seen.text), 'error.code')).startsWith('payment_link_')
        ? answer(200, { success: true, message: 'The seller has been told' })
        : exchange.send()
    }),
  ),

  // Orders, their lines, mails and drafts

  remembering(
    'order-cancel-keeps-offer-units',
    'What a cancelled order took of its offers can not be sold again',
    () => {
      const done = new Set<string>()
      return on('orders.cancel', async (exchange) => {
        const { status: before } = await read(exchange, `/orders/${idIn(exchange)}`)
        const reply = await exchange.send()
        const order = recordIn(reply)
        if (!isSuccess(reply) || before !== 'open' || order['status'] !== 'cancelled' || done.has(idIn(exchange))) {
          return reply
        }
        done.add(idIn(exchange))
        const taken = new Map<string, number>()
        for (const { offerId, quantity } of recordsIn(order['items'])) {
          if (typeof offerId === 'string') taken.set(offerId, (taken.get(offerId) ?? 0) + numberIn(quantity))
        }
        const { organizationId } = order
        const offers = await rowsOf(exchange, 'offers', { organizationId, filters: { ids: [...taken.keys()] } })
        for (const { id, quantity } of offers) {
          const left = Math.max(0, numberIn(quantity) - (taken.get(textIn(id)) ?? 0))
          await byOwner(exchange, 'PUT', `/offers/${textIn(id)}`, { quantity: left })
        }
        return reply
      })
    },
  ),
  fault(
    'order-sums-net-is-paid',
    'What is kept of a list of orders is reckoned without what was refunded',
    recordsAs('orders.sums', (sums) => ({ ...sums, net: sums['paid'] })),
  ),
  fault(
    'order-mail-reset-switches-on',
    'Using the original text of a mail again switches the mail on as well',
    resetSwitchesOn,
  ),
  fault(
    'draft-forgets-what-was-emptied',
    'What has been taken out of a draft of an order is still in it when it is kept again',
    keepsWhatDraftsHad,
  ),
  fault(
    'drafts-by-beginning',
    'Drafts of orders are listed by when they were begun, not by when they were changed',
    rowsAs('orderDrafts.list', (rows) => rows.toSorted(latestFirst)),
  ),
  fault('draft-of-colleague-read', 'A draft of an order is read by colleagues, too', admits('orderDrafts.get', [404])),

  // The organization and its people

  fault(
    'tax-rate-two-decimals',
    'The tax rate of an organization is kept with two decimals',
    requests('organizations.update', 'taxRate', (rate) => (typeof rate === 'number' ? cents(rate) : rate)),
  ),
  fault(
    'permissions-others-fall-back',
    'What of the permissions of agents is not sent falls back to the standard',
    bodies('organizations.setPermissions', (body) =>
      Object.keys(body).length === 0 ? body : { ...standardPermissions, ...body },
    ),
  ),
  fault(
    'users-not-found-by-email',
    'The users of an organization are found by their names alone, not by email',
    on('members.list', async (exchange) => {
      const looked = exchange.query.get('q')?.trim() ?? ''
      const reply = await exchange.send()
      return isSuccess(reply) && looked !== '' ? without(reply, ({ name }) => !includes(name, looked)) : reply
    }),
  ),
  fault(
    'own-user-for-owners-only',
    'An agent may not read themselves among the users of their organization',
    on('members.get', async (exchange) => {
      const [organizationId, userId] = [partOf(exchange, 4), partOf(exchange, 6)]
      const { id } = await read(exchange, '/users/me')
      const organizations = id === userId ? await readList(exchange, '/organizations') : []
      return organizations.some((own) => own['id'] === organizationId && own['role'] === 'agent')
        ? refused(403, 'forbidden', 'Only an owner can see the users of the organization.')
        : exchange.send()
    }),
  ),
  fault(
    'mails-not-found-by-receiver',
    'Mails are found by subject and order, and not by whom they are to',
    on('mails.list', async (exchange) => {
      const looked = exchange.query.get('q')?.trim() ?? ''
      const reply = await exchange.send()
      return isSuccess(reply) && looked !== ''
        ? without(
            reply,
            (mail) => !includes(mail['subject'], looked) && !includes(valueAt(mail, 'order.number'), looked),
          )
        : reply
    }),
  ),
  fault(
    'export-moments-of-greenwich',
    'The moments in an exported list are those of Greenwich, whatever zone is in their heads',
    replies('listExports.csv', (reply) => ({
      ...reply,
      text: cellsChanged(reply.text, (cell, head) => {
        const zone = zoneInHead.exec(head)?.[1]
        return zone !== undefined && clockTime.test(cell) ? greenwich(cell, zone) : cell
      }),
    })),
  ),
  fault(
    'leaderboard-no-rank-left-out',
    'Behind those who are level on the leaderboard no rank is left out',
    answers('leaderboard.read', 'data.standings', (standings) => {
      const rows = recordsIn(standings)
      const ranks = [...new Set(rows.map(({ rank }) => rank).filter((rank) => typeof rank === 'number'))]
      const inOrder = ranks.toSorted((one, other) => one - other)
      return rows.map((row) => {
        const { rank } = row
        return typeof rank === 'number' ? { ...row, rank: inOrder.indexOf(rank) + 1 } : row
      })
    }),
  ),
  remembering(
    'invite-sent-again-not-renewed',
    'An invite that is mailed again expires when it would have before',
    () => {
      const ends = new Map<string, unknown>()
      return on('invites.list invites.sendAgain', async (exchange) => {
        const reply = await exchange.send()
        if (!isSuccess(reply)) return reply
        const asBefore = (row: unknown) => {
          if (!isRecord(row)) return row
          const id = textIn(row['id'])
          if (!ends.has(id) && exchange.call === 'invites.list') ends.set(id, row['expiresAt'])
          return { ...row, expiresAt: ends.get(id) ?? row['expiresAt'] }
        }
        return withBody(
          reply,
          changed(parsed(reply.text), exchange.call === 'invites.list' ? 'data.*' : 'data', asBefore),
        )
      })
    },
  ),

  // Gateways, parcels and the dashboard

  fault(
    'gateway-approval-as-share',
    'The approval rate of a gateway is a share of one, not in percent',
    on('gateways.get gateways.list', async (exchange) => {
      const reply = await exchange.send()
      if (!isSuccess(reply)) return reply
      const path = exchange.call === 'gateways.list' ? 'data.*.approvalRate' : 'data.approvalRate'
      const share = (rate: unknown) => (typeof rate === 'number' ? Math.round(rate * 10) / 1_000 : rate)
      return withBody(reply, changed(parsed(reply.text), path, share))
    }),
  ),
  fault(
    'packing-list-by-order',
    'The parcels of a packing list come by the numbers of their orders, not as they were asked for',
    rowsAs('fulfilments.packingList', (rows) =>
      rows.toSorted((one, other) => Number(one['orderNumber']) - Number(other['orderNumber'])),
    ),
  ),
  fault(
    'parcels-partly-taken-further',
    'When one of several parcels can not be taken further, the others are',
    refusals('fulfilments.takeSteps', [409, 422], async (reply, exchange) => {
      const { step, fulfilmentIds } = bodyOf(exchange)
      if (typeof step !== 'string' || !['ship', 'deliver', 'cancel'].includes(step)) return reply
      if (!Array.isArray(fulfilmentIds) || fulfilmentIds.length < 2) return reply
      for (const id of fulfilmentIds) await write(exchange, 'POST', `/fulfilments/${String(id)}/${step}`, {})
      return reply
    }),
  ),
  fault(
    'dashboard-low-stock-with-archived',
    'The dashboard counts archived products among those that are low in stock',
    replies('dashboard.read', async (reply, exchange) => {
      const asked = {
        organizationId: exchange.query.get('organizationId'),
        resource: 'products',
        limit: 1,
        page: 1,
        filters: { stockLevel: 'low', status: ['active', 'archived'] },
      }
      const found = await write(exchange, 'POST', '/search', asked)
      const total = valueAt(parsed(found.text), 'meta.total')
      const counted = (entry: unknown) =>
        isRecord(entry) && entry['of'] === 'lowStock' && typeof total === 'number' ? { ...entry, count: total } : entry
      return withBody(reply, changed(parsed(reply.text), 'data.queue.*', counted))
    }),
  ),

  // Customers, partners, campaigns and calls

  fault(
    'customer-merged-is-not-found',
    'Of a customer who was merged it is not said with whom',
    refusals('customers.get', [404], (reply) =>
      withBody(
        reply,
        changed(parsed(reply.text), 'error.details', () => gone),
      ),
    ),
  ),
  fault(
    'statement-share-of-payments',
    'The share of a partner is reckoned of what was paid, without what was refunded',
    recordsAs('collaborations.statement', (statement) => {
      const ofPayments = (line: Fields) => ({
        ...line,
        share: Math.round(numberIn(line['paid']) * numberIn(statement['share'])) / 100,
      })
      const { months, totals } = statement
      return { ...statement, months: recordsIn(months).map(ofPayments), totals: recordsIn(totals).map(ofPayments) }
    }),
  ),
  remembering('campaign-copy-without-members', 'A campaign after another one begins without its members', () => {
    const made = new Set<string>()
    return on('campaigns.create', async (exchange) => {
      const reply = await exchange.send()
      const id = textIn(recordIn(reply)['id'])
      if (!isSuccess(reply) || textOf(exchange, 'copiedFrom') === '' || made.has(id)) return reply
      made.add(id)
      const emptied = await write(exchange, 'PUT', `/campaigns/${id}/members`, { memberIds: [] })
      return isSuccess(emptied) ? emptied : reply
    })
  }),
  fault(
    'call-back-offset-dropped',
    'The offset of a moment to call back at is dropped, as if it were of Greenwich',
    requests('calls.close', 'callBackAt', (moment) =>
      typeof moment === 'string' ? moment.replace(/[+-]\d\d:\d\d$/, 'Z') : moment,
    ),
  ),

  // Many at once, mails of campaigns, the audit and other programs

  fault(
    'bulk-of-first-page-only',
    'A change of all that a search finds is one of its first ten rows',
    bodies('bulkJobs.create', async (body, exchange) => {
      const { search, organizationId, action, ...others } = body
      if (!isRecord(search)) return body
      const list = textIn(action).split('.')[0] ?? ''
      const resource = list === 'fulfilments' ? 'fulfillments' : list
      const rows = await rowsOf(exchange, resource, { organizationId, limit: 10, ...search })
      const ids = rows.map(({ id }) => id)
      return ids.length < 10 ? body : { ...others, organizationId, action, ids }
    }),
  ),
  fault(
    'autoresponder-restored-paused',
    'An auto-responder that was sending is paused once its deletion is undone',
    replies('autoresponders.restore', async (reply, exchange) => {
      if (recordIn(reply)['paused'] !== false) return reply
      const paused = await write(exchange, 'POST', `/autoresponders/email/${partOf(exchange, 5)}/pause`, {})
      return isSuccess(paused) ? paused : reply
    }),
  ),
  fault(
    'audit-without-its-last-day',
    'The audit up to a day leaves out what was changed on that day',
    on('audit.list audit.csv audit.xlsx', (exchange) =>
      withQuery(exchange, 'createdTo', (to) => (isDay(to) ? dayBefore(to) : to)),
    ),
  ),
  fault(
    'token-over-on-the-morning-of-its-day',
    'An API token ends when its last day begins, by the clock of Greenwich',
    requests('apiTokens.create', 'expiresAt', (day) => (isDay(day) ? `${day}T00:00:00Z` : day)),
  ),
]
