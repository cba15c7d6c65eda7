import { and, asc, eq, isNull, lt, or, sql } from 'drizzle-orm'
import { mostOwnViews, mostSharedViews, type SavedView, whyNotAddress } from '../../contract/extensions/savedViews'
import { ownMembership, ownOrganization, refuseForbidden } from '../auth/access'
import { expiryOf, startOf } from '../auth/lifetimes'
import type { Caller } from '../auth/sessions'
import { acknowledging, inOrganization, withRecord } from '../auth/withRecord'
import { sqlFailure } from '../db/errors'
import { hasKey } from '../db/keys'
import type { RecordKind } from '../db/recordKind'
import { memberships } from '../db/schema/organizations'
import { savedViews, viewDefaults } from '../db/schema/savedViews'
import type { Transaction } from '../db/transactions'
import type { Handlers } from '../http/contract'
import { invalid, Refusal } from '../http/errors'
import type { Services } from './services'

type Row = typeof savedViews.$inferSelect

/** What is one's own, or everybody's: what others keep for themselves is there for nobody else. */
const seenBy = ({ userId }: Caller) => or(isNull(savedViews.userId), eq(savedViews.userId, userId))

const aView: RecordKind<Row, 'savedViewId'> = {
  resource: 'savedViews',
  noun: 'View',
  param: 'savedViewId',
  find: async (tx, { orgId, id, caller }) =>
    (
      await tx
        .select()
        .from(savedViews)
        .where(and(hasKey(savedViews, orgId, id), isNull(savedViews.deletedAt), seenBy(caller)))
        .for('update')
    )[0],
  versions: { table: savedViews, read: (tx, { orgId, id, caller }) => readView(tx, orgId, caller, id) },
}
const aDeletedOne: typeof aView = {
  ...aView,
  find: async (tx, { orgId, id, caller }) =>
    (
      await tx
        .select()
        .from(savedViews)
        .where(and(hasKey(savedViews, orgId, id), seenBy(caller)))
        .for('update')
    )[0],
}

export const savedViewHandlers = ({ database }: Services): Handlers['savedViews'] => ({
  list: async ({ query: { organizationId }, caller }) => {
    const orgId = ownOrganization(caller, organizationId)
    return { data: await database.tenant(orgId, (tx) => readViews(tx, orgId, caller)) }
  },

  create: inOrganization('View', async ({ tx, orgId, body: { list, name, address }, caller, now }) => {
    // What can't be restored any more is no longer kept.
    await tx.delete(savedViews).where(and(eq(savedViews.orgId, orgId), lt(savedViews.deletedAt, startOf('undo', now))))
    await refuseMore(tx, orgId, caller.userId)
    const own = { orgId, list, name, address, userId: caller.userId }
    const [created] = await named(() =>
      tx
        .insert(savedViews)
        .values({ ...own, createdById: caller.userId, createdByName: caller.name })
        .returning({ id: savedViews.id }),
    )
    return created && readView(tx, orgId, caller, created.id)
  }),

  update: withRecord(aView, async ({ tx, orgId, id, record, body, caller }) => {
    refuseShared(record, caller)
    const why = body.address && whyNotAddress(record.list, body.address)
    if (why) throw invalid([{ path: 'body.address', message: why }])
    await named(() =>
      tx
        .update(savedViews)
        .set(body)
        .where(hasKey(savedViews, orgId, id)),
    )
    return readView(tx, orgId, caller, id)
  }),

  share: withRecord(aView, async ({ tx, orgId, id, record, body: { isShared }, caller }) => {
    if (isShared === (record.userId === null)) return readView(tx, orgId, caller, id)
    const userId = isShared ? null : await ownerOf(tx, record, caller)
    await refuseMore(tx, orgId, userId)
    await named(
      () =>
        tx
          .update(savedViews)
          .set({ userId })
          .where(hasKey(savedViews, orgId, id)),
      isShared
        ? 'A shared view of this list has this name already.'
        : `${record.createdByName} has a view of this name.`,
    )
    // What goes back to somebody else is seen once more, for the answer.
    return readView(tx, orgId, userId === null ? caller : { ...caller, userId }, id)
  }),

  setDefault: withRecord(aView, async ({ tx, orgId, id, record: { list }, body: { isDefault }, caller }) => {
    const { userId } = caller
    const own = and(eq(viewDefaults.orgId, orgId), eq(viewDefaults.userId, userId))
    if (isDefault) {
      await tx
        .insert(viewDefaults)
        .values({ orgId, userId, list, viewId: id })
        .onConflictDoUpdate({
          target: [viewDefaults.orgId, viewDefaults.userId, viewDefaults.list],
          set: { viewId: id },
        })
    } else await tx.delete(viewDefaults).where(and(own, eq(viewDefaults.viewId, id)))
    return readView(tx, orgId, caller, id)
  }),

  delete: withRecord(
    aView,
    async ({ tx, orgId, id, record, caller, now }) => {
      refuseShared(record, caller)
      await tx
        .update(savedViews)
        .set({ deletedAt: now })
        .where(hasKey(savedViews, orgId, id))
      return true
    },
    acknowledging('View deleted'),
  ),

  restore: withRecord(aDeletedOne, async ({ tx, orgId, id, record, caller, now }) => {
    refuseShared(record, caller)
    if (!record.deletedAt || expiryOf('undo', record.deletedAt) <= now) return undefined
    await refuseMore(tx, orgId, record.userId)
    await named(
      () =>
        tx
          .update(savedViews)
          .set({ deletedAt: null })
          .where(hasKey(savedViews, orgId, id)),
      'Another view of this list has its name by now.',
    )
    return readView(tx, orgId, caller, id)
  }),
})

