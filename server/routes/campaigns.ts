import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { type Campaign, endBeforeStart, isEndBeforeStart } from '../../contract/campaigns'
import type { CampaignScript } from '../../contract/extensions/campaigns'
import { campaignLife, campaignStateOf } from '../../machines/lives/campaignLife'
import { whyNot } from '../../machines/lives/life'
import { inOwningOrganization, ownOrganization } from '../auth/access'
import type { Caller } from '../auth/sessions'
import { inOrganization, withRecord } from '../auth/withRecord'
import { campaignKindsOf } from '../db/categories'
import { hasKey, isId } from '../db/keys'
import { keepEvent, takeStep } from '../db/lives'
import { locked, type RecordKind } from '../db/recordKind'
import { hasRecord, readRow, workFor } from '../db/rows'
import { emailAutoresponders } from '../db/schema/autoresponders'
import { campaignMembers, campaigns } from '../db/schema/campaigns'
import { offers } from '../db/schema/offers'
import { memberships } from '../db/schema/organizations'
import { users } from '../db/schema/users'
import type { Transaction } from '../db/transactions'
import type { Handlers } from '../http/contract'
import { invalid, Refusal } from '../http/errors'
import type { Services } from './services'

const aCampaign: RecordKind<typeof campaigns.$inferSelect, 'campaignId'> = {
  resource: 'campaigns',
  noun: 'Campaign',
  param: 'campaignId',
  find: locked(campaigns),
  versions: { table: campaigns, read: (tx, { orgId, id, caller }) => campaignWithMembers(tx, orgId, id, caller) },
}
const aScript: typeof aCampaign = {
  ...aCampaign,
  versions: { table: campaigns, read: (tx, { orgId, id }) => scriptOf(tx, orgId, id) },
}

export const campaignHandlers = ({ database }: Services): Handlers['campaigns'] => ({
  get: async ({ params: { campaignId }, query, caller }) => ({
    data: await inOwningOrganization(database, caller, campaignId, 'Campaign', async (tx, orgId) => {
      if (query.withMembers === 'true') return campaignWithMembers(tx, orgId, campaignId, caller)
      await workFor(tx, caller.userId)
      return readRow(tx, 'campaigns', campaignId)
    }),
  }),

  kinds: async ({ query: { organizationId }, caller }) => ({
    data: await database.tenant(ownOrganization(caller, organizationId), campaignKindsOf),
  }),

  update: withRecord(aCampaign, async ({ tx, orgId, id, record, body, caller }) => {
    refuseUnchangeable(record)
    const fields = { ...body, ...daysOf(body) }
    const { startDate, endDate } = { ...record, ...fields }
    if (isEndBeforeStart(startDate, endDate)) {
      const path = body.endDate === undefined ? 'body.startDate' : 'body.endDate'
      throw invalid([{ path, message: endBeforeStart }])
    }
    await tx
      .update(campaigns)
      .set(fields)
      .where(hasKey(campaigns, orgId, id))
    return campaignWithMembers(tx, orgId, id, caller)
  }),

  create: inOrganization('Campaign', async ({ tx, orgId, body, caller, now }) => {
    const { organizationId: _, copiedFrom, ...fields } = body
    if (copiedFrom !== undefined && !(await hasRecord(tx, campaigns, orgId, copiedFrom))) {
      throw invalid([{ path: 'body.copiedFrom', message: 'There is no such campaign in this organization' }])
    }
    const [created] = await tx
      .insert(campaigns)
      .values({ ...fields, ...daysOf(fields), orgId })
      .returning({ id: campaigns.id })
    if (!created) return undefined
    await (copiedFrom === undefined
      ? tx.insert(campaignMembers).values({ orgId, campaignId: created.id, userId: caller.userId })
      : copyContents(tx, orgId, copiedFrom, created.id))
    const happening = { orgId, resource: 'campaigns', recordId: created.id, caller, now }
    await keepEvent(tx, happening, { kind: 'create', to: 'live', facts: copiedFrom ? { copiedFrom } : {} })
    return campaignWithMembers(tx, orgId, created.id, caller)
  }),

  archive: step('archive'),
  restore: step('restore'),

  setMembers: withRecord(aCampaign, async ({ tx, orgId, id: campaignId, record, body: { memberIds }, caller }) => {
    refuseUnchangeable(record)
    const wanted = [...new Set(memberIds.map((memberId) => memberId.toLowerCase()))]
    const found = await tx
      .select({ userId: memberships.userId })
      .from(memberships)
      .where(and(eq(memberships.orgId, orgId), inArray(memberships.userId, wanted.filter(isId))))
    if (found.length < wanted.length) {
      throw invalid([{ path: 'body.memberIds', message: 'Only members of the organization can sell in its campaigns' }])
    }
    await tx
      .delete(campaignMembers)
      .where(and(eq(campaignMembers.orgId, orgId), eq(campaignMembers.campaignId, campaignId)))
    const rows = found.map(({ userId }) => ({ orgId, campaignId, userId }))
    if (rows.length > 0) await tx.insert(campaignMembers).values(rows)
    // Who sells in it is a part of the campaign, so whoever has read it before has read an older one.
    await tx
      .update(campaigns)
      .set({ archivedAt: sql`archived_at` })
      .where(hasKey(campaigns, orgId, campaignId))
    return campaignWithMembers(tx, orgId, campaignId, caller)
  }),

  script: async ({ params: { campaignId }, caller }) => ({
    data: await inOwningOrganization(database, caller, campaignId, 'Campaign', (tx, orgId) =>
      scriptOf(tx, orgId, campaignId),
    ),
  }),

  setScript: withRecord(aScript, async ({ tx, orgId, id, record, body }) => {
    refuseUnchangeable(record)
    await tx
      .update(campaigns)
      .set({ script: body.script || null })
      .where(hasKey(campaigns, orgId, id))
    return scriptOf(tx, orgId, id)
  }),
})

