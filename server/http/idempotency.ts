import { createHash } from 'node:crypto'
import { and, eq, lte } from 'drizzle-orm'
import type { Action } from '../../contract/permissions'
import type { Caller } from '../auth/sessions'
import { expiryOf } from '../auth/lifetimes'
import type { Database } from '../db/database'
import { idempotencyKeys } from '../db/schema/idempotencyKeys'
import type { Transaction } from '../db/transactions'
import { invalid } from './errors'

/** A creation that was asked for. */
interface Asked {
  headers?: { 'idempotency-key'?: string | undefined }
  params?: unknown
  body?: unknown
  caller: Caller
}

/** What is kept of a creation, for whoever asks for it again. */
export interface Repeating<Request, Created> {
  /** The body by whose hash the request is known: one that has no secrets, which a hash alone would give away. */
  bodyOf?: (asked: Request) => unknown
  /** What of the answer is kept, and answered again. */
  keptOf?: (created: Created) => Created
  /** What has become of it by now, where that is answered again. */
  again?: (kept: Created) => Promise<Created>
}

/**
 * Creates what was asked for, unless the caller has asked for it with the same key within a day: then that answer comes
 * again. The key is kept in the transaction that creates, so that both are there or neither is, whenever a node dies;
 * of two requests at once the second waits for the first. A key is of one action, whose name stands for method and route;
 * what ends in nothing (undefined) keeps none. Throws a 422 for a key that came with another request.
 */
export async function createdOnlyNew<Request extends Asked, Created>(
  tx: Transaction,
  orgId: string,
  asked: Request,
  { action, now }: { action: Action; now: Date },
  create: () => Promise<Created | undefined>,
  { bodyOf = ({ body }) => body, keptOf = (created) => created, again }: Repeating<Request, Created> = {},
): Promise<Created | undefined> {
  const { caller, headers, params } = asked
  const key = headers?.['idempotency-key']
  if (key === undefined) return create()
  const requestHash = createHash('sha256')
    .update(JSON.stringify([action, params, bodyOf(asked)]))
    .digest('hex')
  const claim = { requestHash, answer: null, expiresAt: expiryOf('idempotencyKey', now) }
  const theKey = { orgId, userId: caller.userId, key }
  const byKey = and(
    eq(idempotencyKeys.orgId, orgId),
    eq(idempotencyKeys.userId, caller.userId),
    eq(idempotencyKeys.key, key),
  )
  const claimed = await tx
    .insert(idempotencyKeys)
    .values({ ...theKey, ...claim })
    .onConflictDoUpdate({
      target: [idempotencyKeys.orgId, idempotencyKeys.userId, idempotencyKeys.key],
      set: claim,
      setWhere: lte(idempotencyKeys.expiresAt, now),
    })
    .returning({ key: idempotencyKeys.key })
  if (claimed.length > 0) {
    const created = await create()
    if (created === undefined) await tx.delete(idempotencyKeys).where(byKey)
    else
      await tx
        .update(idempotencyKeys)
        .set({ answer: keptOf(created) })
        .where(byKey)
    return created
  }
  const [earlier] = await tx.select().from(idempotencyKeys).where(byKey)
  if (earlier?.requestHash !== requestHash) {
    throw invalid([{ path: 'headers.Idempotency-Key', message: 'This key has been sent with another request already' }])
  }
  // What this very code put there.
  const kept = earlier.answer as Created
  return again ? again(kept) : kept
}

/** Forgets the keys whose day is over. */
export const forgetOldKeys = (database: Database, now: Date) =>
  database.system((tx) => tx.delete(idempotencyKeys).where(lte(idempotencyKeys.expiresAt, now)))