/** What everybody sees is changed by who may share it. */
function refuseShared({ orgId, userId }: Row, caller: Caller): void {
  if (userId === null) refuseForbidden(ownMembership(caller, orgId), 'savedViews.share')
}

/** Whose a view becomes that is shared no more: of whoever made it, while they belong to the organization. */
async function ownerOf(tx: Transaction, { orgId, createdById }: Row, { userId }: Caller): Promise<string> {
  const isThere = await tx.$count(
    memberships,
    and(eq(memberships.orgId, orgId), eq(memberships.userId, createdById), isNull(memberships.disabledAt)),
  )
  return isThere > 0 ? createdById : userId
}

/** Refuses one more of somebody's views, or of nobody's, once there are as many as there may be. */
async function refuseMore(tx: Transaction, orgId: string, userId: string | null): Promise<void> {
  const whose = userId === null ? isNull(savedViews.userId) : eq(savedViews.userId, userId)
  const most = userId === null ? mostSharedViews : mostOwnViews
  const count = await tx.$count(savedViews, and(eq(savedViews.orgId, orgId), whose, isNull(savedViews.deletedAt)))
  if (count < most) return
  const what = userId === null ? 'shared' : 'saved'
  throw invalid([{ path: 'body.name', message: `${most} views are ${what} already. Delete one first.` }])
}

/** Tells that another view of the list has the name: at its field, or in a sentence where there is none. */
async function named<Result>(work: () => Promise<Result>, sentence?: string): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (sqlFailure(error)?.constraint !== 'saved_views_name') throw error
    if (sentence !== undefined) throw new Refusal(409, 'not_possible', sentence)
    throw invalid([{ path: 'body.name', message: 'There is a view of this name already' }])
  }
}

async function readViews(tx: Transaction, orgId: string, caller: Caller, id?: string): Promise<SavedView[]> {
  const rows = await tx
    .select({ view: savedViews, defaultOf: viewDefaults.userId })
    .from(savedViews)
    .leftJoin(
      viewDefaults,
      and(
        eq(viewDefaults.orgId, savedViews.orgId),
        eq(viewDefaults.viewId, savedViews.id),
        eq(viewDefaults.userId, caller.userId),
      ),
    )
    .where(
      and(
        id === undefined ? eq(savedViews.orgId, orgId) : hasKey(savedViews, orgId, id),
        isNull(savedViews.deletedAt),
        seenBy(caller),
      ),
    )
    .orderBy(asc(sql`folded(${savedViews.name}) collate "C"`), asc(savedViews.id))
  return rows.map(({ view, defaultOf }) => shown(view, defaultOf !== null))
}

const shown = (view: Row, isDefault: boolean): SavedView => ({
  id: view.id,
  list: view.list,
  name: view.name,
  address: { ...view.address },
  isShared: view.userId === null,
  isDefault,
  createdByName: view.createdByName,
  version: view.version,
  createdAt: view.createdAt.toISOString(),
  updatedAt: view.updatedAt.toISOString(),
})

const readView = async (tx: Transaction, orgId: string, caller: Caller, id: string) =>
  (await readViews(tx, orgId, caller, id))[0]
