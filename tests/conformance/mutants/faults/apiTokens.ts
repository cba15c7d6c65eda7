import {
  answer,
  changed,
  type Exchange,
  type Fault,
  type Handler,
  isRecord,
  isSuccess,
  parsed,
  valueAt,
  withBody,
} from '../exchange'
import { admits, answers, bearer, byWhoeverMay, fault, on, remembering, replies, requests } from '../make'
import { readList, recordsIn } from '../selling'

/** The token is remembered, and told whenever tokens are listed. */
const toldAgain: Fault = {
  id: 'api-token-told-again',
  about: 'an API token is told again whenever tokens are listed',
  make: () => {
    const tokens: string[] = []
    return on('apiTokens.create apiTokens.list', async (exchange) => {
      const reply = await exchange.send()
      if (!isSuccess(reply)) return reply
      if (exchange.call === 'apiTokens.create') {
        const made = parsed(reply.text)
        const data = isRecord(made) && isRecord(made['data']) ? made['data'] : {}
        tokens.push(String(data['token']))
      }
      return exchange.call === 'apiTokens.list'
        ? { ...reply, text: reply.text.replace('"prefix":"', `"prefix":"${tokens.join(' ')} `) }
        : reply
    })
  },
}

/** A program that was let in for what owners do goes on with that, whatever its maker may. */
const outlasting: Fault = {
  id: 'api-token-outlasts-role',
  about: 'what an API token was made for it does, when its maker may no more',
  make: () => {
    const tokens: string[] = []
    return on('members.setRole apiTokens.create organizations.setPermissions', async (exchange) => {
      const reply = await exchange.send()
      const { call, body, headers } = exchange
      if (call === 'apiTokens.create' && isSuccess(reply) && isRecord(body)) {
        const duties = body['duties']
        const token = valueAt(parsed(reply.text), 'data.token')
        if (Array.isArray(duties) && duties.includes('permissions')) tokens.push(`Bearer ${String(token)}`)
      }
      const isTheirs = reply.status === 403 && tokens.includes(headers['authorization'] ?? '')
      return call === 'organizations.setPermissions' && isTheirs ? byWhoeverMay(reply, exchange) : reply
    })
  },
}

const isProgram = (exchange: Exchange) => bearer(exchange).startsWith('odk_')

const byFirst = (exchange: Exchange) =>
  exchange.send({ headers: { authorization: `Bearer ${exchange.tokens[0] ?? ''}` } })

/** How other programs are let in. */
const untoldToPrograms = (call: string, path: string): Handler =>
  replies(call, (reply, exchange) =>
    isProgram(exchange)
      ? withBody(
          reply,
          changed(parsed(reply.text), path, () => null),
        )
      : reply,
  )

