import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { OrganizationPermissions, OrganizationSettings } from '../../contract/extensions/organizations'
import { amountOf, taxRateOf } from '../../contract/rules/amounts'
import { whyCurrencyStays } from '../../contract/rules/organizations'
import { ownStepFirst } from '../../contract/rules/twoSteps'
import { ownOrganization } from '../auth/access'
import { withRecord } from '../auth/withRecord'
import { hasKey } from '../db/keys'
import { isOutdated, locked, outdated, type RecordKind } from '../db/recordKind'
import { agentPermissions } from '../db/schema/agentPermissions'
import { memberships, organizations } from '../db/schema/organizations'
import { users } from '../db/schema/users'
import type { Transaction } from '../db/transactions'
import type { Handlers } from '../http/contract'
import { invalid, notFound } from '../http/errors'
import type { Services } from './services'

const settledPermissions: RecordKind<typeof agentPermissions.$inferSelect, 'organizationId'> = {
  resource: 'organizations',
  noun: 'Organization',
  param: 'organizationId',
  find: locked(agentPermissions),
  versions: { table: agentPermissions, read: (tx, { orgId }) => permissionsOf(tx, orgId) },
}

/** An organization as its owners change it. Orders wait for it, as they write their number there. */
const ownSettings: RecordKind<typeof organizations.$inferSelect, 'organizationId'> = {
  resource: 'organizations',
  noun: 'Organization',
  param: 'organizationId',
  find: async (tx, { orgId, id }) =>
    id === orgId
      ? (await tx.select().from(organizations).where(eq(organizations.id, orgId)).for('update'))[0]
      : undefined,
}

export const organizationHandlers = ({ database }: Services): Handlers['organizations'] => ({
  list: async ({ caller }) => {
    const all = new Map([...caller.memberships, ...(caller.closed ?? [])].map((own) => [own.orgId, own]))
    const closed = new Set(caller.closed?.map(({ orgId }) => orgId))
    const rows = await database.system((tx) =>
      tx
        .select({
          id: organizations.id,
          name: organizations.name,
          currency: organizations.currency,
          timeZone: organizations.timeZone,
          taxRate: organizations.taxRate,
          pricesIncludeTax: organizations.pricesIncludeTax,
          role: memberships.role,
        })
        .from(memberships)
        .innerJoin(organizations, eq(organizations.id, memberships.orgId))
        .where(and(eq(memberships.userId, caller.userId), inArray(memberships.orgId, [...all.keys()])))
        .orderBy(asc(memberships.createdAt), asc(organizations.id)),
    )
    const data = rows.map((row) => ({
      ...row,
      taxRate: row.taxRate / 1_000,
      agents: all.get(row.id)?.agents,
      needsSecondStep: closed.has(row.id),
    }))
    return { data }
  },

  members: async ({ params, caller }) => {
    const orgId = ownOrganization(caller, params.organizationId)
    const data = await database.tenant(orgId, (tx) =>
      tx
        .select({
          id: users.id,
          name: users.name,
          email: users.email,
          role: memberships.role,
          isDisabled: sql<boolean>`${memberships.disabledAt} is not null`,
        })
        .from(memberships)
        .innerJoin(users, eq(users.id, memberships.userId))
        .where(eq(memberships.orgId, orgId))
        .orderBy(asc(users.name), asc(users.id)),
    )
    return { data }
  },

  permissions: async ({ params, caller }) => {
    const orgId = ownOrganization(caller, params.organizationId)
    const data = await database.tenant(orgId, (tx) => permissionsOf(tx, orgId))
    if (!data) throw notFound('Organization')
    return { data }
  },

  setPermissions: withRecord(settledPermissions, async ({ tx, orgId, id, body }) => {
    const { refundLimit, ...fields } = body
    const changed = { ...fields, ...(refundLimit === undefined ? {} : { refundLimitCents: amountOf(refundLimit) }) }
    await tx
      .update(agentPermissions)
      .set(changed)
      .where(hasKey(agentPermissions, orgId, id))
    return permissionsOf(tx, orgId)
  }),

  settings: async ({ params, caller }) => {
    const orgId = ownOrganization(caller, params.organizationId)
    const data = await database.tenant(orgId, (tx) => settingsOf(tx, orgId))
    return { data }
  },

  update: withRecord(ownSettings, async ({ tx, orgId, record, body, headers, caller }) => {
    const current = await settingsOf(tx, orgId)
    if (isOutdated(headers, record.version)) throw outdated(current)
    const { taxRate, supportEmail, liveUrl, ...fields } = body
    const whyNot = whyCurrencyStays(current.hasOrders)
    if (whyNot !== undefined && fields.currency !== undefined && fields.currency !== record.currency) {
      throw invalid([{ path: 'body.currency', message: whyNot }])
    }
    if (fields.demandsTwoSteps === true && !(await hasTwoSteps(tx, caller.userId))) {
      throw invalid([{ path: 'body.demandsTwoSteps', message: ownStepFirst }])
    }
    if (fields.timeZone !== undefined) await refuseUnknownZone(tx, fields.timeZone)
    await tx
      .update(organizations)
      .set({
        ...fields,
        ...(taxRate === undefined ? {} : { taxRate: taxRateOf(taxRate) }),
        ...(supportEmail === undefined ? {} : { supportEmail: supportEmail || null }),
        ...(liveUrl === undefined ? {} : { liveUrl: liveUrl || null }),
      })
      .where(eq(organizations.id, orgId))
    return settingsOf(tx, orgId)
  }),
})

