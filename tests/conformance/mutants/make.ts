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
  withBody,
} from './exchange'

// The ways to break a call. Each takes a name of one call, or several with a blank between, or * for all.

const concerns = (calls: string, { call }: Exchange) => calls === '*' || calls.split(' ').includes(call)

/** The token of a request; empty when there is none. */
export const bearer = ({ headers }: Exchange): string =>
  /^Bearer (\S+)$/.exec(headers['authorization'] ?? '')?.[1] ?? ''

/** Whether somebody is signed in with the token of a request. */
export const isAlive = async (exchange: Exchange): Promise<boolean> =>
  bearer(exchange) !== '' && isSuccess(await exchange.ask('GET', '/api/v1/users/me', bearer(exchange)))

/** Handles only what concerns the calls. */
export const on = (calls: string, handle: Handler): Handler => {
  const handler = (exchange: Exchange) => (concerns(calls, exchange) ? handle(exchange) : exchange.send())
  return calls === '*' ? handler : Object.assign(handler, { calls })
}

/** A fault that remembers nothing. */
export const fault = (id: string, about: string, handle: Handler): Fault => ({ id, about, make: () => handle })

/** A fault that remembers what it saw. */
export const remembering = (id: string, about: string, make: () => Handler): Fault => ({ id, about, make })

/** Changes what successful answers hold at a path. */
export const answers = (calls: string, path: string, change: (value: unknown) => unknown): Handler =>
  on(calls, async (exchange) => {
    const reply = await exchange.send()
    return isSuccess(reply) ? withBody(reply, changed(parsed(reply.text), path, change)) : reply
  })

/** Changes what requests hold at a path of their body. */
export const requests = (calls: string, path: string, change: (value: unknown) => unknown): Handler =>
  on(calls, (exchange) => {
    const body = changed(exchange.body, path, change)
    return JSON.stringify(body) === JSON.stringify(exchange.body) ? exchange.send() : exchange.send({ body })
  })

/** Sends the request without some of its query. */
export const unasked = (calls: string, name: string): Handler =>
  on(calls, (exchange) => {
    if (!exchange.query.has(name)) return exchange.send()
    const query = new URLSearchParams(exchange.query)
    query.delete(name)
    return exchange.send({ query })
  })

/** Gives a successful answer another look. */
export const replies = (calls: string, change: (reply: Reply, exchange: Exchange) => Reply | Promise<Reply>): Handler =>
  on(calls, async (exchange) => {
    const reply = await exchange.send()
    return isSuccess(reply) ? change(reply, exchange) : reply
  })

/** Gives a refusal of certain statuses another look. */
export const refusals = (
  calls: string,
  statuses: number[],
  change: (reply: Reply, exchange: Exchange) => Reply | Promise<Reply>,
): Handler =>
  on(calls, async (exchange) => {
    const reply = await exchange.send()
    return statuses.includes(reply.status) ? change(reply, exchange) : reply
  })

/** Lets through what must be refused, by making a proper request of it. */
export const accepts = (calls: string, repair: (body: Record<string, unknown>) => Record<string, unknown>): Handler =>
  refusals(calls, [400, 404, 422], async (reply, exchange) => {
    if (!isRecord(exchange.body)) return reply
    const body = repair(exchange.body)
    if (JSON.stringify(body) === JSON.stringify(exchange.body)) return reply
    const accepted = await exchange.send({ body })
    return isSuccess(accepted) ? accepted : reply
  })

/** The same request by somebody who may make it; the reply when there is nobody. */
export async function byWhoeverMay(reply: Reply, exchange: Exchange): Promise<Reply> {
  for (const token of exchange.tokens) {
    const admitted = await exchange.send({ headers: { authorization: `Bearer ${token}` } })
    if (isSuccess(admitted)) return admitted
  }
  return reply
}

/** Lets in who must not come in: the request is repeated with the tokens of those who may. */
export const admits = (calls: string, statuses: number[]): Handler => refusals(calls, statuses, byWhoeverMay)

/** Falls over, as an unhandled error does. */
export const crash = () =>
  answer(500, {
    success: false,
    message: 'Something went wrong',
    error: { code: 'internal_error', message: 'Something went wrong' },
  })

/** Falls over requests that a condition holds for, without passing them on. */
export const crashes = (calls: string, condition: (exchange: Exchange) => boolean): Handler =>
  on(calls, (exchange) => (condition(exchange) ? Promise.resolve(crash()) : exchange.send()))

/** The field of a request's body, as text. */
export const textOf = (exchange: Exchange, field: string): string => {
  const value = isRecord(exchange.body) ? exchange.body[field] : undefined
  return typeof value === 'string' ? value : ''
}
