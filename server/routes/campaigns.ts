import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { type Campaign, endBeforeStart, isEndBeforeStart } from '../../contract/campaigns'
import type { CampaignScript } from '../../contract/extensions/campaigns'
import type { Action } from '../../contract/permissions'
import { campaignLife, campaignStateOf } from '../../machines/lives/campaignLife'
import { whyNot } from '../../machines/lives/life'
import { inOwningOrganization, ownOrganization, refuseForbidden } from '../auth/access'
import type { Caller } from '../auth/sessions'
import { campaignKindsOf } from '../db/categories'
import type { Database } from '../db/database'
import { hasKey, isId } from '../db/keys'
import { keepEvent, takeStep } from '../db/lives'
import { hasRecord, readRow, workFor } from '../db/rows'
import { emailAutoresponders } from '../db/schema/autoresponders'
import { campaignMembers, campaigns } from '../db/schema/campaigns'
import { offers } from '../db/schema/offers'
import { memberships } from '../db/schema/organizations'
import { users } from '../db/schema/users'
import type { Transaction } from '../db/transactions'
import type { Handlers } from '../http/contract'
import { invalid, notFound, Refusal } from '../http/errors'
import { createdOnlyNew } from '../http/idempotency'
import { refuseOutdated } from '../http/ifMatch'
import type { Services } from './services'

export const campaignHandlers = ({ database, now }: Services): Handlers['campaigns'] => ({
  get: async ({ params: { campaignId }, query, caller }) => ({
    data: await inOwningOrganization(database, caller, campaignId, 'Campaign', async (tx, orgId) => {
      await workFor(tx, caller.userId)
      return query.withMembers === 'true'
        ? campaignWithMembers(tx, orgId, campaignId)
        : readRow(tx, 'campaigns', campaignId)
    }),
  }),

  kinds: async ({ query: { organizationId }, caller }) => ({
    data: await database.tenant(ownOrganization(caller, organizationId), campaignKindsOf),
  }),

  update: async ({ body, ...asked }) => ({
    data: await changed(database, asked, 'campaigns.update', async (tx, orgId, before) => {
      const refusal = whyNot(campaignLife, campaignStateOf(before), { type: 'change' })
      if (refusal !== undefined) throw new Refusal(409, 'not_possible', refusal)
      const fields = { ...body, ...daysOf(body) }
      const { startDate, endDate } = { ...before, ...fields }
      if (isEndBeforeStart(startDate, endDate)) {
        const path = body.endDate === undefined ? 'body.startDate' : 'body.endDate'
        throw invalid([{ path, message: endBeforeStart }])
      }
      await tx
        .update(campaigns)
        .set(fields)
        .where(hasKey(campaigns, orgId, before.id))
    }),
  }),

  create: async (asked) => {
    const { body, caller } = asked
    const orgId = ownOrganization(caller, body.organizationId)
    refuseForbidden(caller, orgId, 'campaigns.create')
    const { organizationId: _, copiedFrom, ...fields } = body
    const campaign = await database.tenant(orgId, (tx) =>
      createdOnlyNew(tx, orgId, asked, now(), async () => {
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
        const happening = { orgId, resource: 'campaigns', recordId: created.id, caller, now: now() }
        await keepEvent(tx, happening, { kind: 'create', to: 'live', facts: copiedFrom ? { copiedFrom } : {} })
        await workFor(tx, caller.userId)
        return campaignWithMembers(tx, orgId, created.id)
      }),
    )
    if (!campaign) throw notFound('Campaign')
    return { data: campaign }
  },

  archive: async (asked) => ({ data: await stepped(database, asked, 'archive', now()) }),
  restore: async (asked) => ({ data: await stepped(database, asked, 'restore', now()) }),

  setMembers: async ({ body: { memberIds }, ...asked }) => ({
    data: await changed(database, asked, 'campaigns.setMembers', async (tx, orgId, { id: campaignId }) => {
      const wanted = [...new Set(memberIds.map((memberId) => memberId.toLowerCase()))]
      const known = await tx
        .select({ userId: memberships.userId })
        .from(memberships)
        .where(and(eq(memberships.orgId, orgId), inArray(memberships.userId, wanted.filter(isId))))
      if (known.length < wanted.length) {
        throw invalid([
          { path: 'body.memberIds', message: 'Only members of the organization can sell in its campaigns' },
        ])
      }
      await tx
        .delete(campaignMembers)
        .where(and(eq(campaignMembers.orgId, orgId), eq(campaignMembers.campaignId, campaignId)))
      const rows = known.map(({ userId }) => ({ orgId, campaignId, userId }))
      if (rows.length > 0) await tx.insert(campaignMembers).values(rows)
      // Who sells in it is a part of the campaign, so whoever has read it before has read an older one.
      await tx
        .update(campaigns)
        .set({ archivedAt: sql`archived_at` })
        .where(hasKey(campaigns, orgId, campaignId))
    }),
  }),

  script: async ({ params: { campaignId }, caller }) => ({
    data: await inOwningOrganization(database, caller, campaignId, 'Campaign', (tx, orgId) =>
      scriptOf(tx, orgId, campaignId),
    ),
  }),

  setScript: async ({ params: { campaignId }, headers, body, caller }) => ({
    data: await inOwningOrganization(database, caller, campaignId, 'Campaign', async (tx, orgId) => {
      if (!(await hasRecord(tx, campaigns, orgId, campaignId))) return undefined
      refuseForbidden(caller, orgId, 'campaigns.setScript')
      const read = () => scriptOf(tx, orgId, campaignId)
      await refuseOutdated(tx, campaigns, [orgId, campaignId], headers, read)
      const [before] = await tx
        .select()
        .from(campaigns)
        .where(hasKey(campaigns, orgId, campaignId))
        .for('update')
      if (!before) return undefined
      const refusal = whyNot(campaignLife, campaignStateOf(before), { type: 'change' })
      if (refusal !== undefined) throw new Refusal(409, 'not_possible', refusal)
      await tx
        .update(campaigns)
        .set({ script: body.script || null })
        .where(hasKey(campaigns, orgId, campaignId))
      return read()
    }),
  }),
})

