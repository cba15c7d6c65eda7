import { and, desc, eq, isNull, or } from 'drizzle-orm'
import type { TelephoneCall } from '../../contract/extensions/telephone'
import { ownOrganization } from '../auth/access'
import { newToken } from '../auth/sessions'
import type { TelephoneSystem } from '../auth/telephone'
import { acknowledging, inOrganization, withRecord } from '../auth/withRecord'
import { callOf, customerOfNumber, isUnwanted } from '../calls/read'
import { lockCallsOf, startCall } from '../calls/start'
import { hasKey, isId } from '../db/keys'
import { locked, type RecordKind } from '../db/recordKind'
import { calls } from '../db/schema/calls'
import { memberships } from '../db/schema/organizations'
import { telephoneTokens } from '../db/schema/telephoneTokens'
import { users } from '../db/schema/users'
import { tokenHash } from '../db/tokens'
import type { Transaction } from '../db/transactions'
import type { Handlers } from '../http/contract'
import { invalid, Refusal } from '../http/errors'
import type { Services } from './services'

const aToken: RecordKind<typeof telephoneTokens.$inferSelect, 'tokenId'> = {
  resource: 'telephone',
  noun: 'Token',
  param: 'tokenId',
  find: locked(telephoneTokens),
}

export const telephoneHandlers = ({ database, now }: Services): Handlers['telephone'] => ({
  tokens: async ({ query: { organizationId }, caller }) => {
    const orgId = ownOrganization(caller, organizationId)
    const rows = await database.tenant(orgId, (tx) =>
      tx
        .select()
        .from(telephoneTokens)
        .where(eq(telephoneTokens.orgId, orgId))
        .orderBy(desc(telephoneTokens.createdAt), desc(telephoneTokens.id)),
    )
    return { data: rows.map(shown) }
  },

  createToken: inOrganization(
    'Token',
    async ({ tx, orgId, body, caller: { userId, name: createdByName }, now: createdAt }) => {
      const token = newToken()
      const by = { createdBy: userId, createdByName, createdAt }
      const [created] = await tx
        .insert(telephoneTokens)
        .values({ orgId, name: body.name, tokenHash: tokenHash(token), ...by })
        .returning()
      return created && shownNew(created, token)
    },
    (data) => ({ data }),
    // The token itself is kept nowhere.
    { keptOf: (made) => ({ ...made, token: null }) },
  ),

  revokeToken: withRecord(
    aToken,
    async ({ tx, orgId, id }) => {
      await tx.delete(telephoneTokens).where(hasKey(telephoneTokens, orgId, id))
      return true
    },
    acknowledging('Token revoked'),
  ),

  startCall: async ({ body, system }) => ({ data: await putThrough(database, system, body, now()) }),
})

const shown = ({ id, name, createdByName, createdAt, lastUsedAt }: typeof telephoneTokens.$inferSelect) => ({
  id,
  name,
  createdByName,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
})

/** A token as it is shown to who makes it, and never again. */
const shownNew = (row: typeof telephoneTokens.$inferSelect, token: string | null) => ({ ...shown(row), token })

/** The call that the system tells of: the one that it has told of before, or a new one. */
async function putThrough(
  database: Services['database'],
  { orgId, tokenId }: TelephoneSystem,
  told: TelephoneCall,
  now: Date,
) {
  const call = await database.tenant(orgId, async (tx) => {
    const agent = await agentOf(tx, orgId, told.agent)
    await lockCallsOf(tx, orgId, agent.id)
    const own = and(eq(calls.orgId, orgId), eq(calls.externalId, told.callId))
    const [earlier] = await tx.select({ id: calls.id, agentId: calls.agentId }).from(calls).where(own)
    if (earlier) {
      if (earlier.agentId === agent.id) return callOf(tx, orgId, earlier.id)
      throw new Refusal(409, 'conflict', 'This call was put through to somebody else already.')
    }
    const used = hasKey(telephoneTokens, orgId, tokenId)
    await tx.update(telephoneTokens).set({ lastUsedAt: now }).where(used)
    const { callId: externalId, number: phone, direction } = told
    const customerId = await customerOfNumber(tx, orgId, phone)
    const starting = { orgId, agentId: agent.id, caller: undefined, now }
    const fields = { customerId, phone: phone || null, externalId, direction }
    const doNotCall = await isUnwanted(tx, orgId, { phone })
    return startCall(tx, starting, fields, { whyNot: `${agent.name} is in a call already.`, doNotCall })
  })
  if (!call) throw new Error('a call was not found after it began')
  return call
}

/** The member that is put through. Throws a 422 for whoever is none. */
async function agentOf(tx: Transaction, orgId: string, agent: string) {
  const byEmail = eq(users.email, agent.toLowerCase())
  const [member] = await tx
    .select({ id: users.id, name: users.name })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(
      and(
        eq(memberships.orgId, orgId),
        isNull(memberships.disabledAt),
        isId(agent) ? or(eq(users.id, agent), byEmail) : byEmail,
      ),
    )
    .limit(1)
  if (!member) {
    throw invalid([{ path: 'body.agent', message: 'Nobody in this organization has this email address or id.' }])
  }
  return member
}
