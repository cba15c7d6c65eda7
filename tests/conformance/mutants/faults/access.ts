import {
  answer,
  changed,
  type Exchange,
  type Fault,
  isRecord,
  isSuccess,
  parsed,
  type Reply,
  rowsIn,
  valueAt,
  withBody,
} from '../exchange'
import { admits, bearer, fault, isAlive, on, refusals } from '../make'

const open = (id: string, call: string) => fault(`${id}-without-token`, `${call} needs no token`, admits(call, [401]))
const foreign = (id: string, about: string, call: string) => fault(id, about, admits(call, [403, 404]))

/** The first organization of whoever holds the token. */
async function organizationOf(exchange: Exchange, token: string): Promise<unknown> {
  const reply = await exchange.ask('GET', '/api/v1/organizations', token)
  return valueAt(parsed(reply.text), 'data.0.id')
}

const searched = (exchange: Exchange, token: string, body: object) =>
  exchange.ask('POST', '/api/v1/search', token, body).then((reply) => parsed(reply.text))

/** The token of a demo account that is not the one who asks. */
async function otherToken(exchange: Exchange): Promise<string> {
  const mine = await organizationOf(exchange, bearer(exchange))
  for (const token of exchange.tokens) {
    const { text } = await exchange.ask('GET', '/api/v1/organizations', token)
    if (!text.includes(JSON.stringify(mine))) return token
  }
  return exchange.tokens[0] ?? ''
}

/** A refused creation is tried again with another field of the body, taken from the creator's own organization. */
const createsWith = (call: string, own: (exchange: Exchange, body: Record<string, unknown>) => Promise<object>) =>
  refusals(call, [403, 404, 422], async (reply, exchange) => {
    if (!isRecord(exchange.body)) return reply
    const created = await exchange.send({ body: { ...exchange.body, ...(await own(exchange, exchange.body)) } })
    return isSuccess(created) ? created : reply
  })

/** The row that another organization has at the path of the request. */
async function foreignCampaign(exchange: Exchange): Promise<unknown> {
  for (const token of exchange.tokens) {
    const reply = await exchange.ask('GET', exchange.path, token)
    if (isSuccess(reply)) return valueAt(parsed(reply.text), 'data')
  }
  return undefined
}

const forgottenToken: Fault = {
  id: 'signed-out-token',
  about: 'a token lives on after signing out',
  make: () => async (exchange) =>
    exchange.call === 'users.logout' && (await isAlive(exchange))
      ? answer(200, { success: true, message: 'Signed out' })
      : exchange.send(),
}

const alteredToken: Fault = {
  id: 'altered-token',
  about: 'of a token only the first half is compared',
  make: () => {
    const seen = new Set<string>()
    return async (exchange) => {
      const reply = await exchange.send()
      if (exchange.call === 'users.login' && isSuccess(reply))
        seen.add(String(valueAt(parsed(reply.text), 'data.token')))
      const token = bearer(exchange)
      const like = [...seen].find((known) => token !== '' && known.slice(0, 20) === token.slice(0, 20))
      return reply.status === 401 && like !== undefined
        ? exchange.send({ headers: { authorization: `Bearer ${like}` } })
        : reply
    }
  },
}

const tokenCase: Fault = {
  id: 'token-case',
  about: 'a token is compared without its case',
  make: () => {
    const tokens = new Map<string, string>()
    return async (exchange) => {
      const reply = await exchange.send()
      if (exchange.call === 'users.login' && isSuccess(reply)) {
        const token = String(valueAt(parsed(reply.text), 'data.token'))
        tokens.set(token.toLowerCase(), token)
      }
      const known = tokens.get(bearer(exchange).toLowerCase())
      return reply.status === 401 && known !== undefined && known !== bearer(exchange)
        ? exchange.send({ headers: { authorization: `Bearer ${known}` } })
        : reply
    }
  },
}

/** Auto-responders are kept by campaign, for whoever is signed in. */
const autorespondersCached: Fault = {
  id: 'autoresponders-cached',
  about: 'auto-responders that were listed for one person are shown to everybody who knows the campaign',
  make: () => {
    const kept = new Map<string, Reply>()
    return on('autoresponders.list autoresponders.create', async (exchange) => {
      const reply = await exchange.send()
      if (exchange.method !== 'GET') kept.delete(exchange.path)
      else if (isSuccess(reply)) kept.set(exchange.path, reply)
      return reply.status === 404 && exchange.method === 'GET' ? (kept.get(exchange.path) ?? reply) : reply
    })
  },
}

