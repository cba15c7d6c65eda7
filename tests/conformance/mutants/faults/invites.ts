import { answer, changed, type Fault, isRecord, isSuccess, parsed, withBody } from '../exchange'
import { admits, answers, fault, isAlive, on, refusals } from '../make'

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
]
