import type { SQL } from 'drizzle-orm'
import * as z from 'zod/mini'
import { bulkJobs } from '../../contract/extensions/bulkJobs'
import { collaborationsAsked, receivedAsked, soldAsked } from '../../contract/extensions/collaborations'
import type { ExportRequest, OwnList } from '../../contract/extensions/listExports'
import { mails } from '../../contract/extensions/mails'
import { membersAsked } from '../../contract/extensions/members'
import { webhooks as webhookCalls } from '../../contract/extensions/webhooks'
import { id } from '../../contract/schemas'
import { readableOrganization } from '../auth/access'
import type { Caller } from '../auth/sessions'
import { everyBulkRow, everyJob, type KnownJob, whatAndHow } from '../bulkJobs/record'
import { everyReceived, shownReceived } from '../collaborations/received'
import { everyCollaboration, within } from '../collaborations/record'
import { everySold } from '../collaborations/sales'
import type { Database } from '../db/database'
import { InvalidSearch } from '../db/errors'
import { hasRecord, type Row, rowsByCursor } from '../db/rows'
import { webhooks } from '../db/schema/webhooks'
import type { Transaction } from '../db/transactions'
import { notFound } from '../http/errors'
import { everyMail, readerOf } from '../mail/listed'
import { everyMember } from '../members/read'
import { everyDelivery, nextTryOf } from '../webhooks/record'

/** Who reads a list, and of which organization. */
export interface Place {
  database: Database
  orgId: string
  caller: Caller
  now: Date
}

/** All rows of a list by the names of the contract, as they are at one moment, some at a time. */
export type Pages = AsyncGenerator<Row[], void>
/** Reads them in a transaction that may; throws a 404 where what they are of is not there. */
export type Reading = <T>(work: (pages: Pages) => Promise<T>) => Promise<T>

/** A list with a call of its own, as an export reads it. */
interface Exported<Asked = unknown> {
  /** Whoever may make this call takes the list along. */
  call: string
  /** What the list can be narrowed to, and sorted by. */
  asked: z.ZodMiniType<Asked>
  reading: (place: Place, asked: Asked) => Reading
}

/** All that a call is asked for but for its page; what it knows nothing of is refused, as a search does. */
const narrowing = <Shape extends z.core.$ZodShape>(shape: Shape) => {
  const { limit: _limit, page: _page, organizationId: _id, ...rest } = shape
  return z.strictObject(rest)
}

const exported = <Asked>(list: Exported<Asked>): Exported => list as Exported

/** What is asked for all rows, and how one is shown that has not all by the names of the contract. */
interface Found {
  statement: SQL
  shown?: (row: Row) => Row
}
async function* pagesOf(tx: Transaction, { statement, shown }: Found): Pages {
  for await (const rows of rowsByCursor(tx, statement)) yield shown ? rows.map(shown) : rows
}

/** Read as the organization's own rows are, of which some may be some seconds old. */
const own =
  ({ database, orgId }: Place, find: (tx: Transaction) => Found | Promise<Found>): Reading =>
  (work) =>
    database.reading(orgId, async (tx) => work(pagesOf(tx, await find(tx))))

const lists: Readonly<Record<OwnList, Exported>> = {
  bulkJobs: exported({
    call: 'bulkJobs.list',
    asked: narrowing(bulkJobs.list.query.shape),
    reading: (place, asked) =>
      own(place, (tx) => ({
        statement: everyJob(tx, place.orgId, asked),
        shown: (row) => ({ ...row, ...whatAndHow(row as Pick<KnownJob, 'params' | 'tallies'>) }),
      })),
  }),
  bulkRows: exported({
    call: 'bulkJobs.rows',
    asked: narrowing({ ...bulkJobs.rows.query.shape, jobId: id }),
    reading: (place, { jobId, ...asked }) =>
      own(place, async (tx) => {
        const of = { orgId: place.orgId, id: jobId, userId: place.caller.userId }
        const found = await everyBulkRow(tx, of, asked)
        if (!found) throw notFound('Bulk change')
        const { rows: statement, pass } = found
        return { statement, shown: (row) => ({ ...row, pass }) }
      }),
  }),
  collaborations: exported({
    call: 'collaborations.list',
    asked: narrowing(collaborationsAsked.shape),
    reading: (place, asked) => own(place, () => ({ statement: everyCollaboration(asked) })),
  }),
  mails: exported({
    call: 'mails.list',
    asked: narrowing(mails.list.query.shape),
    reading: (place, asked) =>
      own(place, (tx) => {
        const { orgId, caller } = place
        return { statement: everyMail(tx, orgId, readerOf(caller, orgId), asked) }
      }),
  }),
  members: exported({
    call: 'members.list',
    asked: narrowing(membersAsked.shape),
    reading: (place, asked) => own(place, (tx) => ({ statement: everyMember(tx, place.orgId, asked) })),
  }),
  receivedCampaigns: exported({
    call: 'collaborations.received',
    asked: narrowing(receivedAsked.shape),
    reading:
      ({ database, orgId, now }, asked) =>
      (work) =>
        database.partner({ partnerId: orgId }, (tx) =>
          work(pagesOf(tx, { statement: everyReceived(asked, now), shown: (row) => ({ ...shownReceived(row, now) }) })),
        ),
  }),
  soldOrders: exported({
    call: 'collaborations.orders',
    asked: narrowing({ ...soldAsked.shape, collaborationId: id }),
    reading:
      ({ database, orgId }, { collaborationId, as, ...asked }) =>
      async (work) => {
        const done = await within(database, { orgId, as }, collaborationId.toLowerCase(), async (tx, _, known) => ({
          result: await work(pagesOf(tx, { statement: everySold(known, asked) })),
        }))
        if (!done) throw notFound('Collaboration')
        return done.result
      },
  }),
  webhooks: exported({
    call: 'webhooks.deliveries',
    asked: narrowing({ ...webhookCalls.deliveries.query.shape, webhookId: id }),
    reading: (place, { webhookId, ...asked }) =>
      own(place, async (tx) => {
        const { orgId } = place
        if (!(await hasRecord(tx, webhooks, orgId, webhookId))) throw notFound('Webhook')
        return {
          statement: everyDelivery(tx, { orgId, webhookId }, asked),
          shown: (row) => ({ ...row, nextTryAt: nextTryOf(row as Parameters<typeof nextTryOf<string>>[0]) }),
        }
      }),
  }),
}

/** How such a list is read. Throws a 403 for whoever may not, and InvalidSearch. */
export function readingOf(
  place: Place,
  resource: OwnList,
  { filters = {}, ...search }: Pick<ExportRequest, 'q' | 'sortBy' | 'sortOrder' | 'filters'>,
): Reading {
  const { call, asked, reading } = lists[resource]
  readableOrganization(place.caller, place.orgId, call)
  const { success, data, error } = asked.safeParse({ ...filters, ...search })
  if (success) return reading(place, data)
  const [issue] = error.issues
  const [first = '', ...rest] = (issue?.path ?? []).map(String)
  throw new InvalidSearch(
    [...(first in search ? [first] : ['filters', first]), ...rest].join('.'),
    issue?.message ?? '',
  )
}