/** What must be told apart by who asks. */
export const access = [
  open('me', 'users.me'),
  open('organizations', 'organizations.list'),
  open('ongoing-call', 'calls.ongoing'),
  open('campaign', 'campaigns.get'),
  open('campaign-update', 'campaigns.update'),
  open('offer-create', 'offers.create'),
  open('offer-update', 'offers.update'),
  open('offer-delete', 'offers.delete'),
  open('gateways', 'gateways.instances'),
  open('plugins', 'plugins.installed'),
  open('autoresponders', 'autoresponders.list'),
  open('autoresponder-create', 'autoresponders.create'),
  open('profile', 'users.update'),
  open('search', 'search'),
  fault(
    'garbage-token',
    'any token will do',
    refusals('*', [401], async (reply, exchange) => {
      const [token = ''] = exchange.tokens
      return bearer(exchange) === '' ? reply : exchange.send({ headers: { authorization: `Bearer ${token}` } })
    }),
  ),
  fault(
    'any-scheme',
    'a token is taken with any scheme, such as Basic',
    refusals('*', [401], async (reply, exchange) => {
      const token = /^\w+ (\S+)$/.exec(exchange.headers['authorization'] ?? '')?.[1]
      return token === undefined ? reply : exchange.send({ headers: { authorization: `Bearer ${token}` } })
    }),
  ),
  forgottenToken,
  alteredToken,
  foreign('foreign-campaign', "another organization's campaign is read", 'campaigns.get'),
  foreign('foreign-campaign-update', "another organization's campaign is changed", 'campaigns.update'),
  foreign('foreign-offer-update', "another organization's offer is changed", 'offers.update'),
  foreign('foreign-offer-delete', "another organization's offer is deleted", 'offers.delete'),
  foreign('foreign-search', "another organization's rows are found", 'search'),
  foreign('foreign-gateways', "another organization's gateways are listed", 'gateways.instances'),
  foreign('foreign-plugins', "another organization's plugins are listed", 'plugins.installed'),
  foreign('foreign-autoresponders', "another organization's auto-responders are listed", 'autoresponders.list'),
  foreign(
    'foreign-autoresponder-create',
    "an auto-responder is added to another organization's campaign",
    'autoresponders.create',
  ),
  foreign('foreign-offer-create', "an offer is added to another organization's campaign", 'offers.create'),
  fault(
    'foreign-organization-in-body',
    "an offer is added with another organization's id in the body",
    createsWith('offers.create', async (exchange) => ({ organizationId: await ownerOf(exchange) })),
  ),
  fault(
    'foreign-product-in-body',
    "an offer is added for another organization's product",
    createsWith('offers.create', async (exchange, { organizationId }) => ({
      productId: valueAt(
        await searched(exchange, bearer(exchange), { organizationId, resource: 'products' }),
        'data.0.id',
      ),
    })),
  ),
  fault(
    'foreign-gateway-in-body',
    "an offer is added with another organization's gateway",
    refusals('offers.create', [403, 404, 422], async (reply, exchange) => {
      if (!isRecord(exchange.body) || exchange.body['gatewayInstanceId'] === undefined) return reply
      const { gatewayInstanceId: _gateway, ...body } = exchange.body
      const created = await exchange.send({ body })
      return isSuccess(created) ? created : reply
    }),
  ),
  fault(
    'foreign-plugin-in-body',
    "an auto-responder is added with another organization's plugin",
    createsWith('autoresponders.create', async (exchange) => {
      const organizationId = String(await ownerOf(exchange))
      const { text } = await exchange.ask(
        'GET',
        `/api/v1/plugins/installed?organizationId=${organizationId}`,
        bearer(exchange),
      )
      return { pluginInstanceId: valueAt(parsed(text), 'data.0.instance.id') }
    }),
  ),
  fault(
    'foreign-name-in-refusal',
    "the refusal names another organization's campaign",
    refusals('campaigns.get campaigns.update', [404], async (reply, exchange) => {
      const campaign = await foreignCampaign(exchange)
      const name = valueAt(campaign, 'name')
      return typeof name === 'string'
        ? withBody(
            reply,
            changed(parsed(reply.text), 'message', () => `${name} is not yours`),
          )
        : reply
    }),
  ),
  fault(
    'foreign-exists-403',
    "another organization's offer is refused by 403, an unknown one by 404",
    refusals('campaigns.get campaigns.update', [404], async (reply, exchange) =>
      (await foreignCampaign(exchange)) === undefined
        ? reply
        : withBody(
            { ...reply, status: 403 },
            changed(parsed(reply.text), 'error.code', () => 'forbidden'),
          ),
    ),
  ),
  fault(
    'foreign-row-in-page',
    "a page of search carries another organization's row",
    on('search', async (exchange) => {
      const reply = await exchange.send()
      if (!isSuccess(reply) || !isRecord(exchange.body)) return reply
      const token = await otherToken(exchange)
      const found = await searched(exchange, token, {
        organizationId: await organizationOf(exchange, token),
        resource: exchange.body['resource'],
        limit: 1,
        sortBy: 'createdAt',
        sortOrder: 'desc',
      })
      const row = valueAt(found, 'data.0')
      return row === undefined
        ? reply
        : withBody(
            reply,
            changed(parsed(reply.text), 'data', (rows) => [...(rows as unknown[]).slice(0, -1), row]),
          )
    }),
  ),
  fault(
    'foreign-filter',
    "filtering by another organization's campaign finds its offers",
    on('search', async (exchange) => {
      const reply = await exchange.send()
      const campaignId = valueAt(exchange.body, 'filters.campaignId')
      if (!isRecord(exchange.body) || typeof campaignId !== 'string' || valueAt(parsed(reply.text), 'meta.total') !== 0)
        return reply
      for (const token of exchange.tokens) {
        for (const organization of organizationsIn(await exchange.ask('GET', '/api/v1/organizations', token))) {
          const found = await exchange.ask('POST', '/api/v1/search', token, {
            ...exchange.body,
            organizationId: organization,
          })
          if (Number(valueAt(parsed(found.text), 'meta.total')) > 0) return found
        }
      }
      return reply
    }),
  ),
  fault(
    'foreign-organization-listed',
    'the list of organizations has one that the person is no member of',
    on('organizations.list', async (exchange) => {
      const reply = await exchange.send()
      if (!isSuccess(reply)) return reply
      const { text } = await exchange.ask('GET', '/api/v1/organizations', await otherToken(exchange))
      return withBody(
        reply,
        changed(parsed(reply.text), 'data', (data) => [...(data as unknown[]), valueAt(parsed(text), 'data.0')]),
      )
    }),
  ),
  fault(
    'own-organizations-mixed',
    'search finds what is in any organization of the person',
    on('search', async (exchange) => {
      const reply = await exchange.send()
      if (!isSuccess(reply) || !isRecord(exchange.body)) return reply
      const { body } = exchange
      const organizations = organizationsIn(await exchange.ask('GET', '/api/v1/organizations', bearer(exchange)))
      const found = await Promise.all(
        organizations.map((organizationId) => searched(exchange, bearer(exchange), { ...body, organizationId })),
      )
      const data = found.flatMap((one) => (valueAt(one, 'data') ?? []) as unknown[])
      const total = found.reduce<number>((sum, one) => sum + Number(valueAt(one, 'meta.total') ?? 0), 0)
      return withBody(reply, { data, meta: { total } })
    }),
  ),
  ownInstances('gateways.instances'),
  ownInstances('plugins.installed'),
  ownRows('orders'),
  ownRows('products'),
  fault(
    'another-user',
    'everybody is told to be the same user',
    on('users.me', async (exchange) => {
      const reply = await exchange.send()
      return isSuccess(reply) ? exchange.ask('GET', '/api/v1/users/me', await otherToken(exchange)) : reply
    }),
  ),
  fault(
    'any-payment-token',
    'any payment token opens the last order that was opened',
    on('orders.getByToken', keepsLast()),
  ),
  fault('longer-token', 'of a token only the beginning is looked at', (exchange) => {
    const token = bearer(exchange)
    return token.length > 60
      ? exchange.send({ headers: { authorization: `Bearer ${token.slice(0, 43)}` } })
      : exchange.send()
  }),
  fault(
    'organizations-of-everybody',
    'the list of organizations has those of all',
    on('organizations.list', async (exchange) => {
      const reply = await exchange.send()
      if (!isSuccess(reply)) return reply
      const lists = await Promise.all(
        exchange.tokens.map((token) => exchange.ask('GET', '/api/v1/organizations', token)),
      )
      const data = lists.flatMap(({ text }) => rowsIn(text))
      return withBody(reply, { data })
    }),
  ),
  fault(
    'other-own-campaigns-unread',
    "campaigns of the person's second organization can not be read",
    on('campaigns.get', async (exchange) => {
      const [first] = organizationsIn(await exchange.ask('GET', '/api/v1/organizations', bearer(exchange)))
      const owner = await ownerOf(exchange)
      return owner === first || owner === undefined
        ? exchange.send()
        : exchange.send({ path: `${exchange.path}-nothing` })
    }),
  ),
  fault(
    'other-own-offers-unchanged',
    "offers of the person's second organization can not be changed",
    on('offers.update', async (exchange) => {
      const [, ...others] = organizationsIn(await exchange.ask('GET', '/api/v1/organizations', bearer(exchange)))
      const offerId = exchange.path.split('/').at(-1) ?? ''
      for (const organizationId of others) {
        const body = { organizationId, resource: 'offers', limit: 100, sortBy: 'createdAt', sortOrder: 'desc' }
        const found = JSON.stringify(await searched(exchange, bearer(exchange), body))
        if (found.includes(`"id":"${offerId}"`)) return exchange.send({ path: `${exchange.path}-nothing` })
      }
      return exchange.send()
    }),
  ),
  tokenCase,
  fault(
    'call-of-anybody',
    "who is on no call is shown somebody else's",
    on('calls.ongoing', async (exchange) => {
      const own = await exchange.send()
      if (!isSuccess(own) || valueAt(parsed(own.text), 'data')) return own
      const calls = await Promise.all(
        exchange.tokens.map((token) => exchange.send({ headers: { authorization: `Bearer ${token}` } })),
      )
      return calls.find(({ text }) => valueAt(parsed(text), 'data')) ?? own
    }),
  ),
  autorespondersCached,
  fault(
    'members-everywhere',
    'the members of a campaign are the users of all organizations',
    on('campaigns.get campaigns.update', async (exchange) => {
      const reply = await exchange.send()
      if (!isSuccess(reply) || !valueAt(parsed(reply.text), 'data.members')) return reply
      const users = await Promise.all(exchange.tokens.map((token) => exchange.ask('GET', '/api/v1/users/me', token)))
      const strangers = users.map(({ text }) => ({
        id: valueAt(parsed(text), 'data.id'),
        name: valueAt(parsed(text), 'data.name'),
      }))
      const withAll = (members: unknown) => {
        const own = Array.isArray(members) ? (members as unknown[]) : []
        const ids = new Set(own.map((one) => valueAt(one, 'id')))
        return [...own, ...strangers.filter(({ id }) => !ids.has(id))]
      }
      return withBody(reply, changed(parsed(reply.text), 'data.members', withAll))
    }),
  ),
]

