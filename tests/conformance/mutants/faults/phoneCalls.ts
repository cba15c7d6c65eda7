import { type Exchange, type Fault, isRecord, isSuccess, parsed, valueAt, withBody } from '../exchange'
import { accepts, admits, answers, crash, fault, on, refusals, remembering, requests, textOf } from '../make'
import {
  bodyOf,
  deafTo,
  empties,
  foundAs,
  idIn,
  listsOf,
  readList,
  recordIn,
  recordsAs,
  recordsIn,
  rowsAs,
  rowsOf,
  tokenIn,
  write,
} from '../selling'

const opened = async (exchange: Exchange) =>
  (await listsOf(exchange, '/calls/open/me')).flat().find((call) => call['id'] === idIn(exchange))

const closedLast: Fault = {
  id: 'call-closed-again',
  about: 'a closed call can be closed again',
  make: () => {
    const closed = new Map<string, Awaited<ReturnType<Exchange['send']>>>()
    return on('calls.close', async (exchange) => {
      const reply = await exchange.send()
      if (isSuccess(reply)) closed.set(`${tokenIn(exchange)} ${idIn(exchange)}`, reply)
      return reply.status === 409 ? (closed.get(`${tokenIn(exchange)} ${idIn(exchange)}`) ?? reply) : reply
    })
  },
}

const endedAgain: Fault = {
  id: 'call-ended-again',
  about: 'a call that has ended can be ended again',
  make: () => {
    const ended = new Map<string, Awaited<ReturnType<Exchange['send']>>>()
    return on('calls.end', async (exchange) => {
      const reply = await exchange.send()
      if (isSuccess(reply)) ended.set(`${tokenIn(exchange)} ${idIn(exchange)}`, reply)
      return reply.status === 409 ? (ended.get(`${tokenIn(exchange)} ${idIn(exchange)}`) ?? reply) : reply
    })
  },
}

const closedListed: Fault = {
  id: 'call-closed-open',
  about: 'a closed call is among the open ones',
  make: () => {
    const seen = new Map<unknown, Record<string, unknown>>()
    return rowsAs('calls.open', (rows) => {
      for (const row of rows) seen.set(row['id'], row)
      return [...seen.values()]
    })
  },
}

const callBackListed: Fault = {
  id: 'call-back-stays',
  about: 'who has been called back is listed still',
  make: () => {
    const seen = new Map<unknown, Record<string, unknown>>()
    return rowsAs('calls.callBacks', (rows) => {
      for (const row of rows) seen.set(row['id'], row)
      return [...seen.values()]
    })
  },
}

