import {
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
} from './exchange'
import { answers, on, refusals } from './make'

// What faults of selling have in common: they ask the server for more than was asked of them, with the asker's own token.

type Fields = Record<string, unknown>

export const tokenIn = ({ headers }: Exchange) => headers['authorization']?.slice(7) ?? ''

/** The record of an answer; an empty one when it holds none. */
export function recordIn(reply: Reply): Fields {
  const data = valueAt(parsed(reply.text), 'data')
  return isRecord(data) ? data : {}
}

export const recordsIn = (value: unknown): Fields[] => (Array.isArray(value) ? value.filter(isRecord) : [])

/** The id in the path of a request, which comes behind the name of its resource. */
export const idIn = ({ path }: Exchange): string => path.split('/')[4] ?? ''

export const bodyOf = ({ body }: Exchange): Fields => (isRecord(body) ? body : {})

export const read = async (exchange: Exchange, path: string) =>
  recordIn(await exchange.ask('GET', `/api/v1${path}`, tokenIn(exchange)))

export const readList = async (exchange: Exchange, path: string) =>
  recordsIn(valueAt(parsed((await exchange.ask('GET', `/api/v1${path}`, tokenIn(exchange))).text), 'data'))

/** What a call lists of each organization of the asker, list by list. */
export async function listsOf(exchange: Exchange, path: string): Promise<Fields[][]> {
  const organizations = await readList(exchange, '/organizations')
  return Promise.all(organizations.map(({ id }) => readList(exchange, `${path}?organizationId=${String(id)}`)))
}

export const write = (exchange: Exchange, method: string, path: string, body: unknown) =>
  exchange.ask(method, `/api/v1${path}`, tokenIn(exchange), body)

/** Moves a product's stock behind everybody's back. */
export const move = (exchange: Exchange, productId: unknown, by: number) =>
  write(exchange, 'POST', `/products/${String(productId)}/stock`, { by, reason: 'inventory' })

export async function rowsOf(exchange: Exchange, resource: string, more: Fields): Promise<Fields[]> {
  const reply = await write(exchange, 'POST', '/search', { resource, limit: 100, page: 1, ...more })
  return recordsIn(valueAt(parsed(reply.text), 'data'))
}

/** Does more once a request has been carried out. */
export const afterwards = (calls: string, work: (exchange: Exchange, record: Fields) => Promise<unknown>): Handler =>
  on(calls, async (exchange) => {
    const reply = await exchange.send()
    if (isSuccess(reply)) await work(exchange, recordIn(reply))
    return reply
  })

/** Lets through what is refused: what stands in the way is put aside meanwhile. */
export const pushes = (
  calls: string,
  aside: (exchange: Exchange) => Promise<(() => Promise<unknown>) | undefined>,
  body: (sent: Fields) => Fields = (sent) => sent,
): Handler =>
  refusals(calls, [404, 409, 422], async (reply, exchange) => {
    const putBack = await aside(exchange)
    if (putBack === undefined) return reply
    const pushed = await exchange.send({ body: body(bodyOf(exchange)) })
    await putBack()
    return isSuccess(pushed) ? pushed : reply
  })

/** A refusal that says yes: whoever asks is answered with the record as it is. */
export const agrees = (calls: string, statuses: number[], path: (exchange: Exchange) => string): Handler =>
  refusals(calls, statuses, async (reply, exchange) => {
    const record = await exchange.ask('GET', path(exchange), tokenIn(exchange))
    return isSuccess(record) ? record : reply
  })

/** Takes a header no heed of. */
export const deafTo = (header: string, calls: string): Handler =>
  on(calls, (exchange) =>
    exchange.headers[header] === undefined ? exchange.send() : exchange.send({ headers: { [header]: undefined } }),
  )

export const lacks = (calls: string, path: string): Handler => answers(calls, path, () => gone)
export const empties = (calls: string, path: string): Handler => answers(calls, path, () => null)

/** Gives the record of a successful answer another look. */
export const recordsAs = (calls: string, change: (record: Fields, exchange: Exchange) => Fields): Handler =>
  on(calls, async (exchange) => {
    const reply = await exchange.send()
    if (!isSuccess(reply)) return reply
    const whole = parsed(reply.text)
    const data = valueAt(whole, 'data')
    return isRecord(whole) && isRecord(data) ? withBody(reply, { ...whole, data: change(data, exchange) }) : reply
  })

/** The same of every row of a list. */
export const rowsAs = (calls: string, change: (rows: Fields[], exchange: Exchange) => unknown[]): Handler =>
  on(calls, async (exchange) => {
    const reply = await exchange.send()
    if (!isSuccess(reply)) return reply
    const whole = parsed(reply.text)
    const data = valueAt(whole, 'data')
    return isRecord(whole) && Array.isArray(data)
      ? withBody(reply, { ...whole, data: change(recordsIn(data), exchange) })
      : reply
  })

/** Gives the rows of a search of one list another look. */
export const foundAs = (resource: string, change: (row: Fields) => unknown): Handler =>
  rowsAs('search', (rows, exchange) => (bodyOf(exchange)['resource'] === resource ? rows.map(change) : rows))

/** Whoever asks for the same again is answered as the first time. */
export const stale = (id: string, about: string, calls: string): Fault => ({
  id,
  about,
  make: () => {
    const kept = new Map<string, Reply>()
    return on(calls, async (exchange) => {
      const key = `${tokenIn(exchange)} ${exchange.path}?${exchange.query.toString()}`
      const reply = kept.get(key) ?? (await exchange.send())
      if (isSuccess(reply)) kept.set(key, reply)
      return reply
    })
  },
})

/** What is refused the second time is answered as the first time. */
export const answeredTwice = (id: string, about: string, calls: string): Fault => ({
  id,
  about,
  make: () => {
    const done = new Map<string, Reply>()
    return on(calls, async (exchange) => {
      const reply = await exchange.send()
      if (isSuccess(reply)) done.set(exchange.path, reply)
      return reply.status === 404 || reply.status === 409 ? (done.get(exchange.path) ?? reply) : reply
    })
  },
})
