import { answer, type Fault, type Handler } from '../exchange'
import { crash, fault } from '../make'

const after = (count: number, handle: Handler): Fault['make'] => {
  return () => {
    let seen = 0
    return (exchange) => {
      seen += 1
      return seen % count === 0 ? handle(exchange) : exchange.send()
    }
  }
}

const overloaded: Fault = {
  id: 'overload-500',
  about: 'more than five requests at once answer 503 without a body',
  make: () => {
    let underWay = 0
    return async (exchange) => {
      underWay += 1
      try {
        return underWay > 5 ? { status: 503, headers: {}, text: '' } : await exchange.send()
      } finally {
        underWay -= 1
      }
    }
  },
}

/** What breaks under odd or many requests. */
export const resilience = [
  fault('head-500', 'HEAD answers 500', async (exchange) => (exchange.method === 'HEAD' ? crash() : exchange.send())),
  fault('options-500', 'OPTIONS answers 500', async (exchange) =>
    exchange.method === 'OPTIONS' ? crash() : exchange.send(),
  ),
  fault('large-body-500', 'a body of more than 100 kB answers 500', async (exchange) =>
    exchange.text.length > 100_000 ? crash() : exchange.send(),
  ),
  { id: 'every-97th-500', about: 'every 97th request answers 500', make: after(97, async () => crash()) },
  {
    id: 'every-83rd-html',
    about: 'every 83rd request is answered by a proxy in HTML',
    make: after(83, async () => ({
      status: 502,
      headers: { 'content-type': 'text/html' },
      text: '<h1>Bad Gateway</h1>',
    })),
  },
  overloaded,
  fault('deep-json-500', 'JSON of many levels answers 500', async (exchange) =>
    /(?:[[{][^\]}]*){20}/.test(exchange.text) ? crash() : exchange.send(),
  ),
  fault('unknown-path-200', 'an unknown path of the API answers 200', async (exchange) => {
    const reply = await exchange.send()
    return exchange.call === '' &&
      exchange.path.startsWith('/api/v1/') &&
      reply.status === 404 &&
      exchange.method === 'GET'
      ? answer(200, { success: true, message: 'Hello' })
      : reply
  }),
]