export const phoneCalls: Fault[] = [
  remembering('call-back-promised-twice', 'who is to be called at another time is to be called at both', () => {
    const kept = new Map<unknown, Record<string, unknown>>()
    return on('calls.close calls.callBacks', async (exchange) => {
      const organizationId = exchange.query.get('organizationId')
      if (exchange.call === 'calls.callBacks') {
        const reply = await exchange.send()
        const rows = recordsIn(valueAt(parsed(reply.text), 'data'))
        const more = [...kept.values()].filter((row) => row['organizationId'] === organizationId)
        const at = (row: Record<string, unknown>) => Date.parse(String(row['callBackAt']))
        return more.length === 0
          ? reply
          : withBody(reply, { data: [...rows, ...more].toSorted((one, other) => at(one) - at(other)) })
      }
      const { disposition } = bodyOf(exchange)
      const before = await listsOf(exchange, '/calls/call-backs/me')
      const reply = await exchange.send()
      const { customerId } = recordIn(reply)
      if (!isSuccess(reply) || !customerId) return reply
      for (const row of before.flat().filter((one) => one['customerId'] === customerId)) {
        if (disposition === 'call_back') kept.set(row['id'], row)
      }
      return reply
    })
  }),
  fault(
    'call-backs-never-wait',
    'no call-back that is due waits on the dashboard',
    answers('dashboard.read', 'data.queue', (queue) => recordsIn(queue).filter((row) => row['of'] !== 'callBacks')),
  ),
  fault(
    'calls-need-numbers',
    'nobody is called whose number is not known',
    on('calls.start', async (exchange) => {
      const reply = await exchange.send()
      return isSuccess(reply) && bodyOf(exchange)['customerId'] && !recordIn(reply)['phone'] ? crash() : reply
    }),
  ),
  fault(
    'calls-unwanted-by-nobody',
    'that somebody whom nobody knows wants no calls makes the server fall over',
    on('calls.close', async (exchange) => {
      const reply = await exchange.send()
      const isOfNobody = isSuccess(reply) && !recordIn(reply)['customerId']
      return isOfNobody && bodyOf(exchange)['disposition'] === 'do_not_call' ? crash() : reply
    }),
  ),
  fault(
    'call-resumed-beside-another',
    'a call is talked again beside another one',
    refusals('calls.resume', [409], async (reply, exchange) => {
      const call = await opened(exchange)
      if (call?.['state'] !== 'wrapping_up') return reply
      return { ...reply, status: 200, text: JSON.stringify({ data: { ...call, state: 'talking', endedAt: null } }) }
    }),
  ),
  fault(
    'call-second',
    'somebody can be in two calls at once',
    refusals('calls.start', [409], async (reply, exchange) => {
      const organizationId = textOf(exchange, 'organizationId')
      const [talking] = await readList(exchange, `/calls/open/me?organizationId=${organizationId}`)
      return talking
        ? { ...reply, status: 200, text: JSON.stringify({ data: { ...talking, id: idOf(talking) } }) }
        : reply
    }),
  ),
  endedAgain,
  fault(
    'call-closed-talking',
    'a call can be closed while it is talked',
    refusals('calls.close', [409], async (reply, exchange) => {
      if ((await opened(exchange))?.['state'] !== 'talking') return reply
      await write(exchange, 'POST', `/calls/${idIn(exchange)}/end`, {})
      return exchange.send()
    }),
  ),
  closedLast,
  fault(
    'call-without-disposition',
    'a call can be closed without a word on how it went',
    accepts('calls.close', (body) => ({ disposition: 'service', ...body })),
  ),
  fault(
    'call-disposition-lost',
    'however a call went, it was service',
    requests('calls.close', 'disposition', (word) => (word === 'sold' || word === 'not_interested' ? 'service' : word)),
  ),
  fault(
    'call-back-never',
    'a call-back needs no time',
    refusals('calls.close', [409, 422], async (reply, exchange) => {
      const body = bodyOf(exchange)
      if (body['disposition'] !== 'call_back' || typeof body['callBackAt'] === 'string') return reply
      return exchange.send({ body: { ...body, callBackAt: new Date(Date.now() + 86_400_000).toISOString() } })
    }),
  ),
  fault(
    'call-back-needless',
    'a call that nobody returns can have a time for it',
    refusals('calls.close', [409, 422], async (reply, exchange) => {
      const { callBackAt, ...body } = bodyOf(exchange)
      return typeof callBackAt === 'string' ? exchange.send({ body }) : reply
    }),
  ),
  fault('call-back-time-lost', 'when to call back is not kept', empties('calls.close', 'data.callBackAt')),
  fault(
    'call-note-lost',
    'the note of a call is lost',
    requests('calls.close', 'note', () => ''),
  ),
  fault(
    'call-wrap-up-forgotten',
    'a call that has yet to be wrapped up is not among the open ones',
    rowsAs('calls.open', (rows) => rows.filter(({ state }) => state === 'talking')),
  ),
  closedListed,
  fault(
    'call-back-forgotten',
    'whom somebody is to call back is not listed',
    rowsAs('calls.callBacks', () => []),
  ),
  callBackListed,
  fault(
    'call-back-when-unknown',
    'when somebody is to be called back is not listed',
    rowsAs('calls.callBacks', (rows) => rows.map((row) => ({ ...row, callBackAt: null }))),
  ),
  fault(
    'call-back-of-none',
    'a call that nobody has to return can be done',
    refusals('calls.calledBack', [409], async (reply, exchange) => ({
      ...reply,
      status: 200,
      text: JSON.stringify({ data: { id: idIn(exchange), state: 'closed' } }),
    })),
  ),
  fault(
    'call-oldest-first',
    'open calls are listed the oldest first',
    rowsAs('calls.open', (rows) => rows.toReversed()),
  ),
  fault(
    'call-customer-unknown',
    'a number does not find its customer',
    on('calls.start', async (exchange) => {
      const reply = await exchange.send()
      if (textOf(exchange, 'phone') === '' || !isSuccess(reply)) return reply
      return { ...reply, text: JSON.stringify({ data: { ...recordIn(reply), customerId: null, customerName: null } }) }
    }),
  ),
  fault(
    'call-number-unknown',
    'a call of a customer has no number',
    on('calls.start', async (exchange) => {
      const reply = await exchange.send()
      return textOf(exchange, 'customerId') !== '' && isSuccess(reply)
        ? { ...reply, text: JSON.stringify({ data: { ...recordIn(reply), phone: null } }) }
        : reply
    }),
  ),
  fault('call-end-unknown', 'when a call has ended is not told', empties('calls.end calls.close', 'data.endedAt')),
  fault(
    'call-state-talking',
    'a call that has ended is talked still',
    answers('calls.end', 'data.state', () => 'talking'),
  ),
  fault(
    'call-ongoing-unknown',
    'a call that was begun is not the ongoing one',
    recordsAs('calls.ongoing', (call) => ({ ...call, id: '00000000-0000-7000-8000-000000000000' })),
  ),
  fault(
    'call-of-nobody',
    'a call needs neither a customer nor a number',
    accepts('calls.start', (body) => ({ phone: '+1 202 555 0100', ...body })),
  ),
  fault(
    'call-key-ignored',
    'a call that is begun again with its key is another',
    deafTo('idempotency-key', 'calls.start'),
  ),
  fault(
    'call-ended-by-strangers',
    "somebody else's call can be ended and closed",
    admits('calls.end calls.close', [404]),
  ),
  fault('call-open-to-strangers', 'calls of other organizations are listed', admits('calls.open', [403, 404])),
  fault('call-for-strangers', 'calls can be begun in other organizations', admits('calls.start', [403, 404])),
  fault(
    'call-with-strangers',
    "another organization's customer can be called",
    refusals('calls.start', [422], async (reply, exchange) => {
      const { customerId, ...body } = bodyOf(exchange)
      if (customerId === undefined) return reply
      const [customer] = await rowsOf(exchange, 'customers', { organizationId: body['organizationId'] })
      const started = await exchange.send({ body: { ...body, customerId: customer?.['id'] } })
      return isSuccess(started) ? started : reply
    }),
  ),
  fault(
    'calls-listed-otherwise',
    'the list of calls tells that numbers were wrong where somebody wanted help',
    foundAs('calls', (row) => ({
      ...row,
      disposition: row['disposition'] === 'service' ? 'wrong_number' : row['disposition'],
    })),
  ),
  fault(
    'call-about-nothing-typed',
    'what was typed in a call that sold nothing is not told',
    foundAs('calls', (row) => (row['orderId'] === null ? { ...row, offerId: null, offerName: null } : row)),
  ),
  fault(
    'call-of-its-last-order',
    'a call names what was sold last in it',
    on('calls.close', async (exchange) => {
      const reply = await exchange.send()
      const { order, customerId, organizationId } = recordIn(reply)
      if (!isRecord(order)) return reply
      const [newest = order] = await rowsOf(exchange, 'orders', { organizationId, filters: { customerId } })
      const last = { id: newest['id'], number: newest['number'] }
      return withBody(reply, { data: { ...recordIn(reply), order: last } })
    }),
  ),
  remembering('call-back-by-number-alone', 'whoever is reached at another number is to be called back still', () => {
    const seen = new Map<unknown, Record<string, unknown>>()
    const reached = new Set<string>()
    const digitsOf = (phone: unknown) => String(phone).replaceAll(/\D/g, '')
    return on('calls.close calls.callBacks calls.calledBack', async (exchange) => {
      const reply = await exchange.send()
      if (exchange.call !== 'calls.callBacks') {
        const { disposition, phone } = recordIn(reply)
        if (exchange.call === 'calls.calledBack') seen.delete(idIn(exchange))
        else if (disposition === 'service') reached.add(digitsOf(phone))
        return reply
      }
      const rows = recordsIn(valueAt(parsed(reply.text), 'data'))
      for (const row of rows) seen.set(row['id'], row)
      const left = [...seen.values()].filter(({ phone }) => !reached.has(digitsOf(phone)))
      const all = [...new Map([...rows, ...left].map((row) => [row['id'], row])).values()]
      return withBody(reply, {
        data: all.toSorted((a, b) => (String(a['callBackAt']) < String(b['callBackAt']) ? -1 : 1)),
      })
    })
  }),
  fault(
    'call-with-who-was-merged',
    'a call of who is a part of another begins with that one',
    refusals('calls.start', [422], async (reply, exchange) => {
      const { customerId } = bodyOf(exchange)
      const gone = await exchange.ask(
        'GET',
        `/api/v1/customers/${encodeURIComponent(String(customerId))}`,
        tokenIn(exchange),
      )
      const mergedInto = valueAt(parsed(gone.text), 'error.details.mergedInto')
      return typeof mergedInto === 'string'
        ? exchange.send({ body: { ...bodyOf(exchange), customerId: mergedInto } })
        : reply
    }),
  ),
  fault('call-without-token', 'calls are begun without a token', admits('calls.start', [401])),
  fault(
    'call-closed-with-no-moment-refused',
    'a call is not closed when it is said that nobody is to be called back',
    requests('calls.close', 'callBackAt', (at) => at ?? 'never'),
  ),
]

const idOf = ({ id }: Record<string, unknown>) => String(id).replace(/.$/, (last) => (last === '0' ? '1' : '0'))