async function scriptOf(tx: Transaction, orgId: string, campaignId: string): Promise<CampaignScript | undefined> {
  const [row] = await tx
    .select({ id: campaigns.id, organizationId: campaigns.orgId, script: campaigns.script, version: campaigns.version })
    .from(campaigns)
    .where(hasKey(campaigns, orgId, campaignId))
  return row
}

interface AskedOfOne {
  params: { campaignId: string }
  headers: { 'if-match'?: string | undefined }
  caller: Caller
}

/** Does `work` to a campaign that is locked meanwhile, and answers with what it has become. */
const changed = (
  database: Database,
  { params: { campaignId }, headers, caller }: AskedOfOne,
  action: Action,
  work: (tx: Transaction, orgId: string, before: typeof campaigns.$inferSelect) => Promise<void>,
) =>
  inOwningOrganization(database, caller, campaignId, 'Campaign', async (tx, orgId) => {
    if (!(await hasRecord(tx, campaigns, orgId, campaignId))) return undefined
    refuseForbidden(caller, orgId, action)
    await workFor(tx, caller.userId)
    const read = () => campaignWithMembers(tx, orgId, campaignId)
    await refuseOutdated(tx, campaigns, [orgId, campaignId], headers, read)
    const [before] = await tx
      .select()
      .from(campaigns)
      .where(hasKey(campaigns, orgId, campaignId))
      .for('update')
    if (!before) return undefined
    await work(tx, orgId, before)
    return read()
  })

const stepped = (database: Database, asked: AskedOfOne, type: 'archive' | 'restore', now: Date) =>
  changed(database, asked, `campaigns.${type}`, async (tx, orgId, before) => {
    const happening = { orgId, resource: 'campaigns', recordId: before.id, caller: asked.caller, now }
    const state = await takeStep(tx, happening, campaignLife, campaignStateOf(before), { type })
    await tx
      .update(campaigns)
      .set({ archivedAt: state === 'archived' ? now : null })
      .where(hasKey(campaigns, orgId, before.id))
  })

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

async function campaignWithMembers(tx: Transaction, orgId: string, campaignId: string): Promise<Campaign | undefined> {
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