/** Asks for the last organization of the person, whichever was asked for. */
function ownInstances(call: string): Fault {
  return fault(
    `${call.replace('.list', '')}-of-one-organization`,
    `${call} answers those of one organization for all that a person has`,
    on(call, async (exchange) => {
      const reply = await exchange.send()
      if (!isSuccess(reply)) return reply
      const organizations = organizationsIn(await exchange.ask('GET', '/api/v1/organizations', bearer(exchange)))
      const query = new URLSearchParams({ organizationId: String(organizations.at(-1)) })
      return exchange.send({ query })
    }),
  )
}

function ownRows(resource: string): Fault {
  return fault(
    `${resource}-of-one-organization`,
    `${resource} of one organization are found in all that a person has`,
    on('search', async (exchange) => {
      const reply = await exchange.send()
      if (!isSuccess(reply) || !isRecord(exchange.body) || exchange.body['resource'] !== resource) return reply
      const organizations = organizationsIn(await exchange.ask('GET', '/api/v1/organizations', bearer(exchange)))
      return exchange.send({ body: { ...exchange.body, organizationId: organizations.at(-1) } })
    }),
  )
}

const organizationsIn = ({ text }: Reply): unknown[] => {
  const data = valueAt(parsed(text), 'data')
  return Array.isArray(data) ? data.map((row) => valueAt(row, 'id')) : []
}

/** The organization that the campaign in the path belongs to, among those of the asking person. */
async function ownerOf(exchange: Exchange): Promise<unknown> {
  const campaignId = exchange.path.split('/')[4]
  for (const organizationId of organizationsIn(await exchange.ask('GET', '/api/v1/organizations', bearer(exchange)))) {
    const found = await searched(exchange, bearer(exchange), { organizationId, resource: 'campaigns', limit: 100 })
    if (JSON.stringify(found).includes(JSON.stringify(campaignId))) return organizationId
  }
  return undefined
}

function keepsLast() {
  let last: Reply | undefined
  return async (exchange: Exchange) => {
    const reply = await exchange.send()
    if (isSuccess(reply)) last = reply
    return reply.status === 404 && last ? last : reply
  }
}
