import { carrierOf, trackingNumberOf } from '../../../contract/carriers'
import {
  answer,
  type Exchange,
  type Fault,
  isSuccess,
  parsed,
  type Reply,
  valueAt,
  withBody,
} from '../mutants/exchange'
import { accepts, fault, on, refusals, remembering, replies, requests, textOf, unasked } from '../mutants/make'
import {
  afterwards,
  bodyOf,
  idIn,
  move,
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
  countOf,
  dayBefore,
  digitsIn,
  type Fields,
  isDay,
  numberIn,
  organizationIds,
  refused,
  textIn,
  without,
  resetKeepsSubject,
  listedIn,
} from './inCommon'

const lower = (value: unknown) => textIn(value).toLowerCase()
const plain = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '')
const cents = (amount: number) => Math.round(amount * 100)
const lastIn = ({ path }: Exchange) => path.split('/').at(-1) ?? ''
const fieldsIn = (value: unknown) => recordsIn([value])[0] ?? {}
const dataIn = (reply: Reply) => valueAt(parsed(reply.text), 'data')
const inOneLine = (text: unknown) => (typeof text === 'string' ? text.replaceAll(/\s*\n\s*/g, ', ') : text)

/** The record with the id that a search finds. */
async function searchedIn(exchange: Exchange, resource: string, id: string): Promise<Fields | undefined> {
  for (const organizationId of await organizationIds(exchange)) {
    const [found] = await rowsOf(exchange, resource, {
      organizationId,
      filters: { ids: [id] },
    })
    if (found) return found
  }
  return undefined
}

const withData = (reply: Reply, data: unknown) => withBody(reply, { ...fieldsIn(parsed(reply.text)), data })

/** Of the filters of a search, those that change. */
const filtered = (calls: string, change: (filters: Fields, body: Fields) => Fields) =>
  bodies(calls, (body) => {
    const filters = fieldsIn(body['filters'])
    return body['filters'] === undefined ? body : { ...body, filters: change(filters, body) }
  })

const addressOf = (value: unknown) =>
  Object.fromEntries(
    ['address1', 'address2', 'city', 'state', 'postalCode', 'country'].map((name) => [
      name,
      textIn(fieldsIn(value)[name]),
    ]),
  )

/** The head of a file and so many of its lines. */
function linesOf(text: string, most: number): string {
  let isQuoted = false
  let lines = 0
  for (let place = 0; place < text.length; place += 1) {
    if (text[place] === '"') isQuoted = !isQuoted
    if (text[place] !== '\n' || isQuoted) continue
    lines += 1
    if (lines > most) return text.slice(0, place + 1)
  }
  return text
}

async function* replacedIn(live: AsyncIterable<string>, from: string, to: string): AsyncGenerator<string> {
  for await (const part of live) yield part.replaceAll(from, to)
}