export const apiTokens: Fault[] = [
  toldAgain,
  outlasting,
  fault(
    'api-token-reads-all-orders',
    'an API token reads the orders of all, where its maker sees their own alone',
    on('members.setRole search', async (exchange) => {
      const { body } = exchange
      const isOfProgram = bearer(exchange).startsWith('odk_') && isRecord(body) && body['resource'] === 'orders'
      if (!isOfProgram) return exchange.send()
      const [own] = await readList(exchange, '/organizations')
      const isNarrow = own?.['role'] === 'agent' && valueAt(own, 'agents.seesAllOrders') === false
      return isNarrow
        ? exchange.send({ headers: { authorization: `Bearer ${exchange.tokens[0] ?? ''}` } })
        : exchange.send()
    }),
  ),
  fault(
    'api-token-without-token',
    'an API token is made, and told to nobody',
    answers('apiTokens.create', 'data.token', () => null),
  ),
  fault(
    'api-token-of-everything',
    'an API token is made for everything, whatever it is asked for',
    requests('apiTokens.create', 'duties', () => null),
  ),
  fault('api-token-changes-all', 'an API token adds products, whatever it is for', admits('products.create', [403])),
  fault('api-token-account', 'an API token opens the account of its maker', admits('users.sessions', [403])),
  fault('api-token-makes-another', 'an API token makes others', admits('apiTokens.create', [403])),
  fault('api-token-revokes', 'an API token revokes tokens', admits('apiTokens.revoke', [403])),
  fault(
    'api-token-everywhere',
    'an API token belongs to every organization of its maker',
    answers('organizations.list', 'data', (rows) =>
      Array.isArray(rows) && rows.length === 1 && isRecord(rows[0]) ? [...rows, { ...rows[0], id: 'another' }] : rows,
    ),
  ),
  fault('api-token-of-anybody', 'whoever knows the id of an API token revokes it', admits('apiTokens.revoke', [404])),
  fault(
    'api-token-goes-on',
    'an API token is acknowledged to be revoked, and goes on',
    on('apiTokens.revoke', async (exchange) => {
      // No token gets so far.
      const devices = await exchange.ask('GET', '/api/v1/users/sessions', bearer(exchange))
      return isSuccess(devices) ? answer(200, { success: true, message: 'Revoked' }) : exchange.send()
    }),
  ),
  fault(
    'api-token-ends-others',
    'an API token that is revoked takes the others with it',
    on('apiTokens.revoke', async (exchange) => {
      const reply = await exchange.send()
      const [owner = ''] = exchange.tokens
      if (!isSuccess(reply)) return reply
      const organizations = parsed((await exchange.ask('GET', '/api/v1/organizations', owner)).text)
      const data = isRecord(organizations) && Array.isArray(organizations['data']) ? organizations['data'] : []
      for (const { id } of data as { id: string }[]) {
        const listed = parsed((await exchange.ask('GET', `/api/v1/api-tokens?organizationId=${id}`, owner)).text)
        const tokens = isRecord(listed) && Array.isArray(listed['data']) ? listed['data'] : []
        for (const one of tokens as { id: string }[])
          await exchange.ask('DELETE', `/api/v1/api-tokens/${one.id}`, owner)
      }
      return reply
    }),
  ),
  remembering(
    'token-of-orders-refunds',
    'a token for orders is told why nothing can be given back, and not that it may not',
    () => {
      const wide = new Set<unknown>()
      return on('apiTokens.create orders.refund', async (exchange) => {
        const reply = await exchange.send()
        const duties = isRecord(exchange.body) ? exchange.body['duties'] : undefined
        if (exchange.call === 'apiTokens.create' && Array.isArray(duties) && duties.includes('orders')) {
          wide.add(valueAt(parsed(reply.text), 'data.token'))
        }
        const isTaken = exchange.call === 'orders.refund' && reply.status === 403 && wide.has(bearer(exchange))
        const message = 'Nothing of it was paid.'
        return isTaken ? answer(409, { success: false, message, error: { code: 'not_possible', message } }) : reply
      })
    },
  ),
  fault(
    'api-token-ends-by-another-clock',
    'of the moment at which an API token ends its offset is passed over',
    requests('apiTokens.create', 'expiresAt', (moment) =>
      typeof moment === 'string' ? moment.replace(/[+-]\d\d:\d\d$/, 'Z') : moment,
    ),
  ),
  fault(
    'api-token-duty-untold',
    'an API token for many at once is listed without that',
    answers('apiTokens.list', 'data', (rows) =>
      recordsIn(rows).map((row) => ({
        ...row,
        duties: Array.isArray(row['duties']) ? row['duties'].filter((duty) => duty !== 'bulk') : row['duties'],
      })),
    ),
  ),
  fault(
    'api-token-network-whole',
    'from where an API token was used is told to the last part',
    answers('apiTokens.list', 'data.*.lastUsedNetwork', () => '192.0.2.17'),
  ),
  fault(
    'pay-code-told-to-readers',
    'a program that only reads is told the code of a payment link',
    on('orders.payments', (exchange) => (isProgram(exchange) ? byFirst(exchange) : exchange.send())),
  ),
  fault(
    'pay-code-kept-from-programs',
    'no program is told the code of a payment link, whatever it is for',
    untoldToPrograms('orders.payments', 'data.link.payCode'),
  ),
  fault(
    'api-token-exports',
    'an API token exports lists, whatever it is for',
    on('listExports.csv reports.xlsx', async (exchange) => {
      const reply = await exchange.send()
      return isProgram(exchange) && reply.status === 403 ? byFirst(exchange) : reply
    }),
  ),
  fault(
    'api-token-reads-less',
    'of a customer an API token is told no phone number',
    untoldToPrograms('customers.get', 'data.phone'),
  ),
]
