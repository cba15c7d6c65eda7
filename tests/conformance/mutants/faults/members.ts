import {
  answer,
  changed,
  type Exchange,
  type Fault,
  type Handler,
  isRecord,
  isSuccess,
  parsed,
  rowsIn,
  valueAt,
  withBody,
} from '../exchange'
import { admits, answers, bearer, byWhoeverMay, fault, on, refusals, remembering, replies, requests } from '../make'
import { listsOf, recordIn, write } from '../selling'

const done = answer(200, { data: { success: true, message: 'Done' } })
const acknowledged = answer(200, { success: true, message: 'Done' })

/** What whoever asks is in the organization of a query, and the token of its owner. */
async function placeIn(exchange: Exchange) {
  const organizationId = exchange.query.get('organizationId') ?? ''
  const list = await exchange.ask('GET', '/api/v1/organizations', bearer(exchange))
  const row = rowsIn(list.text).find((one) => isRecord(one) && one['id'] === organizationId)
  return { organizationId, role: isRecord(row) ? row['role'] : undefined, token: exchange.tokens[0] ?? '' }
}

const madeAt = (row: unknown) => Date.parse(String(valueAt(row, 'createdAt')))

/** Whether the first of the accounts asks. */
async function isFirst({ ask, tokens, ...exchange }: Exchange): Promise<boolean> {
  const [one, other] = await Promise.all(
    [tokens[0] ?? '', bearer({ ask, tokens, ...exchange })].map((token) => ask('GET', '/api/v1/users/me', token)),
  )
  return valueAt(parsed(one?.text ?? ''), 'data.id') === valueAt(parsed(other?.text ?? ''), 'data.id')
}

/** The work of whoever goes is the first account's, unasked. */
const handsOverUnasked = (call: string): Handler =>
  refusals(call, [422], async (reply, exchange) => {
    const me = await exchange.ask('GET', '/api/v1/users/me', exchange.tokens[0] ?? '')
    const given = await exchange.send({ body: { handOverTo: valueAt(parsed(me.text), 'data.id') } })
    return isSuccess(given) ? given : reply
  })

const goneWithWhoIsRemoved = (id: string, what: string, list: string): Fault =>
  remembering(id, `${what} of somebody who is removed is nobody else’s`, () => {
    let isOut = false
    return on(`members.remove ${list}`, async (exchange) => {
      const reply = await exchange.send()
      if (exchange.call === 'members.remove') isOut ||= isSuccess(reply)
      else if (isOut && isSuccess(reply)) return withBody(reply, { data: [] })
      return reply
    })
  })