/** Whether a member has a second step at sign-in, as the organization is told. */
async function hasTwoSteps(tx: Transaction, userId: string): Promise<boolean> {
  const { rows } = await tx.execute(sql`select from members_with_two_steps() where user_id = ${userId}`)
  return rows.length > 0
}

/** A zone that the language of this server knows and the database does not would fail every sum of days. */
async function refuseUnknownZone(tx: Transaction, zone: string) {
  const { rows } = await tx.execute(sql`select from pg_timezone_names where name = ${zone}`)
  if (rows.length === 0) throw invalid([{ path: 'body.timeZone', message: 'No time zone of a place' }])
}

async function settingsOf(tx: Transaction, orgId: string): Promise<OrganizationSettings> {
  const [row] = await tx
    .select({
      id: organizations.id,
      name: organizations.name,
      currency: organizations.currency,
      timeZone: organizations.timeZone,
      supportEmail: organizations.supportEmail,
      liveUrl: organizations.liveUrl,
      taxRate: organizations.taxRate,
      pricesIncludeTax: organizations.pricesIncludeTax,
      demandsTwoSteps: organizations.demandsTwoSteps,
      version: organizations.version,
      updatedAt: organizations.updatedAt,
      hasOrders: sql<boolean>`exists (select from orders where org_id = ${orgId})`,
      withoutTwoSteps: sql<number>`(select count(*)::integer from ${memberships} where org_id = ${orgId}
        and disabled_at is null and user_id not in (select user_id from members_with_two_steps()))`,
    })
    .from(organizations)
    .where(eq(organizations.id, orgId))
  if (!row) throw notFound('Organization')
  return { ...row, taxRate: row.taxRate / 1_000, updatedAt: row.updatedAt.toISOString() }
}

const shown = (row: typeof agentPermissions.$inferSelect): OrganizationPermissions => ({
  id: row.orgId,
  refundLimit: row.refundLimitCents / 100,
  changesOffers: row.changesOffers,
  seesAllOrders: row.seesAllOrders,
  exports: row.exports,
  sharesViews: row.sharesViews,
  version: row.version,
  updatedAt: row.updatedAt.toISOString(),
})

async function permissionsOf(tx: Transaction, orgId: string): Promise<OrganizationPermissions | undefined> {
  const [row] = await tx
    .select()
    .from(agentPermissions)
    .where(hasKey(agentPermissions, orgId, orgId))
  return row && shown(row)
}