function step(type: 'archive' | 'restore'): Handlers['campaigns']['archive'] {
  return withRecord(aCampaign, async ({ tx, orgId, id, record, caller, happening }) => {
    const state = await takeStep(tx, happening, campaignLife, campaignStateOf(record), { type })
    await tx
      .update(campaigns)
      .set({ archivedAt: state === 'archived' ? happening.now : null })
      .where(hasKey(campaigns, orgId, id))
    return campaignWithMembers(tx, orgId, id, caller)
  })
}

/** Throws a 409 for a campaign that takes no changes any more (CP-01). */
function refuseUnchangeable(campaign: typeof campaigns.$inferSelect): void {
  const refusal = whyNot(campaignLife, campaignStateOf(campaign), { type: 'change' })
  if (refusal !== undefined) throw new Refusal(409, 'not_possible', refusal)
}

async function scriptOf(tx: Transaction, orgId: string, campaignId: string): Promise<CampaignScript | undefined> {
  const [row] = await tx
    .select({ id: campaigns.id, organizationId: campaigns.orgId, script: campaigns.script, version: campaigns.version })
    .from(campaigns)
    .where(hasKey(campaigns, orgId, campaignId))
  return row
}

/** Gives a new campaign the script, offers, auto-responders and members of another one (CP-01). */
async function copyContents(tx: Transaction, orgId: string, from: string, to: string): Promise<void> {
  const of = (table: { orgId: PgColumn; campaignId: PgColumn }) =>
    and(eq(table.orgId, orgId), eq(table.campaignId, from))
  const source = await scriptOf(tx, orgId, from)
  if (source?.script) {
    await tx
      .update(campaigns)
      .set({ script: source.script })
      .where(hasKey(campaigns, orgId, to))
  }
  const members = await tx.select().from(campaignMembers).where(of(campaignMembers))
  const autoresponders = await tx.select().from(emailAutoresponders).where(of(emailAutoresponders))
  const sold = await tx
    .select()
    .from(offers)
    .where(and(of(offers), isNull(offers.deletedAt)))
    .orderBy(asc(offers.createdAt), asc(offers.id))
  const copied = { campaignId: to, id: undefined, createdAt: undefined, updatedAt: undefined, version: undefined }
  if (members.length > 0) await tx.insert(campaignMembers).values(members.map((row) => ({ ...row, campaignId: to })))
  if (autoresponders.length > 0) {
    await tx.insert(emailAutoresponders).values(autoresponders.map((row) => ({ ...row, ...copied })))
  }
  // A statement takes 65,535 parameters at most.
  for (let first = 0; first < sold.length; first += 1_000) {
    const rows = sold.slice(first, first + 1_000)
    await tx.insert(offers).values(rows.map(({ searchText: _, ...row }) => ({ ...row, ...copied })))
  }
}

/** A campaign begins and ends on days; of a moment, the day that is written counts. */
const daysOf = ({ startDate, endDate }: { startDate?: string | undefined; endDate?: string | undefined }) => ({
  ...(startDate === undefined ? {} : { startDate: startDate.slice(0, 10) }),
  ...(endDate === undefined ? {} : { endDate: endDate.slice(0, 10) }),
})

/** The campaign as the caller sees it, with who sells in it. */
async function campaignWithMembers(
  tx: Transaction,
  orgId: string,
  campaignId: string,
  caller: Caller,
): Promise<Campaign | undefined> {
  await workFor(tx, caller.userId)
  const [campaign, members] = await Promise.all([
    readRow(tx, 'campaigns', campaignId),
    tx
      .select({ id: users.id, name: users.name, email: users.email })
      .from(campaignMembers)
      .innerJoin(users, eq(users.id, campaignMembers.userId))
      .where(and(eq(campaignMembers.orgId, orgId), eq(campaignMembers.campaignId, campaignId)))
      .orderBy(asc(users.name), asc(users.id)),
  ])
  return campaign && { ...campaign, members }
}