/** Who is in an organization, and which systems are let in. */
export const members = [
  fault(
    'member-removed-stays',
    'who was removed is still there',
    on('members.remove', async () => done),
  ),
  fault(
    'member-never-last',
    'nobody is told to be the last owner',
    answers('members.list', 'data.*.isLastOwner', () => false),
  ),
  fault('agents-list-members', 'agents are told who belongs to the organization', admits('members.list', [403])),
  fault(
    'role-in-name',
    'who becomes an owner changes no settings',
    requests('members.setRole', 'role', () => 'agent'),
  ),
  fault(
    'telephone-revoked-works',
    'a telephone system that was revoked is let in',
    on('telephone.revokeToken', async () => done),
  ),
  fault(
    'telephone-knows-nobody',
    'a telephone call is with nobody that is known',
    answers('telephone.startCall', 'data.customerId', () => null),
  ),
  fault(
    'telephone-calls-unwanted',
    'a telephone system calls who does not want to be called',
    refusals('telephone.startCall', [409], async (reply, exchange) => {
      const { body } = exchange
      if (!isRecord(body) || body['direction'] !== 'outbound') return reply
      const begun = await exchange.send({ body: { ...body, direction: 'inbound' } })
      return withBody(
        begun,
        changed(parsed(begun.text), 'data.direction', () => 'outbound'),
      )
    }),
  ),
  fault(
    'telephone-never-used',
    'no telephone system was ever used',
    answers('telephone.tokens', 'data.*.lastUsedAt', () => null),
  ),
  fault(
    'telephone-agents-of-elsewhere',
    'a telephone system puts whoever works elsewhere through',
    refusals('telephone.startCall', [422], async (reply, exchange) => {
      if (!isRecord(exchange.body)) return reply
      const [owner, other] = await Promise.all(
        exchange.tokens.map(async (token) => (await exchange.ask('GET', '/api/v1/users/me', token)).text),
      )
      const theirs = ['data.id', 'data.email'].map((name) => valueAt(parsed(other ?? ''), name))
      if (!theirs.includes(exchange.body['agent'])) return reply
      return exchange.send({ body: { ...exchange.body, agent: valueAt(parsed(owner ?? ''), 'data.id') } })
    }),
  ),
  remembering('telephone-agents-who-are-out', 'a telephone system puts whoever is kept out through', () => {
    let out: unknown
    return on('members.disable telephone.startCall', async (exchange) => {
      const reply = await exchange.send()
      if (exchange.call === 'members.disable') {
        if (isSuccess(reply)) out = valueAt(parsed(reply.text), 'data.id')
        return reply
      }
      if (isSuccess(reply) || !isRecord(exchange.body) || exchange.body['agent'] !== out) return reply
      const owner = (await exchange.ask('GET', '/api/v1/users/me', exchange.tokens[0] ?? '')).text
      return exchange.send({ body: { ...exchange.body, agent: valueAt(parsed(owner), 'data.id') } })
    })
  }),
  fault(
    'telephone-deaf-to-unwanted',
    'a telephone system puts nobody through who does not want to be called',
    replies('telephone.startCall', (reply) => {
      const { doNotCall, direction, state } = recordIn(reply)
      return doNotCall === true && direction === 'inbound' && state === 'talking'
        ? answer(409, { success: false, message: 'No', error: { code: 'not_possible', message: 'No' } })
        : reply
    }),
  ),
  fault(
    'telephone-revokes-all',
    'with one telephone system all others of the organization are revoked',
    on('telephone.revokeToken', async (exchange) => {
      const rows = await listsOf(exchange, '/telephone/tokens')
      const among = rows.find((some) => some.some(({ id }) => exchange.path.endsWith(String(id)))) ?? []
      const reply = await exchange.send()
      if (isSuccess(reply))
        for (const { id } of among) await write(exchange, 'DELETE', `/telephone/tokens/${String(id)}`, undefined)
      return reply
    }),
  ),
  remembering('disabled-owners-count', 'who is kept out still counts as one who may change settings', () => {
    let isOut = false
    return on('members.list members.get members.disable members.enable', async (exchange) => {
      const reply = await exchange.send()
      if (!isSuccess(reply)) return reply
      if (exchange.call === 'members.disable' || exchange.call === 'members.enable') {
        isOut = exchange.call === 'members.disable'
        return reply
      }
      const path = exchange.call === 'members.get' ? 'data.isLastOwner' : 'data.*.isLastOwner'
      return isOut
        ? withBody(
            reply,
            changed(parsed(reply.text), path, () => false),
          )
        : reply
    })
  }),
  fault(
    'removed-with-work',
    'who is removed has their work given to whoever removes them, unasked',
    handsOverUnasked('members.remove'),
  ),
  goneWithWhoIsRemoved('open-calls-go-with-who-is-removed', 'a call', 'calls.open'),
  fault(
    'orders-of-members-are-fewer',
    'the last order that somebody has placed is not counted',
    answers('members.get', 'data.ordersCount', (count) => Math.max(0, Number(count) - 1)),
  ),
  fault(
    'everybody-owns-organizations',
    'whoever sells in an organization is told to own it',
    answers('organizations.list', 'data.*.role', () => 'owner'),
  ),
  fault(
    'joined-when-signed-up',
    'who was let in today is told to have been there for years',
    answers('members.get', 'data.joinedAt', () => '2020-01-01T00:00:00Z'),
  ),
  fault(
    'devices-first-seen-first',
    'of the devices of somebody the one comes first that was not seen for longest',
    answers('members.get', 'data.devices', (devices) => (Array.isArray(devices) ? devices.toReversed() : devices)),
  ),
  fault(
    'member-left-stays',
    'who has left is still there',
    on('members.leave', async (exchange) => ((await isFirst(exchange)) ? exchange.send() : acknowledged)),
  ),
  fault('left-with-work', 'who leaves has their work given to somebody, unasked', handsOverUnasked('members.leave')),
  goneWithWhoIsRemoved('drafts-go-with-who-is-removed', 'a draft', 'orderDrafts.list'),
  remembering('talked-calls-go-with-who-is-disabled', 'a call that is talked stays with who is kept out', () => {
    let isOut = false
    return on('members.disable members.get calls.open', async (exchange) => {
      const reply = await exchange.send()
      if (!isSuccess(reply)) return reply
      if (exchange.call === 'members.disable') isOut = true
      else if (isOut && exchange.call === 'calls.open') return withBody(reply, { data: [] })
      else if (isOut)
        return withBody(
          reply,
          changed(parsed(reply.text), 'data.work.calls', () => 0),
        )
      return reply
    })
  }),
  fault(
    'office-mails-for-all',
    'agents read what is mailed to whoever is invited',
    replies('mails.list', async (reply, exchange) => {
      const { role, token, organizationId } = await placeIn(exchange)
      if (role !== 'agent') return reply
      const all = await exchange.ask('GET', `/api/v1/mails?organizationId=${organizationId}&limit=100`, token)
      const known = new Set(rowsIn(reply.text).map((row) => valueAt(row, 'id')))
      const rows = rowsIn(all.text).filter((row) => isRecord(row) && row['event'] === 'invite' && !known.has(row['id']))
      return withBody(
        reply,
        changed(parsed(reply.text), 'data', (data) =>
          Array.isArray(data) ? [...data, ...rows].toSorted((one, other) => madeAt(other) - madeAt(one)) : data,
        ),
      )
    }),
  ),
  fault(
    'timelines-of-colleagues',
    'agents read what has happened to their colleagues',
    refusals('audit.timeline', [403, 404], (reply, exchange) =>
      exchange.path.includes('/members/') ? byWhoeverMay(reply, exchange) : reply,
    ),
  ),
  fault(
    'currency-for-ever',
    'the currency of an organization stays, whether there are orders or not',
    on('organizations.update', async (exchange) => {
      const now = await exchange.ask('GET', exchange.path, bearer(exchange))
      const isFree = valueAt(parsed(now.text), 'data.hasOrders') === false
      return isFree && isRecord(exchange.body) && 'currency' in exchange.body ? now : exchange.send()
    }),
  ),
]

