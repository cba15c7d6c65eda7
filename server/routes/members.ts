import { and, eq, sql } from 'drizzle-orm'
import type { OrganizationMember } from '../../contract/extensions/members'
import { standardPermissions } from '../../contract/agentPermissions'
import { type Duty, whyNotDuty } from '../../contract/rules/duties'
import { type MemberStep, whyNotRole, whyNotStep } from '../../contract/rules/members'
import { ownOrganization, readableOrganization } from '../auth/access'
import type { Caller } from '../auth/sessions'
import { acknowledging, withRecord } from '../auth/withRecord'
import { isId } from '../db/keys'
import type { RecordKind } from '../db/recordKind'
import { memberships } from '../db/schema/organizations'
import type { Transaction } from '../db/transactions'
import type { Handlers } from '../http/contract'
import { notFound, Refusal } from '../http/errors'
import { giveWork, workOf } from '../members/handOver'
import { devicesOf, memberOf, membersPage } from '../members/read'
import type { Services } from './services'

/**
 * Who asks, as they are in the organization once nobody else changes who belongs to it: of two owners who disable each other
 * at once, the second is no owner any more.
 */
const asMember: RecordKind<OrganizationMember, 'organizationId'> = {
  resource: 'members',
  noun: 'Organization',
  param: 'organizationId',
  find: async (tx, { orgId, id, caller }) => {
    if (id !== orgId) return undefined
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`${orgId} members`}, 0))`)
    const self = await memberOf(tx, orgId, caller.userId, caller)
    return self?.state === 'active' ? self : undefined
  },
}

export const memberHandlers = ({ database }: Services): Handlers['members'] => ({
  list: async ({ params, query, caller }) => {
    const orgId = readableOrganization(caller, params.organizationId, 'members.list')
    const { data, total } = await database.tenant(orgId, (tx) => membersPage(tx, orgId, caller, query))
    return { data, meta: { total } }
  },

  get: async ({ params: { organizationId, userId }, caller }) => {
    const isSelf = userId.toLowerCase() === caller.userId
    const orgId = isSelf
      ? ownOrganization(caller, organizationId)
      : readableOrganization(caller, organizationId, 'members.get')
    return database.tenant(orgId, async (tx) => {
      const member = await person(tx, orgId, userId, caller)
      const devices = await devicesOf(tx, orgId, member.id)
      return { data: { ...member, organizationId: orgId, devices, work: await workOf(tx, orgId, member.id) } }
    })
  },

  disable: withRecord(asMember, async ({ tx, orgId, params: { userId }, body, record: self, caller, now }) => {
    const member = await stepped(tx, { orgId, userId, self, caller, step: 'disable' })
    await giveWork(tx, { orgId, userId: member.id, ...body, caller, now })
    await tx.update(memberships).set({ disabledAt: now, disabledByName: caller.name }).where(ofPerson(orgId, member.id))
    return memberOf(tx, orgId, member.id, caller)
  }),

  enable: withRecord(asMember, async ({ tx, orgId, params: { userId }, record: self, caller }) => {
    const member = await stepped(tx, { orgId, userId, self, caller, step: 'enable' })
    await tx.update(memberships).set({ disabledAt: null, disabledByName: null }).where(ofPerson(orgId, member.id))
    return memberOf(tx, orgId, member.id, caller)
  }),

  remove: withRecord(
    asMember,
    async ({ tx, orgId, params: { userId }, body, record: self, caller, now }) => {
      const member = await stepped(tx, { orgId, userId, self, caller, step: 'remove' })
      await giveWork(tx, { orgId, userId: member.id, ...body, caller, now })
      await tx.delete(memberships).where(ofPerson(orgId, member.id))
      return true
    },
    acknowledging('User removed'),
  ),

  setRole: withRecord(asMember, async ({ tx, orgId, params: { userId }, body: { role }, record: self, caller }) => {
    refuseAgent(self, 'roles')
    const member = await person(tx, orgId, userId, caller)
    refuse(whyNotRole(role === 'owner' ? 'letChange' : 'letSell', member))
    await tx.update(memberships).set({ role }).where(ofPerson(orgId, member.id))
    return memberOf(tx, orgId, member.id, caller)
  }),

  leave: withRecord(
    asMember,
    async ({ tx, orgId, body, record: self, caller, now }) => {
      refuse(whyNotStep('leave', self))
      await giveWork(tx, { orgId, userId: self.id, ...body, caller, now })
      await tx.delete(memberships).where(ofPerson(orgId, self.id))
      return true
    },
    acknowledging('You have left the organization'),
  ),
})

const ofPerson = (orgId: string, userId: string) => and(eq(memberships.orgId, orgId), eq(memberships.userId, userId))

async function person(tx: Transaction, orgId: string, userId: string, caller: Caller): Promise<OrganizationMember> {
  const member = isId(userId) ? await memberOf(tx, orgId, userId.toLowerCase(), caller) : undefined
  if (!member) throw notFound('User')
  return member
}

/** With whom something is done, when the caller may do that and it is possible. */
async function stepped(
  tx: Transaction,
  asked: { orgId: string; userId: string; self: OrganizationMember; caller: Caller; step: MemberStep },
): Promise<OrganizationMember> {
  refuseAgent(asked.self, 'users')
  const member = await person(tx, asked.orgId, asked.userId, asked.caller)
  refuse(whyNotStep(asked.step, member))
  return member
}

/** Throws a 403 for whoever has just ceased to be an owner: what is known with the session is older. */
function refuseAgent({ changesSettings }: OrganizationMember, duty: Duty): void {
  const role = changesSettings ? 'owner' : 'agent'
  const why = whyNotDuty({ role, agents: standardPermissions }, duty)
  if (why !== undefined) throw new Refusal(403, 'forbidden', why)
}

function refuse(why: string | undefined): void {
  if (why !== undefined) throw new Refusal(409, 'not_possible', why)
}
