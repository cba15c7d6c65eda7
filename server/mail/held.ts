import { and, eq, sql } from 'drizzle-orm'
import type { Database } from '../db/database'
import { mails } from '../db/schema/mails'
import { organizations } from '../db/schema/organizations'
import { outbox, systemOrgId } from '../db/schema/outbox'
import type { Transaction } from '../db/transactions'

// Mails that waited in a backup and were held back when it was restored.

/** How many are held back for one organization, or for none, and when the first and the last of them were written. */
export interface HeldMails {
  orgId: string
  /** Null for mails to people about their accounts, such as links of new passwords. */
  organization: string | null
  count: number
  firstAt: Date
  lastAt: Date
}

export const listHeld = (database: Pick<Database, 'system'>): Promise<HeldMails[]> =>
  database.system(async (tx) => {
    const moment = (of: 'min' | 'max') => sql`${sql.raw(of)}(${outbox.createdAt})`.mapWith(outbox.createdAt)
    return tx
      .select({
        orgId: outbox.orgId,
        organization: organizations.name,
        count: sql<number>`count(*)::int`,
        firstAt: moment('min'),
        lastAt: moment('max'),
      })
      .from(outbox)
      .leftJoin(organizations, eq(organizations.id, outbox.orgId))
      .where(eq(outbox.state, 'held'))
      .groupBy(outbox.orgId, organizations.name)
      .orderBy(organizations.name, outbox.orgId)
  })

/** Lets go all that are held back, which are sent by the next worker that looks. Answers how many. */
export const sendHeld = (database: Pick<Database, 'system' | 'tenant'>): Promise<number> =>
  ofEach(database, async (tx, orgId) => {
    const anew = { state: 'ready', attempts: 0, runAt: sql`now()` } as const
    const keys = await tx.update(outbox).set(anew).where(heldOf(orgId)).returning({ key: outbox.dedupeKey })
    return { keys, become: { state: 'queued' } }
  })

/** Gives up all that are held back: what stood in them is gone, and their rows in the lists of organizations say so. */
export const dropHeld = (database: Pick<Database, 'system' | 'tenant'>): Promise<number> =>
  ofEach(database, async (tx, orgId) => {
    const keys = await tx.delete(outbox).where(heldOf(orgId)).returning({ key: outbox.dedupeKey })
    return { keys, become: { state: 'dropped' } }
  })

const heldOf = (orgId: string) => and(eq(outbox.orgId, orgId), eq(outbox.state, 'held'))

interface Ended {
  keys: { key: string }[]
  become: { state: 'queued' | 'dropped' }
}

/** Does something with the jobs of one organization after the other, and with the mails that their lists have of them. */
async function ofEach(
  database: Pick<Database, 'system' | 'tenant'>,
  end: (tx: Transaction, orgId: string) => Promise<Ended>,
): Promise<number> {
  let count = 0
  for (const { orgId } of await listHeld(database)) {
    const ended = (tx: Transaction) => end(tx, orgId)
    const { keys: done } = await (orgId === systemOrgId
      ? database.system(ended)
      : database.tenant(orgId, async (tx) => {
          const became = await ended(tx)
          // As one parameter, as there may be thousands.
          const keys = sql.param(became.keys.map(({ key }) => key))
          const listed = sql`'mail:' || ${mails.dedupeKey} = any (${keys}::text[])`
          await tx
            .update(mails)
            .set(became.become)
            .where(and(eq(mails.orgId, orgId), eq(mails.state, 'held'), listed))
          return became
        }))
    count += done.length
  }
  return count
}
