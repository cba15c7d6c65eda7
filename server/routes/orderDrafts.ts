import { and, desc, eq, isNull } from 'drizzle-orm'
import { inOwningOrganization, ownOrganization } from '../auth/access'
import type { Caller } from '../auth/sessions'
import { acknowledging, inOrganization, withRecord } from '../auth/withRecord'
import { noteTyped } from '../calls/sold'
import { hasKey } from '../db/keys'
import { type RecordKind, refuseOutdated } from '../db/recordKind'
import { orderDrafts } from '../db/schema/orderDrafts'
import { orders } from '../db/schema/orders'
import type { Transaction } from '../db/transactions'
import type { Handlers } from '../http/contract'
import { Refusal } from '../http/errors'
import { endedDraft, mostDrafts, shownDraft, shownDraftRow } from '../orders/drafts'
import type { Services } from './services'

/** Throws the refusal of a draft that the caller has placed already, with the order that it became. */
async function refusePlaced(tx: Transaction, orgId: string, draftId: string, caller: Caller, status: 404 | 409) {
  const [placedOrder] = await tx
    .select({ id: orders.id, number: orders.number })
    .from(orders)
    .where(and(eq(orders.orgId, orgId), eq(orders.draftId, draftId), eq(orders.agentId, caller.userId)))
  if (!placedOrder) return
  throw new Refusal(status, 'draft_placed', 'This order has been placed already.', { details: { placedOrder } })
}

const ownTypedDraft: RecordKind<typeof orderDrafts.$inferSelect, 'draftId'> = {
  resource: 'orderDrafts',
  noun: 'Draft',
  param: 'draftId',
  find: async (tx, { orgId, id, caller }) => {
    const own = ownDraft(orgId, id, caller)
    return (await tx.select().from(orderDrafts).where(own).for('update'))[0]
  },
}

export const orderDraftHandlers = ({ database }: Services): Handlers['orderDrafts'] => ({
  list: async ({ query: { organizationId }, caller }) => {
    const orgId = ownOrganization(caller, organizationId)
    return { data: (await database.tenant(orgId, (tx) => liveDrafts(tx, orgId, caller))).map(shownDraftRow) }
  },

  get: async ({ params: { draftId }, caller }) => ({
    data: await inOwningOrganization(database, caller, draftId, 'Draft', async (tx, orgId) => {
      const draft = await readDraft(tx, orgId, draftId, caller)
      if (draft) return draft
      // Whoever opens it again is not to begin it anew.
      await refusePlaced(tx, orgId, draftId, caller, 404)
      if (await hasEnded(tx, orgId, draftId, caller)) throw endedDraft(404)
      return undefined
    }),
  }),

  keep: inOrganization('Draft', async ({ tx, orgId, params: { draftId }, headers, body, caller, now }) => {
    const { title, content } = body
    await noteTyped(tx, orgId, caller.userId, content)
    const values = { orgId, id: draftId, userId: caller.userId, title, content, createdAt: now, updatedAt: now }
    const [made] = await tx.insert(orderDrafts).values(values).onConflictDoNothing().returning({ id: orderDrafts.id })
    if (made) {
      await refusePlaced(tx, orgId, draftId, caller, 409)
      await refuseTooMany(tx, orgId, caller)
      return readDraft(tx, orgId, draftId, caller)
    }
    const [found] = await tx
      .select()
      .from(orderDrafts)
      .where(hasKey(orderDrafts, orgId, draftId))
      .for('update')
    // Somebody else's is not there for the caller.
    if (found?.userId !== caller.userId) return undefined
    if (found.endedAt !== null) {
      await refusePlaced(tx, orgId, draftId, caller, 409)
      throw endedDraft(409)
    }
    const read = () => readDraft(tx, orgId, draftId, caller)
    await refuseOutdated(tx, orderDrafts, [orgId, draftId], headers, read)
    await tx
      .update(orderDrafts)
      .set({ title, content, updatedAt: now })
      .where(hasKey(orderDrafts, orgId, draftId))
    return read()
  }),

  discard: withRecord(
    ownTypedDraft,
    async ({ tx, orgId, id, now }) => {
      await tx
        .update(orderDrafts)
        .set({ endedAt: now, content: {}, title: '' })
        .where(hasKey(orderDrafts, orgId, id))
      return true
    },
    acknowledging('Draft discarded'),
  ),
})

/** The condition that a row is a draft of the caller's that is still typed. */
const ownDraft = (orgId: string, draftId: string, { userId }: Caller) =>
  and(hasKey(orderDrafts, orgId, draftId), eq(orderDrafts.userId, userId), isNull(orderDrafts.endedAt))

async function hasEnded(tx: Transaction, orgId: string, draftId: string, { userId }: Caller): Promise<boolean> {
  const [found] = await tx
    .select({ userId: orderDrafts.userId, endedAt: orderDrafts.endedAt })
    .from(orderDrafts)
    .where(hasKey(orderDrafts, orgId, draftId))
  return found?.userId === userId && found.endedAt !== null
}

const liveDrafts = (tx: Transaction, orgId: string, { userId }: Caller) =>
  tx
    .select()
    .from(orderDrafts)
    .where(and(eq(orderDrafts.orgId, orgId), eq(orderDrafts.userId, userId), isNull(orderDrafts.endedAt)))
    .orderBy(desc(orderDrafts.updatedAt), desc(orderDrafts.id))
    .limit(mostDrafts + 1)

async function refuseTooMany(tx: Transaction, orgId: string, caller: Caller): Promise<void> {
  if ((await liveDrafts(tx, orgId, caller)).length <= mostDrafts) return
  throw new Refusal(409, 'too_many_drafts', `You have ${mostDrafts} drafts. Place or discard one of them first.`)
}

async function readDraft(tx: Transaction, orgId: string, draftId: string, caller: Caller) {
  const [row] = await tx
    .select()
    .from(orderDrafts)
    .where(ownDraft(orgId, draftId, caller))
  return row && shownDraft(row)
}