const lists = [
  fault(
    'several-values-take-the-first',
    'Orders narrowed to several values of a column are those with the first of them',
    filtered('search', (filters, { resource }) =>
      resource === 'orders'
        ? Object.fromEntries(
            Object.entries(filters).map(([name, value]) => [
              name,
              Array.isArray(value) && value.length > 1 && name !== 'ids' ? (value[0] as unknown) : value,
            ]),
          )
        : filters,
    ),
  ),
  fault(
    'ids-find-no-archived-campaign',
    'A search of campaigns by their ids leaves archived ones out',
    replies('search', (reply, exchange) => {
      const { resource, filters } = bodyOf(exchange)
      const { ids, archived } = fieldsIn(filters)
      if (resource !== 'campaigns' || ids === undefined || archived !== undefined) return reply
      return without(reply, (row) => Boolean(row['archivedAt']) || row['archived'] === 'true')
    }),
  ),
  fault(
    'shipped-to-ends-before-its-day',
    'Parcels shipped until a day are those until its beginning',
    filtered('search', (filters) =>
      isDay(filters['shippedTo']) ? { ...filters, shippedTo: dayBefore(filters['shippedTo']) } : filters,
    ),
  ),
  fault(
    'find-takes-no-number-sign',
    'Whoever types the number of an order with its sign finds no order',
    replies('search.find', (reply, exchange) =>
      (exchange.query.get('q') ?? '').includes('#') ? withData(reply, { ...recordIn(reply), orders: [] }) : reply,
    ),
  ),
  fault(
    'find-wants-whole-tracking-number',
    'A parcel is found by its whole tracking number alone, and not by how that begins',
    replies('search.find', (reply, exchange) => {
      const whole = trackingNumberOf(exchange.query.get('q') ?? '')
      const found = recordIn(reply)
      const fulfillments = recordsIn(found['fulfillments']).filter((row) => row['trackingNumber'] === whole)
      return withData(reply, { ...found, fulfillments })
    }),
  ),
  fault(
    'find-knows-no-addresses',
    'Customers are found by name, email and phone, and not by where they live',
    replies('search.find', (reply, exchange) => {
      const q = exchange.query.get('q') ?? ''
      if (!/\p{L}/u.test(q)) return reply
      const found = recordIn(reply)
      const words = q.toLowerCase().split(/\s+/).filter(Boolean)
      const customers = recordsIn(found['customers']).filter((row) => {
        const text = plain(`${lower(row['name'])} ${lower(row['email'])} ${lower(row['phone'])}`)
        return words.every((word) => text.includes(plain(word)))
      })
      return withData(reply, { ...found, customers })
    }),
  ),
  fault(
    'csv-ends-after-a-page',
    'A list as CSV has its first hundred rows',
    replies('listExports.csv', (reply) => ({
      ...reply,
      text: linesOf(reply.text, 100),
    })),
  ),
  remembering('categories-never-vanish', 'A category that no product is in any more is still listed', () => {
    const seen = new Map<string, Set<string>>()
    return rowsAs('products.categories', (rows, exchange) => {
      const key = exchange.query.get('organizationId') ?? ''
      const names = new Set([...(seen.get(key) ?? []), ...rows.map(({ name }) => textIn(name))])
      seen.set(key, names)
      const gone = [...names].filter((name) => rows.every((row) => row['name'] !== name))
      return gone.length === 0
        ? rows
        : [...names].toSorted((one, other) => one.localeCompare(other)).map((name) => ({ name }))
    })
  }),
  fault(
    'mails-not-found-by-receiver-too',
    'Mails are found by subject and order, and not by whom they are to',
    replies('mails.list', (reply, exchange) => {
      const q = (exchange.query.get('q') ?? '').trim().toLowerCase()
      if (q === '') return reply
      const number = q.replace(/^#\s*/, '')
      return without(
        reply,
        (row) =>
          !lower(row['subject']).includes(q) && !JSON.stringify(valueAt(row, 'order.number') ?? '').includes(number),
      )
    }),
  ),
  fault(
    'paused-autoresponder-not-listed',
    'An auto-responder that is paused is not listed in its campaign',
    replies('autoresponders.list', (reply) => without(reply, (row) => row['paused'] === true)),
  ),
  fault(
    'disabled-member-not-listed',
    'Somebody who is disabled is missing among those who belong to the organization',
    replies('organizations.members', (reply) => without(reply, (row) => row['isDisabled'] === true)),
  ),
  fault(
    'bulk-rows-of-any-outcome',
    'The rows of a job are answered whatever outcome is asked for',
    unasked('bulkJobs.rows', 'outcome'),
  ),
  fault(
    'audit-csv-of-all-records',
    'The audit as CSV has the changes of every record when one record is asked for',
    unasked('audit.csv', 'recordId'),
  ),
]

const figures = [
  fault(
    'to-pack-forgets-partly-refunded',
    'What waits to be packed does not count orders of which a part was refunded',
    on('dashboard.read', async (exchange) => {
      const reply = await exchange.send()
      const queue = recordsIn(recordIn(reply)['queue'])
      if (!isSuccess(reply) || queue.every(({ of }) => of !== 'toPack')) return reply
      const count = await countOf(exchange, 'orders', exchange.query.get('organizationId'), {
        status: 'open',
        paymentStatus: ['paid', 'overpaid'],
        fulfillmentStatus: ['unfulfilled', 'partial'],
      })
      const counted = queue.flatMap((entry) =>
        entry['of'] !== 'toPack' ? entry : count > 0 ? { ...entry, count } : [],
      )
      return withData(reply, { ...recordIn(reply), queue: counted })
    }),
  ),
  fault(
    'order-sums-ignore-what-is-typed',
    'Orders are added up whatever is looked for',
    bodies('orders.sums', ({ q: _, ...body }) => body),
  ),
  fault(
    'line-sums-without-shipping',
    'The total of lines of orders leaves their shipping out',
    on('orderLines.sums', async (exchange) => {
      const reply = await exchange.send()
      if (!isSuccess(reply)) return reply
      const { organizationId, q, filters } = bodyOf(exchange)
      const rows = await allRows(exchange, 'orderLines', {
        organizationId,
        q,
        filters,
      })
      const shipping = rows.reduce((sum, row) => sum + cents(numberIn(row['shippingTotal'])), 0)
      const sums = recordIn(reply)
      return withData(reply, {
        ...sums,
        total: (cents(numberIn(sums['total'])) - shipping) / 100,
      })
    }),
  ),
  fault(
    'failed-charges-in-sums',
    'What was charged counts charges that have failed',
    on('transactions.sums', async (exchange) => {
      const reply = await exchange.send()
      const { organizationId, q, filters } = bodyOf(exchange)
      const asked = fieldsIn(filters)
      if (!isSuccess(reply) || asked['status'] !== undefined || asked['type'] === 'refund') return reply
      const failed = { ...asked, type: 'charge', status: 'failed' }
      const rows = await allRows(exchange, 'transactions', {
        organizationId,
        q,
        filters: failed,
      })
      const more = rows.reduce((sum, row) => sum + cents(numberIn(row['amount'])), 0)
      const sums = recordIn(reply)
      const plus = (name: string) => (cents(numberIn(sums[name])) + more) / 100
      return withData(reply, {
        ...sums,
        charged: plus('charged'),
        net: plus('net'),
      })
    }),
  ),
  fault(
    'average-order-rounded-down',
    'The average order of a report is cut off at the cent instead of rounded',
    on('reports.read', async (exchange) => {
      const reply = await exchange.send()
      const body = bodyOf(exchange)
      const asked = body['measures']
      if (!isSuccess(reply) || !Array.isArray(asked) || !asked.includes('averageOrder')) return reply
      const parts = recordIn(
        await write(exchange, 'POST', '/reports', {
          ...body,
          measures: ['sales', 'orders'],
        }),
      )
      const cut = (values: unknown, of: unknown) => {
        const { sales, orders } = fieldsIn(of)
        if (values === null || typeof sales !== 'number' || !orders) return values
        return {
          ...fieldsIn(values),
          averageOrder: Math.floor(cents(sales) / numberIn(orders)) / 100,
        }
      }
      const figure = (one: Fields, of: Fields) => ({
        ...one,
        values: cut(one['values'], of['values']),
        before: cut(one['before'], of['before']),
      })
      const keyOf = ({ keys }: Fields) =>
        recordsIn(keys)
          .map(({ id }) => textIn(id))
          .join(' ')
      const lines = new Map(recordsIn(parts['lines']).map((line) => [keyOf(line), line]))
      const report = recordIn(reply)
      return withData(reply, {
        ...report,
        totals: figure(fieldsIn(report['totals']), fieldsIn(parts['totals'])),
        lines: recordsIn(report['lines']).map((line) => figure(line, lines.get(keyOf(line)) ?? {})),
      })
    }),
  ),
  fault(
    'few-calls-are-ranked',
    'Whoever has fewer calls than the leaderboard asks for is ranked all the same',
    unasked('leaderboard.read', 'minCalls'),
  ),
  fault(
    'movements-tell-stock-of-now',
    'Each movement of a stock tells what is in stock now, and not what was then',
    on('products.movements', async (exchange) => {
      const reply = await exchange.send()
      if (!isSuccess(reply)) return reply
      const { stock } = await read(exchange, `/products/${idIn(exchange)}`)
      return withData(
        reply,
        recordsIn(dataIn(reply)).map((row) => ({ ...row, stock })),
      )
    }),
  ),
]

const buyers = [
  fault(
    'alike-by-same-spelling-alone',
    'A customer with the phone number that is typed is alike only if it is spelled the same',
    replies('customers.findAlike', (reply, exchange) =>
      without(reply, ({ alike, phone }) => {
        const by = Array.isArray(alike) ? alike : []
        return by.every((one) => one === 'phone') && phone !== textOf(exchange, 'phone').trim()
      }),
    ),
  ),
  fault(
    'customer-field-never-cleared',
    'What is optional of a customer stays when it is emptied',
    bodies('customers.update', async (body, exchange) => {
      const cleared = ['lastName', 'email', 'phone', 'note'].filter((name) => body[name] === '')
      if (cleared.length === 0) return body
      const known = await read(exchange, `/customers/${idIn(exchange)}`)
      return {
        ...body,
        ...Object.fromEntries(cleared.map((name) => [name, textIn(known[name])])),
      }
    }),
  ),
  fault(
    'unmerge-keeps-merged-profile',
    'A customer keeps what they took over of another when the merge is undone',
    on('customers.unmerge', async (exchange) => {
      const told = await write(exchange, 'GET', `/customers/${idIn(exchange)}`, undefined)
      const keptId = valueAt(parsed(told.text), 'error.details.mergedInto')
      const kept = typeof keptId === 'string' ? await read(exchange, `/customers/${keptId}`) : {}
      const reply = await exchange.send()
      if (isSuccess(reply) && textIn(kept['firstName']) !== '') {
        const texts = ['firstName', 'lastName', 'email', 'phone', 'note'].map((name) => [name, textIn(kept[name])])
        await write(exchange, 'PUT', `/customers/${textIn(kept['id'])}`, {
          ...(Object.fromEntries(texts) as Fields),
          shippingAddress: addressOf(kept['shippingAddress']),
        })
      }
      return reply
    }),
  ),
  remembering(
    'call-knows-number-as-typed',
    'A call finds the customer of a number only if it is spelled the same',
    () => {
      const strangers = new Set<unknown>()
      const anonymous = (call: Fields) =>
        strangers.has(call['id']) ? { ...call, customerId: null, customerName: null } : call
      return on(
        'calls.start calls.open calls.ongoing calls.end calls.resume calls.close calls.callBacks',
        async (exchange) => {
          const reply = await exchange.send()
          if (!isSuccess(reply)) return reply
          const data = dataIn(reply)
          if (exchange.call === 'calls.start' && bodyOf(exchange)['customerId'] === undefined) {
            const { id, customerId } = recordIn(reply)
            const typed = textOf(exchange, 'phone').trim()
            if (typeof customerId === 'string') {
              const customer = await read(exchange, `/customers/${customerId}`)
              if (customer['phone'] !== typed) strangers.add(id)
            }
          }
          if (Array.isArray(data)) return withData(reply, recordsIn(data).map(anonymous))
          return data ? withData(reply, anonymous(fieldsIn(data))) : reply
        },
      )
    },
  ),
  fault(
    'call-back-moment-loses-zone',
    'When to call back is read as if it were UTC, whatever zone it says',
    requests('calls.close', 'callBackAt', (at) => (typeof at === 'string' ? at.replace(/[+-]\d\d:\d\d$/, 'Z') : at)),
  ),
  fault(
    'call-backs-only-once-due-too',
    'Whom somebody is to call back later is not listed until then',
    rowsAs('calls.callBacks', (rows) => rows.filter((row) => Date.parse(textIn(row['callBackAt'])) <= Date.now())),
  ),
  fault(
    'withheld-number-refused',
    'A call of a telephone system whose number is withheld is refused',
    on('telephone.startCall', (exchange) => {
      const { number } = bodyOf(exchange)
      return typeof number === 'string' && number.trim() === ''
        ? Promise.resolve(refused(422, 'validation_failed', 'Number is required', 'body.number'))
        : exchange.send()
    }),
  ),
]

const sales = [
  fault(
    'terms-need-no-agreement',
    'An order is placed without agreement where its campaign demands that',
    accepts('orders.place', (body) =>
      body['agreedToTermsAt'] ? body : { ...body, agreedToTermsAt: new Date().toISOString() },
    ),
  ),
  remembering(
    'cancel-restocks-first-line-alone',
    'A cancelled order gives back what its first line held, and not what the others did',
    () => {
      const cancelled = new Set<unknown>()
      return afterwards('orders.cancel', async (exchange, record) => {
        if (cancelled.has(record['id'])) return
        cancelled.add(record['id'])
        for (const item of recordsIn(record['items']).slice(1)) {
          const units = numberIn(item['quantity']) * (numberIn(item['quantityPerOrder']) || 1)
          if (item['productId'] && units > 0) await move(exchange, item['productId'], -units)
        }
      })
    },
  ),
  remembering('parcels-keep-old-address', 'A parcel goes where its order went before that was changed', () => {
    const before = new Map<unknown, unknown>()
    const readdressed = (parcel: Fields): Fields =>
      before.has(parcel['id']) ? { ...parcel, shippingAddress: before.get(parcel['id']) } : parcel
    return on('orders.updateAddress fulfilments.get fulfilments.packingList', async (exchange) => {
      const order = exchange.call === 'orders.updateAddress' ? await read(exchange, `/orders/${idIn(exchange)}`) : {}
      const reply = await exchange.send()
      if (!isSuccess(reply)) return reply
      if (exchange.call === 'fulfilments.get') return withData(reply, readdressed(recordIn(reply)))
      if (exchange.call === 'fulfilments.packingList') {
        return withData(reply, recordsIn(dataIn(reply)).map(readdressed))
      }
      for (const { id } of recordsIn(order['fulfilments'])) {
        if (!before.has(id)) before.set(id, order['shippingAddress'])
      }
      return reply
    })
  }),
  fault(
    'refund-restocks-unasked',
    'A refund by lines puts them back into stock unless that is denied',
    bodies('orders.refund', (body) =>
      Array.isArray(body['lines']) && body['restock'] === undefined ? { ...body, restock: true } : body,
    ),
  ),
  fault(
    'paid-order-still-due',
    'The payment page of an order that has been paid says that all of it is left to be paid',
    recordsAs('payments.get', (payment) => {
      const total = fieldsIn(payment['order'])['total']
      return typeof total === 'number' ? { ...payment, due: total } : payment
    }),
  ),
  fault(
    'draft-quantity-made-a-number',
    'Of a quantity that is typed in a draft only its first digits are kept',
    requests('orderDrafts.keep', 'content.lines.*.quantity', (typed) =>
      typeof typed === 'string' ? (/\d+/.exec(typed)?.[0] ?? '') : typed,
    ),
  ),
  fault(
    'packing-list-in-own-order',
    'A packing list comes in the order of its parcels’ ids instead of that which is asked for',
    rowsAs('fulfilments.packingList', (rows) =>
      rows.toSorted((one, other) => (textIn(one['id']) < textIn(other['id']) ? -1 : 1)),
    ),
  ),
  fault(
    'given-carrier-guessed-over',
    'The carrier of a parcel is the one that its number looks like, whichever is given',
    bodies('fulfilments.assign', (body) => {
      const { carrier: _, ...others } = body
      return carrierOf(textIn(body['trackingNumber'])) === undefined ? body : others
    }),
  ),
  remembering('scan-again-refused', 'The same number that is scanned for the same order again is refused', () => {
    const scanned = new Set<string>()
    return on('fulfilments.scan', async (exchange) => {
      const { organizationId, orderNumber, trackingNumber } = bodyOf(exchange)
      const key = [organizationId, digitsIn(orderNumber), trackingNumberOf(textIn(trackingNumber))].join(' ')
      if (scanned.has(key)) return refused(409, 'not_possible', 'No parcel of this order is waiting for a number.')
      const reply = await exchange.send()
      if (isSuccess(reply)) scanned.add(key)
      return reply
    })
  }),
  fault(
    'refused-steps-half-done',
    'Of several parcels that are refused a step together, those that can take it have taken it',
    refusals('fulfilments.takeSteps', [409], async (reply, exchange) => {
      const { fulfilmentIds, step } = bodyOf(exchange)
      for (const id of Array.isArray(fulfilmentIds) ? fulfilmentIds : []) {
        await write(exchange, 'POST', `/fulfilments/${String(id)}/${textIn(step)}`, {})
      }
      return reply
    }),
  ),
]

const catalogue = [
  fault(
    'duplicate-has-stock',
    'The duplicate of a product has as many units in stock as the product',
    on('products.duplicate', async (exchange) => {
      const { stock } = await read(exchange, `/products/${idIn(exchange)}`)
      const reply = await exchange.send()
      if (!isSuccess(reply) || numberIn(stock) <= 0) return reply
      const path = `/products/${textIn(recordIn(reply)['id'])}`
      const made = await read(exchange, path)
      if (numberIn(made['stock']) > 0) return withData(reply, made)
      await move(exchange, made['id'], numberIn(stock))
      return withData(reply, await read(exchange, path))
    }),
  ),
  fault(
    'shipping-price-never-zero',
    'An offer whose shipping is set to nothing keeps the shipping that it had',
    bodies('offers.update', async (body, exchange) => {
      if (body['shipPrice'] !== 0) return body
      const offer = await searchedIn(exchange, 'offers', idIn(exchange))
      return offer && numberIn(offer['shipPrice']) > 0 ? { ...body, shipPrice: offer['shipPrice'] } : body
    }),
  ),
  fault(
    'archived-product-gets-offers',
    'An offer is made of a product that has been archived',
    pushes('offers.create', async (exchange) => {
      const path = `/products/${textOf(exchange, 'productId')}`
      if ((await read(exchange, path))['status'] !== 'archived') return undefined
      await write(exchange, 'POST', `${path}/restore`, {})
      return () => write(exchange, 'POST', `${path}/archive`, {})
    }),
  ),
  fault(
    'copy-without-autoresponders',
    'A campaign that is made after another one begins without its auto-responders',
    afterwards('campaigns.create', async (exchange, { id }) => {
      if (bodyOf(exchange)['copiedFrom'] === undefined) return
      for (const responder of await readList(exchange, `/campaigns/${textIn(id)}/autoresponders/email`)) {
        await write(exchange, 'DELETE', `/autoresponders/email/${textIn(responder['id'])}`, {})
      }
    }),
  ),
  fault(
    'members-only-added',
    'Who is left out of the members of a campaign stays one of them',
    bodies('campaigns.setMembers', async (body, exchange) => {
      const { members } = await read(exchange, `/campaigns/${idIn(exchange)}`)
      const ids = recordsIn(members).map(({ id }) => id)
      return Array.isArray(body['memberIds']) ? { memberIds: [...new Set([...body['memberIds'], ...ids])] } : body
    }),
  ),
  fault(
    'script-never-emptied',
    'The script of a campaign stays when it is emptied',
    bodies('campaigns.setScript', async (body, exchange) => {
      if (textIn(body['script']).trim() !== '') return body
      const { script } = await read(exchange, `/campaigns/${idIn(exchange)}/script`)
      return textIn(script) === '' ? body : { script }
    }),
  ),
  fault(
    'empty-stock-cell-is-zero',
    'A line of an import whose stock is left empty sets the stock to nothing',
    requests('sheetImports.addLines', 'lines.*.cells.stock', (cell) => (cell === '' ? '0' : cell)),
  ),
  fault(
    'sku-loses-leading-zeros',
    'An SKU of digits loses the zeros that it begins with when it is imported',
    requests('sheetImports.addLines', 'lines.*.cells.sku', (cell) =>
      typeof cell === 'string' && /^\s*0\d+\s*$/.test(cell) ? cell.trim().replace(/^0+(?=\d)/, '') : cell,
    ),
  ),
]

const settings = [
  fault(
    'tax-rate-of-two-decimals-too-again',
    'The third decimal of a tax rate is rounded away',
    requests('organizations.update', 'taxRate', (rate) =>
      typeof rate === 'number' ? Math.round(rate * 100) / 100 : rate,
    ),
  ),
  fault(
    'seller-address-in-one-line-too',
    'The lines of a seller’s address become one',
    requests('sellers.update', 'address', inOneLine),
  ),
  fault(
    'cap-never-lifted',
    'The monthly cap of a gateway stays when it is taken away',
    bodies('gateways.update', ({ monthlyCap, ...body }) => (monthlyCap === null ? body : { ...body, monthlyCap })),
  ),
  remembering(
    'new-host-gets-old-password',
    'Another server of an email provider is given the password of the one before',
    () => {
      const passwords = new Map<unknown, string>()
      return on('plugins.create plugins.update', async (exchange) => {
        const body = bodyOf(exchange)
        const first = await exchange.send()
        const known = passwords.get(idIn(exchange))
        const isMissed = first.status === 422 && body['password'] === undefined && known !== undefined
        const reply = isMissed ? await exchange.send({ body: { ...body, password: known } }) : first
        if (isSuccess(reply) && typeof body['password'] === 'string') {
          passwords.set(recordIn(reply)['id'], body['password'])
        }
        return isSuccess(reply) ? reply : first
      })
    },
  ),
  fault(
    'edit-resumes-autoresponder',
    'An auto-responder that is paused sends again once it is changed',
    afterwards('autoresponders.update', async (exchange, { id, paused }) => {
      if (paused === true) await write(exchange, 'POST', `/autoresponders/email/${textIn(id)}/resume`, {})
    }),
  ),
  fault(
    'reset-keeps-subject',
    'A mail about orders that is reset keeps the subject that was written for it',
    resetKeepsSubject,
  ),
  fault(
    'changed-view-begins-no-list',
    'A list begins no more with a view once that has been changed',
    on('savedViews.update', async (exchange) => {
      const before = (await listedIn(exchange, '/saved-views', idIn(exchange)))?.row
      const reply = await exchange.send()
      if (isSuccess(reply) && before?.['isDefault'] === true) {
        await write(exchange, 'PUT', `/saved-views/${idIn(exchange)}/default`, {
          isDefault: false,
        })
      }
      return reply
    }),
  ),
  fault(
    'layouts-of-other-lists-lost',
    'How other lists are arranged is lost when one list is arranged',
    bodies('users.setPreferences', async (body, exchange) => {
      if (body['lists'] === undefined) return body
      const { preferences } = await read(exchange, '/users/me')
      const others = Object.keys(fieldsIn(fieldsIn(preferences)['lists'])).map((name) => [name, {}])
      return {
        ...body,
        lists: {
          ...(Object.fromEntries(others) as Fields),
          ...fieldsIn(body['lists']),
        },
      }
    }),
  ),
  fault(
    'ended-session-goes-on',
    'A device that is signed out from another one stays signed in',
    on('users.endSession', async (exchange) => {
      const sessions = await readList(exchange, '/users/sessions')
      return sessions.some(({ id, isCurrent }) => id === lastIn(exchange) && isCurrent !== true)
        ? answer(200, { success: true, message: 'Signed out on that device' })
        : exchange.send()
    }),
  ),
]

const outside = [
  remembering('invite-again-not-renewed', 'An invite that is mailed again ends when it would have ended before', () => {
    const ends = new Map<unknown, unknown>()
    const aged = (row: Fields): Fields => (ends.has(row['id']) ? { ...row, expiresAt: ends.get(row['id']) } : row)
    return on('invites.sendAgain invites.list', async (exchange) => {
      const isList = exchange.call === 'invites.list'
      const before = isList ? undefined : (await listedIn(exchange, '/invites', idIn(exchange)))?.row
      const reply = await exchange.send()
      if (!isSuccess(reply)) return reply
      if (isList) return withData(reply, recordsIn(dataIn(reply)).map(aged))
      if (before && !ends.has(before['id'])) ends.set(before['id'], before['expiresAt'])
      return withData(reply, aged(recordIn(reply)))
    })
  }),
  fault(
    'token-ends-as-its-day-begins-too-again',
    'An API token that is good until a day ends as that day begins, by UTC',
    bodies('apiTokens.create', (body) => {
      const day = body['expiresAt']
      return isDay(day) && Date.parse(day) > Date.now() ? { ...body, expiresAt: `${day}T00:00:00Z` } : body
    }),
  ),
  remembering(
    'switched-off-webhook-still-waits',
    'What waits for a webhook that is switched off goes on waiting instead of being given up',
    () => {
      const waiting = new Set<unknown>()
      const revived = (row: Fields): Fields =>
        waiting.has(row['id']) && row['state'] === 'failed' ? { ...row, state: 'waiting' } : row
      return on('webhooks.switch webhooks.deliveries webhooks.delivery webhooks.sendAgain', async (exchange) => {
        const isOff = exchange.call === 'webhooks.switch' && bodyOf(exchange)['state'] === 'disabled'
        const path = `/outgoing-webhooks/${idIn(exchange)}/deliveries?state=waiting&limit=100`
        const waited = isOff ? await readList(exchange, path) : []
        const reply = await exchange.send()
        if (!isSuccess(reply)) return reply
        for (const { id } of waited) waiting.add(id)
        if (exchange.call === 'webhooks.sendAgain') waiting.delete(idIn(exchange))
        if (exchange.call === 'webhooks.delivery') return withData(reply, revived(recordIn(reply)))
        if (exchange.call !== 'webhooks.deliveries') return reply
        return exchange.query.get('state') === 'failed'
          ? without(reply, ({ id }) => waiting.has(id))
          : withData(reply, recordsIn(dataIn(reply)).map(revived))
      })
    },
  ),
  remembering('archive-part-counted-twice', 'A part of an archive that is sent again is counted again', () => {
    const received = new Map<unknown, number>()
    const twice = new Map<unknown, number>()
    const counted = (row: Fields): Fields => {
      const more = twice.get(row['id'])
      return more === undefined ? row : { ...row, received: numberIn(row['received']) + more }
    }
    return on('archives.addPart archives.list', async (exchange) => {
      const reply = await exchange.send()
      if (!isSuccess(reply)) return reply
      if (exchange.call === 'archives.list') return withData(reply, recordsIn(dataIn(reply)).map(counted))
      const record = recordIn(reply)
      const now = numberIn(record['received'])
      if (received.get(record['id']) === now) {
        const bytes = Buffer.from(textOf(exchange, 'content'), 'base64').length
        twice.set(record['id'], (twice.get(record['id']) ?? 0) + bytes)
      }
      received.set(record['id'], now)
      return withData(reply, counted(record))
    })
  }),
  fault(
    'share-in-whole-percent',
    'The share of a partner is rounded to a whole percent',
    requests('collaborations.create', 'share', (share) => (typeof share === 'number' ? Math.round(share) : share)),
  ),
  fault(
    'deletion-told-as-update',
    'That a record was deleted is told as an update of it',
    on('events.stream', async (exchange) => {
      const reply = await exchange.send()
      return reply.live
        ? {
            ...reply,
            live: replacedIn(reply.live, '"kind":"deleted"', '"kind":"updated"'),
          }
        : reply
    }),
  ),
]

export const eleventhStrangers: Fault[] = [
  ...lists,
  ...figures,
  ...buyers,
  ...sales,
  ...catalogue,
  ...settings,
  ...outside,
]