/** What is found by a few letters, read from a spreadsheet, or taken back. */
export const foundAndRead = [
  fault(
    'find-no-phones',
    'no customer is found among all kinds by a phone',
    on('search.find', async (exchange) => {
      const reply = await exchange.send()
      const isPhone = /^[\s\d()+.-]{7,}$/.test(exchange.query.get('q') ?? '')
      const data = valueAt(parsed(reply.text), 'data')
      return isPhone && isSuccess(reply) && isRecord(data)
        ? withBody(reply, { data: { ...data, customers: [] } })
        : reply
    }),
  ),
  fault(
    'find-names-backwards',
    'what begins with the letters comes last',
    replies('search.find', (reply) => {
      const data = valueAt(parsed(reply.text), 'data')
      if (!isRecord(data) || !Array.isArray(data['campaigns'])) return reply
      return withBody(reply, { data: { ...data, campaigns: data['campaigns'].toReversed() } })
    }),
  ),
  fault(
    'find-no-skus',
    'products are told without their SKUs',
    answers('search.find', 'data.products.*.sku', () => null),
  ),
  fault(
    'import-no-country',
    'the countries of imported customers are not read',
    requests('sheetImports.addLines', 'lines.*.cells.country', () => ''),
  ),
  fault(
    'offer-not-restored',
    'an offer that is restored is told to be there, and is not',
    on('offers.restore', async (exchange) => {
      const reply = await exchange.send()
      const id = exchange.path.split('/')[4] ?? ''
      const token = exchange.headers['authorization']?.slice(7) ?? ''
      if (isSuccess(reply)) await exchange.ask('DELETE', `/api/v1/offers/${id}`, token)
      return { ...reply }
    }),
  ),
]

const meIn = async (exchange: Exchange, token: string) =>
  valueAt(parsed((await exchange.ask('GET', '/api/v1/users/me', token)).text), 'data.id')

/** Who may do what, how often, and with what belongs to whom. */
export const whoMay: Fault[] = [
  fault(
    'token-resets-order-mails',
    'a token that reads begins mails of orders anew',
    admits('orderMails.reset', [403]),
  ),
  fault(
    'agents-ship-nothing',
    'agents are told that they may not ship parcels',
    refusals('fulfilments.ship', [404], async (reply, exchange) => {
      const isOther = (await meIn(exchange, bearer(exchange))) === (await meIn(exchange, exchange.tokens[1] ?? ''))
      if (!isOther) return reply
      const message = 'Only an owner can ship parcels.'
      return answer(403, { success: false, message, error: { code: 'forbidden', message } })
    }),
  ),
  remembering('disabled-adds-notes', 'who is disabled still adds notes to orders', () => {
    let isOut = false
    return async (exchange) => {
      const reply = await exchange.send()
      if (/^members\.(?:disable|enable)$/.test(exchange.call) && isSuccess(reply)) {
        isOut = exchange.call === 'members.disable'
      }
      const isRefused = [403, 404].includes(reply.status)
      return isOut && isRefused && exchange.call === 'orders.addNote' ? byWhoeverMay(reply, exchange) : reply
    }
  }),
  remembering('exporters-add-products', 'agents add products where they may export lists', () => {
    let exports: unknown = false
    return async (exchange) => {
      const reply = await exchange.send()
      if (exchange.call === 'organizations.setPermissions' && isSuccess(reply)) {
        exports = valueAt(parsed(reply.text), 'data.exports')
      }
      const isRefused = exchange.call === 'products.create' && reply.status === 403
      return isRefused && exports === true ? byWhoeverMay(reply, exchange) : reply
    }
  }),
  fault(
    'merged-across-own-organizations',
    'a customer of another organization of the same person becomes a part of one',
    refusals('customers.merge', [404, 422], async (reply, exchange) => {
      const otherId = isRecord(exchange.body) ? exchange.body['otherId'] : undefined
      const read = (id: unknown) => exchange.ask('GET', `/api/v1/customers/${String(id)}`, bearer(exchange))
      if (typeof otherId !== 'string' || !isSuccess(await read(otherId))) return reply
      const own = await read(exchange.path.split('/')[4])
      return isSuccess(own) ? own : reply
    }),
  ),
  remembering('paused-again-goes-on', 'an auto-responder that is paused a second time goes on', () => {
    let paused = ''
    return on('autoresponders.pause', (exchange) => {
      const isAgain = paused === exchange.path
      paused = exchange.path
      return isAgain ? exchange.send({ path: exchange.path.replace(/pause$/, 'resume') }) : exchange.send()
    })
  }),
]
