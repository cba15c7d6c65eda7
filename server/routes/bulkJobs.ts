import { and, eq, inArray, or, sql } from 'drizzle-orm'
import { bulkActions, whyNotBulk } from '../../contract/rules/bulkJobs'
import { inOwningOrganization, ownMembership, ownOrganization, refuseForbidden } from '../auth/access'
import { narrowedTo } from '../auth/ownOrders'
import { inOrganization, withRecord } from '../auth/withRecord'
import { chooseRows } from '../bulkJobs/choose'
import { jobsOf, type KnownJob, readJob, rowsOf, undoneUntil } from '../bulkJobs/record'
import { nothingYet, tallyOf } from '../bulkJobs/tallies'
import { hasKey } from '../db/keys'
import { locked, type RecordKind } from '../db/recordKind'
import { bulkJobs } from '../db/schema/bulkJobs'
import type { Transaction } from '../db/transactions'
import type { Handlers } from '../http/contract'
import { Refusal } from '../http/errors'
import type { Services } from './services'

/** More than that at once would keep all others waiting. */
const mostAtOnce = 20

const aJob: RecordKind<KnownJob, 'jobId'> = {
  resource: 'bulkJobs',
  noun: 'Bulk change',
  param: 'jobId',
  find: async (tx, place) => {
    const job = await locked(bulkJobs)(tx, place)
    const { orgId, caller } = place
    if (!job || job.userId === caller.userId) return job
    const isOfOthers = job.action.startsWith('fulfilments.') && narrowedTo(caller, orgId) !== undefined
    return job.startedAt === null || isOfOthers ? undefined : job
  },
}

export const bulkJobHandlers = ({ database, nudgeOutbox }: Services): Handlers['bulkJobs'] => {
  const change = async (
    tx: Transaction,
    { orgId, id }: KnownJob,
    userId: string,
    fields: Partial<typeof bulkJobs.$inferInsert>,
  ) => {
    await tx
      .update(bulkJobs)
      .set(fields)
      .where(hasKey(bulkJobs, orgId, id))
    return readJob(tx, orgId, id, userId)
  }
  const nudged = <T>(data: T) => {
    nudgeOutbox()
    return { data }
  }

  return {
    create: inOrganization(
      'Bulk change',
      async ({ tx, orgId, body, caller, now }) => {
        const { action, price, limits } = body
        refuseForbidden(ownMembership(caller, orgId), bulkActions[action].single)
        await refuseTooMany(tx, orgId)
        const [created] = await tx
          .insert(bulkJobs)
          .values({
            orgId,
            action,
            params: { ...(price && { price }), ...(limits && { limits }) },
            total: 0,
            ...by(caller),
            createdAt: now,
          })
          .returning()
        if (!created) return undefined
        const total = await chooseRows(tx, { orgId, jobId: created.id, seller: narrowedTo(caller, orgId) }, body)
        return change(tx, created, caller.userId, { total })
      },
      nudged,
    ),

    start: withRecord(
      aJob,
      async ({ tx, orgId, record, caller, now }) => {
        refuseForbidden(ownMembership(caller, orgId), bulkActions[record.action].single)
        // Asked for again, as after a lost answer, it is answered again.
        if (record.startedAt !== null) return readJob(tx, orgId, record.id, caller.userId)
        refuse('start', record, now)
        return change(tx, record, caller.userId, { state: 'running', startedAt: now, through: 0, ...by(caller) })
      },
      nudged,
    ),

    list: async ({ query: { organizationId, ...asked }, caller }) => {
      const orgId = ownOrganization(caller, organizationId)
      const { data, total } = await database.tenant(orgId, (tx) => jobsOf(tx, orgId, asked))
      return { data, meta: { total } }
    },

    get: async ({ params: { jobId }, caller }) => ({
      data: await inOwningOrganization(database, caller, jobId, 'Bulk change', (tx, orgId) =>
        readJob(tx, orgId, jobId, caller.userId),
      ),
    }),

    rows: async ({ params: { jobId }, query, caller }) => {
      const { userId } = caller
      const found = await inOwningOrganization(database, caller, jobId, 'Bulk change', (tx, orgId) =>
        rowsOf(tx, { orgId, id: jobId, userId }, query),
      )
      return { data: found.data, meta: { total: found.total } }
    },

    cancel: withRecord(aJob, async ({ tx, orgId, record, caller, now }) => {
      refuseForbidden(ownMembership(caller, orgId), bulkActions[record.action].single)
      refuse('cancel', record, now)
      // What is left of an undoing can be undone still.
      if (record.state === 'undoing') return change(tx, record, caller.userId, { state: 'done' })
      const tally = record.startedAt !== null && (await tallyOf(tx, { orgId, id: record.id, pass: 'run' }))
      return change(tx, record, caller.userId, {
        state: 'cancelled',
        finishedAt: now,
        ...(tally && { tallies: { ...record.tallies, run: tally } }),
      })
    }),

    undo: withRecord(
      aJob,
      async ({ tx, orgId, record, caller, now }) => {
        refuseForbidden(
          ownMembership(caller, orgId),
          bulkActions[record.action].undo ?? bulkActions[record.action].single,
        )
        if (record.state === 'undoing') return readJob(tx, orgId, record.id, caller.userId)
        refuse('undo', record, now)
        const { userId, userName, tokenId } = by(caller)
        const undoneBy = { undoUserId: userId, undoUserName: userName, undoTokenId: tokenId }
        const tallies = { ...record.tallies, undo: nothingYet }
        return change(tx, record, caller.userId, { state: 'undoing', through: 0, tallies, ...undoneBy })
      },
      nudged,
    ),
  }
}

/** By whose right rows are changed, and who is named for it. */
const by = ({ userId, name, token }: { userId: string; name: string; token?: { id: string } | undefined }) => ({
  userId,
  userName: name,
  tokenId: token?.id ?? null,
})

/** Throws a 409 that says why it can't be done with the job now. */
function refuse(step: 'start' | 'cancel' | 'undo', job: KnownJob, now: Date): void {
  const until = undoneUntil(job)
  const { state, action } = job
  const steps = { state, action, changed: job.tallies.run?.done ?? 0, isOld: until !== null && until <= now }
  const why = whyNotBulk(step, steps)
  if (why !== undefined) throw new Refusal(409, 'not_possible', why)
}

async function refuseTooMany(tx: Transaction, orgId: string): Promise<void> {
  const atWork = inArray(bulkJobs.state, ['checking', 'running', 'undoing'])
  const going = await tx.$count(bulkJobs, and(eq(bulkJobs.orgId, orgId), or(atWork, isTried)))
  if (going >= mostAtOnce) {
    throw new Refusal(409, 'not_possible', `At most ${mostAtOnce} bulk changes at once. Wait for one, or cancel it.`)
  }
}
/** Somebody looks at it still, or has gone away meanwhile. */
const isTried = and(eq(bulkJobs.state, 'checked'), sql`${bulkJobs.createdAt} > now() - interval '1 hour'`)
