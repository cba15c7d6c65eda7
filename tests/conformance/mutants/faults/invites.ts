import { answer, changed, type Fault, isRecord, isSuccess, parsed, valueAt, withBody } from '../exchange'
import { admits, answers, bearer, fault, isAlive, on, refusals, remembering, requests } from '../make'
import { bodyOf, readList } from '../selling'

const acknowledged = () => answer(200, { success: true, message: 'Done' })

/** Lists invites with the token of the link that was copied last. */
const toldToken: Fault = {
  id: 'invites-tell-tokens',
  about: 'invites are listed with the token of their link',
  make: () => {
    let token = ''
    return async (exchange) => {
      const reply = await exchange.send()
      if (!isSuccess(reply)) return reply
      if (exchange.call === 'invites.copyLink') token = /token=([\w-]+)/.exec(reply.text)?.[1] ?? ''
      if (exchange.call !== 'invites.list' || token === '') return reply
      return withBody(
        reply,
        changed(parsed(reply.text), 'data', (rows) =>
          Array.isArray(rows) ? rows.map((row) => (isRecord(row) ? { ...row, opens: token } : row)) : rows,
        ),
      )
    }
  },
}

/** Letting people into an organization. */
export const invites: Fault[] = [
  fault(
    'members-in-small-letters',
    'who works there already is invited, where their address is typed in capitals',
    on('invites.create', async (exchange) => {
      const reply = await exchange.send()
      return /[A-Z]/.test(String(valueAt(exchange.body, 'emails')))
        ? { ...reply, text: reply.text.replaceAll('"member"', '"invited"') }
        : reply
    }),
  ),
  fault(
    'declined-for-ever',
    'whoever has declined is invited no more',
    on('invites.create', async (exchange) => {
      const { organizationId, emails } = bodyOf(exchange)
      const open = await readList(exchange, `/invites?organizationId=${String(organizationId)}`)
      const [email] = Array.isArray(emails) ? emails : []
      const hasDeclined = open.some((row) => row['email'] === email && row['state'] === 'declined')
      return hasDeclined ? answer(200, { data: [{ email, verdict: 'pending' }] }) : exchange.send()
    }),
  ),
  fault(
    'invited-owners-sell-alone',
    'whoever was invited as an owner is none',
    on('users.acceptInvite', async (exchange) => {
      const reply = await exchange.send()
      const organizationId = String(valueAt(parsed(reply.text), 'data.organizationId'))
      const me = await exchange.ask('GET', '/api/v1/users/me', bearer(exchange))
      const userId = String(valueAt(parsed(me.text), 'data.id'))
      const path = `/api/v1/organizations/${organizationId}/users/${userId}/role`
      await exchange.ask('PUT', path, exchange.tokens[0] ?? '', { role: 'agent' })
      return reply
    }),
  ),
  fault(
    'invites-in-capitals',
    'an address is bound as it was typed',
    answers('invites.create', 'data', (rows) =>
      Array.isArray(rows)
        ? rows.map((row) => (isRecord(row) ? { ...row, email: String(row['email']).toUpperCase() } : row))
        : rows,
    ),
  ),
  fault(
    'invites-twice',
    'an address with an open invite is said to be invited once more',
    answers('invites.create', 'data', (rows) =>
      Array.isArray(rows) ? rows.map((row) => (isRecord(row) ? { ...row, verdict: 'invited' } : row)) : rows,
    ),
  ),
  toldToken,
  fault(
    'invite-of-anybody',
    'whoever has the link of an invite accepts it',
    refusals('users.acceptInvite', [403], () =>
      answer(200, { success: true, message: 'Welcome', data: { organizationId: 'x', organizationName: 'x' } }),
    ),
  ),
  fault(
    'invite-link-of-foreigners',
    'whoever knows the id of an invite copies its link',
    admits('invites.copyLink', [404]),
  ),
  fault(
    'invite-goes-on',
    'revoking an invite is acknowledged, and it goes on',
    on('invites.revoke', async (exchange) => {
      // As its organization's own people see it, and nobody else.
      const link = await exchange.send({ path: exchange.path.replace(/revoke$/, 'link') })
      return isSuccess(link) && (await isAlive(exchange)) ? acknowledged() : exchange.send()
    }),
  ),
  fault(
    'invite-revoked-open',
    'the link of a revoked invite still reads as open',
    answers('invites.read', 'data.state', (state) => (state === 'revoked' ? 'pending' : state)),
  ),
  fault(
    'invites-the-first-alone',
    'of several people who are invited one is',
    requests('invites.create', 'emails', (emails) => (Array.isArray(emails) ? emails.slice(0, 1) : emails)),
  ),
  fault(
    'invites-agents-alone',
    'whoever is invited is to sell alone',
    requests('invites.create', 'role', () => 'agent'),
  ),
  fault(
    'invites-a-week-later',
    'an invite that is sent again is answered with its former end',
    answers('invites.sendAgain', 'data.expiresAt', (end) =>
      new Date(Date.parse(String(end)) - 604_800_000).toISOString(),
    ),
  ),
  fault(
    'invite-asked-while-good',
    'a new invite is asked for while the old one is good',
    refusals('invites.ask', [409], acknowledged),
  ),
  remembering('invited-anew-in-vain', 'whoever was revoked is told to have an open invite', () => {
    const known = new Set<unknown>()
    return on('invites.create', async (exchange) => {
      const reply = await exchange.send()
      if (!isSuccess(reply)) return reply
      return withBody(
        reply,
        changed(parsed(reply.text), 'data.*', (one) => {
          if (!isRecord(one) || one['verdict'] !== 'invited') return one
          const isKnown = known.has(one['email'])
          known.add(one['email'])
          return isKnown ? { ...one, verdict: 'pending' } : one
        }),
      )
    })
  }),
  fault(
    'invite-in-mails',
    'whoever reads the mails of an organization finds the link of an invite in them',
    answers('mails.get', 'data', (data) =>
      isRecord(data) && data['event'] === 'invite'
        ? { ...data, mailHtml: '<a href="https://offerdesk.example/signup?token=abcdef0123456789">Accept</a>' }
        : data,
    ),
  ),
  fault(
    'invites-oldest-first',
    'invites are listed with the oldest first',
    answers('invites.list', 'data', (rows) => (Array.isArray(rows) ? rows.toReversed() : rows)),
  ),
]
